//! The record of a game that was played here.

use quoridor_core::record::{Clock, Evaluation, Line, Record, Score, Tag};
use quoridor_core::{ByPlayer, Game, Outcome, Player, Position, Seats};
use quoridor_engine::Value;

use crate::Date;
use crate::played::{MoveStats, PlayedGame, Reason};

impl PlayedGame {
    /// The record of the game: the tags `Site` and `Date` if there is a date, the players (of two
    /// also as `White` and `Black`), `Termination` for the reason, `OpeningPlies` if moves were
    /// given; with each move its clock and evaluation.
    ///
    /// A record's evaluations are for the player who moved first. Those of others are turned round
    /// if there are two players, and left out if there are more. A chance becomes the
    /// steps that it stands for ([`Value::steps_of`]), as in the engine protocol.
    pub fn record(&self, date: Option<Date>) -> Record {
        let Self { players, game, opening, move_stats, reason } = self;
        let ended = Some((reason, self.outcome()));
        let (opening, tags, given) = (*opening, &[][..], &Line::default());
        RecordSource { players, game, opening, move_stats, ended, date, tags, given }.record()
    }
}

/// Everything that the record of a game contains.
pub(crate) struct RecordSource<'a> {
    pub(crate) players: &'a ByPlayer<String>,
    pub(crate) game: &'a Game,
    pub(crate) opening: usize,
    pub(crate) move_stats: &'a [MoveStats],
    /// `None` while the game is in progress.
    pub(crate) ended: Option<(&'a Reason, Outcome)>,
    pub(crate) date: Option<Date>,
    /// The tags of the record that the game continues.
    pub(crate) tags: &'a [Tag],
    /// Its annotated moves.
    pub(crate) given: &'a Line,
}

impl RecordSource<'_> {
    /// The record, as [`PlayedGame::record`] describes it.
    pub(crate) fn record(&self) -> Record {
        let mut record = Record::new(self.game, self.ended.map(|(_, outcome)| outcome));
        let mut tag =
            |name: &str, value: String| record.tags.push(Tag { name: name.to_owned(), value });
        if let Some(date) = self.date {
            // Programs for chess expect it, also where it is unknown.
            tag("Site", "?".to_owned());
            tag("Date", date.in_record());
        }
        self.players.iter().for_each(|(player, name)| tag(&player.to_string(), name.clone()));
        // Programs for chess look for the players there.
        if let [first, second] = self.players.values().collect::<Vec<_>>()[..] {
            tag("White", first.clone());
            tag("Black", second.clone());
        }
        if let Some((reason, _)) = self.ended {
            tag("Termination", reason.to_string());
        }
        if self.opening > 0 {
            tag("OpeningPlies", self.opening.to_string());
        }
        let moves = record.main.moves.iter_mut().zip(self.game.positions()).skip(self.opening);
        for ((recorded, before), stats) in moves.zip(self.move_stats) {
            recorded.clock =
                stats.clock.map(|left| Clock { milliseconds: left.as_millis() as u64 });
            recorded.evaluation = evaluation(stats, before, self.game.start());
        }
        for tag in self.tags {
            if record.tag(&tag.name).is_none() {
                record.tags.push(tag.clone());
            }
        }
        record.main.comment.clone_from(&self.given.comment);
        for (recorded, given) in record.main.moves.iter_mut().zip(&self.given.moves) {
            recorded.clone_from(given);
        }
        record
    }
}

fn evaluation(stats: &MoveStats, before: &Position, start: &Position) -> Option<Evaluation> {
    let sign = sign(before.turn(), start.turn(), start.seats())?;
    let moves = |plies: u32| {
        i32::try_from(plies.div_ceil(start.seats().count() as u32)).unwrap_or(i32::MAX)
    };
    // As a number grows too large for an i32, `as` stays at the largest there is.
    let hundredths =
        |value: f64| Score::Hundredths((value * 100.0 * f64::from(sign)).round() as i32);
    let score = match stats.value? {
        Value::Steps(score) | Value::Score(score) => hundredths(score),
        Value::Chance(chance) => {
            let chance = chance.clamp(0.0001, 0.9999);
            hundredths(Value::steps_of(chance))
        }
        Value::WinIn(plies) => Score::WinsIn(sign * moves(plies)),
        Value::LossIn(plies) => Score::WinsIn(-sign * moves(plies)),
    };
    Some(Evaluation { score, depth: (stats.depth > 0).then_some(stats.depth) })
}

/// The sign that turns an evaluation for the player who moved into one for the first player.
fn sign(mover: Player, first: Player, seats: Seats) -> Option<i32> {
    match (mover == first, seats) {
        (true, _) => Some(1),
        (false, Seats::Two) => Some(-1),
        (false, _) => None,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn what_the_players_thought_is_told_for_who_moved_first() {
        let mut game = Game::default();
        "e2 e8 e3 e7 e4".split(' ').for_each(|mv| game.play(mv.parse().unwrap()).unwrap());
        let think = |value, depth| MoveStats {
            value,
            depth,
            clock: Some(Duration::from_micros(61_500_900)),
            ..MoveStats::default()
        };
        let move_stats = vec![
            think(Some(Value::Steps(1.254)), 3),
            think(Some(Value::Chance(0.75)), 0),
            think(Some(Value::LossIn(4)), 4),
            think(None, 9),
        ];
        let players = ByPlayer::new(Seats::Two, |player| format!("Player {player}"));
        let reason = Reason::Resigns(Player::South);
        let played = PlayedGame { players, game, opening: 1, move_stats, reason };
        assert_eq!(
            played.record("2026-11-15".parse().ok()).write().unwrap(),
            "[Site \"?\"]\n[Date \"2026.11.15\"]\n\
             [South \"Player South\"]\n[North \"Player North\"]\n\
             [White \"Player South\"]\n[Black \"Player North\"]\n\
             [Termination \"South resigns\"]\n[OpeningPlies \"1\"]\n[Result \"0-1\"]\n\n\
             1. e2 e8 {[%eval -1.25,3] [%clk 0:01:01.500]} 2. e3\n\
             {[%eval 1.83] [%clk 0:01:01.500]} 2... e7 {[%eval #2,4] [%clk 0:01:01.500]}\n\
             3. e4 {[%clk 0:01:01.500]} 0-1\n\n"
        );
    }
}
