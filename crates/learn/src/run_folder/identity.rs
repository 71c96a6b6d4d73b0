//! The identity of a run: everything that determines its results.

use serde::Serialize;
use toml::{Table, Value};

/// Which experiment, with which seed and config; and the version of this program.
#[derive(Clone, Debug, PartialEq)]
pub struct Identity {
    table: Table,
}

impl Identity {
    /// An experiment of this version of the program. `config` must be something that TOML can write
    /// as a table.
    ///
    /// # Panics
    /// If it is not.
    pub fn new(experiment: &str, seed: u64, config: &impl Serialize) -> Self {
        let config = Table::try_from(config).expect("the config is a table");
        let mut table = Table::new();
        table.insert("experiment".to_owned(), experiment.into());
        table.insert("version".to_owned(), env!("CARGO_PKG_VERSION").into());
        // As a text: TOML's numbers end at 2⁶³.
        table.insert("seed".to_owned(), seed.to_string().into());
        table.insert("config".to_owned(), Value::Table(config));
        Self { table }
    }

    /// As it is written.
    pub(super) fn text(&self) -> String {
        let about =
            "# What decides the numbers of this run. Only the same command goes on with it.\n";
        format!("{about}{}", self.table)
    }

    /// In which way a written one is different, if it is: `seed = 1, not 2`.
    pub(super) fn difference(&self, text: &str) -> Result<Option<String>, String> {
        let there: Table = text
            .parse()
            .map_err(|error: toml::de::Error| format!("not TOML: {}", error.message()))?;
        let (there, here) = (flat(&there), flat(&self.table));
        let keys = there.iter().chain(&here).map(|(key, _)| key);
        let value = |of: &[(String, String)], key: &String| {
            of.iter()
                .find(|(other, _)| other == key)
                .map_or_else(|| "nothing".to_owned(), |(_, value)| value.clone())
        };
        let mut different = keys.filter(|key| value(&there, key) != value(&here, key));
        Ok(different
            .next()
            .map(|key| format!("{key} = {}, not {}", value(&there, key), value(&here, key))))
    }
}

/// Every value with the names that lead to it: `config.nodes`, `300`.
fn flat(table: &Table) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for (key, value) in table {
        match value {
            Value::Table(inner) => {
                all.extend(
                    flat(inner).into_iter().map(|(name, value)| (format!("{key}.{name}"), value)),
                );
            }
            value => all.push((key.clone(), value.to_string())),
        }
    }
    all
}
