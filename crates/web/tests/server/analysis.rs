//! Questions about positions and games.

use std::time::{Duration, Instant};

use quoridor_test_support::{wait_for, wait_until};
use serde_json::{Value, json};

use crate::client::{Conversation, Served};

fn connect(served: &Served) -> Conversation {
    served.connect("/api/analysis")
}

#[test]
fn an_analysis_goes_deeper_and_ends() {
    let served = Served::new();
    let mut conversation = connect(&served);
    conversation.say(&json!({ "type": "analyse", "id": 1, "game": { "moves": ["e2", "e8"] },
        "lines": 3, "depth": 4, "player": "alphabeta" }));
    assert_eq!(conversation.hear()["type"], "queued");
    let (mut depths, mut ranks) = (Vec::new(), Vec::new());
    let done = conversation.hear_until(|message| {
        if message["type"] == "progress" {
            depths.push(message["depth"].as_u64().unwrap());
            ranks.push(message["rank"].as_u64().unwrap());
        }
        message["type"] == "done"
    });
    assert!(depths.is_sorted(), "{depths:?}");
    assert_eq!(ranks.iter().max(), Some(&3));
    assert_eq!(done["decision"]["depth"], 4);
    // North to move: what is good for North is bad for South.
    conversation.say(&json!({ "type": "analyse", "id": 2, "game": { "moves": ["e2"] }, "depth": 2,
        "player": "alphabeta" }));
    let progress =
        conversation.hear_until(|message| message["id"] == 2 && message["type"] == "progress");
    assert_eq!(
        progress["value"]["steps"].as_f64().unwrap(),
        -progress["south"]["steps"].as_f64().unwrap()
    );
}

/// The champion on 9x9 is a tree search: its values are win probabilities, and its decision has the
/// policy.
#[test]
fn the_champion_tells_chances_and_its_policy() {
    let served = Served::new();
    let mut conversation = connect(&served);
    let game = json!({ "moves": ["e2"] });
    conversation.say(&json!({ "type": "analyse", "id": 1, "game": game, "lines": 2,
        "seconds": 1.5 }));
    let mut nodes = vec![0];
    let done = conversation.hear_until(|message| {
        if message["type"] == "progress" {
            let (own, south) = (&message["value"]["chance"], &message["south"]["chance"]);
            assert!((own.as_f64().unwrap() + south.as_f64().unwrap() - 1.0).abs() < 1e-9);
            nodes.push(message["nodes"].as_u64().unwrap());
        }
        message["type"] == "done"
    });
    assert!(nodes.is_sorted() && nodes.len() > 2, "{nodes:?}");
    let root = done["decision"]["root"].as_array().unwrap();
    let policy: f64 = root.iter().map(|mv| mv["prior"].as_f64().unwrap()).sum();
    assert!((policy - 1.0).abs() < 1e-3, "{policy}");
    // The network alone, and where it knows nothing.
    conversation.say(&json!({ "type": "policy", "id": 2, "game": game }));
    let policy = conversation.hear_type("policy");
    let moves = policy["moves"].as_array().unwrap();
    let shares: Vec<f64> = moves.iter().map(|mv| mv["share"].as_f64().unwrap()).collect();
    assert_eq!(moves.len(), 131);
    assert!(shares.is_sorted_by(|one, other| one >= other));
    let (own, south) = (&policy["value"]["chance"], &policy["chance"]);
    assert!((own.as_f64().unwrap() + south.as_f64().unwrap() - 1.0).abs() < 1e-9);
    conversation.say(&json!({ "type": "policy", "id": 3, "game": { "board": "5x5" } }));
    let error = conversation.hear_type("error");
    assert!(error["error"].as_str().unwrap().contains("games for two on 9x9"), "{error}");
}

#[test]
fn an_exact_end_is_told() {
    let served = Served::new();
    let mut conversation = connect(&served);
    let game = json!({ "position": "- / - / a5 i6 / 0 0 / 1" });
    conversation.say(&json!({ "type": "analyse", "id": 1, "game": game }));
    let done = conversation.hear_type("done");
    assert_eq!(done["decision"]["value"], json!({ "win_in": 7 }));
    conversation.say(&json!({ "type": "heat", "id": 2, "game": game }));
    let heat = conversation.hear_type("heat");
    assert_eq!(heat["moves"][0]["move"], "a6");
    assert_eq!(heat["moves"][0]["value"], json!({ "win_in": 7 }));
}

#[test]
fn heat_covers_every_legal_move() {
    let served = Served::new();
    let mut conversation = connect(&served);
    let game = json!({ "moves": ["e2", "e8", "e3", "e7", "e3h"] });
    conversation.say(&json!({ "type": "heat", "id": 5, "game": game, "depth": 1 }));
    let heat = conversation.hear_type("heat");
    let mut found: Vec<&str> =
        heat["moves"].as_array().unwrap().iter().map(|mv| mv["move"].as_str().unwrap()).collect();
    let described = served.post("/api/position", &json!({ "game": game }));
    let legal = |name: &str| described[name].as_array().unwrap().clone();
    let (steps, walls) = (legal("steps"), legal("legal_walls"));
    let mut expected: Vec<&str> =
        steps.iter().chain(&walls).map(|mv| mv.as_str().unwrap()).collect();
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected);
    assert!(heat["moves"].as_array().unwrap().iter().all(|mv| mv["loss"].as_f64().unwrap() >= 0.0));
}

/// South gives the race away by walking back and forth in front of the goal.
#[test]
fn a_review_finds_what_decided_a_game() {
    let served = Served::new();
    let mut conversation = connect(&served);
    let game = json!({ "position": "- / - / a7 i3 / 0 0 / 1", "moves": ["a6", "i2", "a7", "i1"] });
    conversation.say(&json!({ "type": "review", "id": 1, "game": game }));
    let mut reviewed: Vec<Value> = Vec::new();
    let review = conversation.hear_until(|message| {
        if message["type"] == "reviewed" {
            reviewed.push(message.clone());
        }
        message["type"] == "review"
    });
    assert_eq!(reviewed.len(), 4);
    assert_eq!(reviewed[0]["judgement"], "blunder");
    assert_eq!(reviewed[0]["best"], "a8");
    assert_eq!(reviewed[0]["value"], json!({ "win_in": 3 }));
    assert_eq!(reviewed[1]["judgement"], "best");
    assert_eq!(reviewed[3]["judgement"], "best");
    assert_eq!(review["deciding"], json!([0]));
    assert_eq!(review["mistakes"], json!({ "South": [0], "North": [] }));
    // Lichess' formula gives 99.9999 for a move that loses nothing.
    assert!(review["accuracy"]["North"].as_f64().unwrap() > 99.99);
    assert!(review["accuracy"]["South"].as_f64().unwrap() < 60.0);
}

#[test]
fn bad_questions_are_told_so() {
    let served = Served::new();
    let mut conversation = connect(&served);
    for (question, hint) in [
        (json!({ "type": "analyse", "id": 1, "game": { "moves": ["e5"] } }), "game.moves"),
        (json!({ "type": "analyse", "id": 1, "lines": 99 }), "1 to 20"),
        (json!({ "type": "analyse", "id": 1, "seconds": 0 }), "seconds"),
        (json!({ "type": "analyse", "id": 1, "player": "nobody" }), "alphabeta"),
        (
            json!({ "type": "analyse", "id": 1,
                "game": { "position": "- / - / a9 e8 / 10 10 / 2" } }),
            "over",
        ),
        (json!({ "type": "heat", "id": 1, "game": { "players": 4 } }), "games for two"),
        (json!({ "type": "review", "id": 1 }), "no moves"),
        (json!({ "type": "dance", "id": 1 }), "analyse, heat, policy, review or stop"),
    ] {
        let answer = conversation.answer(&question);
        assert_eq!(answer["type"], "error", "{question}");
        assert!(answer["error"].as_str().unwrap().contains(hint), "{answer}");
    }
}

#[test]
fn a_question_can_be_stopped_and_those_of_others_take_turns() {
    let served = Served::new();
    // More clients than threads, each with an analysis that would take a minute.
    let mut clients: Vec<Conversation> = (0..5).map(|_| connect(&served)).collect();
    for client in &mut clients {
        client.say(&json!({ "type": "analyse", "id": 1, "seconds": 60 }));
    }
    for client in &mut clients {
        client.hear_type("progress");
    }
    for client in &mut clients {
        client.say(&json!({ "type": "stop", "id": 1 }));
        assert_eq!(client.hear_type("done")["stopped"], true);
    }
    let client = &mut clients[0];
    for id in 0..8 {
        client.say(&json!({ "type": "analyse", "id": id, "seconds": 60 }));
    }
    let refused = client.answer(&json!({ "type": "analyse", "id": 99 }));
    assert_eq!(refused["type"], "error", "{refused}");
}

/// All threads are busy with analyses; a game's moves are made nevertheless.
#[test]
fn analyses_do_not_hinder_games() {
    let served = Served::new();
    let mut clients: Vec<Conversation> = (0..6).map(|_| connect(&served)).collect();
    for client in &mut clients {
        client.say(&json!({ "type": "analyse", "id": 1, "seconds": 600 }));
    }
    clients[0].hear_type("progress");
    let (game, begun) = served.begin(
        &json!({ "South": { "human": "Ann" }, "North": { "computer": "alphabeta:level=1" } }),
    );
    let mut south = served.join(&game, &[&begun["tokens"]["South"]]);
    for ply in (0..6).step_by(2) {
        let state = south.turn_of("South");
        assert_eq!(state["moves"].as_array().unwrap().len(), ply);
        south.play(ply, state["position"]["paths"]["South"][1].as_str().unwrap());
    }
    south.turn_of("South");
}

/// Ten clients whose analyses would take ten minutes, one of which is being searched.
fn ten_analysing(served: &Served) -> Vec<Conversation> {
    let mut clients: Vec<Conversation> = (0..10).map(|_| connect(served)).collect();
    for client in &mut clients {
        client.say(&json!({ "type": "analyse", "id": 1, "seconds": 600, "lines": 8 }));
    }
    clients[0].hear_type("progress");
    clients
}

/// Waits until nothing is searched and nothing waits.
fn wait_for_quiet(served: &Served) {
    let quiet = json!({ "running": 0, "waiting": 0 });
    wait_until("quiet", || served.get("/api/health")["analyses"] == quiet);
}

#[test]
fn analyses_end_with_their_connections() {
    let served = Served::new();
    let clients = ten_analysing(&served);
    assert_ne!(served.get("/api/health")["analyses"]["running"], 0);
    // As a page that is closed: without a farewell.
    drop(clients);
    wait_for_quiet(&served);
}

/// How long that takes.
#[test]
#[ignore = "a minute: cargo test --release -p quoridor-web --test server -- --ignored --nocapture cancelled"]
fn cancelled_analyses_end_at_once() {
    let served = Served::new();
    let mut times: Vec<Duration> = (0..50)
        .map(|_| {
            let clients = ten_analysing(&served);
            let begin = Instant::now();
            drop(clients);
            wait_for_quiet(&served);
            begin.elapsed()
        })
        .collect();
    times.sort_unstable();
    println!(
        "all analyses of ten clients that went: half within {:?}, the slowest in {:?}",
        times[25], times[49]
    );
}

#[test]
fn a_review_is_kept_with_its_game_and_with_no_other() {
    let served = Served::new();
    let text = "[Result \"1-0\"]\n\n1. e2 e8 2. e3 1-0\n\n[Result \"*\"]\n\n1. e2 e8 *\n";
    served.post("/api/store/games", &json!({ "text": text }));
    let mut conversation = connect(&served);
    let mut review = |moves: &[&str], store: &str| {
        conversation.say(&json!({ "type": "review", "id": 1, "game": { "moves": moves },
            "nodes": 100, "store": store }));
        conversation.hear_until(|message| message["type"] == "review" || message["type"] == "error")
    };
    let kept = |store: &str| served.get(&format!("/api/store/games/{store}/review"));
    assert_eq!(kept("1"), json!({ "review": null }));
    // Other moves than the game's, and a game that is not over.
    review(&["e2", "e8"], "1");
    review(&["e2", "e8"], "2");
    let summary = review(&["e2", "e8", "e3"], "1");
    // The store's thread works one request after the other.
    let stored = || Some(kept("1")["review"].clone()).filter(|review| !review.is_null());
    let found = wait_for(stored, || "the review in the store");
    assert_eq!(found["summary"]["accuracy"], summary["accuracy"]);
    let moves: Vec<&Value> =
        found["moves"].as_array().unwrap().iter().map(|each| &each["move"]).collect();
    assert_eq!(moves, ["e2", "e8", "e3"]);
    assert_eq!(kept("2"), json!({ "review": null }));
    assert!(review(&["e2"], "one")["error"].as_str().unwrap().contains("number"));
}
