//! Whole matches between players of the registry.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use quoridor_arena::{
    Arena, Control, Entry, MatchEnd, OpeningChoice, Openings, Rules, Schedule, Standings, Timeouts,
    entrants, round_robin,
};
use quoridor_core::{Position, Seats, Variant};
use quoridor_engine::Limits;
use quoridor_store::{PlayedGame, Reason};

fn arena(players: &[&str], limits: Limits, concurrency: usize) -> Arena {
    let entries: Vec<Entry> = players.iter().map(|text| text.parse().unwrap()).collect();
    let (control, rules) = (Control { limits, clock: None }, Rules::default());
    let timeouts = Timeouts::default();
    Arena {
        entrants: entrants(&entries),
        control,
        rules,
        seed: 3,
        concurrency,
        recover: false,
        timeouts,
    }
}

fn schedule(seats: Seats, openings: &OpeningChoice, rounds: usize) -> Schedule {
    let start = Position::start(Variant::official(seats));
    let openings = Openings::new(openings, &start, 3).unwrap();
    Schedule::new(round_robin(seats.count(), seats), openings, Some(rounds))
}

const RANDOM: OpeningChoice = OpeningChoice::Random { plies: 4 };

/// The games by number, and the standings after them.
fn played(arena: &Arena, schedule: Schedule) -> (Vec<PlayedGame>, Standings) {
    let names = arena.entrants.iter().map(|entrant| entrant.name.clone()).collect();
    let (mut games, mut standings) = (Vec::new(), Standings::new(names));
    let end = arena.run(schedule, &AtomicBool::new(false), |fixture, game| {
        games.push((fixture.number, game.clone()));
        standings.add(fixture, game);
        ControlFlow::Continue(())
    });
    assert_eq!(end.unwrap(), MatchEnd::Completed);
    while standings.count_next() {}
    games.sort_by_key(|(number, _)| *number);
    (games.into_iter().map(|(_, game)| game).collect(), standings)
}

#[test]
fn the_same_games_however_many_are_played_at_once() {
    let players = ["random:seed=5", "mertens-2006"];
    let runs = [1, 2, 5].map(|concurrency| {
        let (games, standings) = played(
            &arena(&players, Limits::nodes(300), concurrency),
            schedule(Seats::Two, &RANDOM, 10),
        );
        let games: Vec<_> =
            games.into_iter().map(|game| (game.players, game.game, game.reason)).collect();
        (games, standings.encounter(0, 1), standings.duplicates())
    });
    assert_eq!(runs[0].0.len(), 20);
    assert_eq!(runs[0], runs[1]);
    assert_eq!(runs[0], runs[2]);
}

/// A player that draws lots, against itself: the difference is nothing, within three standard
/// deviations.
#[test]
fn a_player_is_as_strong_as_itself() {
    let arena = arena(&["respall-2018"; 2], Limits::simulations(10), 2);
    let (_, standings) = played(&arena, schedule(Seats::Two, &RANDOM, 50));
    let elo = standings.encounter(0, 1).strength().unwrap().elo;
    assert!(elo.value.abs() <= 1.5 * elo.error(), "{elo}");
}

/// Without lots and with the seats swapped it is exactly nothing; without other openings all pairs
/// but the first repeat it.
#[test]
fn what_is_repeated_is_no_evidence() {
    let (_, standings) = played(
        &arena(&["mertens-2006"; 2], Limits::depth(1), 2),
        schedule(Seats::Two, &OpeningChoice::Start, 5),
    );
    assert_eq!((standings.counted(), standings.duplicates()), (10, 8));
    let encounter = standings.encounter(0, 1);
    assert_eq!((encounter.pairs.by_half_points, encounter.singles.games()), ([0, 0, 1, 0, 0], 0));
    assert_eq!(encounter.strength().unwrap().elo.value, 0.0);
}

#[test]
fn three_and_four_play_from_every_seat() {
    for seats in [Seats::Three, Seats::Four] {
        let (games, standings) = played(
            &arena(&["random"; 4][..seats.count()], Limits::NONE, 2),
            schedule(seats, &RANDOM, 3),
        );
        assert_eq!(games.len(), 3 * seats.count());
        let points: f64 = standings.rows().map(|(_, line)| line.points).sum();
        assert!((points - games.len() as f64).abs() < 1e-9);
        let souths: Vec<&str> = games[..seats.count()]
            .iter()
            .map(|game| game.players.values().next().unwrap().as_str())
            .collect();
        assert_eq!(souths[..3], ["random", "random (2)", "random (3)"]);
    }
}

#[test]
fn a_match_stops_when_asked() {
    let arena = arena(&["alphabeta", "alphabeta"], Limits::time(Duration::from_secs(3600)), 2);
    let stop = AtomicBool::new(false);
    let end = std::thread::scope(|scope| {
        let run = scope.spawn(|| {
            arena.run(schedule(Seats::Two, &RANDOM, 5), &stop, |_, _| ControlFlow::Continue(()))
        });
        // At any moment: before it begins, too.
        std::thread::sleep(Duration::from_millis(50));
        stop.store(true, Ordering::Relaxed);
        run.join().unwrap()
    });
    assert_eq!(end.unwrap(), MatchEnd::Stopped);
}

#[test]
fn enough_is_enough() {
    let arena = arena(&["random", "random"], Limits::NONE, 3);
    let mut games = 0;
    let end = arena.run(schedule(Seats::Two, &RANDOM, 1000), &AtomicBool::new(false), |_, _| {
        games += 1;
        if games == 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(end.unwrap(), MatchEnd::Stopped);
    // Those that were on when it was said.
    assert!(games <= 10 + 2 * 3, "{games}");
}

/// The program ends at once: without `recover`, so does the match, after the game that it lost and
/// perhaps the one that was on then.
#[test]
fn a_broken_program_ends_a_match_that_cannot_recover() {
    let engine = format!("cmd:{} crash-at-start", env!("CARGO_BIN_EXE_misbehaving-engine"));
    let arena = arena(&[&engine, "random"], Limits::NONE, 1);
    let mut reasons = Vec::new();
    let end = arena.run(schedule(Seats::Two, &RANDOM, 10), &AtomicBool::new(false), |_, game| {
        reasons.push(game.reason);
        ControlFlow::Continue(())
    });
    assert!(
        matches!(end.unwrap(), MatchEnd::EngineFailed(what) if what.ends_with("South disconnects"))
    );
    assert!(
        matches!(reasons[..], [Reason::Disconnects(_)] | [Reason::Disconnects(_), _]),
        "{reasons:?}"
    );
}
