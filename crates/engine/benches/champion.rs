//! How fast `alphabeta` searches, how deep it comes in a second, what a second thread adds, and
//! how long it takes to solve a race: `cargo bench --bench champion`.

#[path = "../../core/benches/positions/mod.rs"]
mod positions;

use std::hint::black_box;
use std::time::{Duration, Instant};

use quoridor_core::{Game, Position};
use quoridor_engine::players::alphabeta;
use quoridor_engine::race::Race;
use quoridor_engine::registry::Options;
use quoridor_engine::{Agent, Decision, Limits, Value, choose_alone};

/// How often each search is repeated: what else the machine does takes away from some, so the one
/// with the most nodes is reported.
const REPEATED: usize = 3;

/// A second for each position, with nothing remembered from the one before.
fn search(threads: u32, position: Position) -> Decision {
    let searches = (0..REPEATED).map(|_| search_once(threads, position));
    searches.max_by_key(|decision| decision.nodes).expect("there is one")
}

fn player(option: &str, value: &str) -> Box<dyn Agent> {
    let player = Options::of(alphabeta::KIND).with(option, value);
    player.and_then(|player| player.build()).expect("the option is good")
}

fn search_once(threads: u32, position: Position) -> Decision {
    let mut agent = player("threads", &threads.to_string());
    // Room for the table is made before the clock runs.
    agent.new_game();
    choose_alone(agent.as_mut(), &Game::new(position), &Limits::time(Duration::from_secs(1)))
}

fn main() {
    // Positions that are still open: a search that finds the end stops early.
    let is_open = |position: &Position| {
        let decision = choose_alone(
            player("hash", "4").as_mut(),
            &Game::new(*position),
            &Limits::nodes(20_000),
        );
        matches!(decision.value, Some(Value::Steps(_)))
    };
    let mid_game = positions::mid_game().into_iter().step_by(37).filter(is_open).take(10);
    let (mut alone, mut together, mut depths) = (0, 0, 0);
    println!("{:<60} depth in 1 s  nodes a second  with two threads", "position");
    for (place, position) in std::iter::once(Position::default()).chain(mid_game).enumerate() {
        let (one, two) = (search(1, position), search(2, position));
        let ratio = two.nodes as f64 / one.nodes as f64;
        println!(
            "{:<60} {:>12}  {:>14}  {ratio:>15.2}x",
            position.to_string(),
            one.depth,
            one.nodes
        );
        if place > 0 {
            (alone, together, depths) =
                (alone + one.nodes, together + two.nodes, depths + one.depth);
        }
    }
    let ratio = together as f64 / alone as f64;
    println!(
        "{:<60} {:>12}  {:>14}  {ratio:>15.2}x",
        "mean of the mid-game",
        depths / 10,
        alone / 10
    );
    let mut races: Vec<Duration> = positions::mid_game().iter().map(time_of_race).collect();
    races.sort_unstable();
    let at = |percent: usize| races[(positions::COUNT - 1) * percent / 100];
    println!(
        "a race, all places of both pawns: half within {:?}, 99 % within {:?}",
        at(50),
        at(99)
    );
}

/// How long it takes to solve the race through a position's labyrinth.
fn time_of_race(position: &Position) -> Duration {
    let begin = Instant::now();
    black_box(Race::solve(black_box(position)));
    begin.elapsed()
}
