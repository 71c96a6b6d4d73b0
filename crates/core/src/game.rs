//! A game: where it started, the moves, and whether it is over.

use core::fmt;

use crate::illegal::IllegalMove;
use crate::legal_move::{LegalMove, OtherPosition};
use crate::mv::Move;
use crate::outcome::Outcome;
use crate::player::Player;
use crate::players_out::PlayersOut;
use crate::position::Position;

/// A game in progress or over.
///
/// ```
/// use quoridor_core::Game;
/// let mut game = Game::default();
/// game.play("e2".parse().unwrap()).unwrap();
/// game.play("e8".parse().unwrap()).unwrap();
/// assert_eq!(game.undo(), Some("e8".parse().unwrap()));
/// assert_eq!(game.moves().len(), 1);
/// assert_eq!(game.redo(), Some("e8".parse().unwrap()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The start and the position after each move: never empty.
    positions: Vec<Position>,
    moves: Vec<Move>,
    /// The moves taken back, the last one first.
    undone: Vec<Move>,
    /// The players who are out, as far as their turns have been skipped.
    out: PlayersOut,
}

impl Game {
    /// A game from a position on.
    pub fn new(start: Position) -> Self {
        let out = PlayersOut::default();
        Self { positions: vec![start], moves: Vec::new(), undone: Vec::new(), out }
    }

    /// Where the game started.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        self.positions.last().expect("a game has a position")
    }

    /// The moves played, without those taken back.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The start and the position after each move.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Plays a move. Moves that were taken back can then no longer be played again by
    /// [`redo`](Self::redo), unless this is the next of them.
    ///
    /// # Errors
    /// An illegal move changes nothing.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.add(LegalMove::new(self.position(), mv)?);
        Ok(())
    }

    /// Adds a move that has been proved legal.
    ///
    /// # Errors
    /// It was proved in another position.
    pub fn push(&mut self, legal: LegalMove) -> Result<(), OtherPosition> {
        if legal.before() != self.position() {
            return Err(OtherPosition);
        }
        self.add(legal);
        Ok(())
    }

    /// Plays a move of a game that was written down, in which players of three or four may be out:
    /// see [`PlayersOut::check`].
    ///
    /// # Errors
    /// An illegal move changes nothing.
    pub fn replay(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.add(self.out().check(self.position(), mv)?);
        Ok(())
    }

    fn add(&mut self, legal: LegalMove) {
        if self.undone.pop() != Some(legal.mv()) {
            self.undone.clear();
        }
        if is_skipped(legal.before(), legal.mv()) {
            self.out.insert(legal.before().turn());
        }
        self.moves.push(legal.mv());
        self.positions.push(*legal.after());
    }

    /// The players who are out, as far as their turns have been skipped.
    pub const fn out(&self) -> PlayersOut {
        self.out
    }

    /// Takes back the last move, and says which it was.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        self.undone.push(mv);
        if mv == Move::Pass {
            self.out = PlayersOut::default();
            for (position, &mv) in self.positions.iter().zip(&self.moves) {
                if is_skipped(position, mv) {
                    self.out.insert(position.turn());
                }
            }
        }
        Some(mv)
    }

    /// Plays the last move that was taken back, and says which it was.
    pub fn redo(&mut self) -> Option<Move> {
        let mv = *self.undone.last()?;
        self.replay(mv).expect("what was legal before is legal again");
        Some(mv)
    }

    /// The positions since the last wall was placed, the one now at the end. A wall is never taken
    /// away, so only these can come back.
    pub fn since_last_wall(&self) -> &[Position] {
        let moves = self.moves.iter().rev().take_while(|mv| !matches!(mv, Move::Wall(_))).count();
        &self.positions[self.moves.len() - moves..]
    }

    /// How many times the position now has been on the board, this time included.
    pub fn repetitions(&self) -> usize {
        let now = self.position();
        self.since_last_wall().iter().filter(|position| *position == now).count()
    }

    /// How the game ended, by the rules or by the given adjudication.
    pub fn ending(&self, adjudication: &Adjudication) -> Option<Ending> {
        if let Some(player) = self.position().winner() {
            return Some(Ending::Goal(player));
        }
        if adjudication.repetitions.is_some_and(|limit| self.repetitions() >= limit) {
            return Some(Ending::Repetition);
        }
        if adjudication.max_plies.is_some_and(|limit| self.moves.len() >= limit) {
            return Some(Ending::MoveCap);
        }
        None
    }

    /// The result, by the rules or by the given adjudication.
    pub fn result(&self, adjudication: &Adjudication) -> Option<Outcome> {
        self.ending(adjudication).map(Ending::outcome)
    }
}

/// Whether a move is the skipped turn of a player who is out.
fn is_skipped(before: &Position, mv: Move) -> bool {
    mv == Move::Pass && !before.legal_moves().pass
}

impl Default for Game {
    fn default() -> Self {
        Self::new(Position::default())
    }
}

/// When a game that the rules would let go on forever is a draw. By default, never.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Adjudication {
    /// A draw after this number of moves, those of all players counted.
    pub max_plies: Option<usize>,
    /// A draw when a position occurs this many times.
    pub repetitions: Option<usize>,
}

impl Adjudication {
    /// The draw rule of every interface, and of matches unless they choose another: 200 plies, or
    /// the same position three times.
    pub const STANDARD: Self = Self { max_plies: Some(200), repetitions: Some(3) };
}

/// Why a game is over.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A pawn reached its goal.
    Goal(Player),
    /// A position was repeated too often.
    Repetition,
    /// The game was too long.
    MoveCap,
}

impl Ending {
    /// The outcome that follows from it.
    pub const fn outcome(self) -> Outcome {
        match self {
            Self::Goal(player) => Outcome::Win(player),
            Self::Repetition | Self::MoveCap => Outcome::Draw,
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Goal(player) => write!(f, "{player} wins: the pawn is on its goal"),
            Self::Repetition => f.write_str("draw by repetition"),
            Self::MoveCap => f.write_str("draw by the move cap"),
        }
    }
}
