//! The real program: answers, exit codes, and what it says about bad input.

use std::io::Read;
use std::process::{Command, Output, Stdio};

use assert_cmd::cargo::cargo_bin;
use quoridor_test_support::Program;
use serde_json::Value;

fn program() -> Program {
    Program::new(cargo_bin!("quoridor"))
}

fn quoridor(arguments: &[&str]) -> Output {
    program().run(arguments)
}

fn quoridor_with_input(arguments: &[&str], input: &str) -> Output {
    program().run_with_input(arguments, input)
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn json(arguments: &[&str]) -> Value {
    program().json(arguments)
}

/// One clear line on the error output, and the exit code.
fn fails(arguments: &[&str], input: &str, code: i32, message: &str) {
    program().fails_with_input(arguments, input, code, message);
}

#[test]
fn show_as_json() {
    let answer = json(&["show", "--json", "--moves", "e2 e8 e3h"]);
    assert_eq!(answer["position"], "e3 / - / e2 e8 / 9 10 / 2");
    assert_eq!(answer["turn"], "North");
    assert_eq!(answer["walls_left"], serde_json::json!({ "South": 9, "North": 10 }));
    assert_eq!(answer["distances"], serde_json::json!({ "South": 8, "North": 8 }));
    assert_eq!(answer["steps"].as_array().unwrap().len(), 4);
    assert_eq!(answer["legal_walls"].as_array().unwrap().len(), 128 - 4);
    assert_eq!(answer["result"], Value::Null);
    let over = json(&["show", "--json", "--position", "- / - / e9 d4 / 10 10 / 2"]);
    assert_eq!(over["result"]["outcome"], "South wins");
    assert_eq!(over["result"]["winner"], "South");
    assert_eq!(over["steps"], serde_json::json!([]));
    assert_eq!(over["legal_walls"], serde_json::json!([]));
    let four = json(&["show", "--json", "--players", "4"]);
    assert_eq!(four["seats"], serde_json::json!(["South", "West", "North", "East"]));
    assert_eq!(four["walls_left"]["East"], 5);
}

#[test]
fn perft_counts() {
    assert_eq!(json(&["perft", "3", "--json"])["nodes"], 2_062_264);
    assert_eq!(json(&["perft", "0", "--json"])["nodes"], 1);
    assert_eq!(json(&["perft", "3", "--json", "--threads", "1"])["nodes"], 2_062_264);
    assert_eq!(json(&["perft", "4", "--json", "--board", "5x5", "--walls", "3"])["nodes"], 794_442);
    let four = json(&["perft", "3", "--json", "--board", "5x5", "--walls", "2", "--players", "4"]);
    assert_eq!(four["nodes"], 31_365);
    assert_eq!(
        json(&["perft", "2", "--json", "--moves", "e2 e8 e3 e7 e4 e6 e5 e6h"])["nodes"],
        15_922
    );
    assert_eq!(
        json(&["perft", "2", "--json", "--position", "e6 / - / e5 e6 / 10 9 / 1"])["nodes"],
        15_922
    );
    // Walls alone, which would be ambiguous: standard notation unless told otherwise.
    assert_eq!(
        json(&["perft", "1", "--json", "--moves", "d1v e1v d3v e3v d5v e5v d7v e7v"])["nodes"],
        97
    );
    for merge in ["--merge", "--merge=equal", "--merge=mirror"] {
        assert_eq!(json(&["perft", "4", "--json", merge])["nodes"], 247_569_030);
        let few = ["perft", "3", "--json", merge, "--max-positions", "10"];
        assert_eq!(json(&few)["nodes"], 2_062_264);
    }
    let long = ["perft", "200", "--board", "3x3", "--walls", "0", "--merge"];
    fails(&long, "", 1, "depth 200: the count exceeds 64 bits");
    let divided = json(&["perft", "2", "--json", "--divide"]);
    let parts = divided["divide"].as_object().unwrap();
    assert_eq!(parts.len(), 131);
    assert_eq!(parts.values().map(|nodes| nodes.as_u64().unwrap()).sum::<u64>(), 16_677);
}

#[test]
fn perft_files() {
    let agreed = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/agreed.perft");
    let answer = json(&["perft", "3", "--file", agreed, "--max-nodes", "400000", "--json"]);
    assert_eq!(answer["wrong"], 0);
    assert!(answer["counts"].as_array().unwrap().len() > 50);

    let file = std::env::temp_dir().join(format!("quoridor-{}.perft", std::process::id()));
    std::fs::write(&file, "name a\nperft 131 16678\n").unwrap();
    let output = quoridor(&["perft", "--file", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("WRONG a depth 2: 16677 nodes, not 16678"), "{output:?}");
    std::fs::write(&file, "name a\nperft x\n").unwrap();
    let named = format!("{}: line 2: after perft there must be", file.display());
    fails(&["perft", "--file", file.to_str().unwrap()], "", 1, &named);
    std::fs::remove_file(&file).unwrap();
    fails(&["perft", "--file", "nowhere.perft"], "", 1, "cannot read nowhere.perft: ");
    fails(&["perft", "--file", "/dev/null"], "", 1, "/dev/null has no counts to compare");
}

#[test]
fn convert_reads_files_and_standard_input() {
    let convert = |arguments: &[&str], input: &str| {
        let output = quoridor_with_input(&[&["convert"], arguments].concat(), input);
        assert!(output.status.success(), "{output:?}");
        stdout(&output).to_owned()
    };
    assert_eq!(
        convert(&["--from", "glendenning", "--to", "standard"], "1.e8 e2 2b.e7"),
        "1. e2 e8 2. e3\n"
    );
    assert_eq!(
        convert(&["--to", "standard"], "1.e8 e2\n2b.e7\n\nu d\n\ntq1 e2"),
        "1. e2 e8 2. e3\n1. e2 e8\n1. e2\n"
    );
    assert_eq!(convert(&["--to", "hola", "-"], "e2 e8"), "u d\n");
    assert_eq!(
        convert(&["--to", "standard", "--as", "position"], "u d"),
        "- / - / e2 e8 / 10 10 / 1\n"
    );
    let record = convert(&["--to", "hola", "--as", "record"], "e2 e8");
    assert_eq!(record, "[Dialect \"hola\"]\n[Result \"*\"]\n\nu d *\n\n");
    assert_eq!(convert(&["--to", "standard", "--as", "moves"], &record), "1. e2 e8\n");
    assert_eq!(
        convert(&["--from", "hola", "--to", "standard"], "u d *"),
        "[Result \"*\"]\n\n1. e2 e8 *\n\n"
    );
    assert_eq!(convert(&["--to", "standard", "--board", "5x5"], "u d"), "1. c2 c4\n");
    assert_eq!(convert(&["--to", "standard"], "//e1e9/10 10/1"), "- / - / e1 e9 / 10 10 / 1\n");
    assert_eq!(convert(&["--to", "standard"], ""), "");
    // A record without a start begins at the given position, with a result or without.
    assert_eq!(
        convert(
            &["--from", "standard", "--to", "hola", "--as", "moves", "--board", "5x5"],
            "1. c2 c4 *"
        ),
        "u d\n"
    );
    // A replay code after another game, and a byte order mark.
    assert_eq!(
        convert(&["--to", "hola"], "\u{feff}e2 e8\n\ntq1#{\"winner\":\"Ka\"} e2 e8\n"),
        "u d\nu d\n"
    );
}

#[test]
fn what_cannot_be_converted_is_named_and_the_rest_is_kept() {
    let output = quoridor_with_input(&["convert", "--to", "hola"], "e2 e8\n\ne2 e9\n\na1h\n\ne2");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stdout(&output), "u d\nu\n");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(
        errors.contains("game at line 3: no dialect fits; read as standard, move 2, 'e9'"),
        "{errors}"
    );
    assert!(errors.contains("game at line 5: ambiguous"), "{errors}");
    fails(
        &["convert", "--to", "standard"],
        "//e1e9/10 10/1\n//e1e9/10/1\n",
        1,
        "line 2: position string: field 4",
    );
    fails(
        &["convert", "--to", "hola", "--as", "moves"],
        "//e1e9/10 10/1",
        1,
        "the position '- / - / e1 e9 / 10 10 / 1' has no moves",
    );
    fails(
        &["convert", "--to", "hola", "--players", "4"],
        "e2 b5",
        1,
        "the hola dialect is for two players",
    );
    fails(&["convert", "--to", "hola", "nowhere.txt"], "", 1, "cannot read nowhere.txt: ");
}

/// A score in a unit of a paper's own says nothing about chances; a lead in steps does.
#[test]
fn only_values_with_a_unit_become_chances() {
    for player in ["saadatinia-2020", "hola-2016-nn"] {
        let answer = json(&["go", "--json", "--agent", player, "--depth", "1"]);
        assert!(answer["value"]["score"].is_f64(), "{player}: {answer}");
        assert_eq!(answer["chance"], serde_json::Value::Null, "{player}: {answer}");
    }
    let answer = json(&["go", "--json", "--agent", "alphabeta", "--depth", "3"]);
    assert!(answer["value"]["steps"].is_f64() && answer["chance"].is_f64(), "{answer}");
}

#[test]
fn go_as_json() {
    let answer =
        json(&["go", "--json", "--agent", "mertens-2006", "--depth", "3", "--moves", "e2 e8"]);
    assert_eq!(answer["player"], "mertens-2006");
    assert_eq!(answer["position"], "- / - / e2 e8 / 10 10 / 1");
    assert_eq!(answer["move"], "e3");
    assert_eq!(answer["value"], serde_json::json!({ "score": 1.0 }));
    assert_eq!(answer["line"], serde_json::json!(["e3", "e7", "e4"]));
    assert_eq!(answer["depth"], 3);
    assert!(answer["nodes"].as_u64().unwrap() > 100 && answer["seconds"].is_f64());
    assert_eq!(answer["root"], serde_json::json!([]));
    let won =
        json(&["go", "--json", "--agent", "mertens-2006", "--position", "- / - / e8 a2 / 0 0 / 1"]);
    assert_eq!((&won["move"], &won["value"]), (&"e9".into(), &serde_json::json!({ "win_in": 1 })));
    let limited = json(&[
        "go",
        "--json",
        "--agent",
        "mertens-2006",
        "--nodes",
        "500",
        "--movetime",
        "600000",
    ]);
    assert_eq!(limited["nodes"], 500);
    let four =
        json(&["go", "--json", "--agent", "random:seed=7", "--players", "4", "--simulations", "1"]);
    assert_eq!((&four["value"], &four["depth"]), (&Value::Null, &0.into()));
}

#[test]
fn agents_as_json() {
    let agents = json(&["agents", "--json"]);
    assert_eq!(agents["champion"], "champion");
    let random = agents["players"]
        .as_array()
        .unwrap()
        .iter()
        .find(|agent| agent["name"] == "random")
        .unwrap();
    assert_eq!(random["summary"], "every legal move is as likely as any other");
    assert_eq!(random["options"][0]["name"], "seed");
    assert_eq!(random["options"][0]["default"], "1");
    assert_eq!(random["options"][0]["help"], "seed of the random numbers");
}

/// A reproduction writes its report and says where it is; the same seed writes the same again, over
/// it.
#[test]
fn reproduce_writes_a_report() {
    let folder = std::env::temp_dir().join(format!("quoridor-reproduce-{}", std::process::id()));
    let out = folder.to_str().unwrap();
    let answer = json(&[
        "reproduce",
        "hola-2016-complexity",
        "--scale",
        "0.01",
        "--seed",
        "7",
        "--out",
        out,
        "--json",
    ]);
    let figures = answer["figures"].as_array().unwrap();
    let layouts = figures
        .iter()
        .find(|figure| figure["what"].as_str().unwrap().starts_with("wall layouts"))
        .unwrap();
    assert_eq!(layouts["here"]["text"], "1,375,968,129,062,134,174,771");
    assert_eq!((&answer["seed"], &layouts["paper"]), (&7.into(), &Value::Null));
    let files: Vec<&str> =
        answer["files"].as_array().unwrap().iter().map(|file| file.as_str().unwrap()).collect();
    // The CPU time is that of all runs together.
    let content = |file: &&str| {
        let text = std::fs::read_to_string(file).unwrap();
        let is_time = |line: &&str| line.contains("CPU time");
        text.lines().filter(|line| !is_time(line)).collect::<Vec<_>>().join("\n")
    };
    let contents = || files.iter().map(content).collect::<Vec<_>>();
    let first = contents();
    assert!(
        first[0].contains("| 1,375,968,129,062,134,174,771 |") && first[0].contains("- seed: 7"),
        "{}",
        first[0]
    );
    assert!(first[1].contains("</html>") && files.len() == 6 && first[5].starts_with("<svg"));
    let again = quoridor(&[
        "reproduce",
        "hola-2016-complexity",
        "--scale",
        "0.01",
        "--seed",
        "7",
        "--out",
        out,
    ]);
    assert!(stdout(&again).starts_with("How large Quoridor is"));
    assert_eq!(contents(), first);
    // Beside the report lie the store of its games and its CPU time.
    assert!(folder.join("hola-2016-complexity.sqlite").exists());
    assert!(folder.join("hola-2016-complexity.cpu-seconds").exists());
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), files.len() + 2);
    // Where a file lies, no folder can be made.
    let file = files[0];
    fails(
        &["reproduce", "hola-2016-complexity", "--scale", "0.01", "--out", file],
        "",
        1,
        &format!("cannot write {file}"),
    );
    std::fs::remove_dir_all(&folder).unwrap();
    let names: Vec<_> = json(&["reproduce", "--json"])
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["name"].clone())
        .collect();
    assert!(
        names.contains(&"hola-2016-complexity".into())
            && names.contains(&"hola-2016-figures".into()),
        "{names:?}"
    );
}

#[test]
fn wrong_use_has_exit_code_two() {
    let wrong: &[(&[&str], &str)] = &[
        (&["perft"], "the following required arguments were not provided"),
        (&["perft", "x"], "invalid value 'x' for '[DEPTH]'"),
        (&["perft", "100000"], "invalid value '100000' for '[DEPTH]'"),
        (&["perft", "1", "--threads", "0"], "invalid value '0' for '--threads <N>'"),
        (
            &["show", "--board", "10x9"],
            "invalid value '10x9' for '--board <WxH>': not a board size",
        ),
        (
            &["show", "--players", "5"],
            "invalid value '5' for '--players <N>': not a number of players",
        ),
        (
            &["show", "--position", "e1"],
            "invalid value 'e1' for '--position <STRING>': position string: 1 field",
        ),
        (
            &["show", "--position", "//e1e9/10 10/1", "--walls", "3"],
            "the argument '--position <STRING>' cannot be used with",
        ),
        (
            &["show", "--moves", "e2 e9"],
            "--moves: move 2, 'e9': illegal: the pawn on e9 cannot go to e9",
        ),
        (
            &["show", "--moves", "e2", "--dialect", "chess"],
            "invalid value 'chess' for '--dialect <DIALECT>': not a dialect",
        ),
        (
            &["go", "--agent", "nobody"],
            "invalid value 'nobody' for '--agent <SPEC>': no player is called 'nobody': there are \
             champion, random",
        ),
        (
            &["engine", "--agent", "random:seed=x"],
            "invalid value 'random:seed=x' for '--agent <SPEC>': seed: expected an integer, got \
             'x'",
        ),
        (&["go", "--position", "- / - / e9 d4 / 10 10 / 2"], "the game is over: South wins"),
        (
            &["go", "--agent", "mertens-2006", "--players", "4"],
            "mertens-2006 cannot play 9x9, 4 players",
        ),
        (
            &["go", "--moves", "e9"],
            "--moves: move 1, 'e9': illegal: the pawn on e1 cannot go to e9",
        ),
        (&["go", "--nodes", "many"], "invalid value 'many' for '--nodes <N>'"),
        (&["convert"], "the following required arguments were not provided"),
        (
            &["reproduce", "hola"],
            "no reproduction is called 'hola': there are eizagirre, glendenning-2005-competitions, \
             glendenning-2005-learning, ",
        ),
        (
            &["reproduce", "hola-2016-complexity", "--scale", "0"],
            "invalid value '0' for '--scale <SHARE>': expected a number from 0.000001 to 1000",
        ),
        (&["shwo"], "unrecognized subcommand 'shwo'"),
    ];
    for (arguments, problem) in wrong {
        fails(arguments, "", 2, problem);
    }
}

#[test]
fn every_subcommand_has_help_with_an_example() {
    let commands = "show perft convert bench go agents engine match tournament compliance book \
                    tune reproduce games completions";
    for command in commands.split(' ') {
        let output = quoridor(&[command, "--help"]);
        assert!(output.status.success() && stdout(&output).contains("Example"), "{command}");
    }
}

#[test]
fn bench_counts_the_same_again() {
    let bench = || {
        json(&["bench", "--agent", "alphabeta:hash=4", "--depth", "3", "--json"])["nodes"]
            .as_u64()
            .unwrap()
    };
    let nodes = bench();
    assert!(nodes > 1_000);
    assert_eq!(bench(), nodes);
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(stdout(&quoridor(&["completions", shell])).contains("quoridor"), "{shell}");
    }
}

/// `quoridor show | head -1` must not end in a panic.
#[test]
fn a_closed_pipe_is_no_failure() {
    for arguments in [&["show"][..], &["completions", "bash"]] {
        let mut child = Command::new(cargo_bin!("quoridor"))
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut error = String::new();
        child.stderr.take().unwrap().read_to_string(&mut error).unwrap();
        assert_eq!((child.wait().unwrap().code(), error.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

/// Devices without an end, and pipes that nobody writes to.
#[cfg(unix)]
#[test]
fn what_never_ends_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let out = out.to_str().unwrap();
    program().fails(
        &["evolve", "--config", "/dev/zero", "--out", out],
        1,
        "/dev/zero: it is larger than 1 MiB",
    );
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let spec = format!("alphabeta:evaluation={}", pipe.display());
    let output = quoridor(&["go", "--agent", &spec, "--nodes", "10"]);
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("not a file"), "{output:?}");
}
