"""Compares the int8 kernels of the engine with ONNX Runtime on the same network, one thread each.

    python python/train/compare_onnx.py --training data/training/4x48-training.pt \\
        --rows runs/games --speed target/release/examples/network_speed

ONNX Runtime gets the network in float32, and quantised by its own tools to int8 (QDQ, calibrated
with 64 of the positions). The engine's speed is that of
`cargo run --release -p quoridor-engine --example network_speed -- FILE`. Both are measured in
turns, several times, by their CPU times, so that other work on the machine matters little; the
ratio of the medians counts. With --shape the weights are random, which does not change the
speed. Needs PyTorch, `onnx` and `onnxruntime`.
"""

import argparse
import resource
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static

import features
import model
from export import CALIBRATED, Quantised
from model import Network, Shape
from run_folder import Parser, at_least, existing_file

POSITIONS = 512


class PolicyAndValue(torch.nn.Module):
    """The outputs that the search needs: planes in, policy and value out."""

    def __init__(self, network: Network):
        super().__init__()
        self.network = network

    def forward(self, planes):
        output = self.network(planes)
        return output["policy"], output["value"]


class Calibration(CalibrationDataReader):
    """Positions for ONNX Runtime's own quantisation."""

    def __init__(self, planes: np.ndarray):
        self.batches = iter([{"planes": planes[at : at + 1]} for at in range(len(planes))])

    def get_next(self):
        return next(self.batches, None)


def session(path: Path) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])


def speed(run, planes: np.ndarray, batch: int) -> float:
    """Positions per second of CPU time."""
    parts = [planes[at : at + batch] for at in range(0, len(planes), batch)]
    run(parts[0])
    begin = time.process_time()
    for part in parts:
        run(part)
    return len(planes) / (time.process_time() - begin)


def engine_speed(program: str, weights: Path) -> float:
    """Positions per second of CPU time, that of the start of the program included."""

    def used() -> float:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    begin = used()
    output = subprocess.run([program, weights], capture_output=True, text=True, check=True).stdout
    return int(output.split()[0]) / (used() - begin)


def load(options: argparse.Namespace) -> Network:
    if options.training is None:
        torch.manual_seed(1)
        network = Network(options.shape)
        # Normalisations begin with equal numbers, of which ONNX keeps one copy, and its quantiser
        # then leaves the convolutions alone.
        for module in network.modules():
            if isinstance(module, torch.nn.BatchNorm2d):
                torch.nn.init.uniform_(module.weight, 0.4, 0.6)
                torch.nn.init.normal_(module.bias, 0, 0.1)
        return network
    return model.load(options.training)


def main() -> None:
    parser = Parser(description=__doc__.splitlines()[0])
    network = parser.add_mutually_exclusive_group(required=True)
    network.add_argument("--training", type=existing_file)
    network.add_argument("--shape", type=Shape.parse, help="like 6x64, with random weights")
    parser.add_argument("--rows", nargs="+", required=True)
    parser.add_argument("--speed", type=existing_file, required=True,
        help="the example network_speed of the engine")
    parser.add_argument("--rounds", type=at_least(1), default=5)
    options = parser.parse_args()
    torch.set_num_threads(1)
    network = load(options)
    network.eval()
    rows = features.read(options.rows)[-20_000:]
    data = features.Data(rows, torch.device("cpu"))
    step = max(1, len(rows) // POSITIONS)
    planes = (data.planes[::step][:POSITIONS].float() / features.ONE).numpy()
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        torch.onnx.export(PolicyAndValue(network), torch.from_numpy(planes[:1]),
                          folder / "float.onnx",
                          input_names=["planes"], output_names=["policy", "value"],
                          dynamic_axes={"planes": {0: "batch"}}, dynamo=False)
        quantize_static(folder / "float.onnx", folder / "int8.onnx", Calibration(planes[:64]),
                        quant_format=QuantFormat.QDQ, activation_type=QuantType.QUInt8,
                        weight_type=QuantType.QInt8, per_channel=True)
        weights = folder / "net.weights"
        weights.write_bytes(Quantised(network, data.planes[:CALIBRATED]).bytes())
        found: dict[str, list[float]] = {}
        sessions = {name: session(folder / f"{name}.onnx") for name in ("float", "int8")}
        for _ in range(options.rounds):
            ours = engine_speed(options.speed, weights)
            found.setdefault("engine int8, one position", []).append(ours)
            for name, runtime in sessions.items():
                for batch in (1, 64):
                    run = lambda part, runtime=runtime: runtime.run(None, {"planes": part})
                    label = f"ONNX Runtime {name}, batch {batch}"
                    found.setdefault(label, []).append(speed(run, planes, batch))
    own = statistics.median(found["engine int8, one position"])
    print(f"onnxruntime {onnxruntime.__version__}")
    for label, speeds in found.items():
        median = statistics.median(speeds)
        print(f"{label:28} {median:9.0f} positions/s   engine is {own / median:5.2f} times as fast")


if __name__ == "__main__":
    main()
