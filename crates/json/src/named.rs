//! Values by name.

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

/// Values by name, in the order of the names: a JSON object.
///
/// It has a few entries, so it is a sorted list. A tree of each type of values would be a tenth of
/// the WebAssembly module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named<T>(Vec<(String, T)>);

impl<T> Default for Named<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Named<T> {
    fn place(&self, name: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|(known, _)| known.as_str().cmp(name))
    }

    /// The value of a name; a name that is new gets one.
    pub fn entry(&mut self, name: String, new: impl FnOnce() -> T) -> &mut T {
        let place = self.place(&name).unwrap_or_else(|place| {
            self.0.insert(place, (name, new()));
            place
        });
        &mut self.0[place].1
    }

    /// Forgets the values that a condition is not true of.
    pub fn retain(&mut self, mut keep: impl FnMut(&T) -> bool) {
        self.0.retain(|(_, value)| keep(value));
    }
}

impl<T> FromIterator<(String, T)> for Named<T> {
    /// Of two values with one name, the last stays.
    fn from_iter<I: IntoIterator<Item = (String, T)>>(values: I) -> Self {
        let mut named = Self::default();
        for (name, value) in values {
            match named.place(&name) {
                Ok(place) => named.0[place].1 = value,
                Err(place) => named.0.insert(place, (name, value)),
            }
        }
        named
    }
}

impl<T: Serialize> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<T: JsonSchema> JsonSchema for Named<T> {
    fn inline_schema() -> bool {
        BTreeMap::<String, T>::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        BTreeMap::<String, T>::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        BTreeMap::<String, T>::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        BTreeMap::<String, T>::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: &impl Serialize) -> String {
        serde_json::to_string(value).unwrap()
    }

    /// What is written is what a map of the standard library is written as.
    #[test]
    fn it_is_written_as_a_map_is() {
        let values = [("West", 1), ("East", 2), ("North", 3), ("East", 4)];
        let values = values.map(|(name, value)| (name.to_owned(), value));
        let mut named: Named<i32> = values.clone().into_iter().collect();
        let mut map: BTreeMap<String, i32> = values.into_iter().collect();
        assert_eq!(text(&named), text(&map));
        *named.entry("South".to_owned(), || 0) += 5;
        *named.entry("East".to_owned(), || 0) += 5;
        *map.entry("South".to_owned()).or_insert(0) += 5;
        *map.entry("East".to_owned()).or_insert(0) += 5;
        named.retain(|value| *value != 3);
        map.retain(|_, value| *value != 3);
        assert_eq!(text(&named), text(&map));
    }
}
