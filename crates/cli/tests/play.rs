//! `quoridor play --plain`: line by line, by pipes. Tests in a terminal are in `terminal/`.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use assert_cmd::cargo::cargo_bin;
use quoridor_store::{Filter, Store};
use tempfile::TempDir;

/// A folder for the games of one test, gone with it.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn play(&self, arguments: &[&str], input: &str) -> Output {
        let mut command = assert_cmd::Command::new(cargo_bin!("quoridor"));
        command.env("XDG_DATA_HOME", self.path().join("data")).current_dir(self.path());
        command.arg("play").args(arguments).write_stdin(input).output().unwrap()
    }

    /// Its output, if it succeeds.
    fn plain(&self, arguments: &[&str], input: &str) -> String {
        let output = self.play(&[&["--plain"], arguments].concat(), input);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// The records of the games in the store.
    fn kept(&self) -> Vec<String> {
        let path = self.path().join("data/quoridor/games.sqlite");
        let Ok(store) = Store::open_existing(&path) else { return Vec::new() };
        let games = store.list(&Filter::default()).unwrap().games;
        games.iter().map(|game| store.record(game.id).unwrap().write().unwrap()).collect()
    }

    fn path(&self) -> &Path {
        self.0.path()
    }
}

/// The moves of a record.
fn moves(text: &str) -> String {
    let record = quoridor_core::record::read(text).next().unwrap().unwrap();
    let moves = record.main.moves.iter().map(|recorded| recorded.mv.to_string());
    moves.collect::<Vec<_>>().join(" ")
}

#[test]
fn a_whole_game_by_a_pipe() {
    let folder = Folder::new();
    let said = folder.plain(&["--board", "3x3", "--walls", "1"], "a1\nb2h\na2\nc3\na3\nb1\n");
    assert!(said.contains("The game is over. South wins: the pawn is on its goal.\n"), "{said}");
    assert!(said.ends_with("illegal: the game is over: South wins\n"), "{said}");
    assert!(moves(&folder.kept()[0]).ends_with("a1 b2h a2 c3 a3"), "{:?}", folder.kept());
}

#[test]
fn a_game_against_a_player_in_holas_notation() {
    let folder = Folder::new();
    let said = folder.plain(
        &["--board", "5x5", "--walls", "1", "--vs", "hola-2016-path"],
        "u\nh12\nundo\nundo\nundo\n",
    );
    assert!(said.contains("North (hola-2016-path) plays c4.\n"), "{said}");
    // The first wall of the lowest of four rows.
    assert!(said.contains("│━━━━━━━            │\n1 │"), "{said}");
    assert!(said.ends_with("there is no move to take back\n"), "{said}");
}

#[test]
fn illegal_moves_say_why() {
    let folder = Folder::new();
    let said = folder.plain(&["--board", "3x3", "--walls", "1"], "b3\na1h\na1v\nhello\npause\n");
    for line in [
        "illegal: the pawn on b1 cannot go to b3: it can go to a1 c1 b2\n",
        "illegal: it crosses the wall a1h\n",
        "'hello' is neither a move like e2, e3h, u or h44, nor a command: type help\n",
        "pause has no effect in the plain mode\n",
    ] {
        assert!(said.contains(line), "{line} is not in\n{said}");
    }
}

#[test]
fn watching_is_the_same_every_time() {
    let folder = Folder::new();
    let arguments = [
        "--watch",
        "random:seed=3",
        "--watch",
        "hola-2016-heuristic:seed=4",
        "--board",
        "5x5",
        "--walls",
        "3",
    ];
    let (one, other) = (folder.plain(&arguments, ""), folder.plain(&arguments, ""));
    assert_eq!(one, other);
    assert!(one.contains("The game is over. "), "{one}");
    assert_eq!(folder.kept().len(), 2);
}

#[test]
fn four_players_one_of_them_a_person() {
    let folder = Folder::new();
    let arguments = [
        "--players",
        "4",
        "--board",
        "5x5",
        "--vs",
        "random",
        "--vs",
        "hola-2016-path",
        "--side",
        "third",
    ];
    let said = folder.plain(&arguments, "");
    for line in [
        "South (random) plays ",
        "West (hola-2016-path) plays ",
        "North (human): 5 walls",
        "East (hola-2016-path): 5 walls",
    ] {
        assert!(said.contains(line), "{line} is not in\n{said}");
    }
}

#[test]
fn what_was_played_goes_on() {
    let folder = Folder::new();
    folder.plain(&["--board", "5x5"], "c2\nc4\na1h\n");
    let said = folder.plain(&["--continue"], "c3\n");
    assert!(said.contains("South (human): 9 walls"), "{said}");
    assert_eq!(folder.kept().len(), 1);
    assert_eq!(moves(&folder.kept()[0]), "c2 c4 a1h c3");
}

/// Killed after some moves were printed, at any moment: the store is whole, and has all of them.
#[test]
fn killed_at_any_moment() {
    let folder = Folder::new();
    for told in 0..20 {
        let mut child = Command::new(cargo_bin!("quoridor"))
            .args(["play", "--plain", "--watch", "random", "--watch", "random:seed=2"])
            .env("XDG_DATA_HOME", folder.path().join("data"))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let heard: Vec<String> = lines.by_ref().take(told).map(Result::unwrap).collect();
        child.kill().unwrap();
        child.wait().unwrap();
        // Its output before it was killed.
        let heard: Vec<String> = heard.into_iter().chain(lines.map_while(Result::ok)).collect();
        let moves: Vec<&str> =
            heard.iter().filter_map(|line| line.split(" plays ").nth(1)).collect();
        let files = folder.kept();
        assert!(!files.is_empty() || moves.is_empty(), "moves were told, and nothing is kept");
        for text in files {
            let record = quoridor_core::record::read(&text).next().unwrap().unwrap();
            let kept: Vec<String> =
                record.main.moves.iter().map(|played| format!("{}.", played.mv)).collect();
            assert!(
                kept.starts_with(&moves.iter().map(ToString::to_string).collect::<Vec<_>>()),
                "{heard:?}\n{text}"
            );
        }
        let _ = std::fs::remove_dir_all(folder.path().join("data"));
    }
}

#[test]
fn without_a_store_games_are_played_but_not_saved() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("data")).unwrap();
    std::fs::write(folder.path().join("data/quoridor"), "in the way of the folder").unwrap();
    let said = folder.plain(&["--board", "5x5"], "c2\n");
    assert!(said.starts_with("games are not saved: "), "{said}");
    assert!(said.ends_with("North to move.\n"), "{said}");
}

#[test]
fn games_are_in_the_store_from_their_first_move_on() {
    let folder = Folder::new();
    let arguments =
        ["--board", "3x3", "--walls", "1", "--vs", "hola-2016-path", "--store", "my.sqlite"];
    let list = || {
        let mut command = assert_cmd::Command::new(cargo_bin!("quoridor"));
        let listed = command
            .current_dir(folder.path())
            .args(["games", "list", "--json", "--store", "my.sqlite"])
            .output();
        serde_json::from_slice::<serde_json::Value>(&listed.unwrap().stdout).unwrap()
    };
    folder.plain(&arguments, "");
    assert_eq!(list()["total"], 0, "no move was made");
    folder.plain(&arguments, "a1h\nresign\nundo\nresign\n");
    let games = list();
    assert_eq!(games["total"], 1, "{games}");
    let games = &games["games"];
    assert_eq!(
        games[0]["players"],
        serde_json::json!({ "South": "human", "North": "hola-2016-path" })
    );
    assert_eq!(
        (&games[0]["reason"], &games[0]["result"]),
        (&"South resigns".into(), &"0-1".into())
    );
    let said = folder
        .plain(&["--board", "3x3", "--walls", "0", "--store", "no/such/folder.sqlite"], "b2\nb1\n");
    assert!(said.contains("games are not saved: no/such/folder.sqlite: "), "{said}");
    assert!(said.contains("The game is over. "), "{said}");
}

#[test]
fn one_of_four_resigns_and_the_others_play_on() {
    let folder = Folder::new();
    let said = folder.plain(
        &["--players", "4", "--board", "5x5", "--walls", "0"],
        "c2\nresign\nc4\nd3\nc3\nresign\nresign\n",
    );
    assert!(said.contains("West (human): 0 walls, 4 steps to go, out of the game"), "{said}");
    assert!(said.contains("The game is over. South wins: all others have left."), "{said}");
    assert_eq!(moves(&folder.kept()[0]), "c2 pass c4 d3 c3 pass pass");
}

#[test]
fn saved_loaded_and_not_replaced() {
    let folder = Folder::new();
    let said = folder.plain(&["--board", "5x5"], "c2\nsave game.pgn\nc4\nsave game.pgn\nsave\n");
    assert_eq!(said.matches("saved as ").count(), 3, "{said}");
    assert!(folder.path().join("quoridor-1.pgn").exists());
    let said = folder.plain(
        &["--load", "game.pgn"],
        "save game.pgn\nsave! game.pgn\nload game.pgn 2\nload game.pgn 1\n",
    );
    for line in [
        "game.pgn already exists: save! game.pgn replaces it\n",
        "saved as ",
        "game.pgn: there is no game 2: it has 1\n",
    ] {
        assert!(said.contains(line), "{line} is not in\n{said}");
    }
}

#[test]
fn names_and_comments_do_nothing_to_the_terminal() {
    let folder = Folder::new();
    let text = "[South \"\x1b[31mAnn\"]\n\n1. e2 {\x1b]0;owned\x07hello} *\n";
    std::fs::write(folder.path().join("bad.pgn"), text).unwrap();
    let refused = folder.play(&["--plain", "--load", "bad.pgn"], "");
    let said = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(1));
    assert!(said.starts_with("error: bad.pgn: line 1, game 1: ") && said.contains("U+001B"));
    assert!(!said.contains('\x1b') && !said.contains("owned"), "{said:?}");
}

#[test]
fn ascii_is_ascii() {
    let folder = Folder::new();
    let said =
        folder.plain(&["--ascii", "--board", "3x3", "--walls", "1"], "a1h\nhelp\nnotation both\n");
    assert!(said.is_ascii() && said.contains("standard notation and Hola's"), "{said}");
}

#[test]
fn wrong_use() {
    let folder = Folder::new();
    for (arguments, code, message) in [
        (&[][..], 2, "error: this is not a terminal: play with --plain\n"),
        (&["--plain", "--continue"], 1, "error: there is no game to continue: play one first\n"),
        (&["--plain", "--load", "no.pgn"], 1, "error: no.pgn: No such file or directory"),
        (
            &["--plain", "--vs", "random", "--vs", "random"],
            2,
            "error: 2 players are named, and there is room for 1\n",
        ),
        (
            &["--plain", "--vs", "random", "--side", "third"],
            2,
            "error: --side: there are 2 players\n",
        ),
        (
            &["--plain", "--watch", "mertens-2006", "--players", "4"],
            2,
            "error: mertens-2006 cannot play 9x9, 4 players",
        ),
        (
            &["--plain", "--vs", "nobody"],
            2,
            "error: invalid value 'nobody' for '--vs <PLAYER>': no player is called 'nobody'",
        ),
        (
            &["--plain", "--load", "x", "--board", "5x5"],
            2,
            "error: the argument '--load <FILE>' cannot be used with",
        ),
    ] {
        let output = folder.play(arguments, "");
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {error}");
        assert!(error.starts_with(message), "{arguments:?}: {error}");
    }
}

#[test]
fn without_a_place_for_the_store_games_are_not_saved() {
    let mut command = assert_cmd::Command::new(cargo_bin!("quoridor"));
    let output = command
        .env_remove("HOME")
        .env_remove("XDG_DATA_HOME")
        .args(["play", "--plain", "--board", "3x3"])
        .write_stdin("b2\n")
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.starts_with("games are not saved: --store is needed"), "{said}");
}
