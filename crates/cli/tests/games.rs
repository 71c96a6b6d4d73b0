//! `quoridor games`: the real program and real files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use assert_cmd::cargo::cargo_bin;
use serde_json::{Value, json};
use tempfile::TempDir;

/// A folder with a store that is not yet there.
struct Games {
    folder: TempDir,
}

impl Games {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn file(&self, name: &str, text: &str) -> String {
        fs::write(self.path(name), text).unwrap();
        self.path(name).to_str().unwrap().to_owned()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(cargo_bin!("quoridor"));
        command.arg("games").args(arguments).arg("--store").arg(self.path("games.sqlite"));
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    fn text(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.text(&[arguments, &["--json"]].concat())).unwrap()
    }

    fn ids(&self, arguments: &[&str]) -> Vec<i64> {
        let answer = self.json(&[&["list"], arguments].concat());
        answer["games"]
            .as_array()
            .unwrap()
            .iter()
            .map(|game| game["id"].as_str().unwrap().parse().unwrap())
            .collect()
    }

    fn fails(&self, arguments: &[&str], code: i32, message: &str) {
        let output = self.run(arguments);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {error}");
        assert!(error.starts_with("error: ") && error.contains(message), "{arguments:?}: {error}");
        assert!(code == 2 || error.lines().count() == 1, "{error}");
    }
}

const GAMES: &str = "[South \"Ann\"]\n[North \"Bob\"]\n[Date \"2026.11.15\"]\n\n1. e2 e8 2. e3 e7 \
                     1-0\n\n\
                     [South \"Bob\"]\n[North \"Ann\"]\n[Date \"2026.11.??\"]\n\n1. d1 {careful} e8 \
                     1/2-1/2\n\n\
                     [South \"Cid\"]\n[North \"Ann\"]\n\n1. f1 e8 2. f2 *\n\n\
                     [South \"Ann\"]\n[West \"Bob\"]\n[North \"Cid\"]\n[Variant \"5x5, 3 players, \
                     2 walls\"]\n\n1. c2 b3 c4 1-0-0\n\n";

#[test]
fn games_are_found() {
    let games = Games::new();
    let file = games.file("games.pgn", GAMES);
    assert_eq!(games.text(&["import", &file]), "games added: 4, there already: 0, bad: 0\n");
    assert_eq!(games.ids(&[]), [1, 2, 3, 4]);
    assert_eq!(games.ids(&["--player", "Ann", "--seat", "South"]), [1, 4]);
    assert_eq!(games.ids(&["--player", "Bob"]), [1, 2, 4]);
    assert_eq!(games.ids(&["--result", "1-0"]), [1]);
    assert_eq!(games.ids(&["--result", "1-0-0"]), [4]);
    assert_eq!(games.ids(&["--result", "*"]), [3]);
    assert_eq!(games.ids(&["--opening", "1. d1 e8"]), [2]);
    assert_eq!(games.ids(&["--opening", "c2", "--variant", "5x5, 3 players, 2 walls"]), [4]);
    // The mirror image of d1 is f1; the exchange of the seats makes it North's step.
    assert_eq!(games.ids(&["--position", "- / - / d1 e8 / 10 10 / 1"]), [2, 3]);
    assert_eq!(games.ids(&["--position", "- / - / e2 f9 / 10 10 / 2"]), [2, 3]);
    assert_eq!(games.ids(&["--min-plies", "3", "--max-plies", "3"]), [3, 4]);
    assert_eq!(games.ids(&["--since", "2026-11-15", "--until", "2026.11.15"]), [1]);
    assert_eq!(games.ids(&["--limit", "2", "--offset", "1"]), [2, 3]);
    assert_eq!(games.json(&["list", "--limit", "1"])["total"], 4);
    assert_eq!(games.text(&["list", "--player", "Dan"]), "no games\n");
    assert_eq!(
        games.text(&["list", "--limit", "1"]),
        "id  date        result  plies  players   end\n1   2026-11-15  1-0     4      Ann, Bob\n\n\
         1 of 4 games: --limit and --offset show others\n"
    );
}

#[test]
fn games_are_shown_and_counted() {
    let games = Games::new();
    games.text(&["import", &games.file("games.pgn", GAMES)]);
    let shown = games.json(&["show", "2"]);
    assert_eq!(shown["players"], json!({ "South": "Bob", "North": "Ann" }));
    assert_eq!(shown["line"]["moves"][0]["comment"], "careful");
    assert_eq!(shown["end"], "- / - / d1 e8 / 10 10 / 1");
    assert!(games.text(&["show", "2"]).starts_with("[South \"Bob\"]\n"));
    games.fails(&["show", "5"], 1, "games.sqlite: there is no game 5");
    let stats = games.json(&["stats"]);
    assert_eq!(
        (&stats["games"], &stats["open"], &stats["draws"]),
        (&json!(4), &json!(1), &json!(1))
    );
    assert_eq!(stats["seats"][0], json!({ "seat": "South", "games": 3, "wins": 2, "points": 2.5 }));
    assert_eq!(stats["plies"], json!({ "shortest": 2, "median": 3.0, "mean": 3.0, "longest": 4 }));
    assert_eq!(
        stats["players"][0],
        json!({ "name": "Ann", "games": 3, "wins": 2, "draws": 1, "points": 2.5 })
    );
    assert!(games.text(&["stats"]).contains("Ann     3      2    1      0     2.5\n"));
}

#[test]
fn what_is_imported_is_exported() {
    let games = Games::new();
    let file = games.file("games.pgn", GAMES);
    games.text(&["import", &file]);
    let exported = games.text(&["export"]);
    let other = Games::new();
    other.text(&["import", &other.file("exported.pgn", &exported)]);
    assert_eq!(other.text(&["export"]), exported);
    assert!(
        exported.contains("1. d1 {careful} 1... e8 1/2-1/2\n")
            && exported.contains("[Date \"2026.11.??\"]\n")
    );
    let two = games.text(&["export", "3", "1"]);
    assert!(two.starts_with("[South \"Cid\"]") && two.matches("[South").count() == 2);
    assert_eq!(games.text(&["export", "--player", "Cid"]).matches("[South").count(), 2);
    games.fails(&["export", "1", "--player", "Ann"], 2, "cannot be used with");
    games.fails(&["export", "9"], 1, "there is no game 9");
    // Once more: nothing is new, unless it is wanted twice.
    assert_eq!(games.text(&["import", &file]), "games added: 0, there already: 4, bad: 0\n");
    assert_eq!(
        games.text(&["import", &file, "--keep-duplicates"]),
        "games added: 4, there already: 0, bad: 0\n"
    );
}

#[test]
fn a_bad_game_is_named_with_its_file_and_line() {
    let games = Games::new();
    let file = games.file("games.pgn", &GAMES.replace("2. e3 e7", "2. e5 e7"));
    let output = games.run(&["import", &file, "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&answer["added"], &answer["problems"][0]["line"]), (&json!(3), &json!(5)));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(
        error.starts_with(&format!("error: {file}: line 5, game 1: 'e5': illegal: ")),
        "{error}"
    );
    // A file that is not there: nothing is imported.
    games.fails(&["import", &file, "nowhere.pgn"], 1, "cannot read nowhere.pgn: ");
    assert_eq!(games.ids(&[]).len(), 3);
}

#[test]
fn stores_that_are_none_are_errors() {
    let games = Games::new();
    games.fails(&["list"], 1, "games.sqlite: there is no such store of games");
    assert!(!games.path("games.sqlite").exists());
    games.file("games.sqlite", GAMES);
    for command in ["list", "stats", "export"] {
        games.fails(
            &[command],
            1,
            "games.sqlite: not a store of games: the file is something else",
        );
    }
    fs::remove_file(games.path("games.sqlite")).unwrap();
    games.text(&["import", &games.file("games.pgn", GAMES)]);
    let whole = fs::read(games.path("games.sqlite")).unwrap();
    fs::write(games.path("games.sqlite"), &whole[..whole.len() / 2]).unwrap();
    games.fails(&["list"], 1, "games.sqlite: the store is damaged (");
    games.fails(&["list", "--result", "2-0"], 2, "not a result: it is 1-0");
    games.fails(&["list", "--since", "yesterday"], 2, "not a date");
    games.fails(&["list", "--opening", "e2 e3"], 2, "--opening: move 2, 'e3': illegal");
}

#[test]
fn the_usual_place_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pgn");
    fs::write(&file, GAMES).unwrap();
    let quoridor = |home: &str, value: &Path| {
        let mut command = Command::new(cargo_bin!("quoridor"));
        command
            .env_remove("XDG_DATA_HOME")
            .env_remove("HOME")
            .env(home, value)
            .args(["games", "import"])
            .arg(&file);
        command.output().unwrap()
    };
    assert!(quoridor("XDG_DATA_HOME", &folder.path().join("data")).status.success());
    assert!(folder.path().join("data/quoridor/games.sqlite").exists());
    assert!(quoridor("HOME", folder.path()).status.success());
    assert!(folder.path().join(".local/share/quoridor/games.sqlite").exists());
    let output = quoridor("XDG_DATA_HOME", Path::new("relative"));
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("error: --store is needed: "));
}

/// An import that is killed again and again is completed by the last one, each game once.
#[test]
fn a_killed_import_is_completed_by_the_next() {
    let games = Games::new();
    let record = |round: usize| {
        format!("[Round \"{round}\"]\n[South \"Ann\"]\n\n1. e2 e8 2. e3 e7 3. e4 e6 4. e3h *\n\n")
    };
    let file = games.file("games.pgn", &(0..5000).map(record).collect::<String>());
    for milliseconds in [5, 20, 50, 80, 120, 160] {
        let mut import = games.command(&["import", &file]).stdout(Stdio::null()).spawn().unwrap();
        thread::sleep(Duration::from_millis(milliseconds));
        import.kill().unwrap();
        import.wait().unwrap();
    }
    games.text(&["import", &file]);
    let exported = games.text(&["export"]);
    let rounds: Vec<&str> = exported.lines().filter(|line| line.starts_with("[Round")).collect();
    assert_eq!(rounds, (0..5000).map(|round| format!("[Round \"{round}\"]")).collect::<Vec<_>>());
}

/// Names with escape sequences, in files and in stores, do not reach a terminal.
#[test]
fn no_name_commands_the_terminal() {
    let games = Games::new();
    let hostile = "Ann\u{1b}]0;owned\u{7}\u{202e}";
    let file = games.file("bad.pgn", &format!("[South \"{hostile}\"]\n\n1. e2 *\n"));
    let output = games.run(&["import", &file]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("line 1, game 1: a control") && error.contains("U+001B"), "{error}");
    // As another program could have stored it.
    let mut store = quoridor_store::Store::open(&games.path("games.sqlite")).unwrap();
    let text = format!("[South \"{hostile}\"]\n\n1. e2 {{{hostile}}} *\n");
    let records = quoridor_core::record::read(&text).with_hidden_characters();
    store.import(records, quoridor_store::Duplicates::Keep, |_| {}).unwrap();
    for arguments in [&["list"][..], &["export"], &["list", "--json"]] {
        let output = games.run(arguments);
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("Ann"), "{arguments:?}: {text}");
        assert_eq!(quoridor_core::hidden_in(&text), None, "{arguments:?}: {text:?}");
    }
}

/// A damaged game is reported and left out; a repair keeps the others.
#[test]
fn damage_is_reported_and_repaired() {
    let games = Games::new();
    games.text(&["import", &games.file("games.pgn", GAMES)]);
    let whole = games.text(&["export"]);
    let copy = games.path("copy.sqlite");
    games.text(&["backup", copy.to_str().unwrap()]);
    games.fails(&["backup", copy.to_str().unwrap()], 1, "copy.sqlite exists already");
    assert_eq!(games.text(&["check"]), "games checked: 4, damage: 0\n");
    // Every 'careful' becomes 'careless': a comment of the second game.
    let path = games.path("games.sqlite");
    let mut bytes = fs::read(&path).unwrap();
    let found: Vec<usize> =
        (0..bytes.len() - 7).filter(|&place| &bytes[place..place + 7] == b"careful").collect();
    found.iter().for_each(|&place| bytes[place..place + 7].copy_from_slice(b"hateful"));
    fs::write(&path, bytes).unwrap();
    let message = "games.sqlite: game 2 is damaged: its checksum differs";
    games.fails(&["check"], 1, message);
    games.fails(&["export"], 1, message);
    games.fails(&["export", "--json"], 1, message);
    games.fails(&["show", "2"], 1, message);
    let exported = String::from_utf8(games.run(&["export"]).stdout).unwrap();
    assert_eq!(exported.matches("[South").count(), 3);
    assert!(!exported.contains("hateful") && whole.contains("careful"));
    let output = games.run(&["repair"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.starts_with("games kept: 3\nthe damaged store: "), "{said}");
    assert_eq!(games.ids(&[]), [1, 3, 4]);
    assert_eq!(games.text(&["export"]), exported);
    assert_eq!(games.text(&["repair"]), "nothing is damaged\n");
    let aside = games.path("games.sqlite.aside.pgn");
    assert!(games.text(&["import", aside.to_str().unwrap()]).starts_with("games added: 1,"));
    assert!(games.path("games.sqlite.damaged").exists());
    fs::rename(&copy, &path).unwrap();
    assert_eq!(games.text(&["export"]), whole);
}
