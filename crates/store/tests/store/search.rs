//! Searching finds what a slow look through all games finds.

use quoridor_core::record::Record;
use quoridor_core::{Game, Outcome, Player, Position, Seats, Symmetry};
use quoridor_engine::random::Random;
use quoridor_store::{Date, Filter, GameId, ResultIs, Store};

use crate::samples::{NAMES, first_moves, new_store, random_played, random_record};

/// A game as the test remembers it.
struct Known {
    id: GameId,
    record: Record,
    game: Game,
}

fn many_games(store: &mut Store, random: &mut Random) -> Vec<Known> {
    let mut known = Vec::new();
    for _ in 0..250 {
        let record = random_record(random);
        known.push(Known { id: store.add_record(&record).unwrap(), game: record.game(), record });
        let played = random_played(random);
        let id = store.add(&played).unwrap();
        known.push(Known {
            id,
            record: played.record(store.summary(id).unwrap().date),
            game: played.game,
        });
    }
    known
}

/// Whether a filter lets a game through, without any index or hash.
fn lets_through(filter: &Filter, known: &Known) -> bool {
    let Known { record, game, .. } = known;
    // There is no 29 February 2026, so that a game of that day has no date.
    let date = record.tag("Date").and_then(|date| date.parse::<Date>().ok());
    let sits = |player: Player| record.tag(&player.to_string());
    let seats = record.start.seats();
    let images = |position: &Position| -> Vec<Position> {
        Symmetry::of(position.variant())
            .iter()
            .filter_map(|symmetry| symmetry.position(position))
            .collect()
    };
    let plays = match (&filter.player, filter.seat) {
        (None, None) => true,
        (None, Some(seat)) => sits(seat).is_some(),
        (Some(name), None) => seats.players().iter().any(|&player| sits(player) == Some(name)),
        (Some(name), Some(seat)) => sits(seat) == Some(name),
    };
    let ended = match filter.result {
        None => true,
        Some(ResultIs::Open) => record.result.is_none(),
        Some(ResultIs::Outcome(outcome)) => record.result == Some(outcome),
    };
    plays
        && ended
        && filter.seats.is_none_or(|wanted| wanted == seats)
        && filter.opening.as_ref().is_none_or(|opening| {
            opening.start() == game.start() && game.moves().starts_with(opening.moves())
        })
        && filter.position.as_ref().is_none_or(|position| {
            images(position).iter().any(|image| game.positions().contains(image))
        })
        && filter.min_plies.is_none_or(|plies| game.moves().len() >= plies)
        && filter.max_plies.is_none_or(|plies| game.moves().len() <= plies)
        && filter.since.is_none_or(|since| date.is_some_and(|date| date >= since))
        && filter.until.is_none_or(|until| date.is_some_and(|date| date <= until))
}

fn random_filter(known: &[Known], random: &mut Random) -> Filter {
    let mut filter = Filter::default();
    let example = &known[random.below(known.len())].game;
    let ply = random.below(example.positions().len().min(8));
    for _ in 0..=random.below(3) {
        match random.below(8) {
            0 => filter.player = random.pick(&NAMES).map(str::to_owned),
            1 => filter.seat = random.pick(&Player::ALL),
            2 => filter.seats = random.pick(&Seats::ALL),
            3 => {
                let outcomes = [ResultIs::Open, ResultIs::Outcome(Outcome::Draw)];
                let wins = Player::ALL.map(|player| ResultIs::Outcome(Outcome::Win(player)));
                filter.result = random.pick(&[outcomes.as_slice(), &wins].concat());
            }
            4 => filter.opening = Some(first_moves(example, ply)),
            5 => {
                let position = &example.positions()[ply];
                let symmetry = random.pick(Symmetry::of(position.variant())).unwrap();
                filter.position = symmetry.position(position);
            }
            6 => {
                (filter.min_plies, filter.max_plies) =
                    (Some(random.below(12)), Some(8 + random.below(30)));
            }
            _ => {
                filter.since = Date::new(2026, 1 + random.below(6) as u8, 15);
                filter.until = Date::new(2026, 6 + random.below(7) as u8, 15);
            }
        }
    }
    filter
}

#[test]
fn searching_finds_what_a_slow_look_finds() {
    let (_folder, _, mut store) = new_store();
    let mut random = Random::new(11);
    let known = many_games(&mut store, &mut random);
    let mut hits = 0;
    for _ in 0..1000 {
        let filter = random_filter(&known, &mut random);
        let expected: Vec<GameId> = known
            .iter()
            .filter(|known| lets_through(&filter, known))
            .map(|known| known.id)
            .collect();
        let ids = |filter: &Filter| -> Vec<GameId> {
            store.list(filter).unwrap().games.iter().map(|game| game.id).collect()
        };
        assert_eq!(ids(&filter), expected, "{filter:?}");
        assert_eq!(store.count(&filter).unwrap(), expected.len() as u64);
        let (offset, limit) = (random.below(20), random.below(20));
        let page: Vec<GameId> = expected.iter().copied().skip(offset).take(limit).collect();
        assert_eq!(ids(&Filter { limit: Some(limit), offset, ..filter }), page);
        hits += expected.len();
    }
    assert!(hits > 10_000, "{hits}");
}

#[test]
fn totals_are_what_a_slow_count_says() {
    let (_folder, _, mut store) = new_store();
    let mut random = Random::new(12);
    let known = many_games(&mut store, &mut random);
    for _ in 0..200 {
        let filter = random_filter(&known, &mut random);
        let games: Vec<&Known> =
            known.iter().filter(|known| lets_through(&filter, known)).collect();
        let over: Vec<&&Known> =
            games.iter().filter(|known| known.record.result.is_some()).collect();
        let totals = store.totals(&filter).unwrap();
        assert_eq!(totals.games, games.len() as u64);
        assert_eq!(totals.open, (games.len() - over.len()) as u64);
        let with = |outcome| {
            over.iter().filter(|known| known.record.result == Some(outcome)).count() as u64
        };
        assert_eq!(totals.draws, with(Outcome::Draw));
        for seat in &totals.seats {
            assert_eq!(seat.wins, with(Outcome::Win(seat.seat)));
            let taken =
                over.iter().filter(|known| known.record.start.seats().has(seat.seat)).count();
            assert_eq!(seat.games, taken as u64);
        }
        // Every game is worth one point.
        let points: f64 = totals.seats.iter().map(|seat| seat.points).sum();
        assert!((points - over.len() as f64).abs() < 1e-9);
        let mut lengths: Vec<usize> = over.iter().map(|known| known.game.moves().len()).collect();
        lengths.sort_unstable();
        let Some(found) = totals.lengths else {
            assert!(lengths.is_empty());
            continue;
        };
        assert_eq!((found.shortest, found.longest), (lengths[0], lengths[lengths.len() - 1]));
        let middle = (lengths[(lengths.len() - 1) / 2] + lengths[lengths.len() / 2]) as f64 / 2.0;
        assert_eq!(found.median, middle);
        let mean = lengths.iter().sum::<usize>() as f64 / lengths.len() as f64;
        assert!((found.mean - mean).abs() < 1e-9);
    }
}

#[test]
fn standings_are_what_a_slow_count_says() {
    let (_folder, _, mut store) = new_store();
    let mut random = Random::new(13);
    let known = many_games(&mut store, &mut random);
    let standings = store.standings(&Filter::default()).unwrap();
    assert_eq!(standings.len(), NAMES.len());
    assert!(standings.is_sorted_by(
        |one, other| one.points / one.games as f64 >= other.points / other.games as f64
    ));
    for standing in standings {
        let name = Some(standing.name.as_str());
        let seats = known.iter().filter(|known| known.record.result.is_some()).flat_map(|known| {
            let players = known.record.start.seats().players().iter();
            let own = players.filter(move |player| known.record.tag(&player.to_string()) == name);
            own.map(|&player| (player, known.record.result.unwrap()))
        });
        let seats: Vec<(Player, Outcome)> = seats.collect();
        assert_eq!(standing.games, seats.len() as u64);
        let wins =
            seats.iter().filter(|&&(player, outcome)| outcome == Outcome::Win(player)).count();
        let draws = seats.iter().filter(|&&(_, outcome)| outcome == Outcome::Draw).count();
        assert_eq!((standing.wins, standing.draws), (wins as u64, draws as u64));
    }
}
