//! Any text is a replay code or an error; the code that is put together from what was read is read
//! as the same game.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quoridor_core::notation::ReplayCode;
use quoridor_fuzz::starts;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = str::from_utf8(bytes) else { return };
    for start in starts() {
        match ReplayCode::read(text, &start) {
            Ok(code) => assert_eq!(ReplayCode::read(&write(&code), &start).as_ref(), Ok(&code)),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});

/// The simplest text for a code: moves in standard notation, without numbers.
fn write(code: &ReplayCode) -> String {
    let metadata = code.metadata.iter().map(|metadata| format!("#{metadata}"));
    let moves = code.game.moves().iter().map(|mv| format!(" {mv}"));
    ["tq1".to_owned()].into_iter().chain(metadata).chain(moves).collect()
}
