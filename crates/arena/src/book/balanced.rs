//! Sets of balanced openings.
//!
//! A player (the judge) evaluates random openings ([`RandomOpenings`]) and keeps the balanced ones:
//! those from which it expects both sides to score about the same. The judge has a node limit, so
//! the book follows from the plan alone, at any concurrency and after any number of interruptions.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use quoridor_core::notation::Dialect;
use quoridor_core::{Game, Position};
use quoridor_engine::{Agent, Limits, Value, Watch, choose_alone};
use quoridor_players::Spec;

use crate::opening::RandomOpenings;
use quoridor_store::files::write_atomically;

/// The parameters of a book.
#[derive(Clone, Debug)]
pub struct BookPlan {
    /// The player that evaluates the openings.
    pub judge: Spec,
    /// The number of openings.
    pub lines: usize,
    /// The lengths of the openings, in plies.
    pub plies: RangeInclusive<usize>,
    /// The judge's node limit for each opening.
    pub nodes: u64,
    /// The seed of the random openings.
    pub seed: u64,
}

/// The expected score of the side to move in an opening that is kept.
pub const BALANCED: RangeInclusive<f64> = 0.4..=0.6;

/// Progress, in openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookProgress {
    /// Balanced openings.
    pub kept: usize,
    /// Evaluated openings.
    pub tried: usize,
}

/// A balanced opening.
#[derive(Clone, Debug, PartialEq)]
struct Line {
    /// Its number among the random openings.
    number: usize,
    moves: String,
    expected: f64,
}

/// The number of openings that are evaluated between two writes of the progress file.
const BATCH: usize = 32;

impl BookPlan {
    /// Makes the book and writes it atomically. If `stop` is set, it returns `Ok(None)`: progress
    /// is in a file beside the book, and a call with the same plan continues from it.
    ///
    /// # Errors
    /// A file cannot be read or written, the progress file belongs to another plan, or there are
    /// too few balanced openings.
    pub fn make(
        &self,
        out: &Path,
        concurrency: usize,
        stop: &AtomicBool,
        mut tell: impl FnMut(BookProgress),
    ) -> Result<Option<BookProgress>, BookError> {
        self.check_judge()?;
        let mut notes = Notes::open(out, &self.heading())?;
        let mut lines = notes.lines()?;
        let mut openings = RandomOpenings::new(Position::default(), self.plies.clone(), self.seed);
        let mut tried = self
            .skip(&mut openings, &lines)
            .ok_or_else(|| BookError::Damaged(notes.path.clone()))?;
        while lines.len() < self.lines {
            let batch: Vec<(usize, Game)> = (tried..).zip(openings.by_ref().take(BATCH)).collect();
            if batch.is_empty() {
                return Err(BookError::TooFew { found: lines.len(), wanted: self.lines });
            }
            tried += batch.len();
            let Some(found) = self.judge(&batch, concurrency, stop) else { return Ok(None) };
            notes.append(&found)?;
            lines.extend(found);
            lines.truncate(self.lines);
            tell(BookProgress { kept: lines.len(), tried });
        }
        write_atomically(out, self.text(&lines).as_bytes())
            .map_err(|error| BookError::write(out, error))?;
        notes.remove()?;
        Ok(Some(BookProgress { kept: lines.len(), tried }))
    }

    /// Refuses a judge whose values stand for no winning chance: no opening would ever be balanced.
    fn check_judge(&self) -> Result<(), BookError> {
        let none = || BookError::NoOpinion(self.judge.to_string());
        let mut judge = self.judge.build().map_err(|_| none())?;
        let decision = choose_alone(judge.as_mut(), &Game::default(), &Limits::nodes(self.nodes));
        decision.value.and_then(Value::win_probability).map(|_| ()).ok_or_else(none)
    }

    /// Skips the openings that were evaluated before and returns their number; `None` if the lines
    /// do not match them.
    fn skip(&self, openings: &mut RandomOpenings, lines: &[Line]) -> Option<usize> {
        let tried = lines.last().map_or(0, |last| last.number + 1);
        let mut kept = lines.iter();
        for number in 0..tried {
            let moves = in_words(&openings.next()?);
            if kept.as_slice().first().is_some_and(|line| line.number == number)
                && kept.next()?.moves != moves
            {
                return None;
            }
        }
        Some(tried)
    }

    /// The balanced openings of a batch, in order; `None` if `stop` was set.
    fn judge(
        &self,
        batch: &[(usize, Game)],
        concurrency: usize,
        stop: &AtomicBool,
    ) -> Option<Vec<Line>> {
        let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        thread::scope(|scope| {
            for _ in 0..concurrency.max(1) {
                scope.spawn(|| {
                    let Ok(mut judge) = self.judge.build() else { return };
                    while let Some((number, game)) = batch.get(next.fetch_add(1, Ordering::Relaxed))
                    {
                        let line = self.line(judge.as_mut(), *number, game, stop);
                        found.lock().unwrap_or_else(PoisonError::into_inner).extend(line);
                    }
                });
            }
        });
        let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        found.sort_by_key(|line: &Line| line.number);
        (!stop.load(Ordering::Relaxed)).then_some(found)
    }

    /// An opening, if it is balanced. The judge starts a new game first: its transposition table
    /// would make the result depend on earlier openings.
    fn line(
        &self,
        judge: &mut dyn Agent,
        number: usize,
        game: &Game,
        stop: &AtomicBool,
    ) -> Option<Line> {
        judge.new_game();
        let decision =
            judge.choose(game, &Limits::nodes(self.nodes), &mut Watch::new(stop, &mut |_| {}));
        let expected = decision.value?.win_probability()?;
        BALANCED.contains(&expected).then(|| Line { number, moves: in_words(game), expected })
    }

    /// The comment at the top of the file, different for each plan. Files on disk begin with it, so
    /// it must not change.
    fn heading(&self) -> String {
        let (low, high) = (BALANCED.start() * 100.0, BALANCED.end() * 100.0);
        format!(
            "# Balanced openings, one a line; behind each what the player to move is expected to \
             score.\n\
             # {}, looking at {} positions, expects {low:.0} to {high:.0} %. No position is \
             another one mirrored or turned.\n\
             # Made by: quoridor book make --agent {} --lines {} --plies {}-{} --nodes {} --seed \
             {}\n",
            self.judge,
            self.nodes,
            self.judge,
            self.lines,
            self.plies.start(),
            self.plies.end(),
            self.nodes,
            self.seed
        )
    }

    fn text(&self, lines: &[Line]) -> String {
        let lines = lines.iter().map(|line| format!("{} # {:.3}\n", line.moves, line.expected));
        self.heading() + &lines.collect::<String>()
    }
}

fn in_words(game: &Game) -> String {
    Dialect::Standard.write_moves(game).unwrap_or_default()
}

/// The progress file beside the book.
struct Notes {
    path: PathBuf,
    text: String,
    heading: String,
    file: File,
}

impl Notes {
    /// Opens the file, or creates it.
    fn open(out: &Path, heading: &str) -> Result<Self, BookError> {
        let mut path = out.as_os_str().to_owned();
        path.push(".partial");
        let path = PathBuf::from(path);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(BookError::Read { path, error }),
        };
        // A last line without a line feed was cut off by a crash.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let text = text[..whole].to_owned();
        if !heading.starts_with(&text) && !text.starts_with(heading) {
            return Err(BookError::AnotherPlan(path));
        }
        let text = if text.len() < heading.len() { heading.to_owned() } else { text };
        write_atomically(&path, text.as_bytes()).map_err(|error| BookError::write(&path, error))?;
        let file = OpenOptions::new()
            .append(true)
            .open(&path)
            .map_err(|error| BookError::write(&path, error))?;
        Ok(Self { path, text, heading: heading.to_owned(), file })
    }

    /// The balanced openings that were found before.
    fn lines(&self) -> Result<Vec<Line>, BookError> {
        let line = |text: &str| {
            let mut fields = text.split('\t');
            let (number, expected) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
            Some(Line { number, expected, moves: fields.next()?.to_owned() })
        };
        let lines: Option<Vec<Line>> = self.text[self.heading.len()..].lines().map(line).collect();
        lines.ok_or_else(|| BookError::Damaged(self.path.clone()))
    }

    fn append(&mut self, lines: &[Line]) -> Result<(), BookError> {
        let text: String = lines
            .iter()
            .map(|Line { number, moves, expected }| format!("{number}\t{expected}\t{moves}\n"))
            .collect();
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| BookError::write(&self.path, error))
    }

    fn remove(self) -> Result<(), BookError> {
        fs::remove_file(&self.path).map_err(|error| BookError::write(&self.path, error))
    }
}

/// Why no book was made.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// A file cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write {}: {error}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The progress file belongs to another plan.
    #[error("{} was begun with other options: use those, or remove it", .0.display())]
    AnotherPlan(PathBuf),
    /// The progress file was changed or damaged.
    #[error("{} is damaged: remove it to start again", .0.display())]
    Damaged(PathBuf),
    /// The judge does not estimate winning chances.
    #[error("{0} estimates no winning chances: choose another player, such as alphabeta")]
    NoOpinion(String),
    /// There are fewer balanced openings.
    #[error(
        "there are only {found} balanced openings, not {wanted}: try more moves, or fewer lines"
    )]
    TooFew {
        /// The number found.
        found: usize,
        /// The number wanted.
        wanted: usize,
    },
}

impl BookError {
    pub(super) fn write(path: &Path, error: io::Error) -> Self {
        Self::Write { path: path.to_owned(), error }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::opening::{is_balanced, read_openings};

    fn plan(lines: usize) -> BookPlan {
        BookPlan {
            judge: "alphabeta:hash=1".parse().unwrap(),
            lines,
            plies: 4..=6,
            nodes: 200,
            seed: 9,
        }
    }

    fn folder(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("quoridor-book-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn made(plan: &BookPlan, out: &Path, concurrency: usize) -> String {
        plan.make(out, concurrency, &AtomicBool::new(false), |_| {}).unwrap().unwrap();
        fs::read_to_string(out).unwrap()
    }

    #[test]
    fn the_openings_are_balanced_and_the_same_at_any_concurrency() {
        let folder = folder("same");
        let text = made(&plan(60), &folder.join("one"), 1);
        assert_eq!(text, made(&plan(60), &folder.join("three"), 3));
        let openings = read_openings(&text, &Position::default()).unwrap();
        let distinct: HashSet<Position> =
            openings.iter().map(|game| game.position().canonical().0).collect();
        assert_eq!((openings.len(), distinct.len()), (60, 60));
        assert!(
            openings
                .iter()
                .all(|game| is_balanced(game.position()) && (4..=6).contains(&game.moves().len()))
        );
        assert!((4..=6).all(|plies| openings.iter().any(|game| game.moves().len() == plies)));
        let names: Vec<_> =
            fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names.len(), 2, "{names:?}");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn stopped_work_is_continued() {
        let folder = folder("stopped");
        let whole = made(&plan(60), &folder.join("whole"), 1);
        let out = folder.join("parts");
        let mut runs = 0;
        loop {
            let stop = AtomicBool::new(false);
            let end =
                plan(60).make(&out, 1, &stop, |_| stop.store(true, Ordering::Relaxed)).unwrap();
            runs += 1;
            if end.is_some() {
                break;
            }
            assert!(!out.exists());
            // A crash in the middle of a line.
            let mut notes =
                OpenOptions::new().append(true).open(folder.join("parts.partial")).unwrap();
            notes.write_all(b"99999\t0.").unwrap();
        }
        assert!(runs > 2, "{runs}");
        assert_eq!(fs::read_to_string(&out).unwrap(), whole);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn progress_of_another_plan_is_refused() {
        let folder = folder("another");
        let out = folder.join("book");
        let stop = AtomicBool::new(false);
        plan(60).make(&out, 1, &stop, |_| stop.store(true, Ordering::Relaxed)).unwrap();
        let other = BookPlan { seed: 8, ..plan(60) };
        let error = other.make(&out, 1, &AtomicBool::new(false), |_| {}).unwrap_err();
        assert!(
            error.to_string().ends_with("was begun with other options: use those, or remove it"),
            "{error}"
        );
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn players_that_estimate_no_winning_chances_are_refused() {
        for name in ["random", "mertens-2006"] {
            let plan = BookPlan { judge: name.parse().unwrap(), ..plan(1) };
            let stop = AtomicBool::new(false);
            let error = plan.make(Path::new("/nowhere/book"), 1, &stop, |_| {}).unwrap_err();
            assert!(matches!(error, BookError::NoOpinion(judge) if judge == name));
        }
    }

    #[test]
    fn the_shipped_openings_are_distinct() {
        let text = std::fs::read_to_string(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../data/openings.txt"
        ))
        .unwrap();
        let openings = crate::opening::read_openings(&text, &Position::default()).unwrap();
        assert!(openings.len() >= 1000);
        let mut ends: Vec<String> =
            openings.iter().map(|game| game.position().canonical().0.to_string()).collect();
        ends.sort_unstable();
        ends.dedup();
        assert_eq!(ends.len(), openings.len(), "some are mirror images or rotations of others");
        assert!(openings.iter().all(|game| (4..=8).contains(&game.moves().len())));
    }
}
