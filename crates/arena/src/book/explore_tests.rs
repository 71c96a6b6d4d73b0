use std::borrow::Cow;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;

use quoridor_core::Symmetry;

use super::*;

fn plan(positions: usize) -> ExplorePlan {
    ExplorePlan { judge: "puct:hash=1".parse().unwrap(), nodes: 8, positions }
}

fn journal_of(out: &Path) -> PathBuf {
    out.with_extension("journal")
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn grown(plan: &ExplorePlan, out: &PathBuf, concurrency: usize) -> Vec<u8> {
    plan.grow(out, concurrency, &AtomicBool::new(false), |_| {}).unwrap().unwrap();
    fs::read(out).unwrap()
}

fn book(bytes: Vec<u8>) -> Book {
    Book::read(Cow::Owned(bytes)).unwrap()
}

#[test]
fn the_book_is_the_same_at_any_concurrency_and_after_any_interruption() {
    let folder = folder();
    let whole = grown(&plan(200), &folder.path().join("whole"), 1);
    assert_eq!(whole, grown(&plan(200), &folder.path().join("three"), 3));
    let out = folder.path().join("parts");
    let mut runs = 0;
    loop {
        let stop = AtomicBool::new(false);
        let mut batches = 0;
        let end = plan(200).grow(&out, 1, &stop, |_| {
            batches += 1;
            stop.store(batches > runs, Ordering::Relaxed);
        });
        runs += 1;
        if end.unwrap().is_some() {
            break;
        }
        assert!(!out.exists());
        // A crash in the middle of a line.
        let mut journal = OpenOptions::new().append(true).open(journal_of(&out));
        journal.as_mut().unwrap().write_all(b"5123 e2:3:").unwrap();
    }
    assert!(runs > 3, "{runs}");
    assert_eq!(fs::read(&out).unwrap(), whole);
}

#[test]
fn a_finished_book_can_be_grown_further() {
    let folder = folder();
    let out = folder.path().join("book");
    grown(&plan(100), &out, 1);
    let journal = fs::read_to_string(journal_of(&out)).unwrap();
    let larger = grown(&plan(150), &out, 1);
    assert!(fs::read_to_string(journal_of(&out)).unwrap().starts_with(&journal));
    assert_eq!(larger, grown(&plan(150), &folder.path().join("at once"), 1));
    let other = ExplorePlan { nodes: 9, ..plan(100) };
    let error = other.grow(&out, 1, &AtomicBool::new(false), |_| {}).unwrap_err();
    assert!(error.to_string().ends_with("was begun with other options: use those, or remove it"));
}

fn after(words: &str) -> Position {
    let mut position = Position::default();
    for word in words.split_whitespace() {
        position = position.play(word.parse().unwrap()).unwrap();
    }
    position
}

/// A tree of five positions with scores that were backed up by hand.
#[test]
fn scores_come_from_the_best_explored_lines() {
    let mut tree = Tree::default();
    let mut insert = |words: &str, parent: Option<usize>, chance: u32, moves: &[(&str, u64)]| {
        let moves = moves.iter().map(|&(mv, visits)| Candidate {
            mv: mv.parse().unwrap(),
            visits,
            chance: 5_000,
        });
        let searched = Searched { chance, moves: moves.collect() };
        let position = after(words).canonical().0;
        tree.insert(Task { position, parent, cost: 100_000 }, searched);
    };
    insert("", None, 5_500, &[("e2", 60), ("a3h", 20)]);
    insert("e2", Some(0), 4_500, &[("e8", 80)]);
    insert("a3h", Some(0), 6_000, &[("e8", 80)]);
    insert("e2 e8", Some(1), 5_200, &[("e3", 80)]);
    // North prefers e8, which is not in the book here; c3h is, and worse.
    insert("a3h c3h", Some(2), 7_000, &[("e2", 80)]);
    let entries: HashMap<u64, BookEntry> = tree.entries().into_iter().collect();
    let entry = |words| entries[&key(&after(words))];
    let scores = |words| (entry(words).chance * 10_000.0).round() as u32;
    assert_eq!(scores("e2 e8"), 5_200, "a leaf has the score of its search");
    assert_eq!(scores("e2"), 4_800, "10,000 - 5,200, whatever its own search said");
    assert_eq!(scores("a3h"), 6_000, "the better of its own 6,000 and 10,000 - 7,000");
    assert_eq!(scores(""), 5_200, "the better of 10,000 - 4,800 and 10,000 - 6,000");
    let counts = ["", "e2", "a3h", "e2 e8"].map(|words| {
        let BookEntry { positions, depth, plies, .. } = entry(words);
        (positions, depth, plies)
    });
    assert_eq!(counts, [(5, 2, 0), (2, 1, 1), (2, 1, 1), (1, 0, 2)]);
}

#[test]
fn a_twentieth_of_the_positions_is_enough_to_count() {
    assert!(is_explored(5, 100) && !is_explored(4, 100) && is_explored(1, 1));
}

#[test]
fn openings_with_names_are_in_the_book() {
    let folder = folder();
    let book = book(grown(&plan(200), &folder.path().join("book"), 1));
    for opening in openings() {
        let mut position = Position::default();
        for &mv in &opening.moves {
            position.play_unchecked(mv);
        }
        assert!(book.get(&position).is_some(), "{}", opening.name);
        let mirrored = Symmetry::Mirror.position(&position).unwrap();
        assert_eq!(book.get(&mirrored), book.get(&position));
    }
}

#[test]
fn a_player_that_does_not_compare_moves_is_refused() {
    let plan = ExplorePlan { judge: "random".parse().unwrap(), ..plan(10) };
    let folder = folder();
    let out = folder.path().join("book");
    let error = plan.grow(&out, 1, &AtomicBool::new(false), |_| {}).unwrap_err();
    assert!(matches!(error, BookError::NoOpinion(_)), "{error}");
}
