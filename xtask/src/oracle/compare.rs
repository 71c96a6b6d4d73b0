//! OpenSpiel's finding about a position, and ours.

use anyhow::{Context, anyhow, ensure};
use quoridor_core::notation::Dialect;
use quoridor_core::{MoveSet, Position};

use super::sample::{Finding, Sample};

/// A position in which OpenSpiel and we agree.
#[derive(Debug)]
pub(super) struct Compared {
    pub(super) position: Position,
    pub(super) what: What,
}

/// Result of the comparison.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum What {
    /// The legal moves.
    Moves(MoveSet),
    /// That there is one move; which, OpenSpiel cannot say.
    OneMove,
    /// Who won.
    Winner,
}

/// Replays the game of a sample and compares the position that it leads to.
pub(super) fn compare(sample: &Sample) -> anyhow::Result<Compared> {
    let variant = sample.variant()?;
    let moves = sample.moves.join(" ");
    let game = Dialect::OpenSpiel
        .read_moves(&moves, &Position::start(variant))
        .with_context(|| format!("{variant}: a game of OpenSpiel's is illegal for us: {moves}"))
        // One line for the reader of a log, instead of anyhow's several.
        .map_err(|error| anyhow!("{error:#}"))?;
    let position = *game.position();
    let what = match &sample.finding {
        Finding::Legal(listed) => legal_moves(&position, listed).map(What::Moves),
        Finding::OneAction => one_move(&position).map(|()| What::OneMove),
        Finding::Winner(place) => winner(&position, *place).map(|()| What::Winner),
    };
    let what =
        what.map_err(|difference| anyhow!("{variant}: {position} (after {moves}): {difference}"))?;
    Ok(Compared { position, what })
}

fn legal_moves(position: &Position, listed: &[String]) -> anyhow::Result<MoveSet> {
    let theirs = listed
        .iter()
        .map(|text| {
            let mv = Dialect::OpenSpiel.read_move(text, position);
            mv.map_err(|error| anyhow!("OpenSpiel lists {text}, which for us is: {error}"))
        })
        .collect::<anyhow::Result<MoveSet>>()?;
    let ours = position.legal_moves();
    let missing: Vec<String> =
        ours.iter().filter(|&mv| !theirs.contains(mv)).map(|mv| mv.to_string()).collect();
    ensure!(
        missing.is_empty(),
        "OpenSpiel does not list, in standard notation, {}",
        missing.join(" ")
    );
    Ok(ours)
}

fn one_move(position: &Position) -> anyhow::Result<()> {
    let count = position.legal_moves().len();
    ensure!(count == 1, "OpenSpiel lists one move, but for us there are {count}");
    Ok(())
}

fn winner(position: &Position, place: usize) -> anyhow::Result<()> {
    let theirs = position.seats().players().get(place).copied();
    let ours = position.winner();
    let name = |player: Option<_>| {
        player.map_or("nobody".to_owned(), |player: quoridor_core::Player| player.to_string())
    };
    ensure!(theirs == ours, "for OpenSpiel {} has won, for us {}", name(theirs), name(ours));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared(json: &str) -> Result<Compared, String> {
        compare(&serde_json::from_str(json).unwrap()).map_err(|error| error.to_string())
    }

    /// A 3×3 board without walls, South on b2.
    const START: &str = r#""players": 2, "board_size": 3, "wall_count": 0, "moves": ["b2"]"#;

    #[test]
    fn the_same_moves_agree_even_if_one_is_listed_twice() {
        let sample = format!(r#"{{{START}, "finding": {{"legal": ["a1", "c1", "b3", "a1"]}}}}"#);
        let compared = compared(&sample).unwrap();
        assert_eq!(compared.position.to_string(), "- / - / b2 b3 / 0 0 / 2 / 3x3");
        assert_eq!(compared.what, What::Moves(compared.position.legal_moves()));
    }

    #[test]
    fn a_move_too_few_or_too_many_is_a_difference() {
        let too_few =
            compared(&format!(r#"{{{START}, "finding": {{"legal": ["a1", "c1"]}}}}"#)).unwrap_err();
        assert!(
            too_few.ends_with("OpenSpiel does not list, in standard notation, b1"),
            "{too_few}"
        );
        let too_many =
            compared(&format!(r#"{{{START}, "finding": {{"legal": ["a1", "c1", "b3", "b2"]}}}}"#))
                .unwrap_err();
        assert!(too_many.contains("OpenSpiel lists b2, which for us is: illegal"), "{too_many}");
    }

    #[test]
    fn another_number_of_moves_is_a_difference() {
        let sample = compared(&format!(r#"{{{START}, "finding": "one_action"}}"#)).unwrap_err();
        assert!(sample.ends_with("OpenSpiel lists one move, but for us there are 3"), "{sample}");
    }

    #[test]
    fn another_winner_is_a_difference() {
        let won = |place| {
            compared(&format!(
                r#"{{"players": 2, "board_size": 3, "wall_count": 0, "moves": ["b2", "a1", "b1"],
                     "finding": {{"winner": {place}}}}}"#
            ))
        };
        assert_eq!(won(0).unwrap().what, What::Winner);
        assert!(won(1).unwrap_err().ends_with("for OpenSpiel North has won, for us South"));
    }

    #[test]
    fn a_game_that_cannot_be_replayed_is_a_difference() {
        let line = r#"{"players": 2, "board_size": 9, "wall_count": 0, "moves": ["e7"],
                       "finding": "one_action"}"#;
        let error = compared(line).unwrap_err();
        assert!(
            error.starts_with(
                "9x9, 2 players, 0 walls: a game of OpenSpiel's is illegal for us: e7: move 1"
            ),
            "{error}"
        );
    }
}
