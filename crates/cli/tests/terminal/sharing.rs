//! A game goes from the terminal to the browser and back: real processes, one store.

use quoridor_test_support::{Server, Terminal, exchange, join, moves};
use serde_json::{Value, json};
use tungstenite::Message;

use crate::{play, quoridor, type_moves};

fn serve(terminal: &Terminal) -> Server {
    Server::start(quoridor(), &terminal.folder().join("data/quoridor/games.sqlite"))
}

/// Makes a move as a browser does, and waits for its acknowledgement.
fn play_in_browser(server: &Server, game: &str, token: &Value, ply: usize, mv: &str) {
    let mut socket = join(server.address, game, token).unwrap();
    let message = json!({ "type": "move", "id": 7, "ply": ply, "move": mv });
    socket.send(Message::text(message.to_string())).unwrap();
    loop {
        let Message::Text(text) = socket.read().unwrap() else { continue };
        let heard: Value = serde_json::from_str(&text).unwrap();
        match heard["type"].as_str().unwrap() {
            "ok" => return,
            "joined" | "state" | "update" => {}
            _ => panic!("{heard}"),
        }
    }
}

#[test]
fn a_game_of_the_terminal_is_continued_in_the_browser_and_back() {
    let terminal = play("--board 5x5 --walls 3");
    terminal.wait_for("South to move");
    type_moves(&terminal, "c2 c4 a1h");
    terminal.line("quit");
    terminal.wait_for_end();
    // The browser's list has it.
    let server = serve(&terminal);
    let list = exchange(server.address, "GET", "/api/store/games?result=open", "");
    assert_eq!((&list["total"], &list["games"][0]["plies"]), (&json!(1), &json!(3)), "{list}");
    let game = list["games"][0]["id"].as_str().unwrap().to_owned();
    // Its seats can be claimed on this machine, and it goes on.
    let claimed = exchange(server.address, "POST", &format!("/api/games/{game}/claim"), "");
    play_in_browser(&server, &game, &claimed["tokens"]["North"], 3, "b4");
    let state = exchange(server.address, "GET", &format!("/api/games/{game}"), "");
    assert_eq!(moves(&state), ["c2", "c4", "a1h", "b4"]);
    assert_eq!(state["rules"], json!({ "max_plies": 200, "repetitions": 3 }));
    // Back in the terminal, while the server still has it in memory.
    terminal.start(quoridor(), "play --continue");
    terminal.wait_for("2. a1h  b4");
    type_moves(&terminal, "c3");
    let state = exchange(server.address, "GET", &format!("/api/games/{game}"), "");
    assert_eq!(moves(&state).last().unwrap(), "c3");
    // And a move of the browser comes to the open terminal.
    play_in_browser(&server, &game, &claimed["tokens"]["North"], 5, "b3");
    terminal.wait_for("North played b3");
    terminal.wait_for("the game was continued elsewhere");
    type_moves(&terminal, "c4");
    terminal.line("resign");
    terminal.wait_for("North resigns: South wins");
    let state = exchange(server.address, "GET", &format!("/api/games/{game}"), "");
    assert_eq!(state["result"]["reason"], "North resigns");
}

#[test]
fn a_game_of_the_browser_is_continued_in_the_terminal() {
    let terminal = Terminal::new(80, 24);
    std::fs::create_dir_all(terminal.folder().join("data/quoridor")).unwrap();
    let server = serve(&terminal);
    let seats = json!({ "South": { "human": "Ann" }, "North": { "computer": "hola-2016-path" } });
    let body = json!({ "seats": seats, "game": { "board": "5x5", "walls": 3 } }).to_string();
    let begun = exchange(server.address, "POST", "/api/games", &body);
    let game = begun["game"].as_str().unwrap();
    play_in_browser(&server, game, &begun["tokens"]["South"], 0, "a1h");
    drop(server);
    terminal.start(quoridor(), &format!("play --continue {game}"));
    let screen = terminal.wait_for("1. a1h  c4");
    assert!(screen.contains("Ann") && screen.contains("hola-2016-path"), "{screen}");
    terminal.line("b1");
    terminal.wait_for("2. b1   c3");
    terminal.line("quit");
    terminal.wait_for_end();
    let server = serve(&terminal);
    let state = exchange(server.address, "GET", &format!("/api/games/{game}"), "");
    assert_eq!(moves(&state), ["a1h", "c4", "b1", "c3"]);
    assert_eq!(state["to_move"], "South");
}
