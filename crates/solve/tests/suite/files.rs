//! Files of solved positions: written, read, cut off, damaged and continued.

use std::fs;
use std::path::Path;

use quoridor_core::Position;
use quoridor_solve::{Options, Progress, Solution, SolveError, Space, Value, solve};

const OPTIONS: Options = Options { threads: 2, memory: 1 << 30, keep: false };

fn write(size: &str, walls: u8, options: Options, path: &Path) -> Result<Solution, SolveError> {
    let space = Space::new(size.parse().unwrap(), walls);
    solve(&space, options, Some(path), &Progress::default())
}

#[test]
fn a_file_answers_like_the_solver() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("4x3-2.solved");
    let written = write("4x3", 2, OPTIONS, &path).unwrap();
    let options = Options { keep: true, ..OPTIONS };
    let space = Space::new("4x3".parse().unwrap(), 2);
    let kept = solve(&space, options, None, &Progress::default()).unwrap();
    for memory in [0, 5000, 1 << 30] {
        let read = Solution::open(&path, memory, 1).unwrap();
        assert_eq!(read.checksum(), written.checksum());
        let mut positions = vec![Position::start(read.variant())];
        for depth in 0..4 {
            let mut next = Vec::new();
            for position in &positions {
                assert_eq!(read.value(position), kept.value(position), "{position}");
                assert_eq!(written.value(position), kept.value(position), "{position}");
                next.extend(position.legal_moves().iter().map(|mv| position.play(mv).unwrap()));
            }
            positions = next.into_iter().step_by(1 + depth).collect();
        }
    }
    let other: Position = "- / - / b1 b3 / 2 2 / 1 / 3x3".parse().unwrap();
    assert_eq!(written.value(&other), None);
}

/// Threads and memory do not change a byte, and neither does a chunk that stays in the file.
#[test]
fn files_depend_on_the_game_alone() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = None;
    for (threads, memory) in [(1, 1 << 30), (3, 1 << 30), (2, 1_000_000), (2, 0)] {
        let path = folder.path().join(format!("{threads}-{memory}.solved"));
        let solution = write("3x5", 3, Options { threads, memory, keep: false }, &path).unwrap();
        assert!(matches!(solution.start(), Value::Win(_)));
        let bytes = fs::read(&path).unwrap();
        assert_eq!(*first.get_or_insert_with(|| bytes.clone()), bytes, "{threads} {memory}");
    }
}

/// A file that was cut off at any byte is continued to the same file.
#[test]
fn cut_off_and_damaged_files_are_continued() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("whole.solved");
    let checksum = write("3x4", 2, OPTIONS, &path).unwrap().checksum();
    let whole = fs::read(&path).unwrap();
    let (continued, partial) =
        (folder.path().join("again.solved"), folder.path().join("again.solved.partial"));
    let lengths = (0..60).chain((60..whole.len()).step_by(whole.len() / 40)).chain([whole.len()]);
    for length in lengths {
        for damaged in [false, true] {
            let mut left = whole[..length].to_vec();
            if damaged && length > 24 {
                left[24 + (length - 24) / 2] ^= 16;
            }
            fs::write(&partial, &left).unwrap();
            let solution = write("3x4", 2, OPTIONS, &continued).unwrap();
            assert_eq!(solution.checksum(), checksum);
            assert_eq!(fs::read(&continued).unwrap(), whole, "after {length} bytes");
            assert!(!partial.exists());
            fs::remove_file(&continued).unwrap();
        }
    }
}

#[test]
fn complete_files_are_read_and_damage_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("3x3-1.solved");
    write("3x3", 1, OPTIONS, &path).unwrap();
    let whole = fs::read(&path).unwrap();
    for place in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[place] ^= 1;
        fs::write(&path, &damaged).unwrap();
        // Bytes 21 to 23 are not used.
        let unused = (21..24).contains(&place);
        assert_eq!(Solution::open(&path, 0, 1).is_ok(), unused, "byte {place}");
    }
    fs::write(&path, &whole[..whole.len() - 1]).unwrap();
    let error = Solution::open(&path, 0, 1).unwrap_err().to_string();
    assert!(error.ends_with("its end is damaged"), "{error}");
    fs::write(&path, &whole).unwrap();
    let error = write("3x3", 2, OPTIONS, &path).unwrap_err().to_string();
    assert!(error.ends_with("it holds 3x3 with 1 walls each, not this game"), "{error}");
    fs::write(&path, "something else").unwrap();
    let error = Solution::open(&path, 0, 1).unwrap_err().to_string();
    assert!(error.ends_with("not a file of solved positions"), "{error}");
}

#[test]
fn too_little_memory_is_an_error() {
    let space = Space::new("5x5".parse().unwrap(), 2);
    let options = Options { threads: 1, memory: 10_000, keep: false };
    let error = solve(&space, options, None, &Progress::default()).unwrap_err();
    assert!(matches!(error, SolveError::Memory { .. }), "{error}");
}
