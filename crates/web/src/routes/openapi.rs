//! The routes, for programs that read OpenAPI. What fields mean is said in docs/http.md.

use axum::Json;
use serde_json::{Map, Value, json};

/// A route: its method, its path, what it does, and the fields of its body or its parameters.
type Route = (&'static str, &'static str, &'static str, &'static [Field]);

/// A field: its name, its JSON type (`Game` is a game as in all requests), and whether it must be
/// there.
type Field = (&'static str, &'static str, bool);

const ROUTES: &[Route] = &[
    ("get", "/api/health", "Whether the server is there", &[]),
    ("post", "/api/position", "Describe a position", &[("game", "Game", false)]),
    (
        "post",
        "/api/check",
        "What a move would do, or why it is illegal",
        &[("game", "Game", false), ("move", "string", true)],
    ),
    (
        "post",
        "/api/setup",
        "Whether an edited position is legal",
        &[
            ("board", "string", false),
            ("pawns", "object", true),
            ("walls", "array", false),
            ("walls_left", "object", true),
            ("turn", "string", true),
        ],
    ),
    (
        "post",
        "/api/import",
        "Read a position, moves, a replay code, records or a shared game",
        &[("text", "string", true), ("game", "Game", false), ("dialect", "string", false)],
    ),
    (
        "post",
        "/api/export",
        "Write a game",
        &[
            ("format", "string", true),
            ("game", "Game", false),
            ("line", "object", false),
            ("tags", "object", false),
            ("result", "string", false),
        ],
    ),
    ("get", "/api/players", "Who can play", &[]),
    (
        "post",
        "/api/games",
        "Begin a live game",
        &[
            ("seats", "object", true),
            ("game", "Game", false),
            ("clock", "object", false),
            ("pace", "integer", false),
        ],
    ),
    ("get", "/api/games/{game}", "The state of a live game", &[]),
    ("post", "/api/games/{game}/claim", "The tokens of a game, for this machine", &[]),
    ("get", "/api/games/{game}/live", "WebSocket: play a live game or look on", &[]),
    ("get", "/api/analysis", "WebSocket: ask about positions and games", &[]),
    (
        "get",
        "/api/store/games",
        "List the games of the store",
        &[
            ("player", "string", false),
            ("name", "string", false),
            ("or_players", "string", false),
            ("seat", "string", false),
            ("seats", "integer", false),
            ("result", "string", false),
            ("opening", "string", false),
            ("position", "string", false),
            ("min_plies", "integer", false),
            ("max_plies", "integer", false),
            ("since", "string", false),
            ("until", "string", false),
            ("limit", "integer", false),
            ("offset", "integer", false),
            ("order", "string", false),
        ],
    ),
    (
        "post",
        "/api/store/games",
        "Keep the games of a file of records",
        &[("text", "string", true)],
    ),
    ("get", "/api/store/games/{id}", "A game of the store", &[]),
    ("post", "/api/explore", "What was played in a position", &[("game", "Game", false)]),
];

/// `GET /api/openapi.json`
pub(crate) async fn openapi() -> Json<Value> {
    let mut paths: Map<String, Value> = Map::new();
    for &(method, path, summary, fields) in ROUTES {
        let operations = paths.entry(path).or_insert_with(|| json!({}));
        operations[method] = operation(method, path, summary, fields);
    }
    Json(json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Quoridor",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Play, analyse and study Quoridor. docs/http.md says what the fields mean, and what is said over WebSockets.",
        },
        "paths": paths,
        "components": { "schemas": { "Game": game_schema(), "Error": error_schema() } },
    }))
}

fn operation(method: &str, path: &str, summary: &str, fields: &[Field]) -> Value {
    let is_socket = summary.starts_with("WebSocket");
    let good = if is_socket {
        "101"
    } else if path == "/api/games" {
        "201"
    } else {
        "200"
    };
    let failure = json!({
        "description": "one line about what was wrong",
        "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Error" } } },
    });
    let mut parameters: Vec<Value> = path
        .split('/')
        .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
        .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }))
        .collect();
    if method == "get" {
        let queries = fields.iter().map(|(name, kind, required)| {
            json!({ "name": name, "in": "query", "required": required, "schema": { "type": kind } })
        });
        parameters.extend(queries);
    }
    let mut operation = json!({
        "summary": summary,
        "parameters": parameters,
        "responses": { good: { "description": "done" }, "default": failure },
    });
    if method == "post" {
        operation["requestBody"] = json!({ "required": true, "content": { "application/json": { "schema": body(fields) } } });
    }
    operation
}

fn body(fields: &[Field]) -> Value {
    let properties = fields.iter().map(|&(name, kind, _)| {
        let schema = if kind == "Game" {
            json!({ "$ref": "#/components/schemas/Game" })
        } else {
            json!({ "type": kind })
        };
        (name.to_owned(), schema)
    });
    let required: Vec<&str> = fields.iter().filter(|field| field.2).map(|field| field.0).collect();
    json!({
        "type": "object",
        "properties": properties.collect::<Map<_, _>>(),
        "required": required,
        "additionalProperties": false,
    })
}

fn game_schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "position": { "type": "string" },
            "board": { "type": "string", "default": "9x9" },
            "players": { "type": "integer", "minimum": 2, "maximum": 4, "default": 2 },
            "walls": { "type": "integer", "minimum": 0, "maximum": 255 },
            "moves": { "type": "array", "items": { "type": "string" } },
        },
        "additionalProperties": false,
    })
}

fn error_schema() -> Value {
    json!({ "type": "object", "properties": { "error": { "type": "string" } }, "required": ["error"] })
}
