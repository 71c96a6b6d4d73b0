//! Any text is the moves of a game or an error; what a dialect has read, it writes and reads back
//! as the same game.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quoridor_core::Game;
use quoridor_core::notation::{Dialect, read_moves};
use quoridor_fuzz::starts;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = str::from_utf8(bytes) else { return };
    for start in starts() {
        for dialect in Dialect::ALL {
            match dialect.read_moves(text, &start) {
                Ok(game) => check_round_trip(dialect, &game),
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
        match read_moves(text, &start) {
            Ok((dialect, game)) => check_round_trip(dialect, &game),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});

fn check_round_trip(dialect: Dialect, game: &Game) {
    let text = dialect.write_moves(game).expect("a dialect has words for the moves it has read");
    assert_eq!(dialect.read_moves(&text, game.start()).as_ref(), Ok(game), "{dialect}: {text}");
}
