"""Tests of the training scripts and of a small learning loop: `cargo xtask train`, or
QUORIDOR=target/release/quoridor python -m unittest discover -s python/train -v. They take some
minutes on two cores."""

import contextlib
import csv
import importlib
import importlib.util
import io
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import types
import unittest
import unittest.mock
from pathlib import Path

import numpy as np
import torch
from quoridor import rows as quoridor_rows

sys.path.insert(0, str(Path(__file__).parent))
import checkpoint
import commands
import features
import kills
import loop
import run_folder
import teacher
import train
import train_nnue
from model import Network, Shape, fold_normalisation

# A shell has commands that it starts in the background ignore interrupts, and so do the programs
# that these start.
signal.signal(signal.SIGINT, signal.default_int_handler)

HERE = Path(__file__).parent
QUORIDOR = os.environ.get("QUORIDOR", str(HERE.parent.parent / "target/debug/quoridor"))


def script(name: str, *arguments) -> str:
    command = [sys.executable, str(HERE / name), *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


class Training(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = Path(cls.folder.name)
        cls.games = cls.path / "games"
        command = [QUORIDOR, "learn", "self-play", "--games", "40", "--nodes", "60"]
        command += ["--agent", "alphabeta:hash=1", "--out", str(cls.games)]
        subprocess.run(command, check=True, capture_output=True)
        cls.rows = features.read([cls.games])

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def refused(self, name: str, *arguments, error: str):
        """The script ends with one line that begins so. Here, since PyTorch is slow to begin."""
        printed, module = io.StringIO(), importlib.import_module(name.removesuffix(".py"))
        argv = [name, *map(str, arguments)]
        with unittest.mock.patch.object(sys, "argv", argv), contextlib.redirect_stderr(printed):
            with contextlib.redirect_stdout(io.StringIO()):
                try:
                    module.main()
                    code = 0
                except SystemExit as end:
                    code = end.code
        self.assertNotEqual(code, 0)
        line = (code if isinstance(code, str) else printed.getvalue()).strip()
        self.assertTrue(line.startswith(error), line)
        self.assertNotIn("\n", line)

    def killed(self, module: str, *arguments):
        """Runs a script that ends after its first checkpoint."""
        code = (
            f"import sys, checkpoint, {module}\n"
            "original = checkpoint.save\n"
            "def save(path, state):\n"
            "    original(path, state)\n"
            "    sys.exit(3)\n"
            "checkpoint.save = save\n"
            f"{module}.main()\n"
        )
        command = [sys.executable, "-c", code, *map(str, arguments)]
        ended = subprocess.run(command, cwd=HERE, capture_output=True)
        self.assertEqual(ended.returncode, 3, ended.stderr)

    def test_packed_rows_are_the_same(self):
        out = self.path / "packed"
        script("pack.py", "--rows", self.games, "--out", out)
        self.assertEqual(quoridor_rows.files([out]), [out / "rows-000.xz"])
        self.assertTrue((features.read([out]) == self.rows).all())
        # Not beside other rows: the same games would be read twice.
        for folder in (out, self.games):
            error = f"{folder}: there are rows in it already: name another folder"
            self.refused("pack.py", "--rows", self.games, "--out", folder, error=error)

    def test_folded_normalisation_gives_the_same_outputs(self):
        torch.manual_seed(1)
        network = Network(Shape.parse("2x16"))
        inputs = torch.rand(8, features.PLANES, 9, 9)
        for layer in network.modules():
            if isinstance(layer, torch.nn.BatchNorm2d):
                torch.nn.init.uniform_(layer.weight, 0.5, 2)
                torch.nn.init.uniform_(layer.bias, -1, 1)
        for _ in range(3):
            network(inputs)
        network.eval()
        expected = network(inputs)
        fold_normalisation(network)
        self.assertFalse(any(isinstance(m, torch.nn.BatchNorm2d) for m in network.modules()))
        for name, output in network(inputs).items():
            torch.testing.assert_close(output, expected[name], rtol=1e-4, atol=1e-5)

    def test_mirrored_rows_have_mirrored_features(self):
        """The rows are mirrored here bit by bit, and the features computed anew."""
        mirrored = self.rows.copy()

        def walls(words):
            bits = np.unpackbits(words.view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
            flipped = bits.reshape(-1, 8, 8)[:, :, ::-1].reshape(-1, 64)
            return np.packbits(flipped, axis=1, bitorder="little").view("<u8")[:, 0]

        def moves(index):
            index = index.astype(np.int64)
            slot = (index - 81) % 64
            wall = index - slot + slot // 8 * 8 + 7 - slot % 8
            return np.where(index < 81, index // 9 * 9 + 8 - index % 9, wall).astype(np.uint8)

        for name in ("horizontal", "vertical"):
            mirrored[name] = walls(np.ascontiguousarray(self.rows[name]))
        mirrored["pawns"] = moves(self.rows["pawns"])
        mirrored["move"] = moves(self.rows["move"])
        mirrored["policy"][:, :, 0] = moves(self.rows["policy"][:, :, 0])
        hashes = np.full(len(mirrored), 0x811C9DC5, np.uint32)
        for column in mirrored.view(np.uint8).reshape(-1, 64).T[:60]:
            hashes = (hashes ^ column) * np.uint32(0x01000193)
        mirrored["checksum"] = hashes
        one, other = features.Data(self.rows, "cpu"), features.Data(mirrored, "cpu")
        self.assertTrue((features.mirror(one.planes) == other.planes).all())
        auxiliary = features.mirror_auxiliary(one.auxiliary)
        self.assertTrue((auxiliary == other.auxiliary).all())
        table = features.mirrored_places()
        self.assertTrue((table[one.policy_place[:, 0].long()] == other.policy_place[:, 0]).all())
        has = one.has_answer
        self.assertTrue((table[one.answer.long()] == other.answer)[has].all())
        self.assertTrue((table[table] == torch.arange(features.POLICY_SIZE))[table < 243].all())

    def test_a_stopped_training_goes_on_exactly(self):
        common = ["--rows", self.games, "--shape", "1x16x16x4x16", "--batch", 64, "--device", "cpu"]
        whole, parts = self.path / "whole", self.path / "parts"
        script("train.py", *common, "--steps", 24, "--out", whole)
        # A training of 24 steps that is killed after 10 leaves the checkpoint of step 10.
        self.killed("train", *common, "--steps", 24, "--save-every", 10, "--out", parts)
        script("train.py", *common, "--steps", 24, "--out", parts)
        one, other = (torch.load(folder / "training.pt") for folder in (whole, parts))
        self.assertEqual(one["step"], other["step"])
        for name in ("network", "averaged"):
            for key, tensor in one[name].items():
                self.assertTrue(torch.equal(tensor, other[name][key]), key)
        # Its log, too; and nothing is added when a training that is done is started again.
        logs = [(folder / "log.csv").read_text() for folder in (whole, parts)]
        self.assertEqual(*logs)
        script("train.py", *common, "--steps", 24, "--out", parts)
        self.assertEqual((parts / "log.csv").read_text(), logs[0])
        # Lines after the checkpoint are those of a training that was killed later.
        with open(parts / "log.csv", "a") as file:
            file.write(logs[0].splitlines()[-1].replace("24,", "30,", 1) + "\n")
        self.assertEqual(train.cut_log(parts / "log.csv", 24), 24)
        # Killed between the log's creation and its first line.
        empty = self.path / "empty.csv"
        empty.touch()
        self.assertEqual(train.cut_log(empty, 24), -1)
        self.assertFalse(empty.exists())
        self.assertEqual((parts / "log.csv").read_text(), logs[0])
        # With anything else it is another training.
        other_games = self.path / "other-games"
        other_games.mkdir()
        (other_games / "rows.bin").write_bytes((self.games / "rows.bin").read_bytes()[: 64 * 900])
        common += ["--steps", 24, "--out", parts]
        for change, message in (
            (["--seed", 2], "seed: 1 before, 2 now: name another folder"),
            (["--batch", 32], "batch: 64 before, 32 now: name another folder"),
            (["--learning-rate", 0.1], "learning-rate: 0.002 before, 0.1 now: name another folder"),
            (["--weight-decay", 0], "weight-decay: 0.02 before, 0.0 now"),
            (["--search-share", 1], "search-share: 0.3 before, 1.0 now"),
            (["--policy-weight", 1], "policy-weight: "),
            (["--auxiliary-weight", 1], "auxiliary-weight: "),
            (["--ema", 0.5], "ema: "),
            (["--teacher-share", 0.5], "teacher-share: "),
            (["--bfloat16"], "bfloat16: False before, True now"),
            (["--epochs", 3], "epochs: 20 before, 3.0 now"),
            (["--steps", 25], "steps: 24 before, 25 now"),
            (["--start", whole / "training.pt"], "start: none before, "),
            (["--teacher", whole / "training.pt"], "teacher: none before, "),
            (["--rows", other_games], "rows: "),
            (["--shape", "1x32"], "its shape is 1x16x16x4x16: name another folder"),
        ):
            self.refused("train.py", *common, *change, error=f"{parts / 'training.pt'}: {message}")
        # A checkpoint that noted less.
        state = torch.load(parts / "training.pt")
        del state["identity"]["learning-rate"]
        checkpoint.save(parts / "training.pt", state)
        problem = "learning-rate is not recorded"
        self.refused("train.py", *common, error=f"{parts / 'training.pt'}: {problem}")

    def test_a_training_killed_before_it_was_timed_still_ends_in_time(self):
        out = self.path / "timed"
        # No time is left after the steps that are timed.
        common = ["--rows", self.games, "--shape", "1x16x16x4x16", "--batch", 16, "--device", "cpu"]
        common += ["--steps", 400, "--minutes", 0, "--save-every", 10, "--out", out]
        self.killed("train", *common)
        printed = script("train.py", *common)
        self.assertIn("goes on at step 10 of 400", printed)
        # 130 more steps, and one after them.
        self.assertEqual(torch.load(out / "training.pt")["step"], 141)
        # It is timed once; and a training that is over keeps its bytes.
        finished = (out / "training.pt").read_bytes()
        self.assertIn("it was finished at step 141", script("train.py", *common))
        self.assertEqual((out / "training.pt").read_bytes(), finished)

    def test_the_updatable_network_learns_and_goes_on_exactly(self):
        common = ["--rows", self.games, "--quoridor", QUORIDOR, "--batch", 256, "--device", "cpu"]
        whole, parts = self.path / "nnue", self.path / "nnue-parts"
        script("train_nnue.py", *common, "--steps", 40, "--save-every", 20, "--out", whole)
        # The same training, killed after its first checkpoint.
        self.killed("train_nnue", *common, "--steps", 40, "--save-every", 20, "--out", parts)
        script("train_nnue.py", *common, "--steps", 40, "--out", parts)
        for name in ("net.weights", "net.outputs"):
            self.assertEqual((whole / name).read_bytes(), (parts / name).read_bytes(), name)
        # With anything else it is another training.
        for change, name in (("--seed", "seed"), ("--batch", "batch"), ("--steps", "steps")):
            arguments = [*common, "--steps", 40, "--out", parts, change, 7]
            self.refused("train_nnue.py", *arguments, error=f"{parts / 'training.pt'}: {name}: ")
        for name in ("learning-rate", "policy-weight", "teacher-share"):
            arguments = [*common, "--steps", 40, "--out", parts, f"--{name}", 0.5]
            self.refused("train_nnue.py", *arguments, error=f"{parts / 'training.pt'}: {name}: ")
        # What is trained, in floats, is what is written, in integers.
        network = train_nnue.Nnue()
        state = torch.load(whole / "training.pt", weights_only=True)
        network.load_state_dict(state["network"])
        rows, samples, _ = train_nnue.evaluate([self.games], QUORIDOR, None, whole)
        self.assertEqual(len(rows), len(samples))
        octets = train_nnue.octets(samples, "cpu")
        value, policy = network(train_nnue.Batch(octets[:500]).present)
        scores, logits = train_nnue.outputs(network, samples[:500])
        self.assertLess((value / train_nnue.LOG_ODDS - torch.from_numpy(scores)).abs().max(), 1.01)
        self.assertTrue((policy * train_nnue.ONE**2 == torch.from_numpy(logits)).all())
        # Better than knowing nothing.
        loss = train_nnue.measure(network, octets)
        self.assertLess(loss["value"], 0.6931)
        engine = [QUORIDOR, "go", "--agent", f"nnue:weights={whole / 'net.weights'}"]
        answer = subprocess.run([*engine, "--nodes", "500"], check=True, capture_output=True)
        self.assertTrue(answer.stdout)

    def test_another_network_can_teach_the_updatable_one(self):
        small = HERE.parent.parent / "crates/engine/tests/data/small.weights"
        shipped, other = self.path / "evaluated", self.path / "by-another"
        for out in (shipped, other):
            out.mkdir()
        _, ours, _ = train_nnue.evaluate([self.games], QUORIDOR, None, shipped)
        _, others, _ = train_nnue.evaluate([self.games], QUORIDOR, small, other)
        self.assertTrue((ours["features"] == others["features"]).all())
        self.assertFalse((ours["teacher"] == others["teacher"]).all())
        with self.assertRaisesRegex(SystemExit, "samples.bin: network: .* before, .* now"):
            train_nnue.evaluate([self.games], QUORIDOR, small, shipped)
        # As many rows, but others.
        changed = self.path / "changed.bin"
        rows = np.concatenate([self.rows[1:], self.rows[:1]])
        changed.write_bytes(rows.tobytes())
        with self.assertRaisesRegex(SystemExit, "samples.bin: rows: .* before, .* now"):
            train_nnue.evaluate([changed], QUORIDOR, None, shipped)
        (shipped / "samples.json").unlink()
        with self.assertRaisesRegex(SystemExit, "samples.bin: network is not recorded"):
            train_nnue.evaluate([self.games], QUORIDOR, None, shipped)

    def test_rows_and_training_may_share_a_folder(self):
        shared = self.path / "shared"
        shared.mkdir()
        content = (self.games / "rows.bin").read_bytes()
        (shared / "rows.bin").write_bytes(content)
        # A program that is killed while it evaluates: everything is as it was.
        killed = self.path / "killed"
        killed.write_text("#!/bin/sh\nkill -9 $PPID\n")
        killed.chmod(0o755)
        command = [sys.executable, HERE / "train_nnue.py", "--rows", shared, "--out", shared]
        ended = subprocess.run([*command, "--quoridor", killed], capture_output=True)
        self.assertEqual(ended.returncode, -9)
        self.assertEqual(quoridor_rows.files([shared]), [shared / "rows.bin"])
        # Twice: the second time its own files are there.
        small = ["--batch", "64", "--steps", "2", "--device", "cpu", "--quoridor", QUORIDOR]
        for _ in range(2):
            script("train_nnue.py", "--rows", shared, "--out", shared, *small)
            self.assertEqual(quoridor_rows.files([shared]), [shared / "rows.bin"])
            self.assertEqual((shared / "rows.bin").read_bytes(), content)

    def test_a_student_is_best_where_it_agrees_with_its_teacher(self):
        # With nothing but the teacher in the targets, each loss is a cross-entropy: it is the
        # entropy of the teacher where both agree, and larger elsewhere.
        options = types.SimpleNamespace(
            search_share=0.3, policy_weight=1.0, auxiliary_weight=0.0, teacher_share=1.0
        )
        data = features.Data(self.rows[:8], "cpu")
        is_mirrored = torch.zeros(8, dtype=torch.bool)
        batch = train.targets(data, torch.arange(8), is_mirrored, features.mirrored_places())
        network = Network(Shape.parse("1x16x16x4x16")).eval()
        with torch.no_grad():
            output = network(batch["planes"])
        policy, value = output["policy"].softmax(1), output["value"].sigmoid()
        taught = {"policy": policy, "value": value}
        entropy = -(policy * policy.log()).sum(1).mean()
        entropy -= (value * value.log() + (1 - value) * (1 - value).log()).mean()
        agreed = train.loss_of(output, batch, options, taught)
        self.assertAlmostEqual(agreed.item(), entropy.item(), places=5)
        other = {name: 2 * tensor for name, tensor in output.items()}
        self.assertGreater(train.loss_of(other, batch, options, taught).item(), entropy.item())

    def test_teachers_evaluate_a_position_and_its_image_alike(self):
        torch.manual_seed(2)
        data, tables = features.Data(self.rows[:40], "cpu"), features.mirrored_places()
        networks = [Network(Shape.parse("1x16x16x4x16")).eval() for _ in range(2)]
        evaluations = teacher.Evaluations(networks, data.planes, tables)
        place, is_mirrored = torch.tensor([7, 7, 30]), torch.tensor([False, True, True])
        batch = evaluations.of(place, is_mirrored)
        self.assertTrue(torch.equal(batch["policy"][0], batch["policy"][1][tables]))
        # The last one by hand: both networks, the position as it stands and mirrored.
        planes = data.planes[30:31]
        with torch.no_grad():
            outputs = [
                (network(seen.float() / features.ONE), is_image)
                for network in networks
                for seen, is_image in ((planes, False), (features.mirror(planes), True))
            ]
        policy = torch.zeros(features.POLICY_SIZE)
        for output, is_image in outputs:
            for move, probability in enumerate(output["policy"][0].softmax(0)):
                policy[move if is_image else tables[move]] += probability / 4
        value = sum(output["value"][0].sigmoid() for output, _ in outputs) / 4
        self.assertTrue(torch.allclose(batch["policy"][2], policy, atol=1e-4))
        self.assertAlmostEqual(batch["value"][2].item(), value.item(), places=6)

    def test_teachers_compute_as_the_training_does(self):
        data, tables = features.Data(self.rows[:8], "cpu"), features.mirrored_places()
        networks = [Network(Shape.parse("1x16x16x4x16")).eval()]
        whole, half, default = (
            teacher.Evaluations(networks, data.planes, tables, *bfloat16).value
            for bfloat16 in ([False], [True], [])
        )
        self.assertTrue(torch.equal(whole, default))
        self.assertFalse(torch.equal(whole, half))
        torch.testing.assert_close(whole, half, rtol=0, atol=0.05)

    def test_a_numbered_gpu_is_the_current_one(self):
        with unittest.mock.patch.object(torch.cuda, "set_device") as set_device:
            for name in ("cpu", "cpu:0", "cuda", "cuda:1"):
                self.assertEqual(checkpoint.as_current(name), torch.device(name))
        set_device.assert_called_once_with(torch.device("cuda:1"))

    def test_bad_input_gets_one_line(self):
        empty, foreign = self.path / "empty", self.path / "foreign.pt"
        for folder in (empty, self.path / "none"):
            folder.mkdir()
        (empty / "rows.bin").touch()
        foreign.write_bytes(b"nothing of a training")
        damaged = self.path / "rows-damaged.xz"
        script("pack.py", "--rows", self.games, "--out", self.path / "packed-whole")
        packed = (self.path / "packed-whole" / "rows-000.xz").read_bytes()
        damaged.write_bytes(packed[: len(packed) // 2])
        out, gone = self.path / "never", self.path / "gone"
        other = self.path / "other-shape"
        tiny = ["--device", "cpu", "--shape", "1x16x16x4x16"]
        script("train.py", "--rows", self.games, *tiny, "--steps", 1, "--out", other)
        start = other / "training.pt"
        rows, to = ["--rows", self.games], ["--out", out]
        few, too_few = self.path / "few.bin", "--rows: too few games: every tenth game is held out"
        few.write_bytes(self.rows[self.rows["game"] < 9].tobytes())
        of_train = [*rows, *tiny, *to]
        for name, arguments, error in (
            ("train.py", ["--rows", empty, *tiny, *to], f"{empty}: no rows in it"),
            ("train.py", ["--rows", self.path / "none", *tiny, *to], f"{self.path / 'none'}: no r"),
            ("train.py", ["--rows", gone, *tiny, *to], f"{gone}: there is no such file or folder"),
            ("train.py", ["--rows", few, *tiny, *to], too_few),
            ("export.py", ["--rows", few, *to, "--training", start], too_few),
            ("train_nnue.py", ["--rows", few, "--out", self.path / "few", "--quoridor", QUORIDOR],
                too_few),
            ("train.py", ["--rows", foreign, *tiny, *to], f"{foreign}: "),
            ("train.py", ["--rows", damaged, *tiny, *to], f"{damaged}: damaged, or not a file of"),
            ("train.py", [*of_train, "--batch", 0],
                "error: argument --batch: expected an integer of at least 1, got '0'"),
            ("train.py", [*of_train, "--save-every", 0], "error: argument --save-every: expected"),
            ("train.py", [*of_train, "--steps", 0], "error: argument --steps: expected"),
            ("train.py", [*rows, *tiny, "--out", f"/proc/{'x' * 9}"], "/proc/xxxxxxxxx: No such"),
            ("train.py", [*rows, *tiny, "--out", "x" * 300], "error: argument --out: xxx"),
            ("train.py", [*rows, *tiny, "--out", few], f"error: argument --out: {few}: it is a f"),
            ("train.py", [*of_train, "--learning-rate", "nan"], "error: argument --learning-rate"),
            ("train.py", [*of_train, "--search-share", 2], "error: argument --search-share"),
            ("train.py", [*of_train, "--device", "tpu9"], "error: argument --device: expected cpu"),
            ("train.py", [*of_train, "--start", gone], f"error: argument --start: {gone}: there"),
            ("train.py", [*of_train, "--start", foreign], f"{foreign}: damaged, or not the"),
            ("train.py", [*of_train, "--teacher", foreign], f"{foreign}: damaged, or not the"),
            ("train.py", [*rows, *to, "--device", "cpu", "--shape", "1x32", "--start", start],
                f"{start}: its shape is 1x16x16x4x16, not 1x32x32x8x64"),
            ("train.py", [*rows, *to, "--shape", "0x48"], "error: argument --shape: 0x48: a shape"),
            ("train.py", [*rows, *to, "--shape", "4x4x"], "error: argument --shape: 4x4x: a shape"),
            ("train.py", [*rows, *to, "--shape", "4x50"], "error: argument --shape: 4x50: ch"),
            ("export.py", [*rows, *to, "--training", foreign], f"{foreign}: damaged, or not the"),
            ("export.py", [*rows, *to, "--training", gone], "error: argument --training: "),
            ("export.py", [*rows, *to, "--weights", foreign], f"{foreign}: damaged, or not a net."),
            ("export.py", ["--rows", empty, *to, "--training", start], f"{empty}: no rows in it"),
            ("pack.py", ["--rows", empty, *to], f"{empty}: no rows in it"),
            ("train_nnue.py", ["--rows", empty, *to], f"{empty}: no rows in it"),
            ("train_nnue.py", [*rows, *to, "--batch", 0], "error: argument --batch: expected"),
            ("train_nnue.py", [*rows, *to, "--weights", gone], "error: argument --weights: "),
            ("train_nnue.py", [*rows, *to, "--quoridor", gone], f"--quoridor: {gone}: No such"),
        ):
            with self.subTest(name=name, error=error):
                self.refused(name, *arguments, error=error)

    def test_self_play_goes_on_with_the_same_options_only(self):
        training, out = self.path / "player" / "training.pt", self.path / "played"
        tiny = ["--shape", "1x16x16x4x16", "--steps", 1, "--device", "cpu"]
        script("train.py", "--rows", self.games, *tiny, "--out", training.parent)
        common = ["--training", training, "--visits", 4, "--batch", 2, "--groups", 1]
        common += ["--threads", 1, "--device", "cpu", "--out", out]
        wrong = ["--seed", 2**63]
        self.refused("self_play.py", *common, *wrong, error="error: argument --seed: expected an")
        wrong = ["--visits", 10**30]
        self.refused("self_play.py", *common, *wrong, error="--visits or another integer: ")
        self.refused("self_play.py", *common, "--noise", 2, error="noise: expected a number")
        self.refused("self_play.py", *common, "--training", out, error="error: argument --training")
        self.assertFalse(out.exists())
        older = ["--policy-temperature", 1.2, "--c-puct", 2, "--fpu", 0.4]
        printed = script("self_play.py", *common, *older, "--games", 2)
        self.assertIn("2 games, ", printed.splitlines()[-1])
        error = f"{out / 'rows.json'}: c_puct: 2.0 before, "
        self.refused("self_play.py", *common, "--games", 3, error=error)

    def test_few_games_are_evaluated_in_small_batches(self):
        self_play = importlib.import_module("self_play")
        training = HERE.parent.parent / "data/training/4x48-training.pt"
        for games, arguments, batch in (
            (1000, [], 334),
            (1000, ["--groups", "2"], 500),
            (0, [], 1),
            (1000, ["--batch", "64"], 64),
            (10**7, [], 4096),
        ):
            arguments += ["--training", str(training), "--out", "out", "--games", str(games)]
            self.assertEqual(self_play.batch_size(self_play.arguments(arguments)), batch)

    def test_two_trainings_do_not_share_a_folder(self):
        out = self.path / "locked"
        held = run_folder.lock(out)
        common = ["--rows", self.games, "--out", out, "--device", "cpu"]
        problem = f"{out}: another process is at work in this folder"
        self.refused("train.py", *common, "--shape", "1x16x16x4x16", error=problem)
        self.refused("train_nnue.py", *common, error=problem)
        # It is the lock of the command-line program.
        held.close()
        held = run_folder.lock(self.games)
        command = [QUORIDOR, "learn", "self-play", "--games", "40", "--nodes", "60"]
        command += ["--agent", "alphabeta:hash=1", "--out", str(self.games)]
        ended = subprocess.run(command, capture_output=True, text=True)
        self.assertIn("another process is at work in this folder", ended.stderr)
        held.close()

    def test_it_learns_and_integers_are_close(self):
        common = ["--rows", self.games, "--device", "cpu"]
        net = self.path / "net"
        shape = ["--shape", "1x16x16x4x16", "--batch", 128, "--epochs", 6]
        script("train.py", *common, *shape, "--out", net)
        with open(net / "log.csv") as file:
            log = list(csv.DictReader(file))
        self.assertLess(float(log[-1]["policy"]), float(log[0]["policy"]))
        printed = script("export.py", "--training", net / "training.pt", *common, "--out", net)
        exact, whole = [line.split() for line in printed.splitlines()]
        for place in range(2, len(exact), 2):
            self.assertLess(abs(float(exact[place]) - float(whole[place])), 0.05, printed)
        self.assertEqual(exact[1::2], whole[1::2])


class Files(unittest.TestCase):
    """What cannot be written is said in one line."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name)

    def test_a_full_disk_is_one_line_and_changes_nothing(self):
        path = self.path / "training.pt"
        checkpoint.save(path, {"step": 1})
        before = path.read_bytes()
        path.with_name("training.pt.tmp").symlink_to("/dev/full")
        with self.assertRaisesRegex(SystemExit, f"^{path}: No space left on device$"):
            checkpoint.save(path, {"step": 2})
        self.assertEqual(path.read_bytes(), before)
        self.assertEqual(checkpoint.load(path, ["step"]), {"step": 1})

    def test_a_folder_that_cannot_be_locked_is_one_line(self):
        (self.path / "lock").mkdir()
        with self.assertRaisesRegex(SystemExit, f"^{self.path}: Is a directory$"):
            run_folder.lock(self.path)


class Loop(unittest.TestCase):
    """One generation of a small loop."""

    SMALL = """--generations 1 --first-games 30 --first-nodes 20 --first-agent alphabeta:hash=1
        --shape 1x16x16x4x16 --gate-games 4 --gate-nodes 4 --seed 5 --concurrency 2""".split()
    TRAINING = "--steps 6 --batch 64 --device cpu"

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name)
        # What the loop sets.
        self.addCleanup(signal.signal, signal.SIGTERM, signal.getsignal(signal.SIGTERM))

    def words(self, name: str, quoridor: str = QUORIDOR) -> list[str]:
        words = [*self.SMALL, "--training", self.TRAINING, "--quoridor", quoridor]
        return [*words, "--out", str(self.path / name)]

    def run_loop(self, name: str, *arguments, quoridor: str = QUORIDOR):
        command = [sys.executable, str(HERE / "loop.py"), *self.words(name, quoridor), *arguments]
        return subprocess.run(command, capture_output=True, text=True)

    def program(self, stage: str) -> str:
        """A program that takes all options, and has a command of the shell for the first stage."""
        program = self.path / "program"
        early = '--version | *"--minutes 0" | match*'
        program.write_text(f'#!/bin/sh\ncase "$*" in {early}) ;; *) {stage} ;; esac\n')
        program.chmod(0o755)
        return str(program)

    def files(self, name: str) -> list[bytes]:
        names = ("games/rows.bin", "net/net.weights", "net/net.outputs", "gate.json")
        return [(self.path / name / "000" / file).read_bytes() for file in names]

    def check_failure(self, *arguments):
        ended = self.run_loop("failed", *arguments, quoridor=self.program("exit 1"))
        self.assertEqual(ended.returncode, 1)
        log = self.path / "failed" / "000" / "games.log"
        # Ray adds lines of its own.
        self.assertIn(f"{log}: the command failed: no output", ended.stderr.splitlines())
        self.assertNotIn("Traceback", ended.stderr)
        return ended

    def test_every_stage_is_done_once(self):
        ended = self.run_loop("loop")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        stages = [line.split()[-1] for line in ended.stdout.splitlines()[:5]]
        self.assertEqual(stages, ["games", "window", "train", "export", "gate"])
        self.assertIn("passed", json.loads(self.files("loop")[3]))
        again = self.run_loop("loop")
        self.assertEqual(again.stdout.splitlines(), ended.stdout.splitlines()[5:])
        self.assertEqual(len(self.check_failure().stderr.strip().splitlines()), 1)

    def test_games_by_the_training_itself(self):
        variety = "--short-searches 0.5 --resign 0.03 --batch 2 --groups 1 --threads 1"
        games = ["--gpu-games", "--games", "3", "--nodes", "8", f"--variety={variety}"]
        self.assertEqual(self.run_loop("loop", *games).returncode, 0)
        (self.path / "loop" / "000" / "gate.json").write_text('{"passed": true}')
        ended = self.run_loop("loop", *games, "--stage", "games", "--generation", "1")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        rows = features.read([self.path / "loop" / "001" / "games"])
        self.assertEqual(set(rows["game"]), {0, 1, 2})
        self.assertTrue((rows["flags"] & 4).any())
        own = "--noise, --nodes, --games, --variety"
        self.check_early(f"{own}: noise: expected a number", "--gpu-games", "--noise", "7")
        self.check_early(f"{own}: resign: ", *games[:-1], "--variety=--resign 2")

    def check_early(self, message: str, *arguments, name: str = "early"):
        """The loop does not begin. Here, since PyTorch is slow to begin."""
        argv = ["loop.py", *self.words(name), *arguments]
        printed, errors = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(errors):
            with unittest.mock.patch.object(sys, "argv", argv):
                with self.assertRaises(SystemExit) as end:
                    loop.main()
        code = end.exception.code
        line = code if isinstance(code, str) else errors.getvalue().strip()
        self.assertTrue(line.startswith(message), line)
        self.assertNotIn("\n", line)
        self.assertEqual(printed.getvalue(), "")
        self.assertFalse((self.path / name).exists())

    def check_line(self, ended, message: str):
        self.assertNotEqual(ended.returncode, 0)
        printed = ended.stderr.strip()
        self.assertTrue(printed.startswith(message), printed)
        self.assertNotIn("\n", printed)

    def test_other_options_are_refused(self):
        out = self.path / "loop"
        stage = ["--stage", "games", "--generation", "0"]
        self.assertEqual(self.run_loop("loop", *stage).returncode, 0)
        kept = out / "loop.json"
        for option, value in (("--seed", "6"), ("--first-games", "31"), ("--shape", "2x16")):
            ended = self.run_loop("loop", option, value)
            self.check_line(ended, f"{kept}: {option[2:]}: ")
        free = ["--generations", "7", "--concurrency", "1"]
        self.assertEqual(self.run_loop("loop", *stage, *free).returncode, 0)
        kept.unlink()
        ended = self.run_loop("loop")
        self.check_line(ended, f"{kept}: first-agent is not recorded")
        self.assertFalse(kept.exists())

    def test_a_stage_without_what_it_needs_says_so(self):
        out = self.path / "loop"
        for stage, generation, missing, before in (
            ("window", 0, "000/games.done", "--stage games --generation 0"),
            ("train", 0, "000/window.json", "--stage window --generation 0"),
            ("train", 1, "000/train.done", "--stage train --generation 0"),
            ("export", 0, "000/window.json", "--stage window --generation 0"),
            ("gate", 0, "000/net/net.weights", "--stage export --generation 0"),
            ("games", 1, "000/gate.json", "--stage gate --generation 0"),
        ):
            ended = self.run_loop("loop", "--stage", stage, "--generation", str(generation))
            self.check_line(ended, f"{out / missing}: {stage} needs it: run {before} first")
        ended = self.run_loop("loop", "--stage", "games", "--generation", "-1")
        self.check_line(ended, "error: argument --generation: expected an integer of at least 0")
        ended = self.run_loop("loop", quoridor="/not/there")
        self.check_line(ended, "/not/there: No such file or directory")

    def test_what_would_stop_a_later_stage_is_found_before_the_games(self):
        training = str(HERE.parent.parent / "data/training/4x48-training.pt")
        first, later = "--first-agent, --first-nodes, --first-games", "--noise, --nodes, --games, "
        taken = "the loop sets this one: leave it out"
        for arguments, message in (
            (["--gate-sprt", "30"], "--gate-sprt: invalid value '30' for '--sprt"),
            (["--variety=--resign 2"], f"{later}--variety: invalid value '2' for '--resign"),
            (["--noise", "7"], f"{later}--variety: invalid value 'puct:"),
            (["--nodes", "2000000000"], f"{later}--variety: invalid value '2000000000' for"),
            (["--first-agent", "nobody"], f"{first}: invalid value 'nobody' for '--agent"),
            (["--gate-games", "5"], "error: argument --gate-games: expected an even number"),
            (["--shape", "4x50"], "--shape: 4x50: channels and value units are"),
            (["--training", "--stride 6"], "--training: unrecognized arguments: --stride 6"),
            (["--training", "--batch 0"], "--training: argument --batch: expected an integer"),
            (["--training", "--batch 64 --seed 6"], f"error: argument --training: --seed: {taken}"),
            (["--training=--star=x"], f"error: argument --training: --star=x: {taken}"),
            (["--variety=--visits 9"], f"error: argument --variety: --visits: {taken}"),
            (["--start", str(HERE / "loop.py")], f"--start: {HERE / 'loop.py'}: damaged, or not"),
            (["--start", training], f"--start: {training}: its shape is 4x48x32x8x64, not 1x16x16"),
            (["--start", "gone"], "error: argument --start: gone: there is no such file"),
        ):
            with self.subTest(arguments=arguments):
                self.check_early(message, *arguments)
        equals = f"--out: {self.path / 'a=b'}: a player's options cannot name a file in it because"
        self.check_early(equals, name="a=b")
        # Without PyTorch.
        missing = unittest.mock.patch.object(loop.importlib.util, "find_spec", lambda _: None)
        options = loop.arguments(["--out", str(self.path / "early")])
        install = "has no torch: run pip install torch"
        with missing, self.assertRaisesRegex(commands.StageFailed, f"{install}$"):
            loop.loop(options)

    def test_why_a_command_failed_is_reported(self):
        log, file = self.path / "log", self.path / "file"
        file.touch()
        lines = "printf 'begun\\nerror: too few\\nusage: some\\n' >&2; exit 2"
        for command, log, message in (
            (["sh", "-c", lines], log, f"{log}: the command failed: error: too few"),
            (["sh", "-c", "kill -9 $$"], log, f"{log}: the command failed: killed by SIGKILL"),
            (["sh", "-c", "kill -50 $$"], log, f"{log}: the command failed: killed by signal 50"),
            (["/not/there"], log, "/not/there: No such file or directory"),
            # Nothing that the program did.
            (["true"], self.path, f"{self.path}: Is a directory"),
            (["true"], file / "log", f"{file}: File exists"),
        ):
            with self.subTest(message=message):
                with self.assertRaisesRegex(commands.StageFailed, f"^{message}$"):
                    commands.call(*command, log=log)

    def test_a_command_that_outlived_its_loop_has_a_log_of_its_own(self):
        log = self.path / "log"
        with open(log, "w") as outlived:
            commands.call("echo", "new", log=log)
            outlived.write("old")
        self.assertEqual(log.read_text(), "new\n")

    def test_a_signal_ends_the_loop_and_its_command(self):
        process = self.path / "process"
        says_so = f"echo $$ > {process}.tmp; mv {process}.tmp {process}"
        program = self.program(f"{says_so}; exec sleep 99")
        command = [sys.executable, str(HERE / "loop.py"), *self.words("loop", program)]
        for number, name in ((signal.SIGTERM, "SIGTERM"), (signal.SIGINT, "Ctrl-C")):
            with self.subTest(name=name):
                process.unlink(missing_ok=True)
                started = subprocess.Popen(
                    command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
                )
                deadline = time.monotonic() + 120
                while not process.exists():
                    self.assertTrue(started.poll() is None and time.monotonic() < deadline)
                    time.sleep(0.01)
                # The loop alone, as `kill` does.
                started.send_signal(number)
                _, printed = started.communicate()
                self.assertEqual(printed, f"stopped by {name}: the same command goes on\n")
                self.assertEqual(started.returncode, 1)
                # It may be a zombie for a moment.
                with self.assertRaises(ProcessLookupError):
                    while time.monotonic() < deadline:
                        os.kill(int(process.read_text()), 0)
                        time.sleep(0.01)

    def test_two_loops_do_not_share_a_folder(self):
        out = self.path / "loop"
        held = run_folder.lock(out)
        options = loop.arguments(self.words("loop"))
        loop.keep_identity(options)
        with self.assertRaisesRegex(SystemExit, f"^{out}: another process is at work in this fo"):
            loop.loop(options)
        # Stages may run side by side.
        stage = ["--stage", "games", "--generation", "0"]
        games = unittest.mock.patch.object(loop.Generation, "games")
        with games as games, contextlib.redirect_stdout(io.StringIO()):
            loop.loop(loop.arguments([*self.words("loop"), *stage]))
        games.assert_called_once()
        held.close()

    def test_the_first_training_may_begin_with_another_one(self):
        start, other, out = (self.path / name for name in ("start.pt", "other.pt", "loop"))
        start.write_bytes(b"one")
        other.write_bytes(b"another one")
        options = loop.arguments([*self.words("loop"), "--start", str(start)])
        # The loop knows it by its content.
        run_folder.make(out)
        loop.keep_identity(options)
        options.start = other
        problem = f"^{out / 'loop.json'}: start: .* before, .* now: name another folder$"
        with self.assertRaisesRegex(SystemExit, problem):
            loop.keep_identity(options)
        start.rename(other)
        loop.keep_identity(options)
        with unittest.mock.patch.object(loop, "call") as call:
            for number in (0, 1):
                generation = loop.Generation(options, number)
                run_folder.make(generation.folder)
                generation.done("window").write_text("[]")
                generation.train()
        commands_run = [list(run.args) for run in call.call_args_list]
        given = [words[words.index("--start") + 1] for words in commands_run]
        self.assertEqual(given, [other, out / "000" / "net" / "training.pt"])

    def test_checks_and_a_single_stage_run_on_the_cluster_too(self):
        ran = []

        def runner(address):
            def run(function, *arguments, needs_gpu):
                kept = (self.path / "loop.json").exists()
                ran.append((address, function, needs_gpu, kept, *arguments[1:]))

            return run

        arguments = ["--out", str(self.path), "--stage", "games", "--generation", "2"]
        with unittest.mock.patch.object(loop, "runner", runner):
            loop.loop(loop.arguments([*arguments, "--ray", "some:1"]))
        # The options are noted between the checks and the stage.
        checks = ("some:1", loop.check_later_stages, True, False)
        self.assertEqual(ran, [checks, ("some:1", loop.Generation.run, False, True, "games")])

    def test_a_cluster_that_cannot_be_used_is_one_line(self):
        ray = unittest.mock.MagicMock()
        ray.init.side_effect = ConnectionError("no cluster\nat all")
        for module, message in ((None, f"--ray: {sys.executable} has no ray: run pip install ray"),
                                (ray, "--ray: auto: no cluster")):
            with unittest.mock.patch.dict(sys.modules, ray=module):
                with self.assertRaisesRegex(commands.StageFailed, f"^{message}$"):
                    loop.runner("auto")
        # Ray itself would wait.
        message = "^--ray: 127.0.0.1:1: Connection refused$"
        with unittest.mock.patch.dict(sys.modules, ray=ray):
            with self.assertRaisesRegex(commands.StageFailed, message):
                loop.runner("127.0.0.1:1")

    def test_a_local_cluster_is_a_new_one(self):
        ray = unittest.mock.MagicMock()
        ray.cluster_resources.return_value = {}
        with unittest.mock.patch.dict(sys.modules, ray=ray):
            loop.runner("local")
        self.assertEqual(ray.init.call_args.kwargs["address"], "local")

    def test_too_few_kills_are_a_failure(self):
        self.assertIsNone(kills.shortage(20, 20, set()))
        self.assertRegex(kills.shortage(19, 20, set()), "^too few kills: 19 of 20 in ")
        missing = {(1, "gate"), (0, "train")}
        names = "train of generation 0, gate of generation 1"
        self.assertRegex(kills.shortage(20, 20, missing), f"^never killed within {names}: ")

    @unittest.skipUnless(importlib.util.find_spec("ray"), "Ray is not installed")
    def test_stages_on_a_ray_cluster_write_the_same_files(self):
        ended = self.run_loop("ray", "--ray", "local")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertEqual(self.run_loop("alone").returncode, 0)
        self.assertEqual(self.files("ray"), self.files("alone"))
        self.check_failure("--ray", "local")
        # What nodes find before the games is nothing to go on with.
        ended = self.run_loop("early", "--ray", "local", "--training", "--batch 0")
        message = "--training: argument --batch: expected an integer of at least 1, got '0'"
        self.assertIn(message, ended.stderr.splitlines())
        self.assertNotIn("Traceback", ended.stderr)
        self.assertFalse((self.path / "early").exists())


if __name__ == "__main__":
    unittest.main()
