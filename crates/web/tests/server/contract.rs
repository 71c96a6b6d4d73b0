//! Requests and answers match the OpenAPI document: those of every test, and of each route here.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use quoridor_test_support::Schemas;
use serde_json::{Value, json};

use crate::client::Asked;

static DOCUMENT: LazyLock<Value> = LazyLock::new(quoridor_web::openapi);

/// Checks an answer, and the body of a request that was accepted.
pub(crate) fn check(method: &str, path: &str, body: Option<&str>, status: u16, answer: &Value) {
    let schemas = Schemas { root: &DOCUMENT, others: &[] };
    let Some(operation) = operation(method, path) else { return };
    let responses = &operation["responses"];
    let response = responses.get(status.to_string()).unwrap_or(&responses["default"]);
    assert!(response.is_object(), "{method} {path}: {status} is not described");
    let schema = &response["content"]["application/json"]["schema"];
    if !schema.is_null() {
        let checked = schemas.check(schema, answer);
        assert_eq!(checked, Ok(()), "{method} {path}: {status}: {answer:#}");
    }
    let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
    if let (Some(body), true) = (body, schema.is_object() && status < 300) {
        let body: Value = serde_json::from_str(body).unwrap();
        assert_eq!(schemas.check(schema, &body), Ok(()), "{method} {path}: {body:#}");
    }
}

/// The operation of a path; the one with fewer parameters if there are several.
fn operation(method: &str, path: &str) -> Option<&'static Value> {
    let path: Vec<&str> = path.split('?').next()?.split('/').collect();
    let fits = |template: &str| {
        let parts: Vec<&str> = template.split('/').collect();
        parts.len() == path.len()
            && parts.iter().zip(&path).all(|(part, is)| part.starts_with('{') || part == is)
    };
    let paths = DOCUMENT["paths"].as_object()?;
    let found = paths.iter().filter(|(template, _)| fits(template));
    let found = found.min_by_key(|(template, _)| template.matches('{').count())?;
    found.1.get(method.to_lowercase())
}

#[test]
fn every_route_answers_as_described() {
    let asked = Asked::new();
    let text = "[South \"Ann\"]\n\n1. e2 {good} (1. d1 e8) e8 {[%eval 0.5]} 1-0\n\n1. e9\n";
    asked.post("/api/store/games", &json!({ "text": text }));
    asked.post("/api/import", &json!({ "text": text }));
    asked.get("/api/store/games?player=Ann&limit=5");
    asked.get("/api/store/games/1");
    asked.post("/api/explore", &json!({}));
    asked.get("/api/health");
    asked.get("/api/players");
    for game in [json!({}), json!({ "players": 4 }), json!({ "moves": ["e2", "e8", "e3h"] })] {
        asked.post("/api/position", &json!({ "game": game }));
        for mv in ["e2h", "a1", "e3h", "d3h"] {
            asked.post("/api/check", &json!({ "game": game, "move": mv }));
        }
    }
    for position in ["- / - / a9 e8 / 10 10 / 2", "- / - / a5 i6 / 0 0 / 1"] {
        asked.post("/api/position", &json!({ "game": { "position": position } }));
    }
    let setup = |walls: Value| {
        let (pawns, left) =
            (json!({ "South": "e1", "North": "e9" }), json!({ "South": 9, "North": 10 }));
        let setup = json!({ "pawns": pawns, "walls": walls, "walls_left": left, "turn": "South" });
        asked.post("/api/setup", &setup)
    };
    assert_eq!(setup(json!(["e3h"]))["legal"], true);
    assert_eq!(setup(json!(["e3h", "e3v"]))["legal"], false);
    asked.post("/api/export", &json!({ "format": "record", "game": { "moves": ["e2"] } }));
    let seats = json!({ "South": { "human": "Ann" }, "North": { "computer": "random" } });
    let clock = json!({ "minutes": 5, "increment": 3 });
    let begun = asked.post("/api/games", &json!({ "seats": seats, "clock": clock }));
    let game = begun["game"].as_str().unwrap();
    asked.get(&format!("/api/games/{game}"));
    asked.post(&format!("/api/games/{game}/claim"), &json!({}));
    assert!(asked.refuse("/api/position", &json!({ "gme": 1 })).contains("gme"));
}

/// An answer with another field, or without one, would be noticed.
#[test]
fn wrong_answers_are_found() {
    let schema = json!({ "$ref": "#/components/schemas/Health" });
    let schemas = Schemas { root: &DOCUMENT, others: &[] };
    let mut answer = Asked::new().get("/api/health");
    assert_eq!(schemas.check(&schema, &answer), Ok(()));
    answer["new"] = json!(1);
    assert!(schemas.check(&schema, &answer).is_err());
    answer.as_object_mut().unwrap().remove("new");
    answer["ok"] = json!("yes");
    assert!(schemas.check(&schema, &answer).is_err());
}

#[test]
fn every_operation_has_an_id_and_a_schema() {
    let mut ids = Vec::new();
    for (path, operations) in DOCUMENT["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            ids.push(operation["operationId"].as_str().unwrap());
            let good = ["200", "201", "101"].map(|status| &operation["responses"][status]);
            let good = good.into_iter().find(|response| !response.is_null()).unwrap();
            let is_socket = good["description"] == "a WebSocket";
            let schema = &good["content"]["application/json"]["schema"];
            assert!(is_socket || schema.is_object(), "{method} {path}");
        }
    }
    ids.sort_unstable();
    assert!(ids.windows(2).all(|pair| pair[0] != pair[1]), "{ids:?}");
}

/// docs/openapi.json is what the server answers; `UPDATE_OPENAPI=1` writes it anew.
#[test]
fn the_file_is_what_the_server_answers() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
    let text = format!("{:#}\n", *DOCUMENT);
    if std::env::var_os("UPDATE_OPENAPI").is_some() {
        fs::write(&path, &text).unwrap();
    }
    assert_eq!(Asked::new().get("/api/openapi.json"), *DOCUMENT);
    assert!(
        fs::read_to_string(&path).unwrap_or_default() == text,
        "docs/openapi.json is old: \
         UPDATE_OPENAPI=1 cargo test -p quoridor-web --test server contract"
    );
}
