//! One game of a player against itself.

use quoridor_core::{Adjudication, Game, Move, Outcome, Player, Position};
use quoridor_engine::net::logistic;
use quoridor_engine::random::{Random, mixed};
use quoridor_engine::{
    Decision, LOG_ODDS_PER_STEP, Limits, RootMove, SpecError, Value, choose_alone,
};
use quoridor_players::Spec;

use super::Config;
use super::opening::opening;
use super::row::Row;
use super::variety::{NEAR, RESIGNED_BUT_PLAYED_ON, SHORT, Variety};

/// When a game is a draw.
const RULES: Adjudication = Adjudication { max_plies: Some(220), repetitions: Some(3) };

/// The share of games that go on after the search has proved the result, so that the network sees
/// how games are won.
const PLAYED_ON: f64 = 0.25;

/// The rows of a game, by its number.
///
/// # Errors
/// The player cannot be built.
pub fn play(spec: &Spec, config: &Config, seed: u64, number: u64) -> Result<Vec<Row>, SpecError> {
    let plan = GamePlan {
        nodes: config.nodes,
        random_plies: config.random_plies,
        // The visits of other players are not a policy.
        has_policy: ["puct", "champion"].contains(&spec.kind().name),
        variety: config.variety,
    };
    let (mut game, agent_seed) = RecordedGame::new(plan, seed, number);
    let with_seed = spec.clone().with("seed", &agent_seed.to_string());
    let spec = with_seed.unwrap_or_else(|_| spec.clone());
    let mut agent = spec.build()?;
    loop {
        let nodes = game.draw_nodes();
        let decision = choose_alone(agent.as_mut(), game.game(), &Limits::nodes(nodes));
        if let Some(rows) = game.play(&decision) {
            return Ok(rows);
        }
    }
}

/// All that decides a game, beside its player and its seed.
#[derive(Clone, Copy, Debug)]
pub(super) struct GamePlan {
    /// Positions searched per move on average.
    pub(super) nodes: usize,
    /// Number of plies for which moves are drawn at random.
    pub(super) random_plies: usize,
    /// Whether the visits of the search are a policy.
    pub(super) has_policy: bool,
    pub(super) variety: Variety,
}

/// A game in progress, with the rows so far.
#[derive(Debug)]
pub(super) struct RecordedGame {
    plan: GamePlan,
    number: u64,
    random: Random,
    game: Game,
    /// Whether it goes on after the search has proved the result.
    is_played_on: bool,
    /// Whether players resign.
    has_resignations: bool,
    /// Who keeps its walls.
    hoarder: Option<Player>,
    /// Whether the search of the next move is a short one.
    is_short: bool,
    rows: Vec<Row>,
}

impl RecordedGame {
    /// The beginning of a game, by its number, and a seed for its player.
    pub(super) fn new(plan: GamePlan, seed: u64, number: u64) -> (Self, u64) {
        let mut random = Random::new(mixed(&[seed, number]));
        let agent_seed = random.next() >> 1;
        let game = Game::new(*opening(&mut random).position());
        let is_played_on = random.chance(PLAYED_ON);
        // What is off draws no numbers: games without it are those of before.
        let Variety { resign, hoarders, .. } = plan.variety;
        let has_resignations = resign > 0.0 && !random.chance(RESIGNED_BUT_PLAYED_ON);
        let has_hoarder = hoarders > 0.0 && random.chance(hoarders);
        let hoarder =
            has_hoarder.then(|| if random.chance(0.5) { Player::South } else { Player::North });
        let (is_short, rows) = (false, Vec::new());
        let begun = Self {
            plan,
            number,
            random,
            game,
            is_played_on,
            has_resignations,
            hoarder,
            is_short,
            rows,
        };
        (begun, agent_seed)
    }

    pub(super) const fn number(&self) -> u64 {
        self.number
    }

    pub(super) const fn game(&self) -> &Game {
        &self.game
    }

    /// How many positions are searched for the next move.
    pub(super) fn draw_nodes(&mut self) -> u64 {
        let GamePlan { nodes, variety: Variety { short_searches, .. }, .. } = self.plan;
        let nodes = (nodes / 2 + self.random.below(nodes + 1)).max(1) as u64;
        self.is_short = short_searches > 0.0 && self.random.chance(short_searches);
        if self.is_short { (nodes / SHORT).max(1) } else { nodes }
    }

    /// Plays what a search has found. The rows of the game if it is over then.
    pub(super) fn play(&mut self, decision: &Decision) -> Option<Vec<Row>> {
        let GamePlan { random_plies, has_policy, variety, .. } = self.plan;
        let policy = policy(decision, has_policy);
        let is_random = has_policy && self.rows.len() < random_plies;
        let mv = if is_random { drawn(&policy, &mut self.random) } else { decision.mv };
        let mv = self.step_of_hoarder(decision).unwrap_or(mv);
        let proved = proved(self.game.position(), decision);
        self.rows.push(Row {
            position: *self.game.position(),
            outcome: Outcome::Draw,
            value: decision.value.map_or(0.5, expected_score),
            game: self.number as u32,
            ply: self.rows.len() as u16,
            plies_left: 0,
            is_proved: proved.is_some(),
            is_adjudicated: false,
            is_short: self.is_short,
            is_resigned: false,
            mv,
            policy,
        });
        if let Some((outcome, plies)) = proved.filter(|_| !self.is_played_on) {
            return Some(self.finish(outcome, plies, End::Proof));
        }
        // A game that is played on after a proof is played to its end, whatever later searches say.
        let may_resign = self.has_resignations && self.rows.iter().all(|row| !row.is_proved);
        if may_resign && self.is_given_up(variety.resign) {
            let winner = self.game.position().turn().opposite();
            // Its own steps, and the moves before them.
            let plies = 2 * u32::from(self.game.position().distance(winner));
            return Some(self.finish(Outcome::Win(winner), plies, End::Resignation));
        }
        self.game.play(mv).expect("players make legal moves");
        self.game.result(&RULES).map(|outcome| self.finish(outcome, 1, End::Rules))
    }

    /// The step of a player who keeps its walls: the best one that the search compared, otherwise
    /// one that brings it nearest to its goal.
    fn step_of_hoarder(&self, decision: &Decision) -> Option<Move> {
        let position = self.game.position();
        let player = position.turn();
        if self.hoarder != Some(player) || position.distance(player.opposite()) <= NEAR {
            return None;
        }
        let distance_after = |mv: &Move| {
            let mut next = *position;
            next.play_unchecked(*mv);
            next.distance(player)
        };
        let mut compared = decision.root.iter().map(|root| root.mv);
        let nearest = position.legal_steps().iter().map(Move::Step).min_by_key(distance_after);
        compared.find(|mv| matches!(mv, Move::Step(_))).or(nearest)
    }

    /// Whether both players think so little of the chances of the player to move.
    fn is_given_up(&self, score: f64) -> bool {
        let [.., before, now] = &self.rows[..] else { return false };
        now.value <= score && before.value >= 1.0 - score
    }

    /// The rows of the game, whose end is this many plies after the position of the last row.
    fn finish(&mut self, outcome: Outcome, plies: u32, end: End) -> Vec<Row> {
        let mut rows = std::mem::take(&mut self.rows);
        for (after, row) in rows.iter_mut().rev().enumerate() {
            row.outcome = outcome;
            row.plies_left = (after as u32 + plies).min(u32::from(u16::MAX)) as u16;
            row.is_adjudicated = end == End::Proof;
            row.is_resigned = end == End::Resignation;
        }
        rows
    }
}

/// How a game came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Rules,
    Proof,
    Resignation,
}

/// The policy target: the shares of the visits if the player has a policy, otherwise the chosen
/// move. A move that the search has refuted keeps its visits, but is not to be learnt or played.
pub(super) fn policy(decision: &Decision, has_policy: bool) -> Vec<(Move, f64)> {
    let is_proved = matches!(decision.value, Some(Value::WinIn(_) | Value::LossIn(_)));
    let is_open = |root: &&RootMove| root.visits > 0 && !matches!(root.value, Value::LossIn(_));
    let open = decision.root.iter().filter(is_open);
    let mut moves: Vec<(Move, u64)> = open.map(|root| (root.mv, root.visits)).collect();
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
        Value::Steps(_) | Value::Score(_) | Value::Chance(_) => None,
    }
}

/// The expected score that a value stands for, the same on every machine.
fn expected_score(value: Value) -> f64 {
    match value {
        Value::Steps(steps) => logistic((LOG_ODDS_PER_STEP * steps) as f32).into(),
        value => value.win_probability().unwrap_or(0.5),
    }
}
