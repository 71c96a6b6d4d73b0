//! Any text is records and errors; a record that was read is written and read back the same, alone
//! in its text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quoridor_core::record::{self, Record};

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = str::from_utf8(bytes) else { return };
    for game in record::read(text) {
        match game {
            Ok(record) => check_round_trip(&record),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});

fn check_round_trip(record: &Record) {
    assert_eq!(record.game().moves().len(), record.main.moves.len());
    let text = record.write().expect("a dialect has words for the moves it has read");
    let games: Vec<_> = record::read(&text).collect();
    assert_eq!(games, [Ok(record.clone())], "{text}");
}
