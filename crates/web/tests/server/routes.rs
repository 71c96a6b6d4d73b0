//! Positions, texts, players, the store: without a socket.

use std::collections::BTreeMap;

use axum::http::{Method, StatusCode};
use quoridor_core::{IllegalMove, Move, Position, Wall};
use quoridor_puzzles::puzzles;
use quoridor_web::Config;
use serde_json::{Value, json};

use crate::client::{Asked, Served};

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

/// A page has to know of every slot whether a wall can be placed there, and if not, why.
#[test]
fn every_wall_is_legal_or_refused_and_changes_are_what_placing_it_shows() {
    let asked = Asked::new();
    let positions = [
        json!({}),
        json!({ "position": "h2 a3 c3 e3 g3 e4 b5 d5 c6 e6 a7 c8 / c4 f4 f6 d7 / d5 d8 / 0 4 / \
                             2" }),
        json!({ "position": "h2 a3 c3 e3 g3 e4 b5 d5 c6 e6 a7 c8 / c4 f4 f6 d7 / d5 d8 / 0 4 / \
                             1" }),
        json!({ "board": "5x4", "walls": 3, "moves": ["c2", "a1h"] }),
        json!({ "players": 4, "moves": ["e2", "b5", "c1h"] }),
        json!({ "players": 3 }),
    ];
    for game in positions {
        let described = asked.post("/api/position", &json!({ "game": game }));
        let position: Position = described["position"].as_str().unwrap().parse().unwrap();
        let legal = texts(&described["legal_walls"]);
        let refused: BTreeMap<&str, &Value> = described["refused"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|group| texts(&group["walls"]).into_iter().map(move |wall| (wall, group)))
            .collect();
        let mut slots = 0;
        for wall in Wall::all().filter(|&wall| position.variant().has_wall(wall)) {
            slots += 1;
            let (name, after) = (wall.to_string(), position.play(Move::Wall(wall)));
            match after {
                Err(error) => {
                    let group = refused[name.as_str()];
                    assert_eq!(group["code"], error.reason.code());
                    let player = match error.reason {
                        IllegalMove::SealsOff { player, .. }
                        | IllegalMove::NoWallsLeft { player } => json!(player.to_string()),
                        _ => Value::Null,
                    };
                    assert_eq!(group["player"], player);
                    assert!(!legal.contains(&name.as_str()));
                }
                Ok(after) => {
                    assert!(legal.contains(&name.as_str()), "{name}");
                    for &player in position.seats().players() {
                        let change = after.distance(player) - position.distance(player);
                        let told =
                            described["changes"][player.to_string()][&name].as_u64().unwrap_or(0);
                        assert_eq!(told, u64::from(change), "{name} {player}");
                    }
                }
            }
        }
        assert_eq!(legal.len() + refused.len(), slots);
    }
}

#[test]
fn paths_lead_from_the_pawn_to_the_goal() {
    let asked = Asked::new();
    let described = asked
        .post("/api/position", &json!({ "game": { "players": 4, "moves": ["e2", "b5", "c1h"] } }));
    for seat in texts(&described["seats"]) {
        let path = texts(&described["paths"][seat]);
        assert_eq!(path[0], described["pawns"][seat].as_str().unwrap());
        assert_eq!(path.len() as u64, described["distances"][seat].as_u64().unwrap() + 1);
        assert!(texts(&described["goals"][seat]).contains(path.last().unwrap()));
    }
}

#[test]
fn the_end_is_told() {
    let asked = Asked::new();
    let over = asked
        .post("/api/position", &json!({ "game": { "position": "- / - / a9 e8 / 10 10 / 2" } }));
    assert_eq!(over["result"]["winner"], "South");
    assert_eq!(over["steps"], json!([]));
    // Nobody has walls: South, to move, is four steps from the goal and North five, in columns of
    // their own.
    let race =
        asked.post("/api/position", &json!({ "game": { "position": "- / - / a5 i6 / 0 0 / 1" } }));
    assert_eq!(race["exact"], json!({ "winner": "South", "plies": 7 }));
    let race =
        asked.post("/api/position", &json!({ "game": { "position": "- / - / a5 i5 / 0 0 / 2" } }));
    assert_eq!(race["exact"], json!({ "winner": "North", "plies": 7 }));
}

#[test]
fn bad_requests_get_one_clear_line() {
    let asked = Asked::new();
    let refuse = |path: &str, body: Value| asked.refuse(path, &body);
    assert!(
        refuse("/api/position", json!({ "game": { "moves": ["e2", "e2"] } }))
            .starts_with("game.moves, move 2, 'e2': ")
    );
    assert!(
        refuse("/api/position", json!({ "game": { "board": "99x1" } })).starts_with("game.board: ")
    );
    assert!(refuse("/api/position", json!({ "game": { "players": 5 } })).contains("2, 3 or 4"));
    assert!(
        refuse("/api/position", json!({ "game": { "position": "x" } }))
            .starts_with("game.position: ")
    );
    assert!(
        refuse(
            "/api/position",
            json!({ "game": { "position": "- / - / e1 e9 / 10 10 / 1", "walls": 3 } })
        )
        .contains("leave them out")
    );
    assert!(refuse("/api/position", json!({ "gme": {} })).contains("unknown field `gme`"));
    assert!(refuse("/api/export", json!({ "format": "pdf" })).contains("glendenning"));
    assert!(refuse("/api/games", json!({ "seats": {} })).contains("South, North"));
    assert!(
        refuse(
            "/api/games",
            json!({ "seats": { "South": { "human": "A".repeat(61) }, "North": { "human": "" } } })
        )
        .contains("a name")
    );
    let computer = |spec: &str| {
        json!({ "seats": { "South": { "human": "A" },
        "North": { "computer": spec } } })
    };
    assert!(refuse("/api/games", computer("gnubg")).contains("alphabeta"));
    assert!(refuse("/api/games", computer("alphabeta:hash=1024")).contains("at most 256"));
    assert!(
        refuse("/api/games", computer("alphabeta:evaluation=/etc/passwd"))
            .contains("files of the server cannot be named here")
    );
    assert!(refuse("/api/games", computer("alphabeta:level=11")).contains("level"));
    // Whether there is such a file is not told.
    for file in ["/etc/passwd", "/nowhere"] {
        let told = refuse("/api/games", computer(&format!("hola-2016-nn:weights={file}")));
        assert!(
            told.ends_with("files of the server cannot be named here: leave that option out"),
            "{told}"
        );
    }
    let four = json!({ "game": { "players": 4 }, "seats": { "South": { "human": "A" },
        "West": { "human": "B" },
        "North": { "computer": "alphabeta" }, "East": { "human": "D" } } });
    assert!(refuse("/api/games", four).contains("games for two"));
    let (status, answer) = asked.ask(Method::GET, "/api/games/77", None);
    assert_eq!(
        (status, answer["error"].as_str().unwrap()),
        (StatusCode::NOT_FOUND, "the store: there is no game 77")
    );
    assert_eq!(asked.ask(Method::GET, "/api/nothing", None).0, StatusCode::NOT_FOUND);
    assert_eq!(asked.ask(Method::GET, "/api/check", None).0, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(
        asked.ask(Method::GET, "/api/store/games?limit=1000", None).0,
        StatusCode::BAD_REQUEST
    );
    assert_eq!(
        asked.ask(Method::GET, "/api/store/games?order=best", None).0,
        StatusCode::BAD_REQUEST
    );
    assert_eq!(asked.ask(Method::POST, "/api/check", Some("{")).0, StatusCode::BAD_REQUEST);
}

#[test]
fn the_editor_hears_all_that_cannot_be_read() {
    let asked = Asked::new();
    let edited = json!({ "board": "1x1", "pawns": { "South": "z9", "North": "e9" },
        "walls": ["e9x"], "walls_left": { "South": 10 }, "turn": "Up" });
    let report = asked.post("/api/setup", &edited);
    assert_eq!(report["legal"], false);
    assert_eq!(report["problems"].as_array().unwrap().len(), 5, "{report}");
    let edited = json!({ "pawns": { "South": "e4", "North": "e6" }, "walls": ["d2h", "f4h", "e3v"],
        "walls_left": { "South": 8, "North": 9 }, "turn": "South" });
    let report = asked.post("/api/setup", &edited);
    assert_eq!(report["position"]["position"], "d2 f4 / e3 / e4 e6 / 8 9 / 1");
}

#[test]
fn texts_of_all_kinds_come_in_and_go_out() {
    let asked = Asked::new();
    let import = |text: &str| asked.post("/api/import", &json!({ "text": text }));
    let game = json!({ "moves": ["e2", "e8", "e3h"] });
    for (format, kind) in [
        ("record", "record"),
        ("standard", "moves"),
        ("glendenning", "moves"),
        ("hola", "moves"),
        ("openspiel", "moves"),
        ("saadatinia", "moves"),
        ("replay", "replay"),
        ("share", "share"),
    ] {
        let text = asked.post("/api/export", &json!({ "game": game, "format": format }))["text"]
            .as_str()
            .unwrap()
            .to_owned();
        let body = if ["glendenning", "openspiel"].contains(&format) {
            json!({ "text": text, "dialect": format })
        } else {
            json!({ "text": text })
        };
        let read = asked.post("/api/import", &body);
        assert_eq!(read["kind"], kind, "{text}");
        let moves: Vec<&str> = read["games"][0]["line"]["moves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|mv| mv["move"].as_str().unwrap())
            .collect();
        assert_eq!(moves, ["e2", "e8", "e3h"], "{format}: {text}");
    }
    let position = asked.post("/api/export", &json!({ "game": game, "format": "position" }));
    assert_eq!(position["text"], "e3 / - / e2 e8 / 9 10 / 2");
    assert_eq!(
        import("e3 / - / e2 e8 / 9 10 / 2")["games"][0]["start"],
        "e3 / - / e2 e8 / 9 10 / 2"
    );
    // A bad game does not hinder the good one.
    let two = import("[South \"Ann\"]\n\n1. e2 e8 1-0\n\n[South \"Bob\"]\n\n1. e5 *\n");
    assert_eq!(two["games"].as_array().unwrap().len(), 1);
    assert_eq!(two["games"][0]["tags"], json!({ "South": "Ann" }));
    assert_eq!(two["problems"].as_array().unwrap().len(), 1);
}

/// What is read is written again, however long and deep it is.
#[test]
fn a_long_annotated_game_goes_out_again() {
    let asked = Asked::new();
    let deep = format!("{}{}", " ( 1. d1".repeat(24), " )".repeat(24));
    let moves = (0..450).map(|turn| {
        let (south, north) = if turn % 2 == 0 { ("e2", "e8") } else { ("e1", "e9") };
        format!("{}. {south} {{{}}} {north}", turn + 1, "a comment ".repeat(20))
    });
    let moves = moves.collect::<Vec<_>>().join(" ").replacen(" {", &format!("{deep} {{"), 1);
    let read = asked.post("/api/import", &json!({ "text": format!("{moves} *") }));
    let game = &read["games"][0];
    assert_eq!(game["line"]["moves"].as_array().unwrap().len(), 900, "{}", read["problems"]);
    let body = json!({ "line": game["line"], "format": "record" });
    assert!(body.to_string().len() > 64 << 10);
    let text = asked.post("/api/export", &body)["text"].clone();
    assert_eq!(
        asked.post("/api/import", &json!({ "text": text }))["games"][0]["line"],
        game["line"]
    );
}

#[test]
fn what_was_said_about_moves_goes_out_and_comes_back() {
    let asked = Asked::new();
    let line = json!({ "comment": "a game", "moves": [
        { "move": "e2", "nags": [1], "comment": "good <script>alert(1)</script> \
                                                 }", "clock": "0:04:59", "eval": { "score": 0.25 },
          "variations": [{ "comment": "", "moves": [{ "move": "d1" }, { "move": "e8",
          "eval": { "wins_in": -3 } }] }] },
        { "move": "e8" },
    ] });
    for format in ["record", "share"] {
        let body = json!({ "line": line, "tags": { "South": "Ann \"A\"" }, "result": "1-0",
            "format": format });
        let text = asked.post("/api/export", &body)["text"].clone();
        let read = asked.post("/api/import", &json!({ "text": text }));
        assert_eq!(read["games"][0]["line"], line, "{text}");
        assert_eq!(read["games"][0]["tags"]["South"], "Ann \"A\"");
        assert_eq!(read["games"][0]["result"], "1-0");
    }
    assert!(
        asked
            .refuse(
                "/api/export",
                &json!({ "line": { "moves": [{ "move": "e5" }] }, "format": "record" })
            )
            .contains("line, move 1, 'e5'")
    );
    assert!(
        asked
            .refuse("/api/export", &json!({ "tags": { "1": "x" }, "format": "record" }))
            .contains("tags")
    );
}

#[test]
fn the_store_lists_shows_keeps_and_explores() {
    let asked = Asked::new();
    let text = "[South \"Ann\"]\n[North \"Bob\"]\n\n1. e2 e8 2. e3 {on} 1-0\n\n[South \"Bob\"]\n\
                [North \"Cy\"]\n\n1. e2 d9 0-1\n";
    let kept = asked.post("/api/store/games", &json!({ "text": text }));
    assert_eq!(kept, json!({ "added": 2, "known": 0, "problems": [] }));
    assert_eq!(asked.post("/api/store/games", &json!({ "text": text }))["known"], 2);
    let all = asked.get("/api/store/games");
    assert_eq!(all["total"], 2);
    assert_eq!(all["games"][0]["players"], json!({ "South": "Bob", "North": "Cy" }));
    let count = |query: &str| asked.get(&format!("/api/store/games?{query}"))["total"].clone();
    assert_eq!(count("player=Bob"), 2);
    assert_eq!(count("player=Bob&seat=North"), 1);
    assert_eq!(count("result=South%20wins"), 1);
    assert_eq!(count("result=open"), 0);
    assert_eq!(count("opening=e2%20e8"), 1);
    assert_eq!(count("min_plies=3"), 1);
    assert_eq!(count("seats=4"), 0);
    let game = asked.get("/api/store/games/1");
    assert_eq!(game["line"]["moves"][2]["comment"], "on");
    assert!(game["record"].as_str().unwrap().contains("2. e3"));
    let explored = asked.post("/api/explore", &json!({}));
    assert_eq!(
        explored["moves"][0],
        json!({ "move": "e2", "games": 2, "wins": 1, "draws": 0, "losses": 1, "open": 0,
            "score": 0.5 })
    );
}

#[test]
fn players_say_what_they_can_play() {
    let asked = Asked::new();
    let players = asked.get("/api/players");
    assert_eq!(players["levels"].as_array().unwrap().len(), 10);
    for level in players["levels"].as_array().unwrap() {
        let seats =
            json!({ "South": { "human": "Ann" }, "North": { "computer": level["player"] } });
        asked.post("/api/games", &json!({ "seats": seats }));
    }
    for player in players["players"].as_array().unwrap() {
        assert!(!player["seats"].as_array().unwrap().is_empty(), "{player}");
    }
    let random = players["players"]
        .as_array()
        .unwrap()
        .iter()
        .find(|player| player["name"] == "random")
        .unwrap();
    assert_eq!(random["seats"], json!([2, 3, 4]));
}

/// South needs three steps and North two: running loses, a wall that costs two steps wins.
#[test]
fn attempts_at_lessons_are_judged() {
    let asked = Asked::new();
    let listed = asked.get("/api/lessons");
    let names: Vec<&str> =
        listed["lessons"].as_array().unwrap().iter().map(|l| l["name"].as_str().unwrap()).collect();
    assert!(names.starts_with(&["step", "jump"]), "{names:?}");
    let attempt = |moves: Value| asked.post("/api/lessons/tempo", &json!({ "moves": moves }));
    assert_eq!(attempt(json!([]))["standing"], "open");
    let running = attempt(json!(["c7", "c8"]));
    assert_eq!(running["moves"], json!(["c7", "g2", "c8", "g1"]));
    assert_eq!(running["mistake"], json!({ "code": "too-slow" }));
    let won = attempt(json!(["f2h", "c7", "c8", "c9"]));
    assert_eq!(won["standing"], "solved");
    assert_eq!(won["position"]["result"]["winner"], "South");
}

#[test]
fn bad_attempts_at_lessons_are_one_line() {
    let asked = Asked::new();
    for (name, moves, status, line) in [
        ("tempo", json!(["c9"]), StatusCode::BAD_REQUEST, "moves, c9: "),
        ("tempo", json!(["c7", "x"]), StatusCode::BAD_REQUEST, "moves, 2, 'x': "),
        ("tempo", json!(vec!["c7"; 101]), StatusCode::BAD_REQUEST, "moves: at most 100"),
        ("chess", json!([]), StatusCode::NOT_FOUND, "there is no lesson 'chess'"),
    ] {
        let path = format!("/api/lessons/{name}");
        let body = json!({ "moves": moves }).to_string();
        let (answered, problem) = asked.ask(Method::POST, &path, Some(&body));
        assert_eq!(answered, status, "{problem}");
        let error = problem["error"].as_str().unwrap();
        assert!(error.starts_with(line), "{error}");
    }
}

#[test]
fn attempts_at_puzzles_are_judged() {
    let asked = Asked::new();
    let listed = asked.get("/api/puzzles");
    assert_eq!(listed["puzzles"].as_array().unwrap().len(), puzzles().len());
    let puzzle = puzzles().iter().find(|puzzle| puzzle.solution().len() == 3).unwrap();
    let path = format!("/api/puzzles/{}", puzzle.id());
    let attempt = |moves: Value| asked.post(&path, &json!({ "moves": moves }));
    let solution: Vec<String> = puzzle.solution().iter().map(ToString::to_string).collect();
    let begun = attempt(json!([]));
    assert_eq!((&begun["standing"], begun.get("solution")), (&json!("open"), None));
    assert_eq!(begun["position"]["position"], json!(puzzle.position().to_string()));
    assert_eq!(attempt(json!([solution[0]]))["moves"], json!(solution[..2]));
    let solved = attempt(json!([solution[0], solution[2]]));
    assert_eq!((&solved["standing"], &solved["solution"]), (&json!("solved"), &json!(solution)));
    let steps = begun["position"]["steps"].as_array().unwrap();
    let wrong = steps.iter().find(|step| **step != json!(solution[0])).unwrap();
    let failed = attempt(json!([wrong]));
    assert_eq!(failed["standing"], "failed");
    // The wrong move and its refutation.
    assert_eq!(failed["moves"].as_array().unwrap().len(), 2);
}

#[test]
fn the_day_and_the_rating_of_puzzles() {
    let asked = Asked::new();
    let day = |date: &str| asked.post("/api/puzzle-of-the-day", &json!({ "date": date }));
    assert_eq!(day("2026-11-16"), day("2026-11-16"));
    assert_ne!(day("2026-11-16")["id"], day("2026-11-17")["id"]);
    let hardest = puzzles()[puzzles().len() - 1].id();
    let rated = |solver: Value, solved: bool| {
        let body = json!({ "solver": solver, "puzzle": hardest, "solved": solved });
        asked.post("/api/puzzle-rating", &body)
    };
    let new = rated(json!(null), true);
    assert!(new["rating"].as_f64().unwrap() > 1500.0 && new["deviation"].as_f64().unwrap() < 350.0);
    assert!(rated(new.clone(), false)["rating"].as_f64() < new["rating"].as_f64());
}

#[test]
fn bad_requests_for_puzzles_are_one_line() {
    let asked = Asked::new();
    let (id, bad) = (puzzles()[0].id(), StatusCode::BAD_REQUEST);
    let rating =
        |deviation: f64| json!({ "rating": 1500, "deviation": deviation, "volatility": 0.06 });
    for (path, body, status, line) in [
        ("puzzles/none", json!({}), StatusCode::NOT_FOUND, "there is no puzzle 'none'"),
        (&*format!("puzzles/{id}"), json!({ "moves": ["x"] }), bad, "moves, 1, 'x': "),
        ("puzzle-of-the-day", json!({ "date": "today" }), bad, "date: expected one like 2026-"),
        (
            "puzzle-rating",
            json!({ "puzzle": id, "solved": true, "solver": rating(0.0) }),
            bad,
            "solver, deviation: expected 1 to 350, got 0",
        ),
    ] {
        let (answered, problem) =
            asked.ask(Method::POST, &format!("/api/{path}"), Some(&body.to_string()));
        assert_eq!(answered, status, "{problem}");
        let error = problem["error"].as_str().unwrap();
        assert!(error.starts_with(line), "{error}");
    }
}

#[test]
fn others_are_told_where_they_find_the_server() {
    // This one serves nobody else.
    let served = Served::new();
    assert_eq!(served.get("/api/addresses"), json!({ "origins": [] }));
    let public = Some("https://quoridor.example".parse().unwrap());
    let served = Served::with(Config { public, ..Config::new(1) });
    let told = served.get("/api/addresses");
    assert_eq!(told, json!({ "origins": ["https://quoridor.example"] }));
}
