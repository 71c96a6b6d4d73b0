//! What a client of a live game knows.

use serde_json::Value;

/// The state of a live game, made of the messages of its server.
#[derive(Debug, Default)]
pub struct LiveState {
    state: Value,
    yours: Value,
}

impl LiveState {
    /// Takes a message. In place of an `update` it answers the whole state, with `yours`.
    pub fn hear(&mut self, message: Value) -> Value {
        match message["type"].as_str() {
            Some("joined") => {
                self.yours = message["yours"].clone();
                return message;
            }
            Some("state") => self.state = message,
            Some("update") => self.update(message),
            _ => return message,
        }
        self.state["yours"] = self.yours.clone();
        self.state.clone()
    }

    fn update(&mut self, update: Value) {
        let Value::Object(mut fields) = update else { return };
        fields.remove("type");
        let ply = fields.remove("ply").and_then(|ply| ply.as_u64());
        if let (Some(ply), Some(Value::Array(more))) = (ply, fields.remove("moves")) {
            let moves = self.state["moves"].as_array_mut().expect("a state came before");
            moves.truncate(ply as usize);
            moves.extend(more);
        }
        if let Some(Value::Object(position)) = fields.remove("position") {
            for (name, value) in position {
                self.state["position"][name] = value;
            }
        }
        for (name, value) in fields {
            self.state[name] = value;
        }
    }
}
