//! `quoridor play`: the game in a terminal.

use std::env;
use std::io::{self, IsTerminal, stdin, stdout};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::anyhow;
use clap::{Args, ValueEnum};
use quoridor_core::{BoardSize, ByPlayer, Player, Seats, Variant};
use quoridor_tui::{Look, Occupant, PlayError, Session, Settings, Start, StoreGame};

use crate::failure::Failure;
use crate::store::StoreArguments;

/// Play in the terminal: against the computer, together, or watch
///
/// Without options a menu asks what to play. Whoever is not named by --vs or --watch is a person.
/// Every game is kept from its first move on, below $XDG_STATE_HOME/quoridor (or
/// ~/.local/state/quoridor): --continue goes on where a killed terminal stopped. Games that are
/// over are also in the store: see quoridor games. docs/terminal.md has all keys and commands.
#[derive(Args)]
#[command(after_help = "Examples:\n  quoridor play\n  \
                        quoridor play --vs mertens-2006:depth=3 --side second\n  \
                        quoridor play --players 4\n  \
                        quoridor play --watch glendenning-2005 --watch champion\n  \
                        quoridor play --plain --vs \"level 3\"\n\n\
                        A player is level 1 to level 10, or NAME or NAME:OPTION=VALUE,…: see quoridor agents")]
pub(crate) struct Arguments {
    /// Play against a player; with three or four, once for each of the others in turn order, the
    /// last for all that are left
    #[arg(long, value_name = "PLAYER", value_parser = Occupant::read)]
    vs: Vec<Occupant>,

    /// Where you sit: who moves first, second, third or fourth
    #[arg(long, value_name = "SIDE", default_value = "first", requires = "vs")]
    side: Side,

    /// Watch players: once for each in turn order, the last for all that are left
    #[arg(long, value_name = "PLAYER", value_parser = Occupant::read, conflicts_with = "vs")]
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

    /// Take up a game of a file
    #[arg(long, value_name = "FILE", conflicts_with_all = NEW_GAME)]
    load: Option<PathBuf>,

    /// Which game of the file, counted from one
    #[arg(long, value_name = "N", default_value_t = 1, requires = "load", value_parser = clap::value_parser!(u32).range(1..))]
    game: u32,

    /// Go on with the game that was played last
    #[arg(long = "continue", conflicts_with_all = NEW_GAME, conflicts_with = "load")]
    resume: bool,

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

    /// How long each move of a game between computers is shown at least, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 400, value_parser = clap::value_parser!(u64).range(..=60_000))]
    pace: u64,
}

/// The options that say what a new game is to be.
const NEW_GAME: [&str; 5] = ["vs", "watch", "board", "players", "walls"];

/// A place in the turn order.
#[derive(Clone, Copy, ValueEnum)]
enum Side {
    First,
    Second,
    Third,
    Fourth,
}

/// Speaks for itself: it is a conversation.
pub(crate) fn run(arguments: Arguments) -> Result<String, Failure> {
    let settings = Settings {
        look: arguments.look(),
        shelf: state_folder()?.join("games"),
        pace: Duration::from_millis(arguments.pace),
        store: store(arguments.store.clone()),
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
        // Whoever read the output has seen enough.
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
        if self.resume {
            return Ok(Start::Continue);
        }
        if let Some(path) = &self.load {
            return Ok(Start::Load(path.clone(), self.game as usize));
        }
        let is_new_game = self.board.is_some() || self.players.is_some() || self.walls.is_some();
        if !is_new_game && self.vs.is_empty() && self.watch.is_empty() && !self.plain {
            return Ok(Start::Menu);
        }
        let session = Session::new(self.variant(), self.occupants()?)
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

    /// Who sits where.
    fn occupants(&self) -> Result<ByPlayer<Occupant>, Failure> {
        let seats = self.variant().seats;
        let own = seats.players().get(self.side as usize).copied();
        let own =
            own.ok_or_else(|| Failure::usage(anyhow!("--side: there are {seats} players")))?;
        let (named, is_person): (_, Option<Player>) =
            if self.watch.is_empty() { (&self.vs, Some(own)) } else { (&self.watch, None) };
        let others = seats.count() - usize::from(is_person.is_some());
        if named.len() > others {
            return Err(Failure::usage(anyhow!(
                "{} players are named, and there is room for {others}",
                named.len()
            )));
        }
        let mut next = named.iter();
        Ok(ByPlayer::new(seats, |player| {
            let occupant =
                if Some(player) == is_person { None } else { next.next().or(named.last()) };
            occupant.cloned().unwrap_or_else(Occupant::human)
        }))
    }
}

/// Adds games to the store, which is opened for each: evenings are long, and others use it too.
fn store(arguments: StoreArguments) -> StoreGame {
    Box::new(move |game| {
        let mut store =
            arguments.open_or_make().map_err(|failure| format!("{:#}", failure.error))?;
        store.ask(|store| store.add(game)).map_err(|error| format!("{error:#}"))?;
        Ok(())
    })
}

/// Where games are kept.
fn state_folder() -> Result<PathBuf, Failure> {
    let folder =
        |variable: &str| env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute());
    let state =
        folder("XDG_STATE_HOME").or_else(|| folder("HOME").map(|home| home.join(".local/state")));
    let state = state.ok_or_else(|| {
        Failure::usage(anyhow!(
            "there is no place to keep games: set XDG_STATE_HOME or HOME to a folder"
        ))
    })?;
    Ok(state.join("quoridor"))
}
