//! A small validator of JSON Schema, for answers of the program and the server.
//!
//! It knows the keywords that our schemas use and panics on any other. It is stricter than the
//! standard in one point: an object has no fields that its schema does not name.

use serde_json::{Map, Value};

/// A document with schemas, and other documents that it refers to by their file names.
#[derive(Clone, Copy)]
pub struct Schemas<'a> {
    /// The document.
    pub root: &'a Value,
    /// Other documents, by their names in references.
    pub others: &'a [(&'a str, &'a Value)],
}

/// Keywords that say nothing about what is valid.
const NOTES: [&str; 8] =
    ["title", "description", "default", "format", "$schema", "$id", "$defs", "examples"];

impl Schemas<'_> {
    /// Whether a value is valid.
    ///
    /// # Errors
    /// The first place that is not, and why.
    pub fn check(&self, schema: &Value, value: &Value) -> Result<(), String> {
        self.check_at("", schema, value)
    }

    fn check_at(&self, place: &str, schema: &Value, value: &Value) -> Result<(), String> {
        let keywords = match schema {
            Value::Bool(true) => return Ok(()),
            Value::Bool(false) => return Err(format!("{place}: nothing is valid here")),
            Value::Object(keywords) => keywords,
            other => panic!("{other} is no schema"),
        };
        for (keyword, argument) in keywords {
            let is_valid = match keyword.as_str() {
                "$ref" => {
                    let (schemas, schema) = self.resolve(argument.as_str().unwrap());
                    schemas.check_at(place, schema, value)?;
                    true
                }
                "type" => has_type(argument, value),
                "enum" => argument.as_array().unwrap().contains(value),
                "const" => argument == value,
                "minimum" => value.as_f64().is_none_or(|value| value >= argument.as_f64().unwrap()),
                "maximum" => value.as_f64().is_none_or(|value| value <= argument.as_f64().unwrap()),
                "required" => value.as_object().is_none_or(|fields| {
                    let names = argument.as_array().unwrap();
                    names.iter().all(|name| fields.contains_key(name.as_str().unwrap()))
                }),
                "properties" => {
                    self.check_fields(place, keywords, value)?;
                    true
                }
                "additionalProperties" if keywords.contains_key("properties") => true,
                "additionalProperties" => {
                    for (name, field) in value.as_object().into_iter().flatten() {
                        self.check_at(&format!("{place}.{name}"), argument, field)?;
                    }
                    true
                }
                "items" => {
                    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.check_at(&format!("{place}[{index}]"), argument, item)?;
                    }
                    true
                }
                "anyOf" | "oneOf" => {
                    let all = argument.as_array().unwrap().iter();
                    let results: Vec<_> =
                        all.map(|schema| self.check_at(place, schema, value)).collect();
                    let valid = results.iter().filter(|result| result.is_ok()).count();
                    if valid == 0 {
                        let reasons: Vec<String> =
                            results.into_iter().filter_map(Result::err).collect();
                        return Err(reasons.join("; or "));
                    }
                    keyword == "anyOf" || valid == 1
                }
                known if NOTES.contains(&known) => true,
                unknown => panic!("the keyword {unknown} is not known here"),
            };
            if !is_valid {
                let shown: String = value.to_string().chars().take(200).collect();
                return Err(format!("{place}: {keyword} {argument}, but it is {shown}"));
            }
        }
        Ok(())
    }

    fn check_fields(
        &self,
        place: &str,
        keywords: &Map<String, Value>,
        value: &Value,
    ) -> Result<(), String> {
        let properties = keywords["properties"].as_object().unwrap();
        let others = keywords.get("additionalProperties").unwrap_or(&Value::Bool(false));
        for (name, field) in value.as_object().into_iter().flatten() {
            let schema = properties.get(name).unwrap_or(others);
            self.check_at(&format!("{place}.{name}"), schema, field)?;
        }
        Ok(())
    }

    /// A reference, `#/components/schemas/Line` or `openapi.json#/components/schemas/Line`, and the
    /// document that it points into.
    fn resolve(&self, reference: &str) -> (Self, &Value) {
        let (file, pointer) = reference.split_once('#').unwrap();
        let root = match self.others.iter().find(|(name, _)| *name == file) {
            Some((_, other)) => *other,
            None if file.is_empty() => self.root,
            None => panic!("no document is called {file}"),
        };
        let schema = root.pointer(pointer).unwrap_or_else(|| panic!("no schema {reference}"));
        (Self { root, others: self.others }, schema)
    }
}

fn has_type(types: &Value, value: &Value) -> bool {
    match types {
        Value::Array(types) => types.iter().any(|one| has_type(one, value)),
        Value::String(name) => match name.as_str() {
            "null" => value.is_null(),
            "boolean" => value.is_boolean(),
            "integer" => value.is_i64() || value.is_u64(),
            "number" => value.is_number(),
            "string" => value.is_string(),
            "array" => value.is_array(),
            "object" => value.is_object(),
            other => panic!("the type {other} is not known"),
        },
        other => panic!("{other} is no type"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_not_valid_is_found() {
        let other = json!({ "Name": { "type": "string" } });
        let root = json!({
            "Pawn": {
                "type": "object",
                "properties": {
                    "name": { "$ref": "other.json#/Name" },
                    "row": { "type": "integer", "minimum": 1, "maximum": 9 },
                    "next": { "anyOf": [{ "$ref": "#/Pawn" }, { "type": "null" }] },
                    "moves": { "type": "array", "items": { "enum": ["up", "down"] } },
                },
                "required": ["name"],
            },
        });
        let schemas = Schemas { root: &root, others: &[("other.json", &other)] };
        let check = |value: Value| schemas.check(&json!({ "$ref": "#/Pawn" }), &value);
        assert_eq!(check(json!({ "name": "S", "row": 9, "next": null, "moves": ["up"] })), Ok(()));
        assert_eq!(check(json!({ "name": "S", "next": { "name": "N" } })), Ok(()));
        for wrong in [
            json!([]),
            json!({}),
            json!({ "name": 1 }),
            json!({ "name": "S", "row": 10 }),
            json!({ "name": "S", "row": 1.5 }),
            json!({ "name": "S", "next": {} }),
            json!({ "name": "S", "moves": ["up", "left"] }),
            json!({ "name": "S", "colour": "red" }),
        ] {
            assert!(check(wrong.clone()).is_err(), "{wrong}");
        }
    }
}
