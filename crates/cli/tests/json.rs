//! The output of every command with `--json` matches its schema in docs/json.schema.json.

use std::path::Path;
use std::{fs, thread};

use assert_cmd::cargo::cargo_bin;
use quoridor_test_support::{Program, Schemas};
use serde_json::Value;

const SCHEMA: &str = include_str!("../../../docs/json.schema.json");
const OPENAPI: &str = include_str!("../../../docs/openapi.json");
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// A command, by its name in the schema, and its arguments without `--json`.
type Case<'a> = (&'a str, Vec<&'a str>);

fn words(text: &str) -> Vec<&str> {
    text.split(' ').collect()
}

#[test]
fn every_answer_matches_its_schema() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (store, other) = (path("games.sqlite"), path("other.sqlite"));
    let (games, bad) = (
        format!("{ROOT}/docs/examples/games.pgn"),
        format!("{ROOT}/docs/examples/one-bad-game.pgn"),
    );
    let (plan, perft) =
        (format!("{ROOT}/docs/examples/tournament.toml"), format!("{ROOT}/data/agreed.perft"));
    let engine = format!("{} engine --agent random", cargo_bin!("quoridor").display());
    let config = path("evolution.toml");
    let evolution = fs::read_to_string(format!("{ROOT}/docs/examples/evolution.toml")).unwrap();
    fs::write(&config, evolution.replace("population = 12", "population = 4")).unwrap();
    let outs: Vec<String> = (0..11).map(|number| path(&format!("run{number}"))).collect();
    // Written by `learn self-play`.
    let rows = format!("{}/rows.bin", outs[7]);
    let [weights, outputs_of_weights] =
        ["weights", "outputs"].map(|kind| format!("{ROOT}/crates/engine/tests/data/small.{kind}"));
    let (puzzles, wrong_puzzle) = (path("puzzles.txt"), path("wrong.txt"));
    fs::write(&wrong_puzzle, "- / - / b1 b2 / 0 0 / 1 / 3x3 ; a1 ; 900\n").unwrap();
    let puzzle = quoridor_puzzles::puzzles()[0].id();
    let race = "- / - / a5 i6 / 0 0 / 1";
    // One after the other, because games are imported before they are shown.
    let stored: Vec<Case<'_>> = vec![
        ("games import", vec!["games", "import", &games, &bad, "--store", &store]),
        ("games list", vec!["games", "list", "--store", &store]),
        ("games show", vec!["games", "show", "1", "--store", &store]),
        ("games export", vec!["games", "export", "--store", &store]),
        ("games explore", vec!["games", "explore", "--store", &store]),
        ("games stats", vec!["games", "stats", "--store", &store]),
        ("games merge", vec!["games", "merge", &store, "--store", &other]),
        ("games check", vec!["games", "check", "--store", &store]),
        ("games repair", vec!["games", "repair", "--store", &other]),
        (
            "match",
            [
                words("match random mertens-2006 --depth 1 --games 4 --sprt 0,10 --store"),
                vec![&store],
            ]
            .concat(),
        ),
        ("games list", vec!["games", "list", "--store", &store, "--tournament", "1"]),
    ];
    let others: Vec<Case<'_>> = vec![
        ("show", words("show --moves e2")),
        ("show", words("show --players 4")),
        ("show", vec!["show", "--position", race]),
        ("show", vec!["show", "--position", "- / - / e9 d4 / 10 10 / 2"]),
        ("agents", words("agents")),
        ("go", words("go --agent mertens-2006:depth=1")),
        ("go", words("go --agent random --players 4")),
        ("go", words("go --agent glendenning-2005 --depth 1 --board 5x5")),
        ("go", words("go --agent respall-2018 --simulations 20")),
        ("perft", words("perft 1 --divide")),
        ("perft", words("perft 2")),
        ("perft --file", vec!["perft", "1", "--max-nodes", "1000", "--file", &perft]),
        ("bench", words("bench --agent random --depth 1")),
        ("convert", vec!["convert", "--to", "hola", &games]),
        ("match", words("match random random random --players 3 --games 3")),
        ("tournament", vec!["tournament", "--config", &plan]),
        ("compliance", vec!["compliance", &engine]),
        (
            "book make",
            [words("book make --lines 1 --plies 4-4 --nodes 2000 --out"), vec![&outs[0]]].concat(),
        ),
        ("solve", words("solve --board 3x3 --walls 1 --verify")),
        ("solve", words("solve --board 2x3 --walls 0")),
        ("solve --value-only", words("solve --board 3x3 --walls 2 --value-only")),
        ("solve --list", words("solve --list")),
        (
            "book explore",
            [words("book explore --positions 3 --nodes 4 --out"), vec![&outs[9]]].concat(),
        ),
        ("book show", words("book show e2")),
        ("grade", words("grade perfect random --board 3x3 --walls 1 --nodes 10 --games 4")),
        ("solve --players", words("solve --board 3x3 --walls 1 --players 3")),
        ("count", words("count --board 3x3 --walls 1 --positions")),
        ("count", words("count --board 3x3 --walls 1")),
        ("count", words("count --board 4x4 --walls 1 --reachable")),
        ("count", words("count --board 4x4 --walls 9 --reachable --max-positions 9999")),
        ("reproduce", words("reproduce")),
        (
            "reproduce NAME",
            [words("reproduce hola-2016-complexity --scale 0.0001 --out"), vec![&outs[1]]].concat(),
        ),
        (
            "evolve",
            vec![
                "evolve",
                "--config",
                &config,
                "--nodes",
                "20",
                "--generations",
                "1",
                "--out",
                &outs[2],
            ],
        ),
        (
            "learn evaluation",
            [words("learn evaluation --games 5 --nodes 100 --epochs 1 --out"), vec![&outs[4]]]
                .concat(),
        ),
        ("reproduce all", [words("reproduce all --scale 0.000001 --out"), vec![&outs[3]]].concat()),
        (
            "learn imitate",
            [
                words("learn imitate --hidden-units 8 --batch 50 --actions 50 --test-games 1"),
                vec!["--out", &outs[5]],
            ]
            .concat(),
        ),
        (
            "learn qlearn",
            [
                words("learn qlearn --hidden-units 8 --games 4 --batch 2 --test-games 1"),
                vec!["--out", &outs[6]],
            ]
            .concat(),
        ),
        (
            "learn perceptron",
            [
                words("learn perceptron --rounds 1 --agents 2 --nodes 30 --move-cap 20"),
                vec!["--out", &outs[8]],
            ]
            .concat(),
        ),
        (
            "puzzles make",
            [
                vec!["puzzles", "make", &games],
                words("--nodes 100 --verification 2 --glance 1 --out"),
                vec![&puzzles],
            ]
            .concat(),
        ),
        ("puzzles check", vec!["puzzles", "check", &puzzles, "--nodes", "100"]),
        ("puzzles check", vec!["puzzles", "check", &wrong_puzzle, "--nodes", "100"]),
        ("puzzles table", vec!["puzzles", "table", &wrong_puzzle]),
        ("puzzles show", vec!["puzzles", "show", &puzzle]),
        (
            "learn self-play",
            [words("learn self-play --agent random --games 2 --out"), vec![&outs[7]]].concat(),
        ),
        ("learn distil", vec!["learn", "distil", "--rows", &rows, "--out", &outs[10]]),
        (
            "learn check",
            vec!["learn", "check", "--weights", &weights, "--outputs", &outputs_of_weights],
        ),
    ];
    thread::scope(|scope| {
        scope.spawn(|| stored.iter().for_each(check));
        scope.spawn(|| others.iter().for_each(check));
    });
    let schema: Value = SCHEMA.parse().unwrap();
    for name in schema["$defs"]["commands"].as_object().unwrap().keys() {
        let is_tried = [&stored, &others].into_iter().flatten().any(|(tried, _)| tried == name);
        assert!(is_tried, "{name} is not tried");
    }
}

fn check((name, arguments): &Case<'_>) {
    let (schema, openapi): (Value, Value) = (SCHEMA.parse().unwrap(), OPENAPI.parse().unwrap());
    let schemas = Schemas { root: &schema, others: &[("openapi.json", &openapi)] };
    let program = Program::new(Path::new(cargo_bin!("quoridor")));
    let output = program.run(&[arguments.as_slice(), &["--json"]].concat());
    let answer: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{arguments:?}: {error}: {output:?}"));
    let wanted = &schema["$defs"]["commands"][name];
    assert!(!wanted.is_null(), "{name} has no schema");
    assert_eq!(schemas.check(wanted, &answer), Ok(()), "{arguments:?}");
}

/// A command that has `--json` and no schema would be noticed.
#[test]
fn every_command_with_json_has_a_schema() {
    let schema: Value = SCHEMA.parse().unwrap();
    let known = schema["$defs"]["commands"].as_object().unwrap();
    let program = Program::new(Path::new(cargo_bin!("quoridor")));
    let mut waiting: Vec<Vec<String>> = vec![Vec::new()];
    let mut found = 0;
    while let Some(command) = waiting.pop() {
        let arguments: Vec<&str> = command.iter().map(String::as_str).collect();
        let help = program.run(&[arguments.as_slice(), &["--help"]].concat()).stdout;
        let help = String::from_utf8(help).unwrap();
        if help.lines().any(|line| line.trim().starts_with("--json")) {
            assert!(known.contains_key(&command.join(" ")), "{command:?} has no schema");
            found += 1;
        }
        let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
        let listed = listed.take_while(|line| line.starts_with("  "));
        for line in listed.filter(|line| !line.starts_with("   ")) {
            let name = line.split_whitespace().next().unwrap();
            if name != "help" {
                waiting.push([command.as_slice(), &[name.to_owned()]].concat());
            }
        }
    }
    assert!(found >= 25, "only {found}");
}
