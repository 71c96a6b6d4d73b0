//! Every example on docs/http.md is asked for, and the answer is what the page says.

use axum::http::Method;
use serde_json::Value;

use crate::client::Asked;

const PAGE: &str = include_str!("../../../../docs/http.md");

/// The blocks of the page, each with its language.
fn blocks() -> Vec<(&'static str, String)> {
    let mut blocks = Vec::new();
    let mut lines = PAGE.lines();
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let text: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            blocks.push((language, text.join("\n")));
        }
    }
    blocks
}

/// Whether an answer is what the page says: "…" stands for anything, and as a name for further
/// fields.
fn fits(expected: &Value, found: &Value) -> bool {
    match (expected, found) {
        (Value::String(any), _) if any == "…" => true,
        (Value::Object(expected), Value::Object(found)) => {
            let has_more = expected.contains_key("…");
            let all = expected.iter().filter(|(name, _)| *name != "…");
            let mut all =
                all.map(|(name, value)| found.get(name).is_some_and(|found| fits(value, found)));
            all.all(|fits| fits) && (has_more || expected.len() == found.len())
        }
        (Value::Array(expected), Value::Array(found)) => {
            let goes_on = expected.last().is_some_and(|last| last == "…");
            let expected = if goes_on { &expected[..expected.len() - 1] } else { expected };
            let is_long_enough =
                if goes_on { found.len() >= expected.len() } else { found.len() == expected.len() };
            is_long_enough
                && expected.iter().zip(found).all(|(expected, found)| fits(expected, found))
        }
        _ => expected == found,
    }
}

#[test]
fn the_examples_are_true() {
    let (asked, mut examples) = (Asked::new(), 0);
    let blocks = blocks();
    for (place, (language, request)) in blocks.iter().enumerate() {
        if *language != "http" {
            continue;
        }
        let (head, body) = request.split_once('\n').unwrap_or((request, ""));
        let (method, path) = head.split_once(' ').unwrap();
        let (answer_language, answer) = &blocks[place + 1];
        assert_eq!(*answer_language, "json", "an answer must follow {head}");
        let expected: Value =
            serde_json::from_str(answer).unwrap_or_else(|error| panic!("{head}: {error}"));
        let method: Method = method.parse().unwrap();
        let body = (!body.is_empty()).then_some(body);
        let (_, found) = asked.ask(method, path, body);
        assert!(fits(&expected, &found), "{head}\n{expected:#}\nis not\n{found:#}");
        examples += 1;
    }
    assert!(examples >= 10, "only {examples} examples");
}

/// Everything in OpenAPI is on the page and is a route; bodies have no other fields than those that
/// it names.
#[test]
fn openapi_lists_what_there_is() {
    let asked = Asked::new();
    let listed = asked.get("/api/openapi.json");
    for (path, operations) in listed["paths"].as_object().unwrap() {
        assert!(PAGE.contains(path), "{path} is not on the page");
        for (method, operation) in operations.as_object().unwrap() {
            let method: Method = method.to_uppercase().parse().unwrap();
            let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
            let component = schema["$ref"].as_str().and_then(|name| name.strip_prefix('#'));
            let fields = component.map_or(&Value::Null, |name| listed.pointer(name).unwrap());
            // A field that nobody knows is refused, with the names of those that are known.
            let body = fields.is_object().then_some("{\"?\": 1}");
            let (status, answer) =
                asked.ask(method.clone(), &path.replace("{game}", "1").replace("{id}", "1"), body);
            let error = answer["error"].as_str().unwrap_or_default();
            assert!(!error.contains("no such route") && status != 405, "{method} {path}: {error}");
            for name in
                fields["properties"].as_object().into_iter().flat_map(|fields| fields.keys())
            {
                assert!(error.contains(&format!("`{name}`")), "{method} {path}: {name}: {error}");
            }
        }
    }
}

#[test]
fn all_json_on_the_page_is_json() {
    for (language, text) in blocks() {
        if language == "json" {
            serde_json::from_str::<Value>(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        }
    }
}

#[test]
fn what_does_not_fit_is_found() {
    let json = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    assert!(fits(&json(r#"{"a": "…", "b": [1, "…"]}"#), &json(r#"{"a": 3, "b": [1, 2, 3]}"#)));
    assert!(fits(&json(r#"{"a": 1, "…": "…"}"#), &json(r#"{"a": 1, "b": 2}"#)));
    assert!(!fits(&json(r#"{"a": 1}"#), &json(r#"{"a": 1, "b": 2}"#)));
    assert!(!fits(&json(r#"{"a": 1, "…": "…"}"#), &json(r#"{"b": 1}"#)));
    assert!(!fits(&json("[1, 2]"), &json("[1, 2, 3]")));
    assert!(!fits(&json("[1, 2, \"…\"]"), &json("[1]")));
}
