//! The state of a game that is being played, and questions about it.

use std::time::Duration;

use quoridor_core::{
    Adjudication, ByPlayer, Game, Move, Outcome, Player, Position, Seats, Variant,
};
use quoridor_store::{Exit, GameId, Keys, LiveGame, MoveStats, Occupant, Reason, Seating};

use crate::clock::Clocks;
use crate::offer::Offer;
use crate::opponents;
use crate::refusal::Refusal;

/// When a game is drawn: the same in every interface.
pub const DRAW_RULE: Adjudication = Adjudication::STANDARD;

/// A game that is being played, or is over.
///
/// All times are durations since any fixed moment, by a clock that never goes back.
#[derive(Clone, Debug)]
pub struct Session {
    /// The game's number in the storage; `None` before its first change is written.
    pub(crate) id: Option<GameId>,
    /// The part that is stored.
    pub(crate) live: LiveGame,
    /// When the player to move began to think; after a restart, the time of the restart, so that
    /// time while the game was not open does not count.
    pub(crate) turn_began: Duration,
    pub(crate) takeback: Offer,
    pub(crate) draw: Offer,
    pub(crate) rematch: Offer,
    /// Moves that were taken back and can be played again, the next one last.
    pub(crate) undone: Vec<(Move, MoveStats)>,
}

impl Session {
    /// A new game without a clock.
    ///
    /// # Errors
    /// A computer player is unknown or does not play the variant: one line.
    pub fn new(
        start: Position,
        occupants: ByPlayer<Occupant>,
        now: Duration,
    ) -> Result<Self, String> {
        check_computers(&occupants, start.variant())?;
        let seating = Seating { occupants, clock: None, control: Keys::default(), rematch: None };
        Ok(Self::with(None, LiveGame::new(seating, start), now))
    }

    /// A stored game.
    pub fn stored(id: GameId, live: LiveGame, now: Duration) -> Self {
        Self::with(Some(id), live, now)
    }

    pub(crate) fn with(id: Option<GameId>, live: LiveGame, now: Duration) -> Self {
        let [takeback, draw, rematch] = [(); 3].map(|()| Offer::default());
        Self { id, live, turn_began: now, takeback, draw, rematch, undone: Vec::new() }
    }

    /// The game's number in the storage; `None` before its first change is written.
    pub const fn id(&self) -> Option<GameId> {
        self.id
    }

    /// The game with its seating, as the storage has it.
    pub const fn live(&self) -> &LiveGame {
        &self.live
    }

    /// The moves and positions.
    pub const fn game(&self) -> &Game {
        &self.live.game
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        self.live.game.position()
    }

    /// The number of moves so far, skipped turns included.
    pub fn plies(&self) -> usize {
        self.live.game.moves().len()
    }

    /// The player to move.
    pub fn turn(&self) -> Player {
        self.position().turn()
    }

    /// The seats and the clock.
    pub const fn seating(&self) -> &Seating {
        &self.live.seating
    }

    /// The players.
    pub const fn occupants(&self) -> &ByPlayer<Occupant> {
        &self.live.seating.occupants
    }

    /// The occupant of the seat to move.
    pub fn to_move(&self) -> &Occupant {
        &self.occupants()[self.turn()]
    }

    /// Whether any human plays.
    pub fn has_human(&self) -> bool {
        self.occupants().values().any(Occupant::is_human)
    }

    /// The seats of humans who are still in the game.
    pub fn humans(&self) -> Vec<Player> {
        let humans = self.occupants().iter().filter(|(_, occupant)| occupant.is_human());
        humans.map(|(seat, _)| seat).filter(|&seat| !self.is_out(seat)).collect()
    }

    /// The players who have left a game of three or four, in order.
    pub fn exits(&self) -> &[Exit] {
        &self.live.exits
    }

    /// Whether a player has left a game of three or four.
    pub fn is_out(&self, player: Player) -> bool {
        self.live.exits.iter().any(|exit| exit.player == player)
    }

    /// Why and how the game ended; `None` while it is on.
    pub const fn ended(&self) -> Option<&(Reason, Outcome)> {
        self.live.ended.as_ref()
    }

    /// Whether the game is over.
    pub const fn is_over(&self) -> bool {
        self.live.ended.is_some()
    }

    /// How the game ended, in a sentence; `None` while it is on.
    pub fn verdict(&self) -> Option<String> {
        let (reason, outcome) = self.ended()?;
        Some(match (reason, outcome) {
            (Reason::Over(_) | Reason::AgreedDraw | Reason::LastPlayer(_), _) => reason.to_string(),
            (_, Outcome::Win(_)) => format!("{reason}: {outcome}"),
            (_, Outcome::Draw) => format!("{reason}: the others share the game"),
        })
    }

    /// The clocks, if there are any.
    pub fn clocks(&self) -> Option<Clocks> {
        self.live.seating.clock.map(Clocks::new)
    }

    /// The time that a player has left; `None` without a clock.
    pub fn time_left(&self, player: Player, now: Duration) -> Option<Duration> {
        let thinking = self.thinking_time(now);
        Some(self.clocks()?.left(player, &self.live.game, &self.live.move_stats, thinking))
    }

    /// The player whose clock is running.
    pub fn running_clock(&self) -> Option<Player> {
        let is_running =
            self.clocks().is_some() && !self.is_over() && Clocks::is_running(&self.live.game);
        is_running.then(|| self.turn())
    }

    /// How long the player to move has been thinking.
    pub fn thinking_time(&self, now: Duration) -> Duration {
        now.saturating_sub(self.turn_began)
    }

    /// The player to move begins to think now: the game has just been opened.
    pub const fn restart_turn(&mut self, now: Duration) {
        self.turn_began = now;
    }

    /// The offered takeback.
    pub const fn takeback(&self) -> &Offer {
        &self.takeback
    }

    /// The offered draw.
    pub const fn draw(&self) -> &Offer {
        &self.draw
    }

    /// The offered rematch.
    pub const fn rematch(&self) -> &Offer {
        &self.rematch
    }

    /// Takes over the keys of a seating of the same game: the storage may have got new ones.
    pub fn update_keys(&mut self, seating: Seating) {
        self.live.seating.occupants = seating.occupants;
        self.live.seating.control = seating.control;
    }

    /// Whether the player of these seats may have a hint.
    ///
    /// # Errors
    /// The game is over, another player is to move, or the opponent is human.
    pub fn check_hint(&self, seats: &[Player]) -> Result<(), Refusal> {
        self.check_on()?;
        let mut occupants = self.occupants().iter();
        if occupants.any(|(seat, occupant)| occupant.is_human() && !seats.contains(&seat)) {
            return Err(Refusal::HintAgainstPeople);
        }
        if seats.contains(&self.turn()) { Ok(()) } else { Err(Refusal::NoHint) }
    }

    /// The seating of a rematch: all players move on by one seat and keep their keys.
    pub(crate) fn rematch_seating(&self) -> Seating {
        let seating = self.seating();
        let seats: Seats = seating.occupants.seats();
        let mut occupants = seating.occupants.clone();
        for (seat, occupant) in seating.occupants.iter() {
            occupants[seats.next(seat)] = occupant.clone();
        }
        Seating { occupants, rematch: None, ..seating.clone() }
    }
}

/// Whether the computer players exist and play the variant.
pub(crate) fn check_computers(
    occupants: &ByPlayer<Occupant>,
    variant: Variant,
) -> Result<(), String> {
    for occupant in occupants.values() {
        if let Occupant::Computer { spec } = occupant {
            opponents::check(spec, variant)?;
        }
    }
    Ok(())
}
