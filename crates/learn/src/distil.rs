//! Positions with the evaluation of a network, for the network of `nnue` to learn from.
//!
//! Every row of `quoridor learn self-play` becomes a sample of 224 bytes:
//!
//! | bytes | content |
//! |---|---|
//! | 0–167 | the features: bit `i % 8` of byte `i / 8` is feature `i` |
//! | 168–194 | the legal moves: bit `i % 8` of byte `168 + i / 8` is the move of index `i` |
//! | 195 | the move played |
//! | 196–197 | expected score of the player to move by the network, in 65535ths |
//! | 198–199 | the same by the search |
//! | 200 | the same by the result, in halves |
//! | 201 | flags: 1 the search proved the result |
//! | 202–205 | number of the game |
//! | 206–207 | how many moves of the policy follow: 1 to 8 |
//! | 208–223 | the network's policy: moves and weights (255 is all), the most likely first |
//!
//! Numbers have their lowest byte first. Moves are those that the player to move sees
//! ([`view`]), with the indices of rows.

use std::error::Error;
use std::fs::{self, File};
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use quoridor_core::Outcome;
use quoridor_engine::net::conv::Network;
use quoridor_engine::players::nnue::{Features, seen, view};
use quoridor_engine::players::puct::{NetworkEvaluation, NetworkEvaluator};
use rayon::prelude::*;

use crate::progress::Progress;
use crate::self_play::{Row, RowError};

/// The bytes of a sample.
pub const SAMPLE_SIZE: usize = 224;

/// The most moves of a sample's policy.
const MOST_MOVES: usize = 8;

/// How many rows are read at a time.
const ROWS_AT_ONCE: usize = 1 << 15;

/// The sample of a row that a network has evaluated.
pub fn sample(row: &Row, evaluation: &NetworkEvaluation) -> [u8; SAMPLE_SIZE] {
    let mut bytes = [0; SAMPLE_SIZE];
    let view = view(&row.position);
    let index = |mv| seen(mv, view).index();
    bytes[..Features::COUNT / 8].copy_from_slice(&Features::new(&row.position).bytes());
    for &(mv, _) in &evaluation.policy {
        let index = usize::from(index(mv));
        bytes[168 + index / 8] |= 1 << (index % 8);
    }
    bytes[195] = index(row.mv);
    bytes[196..198].copy_from_slice(&in_parts(evaluation.win_probability).to_le_bytes());
    bytes[198..200].copy_from_slice(&in_parts(row.value).to_le_bytes());
    bytes[200] = match row.outcome {
        Outcome::Draw => 1,
        Outcome::Win(player) => 2 * u8::from(player == row.position.turn()),
    };
    bytes[201] = row.is_proved.into();
    bytes[202..206].copy_from_slice(&row.game.to_le_bytes());
    let policy = &evaluation.policy[..evaluation.policy.len().min(MOST_MOVES)];
    bytes[206] = policy.len() as u8;
    for (entry, &(mv, share)) in bytes[208..].as_chunks_mut::<2>().0.iter_mut().zip(policy) {
        *entry = [index(mv), (255.0 * share).round() as u8];
    }
    bytes
}

fn in_parts(share: f64) -> u16 {
    (65_535.0 * share.clamp(0.0, 1.0)).round() as u16
}

/// Writes the samples of all rows of some files, in their order, and returns their number. The file
/// is there whole or not at all.
///
/// # Errors
/// A file cannot be read or written, a row is damaged, or the work was stopped.
pub fn distil(
    rows: &[PathBuf],
    network: &Arc<Network>,
    out: &Path,
    progress: &Progress<'_>,
) -> Result<u64, Box<dyn Error + Send + Sync>> {
    let temporary = out.with_extension("tmp");
    let written = (|| {
        let mut file = BufWriter::new(
            File::create(&temporary).map_err(|error| named(&temporary, &error.to_string()))?,
        );
        let mut count = 0;
        for path in rows {
            count += distil_file(path, network, &mut file, count, progress)?;
        }
        file.into_inner().map_err(std::io::IntoInnerError::into_error)?.sync_all()?;
        fs::rename(&temporary, out).map_err(|error| named(out, &error.to_string()))?;
        Ok(count)
    })();
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written
}

fn distil_file(
    path: &Path,
    network: &Arc<Network>,
    out: &mut impl Write,
    before: u64,
    progress: &Progress<'_>,
) -> Result<u64, Box<dyn Error + Send + Sync>> {
    let mut file = File::open(path).map_err(|error| named(path, &error.to_string()))?;
    let mut count = 0;
    loop {
        let mut bytes = Vec::new();
        Read::by_ref(&mut file).take((ROWS_AT_ONCE * Row::SIZE) as u64).read_to_end(&mut bytes)?;
        if bytes.is_empty() {
            return Ok(count);
        }
        if progress.stop.load(Ordering::Relaxed) {
            return Err("stopped: no samples were written".into());
        }
        let (rows, rest) = bytes.as_chunks::<{ Row::SIZE }>();
        if !rest.is_empty() {
            return Err(named(path, "cut off: its last row is not whole"));
        }
        let samples: Result<Vec<[u8; SAMPLE_SIZE]>, (usize, RowError)> = rows
            .par_iter()
            .enumerate()
            .map_init(
                || NetworkEvaluator::new(Arc::clone(network)),
                |evaluator, (place, bytes)| {
                    let row = Row::read(bytes).map_err(|error| (place, error))?;
                    Ok(sample(&row, &evaluator.evaluate(&row.position)))
                },
            )
            .collect();
        let samples = samples.map_err(|(place, error)| {
            named(path, &format!("row {}: {error}", count + place as u64))
        })?;
        out.write_all(samples.as_flattened())?;
        count += samples.len() as u64;
        (progress.tell)(format!("{} rows", before + count));
    }
}

fn named(path: &Path, reason: &str) -> Box<dyn Error + Send + Sync> {
    format!("{}: {reason}", path.display()).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quoridor_core::{Move, Player};
    use quoridor_engine::players::puct::{evaluate, shipped_network};
    use std::sync::atomic::AtomicBool;

    fn row(position: &str, mv: &str) -> Row {
        let mv: Move = mv.parse().unwrap();
        Row {
            position: position.parse().unwrap(),
            outcome: Outcome::Win(Player::North),
            value: 0.25,
            game: 70_000,
            ply: 12,
            plies_left: 30,
            is_proved: true,
            is_adjudicated: false,
            is_short: false,
            is_resigned: false,
            mv,
            policy: vec![(mv, 1.0)],
        }
    }

    /// Worked out by hand: North is on the right half, so it sees the board turned around, and its
    /// step g7–g6 is one from c3 to c4, square 3 · 9 + 2.
    #[test]
    fn bytes_worked_out_by_hand() {
        let row = row("d4 / - / e2 g7 / 9 10 / 2", "g6");
        let evaluation = NetworkEvaluation {
            win_probability: 0.75,
            policy: vec![(row.mv, 0.8), ("a1h".parse().unwrap(), 0.2)],
        };
        let bytes = sample(&row, &evaluation);
        // d4 becomes e5: row 4, column 4 of the slots.
        assert_eq!(bytes[..8], (1_u64 << (8 * 4 + 4)).to_le_bytes());
        assert_eq!(bytes[195], 29);
        assert_eq!(u16::from_le_bytes([bytes[196], bytes[197]]), 49_151);
        assert_eq!(u16::from_le_bytes([bytes[198], bytes[199]]), 16_384);
        assert_eq!(bytes[200..206], [2, 1, 0x70, 0x11, 1, 0]);
        // a1h becomes h8h.
        assert_eq!(bytes[206..212], [2, 0, 29, 204, 81 + 63, 51]);
        let legal: Vec<usize> =
            (0..216).filter(|index| bytes[168 + index / 8] >> (index % 8) & 1 == 1).collect();
        assert_eq!(legal, [29, 81 + 63]);
    }

    #[test]
    fn all_rows_are_evaluated_and_damage_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let [rows, out] = ["rows.bin", "samples.bin"].map(|name| folder.path().join(name));
        let row = row("d4 / - / e2 g7 / 9 10 / 2", "g6");
        fs::write(&rows, [row.bytes(), row.bytes()].as_flattened()).unwrap();
        let stop = AtomicBool::new(false);
        let progress = Progress { tell: &|_| {}, stop: &stop };
        let network = shipped_network();
        let files = [rows.clone(), rows.clone()];
        assert_eq!(distil(&files, &network, &out, &progress).unwrap(), 4);
        let row = Row::read(&row.bytes()).unwrap();
        let expected = sample(&row, &evaluate(&row.position).unwrap());
        assert_eq!(fs::read(&out).unwrap(), [expected; 4].as_flattened());
        let mut damaged = fs::read(&rows).unwrap();
        damaged[64 + 18] ^= 1;
        fs::write(&rows, &damaged).unwrap();
        let error = distil(&files, &network, &out, &progress).unwrap_err().to_string();
        assert!(
            error.ends_with("rows.bin: row 1: its checksum is wrong: it was changed or damaged")
        );
        fs::write(&rows, &damaged[..100]).unwrap();
        let error = distil(&files, &network, &out, &progress).unwrap_err().to_string();
        assert!(error.ends_with("rows.bin: cut off: its last row is not whole"), "{error}");
        // The samples of before are still there, and nothing else.
        assert_eq!(fs::read(&out).unwrap().len(), 4 * SAMPLE_SIZE);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}
