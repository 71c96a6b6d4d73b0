//! Notation: the papers' games, round trips, ambiguity.

use quoridor_core::notation::{Dialect, ReadMovesError, ReplayCode, is_braced_codes, read_moves};
use quoridor_core::{Game, Player, Position, Seats, Setup, Variant};

use crate::random::{self, Random};

/// Glendenning 2005, Table 2.1 (the `13.4h` of the print is `b4h`).
const TABLE_2_1: &str = "1.e8 e2 2.e7 e3 3.e6 e4 4.e6h e3h 5.f5v e5h 6.c6h f4 7.f3v g6h 8.a6h e4 \
                         9.c5v d4h 10.d2v d4 \
                         11.d6 d3 12.d5 c3h 13.b4h d2 14.c1h a2h 15b.h7h";

/// "Black has no fences left and is 12 squares from the goal; white has 4 left and is 20 squares
/// away."
#[test]
fn glendennings_game_ends_as_the_thesis_says() {
    let start = Position::default();
    let game = Dialect::Glendenning.read_moves(TABLE_2_1, &start).unwrap();
    let end = game.position();
    assert_eq!(game.moves().len(), 29);
    assert_eq!((end.distance(Player::South), end.distance(Player::North)), (12, 20));
    assert_eq!((end.walls_left(Player::South), end.walls_left(Player::North)), (0, 4));
    assert_eq!(Dialect::Glendenning.write_moves(&game).unwrap(), TABLE_2_1);
    assert_eq!(read_moves(TABLE_2_1, &start).unwrap(), (Dialect::Glendenning, game));
}

/// The first moves of Table 2.1 in the other notations, worked by hand.
#[test]
fn the_same_game_in_every_dialect() {
    let start = Position::default();
    let game = Dialect::Glendenning
        .read_moves("1.e8 e2 2.e7 e3 3.e6 e4 4.e6h e3h 5b.f5v", &start)
        .unwrap();
    let write = |dialect: Dialect| dialect.write_moves(&game).unwrap();
    assert_eq!(write(Dialect::Standard), "1. e2 e8 2. e3 e7 3. e4 e6 4. e3h e6h 5. f4v");
    assert_eq!(write(Dialect::OpenSpiel), "e8 e2 e7 e3 e6 e4 e6h e3h f5v");
    // The sixth row of slots from the top, the fifth slot from the left: 5·8 + 4.
    assert_eq!(write(Dialect::Hola), "u d u d u d h44 h20 v37");
}

#[test]
fn holas_jumps() {
    let read = |moves: &str| Dialect::Hola.read_moves(moves, &Position::default());
    let game = read("u d u d u d u").unwrap(); // South on e5, North on e6
    for (word, square) in [("dd", "e4"), ("l", "d6"), ("r", "f6"), ("u", "e7")] {
        let mv = Dialect::Hola.read_move(word, game.position()).unwrap();
        assert_eq!(mv.to_string(), square);
        assert_eq!(Dialect::Hola.write_move(mv, game.position()).unwrap(), word);
    }
    // A wall behind South: to jump it, North goes around it.
    let behind: Position = "e4 / - / e5 e6 / 10 9 / 2".parse().unwrap();
    assert_eq!(Dialect::Hola.read_move("dl", &behind), Ok("d5".parse().unwrap()));
    assert_eq!(Dialect::Hola.read_move("dr", &behind), Ok("f5".parse().unwrap()));
    assert!(Dialect::Hola.read_move("d", &behind).is_err());
    assert!(Dialect::Hola.read_move("h64", &behind).is_err());
    assert!(Dialect::Hola.read_move("h07", &behind).is_err());
    assert_eq!(Dialect::Hola.read_move("h0", &behind), Ok("a8h".parse().unwrap()));
    assert_eq!(Dialect::Hola.read_move("v63", &behind), Ok("h1v".parse().unwrap()));
}

#[test]
fn every_dialect_round_trips_random_games() {
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let game = random::played(&mut random);
        for dialect in Dialect::ALL {
            let Ok(text) = dialect.write_moves(&game) else {
                let passes = game.moves().contains(&quoridor_core::Move::Pass);
                assert!(
                    passes || game.start().seats() != Seats::Two,
                    "{dialect} has no words for {game:?}"
                );
                continue;
            };
            assert_eq!(dialect.read_moves(&text, game.start()).unwrap(), game, "{text}");
            // Without being told the dialect, the same game or the word that it could be another.
            match read_moves(&text, game.start()) {
                Ok((_, read)) => assert_eq!(read, game, "{text}"),
                Err(ReadMovesError::Ambiguous { dialects }) => {
                    let other =
                        dialects.map(|dialect| dialect.read_moves(&text, game.start()).unwrap());
                    assert_ne!(other[0], other[1]);
                }
                Err(error) => panic!("{text}: {error}"),
            }
        }
        let text = Dialect::Standard.write_moves(&game).unwrap();
        let words: Vec<&str> = text.split(' ').filter(|word| !word.ends_with('.')).collect();
        let code = format!("tq1 {}", words.join(" "));
        assert_eq!(ReplayCode::read(&code, game.start()).unwrap().game, game);
    }
}

#[test]
fn text_that_could_be_two_games_is_an_error() {
    let start = Position::default();
    // A wall before any step tells nothing about the direction of the rows.
    assert!(matches!(read_moves("1. a1h", &start), Err(ReadMovesError::Ambiguous { .. })));
    // The middle row of slots of an even number of them is nobody's; on an odd number it is the
    // same in both.
    let odd = Position::start("8x8, 2 players, 3 walls".parse().unwrap());
    assert!(read_moves("d4h", &odd).is_ok());
    // No moves are the same game in every dialect.
    assert_eq!(read_moves(" ", &start).unwrap().1, Game::default());
    let error = read_moves("1. e2 e8 2. e3 x", &start).unwrap_err().to_string();
    assert!(
        error.starts_with("no dialect fits; read as standard, move 4, 'x': not a move"),
        "{error}"
    );
}

#[test]
fn numbers_are_optional_and_sides_are_checked() {
    let start = Position::default();
    let game = Dialect::Standard.read_moves("e2 e8", &start).unwrap();
    for text in [
        "1. e2 e8",
        "1 e2 e8",
        "1. e2 ... e8",
        "1.e2 e8",
        "1.e2 1...e8",
        "1. e2 1... e8",
        "\n1.\te2\r\ne8 ",
    ] {
        assert_eq!(Dialect::Standard.read_moves(text, &start).as_ref(), Ok(&game), "{text:?}");
    }
    let read = |text| Dialect::Glendenning.read_moves(text, &start);
    assert_eq!(read("1b.e8 1w.e2").unwrap(), game);
    let error = read("1w.e8").unwrap_err().to_string();
    assert_eq!(error, "move 1, '1w.e8': it is the other side's turn (b moves first, then w)");
}

/// "The game begins with turn 1", and a turn "is ended after both players have moved".
#[test]
fn glendennings_turn_numbers_are_checked() {
    let read = |text| Dialect::Glendenning.read_moves(text, &Position::default());
    assert_eq!(read("1.e8 e2 2b.e7 2w.e3 3.e6").unwrap().moves().len(), 5);
    for (text, message) in [
        ("2.e8 e2", "move 1, '2.e8': wrong turn number: this is turn 1"),
        ("1.e8 e2 3.e7", "move 3, '3.e7': wrong turn number: this is turn 2"),
        ("1.e8 2w.e2", "move 2, '2w.e2': wrong turn number: this is turn 1"),
        ("99999999999999999999.e8", "move 1, '99999999999999999999.e8': wrong turn number"),
    ] {
        let error = read(text).unwrap_err().to_string();
        assert!(error.starts_with(message), "{text:?} gives {error:?}");
    }
    let record = "[Dialect \"glendenning\"]\n\n1.e8 e2 (1w.e1h 2b.e7) 3.e7 *\n";
    let games: Vec<_> = quoridor_core::record::read(record).collect();
    let error = games[0].as_ref().unwrap_err().to_string();
    assert_eq!(error, "line 3, game 1: '3.e7': wrong turn number: this is turn 2");
}

/// The two codes that the paper prints, and the moves of Table 2.1 by hand: the board array has 17
/// rows, squares on even indices.
#[test]
fn saadatinias_codes() {
    let start = Position::default();
    let read = |text| Dialect::Saadatinia.read_move(text, &start);
    assert_eq!(read("{1:up}"), Ok("e2".parse().unwrap()));
    // Element 7 of the rows is the groove below the fourth row from the top, row 6; element 14 of
    // the columns is h.
    assert_eq!(read("{2:7&14}"), Ok("h5h".parse().unwrap()));
    assert_eq!(read("2:0&1"), Ok("a8v".parse().unwrap()));
    for text in [
        "{1:up",
        "1:up}",
        "{1:north}",
        "{2:7&15}",
        "{2:8&14}",
        "{2:7&16}",
        "{2:17&0}",
        "{2:07&14}",
        "{3:up}",
        "up",
        "{1:down}",
    ] {
        assert!(read(text).is_err(), "{text}");
    }
    let game = Dialect::Standard
        .read_moves("1. e2 e8 2. e3 e7 3. e4 e6 4. e3h e6h 5. f4v", &start)
        .unwrap();
    assert_eq!(
        Dialect::Saadatinia.write_moves(&game).unwrap(),
        "{1:up} {1:down} {1:up} {1:down} {1:up} {1:down} {2:11&8} {2:5&8} {2:8&11}"
    );
    let text = Dialect::Saadatinia.write_moves(&game).unwrap();
    assert!(is_braced_codes(&text) && !is_braced_codes("{a comment} e2") && !is_braced_codes(" "));
    // Over the other pawn, straight and, with a wall behind it, to its side.
    let jump: Position = "- / - / e5 e6 / 10 10 / 1".parse().unwrap();
    assert_eq!(Dialect::Saadatinia.read_move("{1:up}", &jump), Ok("e7".parse().unwrap()));
    let aside: Position = "e6 / - / e5 e6 / 10 9 / 1".parse().unwrap();
    let mv = Dialect::Saadatinia.read_move("{1:up-left}", &aside).unwrap();
    assert_eq!(mv.to_string(), "d6");
    assert_eq!(Dialect::Saadatinia.write_move(mv, &aside).unwrap(), "{1:up-left}");
    assert!(Dialect::Saadatinia.read_move("{1:up}", &aside).is_err());
}

#[test]
fn a_game_that_starts_with_the_second_player() {
    let start: Position = "- / - / e2 e9 / 10 10 / 2".parse().unwrap();
    let game = Dialect::Standard.read_moves("1... e8 2. e3 e7", &start).unwrap();
    assert_eq!(Dialect::Standard.write_moves(&game).unwrap(), "1... e8 2. e3 e7");
    assert_eq!(Dialect::Glendenning.write_moves(&game).unwrap(), "1w.e2 2.e7 e3");
}

#[test]
fn four_players_are_numbered_by_rounds() {
    let start = Position::start(Variant::official(Seats::Four));
    let game = Dialect::Standard.read_moves("e2 b5 e8 h5 e3", &start).unwrap();
    assert_eq!(Dialect::Standard.write_moves(&game).unwrap(), "1. e2 b5 e8 h5 2. e3");
    assert!(
        Dialect::Glendenning.write_moves(&game).unwrap_err().to_string().contains("two players")
    );
    assert_eq!(Dialect::OpenSpiel.write_moves(&game).unwrap(), "e8 b5 e2 h5 e7");
}

#[test]
fn replay_codes() {
    let start = Position::default();
    let read = |text: &str| ReplayCode::read(text, &start);
    assert_eq!(read("tq1 e2 e8 e3 e7 d6h").unwrap().game.moves().len(), 5);
    assert_eq!(read("tq1").unwrap().game, Game::default());
    assert_eq!(read("tq1 1.e2 e8 2.e3").unwrap().game.moves().len(), 3);
    assert_eq!(
        read("  tq1 1. E2 e8 2. hd3 v c6").unwrap().game.position().walls().to_string(),
        "d3h c6v"
    );
    let code = read(r#"tq1#{"a":"} \" {","b":{"c":[1]}} e2"#).unwrap();
    assert_eq!(code.metadata.as_deref(), Some(r#"{"a":"} \" {","b":{"c":[1]}}"#));
    assert_eq!(read_moves("tq1 e2 e8", &start).unwrap().1.moves().len(), 2);
    for (text, message) in [
        ("tq2 e2", "not a replay code"),
        ("tq1#{ e2", "replay code: after tq1# there must be a JSON object"),
        ("tq1#x e2", "replay code: after tq1# there must be a JSON object"),
        ("tq1 e2 zz", "replay code, move 2, 'zz': not a move"),
        ("tq1 e2 h", "replay code, move 2, 'h': not a move"),
        ("tq1 e3", "replay code, move 1, 'e3': the pawn on e1 cannot go to e3"),
    ] {
        let error = read(text).unwrap_err().to_string();
        assert!(error.starts_with(message), "{text:?} gives {error:?}");
    }
}

#[test]
fn position_strings() {
    let canonical = "d2 f4 / e3 / e4 e6 / 8 9 / 1";
    for text in [
        canonical,
        "d2f4/e3/e4e6/8 9/1",
        "d2h f4h / e3v / e4 e6 / 8 9 / 1",
        " d2hf4 / e3v / e4e6 / 8  9 / 1 ",
        "d2 f4 / e3 / e4 e6 / 8 9 / 1 / 9x9",
        "f4 d2 / e3 / e4 e6 / 8 9 / 1",
    ] {
        assert_eq!(text.parse::<Position>().unwrap().to_string(), canonical, "{text:?}");
    }
    // An h before a digit is a column.
    let columns: Setup = "d2h4 / - / e4 e6 / 8 9 / 1".parse().unwrap();
    assert_eq!(columns.walls.to_string(), "d2h h4h");
    let suffixes: Setup = "d2hh4h / - / e4 e6 / 8 9 / 1".parse().unwrap();
    assert_eq!(suffixes, columns);
    for text in [" / / e1 e9 / 10 10 / 1", "//e1e9/10 10/1", "- / - / e1 e9 / 10 10 / 1"] {
        assert_eq!(text.parse::<Position>(), Ok(Position::default()), "{text:?}");
    }
    let small = "- / - / c1 c5 / 3 3 / 1 / 5x5";
    assert_eq!(
        small.parse::<Position>().unwrap(),
        Position::start("5x5, 2 players, 3 walls".parse().unwrap())
    );
    assert_eq!(small.parse::<Position>().unwrap().to_string(), small);
}

#[test]
fn bad_position_strings_name_the_field() {
    for (text, message) in [
        ("e1 e9", "1 field between slashes, but there must be five or six"),
        ("- / - / e1 e9 / 10 10", "4 fields between slashes, but there must be five or six"),
        ("d2v / - / e1 e9 / 9 10 / 1", "field 1 must be the squares of the horizontal walls"),
        ("i2 / - / e1 e9 / 9 10 / 1", "field 1 must be the squares of the horizontal walls"),
        ("- / d2h / e1 e9 / 9 10 / 1", "field 2 must be the squares of the vertical walls"),
        ("d2 d2 / - / e1 e9 / 9 10 / 1", "the wall d2h is listed twice"),
        ("- / - / e1 / 10 10 / 1", "field 3 must be the squares of two to four pawns"),
        ("- / - / - / 10 10 / 1", "field 3 must be the squares of two to four pawns"),
        ("- / - / e1 e9 / ten 10 / 1", "field 4 must be the walls left of each player"),
        ("- / - / e1 e9 / 10 10 / 0", "field 5 must be the player to move, 1-2"),
        ("- / - / e1 e9 / 10 10 / 3", "field 5 must be the player to move, 1-2"),
        ("- / - / e1 e9 / 10 10 / 1 / 12x9", "field 6: not a board size"),
    ] {
        let error = text.parse::<Position>().unwrap_err().to_string();
        assert!(
            error.starts_with(&format!("position string: {message}")),
            "{text:?} gives {error:?}"
        );
    }
}
