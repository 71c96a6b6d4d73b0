//! Records: reading, writing, and what is said about bad ones.

use quoridor_core::notation::{Dialect, ReplayCode};
use quoridor_core::record::{self, Clock, Evaluation, Line, Record, RecordedMove, Score, Tag};
use quoridor_core::{Game, Move, Outcome, Player, Position, Seats, Variant};

use crate::random::{self, Random};

const ANNOTATED: &str = r#"[Event "Club \"A\" final"]
[South "Ann"]
[North "Bob"]
[Result "0-1"]

{A quiet start.} 1. e2 $1 e8 {[%eval 0.00] [%clk 0:09:58.500] symmetrical}
2. e3!? {[%eval -0.25,12]} ( 2. d2 ; the other way }
d8 ( 2... e7 3. d3 ) 3. d3 {better} ) ( 2. a1h ) 2... e7 $6 $140 {[%clk 0:09:50]} 0-1
"#;

fn only(text: &str) -> Record {
    let mut games = record::read(text);
    let game = games.next().unwrap().unwrap_or_else(|error| panic!("{error}"));
    assert!(games.next().is_none());
    game
}

fn mv(text: &str) -> RecordedMove {
    RecordedMove::from(text.parse::<Move>().unwrap())
}

/// The record above, built by hand.
fn annotated() -> Record {
    let inner = Line { comment: String::new(), moves: vec![mv("e7"), mv("d3")] };
    let first = Line {
        comment: String::new(),
        moves: vec![
            RecordedMove { comment: "the other way }".into(), ..mv("d2") },
            RecordedMove { variations: vec![inner], ..mv("d8") },
            RecordedMove { comment: "better".into(), ..mv("d3") },
        ],
    };
    let second = Line { comment: String::new(), moves: vec![mv("a1h")] };
    Record {
        tags: [("Event", "Club \"A\" final"), ("South", "Ann"), ("North", "Bob")]
            .map(|(name, value)| Tag { name: name.into(), value: value.into() })
            .into(),
        start: Position::default(),
        dialect: Dialect::Standard,
        main: Line {
            comment: "A quiet start.".into(),
            moves: vec![
                RecordedMove { nags: vec![1], ..mv("e2") },
                RecordedMove {
                    evaluation: Some(Evaluation { score: Score::Hundredths(0), depth: None }),
                    clock: Some(Clock { milliseconds: 598_500 }),
                    comment: "symmetrical".into(),
                    ..mv("e8")
                },
                RecordedMove {
                    nags: vec![5],
                    evaluation: Some(Evaluation { score: Score::Hundredths(-25), depth: Some(12) }),
                    variations: vec![first, second],
                    ..mv("e3")
                },
                RecordedMove {
                    nags: vec![6, 140],
                    clock: Some(Clock { milliseconds: 590_000 }),
                    ..mv("e7")
                },
            ],
        },
        result: Some(Outcome::Win(Player::North)),
    }
}

#[test]
fn an_annotated_game_is_read_whole() {
    assert_eq!(only(ANNOTATED), annotated());
}

#[test]
fn what_is_written_is_read_again() {
    let text = annotated().write().unwrap();
    assert_eq!(only(&text), annotated(), "{text}");
    assert_eq!(only(&text.replace('\n', "\r\n")), annotated(), "line ends of other systems");
    for dialect in Dialect::ALL {
        let record = Record { dialect, ..annotated() };
        let text = record.write().unwrap();
        assert_eq!(only(&text), record, "{text}");
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
    }
}

#[test]
fn random_games_of_every_variant_round_trip() {
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let game = random::played(&mut random);
        let mut record = Record::new(&game, game.position().outcome());
        if random.chance(50) {
            // From the middle on.
            let middle = game.positions()[game.moves().len() / 2];
            let rest = record.main.moves.split_off(game.moves().len() / 2);
            record = Record {
                start: middle,
                main: Line { comment: String::new(), moves: rest },
                ..record
            };
        }
        let text = record.write().unwrap();
        assert_eq!(only(&text), record, "{text}");
        assert_eq!(only(&text).game().position(), game.position());
    }
}

#[test]
fn results_of_two_to_four_players() {
    for seats in Seats::ALL {
        let winners = seats.players().iter().map(|&player| Some(Outcome::Win(player)));
        for result in winners.chain([Some(Outcome::Draw), None]) {
            let text = record::write_result(result, seats);
            assert_eq!(record::read_result(&text, seats), Ok(result));
        }
    }
    assert!(record::read_result("1-0", Seats::Four).is_err());
    let four = Record::new(
        &Game::new(Position::start(Variant::official(Seats::Four))),
        Some(Outcome::Win(Player::West)),
    );
    assert!(four.write().unwrap().ends_with("\n0-1-0-0\n\n"));
}

#[test]
fn a_finished_game_needs_no_result() {
    let game = only("1. e2 d9 2. e3 c9 3. e4 b9 4. e5 a9 5. e6 a8 6. e7 a7 7. e8 a6 8. e9");
    assert_eq!(game.result, Some(Outcome::Win(Player::South)));
}

#[test]
fn many_games_with_and_without_tags() {
    let text = "[South \"A\"]\n\n1. e2 *\n\n[South \"B\"]\n1. e2 e8 1-0\n[South \"C\"]\n\n\n1. d1 \
                *\n\n1. f1 *\n1. e2 e8 2. e3 0-1 1. a1h *";
    let games: Vec<Record> = record::read(text).map(Result::unwrap).collect();
    let lengths: Vec<usize> = games.iter().map(|game| game.main.moves.len()).collect();
    assert_eq!(lengths, [1, 2, 1, 1, 3, 1]);
    assert_eq!(
        games.iter().map(|game| game.tag("South")).collect::<Vec<_>>(),
        [Some("A"), Some("B"), Some("C"), None, None, None]
    );
    assert!(record::read("").next().is_none());
    assert!(record::read(" \n% a line for other programs\n\n").next().is_none());
}

/// Each bad game between two good ones: the good ones are kept, the bad one is named with its line.
#[test]
fn a_bad_game_is_reported_and_skipped() {
    let good = "[South \"A\"]\n\n1. e2 {up} e8 *\n\n";
    for (bad, line, message) in [
        (
            "[South \"X\"]\n\n1. e2 e8 2. e5 *\n\n",
            7,
            "'e5': illegal: the pawn on e2 cannot go to e5",
        ),
        ("[South \"X\"]\n\n1. e2\ne8 2. x9 {y} *\n\n", 8, "'x9': not a move"),
        ("[South \"X]\n\n1. e2 *\n\n", 5, "after [ there must be a tag name and a value in quotes"),
        ("[South \"X\"]\n[South \"Y\"]\n\n1. e2 *\n\n", 6, "the tag 'South' is there twice"),
        (
            "[South \"X\"]\n\n1. e2 {never closed *\n\n",
            7,
            "a comment begins with { but does not end with } before the next game",
        ),
        ("[South \"X\"]\n\n1. e2 ( 1. d1 *\n\n", 7, "'*': not a move"),
        (
            "[South \"X\"]\n\n1. e2 ( 1. d1\n\n",
            7,
            "a variation begins with ( but never ends with )",
        ),
        ("[South \"X\"]\n\n1. e2 ) *\n\n", 7, "a variation ends with ) but never began with ("),
        ("[South \"X\"]\n\n1. e2 () *\n\n", 7, "a variation has no moves"),
        ("[South \"X\"]\n\n( 1. e2 ) *\n\n", 7, "a variation stands before the first move"),
        ("[South \"X\"]\n\n$3 1. e2 *\n\n", 7, "a judgement stands before the first move"),
        ("[South \"X\"]\n\n1. e2 $256 *\n\n", 7, "after $ there must be a number 0-255"),
        ("[South \"X\"]\n\n1. e2 !!! *\n\n", 7, "a move is judged by one of"),
        ("[South \"X\"]\n\n1. e2 {[%eval x]} *\n\n", 7, "not an evaluation"),
        ("[South \"X\"]\n\n1. e2 {[%clk 9:99:99]} *\n\n", 7, "not a clock"),
        (
            "[Result \"1-0\"]\n\n1. e2 0-1\n\n",
            7,
            "the tag Result and the result after the moves differ",
        ),
        ("[Result \"2-0\"]\n\n1. e2 *\n\n", 7, "not a result"),
        ("[Variant \"9x9\"]\n\n1. e2 *\n\n", 5, "the tag Variant: not a variant"),
        ("[Position \"e5\"]\n\n1. e2 *\n\n", 5, "the tag Position: position string: 1 field"),
        ("[Dialect \"x\"]\n\n1. e2 *\n\n", 5, "the tag Dialect: not a dialect"),
        ("[South \"X\"]\n\n1. e2 \" *\n\n", 7, "a stray character"),
    ] {
        let text = format!("{good}{bad}{good}");
        let games: Vec<_> = record::read(&text).collect();
        assert_eq!(games.len(), 3, "{bad:?} {games:?}");
        assert!(games[0].is_ok() && games[2].is_ok(), "{bad:?}");
        let error = games[1].as_ref().unwrap_err();
        assert_eq!((error.game, error.line), (2, line), "{bad:?} {error}");
        assert!(
            error.to_string().starts_with(&format!("line {line}, game 2: {message}")),
            "{bad:?} gives {error}"
        );
    }
}

#[test]
fn a_result_that_the_board_denies_is_an_error() {
    let text = "1. e2 d9 2. e3 c9 3. e4 b9 4. e5 a9 5. e6 a8 6. e7 a7 7. e8 a6 8. e9 0-1";
    let error = record::read(text).next().unwrap().unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 1, game 1: the result is not the one that the moves lead to"
    );
}

#[test]
fn ten_thousand_games_with_one_bad_one() {
    let good = "[South \"A\"]\n\n1. e2 e8 2. e3 e7 *\n\n";
    let mut text = good.repeat(4_321);
    text.push_str("[South \"X\"]\n\n1. e2 e8 2. e9 *\n\n");
    text.push_str(&good.repeat(5_678));
    let (games, errors): (Vec<_>, Vec<_>) = record::read(&text).partition(Result::is_ok);
    assert_eq!((games.len(), errors.len()), (9_999, 1));
    let error = errors[0].as_ref().unwrap_err();
    assert_eq!((error.game, error.line), (4_322, 4_321 * 4 + 3));
}

#[test]
fn deep_nesting_is_an_error_not_a_crash() {
    let text = format!("1. e2 {}", "( 1. d1 ".repeat(100_000));
    let error = record::read(&text).next().unwrap().unwrap_err();
    assert_eq!(error.to_string(), "line 1, game 1: more than 24 variations lie in one another");
}

/// Texts that fuzzing found: each of these once panicked, or was not read again as it was written.
#[test]
fn found_by_fuzzing() {
    for text in [
        "1\n%\n%\n[A \"\"]",
        "{a\n\nb} ;}\n*",
        "{a\n b} ;}\n*",
        "1. e2 {[%eval x} {]} *",
        "1. e2 {[[%eval 1]%eval 2]} *",
    ] {
        for record in record::read(text).flatten() {
            assert_eq!(only(&record.write().unwrap()), record, "{text:?}");
        }
    }
}

#[test]
fn a_flood_of_commands_is_an_error() {
    let text = format!("1. e2 {{{}}} *", "[%eval 1]".repeat(100_000));
    let error = record::read(&text).next().unwrap().unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 1, game 1: more than 64 commands like [%clk 0:09:58] are in one comment"
    );
}

/// A game right behind a bad one, without a blank line between, is kept with its tags.
#[test]
fn games_behind_a_bad_one_are_kept() {
    let text =
        "[South \"A\"]\n\n1. e5 *\n[South \"B\"]\n[North \"C\"]\n\n1. e2 e8 *\n1. e5 *\n1. e2 *\n";
    let games: Vec<_> = record::read(text).collect();
    assert_eq!(games.len(), 4, "{games:?}");
    assert_eq!(games[1].as_ref().unwrap().tag("North"), Some("C"));
    assert!(games[0].is_err() && games[2].is_err() && games[3].is_ok());
}

#[test]
fn comments_between_games_make_no_games() {
    let text = "; header\n[South \"A\"]\n\n1. e2 e8 * {on its line}\n{before the next}\n1. e2 *\n\
                {after all}\n";
    let games: Vec<Record> = record::read(text).map(Result::unwrap).collect();
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].main.comment, "header");
    assert_eq!(games[0].main.moves[1].comment, "on its line");
    assert_eq!(games[1].main.comment, "before the next");
    assert_eq!(games[1].main.moves[0].comment, "after all");
    assert!(record::read("{nothing but words}").next().is_none());
}

#[test]
fn a_start_for_games_without_one() {
    let start: Position = "- / - / c1 c5 / 3 3 / 1 / 5x5".parse().unwrap();
    let game = record::read("1. c2 c4 *").starting_from(start).next().unwrap().unwrap();
    assert_eq!(game.start, start);
    assert!(
        record::read("[Variant \"9x9, 2 players, 10 walls\"]\n\n1. e2 *")
            .starting_from(start)
            .next()
            .unwrap()
            .is_ok()
    );
}

/// Texts of a megabyte or so that a careless reader would need hours for. Here it takes a moment;
/// with time to the square of the length, the suite would not end.
#[test]
fn long_texts_of_odd_shapes() {
    let shapes = [
        format!("1. e2 *{}1. e3 *", "\n".repeat(1_000_000)),
        "1. e2 {\n\n".repeat(100_000),
        format!("{}}}", "[A \"\"]\n\n1. e2 {\n\n".repeat(60_000)),
        format!("1. e2 {} *", "{a}".repeat(300_000)),
        (0..60_000).map(|number| format!("[T{number} \"x\"]\n")).collect(),
        format!("1. e2 {} *", "( 1. d1 ) ".repeat(100_000)),
        format!("1. {} *", "a".repeat(1_000_000)),
        "%\n".repeat(500_000),
    ];
    for shape in shapes {
        for game in record::read(&shape) {
            assert!(game.is_ok() || game.unwrap_err().to_string().len() < 300);
        }
    }
}

/// Tags that follow from the rest are written once, whatever a program has put beside them.
#[test]
fn tags_that_follow_from_the_rest_are_not_believed() {
    let tags = [("Result", "0-1"), ("Dialect", "hola"), ("South", "Ann")];
    let tags = tags.map(|(name, value)| Tag { name: name.into(), value: value.into() }).into();
    let record = Record { tags, ..Record::new(&Game::default(), None) };
    let read = only(&record.write().unwrap());
    assert_eq!((read.tags.len(), read.tag("South"), read.result), (1, Some("Ann"), None));
}

/// The commands of a comment, by looking at all of it again after each one was taken out.
fn commands_slowly(comments: &[String]) -> (String, Option<Evaluation>, Option<Clock>) {
    let (mut kept, mut evaluation, mut clock) = (String::new(), None, None);
    let join = |kept: &str, more: &str| {
        let lines = kept.lines().chain(more.lines()).map(str::trim);
        lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
    };
    for comment in comments {
        kept = join(&kept, comment);
        let mut from = 0;
        while let Some(begin) = kept[from..].find("[%").map(|place| from + place) {
            let Some(end) = kept[begin..].find(']').map(|place| begin + place) else { break };
            let (before, inside) = (kept[..begin].trim_end(), kept[begin + 2..end].to_owned());
            match inside.split_once(char::is_whitespace) {
                Some(("eval", value)) => evaluation = Some(value.trim().parse().unwrap()),
                Some(("clk", value)) => clock = Some(value.trim().parse().unwrap()),
                _ => {
                    from = end + 1;
                    continue;
                }
            }
            kept = join("", &format!("{before}{}", &kept[end + 1..]));
            from = 0;
        }
    }
    (kept, evaluation, clock)
}

#[test]
fn commands_are_found_as_by_looking_again_and_again() {
    let pieces = [
        "[%clk 0:00:01]",
        "[%eval 0.50]",
        "[",
        "[%",
        "%clk 0:00:02]",
        "%eval #3]",
        "]",
        "a",
        "é",
        " ",
        "\n",
        "\n\n",
        "\t",
        "[%csl Ra1]",
        "[%clk 0:00:03",
        "clk 0:00:04]",
    ];
    let mut random = Random::new(7);
    for _ in 0..20_000 {
        let comments: Vec<String> = (0..=random.below(3))
            .map(|_| (0..random.below(8)).map(|_| random.pick(&pieces)).collect())
            .collect();
        let text: String = comments.iter().map(|comment| format!("{{{comment}}} ")).collect();
        // A value that is nonsense is an error, which is tested elsewhere.
        let Ok(record) = record::read(&format!("1. e2 {text} *")).next().unwrap() else { continue };
        let last = &record.main.moves[0];
        let found = (last.comment.clone(), last.evaluation, last.clock);
        assert_eq!(found, commands_slowly(&comments), "{text:?}");
    }
}

/// Each of these took a minute or more when the time to read was quadratic in their length.
#[test]
fn a_mebibyte_of_any_shape_is_read_in_linear_time() {
    let of = |text: &str, length: usize| text.repeat(length / text.len());
    let comments = format!("{{{}}} ", "[%clk 0:00:01]".repeat(64)).repeat(60);
    let long = format!("e2 {{{}}} {comments}*", of("a\n", 580_000));
    assert_eq!(record::read(&long).flatten().count(), 1);
    // Open braces, none of which is closed before the next game.
    let braces = format!("{}\n[South \"Ann\"]\n\n1. e2 {{}} *", of("{\n\n1.\n", 1 << 20));
    // The last `1.` and the game with the tag.
    assert_eq!(record::read(&braces).flatten().count(), 2);
    let open = format!("1. e2 {}", "{[% }".repeat(250).replace("% ", &of("% a", 4000)));
    assert_eq!(record::read(&open).flatten().count(), 1);
    // Legal moves alone, as a record, as a list and as a replay code.
    let moves = of("e2 e8 e1 e9 ", 500 << 10);
    let start = Position::default();
    assert_eq!(record::read(&moves).next().unwrap().unwrap().main.moves.len(), 170_664);
    assert_eq!(Dialect::Standard.read_moves(&moves, &start).unwrap().moves().len(), 170_664);
    let code = ReplayCode::read(&format!("tq1 {moves}"), &start).unwrap();
    assert_eq!(code.game.moves().len(), 170_664);
}

#[test]
fn hidden_characters_are_refused_in_tags_and_comments() {
    for hidden in ['\x1b', '\u{7}', '\u{9b}', '\u{200b}', '\u{202e}', '\u{2066}', '\u{feff}'] {
        let number = u32::from(hidden);
        for (line, text) in [
            (1, format!("[South \"A{hidden}nn\"]\n\n1. e2 *\n")),
            (2, format!("1. e2\n{{so{hidden}}} *\n")),
            (1, format!("{{so{hidden}}}\n1. e2 *\n")),
            (1, format!("1. e2 ( 1. d1 ;so{hidden}\n) *\n")),
            (1, format!("1. e2 * {{so{hidden}}}\n")),
        ] {
            let error = record::read(&text).next().unwrap().unwrap_err();
            let told = error.to_string();
            assert!(told.starts_with(&format!("line {line}, game 1: a control")), "{told}");
            assert!(told.contains(&format!("U+{number:04X}")), "{told}");
            let known = record::read(&text).with_hidden_characters().next().unwrap().unwrap();
            assert_eq!(known.main.moves.len(), 1);
        }
    }
    // Line breaks and tabs in comments, and letters of every script, are text.
    let text = "[South \"Žofie שרה\"]\n\n1. e2 {two\tlines\nof 日本} *\n";
    assert_eq!(only(text).tag("South"), Some("Žofie שרה"));
}
