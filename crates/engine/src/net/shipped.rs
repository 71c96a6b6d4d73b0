//! The networks and the opening book that come with the program.
//!
//! Programs contain them. A WebAssembly module does not, because it should load quickly: its
//! host fetches the file of [`needed_by`] and hands it over before a player is built.

/// The file of the network of `puct` and `champion`.
pub const PUCT: &str = "puct.weights";

/// The file of the network of `nnue`.
pub const NNUE: &str = "nnue.weights";

/// The file of the network of `hola-2016-nn`.
pub const HOLA_NN: &str = "hola-2016-nn.weights";

/// The file of the network of `hola-2016-qlnn`.
pub const HOLA_QLNN: &str = "hola-2016-qlnn.weights";

/// All networks.
pub const ALL: [&str; 4] = [PUCT, NNUE, HOLA_NN, HOLA_QLNN];

/// The file of the opening book, which natively is part of programs with the feature `book`.
pub const BOOK: &str = "opening.book";

/// The files that a WebAssembly module can be provided with.
pub const FILES: [&str; 5] = [PUCT, NNUE, HOLA_NN, HOLA_QLNN, BOOK];

/// The file that a player needs, by its name in the registry.
#[must_use]
pub fn needed_by(player: &str) -> Option<&'static str> {
    match player {
        "puct" | "champion" => Some(PUCT),
        "nnue" => Some(NNUE),
        "hola-2016-nn" => Some(HOLA_NN),
        "hola-2016-qlnn" => Some(HOLA_QLNN),
        _ => None,
    }
}

/// The bytes of a file; `None` if it was not provided.
#[cfg(not(target_family = "wasm"))]
#[must_use]
pub fn bytes(file: &str) -> Option<&'static [u8]> {
    match file {
        PUCT => Some(include_bytes!("../../data/puct.weights")),
        NNUE => Some(include_bytes!("../../data/nnue.weights")),
        HOLA_NN => Some(include_bytes!("../../data/hola-2016-nn.weights")),
        HOLA_QLNN => Some(include_bytes!("../../data/hola-2016-qlnn.weights")),
        _ => None,
    }
}

#[cfg(target_family = "wasm")]
pub use provided::{bytes, provide};

#[cfg(target_family = "wasm")]
mod provided {
    use std::sync::{Mutex, PoisonError};

    static FILES: Mutex<Vec<(String, &'static [u8])>> = Mutex::new(Vec::new());

    /// Provides the bytes of a file, for as long as the program runs.
    pub fn provide(file: &str, bytes: Vec<u8>) {
        let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
        if files.iter().all(|(name, _)| name != file) {
            files.push((file.to_owned(), bytes.leak()));
        }
    }

    /// The bytes of a file; `None` if it was not provided.
    pub fn bytes(file: &str) -> Option<&'static [u8]> {
        let files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
        files.iter().find(|(name, _)| name == file).map(|&(_, bytes)| bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::{AGENTS, OptionKind, OptionType};

    /// A player without a file here would fail in WebAssembly.
    #[test]
    fn every_player_with_a_network_has_its_file() {
        for kind in AGENTS {
            // Weights of other players are numbers in the option itself.
            let is_network =
                |option: &OptionKind| option.name == "weights" && option.values == OptionType::File;
            let has_weights = kind.options.iter().any(is_network);
            assert_eq!(needed_by(kind.name).is_some(), has_weights, "{}", kind.name);
        }
        assert!(ALL.iter().all(|file| bytes(file).is_some()));
    }
}
