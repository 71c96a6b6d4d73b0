//! What has changed in a state that was told.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use super::state::StateJson;

/// The fields of a JSON object.
type Fields = BTreeMap<String, Box<RawValue>>;

/// A state as it was told.
pub(super) struct Told {
    /// All but the fields below.
    state: Fields,
    position: Fields,
    moves: Vec<String>,
}

impl Told {
    pub(super) fn new(state: &StateJson) -> Self {
        let mut fields = fields(state);
        // Told on a timer.
        fields.remove("spectators");
        fields.remove("moves");
        let position = fields.remove("position").map(|position| self::fields(&position));
        let position = position.unwrap_or_default();
        Self { state: fields, position, moves: state.moves.clone() }
    }

    /// The message that tells what has changed since; `None` if nothing has. Of the position it has
    /// the fields that have changed, and of the moves those from `ply` on.
    pub(super) fn update(&mut self, state: &StateJson) -> Option<String> {
        let new = Self::new(state);
        let mut update = changed(&self.state, &new.state);
        let position = changed(&self.position, &new.position);
        if !position.is_empty() {
            update.insert("position".to_owned(), raw(&position));
        }
        if self.moves != new.moves {
            let both = self.moves.iter().zip(&new.moves);
            let ply = both.take_while(|(old, new)| old == new).count();
            update.insert("ply".to_owned(), raw(&ply));
            update.insert("moves".to_owned(), raw(&new.moves[ply..]));
        }
        *self = new;
        (!update.is_empty()).then(|| {
            update.insert("type".to_owned(), raw("update"));
            raw(&update).get().to_owned()
        })
    }
}

fn changed(old: &Fields, new: &Fields) -> Fields {
    let mut fields = new.clone();
    fields.retain(|name, value| old.get(name).is_none_or(|old| old.get() != value.get()));
    fields
}

fn fields(value: &impl Serialize) -> Fields {
    serde_json::from_str(raw(value).get()).expect("it is an object")
}

fn raw(value: &(impl Serialize + ?Sized)) -> Box<RawValue> {
    to_raw_value(value).expect("its keys are strings")
}
