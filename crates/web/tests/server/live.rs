//! Live games over real sockets.

use quoridor_test_support::wait_until;
use serde_json::{Value, json};

use crate::client::{Conversation, Served};

fn two_humans() -> Value {
    json!({ "South": { "human": "Ann" }, "North": { "human": "Bob" } })
}

fn against_level_one() -> Value {
    json!({ "South": { "human": "Ann" }, "North": { "computer": "alphabeta:level=1" } })
}

fn begin(served: &Served) -> (String, Conversation, Conversation) {
    let (game, begun) = served.begin(&two_humans());
    let mut south = served.join(&game, &[&begun["tokens"]["South"]]);
    assert_eq!(south.hear_type("state")["yours"], json!(["South"]));
    let mut north = served.join(&game, &[&begun["tokens"]["North"]]);
    assert_eq!(north.hear_type("state")["yours"], json!(["North"]));
    (game, south, north)
}

#[test]
fn each_seat_is_moved_by_who_has_its_secret() {
    let served = Served::new();
    let (game, mut south, mut north) = begin(&served);
    let mut spectator = served.join(&game, &[]);
    assert_eq!(spectator.hear_type("state")["yours"], json!([]));
    let mut liar = served.join(&game, &[&json!("AAAAAAAAAAAAAAAAAAAAAA"), &json!("")]);
    assert_eq!(liar.hear_type("state")["yours"], json!([]));
    let step = json!({ "type": "move", "id": 7, "ply": 0, "move": "e2" });
    for nobody in [&mut spectator, &mut liar] {
        let answer = nobody.answer(&step);
        assert_eq!(answer["type"], "error", "{answer}");
    }
    let answer = north.answer(&step);
    assert_eq!(answer["code"], "not-your-turn");
    south.play(0, "e2");
    // Everybody sees it.
    for somebody in [&mut north, &mut spectator] {
        let state = somebody.turn_of("North");
        assert_eq!(state["moves"], json!(["e2"]));
    }
    let answer = north.answer(&json!({ "type": "move", "id": 8, "ply": 1, "move": "e7" }));
    assert_eq!(answer["code"], "not-a-step");
    assert!(answer["error"].as_str().unwrap().contains("e8"), "{answer}");
    // No secret is told to anybody.
    assert!(!served.get(&format!("/api/games/{game}")).to_string().contains("token"));
}

#[test]
fn to_say_a_move_twice_makes_it_once() {
    let served = Served::new();
    let (game, mut south, mut north) = begin(&served);
    south.play(0, "e2");
    south.play(0, "e2");
    let late = south.answer(&json!({ "type": "move", "id": 3, "ply": 0, "move": "d1" }));
    assert_eq!(late["type"], "error");
    north.play(1, "e8");
    let answer = south.answer(&json!({ "type": "move", "id": 4, "ply": 0, "move": "e2" }));
    assert_eq!(answer["type"], "error", "an old move is not made again: {answer}");
    assert_eq!(served.get(&format!("/api/games/{game}"))["moves"], json!(["e2", "e8"]));
}

#[test]
fn a_game_against_the_computer_goes_to_its_end() {
    let served = Served::new();
    let (game, begun) = served.begin(&against_level_one());
    let mut south = served.join(&game, &[&begun["tokens"]["South"]]);
    let last = loop {
        let state = south.turn_of("South");
        if !state["result"].is_null() {
            break state;
        }
        // Along the shortest path; a jump may leave it.
        let path = state["position"]["paths"]["South"].as_array().unwrap();
        let steps = state["position"]["steps"].as_array().unwrap();
        let step =
            path[1..].iter().rev().find(|square| steps.contains(square)).unwrap_or(&steps[0]);
        let after = south.play(state["moves"].as_array().unwrap().len(), step.as_str().unwrap());
        if !after["result"].is_null() {
            break after;
        }
    };
    assert!(last["result"]["reason"].is_string());
    let kept = served.get(&format!("/api/store/games/{game}"));
    assert_eq!(kept["outcome"], last["result"]["outcome"]);
    assert_eq!(kept["plies"].as_u64().unwrap() as usize, last["moves"].as_array().unwrap().len());
}

#[test]
fn a_server_that_was_killed_goes_on_where_it_was() {
    let served = Served::new();
    let (game, begun) = served.begin(&against_level_one());
    let tokens = [&begun["tokens"]["South"]];
    let mut south = served.join(&game, &tokens);
    south.play(0, "e2");
    let has_two = |state: &Value| state["moves"].as_array().is_some_and(|moves| moves.len() == 2);
    let before = south.hear_until(has_two)["moves"].clone();
    let served = served.again();
    let mut south = served.join(&game, &tokens);
    let state = south.turn_of("South");
    assert_eq!(state["moves"], before);
    assert_eq!(state["yours"], json!(["South"]));
}

/// The computer's answer was never given: it is asked again.
#[test]
fn a_computer_that_was_killed_thinks_again() {
    let served = Served::new();
    let seats = json!({ "South": { "human": "Ann" }, "North": { "computer": "alphabeta:time=5" } });
    let (game, begun) = served.begin(&seats);
    let tokens = [&begun["tokens"]["South"]];
    let mut south = served.join(&game, &tokens);
    south.play(0, "e2");
    let served = served.again();
    let mut south = served.join(&game, &tokens);
    let state = south.turn_of("South");
    assert_eq!(state["moves"].as_array().unwrap().len(), 2);
}

#[test]
fn a_draw_is_agreed_between_two_people_and_kept() {
    let served = Served::new();
    let (game, mut south, mut north) = begin(&served);
    south.play(0, "e2");
    assert_eq!(south.answer(&json!({ "type": "draw", "id": 1 }))["type"], "ok");
    north.hear_until(|state| state["offers"]["draw"] == json!(["South"]));
    assert_eq!(north.answer(&json!({ "type": "decline", "id": 2 }))["type"], "ok");
    south.hear_until(|state| state["offers"]["draw"] == json!([]));
    north.answer(&json!({ "type": "draw", "id": 3 }));
    south.hear_until(|state| state["offers"]["draw"] == json!(["North"]));
    south.answer(&json!({ "type": "draw", "id": 4 }));
    let over = north.hear_until(|state| !state["result"].is_null());
    assert_eq!(
        (&over["result"]["code"], &over["result"]["winner"]),
        (&json!("agreed"), &json!(null))
    );
    assert_eq!(served.get(&format!("/api/store/games/{game}"))["outcome"], "draw");
    // A computer does not answer offers.
    let (game, begun) = served.begin(&against_level_one());
    let mut alone = served.join(&game, &[&begun["tokens"]["South"]]);
    let refused = alone.answer(&json!({ "type": "draw", "id": 1 }));
    assert!(refused["error"].as_str().unwrap().contains("between people"), "{refused}");
}

#[test]
fn a_guest_takes_a_name_that_everybody_sees_and_the_store_keeps() {
    let served = Served::new();
    let seats = json!({ "South": { "human": "Ann" }, "North": { "human": "" } });
    let (game, begun) = served.begin(&seats);
    let mut host = served.join(&game, &[&begun["tokens"]["South"]]);
    let mut guest = served.join(&game, &[&begun["tokens"]["North"]]);
    let mut spectator = served.join(&game, &[]);
    let named = json!({ "type": "name", "id": 1, "name": " Bea " });
    assert_eq!(spectator.answer(&named)["type"], "error");
    assert_eq!(guest.answer(&named)["type"], "ok");
    let state = host.hear_until(|state| state["seats"]["North"]["human"] == "Bea");
    assert_eq!(state["seats"]["South"]["human"], "Ann");
    let bad = json!({ "type": "name", "id": 2, "name": "a\u{202e}b" });
    assert!(guest.answer(&bad)["error"].as_str().unwrap().contains("invisible"));
    let soon = guest.answer(&json!({ "type": "name", "id": 3, "name": "Cid" }));
    assert!(soon["error"].as_str().unwrap().contains("wait"), "{soon}");
    host.play(0, "e2");
    let kept = served.get(&format!("/api/store/games/{game}"));
    assert_eq!(kept["players"], json!({ "South": "Ann", "North": "Bea" }));
    let served = served.again();
    let state = served.get(&format!("/api/games/{game}"));
    assert_eq!(state["seats"]["North"]["human"], "Bea");
}

#[test]
fn greetings_reach_everybody_and_only_players_send_them() {
    let served = Served::new();
    let (game, mut south, mut north) = begin(&served);
    let mut spectator = served.join(&game, &[]);
    let hello = json!({ "type": "greet", "id": 1, "greeting": "good-luck" });
    assert_eq!(spectator.answer(&hello)["type"], "error");
    assert_eq!(south.answer(&hello)["type"], "ok");
    for somebody in [&mut north, &mut spectator] {
        let heard = somebody.hear_type("greeting");
        assert_eq!((&heard["from"], &heard["greeting"]), (&json!("South"), &json!("good-luck")));
    }
    let again = south.answer(&hello);
    assert!(again["error"].as_str().unwrap().contains("wait"), "{again}");
    // Nothing but the given words.
    let own = north.answer(&json!({ "type": "greet", "id": 2, "greeting": "boo" }));
    assert!(own["error"].as_str().unwrap().contains("good-game"), "{own}");
}

#[test]
fn undo_needs_the_other_human_but_not_the_computer() {
    let served = Served::new();
    let (_, mut south, mut north) = begin(&served);
    assert_eq!(south.answer(&json!({ "type": "undo", "id": 1 }))["type"], "error");
    south.play(0, "e2");
    north.play(1, "e8");
    assert_eq!(south.answer(&json!({ "type": "undo", "id": 2 }))["type"], "ok");
    let state = north.hear_until(|state| state["offers"]["undo"] == json!(["South"]));
    assert_eq!(state["moves"], json!(["e2", "e8"]));
    assert_eq!(north.answer(&json!({ "type": "decline", "id": 3 }))["type"], "ok");
    south.hear_until(|state| state["offers"]["undo"] == json!([]));
    south.answer(&json!({ "type": "undo", "id": 4 }));
    north.answer(&json!({ "type": "undo", "id": 5 }));
    assert_eq!(south.hear_until(|state| state["moves"] == json!([]))["to_move"], "South");

    let (game, begun) = served.begin(&against_level_one());
    let mut south = served.join(&game, &[&begun["tokens"]["South"]]);
    south.play(0, "e2");
    let state = south.turn_of("South");
    south.play(2, state["position"]["steps"][0].as_str().unwrap());
    // While the computer thinks, or after its answer: the own last decision is the second.
    assert_eq!(south.answer(&json!({ "type": "undo", "id": 6 }))["type"], "ok");
    let state = served.get(&format!("/api/games/{game}"));
    assert_eq!(state["to_move"], "South");
    assert_eq!(state["moves"].as_array().unwrap().len(), 2);
    assert_eq!(served.get(&format!("/api/store/games/{game}"))["plies"], 2);
}

#[test]
fn a_player_who_resigns_loses_and_may_have_a_rematch_with_swapped_sides() {
    let served = Served::new();
    let (game, begun) = served.begin(&two_humans());
    let tokens = &begun["tokens"];
    let mut south = served.join(&game, &[&tokens["South"]]);
    let mut north = served.join(&game, &[&tokens["North"]]);
    assert_eq!(south.answer(&json!({ "type": "rematch", "id": 1 }))["type"], "error");
    assert_eq!(
        north.answer(&json!({ "type": "resign", "id": 2, "seat": "South" }))["type"],
        "error"
    );
    assert_eq!(north.answer(&json!({ "type": "resign", "id": 3 }))["type"], "ok");
    let state = south.hear_until(|state| !state["result"].is_null());
    assert_eq!(state["result"]["reason"], "North resigns");
    assert_eq!(
        south.answer(&json!({ "type": "move", "id": 4, "ply": 0, "move": "e2" }))["code"],
        "game-over"
    );
    south.answer(&json!({ "type": "rematch", "id": 5 }));
    north.answer(&json!({ "type": "rematch", "id": 6 }));
    let next = south.hear_until(|state| !state["rematch"].is_null())["rematch"]
        .as_str()
        .unwrap()
        .to_owned();
    let mut ann = served.join(&next, &[&tokens["South"]]);
    let state = ann.hear_type("state");
    assert_eq!(state["yours"], json!(["North"]));
    assert_eq!(state["seats"]["North"]["human"], "Ann");
}

#[test]
fn one_screen_may_have_all_seats_and_four_may_play() {
    let served = Served::new();
    let seats = json!({ "South": { "human": "Ann" }, "West": { "computer": "random" },
        "North": { "human": "Cy" }, "East": { "computer": "random:seed=3" } });
    let begun = served.post("/api/games", &json!({ "game": { "players": 4 }, "seats": seats }));
    let game = begun["game"].as_str().unwrap().to_owned();
    let mut screen = served.join(&game, &[&begun["tokens"]["South"], &begun["tokens"]["North"]]);
    assert_eq!(screen.turn_of("South")["yours"], json!(["South", "North"]));
    screen.play(0, "e2");
    let state = screen.turn_of("North");
    assert_eq!(state["moves"].as_array().unwrap().len(), 2);
    screen.play(2, "e8");
    screen.turn_of("South");
    // Both seats are here: nobody else has to agree. The last own decision is North's.
    assert_eq!(screen.answer(&json!({ "type": "undo", "id": 1 }))["type"], "ok");
    assert_eq!(served.get(&format!("/api/games/{game}"))["to_move"], "North");
}

#[test]
fn a_clock_runs_out_and_is_the_same_after_a_restart() {
    let served = Served::new();
    let begun = served.post(
        "/api/games",
        &json!({ "seats": two_humans(), "clock": { "minutes": 10, "increment": 5 } }),
    );
    let game = begun["game"].as_str().unwrap().to_owned();
    let tokens = [&begun["tokens"]["South"], &begun["tokens"]["North"]];
    let mut screen = served.join(&game, &tokens);
    let state = screen.hear_type("state");
    assert_eq!(state["clock"]["running"], Value::Null);
    assert_eq!(state["clock"]["left"], json!({ "South": 600_000, "North": 600_000 }));
    screen.play(0, "e2");
    let left = |served: &Served| {
        served.get(&format!("/api/games/{game}"))["clock"]["left"]["North"].as_u64().unwrap()
    };
    wait_until("North's clock runs", || left(&served) <= 599_900);
    screen.play(1, "e8");
    let before = left(&served);
    assert!(before <= 604_900 && before > 5000, "{before}");
    let served = served.again();
    assert_eq!(left(&served), before);

    let begun =
        served.post("/api/games", &json!({ "seats": two_humans(), "clock": { "minutes": 0.005 } }));
    let game = begun["game"].as_str().unwrap().to_owned();
    let mut screen = served.join(&game, &[&begun["tokens"]["South"], &begun["tokens"]["North"]]);
    screen.play(0, "e2");
    let state = screen.hear_until(|state| !state["result"].is_null());
    assert_eq!(state["result"]["reason"], "North loses on time");
    assert_eq!(state["result"]["winner"], "South");
}

#[test]
fn a_hint_is_a_legal_move_for_who_is_to_move() {
    let served = Served::new();
    let (game, begun) = served.begin(&two_humans());
    let mut screen = served.join(&game, &[&begun["tokens"]["South"], &begun["tokens"]["North"]]);
    for ply in 0..2 {
        let hint = screen.answer(&json!({ "type": "hint", "id": 9 + ply }));
        assert_eq!(hint["type"], "hint", "{hint}");
        screen.play(ply, hint["move"].as_str().unwrap());
    }
}

#[test]
fn nobody_gets_a_hint_against_people() {
    let served = Served::new();
    let (_, mut south, mut north) = begin(&served);
    for player in [&mut south, &mut north] {
        let answer = player.answer(&json!({ "type": "hint", "id": 9 }));
        assert_eq!(answer["error"], "there are no hints in a game against people", "{answer}");
    }
}

/// The first player's evaluation is a weighted sum, the other's is not.
fn owner_hears_weights(state: &Value, ply: usize) -> bool {
    let terms = &state["inside"]["terms"];
    if ply.is_multiple_of(2) { terms[0]["weight"].is_number() } else { terms.is_null() }
}

#[test]
fn computers_play_alone_while_somebody_watches_and_show_what_they_think() {
    let served = Served::new();
    let seats = json!({ "South": { "computer": "mertens-2006:depth=1" },
        "North": { "computer": "respall-2018:simulations=50" } });
    let (game, begun) = served.begin(&seats);
    let look = || served.get(&format!("/api/games/{game}"))["moves"].as_array().unwrap().len();
    assert_eq!(look(), 0);
    // Another such game shows that there was time.
    let (other, begun_too) = served.begin(&seats);
    let mut other = served.join(&other, &[&begun_too["control"]]);
    let mut some_moves = || {
        let mut count = 0;
        other.hear_until(|message| {
            count += usize::from(message["type"] == "state");
            count == 4
        })
    };
    some_moves();
    assert_eq!(look(), 0, "nobody watches");
    let mut watcher = served.join(&game, &[]);
    assert_eq!(watcher.answer(&json!({ "type": "pause", "id": 1 }))["type"], "error");
    let mut owner = served.join(&game, &[&begun["control"]]);
    assert_eq!(owner.answer(&json!({ "type": "pause", "id": 2 }))["type"], "ok");
    let paused = look();
    some_moves();
    assert_eq!(look(), paused);
    assert_eq!(owner.answer(&json!({ "type": "step", "id": 3 }))["type"], "ok");
    let state = owner.hear_until(|state| {
        state["moves"].as_array().is_some_and(|moves| moves.len() == paused + 1)
    });
    assert_eq!(state["inside"]["move"], state["moves"][paused]);
    let by_weights = owner_hears_weights(&state, paused);
    assert!(by_weights, "{}", state["inside"]);
    assert_eq!(owner.answer(&json!({ "type": "resume", "id": 4 }))["type"], "ok");
    let state = owner.hear_until(|state| {
        state["inside"]["root"].as_array().is_some_and(|root| !root.is_empty())
    });
    assert!(state["inside"]["root"][0]["visits"].as_u64().unwrap() > 0);
    owner.hear_until(|state| !state["result"].is_null());
}

#[test]
fn names_are_text_and_what_cannot_be_understood_is_told_so() {
    let served = Served::new();
    let script = "<script>alert(\"1\")</script>";
    let (game, begun) =
        served.begin(&json!({ "South": { "human": script }, "North": { "human": "B" } }));
    let mut south = served.join(&game, &[&begun["tokens"]["South"]]);
    assert_eq!(south.hear_type("state")["seats"]["South"]["human"], script);
    for nonsense in [
        "",
        "{",
        "[]",
        "{\"type\":\"move\"}",
        "{\"type\":\"dance\"}",
        "{\"type\":\"move\",\"ply\":-1,\"move\":\"e2\"}",
        "{\"type\":\"ping\",\"x\":1}",
    ] {
        south.socket.send(tungstenite::Message::text(nonsense)).unwrap();
        let answer = south.hear_type("error");
        assert!(!answer["error"].as_str().unwrap().contains('\n'), "{answer}");
    }
    south.play(0, "e2");
    let mut rude = served.connect(&format!("/api/games/{game}/live"));
    rude.say(&json!({ "type": "move", "ply": 0, "move": "e2" }));
    assert!(rude.hear()["error"].as_str().unwrap().contains("join"));
}

/// Of four players, one resigns and one runs out of time: the others play on.
#[test]
fn players_of_four_leave_and_the_others_play_on() {
    let served = Served::new();
    let seats = json!({ "South": { "human": "A" }, "West": { "human": "B" },
        "North": { "human": "C" }, "East": { "human": "D" } });
    let begun = served.post(
        "/api/games",
        &json!({ "game": { "players": 4 }, "seats": seats, "clock": { "minutes": 0.005,
            "increment": 600 } }),
    );
    let game = begun["game"].as_str().unwrap().to_owned();
    let tokens = &begun["tokens"];
    let mut screen = served.join(&game, &[&tokens["South"], &tokens["North"], &tokens["East"]]);
    let mut west = served.join(&game, &[&tokens["West"]]);
    assert_eq!(west.answer(&json!({ "type": "resign", "id": 1 }))["type"], "ok");
    screen.play(0, "e2");
    // West's turn is skipped; North's 300 milliseconds run out; East is to move.
    let state = screen.hear_until(|state| state["to_move"] == "East");
    assert_eq!(state["moves"], json!(["e2", "pass", "pass"]));
    assert_eq!(state["seats"]["West"]["out"], "West resigns");
    assert_eq!(state["seats"]["North"]["out"], "North loses on time");
    assert_eq!(state["seats"]["South"]["out"], Value::Null);
    let answer = west.answer(&json!({ "type": "move", "id": 2, "ply": 3, "move": "b5" }));
    assert_eq!(
        (&answer["code"], &answer["params"]["player"]),
        (&json!("player-out"), &json!("West"))
    );
    // It is the same after a restart.
    let served = served.again();
    let state = served.get(&format!("/api/games/{game}"));
    assert_eq!((&state["to_move"], &state["result"]), (&json!("East"), &Value::Null));
    let mut screen = served.join(&game, &[&tokens["South"], &tokens["East"]]);
    let resign = json!({ "type": "resign", "id": 3, "seat": "East" });
    assert_eq!(screen.answer(&resign)["type"], "ok");
    let state = served.get(&format!("/api/games/{game}"));
    assert_eq!(state["result"]["winner"], "South");
    assert_eq!(state["result"]["reason"], "South wins: all others have left");
    // The analysis board can replay it.
    let described =
        served.post("/api/position", &json!({ "game": { "players": 4, "moves": state["moves"] } }));
    assert_eq!(described["turn"], "East");
}

/// Two servers with one store: nobody takes back or ends what the other has acknowledged.
#[test]
fn two_servers_with_one_store_lose_nothing() {
    let served = Served::new();
    let other = served.beside();
    let (game, begun) = served.begin(&two_humans());
    let tokens = [&begun["tokens"]["South"], &begun["tokens"]["North"]];
    let mut here = served.join(&game, &tokens);
    here.play(0, "e2");
    let mut there = other.join(&game, &tokens);
    assert_eq!(there.hear_type("state")["moves"], json!(["e2"]));
    here.play(1, "e8");
    here.play(2, "e3");
    // The other server has not seen the last moves, or has just seen them.
    there.answer(&json!({ "type": "undo", "id": 1 }));
    let moves = served.get(&format!("/api/games/{game}"))["moves"].clone();
    assert!(moves == json!(["e2", "e8", "e3"]) || moves == json!(["e2", "e8"]), "{moves}");
    assert_eq!(other.get(&format!("/api/games/{game}"))["moves"], moves);
    // It learns of the next one without being asked.
    let made = moves.as_array().unwrap().len();
    here.play(made, if made == 3 { "e7" } else { "d2" });
    there.hear_until(|state| state["moves"].as_array().is_some_and(|all| all.len() == made + 1));
}

#[test]
fn seats_are_claimed_on_this_machine_only() {
    let served = Served::new();
    let (game, begun) = served.begin(&two_humans());
    // Somebody who plays already is not disturbed by it.
    let mut first = served.join(&game, &[&begun["tokens"]["South"]]);
    assert_eq!(first.hear()["yours"], json!(["South"]));
    let claimed = served.post(&format!("/api/games/{game}/claim"), &json!({}));
    assert_ne!(claimed["tokens"], begun["tokens"], "the store has only hashes");
    for tokens in [&begun["tokens"], &claimed["tokens"]] {
        let mut client = served.join(&game, &[&tokens["North"]]);
        assert_eq!(client.hear()["yours"], json!(["North"]));
    }
    first.play(0, "e2");
    let named = crate::client::Asked::known_as("quoridor.example");
    let line = named.refuse("/api/games/1/claim", &json!({}));
    assert!(line.starts_with("seats can only be claimed"), "{line}");
}

#[test]
fn the_pace_of_a_game_between_bots_is_told() {
    let served = Served::new();
    let seats = json!({ "South": { "computer": "random" }, "North": { "computer": "random" } });
    let begun = served.post("/api/games", &json!({ "seats": seats, "pace": 750 }));
    let game = begun["game"].as_str().unwrap();
    assert_eq!(served.get(&format!("/api/games/{game}"))["pace"], 750);
}
