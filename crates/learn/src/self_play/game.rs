//! One game of a player against itself.

use quoridor_core::{Adjudication, Game, Move, Outcome, Position};
use quoridor_engine::net::logistic;
use quoridor_engine::random::{Random, mixed};
use quoridor_engine::{Decision, LOG_ODDS_PER_STEP, Limits, Spec, Value, choose_alone};

use super::Config;
use super::opening::opening;
use super::row::Row;

/// When a game is a draw.
const RULES: Adjudication = Adjudication { max_plies: Some(220), repetitions: Some(3) };

/// The share of games that go on after the search has proved the result, so that the network sees
/// how games are won.
const PLAYED_ON: f64 = 0.25;

/// The rows of a game, by its number.
///
/// # Panics
/// If the player cannot be built; [`SelfPlay::open`](super::SelfPlay::open) has tried.
pub fn play(spec: &Spec, config: &Config, seed: u64, number: u64) -> Vec<Row> {
    let mut random = Random::new(mixed(&[seed, number]));
    let with_seed = spec.clone().with("seed", &(random.next() >> 1).to_string());
    let spec = with_seed.unwrap_or_else(|_| spec.clone());
    let mut agent = spec.build().expect("it was built before");
    // The visits of other players are not a policy.
    let has_policy = spec.kind().name == "puct";
    let mut game = Game::new(*opening(&mut random).position());
    let is_played_on = random.chance(PLAYED_ON);
    let mut rows = Vec::new();
    let (outcome, spared) = loop {
        if let Some(outcome) = game.result(&RULES) {
            break (outcome, 0);
        }
        let nodes = (config.nodes / 2 + random.below(config.nodes + 1)) as u64;
        let decision = choose_alone(agent.as_mut(), &game, &Limits::nodes(nodes.max(1)));
        let policy = policy(&decision, has_policy);
        let is_random = has_policy && rows.len() < config.random_plies;
        let mv = if is_random { drawn(&policy, &mut random) } else { decision.mv };
        let proved = proved(game.position(), &decision);
        rows.push(Row {
            position: *game.position(),
            outcome: Outcome::Draw,
            value: decision.value.map_or(0.5, expected_score),
            game: number as u32,
            ply: rows.len() as u16,
            plies_left: 0,
            is_proved: proved.is_some(),
            is_adjudicated: false,
            mv,
            policy,
        });
        if let Some((outcome, plies)) = proved.filter(|_| !is_played_on) {
            // The row of this position is one of those plies.
            break (outcome, plies.saturating_sub(1));
        }
        game.play(mv).expect("players make legal moves");
    };
    let (count, is_adjudicated) = (rows.len() as u32, game.result(&RULES).is_none());
    for (place, row) in rows.iter_mut().enumerate() {
        row.outcome = outcome;
        row.plies_left = (count - place as u32 + spared).min(u32::from(u16::MAX)) as u16;
        row.is_adjudicated = is_adjudicated;
    }
    rows
}

/// What the search thinks should be played: by the visits of its moves where they mean that,
/// otherwise the move that it chose.
fn policy(decision: &Decision, has_policy: bool) -> Vec<(Move, f64)> {
    let is_proved = matches!(decision.value, Some(Value::WinIn(_) | Value::LossIn(_)));
    let mut moves: Vec<(Move, u64)> =
        decision.root.iter().map(|root| (root.mv, root.visits)).collect();
    moves.retain(|&(_, visits)| visits > 0);
    moves.sort_by_key(|&(_, visits)| std::cmp::Reverse(visits));
    moves.truncate(Row::MOST_MOVES);
    let total: u64 = moves.iter().map(|&(_, visits)| visits).sum();
    if !has_policy || is_proved || total == 0 {
        return vec![(decision.mv, 1.0)];
    }
    moves.iter().map(|&(mv, visits)| (mv, visits as f64 / total as f64)).collect()
}

/// A move drawn by the shares of a policy.
fn drawn(policy: &[(Move, f64)], random: &mut Random) -> Move {
    let mut left = random.unit();
    for &(mv, share) in policy {
        left -= share;
        if left < 0.0 {
            return mv;
        }
    }
    policy[0].0
}

/// The proved result of a decision, and the plies to the end.
fn proved(position: &Position, decision: &Decision) -> Option<(Outcome, u32)> {
    match decision.value? {
        Value::WinIn(plies) => Some((Outcome::Win(position.turn()), plies)),
        Value::LossIn(plies) => Some((Outcome::Win(position.turn().opposite()), plies)),
        Value::Score(_) | Value::Chance(_) => None,
    }
}

/// The expected score that a value stands for, the same on every machine.
fn expected_score(value: Value) -> f64 {
    match value {
        Value::Score(steps) => logistic((LOG_ODDS_PER_STEP * steps) as f32).into(),
        decided => decided.win_probability(),
    }
}
