//! The same conversation with the server and with the WebAssembly module: the answers are the same.
//!
//! The module's backend is also run natively, in this process, which needs no built module; under
//! Node it runs as it does in a browser.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use quoridor_store::MemoryGame;
use quoridor_wasm::{Backend, Host, Searcher, Task, search};
use serde_json::{Value, json};

use crate::client::{Conversation, Served};

/// Somebody who answers.
trait Answers {
    fn request(&mut self, method: &str, path: &str, body: &str) -> (u16, Value);
    fn open(&mut self, connection: u64, path: &str);
    fn say(&mut self, connection: u64, message: &Value);
    /// The next message.
    fn hear(&mut self, connection: u64) -> Value;
}

/// The server.
struct Http {
    served: Served,
    connections: BTreeMap<u64, Conversation>,
}

impl Answers for Http {
    fn request(&mut self, method: &str, path: &str, body: &str) -> (u16, Value) {
        let (status, answer) = self.served.exchange(method, path, body);
        (status, serde_json::from_str(&answer).unwrap_or_else(|_| panic!("{path}: {answer}")))
    }

    fn open(&mut self, connection: u64, path: &str) {
        self.connections.insert(connection, self.served.connect(path));
    }

    fn say(&mut self, connection: u64, message: &Value) {
        self.connections.get_mut(&connection).unwrap().say(message);
    }

    fn hear(&mut self, connection: u64) -> Value {
        let text = self.connections.get_mut(&connection).unwrap().hear_text();
        serde_json::from_str(&text).unwrap()
    }
}

thread_local! {
    static EVENTS: RefCell<VecDeque<Value>> = const { RefCell::new(VecDeque::new()) };
    static FOUND: RefCell<Vec<Value>> = const { RefCell::new(Vec::new()) };
}

/// The backend in this process; searches are run when they are asked for.
struct InProcess {
    backend: Backend,
    searcher: Searcher,
    heard: BTreeMap<u64, VecDeque<Value>>,
    /// Why nothing can be stored.
    problem: Option<&'static str>,
}

impl InProcess {
    fn new() -> Self {
        let backend = Backend::new(Host {
            emit: |event| EVENTS.with_borrow_mut(|events| events.push_back(event.clone())),
            now: || {
                static BEGAN: std::sync::LazyLock<std::time::Instant> =
                    std::sync::LazyLock::new(std::time::Instant::now);
                BEGAN.elapsed()
            },
            today: || {
                let now = std::time::SystemTime::now();
                now.duration_since(std::time::UNIX_EPOCH).unwrap().as_secs() / 86_400
            },
            random: || {
                let mut bytes = [7; 16];
                bytes[..8].copy_from_slice(&std::process::id().to_le_bytes().repeat(2));
                bytes
            },
        });
        Self { backend, searcher: Searcher::default(), heard: BTreeMap::new(), problem: None }
    }

    /// Does what the program around the module does with events.
    fn settle(&mut self) {
        while let Some(event) = EVENTS.with_borrow_mut(VecDeque::pop_front) {
            match event["event"].as_str().unwrap() {
                "message" => {
                    let connection = event["connection"].as_u64().unwrap();
                    let heard = self.heard.entry(connection).or_default();
                    heard.push_back(serde_json::from_str(event["text"].as_str().unwrap()).unwrap());
                }
                "search" => {
                    let task: Task = serde_json::from_value(event["of"].clone()).unwrap();
                    let number = event["task"].as_u64().unwrap();
                    search(&mut self.searcher, &task, |message| {
                        FOUND.with_borrow_mut(|found| found.push(message.clone()));
                    });
                    for message in FOUND.take() {
                        self.backend.found(number, &message.to_string());
                    }
                    self.backend.ended(number);
                }
                "keep" => {
                    // What was kept can be read again.
                    let game: MemoryGame = serde_json::from_value(event["row"].clone()).unwrap();
                    assert!(game.is_sound());
                    assert_eq!(json!(game), event["row"]);
                    self.backend.stored(self.problem);
                }
                "cancel" | "closed" => {}
                other => panic!("{other}"),
            }
        }
    }
}

impl Answers for InProcess {
    fn request(&mut self, method: &str, path: &str, body: &str) -> (u16, Value) {
        let (status, answer) = self.backend.request(method, path, body);
        self.settle();
        (status, serde_json::from_str(&answer).unwrap())
    }

    fn open(&mut self, connection: u64, path: &str) {
        self.backend.open(connection, path).unwrap();
    }

    fn say(&mut self, connection: u64, message: &Value) {
        self.backend.say(connection, &message.to_string());
        self.settle();
    }

    fn hear(&mut self, connection: u64) -> Value {
        self.heard.get_mut(&connection).and_then(VecDeque::pop_front).expect("a message")
    }
}

/// The module under Node, with workers as in a browser.
struct Node {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    heard: BTreeMap<u64, VecDeque<Value>>,
}

impl Node {
    fn new(site: &str) -> Self {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../wasm/tests/scripts/converse.mjs");
        let mut process = Command::new("node")
            .args([script, site])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("node starts");
        let input = process.stdin.take().unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        Self { process, input, output, heard: BTreeMap::new() }
    }

    fn send(&mut self, line: &Value) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// Reads lines until one is an answer to a request; messages are put aside.
    fn read(&mut self) -> Option<Value> {
        let mut line = String::new();
        assert!(self.output.read_line(&mut line).unwrap() > 0, "Node ended");
        let line: Value = serde_json::from_str(&line).unwrap();
        if line.get("status").is_some() {
            return Some(line);
        }
        let connection = line["connection"].as_u64().unwrap();
        let message = serde_json::from_str(line["text"].as_str().unwrap()).unwrap();
        self.heard.entry(connection).or_default().push_back(message);
        None
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Answers for Node {
    fn request(&mut self, method: &str, path: &str, body: &str) -> (u16, Value) {
        self.send(&json!({ "method": method, "path": path, "body": body }));
        loop {
            if let Some(answer) = self.read() {
                let text = answer["answer"].as_str().unwrap();
                let status = answer["status"].as_u64().unwrap() as u16;
                return (status, serde_json::from_str(text).unwrap());
            }
        }
    }

    fn open(&mut self, connection: u64, path: &str) {
        self.send(&json!({ "open": connection, "path": path }));
    }

    fn say(&mut self, connection: u64, message: &Value) {
        self.send(&json!({ "say": connection, "text": message.to_string() }));
    }

    fn hear(&mut self, connection: u64) -> Value {
        loop {
            if let Some(message) = self.heard.get_mut(&connection).and_then(VecDeque::pop_front) {
                return message;
            }
            self.read();
        }
    }
}

const RECORDS: &str = "[South \"Ann\"]\n[North \"Bob\"]\n[Date \"2026.11.15\"]\n\n1. e2 e8 {bold} \
                       2. e3h (2. e3 e7) d8 1-0\n\n[South \"Cyd\"]\n[North \"Ann\"]\n\n1. e2 e8 \
                       2. d3v *\n\n[South \"Bad\"]\n\n1. e9 1-0\n";

/// Requests that need no game in progress.
fn requests() -> Vec<(&'static str, String, String)> {
    let post = |path: &str, body: Value| ("POST", path.to_owned(), body.to_string());
    let get = |path: &str| ("GET", path.to_owned(), String::new());
    let wall = json!({ "moves": ["e2", "e8", "d2h"] });
    let mut all = vec![
        post("/api/position", json!({})),
        post("/api/position", json!({ "game": wall })),
        post("/api/position", json!({ "game": { "players": 4, "moves": ["e2"] } })),
        post("/api/position", json!({ "game": { "moves": ["e5"] } })),
        post("/api/position", json!({ "game": { "position": "x" } })),
        post("/api/check", json!({ "move": "e2" })),
        post("/api/check", json!({ "game": wall, "move": "d2h" })),
        post("/api/check", json!({ "move": "z9" })),
        post(
            "/api/setup",
            json!({ "pawns": { "South": "e1", "North": "e9" },
                    "walls_left": { "South": 10, "North": 9 }, "walls": ["e3h"], "turn": "North" }),
        ),
        post("/api/setup", json!({ "pawns": {}, "walls_left": {}, "turn": "x" })),
        get("/api/players"),
        get("/api/lessons"),
        post("/api/lessons/nothing", json!({})),
        post("/api/book", json!({ "game": { "moves": ["e2"] } })),
        get("/api/puzzles"),
        post("/api/puzzle-of-the-day", json!({ "date": "2026-11-17" })),
        post("/api/import", json!({ "text": RECORDS })),
        post("/api/import", json!({ "text": "1. e2 e8 2. e3 e7" })),
        post("/api/import", json!({ "text": "share:bQANQw" })),
        post("/api/import", json!({ "text": "share:bQ" })),
        post("/api/import", json!({ "text": "- / - / e1 e9 / 10 10 / 1" })),
        get("/api/store/games"),
        post("/api/store/games", json!({ "text": RECORDS })),
        post("/api/store/games", json!({ "text": RECORDS })),
        get("/api/store/games/1"),
        get("/api/store/games/2"),
        get("/api/store/games/99"),
        get("/api/store/games/x"),
        get("/api/store/games/1/review"),
        post("/api/explore", json!({})),
        post("/api/explore", json!({ "game": { "moves": ["e2", "e8"] } })),
        get("/api/games/99"),
        get("/api/nothing"),
    ];
    for format in
        ["record", "share", "position", "replay", "standard", "hola", "openspiel", "glendenning"]
    {
        all.push(post("/api/export", json!({ "game": wall, "format": format })));
    }
    for query in [
        "player=Ann",
        "player=Ann&seat=South",
        "seat=North",
        "name=an",
        "name=x&or_players=Bob",
        "result=open",
        "result=South%20wins",
        "opening=e2%20e8%20e3h",
        "min_plies=4",
        "max_plies=3",
        "since=2026-11-15",
        "until=2026-11-14",
        "order=oldest",
        "limit=1&offset=1",
        "position=-%20%2F%20-%20%2F%20e2%20e8%20%2F%2010%2010%20%2F%201",
        "seats=4",
        "limit=501",
        "order=sideways",
        "result=x",
    ] {
        all.push(get(&format!("/api/store/games?{query}")));
    }
    for lesson in quoridor_puzzles::lessons() {
        let moves: Vec<String> =
            lesson.solution().iter().step_by(2).map(ToString::to_string).collect();
        let path = format!("/api/lessons/{}", lesson.name());
        all.push(post(&path, json!({ "moves": moves })));
    }
    all
}

/// A message without fields that differ from one run to the next.
fn without_times(mut message: Value) -> Value {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                for name in ["ms", "speed", "ahead"] {
                    fields.remove(name);
                }
                fields.values_mut().for_each(strip);
            }
            Value::Array(items) => items.iter_mut().for_each(strip),
            // JavaScript writes 1.0 as 1, and the exponential function of the system, of which win
            // probabilities are made, may differ in the last bit.
            Value::Number(number) => {
                *value = json!(format!("{:.10e}", number.as_f64().unwrap_or_default()));
            }
            _ => {}
        }
    }
    strip(&mut message);
    message
}

/// The whole conversation: everything that was answered, in order.
fn converse(with: &mut dyn Answers) -> Vec<String> {
    let mut told = Vec::new();
    for (method, path, body) in requests() {
        let (status, answer) = with.request(method, &path, &body);
        told.push(format!("{method} {path} {body}: {status} {answer}"));
    }
    people(with, &mut told);
    computers(with, &mut told);
    questions(with, &mut told);
    told
}

fn begin(with: &mut dyn Answers, seats: &Value) -> (String, Vec<Value>) {
    let body = json!({ "seats": seats }).to_string();
    let (status, begun) = with.request("POST", "/api/games", &body);
    assert_eq!(status, 201, "{begun}");
    let tokens = begun["tokens"].as_object().unwrap().values().cloned();
    let tokens = tokens.chain((!begun["control"].is_null()).then(|| begun["control"].clone()));
    (begun["game"].as_str().unwrap().to_owned(), tokens.collect())
}

/// The question whose search reports by the clock.
const BY_THE_CLOCK: u64 = 2;

/// Hears until a message is wanted, and notes all of them.
fn hear_until(
    with: &mut dyn Answers,
    connection: u64,
    told: &mut Vec<String>,
    is_wanted: impl Fn(&Value) -> bool,
) {
    loop {
        let message = with.hear(connection);
        let number = message["id"].as_u64();
        // A search may be faster than the word that it waits, and some report by the clock.
        let is_timed = message["type"] == "progress" && number == Some(BY_THE_CLOCK);
        if message["type"] != "queued" && !is_timed {
            told.push(without_times(message.clone()).to_string());
        }
        if is_wanted(&message) {
            return;
        }
    }
}

/// Two people at one screen.
fn people(with: &mut dyn Answers, told: &mut Vec<String>) {
    let seats = json!({ "South": { "human": "Ann" }, "North": { "human": "" } });
    let (game, tokens) = begin(with, &seats);
    with.open(1, &format!("/api/games/{game}/live"));
    with.say(1, &json!({ "type": "join", "tokens": tokens }));
    hear_until(with, 1, told, |message| message["type"] == "state");
    let messages = [
        json!({ "type": "move", "ply": 0, "move": "e2" }),
        json!({ "type": "move", "ply": 1, "move": "e2" }),
        json!({ "type": "move", "ply": 5, "move": "e8" }),
        json!({ "type": "move", "ply": 1, "move": "e8" }),
        json!({ "type": "undo" }),
        json!({ "type": "name", "name": "Bob" }),
        json!({ "type": "dance" }),
        json!({ "type": "pause" }),
        json!({ "type": "draw" }),
        json!({ "type": "decline" }),
        json!({ "type": "resign", "seat": "North" }),
        json!({ "type": "move", "ply": 2, "move": "e3" }),
        json!({ "type": "rematch" }),
        json!({ "type": "ping" }),
    ];
    for (id, mut message) in (100..).zip(messages) {
        message["id"] = json!(id);
        with.say(1, &message);
        hear_until(with, 1, told, |answer| answer["id"] == id);
    }
    for path in ["/api/games/", "/api/store/games/"] {
        let (status, answer) = with.request("GET", &format!("{path}{game}"), "");
        // The times of moves are those of this machine.
        told.push(format!("{path}: {status} {}", answer["moves"]));
    }
    let (_, answer) = with.request("GET", "/api/store/games?result=South%20wins", "");
    told.push(answer.to_string());
}

/// Players that search a fixed number of nodes play the same game everywhere.
fn computers(with: &mut dyn Answers, told: &mut Vec<String>) {
    let pairs = [
        ("alphabeta:level=3,seed=1", "glendenning-2005"),
        ("champion:level=2,seed=3", "alphabeta:level=2,seed=5"),
        ("hola-2016-nn", "respall-2018:simulations=300,seed=2"),
    ];
    for (connection, (south, north)) in (10..).zip(pairs) {
        let seats = json!({ "South": { "computer": south }, "North": { "computer": north } });
        let (game, tokens) = begin(with, &seats);
        with.open(connection, &format!("/api/games/{game}/live"));
        with.say(connection, &json!({ "type": "join", "tokens": tokens }));
        hear_until(with, connection, told, |message| !message["result"].is_null());
    }
}

/// Analyses whose limits are depths and nodes.
fn questions(with: &mut dyn Answers, told: &mut Vec<String>) {
    let game = json!({ "moves": ["e2", "e8", "e3", "e7", "d3h"] });
    let alphabeta = "alphabeta:hash=1";
    let questions = [
        json!({ "type": "analyse", "game": game, "player": alphabeta, "depth": 3, "lines": 2 }),
        json!({ "type": "analyse", "game": game, "depth": 2, "seconds": 600 }),
        json!({ "type": "heat", "game": game, "depth": 1 }),
        json!({ "type": "policy", "game": game }),
        json!({ "type": "review", "game": game, "nodes": 500 }),
        json!({ "type": "heat", "depth": 9 }),
        json!({ "type": "analyse", "player": "nobody" }),
        json!({ "type": "analyse", "seconds": -1 }),
        json!({ "type": "dream" }),
    ];
    with.open(50, "/api/analysis");
    for (id, mut question) in (1..).zip(questions) {
        question["id"] = json!(id);
        with.say(50, &question);
        let is_end = |message: &Value| {
            let word = message["type"].as_str().unwrap_or_default();
            ["done", "heat", "policy", "review", "error"].contains(&word)
        };
        hear_until(with, 50, told, is_end);
    }
}

fn server() -> Http {
    Http { served: Served::new(), connections: BTreeMap::new() }
}

fn compare(one: &[String], other: &[String]) {
    for (one, other) in one.iter().zip(other) {
        assert_eq!(one, other);
    }
    assert_eq!(one.len(), other.len());
    assert!(one.len() > 200, "{} answers", one.len());
}

#[test]
fn the_backend_answers_as_the_server_does() {
    compare(&converse(&mut server()), &converse(&mut InProcess::new()));
}

/// A browser whose disk is full lost the move and the answer to it.
#[test]
fn a_move_that_the_browser_cannot_store_is_taken_back_and_told() {
    let mut page = InProcess::new();
    let seats = json!({ "South": { "human": "Ann" }, "North": { "human": "Bob" } });
    let (game, tokens) = begin(&mut page, &seats);
    page.open(1, &format!("/api/games/{game}/live"));
    page.say(1, &json!({ "type": "join", "tokens": tokens }));
    page.problem = Some("the disk is full");
    let step = json!({ "type": "move", "id": 7, "ply": 0, "move": "e2" });
    page.say(1, &step);
    let answer = page.heard.remove(&1).unwrap().pop_back().unwrap();
    assert_eq!(answer, json!({ "type": "error", "id": 7, "error": "the disk is full" }));
    let (_, state) = page.request("GET", &format!("/api/store/games/{game}"), "");
    assert_eq!(state["plies"], 0, "{state}");
    page.problem = None;
    page.say(1, &step);
    let answer = page.heard.remove(&1).unwrap().pop_back().unwrap();
    assert_eq!(answer, json!({ "type": "ok", "id": 7 }));
}

/// Also that games of fixed nodes are the same natively and in WebAssembly.
#[test]
#[ignore = "needs the site: cargo xtask site --test"]
fn the_module_answers_as_the_server_does() {
    let site = std::env::var("QUORIDOR_SITE").expect("QUORIDOR_SITE names the site");
    compare(&converse(&mut server()), &converse(&mut Node::new(&site)));
}

/// A search that would take ten minutes, ended.
#[test]
#[ignore = "needs the site: cargo xtask site --test"]
fn a_search_of_the_module_stops_at_once() {
    let site = std::env::var("QUORIDOR_SITE").expect("QUORIDOR_SITE names the site");
    let mut node = Node::new(&site);
    node.open(1, "/api/analysis");
    for id in 1..=20 {
        node.say(1, &json!({ "type": "analyse", "id": id, "seconds": 600 }));
        loop {
            if node.hear(1)["type"] == "progress" {
                break;
            }
        }
        node.say(1, &json!({ "type": "stop", "id": id }));
        loop {
            let message = node.hear(1);
            if message["type"] == "done" {
                assert_eq!(message["stopped"], true);
                break;
            }
        }
    }
}
