//! Any text is a position string or an error; a position string is written and read back the same,
//! and its moves are what they claim to be.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quoridor_core::{Move, Position, Setup};

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let Ok(setup) = text.parse::<Setup>() else { return };
    assert_eq!(setup.to_string().parse(), Ok(setup));
    if let Ok(position) = setup.position() {
        assert_eq!(position.to_string().parse(), Ok(position));
        check_moves(position);
    }
});

/// The legal moves are those that can be played, and no others.
fn check_moves(position: Position) {
    let legal = position.legal_moves();
    assert_eq!(legal.iter().count(), legal.len());
    for mv in (0..Move::COUNT).filter_map(|index| Move::from_index(index as u8)) {
        assert_eq!(position.is_legal(mv), legal.contains(mv), "{mv} in {position}");
        match position.play(mv) {
            Ok(next) => {
                assert!(legal.contains(mv), "{mv} in {position}");
                assert_eq!(next.to_string().parse(), Ok(next));
            }
            Err(error) => {
                assert!(!legal.contains(mv), "{mv} in {position}: {error}");
                assert_eq!(error.position, position);
            }
        }
    }
}
