//! A game at the board: the moves, who makes them, and how it is written down.

use std::time::Duration;

use quoridor_core::record::{Line, Record, RecordedMove, Tag};
use quoridor_core::{
    Adjudication, ByPlayer, Game, IllegalMove, Move, Outcome, Player, Position, Seats, Variant,
};
use quoridor_engine::{Decision, Unsupported};
use quoridor_store::{MoveStats, PlayedGame, Reason};

use crate::occupant::Occupant;
use crate::text::clean;

/// What ends games between computers, who would otherwise go round in circles for ever.
const COMPUTERS_ALONE: Adjudication = Adjudication { max_plies: Some(200), repetitions: Some(3) };

/// The tag that says how a game ended other than on the board.
const TERMINATION: &str = "Termination";

/// A game in progress or over, with who plays it.
#[derive(Clone, Debug)]
pub struct Session {
    game: Game,
    occupants: ByPlayer<Occupant>,
    /// The tags of the file that it was loaded from, without the players.
    tags: Vec<Tag>,
    /// What was said before the first move.
    preface: String,
    /// One for each move; beyond the last, those that were taken back and can be played again.
    plies: Vec<Ply>,
    /// How many of the moves were there before it was played here.
    loaded: usize,
    /// How it ended other than on the board.
    closed: Option<Reason>,
    /// The fingerprint of the game that was finished last: it is not news when it is finished once
    /// more.
    finished: Option<u64>,
}

/// A move with what was said and thought about it.
#[derive(Clone, Debug)]
struct Ply {
    recorded: RecordedMove,
    thought: MoveStats,
}

impl Session {
    /// A new game.
    ///
    /// # Errors
    /// A computer player does not play the variant, or a spec has a bad value: one line.
    pub fn new(variant: Variant, occupants: ByPlayer<Occupant>) -> Result<Self, String> {
        Self::from_start(Position::start(variant), occupants)
    }

    fn from_start(start: Position, occupants: ByPlayer<Occupant>) -> Result<Self, String> {
        for occupant in occupants.values() {
            let Occupant::Computer(spec) = occupant else { continue };
            spec.supports(start.variant())
                .map_err(|error: Unsupported| format!("{occupant} {error}"))?;
            if spec.names_file() {
                // A file that cannot be used is better found before the game.
                spec.build().map_err(|error| error.to_string())?;
            }
        }
        Ok(Self {
            game: Game::new(start),
            occupants,
            tags: Vec::new(),
            preface: String::new(),
            plies: Vec::new(),
            loaded: 0,
            closed: None,
            finished: None,
        })
    }

    /// Takes up a game that was written down.
    ///
    /// # Errors
    /// A player that is named there does not play the variant.
    pub fn from_record(record: &Record) -> Result<Self, String> {
        let seats = record.start.seats();
        let occupants = ByPlayer::new(seats, |player| {
            Occupant::from_tags(record.tag(&player.to_string()), record.tag(&kind_tag(player)))
        });
        let mut session = Self::from_start(record.start, occupants)?;
        let is_ours = |tag: &Tag| {
            tag.name == TERMINATION
                || Player::ALL.iter().any(|&p| tag.name == p.to_string() || tag.name == kind_tag(p))
        };
        session.game = record.game();
        session.tags = record.tags.iter().filter(|tag| !is_ours(tag)).cloned().collect();
        session.preface.clone_from(&record.main.comment);
        let ply = |recorded: &RecordedMove| Ply {
            recorded: recorded.clone(),
            thought: MoveStats::default(),
        };
        session.plies = record.main.moves.iter().map(ply).collect();
        session.loaded = session.plies.len();
        if session.reason().is_none() {
            session.closed = closed_as(record.result, record.tag(TERMINATION), seats);
        }
        session.finished = session.played().map(|played| played.fingerprint());
        Ok(session)
    }

    /// The game.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// Who plays.
    pub const fn occupants(&self) -> &ByPlayer<Occupant> {
        &self.occupants
    }

    /// Who has to move.
    pub fn to_move(&self) -> &Occupant {
        &self.occupants[self.position().turn()]
    }

    /// Whether any person plays.
    pub fn has_human(&self) -> bool {
        self.occupants.values().any(Occupant::is_human)
    }

    /// Why the game is over, if it is.
    pub fn reason(&self) -> Option<Reason> {
        let adjudication = if self.has_human() { Adjudication::default() } else { COMPUTERS_ALONE };
        self.closed.clone().or_else(|| self.game.ending(&adjudication).map(Reason::Over))
    }

    /// How the game ended, if it has: in a sentence.
    pub fn verdict(&self) -> Option<String> {
        let reason = self.reason()?;
        Some(match (&reason, self.outcome()?) {
            (Reason::Resigns(_), outcome @ Outcome::Win(_)) => format!("{reason}: {outcome}"),
            (Reason::Resigns(_), Outcome::Draw) => format!("{reason}: the others share the game"),
            _ => reason.to_string(),
        })
    }

    /// The result, if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.played().map(|played| played.outcome())
    }

    /// Makes a move for whoever is to move.
    ///
    /// # Errors
    /// It is illegal, or the game is over.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.play_thought(mv, MoveStats::default())
    }

    /// Makes the move that a computer has decided on.
    ///
    /// # Errors
    /// It is illegal, or the game is over.
    pub fn play_decision(
        &mut self,
        decision: &Decision,
        time: Duration,
    ) -> Result<(), IllegalMove> {
        let Decision { value, depth, nodes, .. } = *decision;
        self.play_thought(decision.mv, MoveStats { time, clock: None, value, depth, nodes })
    }

    fn play_thought(&mut self, mv: Move, thought: MoveStats) -> Result<(), IllegalMove> {
        if let Some(outcome) = self.outcome() {
            return Err(IllegalMove::GameOver { outcome });
        }
        let ply = self.game.moves().len();
        self.game.play(mv)?;
        if self.plies.get(ply).is_none_or(|known| known.recorded.mv != mv) {
            self.plies.truncate(ply);
            self.plies.push(Ply { recorded: mv.into(), thought });
            self.loaded = self.loaded.min(ply);
        }
        Ok(())
    }

    /// Takes back the last move of a person, and all moves since; in a game between computers the
    /// last move; or that somebody gave up. Says whether there was anything to take back.
    pub fn undo(&mut self) -> bool {
        if self.closed.take().is_some() {
            return true;
        }
        let plies = self.game.moves().len();
        let Some(target) = (0..plies).rev().find(|&ply| self.stops_at(ply)) else { return false };
        for _ in target..plies {
            self.game.undo();
        }
        true
    }

    /// Plays again what [`undo`](Self::undo) took back, up to the next turn of a person. Says
    /// whether there was anything.
    pub fn redo(&mut self) -> bool {
        if self.closed.is_some() || self.game.redo().is_none() {
            return false;
        }
        while !self.stops_at(self.game.moves().len()) && self.game.redo().is_some() {}
        true
    }

    /// Whether taking back and playing again stop after so many moves.
    fn stops_at(&self, ply: usize) -> bool {
        !self.has_human() || self.occupants[self.game.positions()[ply].turn()].is_human()
    }

    /// The player to move gives up.
    ///
    /// # Errors
    /// The game is over.
    pub fn resign(&mut self) -> Result<(), IllegalMove> {
        match self.outcome() {
            Some(outcome) => Err(IllegalMove::GameOver { outcome }),
            None => {
                self.closed = Some(Reason::Resigns(self.position().turn()));
                Ok(())
            }
        }
    }

    /// What was said about the last move, or before the first: on one line, safe to show.
    pub fn comment(&self) -> String {
        let last = self.game.moves().len().checked_sub(1);
        clean(last.map_or(&self.preface, |ply| &self.plies[ply].recorded.comment))
    }

    /// The game as it is written down.
    pub fn record(&self) -> Record {
        let mut tags = self.tags.clone();
        for (player, occupant) in self.occupants.iter() {
            tags.push(Tag { name: player.to_string(), value: occupant.name() });
            tags.push(Tag { name: kind_tag(player), value: occupant.kind().to_owned() });
        }
        if let Some(reason) = &self.closed {
            tags.push(Tag { name: TERMINATION.to_owned(), value: reason.to_string() });
        }
        let moves =
            self.plies[..self.game.moves().len()].iter().map(|ply| ply.recorded.clone()).collect();
        Record {
            tags,
            start: *self.game.start(),
            main: Line { comment: self.preface.clone(), moves },
            result: self.outcome(),
            ..Record::default()
        }
    }

    /// The text of a file that holds the game.
    pub fn text(&self) -> String {
        self.record().write().expect("standard notation has a word for every move")
    }

    /// The game for the store if it has just been finished, and not the same way before.
    pub fn take_finished(&mut self) -> Option<PlayedGame> {
        let played = self.played()?;
        let before = self.finished.replace(played.fingerprint());
        (before != self.finished).then_some(played)
    }

    /// The game as it was played, if it is over.
    pub fn played(&self) -> Option<PlayedGame> {
        let reason = self.reason()?;
        let plies = self.game.moves().len();
        let opening = self.loaded.min(plies);
        Some(PlayedGame {
            players: self.occupants.clone().map(|_, occupant| occupant.name()),
            game: self.game.clone(),
            opening,
            move_stats: self.plies[opening..plies].iter().map(|ply| ply.thought).collect(),
            reason,
        })
    }
}

/// The tag that says whether a player is a person.
fn kind_tag(player: Player) -> String {
    format!("{player}Type")
}

/// How a game ended whose board does not show it.
fn closed_as(result: Option<Outcome>, termination: Option<&str>, seats: Seats) -> Option<Reason> {
    let resigned = seats
        .players()
        .iter()
        .find(|player| termination == Some(format!("{player} resigns").as_str()));
    match (result?, resigned) {
        (_, Some(&player)) => Some(Reason::Resigns(player)),
        (Outcome::Win(winner), None) if seats == Seats::Two => {
            Some(Reason::Resigns(winner.opposite()))
        }
        (Outcome::Draw, None) => Some(Reason::AgreedDraw),
        // One of several who has won without reaching the goal: the rules know no such end, so the
        // game goes on.
        (Outcome::Win(_), None) => None,
    }
}

#[cfg(test)]
mod tests;
