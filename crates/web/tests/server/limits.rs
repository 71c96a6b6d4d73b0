//! Every limit of docs/security.md that no other test enforces.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::thread;
use std::time::Duration;

use axum::http::{Method, StatusCode};
use quoridor_test_support::{PATIENCE, wait_for, wait_until};
use quoridor_web::{Config, Rate, ServerLimits};
use serde_json::{Value, json};
use tungstenite::protocol::frame::coding::CloseCode;

use crate::client::{Asked, Conversation, Served, answer};

const MILLISECOND: Duration = Duration::from_millis(1);

fn with(change: impl FnOnce(&mut ServerLimits)) -> Config {
    let mut config = Config::new(2);
    change(&mut config.limits);
    config
}

/// Everything until the other side ends the connection.
fn rest_of(mut stream: TcpStream) -> Vec<u8> {
    let mut rest = Vec::new();
    let _ = stream.read_to_end(&mut rest);
    rest
}

fn humans() -> Value {
    json!({ "South": { "human": "Ann" }, "North": { "human": "Bob" } })
}

#[test]
fn connections_have_a_limit_in_all() {
    // Those of a proxy have no share of an address.
    let proxies = vec!["127.0.0.1".parse().unwrap()];
    let served = Served::with(Config { proxies, ..with(|limits| limits.connections = 3) });
    let (game, begun) = served.begin(&humans());
    let path = format!("/api/games/{game}");
    let mut player = served.join(&game, &[&begun["tokens"]["South"]]);
    let idle = [(); 2].map(|()| TcpStream::connect(served.address).unwrap());
    // The fourth asks before a move is made, and is heard after it, when there is room.
    let waiting = served.open(&served.request("GET", &path, ""));
    player.play(0, "e2");
    drop(idle);
    let (status, state) = answer(waiting).unwrap();
    assert_eq!(status, 200, "{state}");
    assert!(state.contains(r#""moves":["e2"]"#), "{state}");
}

/// Idle analysis sockets of one address took all 2,000 connections.
#[test]
fn one_address_cannot_take_all_connections() {
    let served = Served::with(with(|limits| limits.connections_per_address = 3));
    let mut open: Vec<_> = (0..3).map(|_| served.connect("/api/analysis")).collect();
    assert_eq!(served.exchange_or_end("GET", "/api/health", ""), None);
    open.pop();
    wait_until("an answer", || served.exchange_or_end("GET", "/api/health", "") == Some(200));
}

/// Behind a proxy, the addresses that it names have their shares.
#[test]
fn addresses_behind_a_proxy_have_their_own_shares() {
    let mut config = with(|limits| limits.connections_per_address = 2);
    config.proxies = vec!["127.0.0.1".parse().unwrap()];
    let served = Served::with(config);
    let open = |forwarded: &str| {
        let header = format!("X-Forwarded-For: {forwarded}\r\n");
        let mut stream = served.open_socket("/api/analysis", &header);
        let mut head = [0; 12];
        stream.read_exact(&mut head).unwrap();
        (String::from_utf8_lossy(&head[9..]).into_owned(), stream)
    };
    let first: Vec<_> = (0..3).map(|_| open("198.51.100.1, 192.0.2.1")).collect();
    let codes: Vec<&str> = first.iter().map(|(code, _)| code.as_str()).collect();
    // Entries before the proxy's own are not trusted.
    assert_eq!(codes, ["101", "101", "429"]);
    assert_eq!(open("198.51.100.1, 192.0.2.2").0, "101");
}

#[test]
fn a_request_that_takes_too_long() {
    // It waits for its turn, which never comes.
    let asked = Asked::with(with(|limits| {
        (limits.imports, limits.request_time) = (0, 10 * MILLISECOND);
    }));
    let (status, answer) = asked.ask(Method::POST, "/api/import", Some(r#"{"text": "e2"}"#));
    assert_eq!(status, StatusCode::REQUEST_TIMEOUT);
    assert_eq!(answer["error"], "the request took more than 0.01 seconds");
}

/// 1 MiB of results took 1.7 GB of memory.
#[test]
fn answers_to_imports_have_pages() {
    let asked = Asked::new();
    let answer = asked.post("/api/import", &json!({ "text": "* ".repeat(520_000) }));
    assert_eq!(answer["total"], 520_000);
    assert_eq!(answer["games"].as_array().unwrap().len(), 200);
    assert_eq!(answer["next"], 200);
    // All pages together are all games.
    let text: String = (0..450).map(|game| format!("1. e2 {{{game}}} *\n\n1. e5 *\n\n")).collect();
    let (mut offset, mut seen) = (json!(0), Vec::new());
    while !offset.is_null() {
        let page = asked.post("/api/import", &json!({ "text": text, "offset": offset }));
        assert_eq!(page["total"], 450);
        let problems = page["problems"].as_array().unwrap();
        assert_eq!((problems.len(), &problems[100]["text"]), (101, &json!("and 350 more games")));
        let comment =
            |game: &Value| game["line"]["moves"][0]["comment"].as_str().unwrap().to_owned();
        seen.extend(page["games"].as_array().unwrap().iter().map(comment));
        offset = page["next"].clone();
    }
    let all: Vec<String> = (0..450).map(|game| game.to_string()).collect();
    assert_eq!(seen, all);
    let long: String = (0..30).map(|_| format!("{} *\n\n", "e2 e8 e1 e9 ".repeat(250))).collect();
    let page = asked.post("/api/import", &json!({ "text": long }));
    assert_eq!(page["games"].as_array().unwrap().len(), 20, "a thousand moves each");
}

#[test]
fn a_request_stores_only_so_many_games() {
    let asked = Asked::with(with(|limits| limits.games_kept = 30));
    let text: String = (0..40).map(|game| format!("1. e2 {{{game}}} *\n\n")).collect();
    let answer = asked.post("/api/store/games", &json!({ "text": text }));
    assert_eq!(answer["added"], 30);
    assert_eq!(answer["problems"][0]["text"], "only the first 30 games were read");
}

/// Legal moves of 500 KiB kept everybody waiting.
#[test]
fn games_of_files_have_a_length() {
    let asked = Asked::new();
    let moves = "e2 e8 e1 e9 ".repeat(40_000);
    for text in [moves.clone(), format!("tq1 {moves}")] {
        let line = asked.refuse("/api/import", &json!({ "text": text }));
        assert_eq!(line, "text: a game has at most 5000 moves here");
    }
    let record = json!({ "text": format!("{moves} *\n\n1. e2 *") });
    let read = asked.post("/api/import", &record);
    assert_eq!(read["problems"][0]["text"], "game 1: it has more than 5000 moves");
    assert_eq!(read["total"], 1);
    let kept = asked.post("/api/store/games", &record);
    assert_eq!(kept["added"], 1);
    assert_eq!(
        kept["problems"][0]["text"],
        "game 1: the store cannot keep a game of more than 5000 moves"
    );
}

#[test]
fn imports_of_one_address_wait_in_a_short_queue() {
    let config = with(|limits| {
        (limits.imports, limits.imports_per_address) = (0, 2);
        limits.request_time = PATIENCE;
    });
    let served = Served::with(config);
    let request = served.request("POST", "/api/import", r#"{"text": "e2"}"#);
    let mut open: Vec<TcpStream> = (0..3).map(|_| served.open(&request)).collect();
    // Two wait for turns that never come.
    let is_answered = |stream: &TcpStream| {
        stream.set_nonblocking(true).unwrap();
        let is_answered = stream.peek(&mut [0]).is_ok();
        stream.set_nonblocking(false).unwrap();
        is_answered
    };
    let refused = wait_for(|| open.iter().position(is_answered), || "a refusal");
    assert_eq!(answer(open.swap_remove(refused)).unwrap().0, 503);
    assert!(!open.iter().any(is_answered));
}

/// The longest import that is possible, and moves of another game before it is through.
#[test]
fn an_import_lets_moves_through() {
    let served = Served::with(with(|limits| {
        limits.moves_written = 20;
        // The test asks again and again how far the import is.
        limits.requests = Rate::new(1e9, 1e9);
    }));
    let text: String = (0..5000).map(|game| format!("1. e2 {{{game}}} e8 2. e3 *\n\n")).collect();
    let (game, begun) = served.begin(&humans());
    let tokens = [&begun["tokens"]["South"], &begun["tokens"]["North"]];
    let mut player = served.join(&game, &tokens);
    thread::scope(|scope| {
        let import = scope.spawn(|| served.post("/api/store/games", &json!({ "text": text })));
        while served.get("/api/store/games?limit=1")["total"].as_u64().unwrap() < 10 {
            assert!(!import.is_finished());
        }
        for (ply, mv) in ["e2", "e8", "e3", "e7"].into_iter().enumerate() {
            player.play(ply, mv);
        }
        assert!(!import.is_finished(), "the moves were acknowledged while it went on");
        assert_eq!(import.join().unwrap()["added"], 5000);
    });
}

/// 800,000 empty fragments are one message that never ends.
#[test]
fn empty_fragments_are_cut_off() {
    let served = Served::new();
    let mut stream = served.open_socket("/api/analysis", "");
    // The beginning of a text, then fragments of nothing, all masked with zeros.
    let mut bytes = vec![0x01, 0x80, 0, 0, 0, 0];
    bytes.extend([0x00, 0x80, 0, 0, 0, 0].repeat(800_000));
    // It is cut off before all of them are sent.
    assert!(stream.write_all(&bytes).is_err() || stream.read_to_end(&mut Vec::new()).is_err());
    assert_eq!(served.get("/api/health")["ok"], true);
}

#[test]
fn a_client_that_does_not_read_is_disconnected() {
    let served = Served::with(with(|limits| {
        (limits.outbox, limits.send_time) = (16, 50 * MILLISECOND);
        limits.messages = Rate::new(1e9, 1e9);
    }));
    let (game, begun) = served.begin(&humans());
    let mut player = served.join(&game, &[&begun["tokens"]["South"]]);
    let mut slow = served.open_socket(&format!("/api/games/{game}/live"), "");
    let join = br#"{"type":"join","tokens":[]}"#;
    slow.write_all(&[&[0x81, 0x80 | join.len() as u8, 0, 0, 0, 0][..], join].concat()).unwrap();
    player.hear_until(|message| message["spectators"] == 1);
    // Each makes the server tell everybody; the other one does not read.
    let mut is_gone = false;
    for id in 0.. {
        let command = ["draw", "decline"][id % 2];
        player.say(&json!({ "type": command, "id": id }));
        player.hear_until(|message| {
            is_gone |= message["spectators"] == 0;
            message["id"] == id
        });
        if is_gone {
            break;
        }
    }
}

#[test]
fn a_socket_that_does_not_answer_pings_is_closed() {
    let served = Served::with(with(|limits| {
        (limits.ping, limits.silence) = (10 * MILLISECOND, 1000 * MILLISECOND);
    }));
    let heard = rest_of(served.open_socket("/api/analysis", ""));
    assert!(heard.windows(2).any(|bytes| bytes == [0x89, 0]), "a ping");
}

#[test]
fn who_does_not_join_is_disconnected() {
    let served = Served::with(with(|limits| limits.introduction = 20 * MILLISECOND));
    let (game, _) = served.begin(&humans());
    let heard = rest_of(served.open_socket(&format!("/api/games/{game}/live"), ""));
    assert!(String::from_utf8_lossy(&heard).starts_with("HTTP/1.1 101"));
}

#[test]
fn idle_analysis_sockets_are_closed() {
    let served = Served::with(with(|limits| {
        // The busy one must have asked before.
        (limits.ping, limits.idle) = (10 * MILLISECOND, 2000 * MILLISECOND);
    }));
    // It must not answer pings: an answer to a server that has gone hides what that said last.
    let idle = served.open_socket("/api/analysis", "");
    let mut busy = served.connect("/api/analysis");
    busy.say(&json!({ "type": "analyse", "id": 1, "seconds": 600 }));
    let away = [&u16::from(CloseCode::Away).to_be_bytes()[..], b"idle:"].concat();
    assert!(rest_of(idle).windows(away.len()).any(|bytes| bytes == away));
    busy.hear_type("progress");
}

#[test]
fn questions_that_are_open_have_a_limit() {
    let served = Served::with(with(|limits| limits.questions = 2));
    let mut conversation = served.connect("/api/analysis");
    for id in 1..=3 {
        conversation.say(&json!({ "type": "analyse", "id": id, "seconds": 600 }));
    }
    let refused = conversation.hear_type("error");
    assert_eq!(refused["id"], 3);
    assert_eq!(refused["error"], "2 questions are open: stop one or wait for an answer");
}

#[test]
fn limits_of_questions_are_checked() {
    let served = Served::new();
    let mut conversation = served.connect("/api/analysis");
    for (question, line) in [
        (json!({ "seconds": 601 }), "seconds: more than 0, at most 600"),
        (json!({ "seconds": 0 }), "seconds: more than 0, at most 600"),
        (json!({ "lines": 21 }), "lines: 1 to 20"),
    ] {
        let mut message = json!({ "type": "analyse", "id": 1 });
        message.as_object_mut().unwrap().extend(question.as_object().unwrap().clone());
        assert_eq!(conversation.answer(&message)["error"], line);
    }
}

#[test]
fn an_address_that_asks_too_much_is_refused() {
    let served = Served::with(with(|limits| limits.requests = Rate::new(5.0, 0.0)));
    let codes: Vec<u16> = (0..7).map(|_| served.exchange("GET", "/api/players", "").0).collect();
    assert_eq!(codes, [200, 200, 200, 200, 200, 429, 429]);
}

/// A request by way of a proxy, for somebody.
fn proxied(served: &Served, method: &str, path: &str, body: &str, client: &str) -> u16 {
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: quoridor.example\r\nOrigin: https://quoridor.example\r\n\
         X-Forwarded-For: {client}\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n",
        body.len()
    );
    served.raw(&format!("{head}{body}")).0
}

fn public(change: impl FnOnce(&mut ServerLimits)) -> Served {
    let mut config = with(change);
    config.public = Some("https://quoridor.example".parse().unwrap());
    config.proxies = vec!["127.0.0.1".parse().unwrap()];
    Served::with(config)
}

#[test]
fn expensive_actions_have_rates() {
    let served = public(|limits| {
        let twice = Rate::new(2.0, 0.0);
        (limits.new_games, limits.new_imports) = (twice, twice);
        (limits.new_sockets, limits.searches) = (twice, twice);
    });
    let game = json!({ "seats": humans() }).to_string();
    let text = json!({ "text": "1. e2 *" }).to_string();
    for (method, path, body, good) in [
        ("POST", "/api/games", game.as_str(), 201),
        ("POST", "/api/import", &text, 200),
        ("GET", "/api/store/games", "", 200),
    ] {
        let ask = |client: &str| proxied(&served, method, path, body, client);
        assert_eq!([ask("192.0.2.1"), ask("192.0.2.1"), ask("192.0.2.1")], [good, good, 429]);
        // Others are not concerned, and the owner of the machine has no such limits.
        assert_eq!(ask("192.0.2.2"), good);
        for _ in 0..4 {
            assert_eq!(served.exchange(method, path, body).0, good, "{path}");
        }
    }
    // Both ways to bring games in count together, and sockets are refused before they open.
    assert_eq!(proxied(&served, "POST", "/api/store/games", &text, "192.0.2.1"), 429);
}

#[test]
fn questions_have_a_rate() {
    let mut config = with(|limits| limits.new_questions = Rate::new(2.0, 0.0));
    config.proxies = vec!["127.0.0.1".parse().unwrap()];
    let served = Served::with(config);
    let stream = TcpStream::connect(served.address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let url = format!("ws://{}/api/analysis", served.address);
    let mut request = tungstenite::client::IntoClientRequest::into_client_request(url).unwrap();
    request.headers_mut().insert("x-forwarded-for", "192.0.2.1".parse().unwrap());
    let (socket, _) = tungstenite::client(request, stream).unwrap();
    let mut conversation = Conversation::new(socket);
    for id in 1..=3 {
        conversation.say(&json!({ "type": "heat", "id": id, "depth": 1 }));
    }
    let refused = conversation.hear_type("error");
    assert_eq!(
        (&refused["id"], refused["error"].as_str().unwrap().split(':').next()),
        (&json!(3), Some("rate limit exceeded"))
    );
}

#[test]
fn a_public_server_has_its_name_and_believes_its_proxy_only() {
    let served = public(|_| {});
    assert_eq!(proxied(&served, "GET", "/api/health", "", "192.0.2.1"), 200);
    assert_eq!(proxied(&served, "POST", "/api/position", "{}", "192.0.2.1"), 200);
    // Nobody claims seats or reads metrics from outside.
    let (game, _) = served.begin(&humans());
    let claim = format!("/api/games/{game}/claim");
    assert_eq!(proxied(&served, "POST", &claim, "", "192.0.2.1"), 403);
    assert_eq!(served.exchange("POST", &claim, "").0, 403);
    assert_eq!(proxied(&served, "GET", "/metrics", "", "192.0.2.1"), 403);
    assert_eq!(served.exchange("GET", "/metrics", "").0, 200);
    let foreign = "POST /api/position HTTP/1.1\r\nHost: quoridor.example\r\nOrigin: \
                   https://evil.example\r\nConnection: close\r\nContent-Type: application/json\r\n\
                   Content-Length: 2\r\n\r\n{}";
    assert_eq!(served.raw(foreign).0, 403);
}

#[test]
fn metrics_count() {
    let served = Served::new();
    let (game, begun) = served.begin(
        &json!({ "South": { "human": "Ann" }, "North": { "computer": "alphabeta:level=1" } }),
    );
    let mut player = served.join(&game, &[&begun["tokens"]["South"]]);
    player.play(0, "e2");
    player.hear_until(|message| message["type"] == "state" && message["to_move"] == "South");
    served.exchange("GET", "/api/nothing", "");
    let (_, text) = served.exchange("GET", "/metrics", "");
    let value = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(&format!("{name} ")));
        line.unwrap_or_else(|| panic!("{name}: {text}"))
            .rsplit(' ')
            .next()
            .unwrap()
            .parse::<f64>()
            .unwrap()
    };
    assert_eq!(value("quoridor_move_seconds_count"), 1.0);
    assert_eq!(value("quoridor_requests_total{status=\"4xx\"}"), 1.0);
    assert_eq!(value("quoridor_games"), 1.0);
    assert_eq!(value("quoridor_rejections_total{reason=\"rate\"}"), 0.0);
    assert!(value("quoridor_table_bytes") >= f64::from(1 << 20), "the computer keeps its table");
    assert!(value("quoridor_resident_bytes") > 0.0);
    assert!(value("quoridor_store_write_seconds_count") >= 3.0);
}

/// The pages list every limit with its value and its test, every attack with its tests, and the
/// tests exist.
#[test]
fn the_pages_about_security_are_true() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = |path: &str| std::fs::read_to_string(root.join("docs").join(path)).unwrap();
    let (limits, measured) = (page("security.md"), page("results/measured/server.md"));
    let mut sources = String::new();
    collect(&root.join("crates"), &mut sources);
    let exists = |test: &str| assert!(sources.contains(&format!("fn {test}()")), "no test {test}");
    let (_, attacks) = measured.split_once("## Attacks").unwrap();
    let table = ServerLimits::default().table();
    for row in &table {
        let line = format!("| {} | {} | `{}` |", row.limit, row.value, row.test);
        assert!(limits.contains(&line), "docs/security.md should have:\n{line}");
        exists(row.test);
    }
    let is_row = |line: &&str| line.starts_with("| ") && line.ends_with("` |");
    let rows = limits.lines().filter(is_row);
    assert_eq!(rows.count(), table.len(), "rows of limits that do not exist");
    let cells = attacks.lines().filter(is_row).map(|line| line.rsplit(" | ").next().unwrap());
    let tests: Vec<&str> = cells.flat_map(|cell| cell.trim_end_matches(" |").split(", ")).collect();
    assert!(tests.len() >= 20, "{tests:?}");
    tests.iter().for_each(|test| exists(test.trim_matches('`')));
}

/// The sources of Rust below a folder.
fn collect(folder: &Path, sources: &mut String) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("target") {
            collect(&path, sources);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            sources.push_str(&std::fs::read_to_string(path).unwrap());
        }
    }
}

/// Prints the table of docs/security.md.
#[test]
#[ignore = "prints the table: cargo test -p quoridor-web --test server -- --ignored --nocapture table_of_limits"]
fn table_of_limits() {
    for row in ServerLimits::default().table() {
        println!("| {} | {} | `{}` |", row.limit, row.value, row.test);
    }
}
