//! The files that a WebAssembly module has to be provided with before it builds a player.

use quoridor_engine::book;
use quoridor_engine::players::{nnue, puct};
use quoridor_engine::shipped::Shipped;
use quoridor_literature::hola_2016::nets;

/// The networks.
pub static NETWORKS: [&Shipped; 4] =
    [&puct::SHIPPED_FILE, &nnue::SHIPPED_FILE, &nets::NN_FILE, &nets::QLNN_FILE];

/// The names of all files: the networks and the opening book.
pub fn names() -> impl Iterator<Item = &'static str> {
    NETWORKS.iter().map(|file| file.name).chain([book::FILE])
}

/// The file that a player needs, by its name in the list of players.
#[must_use]
pub fn needed_by(player: &str) -> Option<&'static Shipped> {
    match player {
        "puct" | "champion" => Some(&puct::SHIPPED_FILE),
        "nnue" => Some(&nnue::SHIPPED_FILE),
        "hola-2016-nn" => Some(&nets::NN_FILE),
        "hola-2016-qlnn" => Some(&nets::QLNN_FILE),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use quoridor_engine::{OptionKind, OptionType};

    use super::*;
    use crate::AGENTS;

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
    }
}
