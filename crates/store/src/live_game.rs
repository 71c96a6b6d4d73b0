//! A game that is being played, and how it changes: the part of a session that is stored.

use std::fmt;

use quoridor_core::record::{Line, Record, Tag};
use quoridor_core::{ByPlayer, Game, LegalMove, Outcome, Player, Position};

use crate::played::{MoveStats, Reason};
use crate::{GameId, Keys, TimeControl};

/// Who plays a game, and by which clock.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
pub struct Seating {
    /// The occupants of the seats.
    pub occupants: ByPlayer<Occupant>,
    /// The clock, if there is one.
    pub clock: Option<TimeControl>,
    /// The keys that allow pausing a game between computers; none in other games.
    pub control: Keys,
    /// The game that followed, if there was one.
    pub rematch: Option<GameId>,
}

/// The occupant of a seat: a human or a computer player.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, PartialEq, Eq)]
pub enum Occupant {
    /// A human.
    Human {
        /// The name, which is shown and proves nothing.
        name: String,
        /// The keys that allow playing the seat from elsewhere.
        keys: Keys,
    },
    /// A computer player.
    Computer {
        /// Its spec, as the registry writes it.
        spec: String,
    },
}

impl Occupant {
    /// A human with a name and a token; without a token if it is empty.
    pub fn human(name: impl Into<String>, token: &str) -> Self {
        Self::Human { name: name.into(), keys: Keys::of_token(token) }
    }

    /// Whether it is a human.
    pub const fn is_human(&self) -> bool {
        matches!(self, Self::Human { .. })
    }

    /// The name that records give it.
    pub fn name(&self) -> &str {
        match self {
            Self::Human { name, .. } => name,
            Self::Computer { spec } => spec,
        }
    }

    /// The keys of a human's seat.
    pub const fn keys(&self) -> Option<&Keys> {
        match self {
            Self::Human { keys, .. } => Some(keys),
            Self::Computer { .. } => None,
        }
    }
}

/// Without the keys: they help nobody who debugs.
impl fmt::Debug for Occupant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human { name, .. } => {
                f.debug_struct("Human").field("name", name).finish_non_exhaustive()
            }
            Self::Computer { spec } => f.debug_struct("Computer").field("spec", spec).finish(),
        }
    }
}

/// A player who has left a game of three or four.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exit {
    /// Who.
    pub player: Player,
    /// The number of moves that had been made.
    pub ply: usize,
    /// Why.
    pub reason: Reason,
}

/// A game that is being played, as the store has it.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
pub struct LiveGame {
    /// Who plays.
    pub seating: Seating,
    /// The moves so far, skipped turns included.
    pub game: Game,
    /// The time, clock and evaluation of each move.
    pub move_stats: Vec<MoveStats>,
    /// The players who are out, in the order in which they left.
    pub exits: Vec<Exit>,
    /// Why and how it ended; `None` while it is on.
    pub ended: Option<(Reason, Outcome)>,
    /// The tags of the record that it was continued from, without the players.
    pub tags: Vec<Tag>,
    /// The annotated moves of that record.
    pub given: Line,
}

impl LiveGame {
    /// A game without moves.
    pub fn new(seating: Seating, start: Position) -> Self {
        Self {
            seating,
            game: Game::new(start),
            move_stats: Vec::new(),
            exits: Vec::new(),
            ended: None,
            tags: Vec::new(),
            given: Line::default(),
        }
    }

    /// A few values that differ after most changes: to see cheaply whether it was changed
    /// elsewhere.
    pub fn stamp(&self) -> Stamp {
        Stamp {
            plies: self.game.moves().len(),
            last: self.game.moves().last().map(ToString::to_string),
            exits: self.exits.len(),
            is_over: self.ended.is_some(),
        }
    }

    /// Makes a change of which is known that it fits.
    pub fn apply(&mut self, change: &Change) {
        match &change.update {
            Update::Play { moves, exits, end } => {
                for (legal, thought) in moves {
                    let ply = self.game.moves().len();
                    let pushed = self.game.push(*legal);
                    debug_assert!(pushed.is_ok(), "the move was proved in another position");
                    self.move_stats.push(*thought);
                    // Another move than the record's ends it here.
                    if self.given.moves.get(ply).is_some_and(|given| given.mv != legal.mv()) {
                        self.given.moves.truncate(ply);
                    }
                }
                self.exits.extend_from_slice(exits);
                let ended = |reason: &Reason| (reason.clone(), reason.outcome(&self.game));
                self.ended = end.as_ref().map(ended);
            }
            &Update::TakeBack { plies, exits, .. } => {
                while self.game.moves().len() > plies {
                    self.game.undo();
                }
                self.move_stats.truncate(plies);
                self.exits.truncate(exits);
                self.ended = None;
            }
            Update::Name { seat, name } => {
                if let Occupant::Human { name: known, .. } = &mut self.seating.occupants[*seat] {
                    known.clone_from(name);
                }
            }
        }
    }
}

/// A few values of a live game: see [`LiveGame::stamp`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamp {
    pub(crate) plies: usize,
    pub(crate) last: Option<String>,
    pub(crate) exits: usize,
    pub(crate) is_over: bool,
}

/// A change of a game that is being played. It is written whole or not at all, and only if the game
/// has the expected number of moves, so that nobody's moves are overwritten.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The game.
    pub target: Target,
    /// The number of moves that it has before the change.
    pub plies: usize,
    /// The change.
    pub update: Update,
}

impl Change {
    /// Begins a game. If it is the rematch of another that has had its rematch already, nothing is
    /// written, and the number of the earlier rematch is given.
    pub fn begin(seating: Seating, start: Position, rematch_of: Option<GameId>) -> Self {
        let record = Record { start, ..Record::default() };
        let target = Target::New(Box::new(NewLiveGame { seating, record, rematch_of }));
        let update = Update::Play { moves: Vec::new(), exits: Vec::new(), end: None };
        Self { target, plies: 0, update }
    }
}

/// The game that a change is about.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// A game of the store.
    Stored(GameId),
    /// A game that begins with this change.
    New(Box<NewLiveGame>),
}

/// A game that begins.
#[derive(Clone, Debug, PartialEq)]
pub struct NewLiveGame {
    /// Who plays.
    pub seating: Seating,
    /// Its start, and the moves that are given if it continues a record.
    pub record: Record,
    /// The game that it is a rematch of.
    pub rematch_of: Option<GameId>,
}

impl NewLiveGame {
    /// The game before the change that begins it.
    pub fn live(&self) -> LiveGame {
        let game = self.record.game();
        LiveGame {
            move_stats: vec![MoveStats::default(); game.moves().len()],
            game,
            tags: self.record.tags.clone(),
            given: self.record.main.clone(),
            ..LiveGame::new(self.seating.clone(), self.record.start)
        }
    }
}

/// The content of a change.
#[derive(Clone, Debug, PartialEq)]
pub enum Update {
    /// It goes on.
    Play {
        /// Moves, one after the other.
        moves: Vec<(LegalMove, MoveStats)>,
        /// Players who leave.
        exits: Vec<Exit>,
        /// Why the game is over afterwards.
        end: Option<Reason>,
    },
    /// Moves are taken back.
    TakeBack {
        /// The number of moves that stay.
        plies: usize,
        /// The number of exits that stay.
        exits: usize,
        /// Whether a game that is over goes on.
        reopen: bool,
    },
    /// A human takes a name.
    Name {
        /// The seat.
        seat: Player,
        /// The name, which may be empty.
        name: String,
    },
}
