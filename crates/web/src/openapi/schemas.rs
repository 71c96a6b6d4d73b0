//! The schemas of requests and answers, in one list of components.

use schemars::JsonSchema;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value, json};

const COMPONENTS: &str = "/components/schemas";

/// Requests and answers have a generator each, because a field with a default may be missing from
/// a request and is always in an answer.
pub(crate) struct Schemas {
    requests: SchemaGenerator,
    answers: SchemaGenerator,
}

impl Default for Schemas {
    fn default() -> Self {
        let settings = SchemaSettings::draft2020_12()
            .with(|settings| settings.definitions_path = COMPONENTS.into());
        Self {
            requests: settings.clone().for_deserialize().into_generator(),
            answers: settings.for_serialize().into_generator(),
        }
    }
}

impl Schemas {
    /// The schema of a body.
    pub(super) fn request<T: JsonSchema>(&mut self) -> Value {
        input(self.requests.subschema_for::<T>())
    }

    /// The parameters of a query, from the fields of a struct.
    pub(super) fn query<T: JsonSchema>(&mut self) -> Vec<Value> {
        let schema = Value::from(T::json_schema(&mut self.requests));
        let required: Vec<&Value> = schema["required"].as_array().into_iter().flatten().collect();
        let fields = schema["properties"].as_object().into_iter().flatten();
        let parameter = |(name, field): (&String, &Value)| {
            let mut field = field.clone();
            let description = field.as_object_mut().and_then(|field| field.remove("description"));
            json!({
                "name": name,
                "in": "query",
                "required": required.contains(&&json!(name)),
                "description": description.unwrap_or_default(),
                "schema": field,
            })
        };
        fields.map(parameter).collect()
    }

    /// The schema of an answer.
    pub(super) fn answer<T: JsonSchema>(&mut self) -> Value {
        self.answers.subschema_for::<T>().into()
    }

    /// The document with the components that it refers to.
    pub(super) fn document(mut self, mut document: Value) -> Value {
        let answers = self.answers.take_definitions(true);
        let requests = self.requests.take_definitions(true);
        let mut components: Map<String, Value> = answers.into_iter().collect();
        for (name, schema) in requests {
            components.insert(format!("{name}Input"), input(schema));
        }
        document["components"] = json!({ "schemas": components });
        document
    }
}

/// Components of requests have names of their own: `LineInput` may lack what `Line` always has.
fn input(schema: impl Into<Value>) -> Value {
    fn rename(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                if let Some(Value::String(reference)) = fields.get_mut("$ref") {
                    reference.push_str("Input");
                }
                fields.values_mut().for_each(rename);
            }
            Value::Array(items) => items.iter_mut().for_each(rename),
            _ => {}
        }
    }
    let mut schema = schema.into();
    rename(&mut schema);
    schema
}
