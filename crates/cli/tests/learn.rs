//! Runs that learn, with the real program: killed again and again, they end as if nobody had
//! touched them.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use assert_cmd::cargo::cargo_bin;
use quoridor_test_support::killed_runs_end_alike;

fn quoridor(arguments: &[&str], folder: &Path, concurrency: usize) -> Command {
    let mut command = Command::new(cargo_bin!("quoridor"));
    command.args(arguments).args(["--concurrency", &concurrency.to_string(), "--out"]).arg(folder);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn success(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The measurements of a run, and its progress. (The report names the machine and the command,
/// but not the folder: it is compared too.)
fn files(path: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(path)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap())
        })
        .collect();
    files.sort();
    files
}

fn kill_often(arguments: &[&str], kills: usize) {
    let run = |folder: &Path, concurrency| quoridor(arguments, folder, concurrency);
    killed_runs_end_alike(kills, 23, true, run, files);
}

const EVOLVE: [&str; 7] =
    ["evolve", "--preset", "saadatinia-2020", "--nodes", "60", "--generations", "8"];
const EVALUATION: [&str; 8] =
    ["learn", "evaluation", "--games", "60", "--nodes", "300", "--epochs", "8"];
const PERCEPTRON: [&str; 8] =
    ["learn", "perceptron", "--rounds", "6", "--agents", "5", "--nodes", "30"];
const SELF_PLAY: [&str; 9] = [
    "learn",
    "self-play",
    "--games",
    "240",
    "--nodes",
    "400",
    "--seed",
    "11",
    "--agent=alphabeta:hash=1",
];

#[test]
fn a_killed_evolution_ends_as_if_nobody_had_touched_it() {
    kill_often(&EVOLVE, 6);
    kill_often(&[EVOLVE.as_slice(), &["--optimiser", "cma-es"]].concat(), 3);
}

#[test]
fn a_killed_perceptron_ends_as_if_nobody_had_touched_it() {
    kill_often(&PERCEPTRON, 4);
}

#[test]
fn a_killed_evaluation_ends_as_if_nobody_had_touched_it() {
    kill_often(&EVALUATION, 6);
}

#[test]
fn killed_self_play_ends_as_if_nobody_had_touched_it() {
    kill_often(&SELF_PLAY, 8);
}

/// The result can be played at once, and a damaged file is refused in one line.
#[test]
fn a_learnt_evaluation_can_be_played() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let arguments =
        ["learn", "evaluation", "--games", "10", "--nodes", "300", "--epochs", "1", "--json"];
    let answer: serde_json::Value =
        serde_json::from_str(&success(&quoridor(&arguments, &path, 2).output().unwrap())).unwrap();
    assert_eq!(answer["games"], 10);
    let player = answer["player"].as_str().unwrap();
    assert_eq!(player, format!("alphabeta:evaluation={}", path.join("evaluation.txt").display()));
    let play = || {
        let mut command = Command::new(cargo_bin!("quoridor"));
        command.args(["match", player, "random", "--games", "2", "--nodes", "20"]).output().unwrap()
    };
    assert!(success(&play()).contains("2 games"));
    let file = path.join("evaluation.txt");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("layer 8 32", "layer 8 31")).unwrap();
    let refused = play();
    assert_eq!(refused.status.code(), Some(2));
    let error = String::from_utf8(refused.stderr).unwrap();
    assert!(
        error.contains("evaluation.txt': line 49: \"layer 8 32\" was wanted, not \"layer 8 31\""),
        "{error}"
    );
}

/// A short run of every kind that keeps a folder.
const KINDS: [&[&str]; 6] = [
    &["evolve", "--preset", "saadatinia-2020", "--nodes", "30", "--generations", "2"],
    &["learn", "evaluation", "--games", "6", "--nodes", "100", "--epochs", "1"],
    &["learn", "perceptron", "--rounds", "2", "--agents", "3", "--nodes", "10"],
    &["learn", "imitate", "--actions", "100", "--test-games", "2"],
    &["learn", "qlearn", "--games", "4", "--test-games", "2"],
    &["learn", "self-play", "--games", "2", "--nodes", "50"],
];

/// A file of measurements of which one digit was changed is refused in one line: each file of each
/// kind of run.
#[test]
fn a_changed_file_is_refused() {
    let mut tried = 0;
    for kind in KINDS {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run");
        success(&quoridor(kind, &path, 2).output().unwrap());
        for (name, good) in files(&path) {
            if !(name.ends_with(".csv") || name == "rows.bin" || name == "checkpoint") {
                continue;
            }
            let digits: Vec<usize> =
                (0..good.len()).filter(|&place| good[place].is_ascii_digit()).collect();
            let mut bad = good.clone();
            bad[digits[digits.len() / 2]] ^= 1;
            let file = path.join(&name);
            fs::write(&file, bad).unwrap();
            let output = quoridor(kind, &path, 2).output().unwrap();
            assert_eq!(output.status.code(), Some(1), "{kind:?} {name}: {output:?}");
            let error = String::from_utf8(output.stderr).unwrap();
            assert!(error.starts_with(&format!("error: {}: it", file.display())), "{error}");
            assert_eq!(error.lines().count(), 1, "{error}");
            fs::write(&file, good).unwrap();
            tried += 1;
        }
        // It is the same run again.
        success(&quoridor(kind, &path, 2).output().unwrap());
    }
    assert!(tried >= 16, "{tried}");
}

/// Games of a store can be learnt from, chosen by filters; filters need a store.
#[test]
fn stored_games_are_learnt_from() {
    let folder = tempfile::tempdir().unwrap();
    let (store, path) = (folder.path().join("games.sqlite"), folder.path().join("run"));
    let store = store.to_str().unwrap();
    let mut play = Command::new(cargo_bin!("quoridor"));
    play.args(["match", "hola-2016-heuristic", "hola-2016-path", "--games", "8", "--openings"]);
    success(&play.args(["random:4", "--store", store]).output().unwrap());
    let evaluation = ["learn", "evaluation", "--nodes", "200", "--epochs", "1"];
    let filtered = ["--player", "hola-2016-path", "--min-plies", "10", "--json"];
    let run = |arguments: &[&str]| {
        quoridor(&[&evaluation, arguments, &filtered].concat(), &path, 2).output().unwrap()
    };
    let answer: serde_json::Value =
        serde_json::from_str(&success(&run(&["--from-store", store]))).unwrap();
    assert_eq!(answer["games"], 8);
    assert!(answer["positions"].as_u64().unwrap() > 20, "{answer}");
    // Where its lines end depends on the length of the folder's name.
    let report = fs::read_to_string(path.join("report.md")).unwrap();
    let report = report.split_whitespace().collect::<Vec<_>>().join(" ");
    let command = format!("--from-store {store} --player hola-2016-path --min-plies 10");
    assert!(report.contains(&command), "{report}");
    let alone = run(&[]);
    assert_eq!(alone.status.code(), Some(2));
    assert!(String::from_utf8(alone.stderr).unwrap().contains("--from-store"));
}

#[test]
#[ignore = "takes some minutes"]
fn a_hundred_kills_change_nothing() {
    for (experiment, kills) in
        [(EVOLVE.as_slice(), 30), (&PERCEPTRON, 20), (&EVALUATION, 20), (&SELF_PLAY, 30)]
    {
        print!("{}: ", experiment[..2].join(" "));
        kill_often(experiment, kills);
    }
}

/// The champion can be played at once; more generations go on where fewer ended.
#[test]
fn the_champion_is_a_player() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let json = |generations: &str| -> serde_json::Value {
        let arguments = [
            "evolve",
            "--preset",
            "respall-2018-ga",
            "--nodes",
            "20",
            "--generations",
            generations,
            "--json",
        ];
        serde_json::from_str(&success(&quoridor(&arguments, &path, 2).output().unwrap())).unwrap()
    };
    assert_eq!(json("1")["games"], 90);
    let answer = json("2");
    assert_eq!(answer["generations"].as_array().unwrap().len(), 2);
    let champion = answer["champion"].as_str().unwrap();
    assert!(champion.starts_with("respall-2018-ga:weights="), "{champion}");
    let played = Command::new(cargo_bin!("quoridor"))
        .args(["match", champion, "random", "--games", "2", "--nodes", "20"])
        .output()
        .unwrap();
    assert!(success(&played).contains("2 games"));
}

/// One line each, and exit code 2.
#[test]
fn wrong_use_is_said_in_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("evolution.toml");
    let error = |arguments: &[&str], out: &Path| {
        let output = quoridor(arguments, out, 1).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(text.lines().count(), 1, "{text}");
        text
    };
    let new = folder.path().join("new");
    let unknown = error(&["evolve", "--preset", "psi1"], &new);
    assert!(
        unknown.starts_with(
            "error: no preset is called 'psi1': there are glendenning-2005:digamma1, "
        ),
        "{unknown}"
    );
    fs::write(&config, "population = 3\nplayr = 'random'\n").unwrap();
    let path = config.to_str().unwrap();
    let misspelt = error(&["evolve", "--config", path], &new);
    assert!(misspelt.contains("evolution.toml: line 2: unknown field `playr`"), "{misspelt}");
    let example = fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/examples/evolution.toml"
    ))
    .unwrap();
    fs::write(&config, example.replace("population = 12", "population = 1")).unwrap();
    let one = error(&["evolve", "--config", path], &new);
    assert!(one.ends_with("population = 1: it is from 2 to 1000\n"), "{one}");
    let foreign = error(&["learn", "perceptron"], folder.path());
    assert!(
        foreign.ends_with("the folder is not empty and has no run.toml: name another one\n"),
        "{foreign}"
    );
    assert!(!new.exists());
}
