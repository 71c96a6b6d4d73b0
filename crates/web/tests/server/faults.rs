//! A store that is taken away, games that nobody watches, clients that break rules.

use std::fs;
use std::io::Write;
use std::net::TcpStream;

use axum::http::{Method, StatusCode};
use quoridor_test_support::wait_until;
use serde_json::{Value, json};
use tungstenite::Message;
use tungstenite::protocol::frame::coding::CloseCode;

use crate::client::{Asked, Served};

/// The store's file is deleted or replaced while the server runs: nothing is acknowledged that is
/// not saved, and when a store is there again, the games go on.
#[test]
fn a_store_that_is_taken_away_is_noticed_and_taken_back() {
    let served = Served::new();
    let humans = json!({ "South": { "human": "Ann" }, "North": { "human": "Bob" } });
    let (game, begun) = served.begin(&humans);
    let tokens = [&begun["tokens"]["South"], &begun["tokens"]["North"]];
    let mut player = served.join(&game, &tokens);
    player.play(0, "e2");
    let aside = served.store().with_extension("aside");
    fs::rename(served.store(), &aside).unwrap();
    let refused = player.answer(&json!({ "type": "move", "id": 1, "ply": 1, "move": "e8" }));
    assert_eq!(refused["type"], "error", "{refused}");
    assert!(refused["error"].as_str().unwrap().contains("was deleted or replaced"), "{refused}");
    let (status, health) = served.exchange("GET", "/api/health", "");
    assert_eq!(status, 503, "{health}");
    assert!(health.contains("was deleted or replaced"), "{health}");
    assert_eq!(
        served.exchange("POST", "/api/games", &json!({ "seats": humans }).to_string()).0,
        503
    );
    fs::rename(&aside, served.store()).unwrap();
    assert_eq!(served.get("/api/health")["ok"], true);
    player.play(1, "e8");
    // A backup takes its place: its games are the games now.
    fs::copy(served.store(), &aside).unwrap();
    let log = |extension: &str| served.store().with_extension(extension);
    fs::copy(log("sqlite-wal"), aside.with_extension("aside-wal")).unwrap();
    fs::rename(aside.with_extension("aside-wal"), log("sqlite-wal")).unwrap();
    fs::rename(&aside, served.store()).unwrap();
    wait_until("the store is back", || served.exchange("GET", "/api/health", "").0 == 200);
    player.play(2, "e3");
    let again = served.again();
    assert_eq!(again.get(&format!("/api/games/{game}"))["moves"], json!(["e2", "e8", "e3"]));
}

/// A move of a computer player that cannot be stored was not made. Those who watch are told, once,
/// and when it can be stored, it is made without anybody's doing.
#[test]
fn an_unsaved_move_of_a_computer_is_told_and_made_again() {
    let served = Served::new();
    let computer = json!({ "computer": "mertens-2006:depth=1" });
    let (game, begun) = served.begin(&json!({ "South": computer, "North": computer }));
    let mut owner = served.join(&game, &[&begun["control"]]);
    assert_eq!(owner.answer(&json!({ "type": "pause", "id": 1 }))["type"], "ok");
    let aside = served.store().with_extension("aside");
    fs::rename(served.store(), &aside).unwrap();
    owner.say(&json!({ "type": "resume", "id": 2 }));
    let told = owner.hear_type("error");
    assert!(told["error"].as_str().unwrap().contains("was deleted or replaced"), "{told}");
    fs::rename(&aside, served.store()).unwrap();
    owner.hear_until(|message| {
        assert_ne!(message["type"], "error", "{message}");
        !message["result"].is_null()
    });
}

/// Twenty games with a player that thinks for ever kept everybody waiting, though nobody watched.
#[test]
fn nothing_is_computed_for_games_that_nobody_watches() {
    let served = Served::new();
    let forever = "respall-2018:simulations=18446744073709551615";
    let seats = json!({ "South": { "computer": forever }, "North": { "human": "Eve" } });
    for _ in 0..20 {
        let (game, begun) = served.begin(&seats);
        drop(served.join(&game, &[&begun["tokens"]["North"]]));
    }
    let idle = || {
        let (_, text) = served.exchange("GET", "/metrics", "");
        let value = |name: &str| text.lines().any(|line| line == format!("{name} 0"));
        value("quoridor_moves_searched") && value("quoridor_moves_waiting")
    };
    wait_until("nothing is computed", idle);
    // Somebody else is answered, and who comes back too.
    let seats =
        json!({ "South": { "computer": "alphabeta:level=1" }, "North": { "human": "Bob" } });
    let (game, begun) = served.begin(&seats);
    let mut player = served.join(&game, &[&begun["tokens"]["North"]]);
    assert_eq!(player.turn_of("North")["moves"].as_array().unwrap().len(), 1);
}

/// A computer player does not lose on time while nobody lets it think.
#[test]
fn the_clock_of_a_computer_waits_for_somebody_to_watch() {
    let served = Served::new();
    let begin = |north: Value| {
        let seats = json!({ "South": { "human": "Ann" }, "North": north });
        let begun = json!({ "seats": seats, "clock": { "minutes": 0.1 } });
        let begun = served.post("/api/games", &begun);
        let game = begun["game"].as_str().unwrap().to_owned();
        let token = begun["tokens"]["South"].clone();
        let mut player = served.join(&game, &[&token]);
        player.play(0, "e2");
        (game, token, player)
    };
    let (game, token, player) = begin(json!({ "computer": "respall-2018:simulations=1000000000" }));
    drop(player);
    // A human's clock shows that it would have run out.
    let (_, _, mut against_human) = begin(json!({ "human": "Bob" }));
    against_human.hear_until(|message| message["result"]["reason"] == "North loses on time");
    let state = served.get(&format!("/api/games/{game}"));
    assert!(state["result"].is_null(), "{state}");
    // Now it thinks, and its time runs.
    let mut player = served.join(&game, &[&token]);
    player.hear_until(|message| !message["result"].is_null() || message["to_move"] == "South");
}

#[test]
fn each_violation_of_the_protocol_has_its_code() {
    let served = Served::new();
    let frames: [(&[u8], CloseCode); 4] = [
        // A reserved opcode; a text that is no UTF-8; a fragment of nothing that began; too large.
        (&[0x83, 0x80, 0, 0, 0, 0], CloseCode::Protocol),
        (&[0x81, 0x81, 0, 0, 0, 0, 0xff], CloseCode::Invalid),
        (&[0x80, 0x80, 0, 0, 0, 0], CloseCode::Protocol),
        (&[0x81, 0xff, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0], CloseCode::Size),
    ];
    for (bytes, code) in frames {
        let mut conversation = served.connect("/api/analysis");
        conversation.socket.get_mut().write_all(bytes).unwrap();
        let farewell = loop {
            if let Message::Close(frame) = conversation.socket.read().unwrap() {
                break frame.unwrap();
            }
        };
        assert_eq!(farewell.code, code, "{bytes:x?}");
    }
    assert!(TcpStream::connect(served.address).is_ok());
}

#[test]
fn small_mistakes_of_the_contract() {
    let asked = Asked::new();
    // The page is not an answer to programs.
    for path in ["/api", "/api/", "/api/nothing"] {
        let (status, answer) = asked.ask(Method::GET, path, None);
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
        assert!(answer["error"].is_string());
    }
    // JSON of another shape is a bad request, as the table of docs/http.md says.
    let (status, _) = asked.ask(Method::POST, "/api/position", Some(r#"{"game": 7}"#));
    assert_eq!(status, StatusCode::BAD_REQUEST);
    let seats = json!({ "South": { "human": "Ann" }, "North": { "human": "Bob" } });
    for minutes in [5e-324, 0.0, 1441.0] {
        let line =
            asked.refuse("/api/games", &json!({ "seats": seats, "clock": { "minutes": minutes } }));
        assert_eq!(line, "clock.minutes: 0.001 to 1440");
    }
}

#[test]
fn hidden_characters_are_refused_and_shown() {
    let asked = Asked::new();
    for name in ["Ann\u{1b}[2J", "\u{202e}nnA", "A\u{200b}nn"] {
        let seats = json!({ "South": { "human": name }, "North": { "human": "Bob" } });
        assert!(asked.refuse("/api/games", &json!({ "seats": seats })).contains("invisible"));
        let text = json!({ "text": format!("[South \"{name}\"]\n\n1. e2 *") });
        assert_eq!(asked.post("/api/store/games", &text)["added"], 0);
        let read = asked.post("/api/import", &text);
        assert_eq!(read["total"], 0);
        assert!(
            read["problems"][0]["text"].as_str().unwrap().contains("direction-changing"),
            "{read}"
        );
        let tags = json!({ "South": name });
        let written = asked.post("/api/export", &json!({ "format": "record", "tags": tags }));
        let text = written["text"].as_str().unwrap();
        assert_eq!(quoridor_core::hidden_in(text), None, "{text:?}");
    }
}
