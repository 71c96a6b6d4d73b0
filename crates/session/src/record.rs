//! Games from files, and to files.

use std::time::Duration;

use quoridor_core::record::{Line, Record, RecordedMove, Tag};
use quoridor_core::{ByPlayer, Outcome, Player, Seats};
use quoridor_players::Spec;
use quoridor_store::{Keys, LiveGame, NewLiveGame, Occupant, Reason, Seating};

use crate::session::{Session, check_computers};

/// The tag that says how a game ended other than on the board.
const TERMINATION: &str = "Termination";

impl Session {
    /// Continues a game that was written down. Humans need no token: they are at this screen.
    ///
    /// # Errors
    /// A computer player that is named there does not play the variant: one line.
    pub fn from_record(record: &Record, now: Duration) -> Result<Self, String> {
        let seats = record.start.seats();
        let occupants = ByPlayer::new(seats, |player| {
            occupant(record.tag(&player.to_string()), record.tag(&type_tag(player)))
        });
        check_computers(&occupants, record.start.variant())?;
        let is_ours = |tag: &Tag| {
            tag.name == TERMINATION
                || Player::ALL.iter().any(|&p| tag.name == p.to_string() || tag.name == type_tag(p))
        };
        let tags = record.tags.iter().filter(|tag| !is_ours(tag)).cloned().collect();
        let seating = Seating { occupants, clock: None, control: Keys::default(), rematch: None };
        let kept = Record { tags, ..record.clone() };
        let live: LiveGame = NewLiveGame { seating, record: kept, rematch_of: None }.live();
        let mut session = Self::with(None, live, now);
        let reason = session.game().ending(&crate::DRAW_RULE).map(Reason::Over);
        let reason = reason.or_else(|| closed_as(record.result, record.tag(TERMINATION), seats));
        session.live.ended = reason.map(|reason| {
            let outcome = reason.outcome(session.game());
            (reason, outcome)
        });
        Ok(session)
    }

    /// The record of the game.
    pub fn record(&self) -> Record {
        let mut tags = self.live.tags.clone();
        for (player, occupant) in self.occupants().iter() {
            tags.push(Tag { name: player.to_string(), value: occupant.name().to_owned() });
            let kind = if occupant.is_human() { "human" } else { "program" };
            tags.push(Tag { name: type_tag(player), value: kind.to_owned() });
        }
        let ended = self.ended().filter(|(reason, _)| !matches!(reason, Reason::Over(_)));
        if let Some((reason, _)) = ended {
            tags.push(Tag { name: TERMINATION.to_owned(), value: reason.to_string() });
        }
        let moves = self.game().moves().iter().enumerate();
        let moves = moves.map(|(ply, &mv)| match self.live.given.moves.get(ply) {
            Some(given) if given.mv == mv => given.clone(),
            _ => RecordedMove::from(mv),
        });
        Record {
            tags,
            start: *self.game().start(),
            main: Line { comment: self.live.given.comment.clone(), moves: moves.collect() },
            result: self.ended().map(|&(_, outcome)| outcome),
            ..Record::default()
        }
    }

    /// The text of a file with the game.
    pub fn text(&self) -> String {
        self.record().write().expect("standard notation has a word for every move")
    }

    /// The comment on the last move, or before the first.
    pub fn comment(&self) -> &str {
        let given = &self.live.given;
        match self.plies().checked_sub(1) {
            None => &given.comment,
            Some(ply) => given.moves.get(ply).map_or("", |given| given.comment.as_str()),
        }
    }

    /// The record that a game begins with which the storage does not have yet.
    pub(crate) fn given_record(&self) -> Record {
        Record {
            tags: self.live.tags.clone(),
            start: *self.game().start(),
            main: self.live.given.clone(),
            ..Record::default()
        }
    }
}

/// The occupant that the tags of a seat name: `human` or `program`.
fn occupant(name: Option<&str>, kind: Option<&str>) -> Occupant {
    let name = name.unwrap_or("human");
    match (kind, name.parse::<Spec>()) {
        (Some("program"), Ok(spec)) => Occupant::Computer { spec: spec.to_string() },
        _ => Occupant::human(name, ""),
    }
}

/// The tag that says whether a player is a human.
fn type_tag(player: Player) -> String {
    format!("{player}Type")
}

/// The reason for the end of a game whose board does not show it.
fn closed_as(result: Option<Outcome>, termination: Option<&str>, seats: Seats) -> Option<Reason> {
    let named = |reason: fn(Player) -> Reason| {
        let mut players = seats.players().iter().map(|&player| reason(player));
        players.find(|reason| termination == Some(reason.to_string().as_str()))
    };
    let unnamed = match result? {
        Outcome::Win(winner) if seats == Seats::Two => Some(Reason::Resigns(winner.opposite())),
        Outcome::Draw => Some(Reason::AgreedDraw),
        // One of several won without reaching the goal, and nothing says why: the game goes on.
        Outcome::Win(_) => None,
    };
    named(Reason::Resigns)
        .or_else(|| named(Reason::LosesOnTime))
        .or_else(|| named(Reason::LastPlayer))
        .or(unnamed)
}
