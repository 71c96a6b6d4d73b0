//! `quoridor play`: the game in a terminal.

mod training;

use std::env;
use std::io::{self, IsTerminal, stdin, stdout};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use clap::{Args, ValueEnum};
use quoridor_core::{BoardSize, ByPlayer, Player, Position, Seats, Variant};
use quoridor_session::{
    Change, GameId, LiveGame, MemoryStorage, Occupant, Session, Stamp, Storage, StorageError,
    opponents,
};
use quoridor_store::Store;
use quoridor_tui::{Look, PlayError, Settings, Start, Training};

use self::training::HolaTraining;
use crate::failure::Failure;
use crate::store::StoreArguments;

/// Play in the terminal: against the computer, together, or watch
///
/// Without options a menu asks what to play. Players that --vs or --watch do not name are humans.
/// Every game is saved in the store from its first move on: --continue resumes where a killed
/// terminal stopped, quoridor serve continues the game in a browser, and vice versa.
/// docs/terminal.md has all keys and commands.
#[derive(Args)]
#[command(after_help = "Examples:\n  quoridor play\n  \
                        quoridor play --vs mertens-2006:depth=3 --side second\n  \
                        quoridor play --players 4\n  \
                        quoridor play --watch glendenning-2005 --watch champion\n  \
                        quoridor play --plain --vs \"level 3\"\n\n\
                        A player is level 1 to level 10, or NAME or NAME:OPTION=VALUE,…: see \
                        quoridor agents")]
pub(crate) struct Arguments {
    /// Play against a player; with three or four, once for each of the others in turn order, the
    /// last for all that are left
    #[arg(long, value_name = "PLAYER", value_parser = opponents::read)]
    vs: Vec<Occupant>,

    /// Your seat: who moves first, second, third or fourth
    #[arg(long, value_name = "SIDE", default_value = "first", requires = "vs")]
    side: Side,

    /// Watch players: once for each in turn order, the last for all that are left
    #[arg(long, value_name = "PLAYER", value_parser = opponents::read, conflicts_with = "vs")]
    watch: Vec<Occupant>,

    /// Width and height of the board [default: 9x9]
    #[arg(long, value_name = "WxH")]
    board: Option<BoardSize>,

    /// Number of players: 2, 3 or 4 [default: 2]
    #[arg(long, value_name = "N")]
    players: Option<Seats>,

    /// Walls of each player [default: 10 for two players, 7 for three, 5 for four]
    #[arg(long, value_name = "N")]
    walls: Option<u8>,

    /// Continue a game of a file
    #[arg(long, value_name = "FILE", conflicts_with_all = NEW_GAME)]
    load: Option<PathBuf>,

    /// Which game of the file, counted from one
    #[arg(long, value_name = "N", default_value_t = 1, requires = "load",
          value_parser = clap::value_parser!(u32).range(1..))]
    game: u32,

    /// Continue the game that was played last, here or in a browser; or a game of the store by its
    /// number
    #[arg(long = "continue", value_name = "GAME", num_args = 0..=1, conflicts_with_all = NEW_GAME,
          conflicts_with = "load")]
    resume: Option<Option<i64>>,

    /// Line by line: for pipes and screen readers
    #[arg(long)]
    plain: bool,

    /// Nothing but ASCII characters
    #[arg(long)]
    ascii: bool,

    /// No colours; so does the environment variable NO_COLOR
    #[arg(long)]
    no_color: bool,

    #[command(flatten)]
    store: StoreArguments,

    /// Minimum time to show each move of a game between computers, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 400,
          value_parser = clap::value_parser!(u64).range(..=60_000))]
    pace: u64,
}

/// The options of a new game.
const NEW_GAME: [&str; 5] = ["vs", "watch", "board", "players", "walls"];

/// A place in the turn order.
#[derive(Clone, Copy, ValueEnum)]
enum Side {
    First,
    Second,
    Third,
    Fourth,
}

/// Prints by itself: it is a conversation.
pub(crate) fn run(arguments: Arguments) -> Result<String, Failure> {
    let (storage, warning) = storage(&arguments.store);
    let training = |store: PathBuf| Arc::new(HolaTraining::beside(&store)) as Arc<dyn Training>;
    let settings = Settings {
        look: arguments.look(),
        pace: Duration::from_millis(arguments.pace),
        storage,
        warning,
        training: arguments.store.path().ok().map(training),
    };
    let start = arguments.start()?;
    let is_terminal = stdin().is_terminal() && stdout().is_terminal();
    let played = if arguments.plain {
        let prompt = if is_terminal { "> " } else { "" };
        quoridor_tui::run_plain(start, settings, &mut stdin().lock(), &mut stdout().lock(), prompt)
    } else if is_terminal {
        quoridor_tui::run(start, settings)
    } else {
        return Err(Failure::usage(anyhow!("this is not a terminal: play with --plain")));
    };
    match played {
        Ok(()) => Ok(String::new()),
        // The reader of the output has seen enough.
        Err(PlayError::Stream(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            Ok(String::new())
        }
        Err(error) => Err(anyhow::Error::from(error).into()),
    }
}

impl Arguments {
    fn look(&self) -> Look {
        let no_color =
            self.no_color || env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Look { colours: !no_color, ascii: self.ascii }
    }

    fn start(&self) -> Result<Start, Failure> {
        if let Some(game) = self.resume {
            return Ok(game.map_or(Start::Continue, |game| Start::Stored(GameId(game))));
        }
        if let Some(path) = &self.load {
            return Ok(Start::Load(path.clone(), self.game as usize));
        }
        let is_new_game = self.board.is_some() || self.players.is_some() || self.walls.is_some();
        if !is_new_game && self.vs.is_empty() && self.watch.is_empty() && !self.plain {
            return Ok(Start::Menu);
        }
        let start = Position::start(self.variant());
        let session = Session::new(start, self.occupants()?, Duration::ZERO)
            .map_err(|error| Failure::usage(anyhow!(error)))?;
        Ok(Start::Game(Box::new(session)))
    }

    fn variant(&self) -> Variant {
        let official = Variant::official(self.players.unwrap_or(Seats::Two));
        Variant {
            size: self.board.unwrap_or(official.size),
            walls: self.walls.unwrap_or(official.walls),
            ..official
        }
    }

    /// The players by seat.
    fn occupants(&self) -> Result<ByPlayer<Occupant>, Failure> {
        let seats = self.variant().seats;
        let own = seats.players().get(self.side as usize).copied();
        let own =
            own.ok_or_else(|| Failure::usage(anyhow!("--side: there are {seats} players")))?;
        let (named, human): (_, Option<Player>) =
            if self.watch.is_empty() { (&self.vs, Some(own)) } else { (&self.watch, None) };
        let others = seats.count() - usize::from(human.is_some());
        if named.len() > others {
            return Err(Failure::usage(anyhow!(
                "{} players are named, and there is room for {others}",
                named.len()
            )));
        }
        let mut next = named.iter();
        Ok(ByPlayer::new(seats, |player| {
            let occupant = if Some(player) == human { None } else { next.next().or(named.last()) };
            occupant.cloned().unwrap_or_else(opponents::human)
        }))
    }
}

/// The store of games. If it cannot be opened, games are played without being saved, and why is
/// said.
fn storage(arguments: &StoreArguments) -> (Box<dyn Storage + Send>, Option<String>) {
    let opened = arguments.path_to_make().map_err(|failure| format!("{:#}", failure.error));
    let opened = opened.and_then(|path| match Store::open(&path) {
        Ok(store) => Ok(StoreFile { store, path }),
        Err(error) => Err(format!("{}: {error}", path.display())),
    });
    match opened {
        Ok(store) => (Box::new(store), None),
        Err(line) => {
            (Box::new(MemoryStorage::default()), Some(format!("games are not saved: {line}")))
        }
    }
}

/// A store whose file is named when it fails.
struct StoreFile {
    store: Store,
    path: PathBuf,
}

impl StoreFile {
    fn named(&self, error: StorageError) -> StorageError {
        match error {
            StorageError::Failed(line) => {
                StorageError::Failed(format!("{}: {line}", self.path.display()))
            }
            error => error,
        }
    }
}

impl Storage for StoreFile {
    fn write(&mut self, change: &Change) -> Result<GameId, StorageError> {
        let written = Storage::write(&mut self.store, change);
        written.map_err(|error| self.named(error))
    }

    fn load(&self, game: GameId) -> Result<LiveGame, StorageError> {
        self.store.load(game).map_err(|error| self.named(error))
    }

    fn latest(&self) -> Result<Option<GameId>, StorageError> {
        self.store.latest().map_err(|error| self.named(error))
    }

    fn stamp(&self, game: GameId) -> Result<Stamp, StorageError> {
        Storage::stamp(&self.store, game).map_err(|error| self.named(error))
    }
}
