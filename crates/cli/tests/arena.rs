//! The commands of the arena, in the real program.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use assert_cmd::cargo::cargo_bin;
use quoridor_test_support::{Program, wait_until};
use serde_json::Value;

fn program() -> Program {
    Program::new(cargo_bin!("quoridor"))
}

fn quoridor(arguments: &[&str]) -> Output {
    program().run(arguments)
}

fn json(arguments: &[&str]) -> Value {
    program().json(arguments)
}

fn fails(arguments: &[&str], code: i32, message: &str) {
    program().fails(arguments, code, message);
}

/// A folder that is gone after the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder =
            std::env::temp_dir().join(format!("quoridor-arena-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The records of a file, in an order that does not depend on which game was over first.
fn records(file: &str) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap();
    let mut records: Vec<String> = text.split("[Event ").skip(1).map(str::to_owned).collect();
    records.sort();
    records
}

#[test]
fn a_match_is_the_same_at_any_concurrency() {
    let folder = Folder::new("same");
    let play = |concurrency: &str| {
        let out = folder.file(concurrency);
        let arguments = [
            "match",
            "mertens-2006",
            "random",
            "--games",
            "12",
            "--nodes",
            "300",
            "--json",
            "--out",
            &out,
        ];
        let mut answer = json(&[arguments.as_slice(), &["--concurrency", concurrency]].concat());
        answer["seconds"] = Value::Null;
        (answer, records(&out))
    };
    let alone = play("1");
    assert_eq!(alone.0["games"], 12);
    assert_eq!(alone.1.len(), 12);
    assert_eq!(alone, play("3"));
}

#[test]
fn the_records_of_a_match_are_records() {
    let folder = Folder::new("records");
    let out = folder.file("games.pgn");
    json(&[
        "match",
        "mertens-2006",
        "random",
        "--games",
        "4",
        "--tc",
        "60+1",
        "--depth",
        "1",
        "--board",
        "5x5",
        "--walls",
        "3",
        "--out",
        &out,
        "--json",
    ]);
    let output = quoridor(&["convert", "--to", "standard", &out]);
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.matches("[Result ").count(), 4);
    assert!(
        text.contains("[Variant \"5x5, 2 players, 3 walls\"]")
            && text.contains("[TimeControl \"tc=60+1 depth=1\"]"),
        "{text}"
    );
    assert!(text.contains("[%clk 0:01:0") && text.contains("[%eval "), "{text}");
}

#[test]
fn an_engine_of_our_own_plays_as_the_player_itself() {
    let engine = format!("cmd:'{}' engine --agent mertens-2006", cargo_bin!("quoridor").display());
    let answer = json(&[
        "match",
        &engine,
        "mertens-2006",
        "--games",
        "8",
        "--depth",
        "1",
        "--concurrency",
        "2",
        "--json",
    ]);
    // The same moves from both sides: every pair is even.
    assert_eq!(answer["evidence"]["pairs"], serde_json::json!([0, 0, 4, 0, 0]));
    let four = json(&[
        "match",
        &engine.replace("mertens-2006", "random"),
        "random",
        "random",
        "random",
        "--players",
        "4",
        "--games",
        "4",
        "--json",
    ]);
    assert_eq!(four["games"], 4);
}

/// A program that takes no notice of `ugi`, and one that ends at it.
#[test]
fn programs_that_know_only_uci_play_too() {
    let engine = format!("'{}' engine --agent mertens-2006", cargo_bin!("quoridor").display());
    let silent = format!("cmd:sh -c \"grep -v --line-buffered ^ugi | {engine}\"");
    let ends = format!(
        "cmd:sh -c \"read word; case $word in ugi) exit;; esac; (echo $word; cat) | {engine}\""
    );
    for program in [silent, ends] {
        let answer =
            json(&["match", &program, "mertens-2006", "--games", "4", "--depth", "1", "--json"]);
        assert_eq!(
            answer["evidence"]["pairs"],
            serde_json::json!([0, 0, 2, 0, 0]),
            "{program}: {answer}"
        );
    }
}

#[test]
fn programs_are_set_up_by_the_file() {
    let folder = Folder::new("options");
    let config = folder.file("tournament.toml");
    let program = cargo_bin!("quoridor").display();
    let text = format!(
        "format = \"round-robin\"\nrounds = 2\ndepth = 1\n[[players]]\nplayer = \"cmd:'{program}' \
         engine --agent random\"\n\
         name = \"program\"\noptions = {{ Agent = \"mertens-2006\", Hash = 1 }}\n[[players]]\n\
         player = \"mertens-2006\"\n"
    );
    fs::write(&config, text).unwrap();
    let answer = json(&["tournament", "--config", &config, "--json"]);
    assert_eq!(answer["pairings"][0]["pairs"], serde_json::json!([0, 0, 2, 0, 0]), "{answer}");
}

/// With limits of its own, a player plays as if the limits of all were these.
#[test]
fn players_may_have_limits_of_their_own() {
    let points = |arguments: &[&str]| {
        let answer = json(&[&["match"], arguments, &["--games", "8", "--json"]].concat());
        (answer["players"][0]["points"].clone(), answer["plies"].clone())
    };
    let own = points(&["mertens-2006:depth=2", "mertens-2006:depth=1"]);
    assert_eq!(points(&["mertens-2006@depth=2", "mertens-2006@depth=1"]), own);
    assert_eq!(points(&["mertens-2006@own", "mertens-2006", "--depth", "1"]), own);
    fails(
        &["match", "random@fast", "random"],
        2,
        "invalid value 'random@fast' for '<PLAYER> <PLAYER>...': 'fast' is not a limit",
    );
}

#[test]
fn a_match_in_a_store_goes_on_and_can_be_looked_at() {
    let folder = Folder::new("store");
    let store = folder.file("games.sqlite");
    let play = |games: &str| {
        let mut answer = json(&[
            "match",
            "mertens-2006",
            "random",
            "--depth",
            "1",
            "--games",
            games,
            "--store",
            &store,
            "--json",
        ]);
        answer["seconds"] = Value::Null;
        answer
    };
    let first = play("8");
    assert_eq!(
        (&first["tournament"], &first["games"]),
        (&serde_json::json!(1), &serde_json::json!(8))
    );
    assert_eq!(play("8"), first);
    assert_eq!(play("12")["games"], 12);
    assert_eq!(json(&["games", "stats", "--store", &store, "--json"])["games"], 12);
    assert_eq!(
        json(&["games", "list", "--tournament", "1", "--store", &store, "--json"])["total"],
        12
    );
    let moves = json(&["games", "explore", "--store", &store, "--json"])["moves"].clone();
    let games: u64 = moves.as_array().unwrap().iter().map(|mv| mv["games"].as_u64().unwrap()).sum();
    assert_eq!(games, 12);
    fails(
        &["games", "list", "--tournament", "7", "--store", &store],
        1,
        &format!("{store}: there is no tournament 7"),
    );
    let text = folder.file("not-a-store");
    fs::write(&text, "hello").unwrap();
    fails(
        &["match", "random", "random", "--store", &text],
        1,
        &format!("{text}: not a store of games"),
    );
}

#[test]
fn a_test_ends_when_it_is_proved_however_many_are_played_at_once() {
    let evidence = |concurrency: &str| {
        let players = ["match", "hola-2016-path", "mertens-2006", "--depth", "1", "--json"];
        let answer =
            json(&[players.as_slice(), &["--sprt=-100,0", "--concurrency", concurrency]].concat());
        answer["evidence"].clone()
    };
    let alone = evidence("1");
    assert_eq!(alone["sprt"]["verdict"], "refused");
    assert_eq!(alone, evidence("3"));
}

#[test]
fn an_opening_file_is_played_line_by_line() {
    let folder = Folder::new("openings");
    let file = folder.file("openings.txt");
    fs::write(&file, "# two openings\ne2 e8\n1. d1 d9 2. e1h # a wall\n").unwrap();
    let out = folder.file("games.pgn");
    json(&[
        "match",
        "mertens-2006",
        "hola-2016-path",
        "--depth",
        "1",
        "--games",
        "4",
        "--openings",
        &file,
        "--out",
        &out,
        "--json",
    ]);
    let all = records(&out);
    assert_eq!(all.iter().filter(|record| record.contains("1. e2 e8 ")).count(), 2);
    assert_eq!(all.iter().filter(|record| record.contains("1. d1 d9 2. e1h ")).count(), 2);
    fs::write(&file, "e2 e8\ne2 e7\n").unwrap();
    fails(
        &["match", "random", "random", "--openings", &file],
        2,
        &format!("{file}, line 2: move 2, 'e7': illegal"),
    );
}

#[test]
fn wrong_use_is_told() {
    fails(&["match", "random", "random", "--players", "4"], 2, "2 players are named for 4 seats");
    fails(
        &["match", "random", "random", "--games", "3"],
        2,
        "--games 3: every opening is played 2 times",
    );
    fails(
        &["match", "random", "random", "--position", "- / - / e9 a2 / 10 10 / 2"],
        2,
        "the game is over: South wins",
    );
    fails(&["match", "random", "nobody"], 2, "invalid value 'nobody'");
    fails(&["match", "random", "cmd:/nowhere/engine"], 2, "cannot start /nowhere/engine: ");
    fails(&["match", "random", "random", "--tc", "x"], 2, "invalid value 'x' for '--tc");
    fails(&["match", "random", "random", "--openings", "/nowhere"], 2, "cannot read /nowhere: ");
    fails(
        &["match", "random", "random", "--out", "/nowhere/games.pgn"],
        1,
        "cannot write /nowhere/games.pgn: ",
    );
    fails(
        &["match", "mertens-2006", "random", "random", "--players", "3"],
        2,
        "mertens-2006 cannot play",
    );
    fails(&["tournament", "--config", "/nowhere.toml"], 1, "cannot read /nowhere.toml: ");
    fails(
        &["book", "make", "--agent", "random", "--out", "/nowhere/book"],
        1,
        "random estimates no winning chances",
    );
    fails(&["compliance", "/nowhere/engine"], 2, "cannot start /nowhere/engine: ");
}

#[test]
fn a_program_that_breaks_ends_the_match_or_is_started_again() {
    let arguments = ["match", "cmd:true", "random", "--games", "4"];
    fails(&arguments, 1, "cmd:true: South disconnects; use --recover to restart crashed engines");
    let answer = json(&[arguments.as_slice(), &["--recover", "--json"]].concat());
    assert_eq!(answer["reasons"], serde_json::json!({ "cmd:true disconnects": 4 }));
    assert_eq!(answer["players"][1]["points"], 4.0);
}

#[test]
fn a_program_that_is_no_engine_does_not_comply() {
    let output = quoridor(&["compliance", "true"]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.starts_with("WRONG  answers ugi with its name and ugiok: it ends or hangs up"),
        "{text}"
    );
}

/// The first game is waited for; then the program is told to stop, and prints the table of what
/// there is.
#[test]
fn ctrl_c_ends_a_match_with_its_table() {
    let folder = Folder::new("interrupt");
    let out = folder.file("games.pgn");
    let child = Command::new(cargo_bin!("quoridor"))
        .args(["match", "random", "random", "--games", "10000000", "--out", &out])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_until("the first game", || fs::metadata(&out).is_ok_and(|file| file.len() > 0));
    assert!(
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success()
    );
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let (text, error) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(
        error.starts_with("error: stopped after ") && error.ends_with(" of 10000000 games\n"),
        "{error}"
    );
    assert!(text.starts_with("player      games ") && text.contains("\nElo "), "{text}");
    let finished: usize = error.split_whitespace().nth(3).unwrap().parse().unwrap();
    assert_eq!(records(&out).len(), finished, "{text}");
}

/// Three shards, merged, are the match of one machine: the same games, standings and Elo.
#[test]
fn merged_shards_are_the_whole_match() {
    let folder = Folder::new("shards");
    let game = ["match", "random", "mertens-2006", "--depth", "1", "--games", "14", "--seed", "3"];
    let whole = json(&[game.as_slice(), &["--json"]].concat());
    let stores: Vec<String> =
        (1..=3).map(|shard| folder.file(&format!("{shard}.sqlite"))).collect();
    let mut games = 0;
    for (shard, store) in (1..).zip(&stores) {
        let shard = format!("{shard}/3");
        let part =
            json(&[game.as_slice(), &["--shard", &shard, "--store", store, "--json"]].concat());
        games += part["games"].as_u64().unwrap();
    }
    assert_eq!(games, 14);
    let all = folder.file("all.sqlite");
    let sources: Vec<&str> = stores.iter().map(String::as_str).collect();
    let merged =
        json(&[&["games", "merge"], sources.as_slice(), &["--store", &all, "--json"]].concat());
    assert_eq!(merged, serde_json::json!({ "added": 14, "known": 0, "in_progress": 0 }));
    let pooled = json(&[game.as_slice(), &["--store", &all, "--json"]].concat());
    for key in ["players", "games", "reasons", "evidence", "plies", "first_player"] {
        assert_eq!(pooled[key], whole[key], "{key}");
    }
    let exported = json(&["games", "export", "--store", &all, "--json"]);
    assert_eq!(exported["games"].as_array().unwrap().len(), 14, "nothing was played again");
    assert!(exported["games"][0]["tags"]["White"].is_string());
    fails(&["match", "random", "random", "--shard", "4/3"], 2, "invalid value '4/3'");
}

/// `cat` repeats what it is sent: one finding, not the same one for every check.
#[test]
fn a_deaf_program_gets_one_finding() {
    let output = quoridor(&["compliance", "cat", "--json"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["checks"].as_array().unwrap().len(), 1, "{answer}");
    assert_eq!(answer["wrong"], 1);
}

#[test]
fn converted_games_as_json() {
    let folder = Folder::new("json");
    let file = folder.file("moves.txt");
    fs::write(&file, "1. e2 e8 2. e3h\n\ne2\n").unwrap();
    let answer = json(&["convert", "--to", "hola", "--json", &file]);
    assert_eq!(answer["games"][0]["moves"], serde_json::json!(["u", "d", "h44"]));
    assert_eq!(answer["games"][1]["end"], "- / - / e2 e9 / 10 10 / 2");
    assert_eq!(answer["games"][1]["result"], Value::Null);
    assert_eq!(answer["games"][1]["dialect"], "hola");
}
