//! Games of a player against itself, kept as rows to train a network with.
//!
//! Each game follows from the config, the seed and its number alone: its opening, the walls that
//! the players begin with, and how many positions may be searched for each move. Games are played
//! on as many threads as wanted and written in the order of their numbers, so that a run that was
//! killed and goes on has the same [`Row`]s, bit by bit, as one that nobody touched.
//!
//! | file | content |
//! |---|---|
//! | `run.toml`, `checkpoint` | see [`run_folder`](crate::run_folder) |
//! | `rows.bin` | the rows, 64 bytes each, see [`Row`] |

mod batch;
mod game;
mod opening;
mod row;
mod samples;
#[cfg(test)]
mod tests;
mod variety;

use std::collections::BTreeMap;
use std::error::Error;
use std::fs::{self, OpenOptions};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use crate::{Progress, Stopped};
use clap::Args;
use quoridor_core::{Seats, Variant};
use quoridor_engine::registry::SHIPPED;
use quoridor_engine::shipped::Shipped;
use quoridor_engine::{Fnv, SpecError};
use quoridor_players::Spec;
use quoridor_players::shipped;
use serde::{Deserialize, Serialize};

use crate::options::{count, player};
use crate::run_folder::{CHANGED, Identity, RunFolder, RunFolderError, append};
pub use batch::{Batch, BatchConfig, LeafPlanes};
pub use game::play;
pub use opening::opening;
pub use row::{Row, RowError};
pub use samples::{AUXILIARY, BadRow, Samples};
pub use variety::Variety;

/// The file of the rows.
pub const ROWS: &str = "rows.bin";

/// Rows reach the disk at least this often, if there are any.
const BETWEEN_CHECKPOINTS: Duration = Duration::from_secs(2);

/// And after as many games, however fast they are.
const GAMES_BETWEEN_CHECKPOINTS: u64 = 64;

/// Options that a player must have if it has them at all, and why: with others its moves are not
/// those that one search found best, or not the same again.
const NEEDED: [(&str, &str, &str); 3] = [
    ("threads", "1", "every core plays a game"),
    ("book", "false", "the policy is learnt from searches"),
    ("level", "10", "lower levels make mistakes on purpose"),
];

/// All that decides the rows, beside the seed.
#[derive(Args, Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Config {
    /// The player, with options
    #[arg(long, value_name = "PLAYER", default_value = "alphabeta:hash=2", value_parser = player)]
    pub agent: String,

    /// Positions searched per move on average, from half to one and a half times as many
    #[arg(long, value_name = "N", default_value_t = 3_000, value_parser = count(1..=1_000_000_000))]
    pub nodes: usize,

    /// Number of plies after the opening for which puct draws its move at random, by its visits
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = count(0..=1_000))]
    pub random_plies: usize,

    /// Departures from the best play.
    #[command(flatten)]
    #[serde(flatten)]
    pub variety: Variety,
}

/// How long a command goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Until {
    /// How many games there are to be in all.
    pub games: u64,
    /// How long the command may take.
    pub time: Option<Duration>,
}

/// A run of games.
#[derive(Debug)]
pub struct SelfPlay {
    folder: RunFolder,
    identity: Identity,
    config: Config,
    spec: Spec,
    seed: u64,
    concurrency: usize,
    state: State,
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    games: u64,
    rows: u64,
    /// FNV-1a of all rows.
    checksum: u64,
}

/// The state as the checkpoint has it.
#[derive(Serialize, Deserialize)]
struct StateText {
    games: u64,
    rows: u64,
    /// In hexadecimal digits.
    checksum: String,
}

impl From<State> for StateText {
    fn from(State { games, rows, checksum }: State) -> Self {
        Self { games, rows, checksum: format!("{checksum:016x}") }
    }
}

impl SelfPlay {
    /// Opens the folder of a run, a new one or one that goes on.
    ///
    /// # Errors
    /// The player is not known or does not play the official game for two, or the folder cannot be
    /// used.
    pub fn open(
        path: &Path,
        config: Config,
        seed: u64,
        concurrency: usize,
    ) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let spec: Spec = config.agent.parse().map_err(|error: SpecError| error.to_string())?;
        let spec = spec.impartial();
        let official = Variant::official(Seats::Two);
        spec.supports(official).map_err(|error| format!("{} {error}", config.agent))?;
        for (option, needed, reason) in NEEDED {
            if let Some(value) = spec.value(option).filter(|&value| value != needed) {
                let should = format!("it should be {option}={needed}: {reason}");
                return Err(format!("{}: {option}={value}: {should}", config.agent).into());
            }
        }
        // A file that it needs is missed now, not in the middle of a game.
        spec.build().map_err(|error| error.to_string())?;
        let identity = identity(&spec, &config, seed)?;
        let folder = RunFolder::open(path, &identity)?;
        let text: StateText = match folder.state_text()? {
            Some(text) => toml::from_str(text).map_err(|error| folder.bad_state(error))?,
            None => State { games: 0, rows: 0, checksum: Fnv::default().value() }.into(),
        };
        let checksum = restore_rows(&folder.path().join(ROWS), &text)?;
        let state = State { games: text.games, rows: text.rows, checksum };
        Ok(Self { folder, identity, config, spec, seed, concurrency, state })
    }

    /// How many games are in the folder.
    pub const fn games(&self) -> u64 {
        self.state.games
    }

    /// How many rows are in the folder.
    pub const fn rows(&self) -> u64 {
        self.state.rows
    }

    /// The file of the rows.
    pub fn rows_file(&self) -> PathBuf {
        self.folder.path().join(ROWS)
    }

    /// Plays games until there are enough, the time is over, or it is stopped. What was played is
    /// kept in any case.
    ///
    /// # Errors
    /// It was stopped, or the rows cannot be written.
    pub fn run(
        &mut self,
        until: Until,
        progress: &Progress<'_>,
    ) -> Result<(), Box<dyn Error + Send + Sync>> {
        let begin = Instant::now();
        let is_late = || until.time.is_some_and(|time| begin.elapsed() >= time);
        let (next, is_over) = (AtomicU64::new(self.state.games), AtomicBool::new(false));
        let (sender, games) = mpsc::channel();
        let (config, spec, seed) = (self.config.clone(), self.spec.clone(), self.seed);
        thread::scope(|scope| {
            for _ in 0..self.concurrency {
                let (sender, config, spec) = (sender.clone(), &config, &spec);
                let (next, is_over) = (&next, &is_over);
                scope.spawn(move || {
                    while !is_over.load(Ordering::Relaxed) {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= until.games {
                            break;
                        }
                        let rows = play(spec, config, seed, number);
                        let is_last = rows.is_err();
                        if sender.send((number, rows)).is_err() || is_last {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let written = self.write(
                &games,
                || {
                    let stop = progress.stop.load(Ordering::Relaxed) || is_late();
                    is_over.fetch_or(stop, Ordering::Relaxed);
                },
                progress,
            );
            is_over.store(true, Ordering::Relaxed);
            written
        })?;
        if progress.stop.load(Ordering::Relaxed) { Err(Stopped.into()) } else { Ok(()) }
    }

    /// Writes games as they come, in the order of their numbers, until no more come.
    fn write(
        &mut self,
        games: &mpsc::Receiver<(u64, Result<Vec<Row>, SpecError>)>,
        mut look: impl FnMut(),
        progress: &Progress<'_>,
    ) -> Result<(), Box<dyn Error + Send + Sync>> {
        let begin = Instant::now();
        let already = self.state.games;
        let (mut waiting, mut bytes) = (BTreeMap::new(), Vec::new());
        let (mut state, mut last) = (self.state, Instant::now());
        loop {
            let received = games.recv_timeout(Duration::from_millis(100));
            look();
            let is_end = matches!(received, Err(mpsc::RecvTimeoutError::Disconnected));
            if let Ok((number, rows)) = received {
                waiting.insert(number, rows.map_err(|error| error.to_string())?);
            }
            while let Some(rows) = waiting.remove(&state.games) {
                let mut hash = Fnv::resume(state.checksum);
                for row in &rows {
                    bytes.extend(row.bytes());
                    hash.bytes(&row.bytes());
                }
                let rows = state.rows + rows.len() as u64;
                state = State { games: state.games + 1, rows, checksum: hash.value() };
            }
            let is_due = last.elapsed() >= BETWEEN_CHECKPOINTS
                || state.games - self.state.games >= GAMES_BETWEEN_CHECKPOINTS;
            if is_end || is_due {
                self.keep(state, &bytes)?;
                bytes.clear();
                last = Instant::now();
                let rate = (state.games - already) as f64 / begin.elapsed().as_secs_f64();
                let State { games, rows, .. } = state;
                (progress.tell)(format!("{games} games, {rows} rows, {rate:.1} games/s"));
            }
            if is_end {
                return Ok(());
            }
        }
    }

    /// Adds rows, and makes a checkpoint once they are on the disk. Rows are not kept if a file of
    /// the player was changed meanwhile: they may be of two networks.
    fn keep(&mut self, state: State, bytes: &[u8]) -> Result<(), Box<dyn Error + Send + Sync>> {
        if state == self.state {
            return Ok(());
        }
        if identity(&self.spec, &self.config, self.seed)? != self.identity {
            let agent = &self.config.agent;
            return Err(format!("{agent}: its file was changed while it played").into());
        }
        let path = self.rows_file();
        append(&path, size_of_rows(self.state.rows), bytes)
            .map_err(|error| RunFolderError::Io(path, error))?;
        self.folder.checkpoint(toml::to_string(&StateText::from(state))?.as_bytes())?;
        self.state = state;
        Ok(())
    }
}

/// All that decides the rows. Files that the player reads and the shipped network are named by
/// their checksums too: exported again, it is another network. Options are named with their
/// defaults, which another version of the program may change.
#[derive(Serialize)]
struct Decisive<'a> {
    #[serde(flatten)]
    config: &'a Config,
    #[serde(flatten)]
    checksums: BTreeMap<String, String>,
    player: BTreeMap<&'static str, &'a str>,
}

fn identity(spec: &Spec, config: &Config, seed: u64) -> Result<Identity, RunFolderError> {
    let named = |option: &str, bytes: &[u8]| {
        (format!("checksum-of-{option}"), format!("{:016x}", Fnv::of(bytes)))
    };
    let checksum = |(option, file): (&str, &Path)| {
        let bytes = fs::read(file).map_err(|error| RunFolderError::Io(file.to_owned(), error))?;
        Ok(named(option, &bytes))
    };
    let mut checksums: BTreeMap<String, String> =
        spec.files().map(checksum).collect::<Result<_, RunFolderError>>()?;
    if spec.value(WEIGHTS) == Some(SHIPPED) {
        let file = shipped::needed_by(spec.kind().name);
        checksums.extend(file.and_then(Shipped::bytes).map(|bytes| named(WEIGHTS, bytes)));
    }
    let names = spec.kind().options.iter().map(|option| option.name);
    let player = names.filter_map(|name| Some((name, spec.value(name)?))).collect();
    Ok(Identity::new("self-play", seed, &Decisive { config, checksums, player }))
}

/// The option of a player's network.
const WEIGHTS: &str = "weights";

const fn size_of_rows(rows: u64) -> u64 {
    rows * Row::SIZE as u64
}

/// Cuts off rows that were written after the last checkpoint, checks that the others are as they
/// were written, and gives their checksum.
fn restore_rows(path: &Path, text: &StateText) -> Result<u64, RunFolderError> {
    let io = |error| RunFolderError::Io(path.to_owned(), error);
    let damaged = |problem: String| Err(RunFolderError::Damaged(path.to_owned(), problem));
    let mut options = OpenOptions::new();
    let file = options.create(true).read(true).write(true).truncate(false).open(path);
    let mut file = file.map_err(io)?;
    let (there, kept) = (file.metadata().map_err(io)?.len(), size_of_rows(text.rows));
    if there < kept {
        return damaged(format!("it has {there} bytes, and had {kept} at the last checkpoint"));
    }
    file.set_len(kept).and_then(|()| file.sync_all()).map_err(io)?;
    let (mut hash, mut bytes) = (Fnv::default(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut bytes).map_err(io)? {
            0 => break,
            count => hash.bytes(&bytes[..count]),
        }
    }
    let found = hash.value();
    if text.checksum != format!("{found:016x}") {
        return damaged(CHANGED.to_owned());
    }
    Ok(found)
}
