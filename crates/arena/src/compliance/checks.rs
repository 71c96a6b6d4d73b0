//! The checks, in the order in which they run.

use std::time::Duration;

use quoridor_core::{Game, Position, Seats, Variant};

use super::talk::{Problem, Talk, legal, short};

/// A behaviour of an engine.
pub(super) struct Check {
    pub(super) name: &'static str,
    pub(super) is_needed: bool,
    pub(super) run: fn(Talk) -> Result<(), Problem>,
}

const fn needed(name: &'static str, run: fn(Talk) -> Result<(), Problem>) -> Check {
    Check { name, is_needed: true, run }
}

const fn wanted(name: &'static str, run: fn(Talk) -> Result<(), Problem>) -> Check {
    Check { name, is_needed: false, run }
}

pub(super) const ALL: &[Check] = &[
    needed("answers ugi with its name and ugiok", introduces_itself),
    needed("answers isready with readyok", is_ready),
    needed("moves from the start", moves_from_the_start),
    needed("answers once", answers_once),
    needed("applies the moves of a position command", knows_the_moves),
    needed("reads position strings", knows_position_strings),
    needed("plays several games", plays_again),
    needed("keeps to movetime", keeps_to_the_time),
    needed("keeps to a clock", keeps_to_a_clock),
    wanted("keeps to depth and nodes", keeps_to_depth_and_nodes),
    wanted("searches until stop", searches_until_stop),
    wanted("answers isready during a search", is_ready_during_a_search),
    wanted("sends valid info lines", informs),
    wanted("ignores unknown commands", ignores_unknown_commands),
    wanted("ignores an illegal move", refuses_illegal_moves),
    wanted("answers bestmove (none) when the game is over", has_no_move_at_the_end),
    wanted("answers query", answers_questions),
    wanted("plays small boards, or says that it cannot", plays_small_boards),
    wanted("plays with four, or says that it cannot", plays_with_four),
    needed("ends at quit", ends_at_quit),
    wanted("ends at the end of its input", ends_with_its_input),
];

/// A short search.
const GO: &str = "go movetime 100";

/// The time margin of the checks, longer than that of a match.
const SLACK: Duration = Duration::from_secs(1);

fn game(moves: &str) -> Game {
    let mut game = Game::default();
    for mv in moves.split_whitespace() {
        game.play(mv.parse().expect("a move")).expect("a legal move");
    }
    game
}

/// Searches, and checks that the move is legal.
fn move_in(talk: &mut Talk, game: &Game, go: &str) -> Result<(), Problem> {
    let searched = talk.search(game, go)?;
    legal(&searched.answer, game.position()).map(|_| ())
}

fn introduces_itself(mut talk: Talk) -> Result<(), Problem> {
    let lines = talk.hello()?;
    let has = |start: &str| lines.iter().any(|line| line.trim_start().starts_with(start));
    if !has("id name ") {
        return Err("there is no 'id name …' before ugiok".to_owned());
    }
    let strange = lines.iter().find(|line| {
        let first = line.split_whitespace().next();
        first.is_some_and(|word| !matches!(word, "id" | "option" | "info"))
    });
    strange.map_or(Ok(()), |line| Err(format!("'{}' is neither id nor option", short(line))))
}

fn is_ready(mut talk: Talk) -> Result<(), Problem> {
    talk.hello()?;
    talk.ready()?;
    talk.send("uginewgame")?;
    talk.ready()
}

fn moves_from_the_start(mut talk: Talk) -> Result<(), Problem> {
    talk.hello()?;
    talk.send("uginewgame")?;
    move_in(&mut talk, &Game::default(), GO)
}

fn answers_once(mut talk: Talk) -> Result<(), Problem> {
    talk.hello()?;
    talk.search(&Game::default(), GO)?;
    talk.no_line(|line| line.starts_with("bestmove"))
        .map_err(|problem| format!("after its answer {problem}"))
}

fn knows_the_moves(mut talk: Talk) -> Result<(), Problem> {
    talk.hello()?;
    // Pawns face each other between walls: an engine that misses a move soon answers with an
    // illegal one.
    let lines =
        ["e2", "e2 e8 e3 e7 e4 e6 e5", "e2 e8 e3 e7 e4 e6 e5 d6h f6h", "e3h e6h d5v a1h h8v"];
    lines.iter().try_for_each(|moves| {
        move_in(&mut talk, &game(moves), GO)
            .map_err(|problem| format!("after the moves {moves}: {problem}"))
    })
}

fn knows_position_strings(mut talk: Talk) -> Result<(), Problem> {
    talk.hello()?;
    // Positions with few legal moves: without walls left, and in a corner.
    let positions = [
        "d2 f4 / e3 / e4 e6 / 8 9 / 1",
        "- / - / e5 e6 / 0 0 / 2",
        "a1 c1 e1 g1 / - / a1 i9 / 0 4 / 1",
    ];
    positions.iter().try_for_each(|text| {
        let position: Position = text.parse().expect("a position");
        move_in(&mut talk, &Game::new(position), GO)
            .map_err(|problem| format!("from {text}: {problem}"))
    })
}

fn plays_again(mut talk: Talk) -> Result<(), Problem> {
    talk.hello()?;
    for moves in ["e2 e8", "e2 e8 e3 e7", "", "d1"] {
        talk.send("uginewgame")?;
        move_in(&mut talk, &game(moves), GO)?;
    }
    Ok(())
}

fn keeps_to_the_time(mut talk: Talk) -> Result<(), Problem> {
    talk.hello()?;
    [50, 200].iter().try_for_each(|&milliseconds| {
        let go = format!("go movetime {milliseconds}");
        in_time(&mut talk, &go, Duration::from_millis(milliseconds))
    })
}

fn in_time(talk: &mut Talk, go: &str, allowed: Duration) -> Result<(), Problem> {
    let taken = talk.search(&Game::default(), go)?.time;
    if taken <= allowed + SLACK {
        Ok(())
    } else {
        Err(format!("it takes {} ms after '{go}'", taken.as_millis()))
    }
}

fn keeps_to_a_clock(mut talk: Talk) -> Result<(), Problem> {
    talk.hello()?;
    in_time(&mut talk, "go p1time 1000 p2time 1000 p1inc 0 p2inc 0", Duration::from_secs(1))?;
    in_time(&mut talk, "go p1time 100 p2time 60000 p1inc 10 p2inc 10", Duration::from_millis(100))
}

fn keeps_to_depth_and_nodes(mut talk: Talk) -> Result<(), Problem> {
    talk.hello()?;
    let mut all = ["go depth 1", "go nodes 100"].iter();
    all.try_for_each(|go| {
        move_in(&mut talk, &Game::default(), go)
            .map_err(|problem| format!("after '{go}': {problem}"))
    })
}

fn searches_until_stop(mut talk: Talk) -> Result<(), Problem> {
    talk.hello()?;
    talk.ready()?;
    talk.send("position startpos")?;
    talk.send("go infinite")?;
    let early = talk.no_line(|line| line.starts_with("bestmove"));
    early.map_err(|problem| format!("after 'go infinite' and before 'stop' {problem}"))?;
    talk.send("stop")?;
    let searched = talk.best_move("stop")?;
    legal(&searched.answer, &Position::default()).map(|_| ())
}

fn is_ready_during_a_search(mut talk: Talk) -> Result<(), Problem> {
    talk.hello()?;
    talk.send("position startpos")?;
    talk.send("go infinite")?;
    talk.ready().map_err(|problem| format!("during 'go infinite': {problem}"))?;
    talk.send("stop")?;
    talk.best_move("stop").map(|_| ())
}

/// Depths, nodes and scores are numbers, and the principal variation is legal.
fn informs(mut talk: Talk) -> Result<(), Problem> {
    talk.hello()?;
    let game = game("e2 e8 e3h");
    for info in talk.search(&game, GO)?.infos {
        let text = info.split_once("string").map_or(info.as_str(), |(before, _)| before);
        let (numbers, line) = text.split_once(" pv ").unwrap_or((text, ""));
        let mut words = numbers.split_whitespace();
        while let Some(word) = words.next() {
            let is_number =
                |text: Option<&str>| text.is_some_and(|text| text.parse::<i64>().is_ok());
            if matches!(word, "depth" | "nodes" | "nps" | "time" | "multipv" | "cp" | "mate")
                && !is_number(words.next())
            {
                return Err(format!("no number follows {word} in 'info {}'", short(&info)));
            }
        }
        let mut position = *game.position();
        for mv in line.split_whitespace() {
            let mv = legal(mv, &position)
                .map_err(|problem| format!("in 'info {}' {problem}", short(&info)))?;
            position.play_unchecked(mv);
        }
    }
    Ok(())
}

fn ignores_unknown_commands(mut talk: Talk) -> Result<(), Problem> {
    talk.hello()?;
    for line in [
        "",
        "hello",
        "go sideways",
        "position",
        "setoption",
        "setoption name Nonsense value 1",
        "stop",
        "ugi ugi",
    ] {
        talk.send(line)?;
    }
    // A search that 'go sideways' may have started is ended.
    talk.send("stop")?;
    talk.ready()?;
    move_in(&mut talk, &Game::default(), GO)
}

fn refuses_illegal_moves(mut talk: Talk) -> Result<(), Problem> {
    talk.hello()?;
    talk.send("position startpos moves e2 e5")?;
    talk.ready()?;
    move_in(&mut talk, &game("e2"), GO)
}

fn has_no_move_at_the_end(mut talk: Talk) -> Result<(), Problem> {
    talk.hello()?;
    let over: Position = "- / - / e9 a2 / 10 10 / 2".parse().expect("a position");
    let answer = talk.search(&Game::new(over), GO)?.answer;
    if answer == "(none)" { Ok(()) } else { Err(format!("it answers '{}'", short(&answer))) }
}

fn answers_questions(mut talk: Talk) -> Result<(), Problem> {
    talk.hello()?;
    let near = "position fen - / - / e8 a2 / 10 10 / 1";
    let exchanges = [
        ("position startpos", "query p1turn", "true"),
        ("position startpos", "query gameover", "false"),
        ("position startpos", "query result", "none"),
        ("position startpos moves e2", "query p1turn", "false"),
        (&format!("{near} moves e9"), "query gameover", "true"),
        (&format!("{near} moves e9"), "query result", "p1win"),
    ];
    for (position, question, answer) in exchanges {
        talk.send(position)?;
        talk.send(question)?;
        let (_, line) = talk.until(question, |line| line.starts_with("response"), "a response")?;
        if line.trim() != format!("response {answer}") {
            return Err(format!(
                "after '{position}' and '{question}' it sends '{}', not 'response {answer}'",
                short(&line)
            ));
        }
    }
    Ok(())
}

fn plays_small_boards(talk: Talk) -> Result<(), Problem> {
    plays(talk, "- / - / c1 c5 / 3 3 / 1 / 5x5".parse().expect("a position"))
}

fn plays_with_four(talk: Talk) -> Result<(), Problem> {
    plays(talk, Position::start(Variant::official(Seats::Four)))
}

/// Answers with a legal move, or with none.
fn plays(mut talk: Talk, position: Position) -> Result<(), Problem> {
    talk.hello()?;
    talk.send("uginewgame")?;
    let answer = talk.search(&Game::new(position), GO)?.answer;
    if answer == "(none)" { Ok(()) } else { legal(&answer, &position).map(|_| ()) }
}

fn ends_at_quit(mut talk: Talk) -> Result<(), Problem> {
    talk.hello()?;
    talk.search(&Game::default(), GO)?;
    if talk.quit() { Ok(()) } else { Err("it keeps running and must be killed".to_owned()) }
}

fn ends_with_its_input(mut talk: Talk) -> Result<(), Problem> {
    talk.hello()?;
    if talk.hang_up() { Ok(()) } else { Err("it keeps running and must be killed".to_owned()) }
}
