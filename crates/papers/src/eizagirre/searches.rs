//! The same positions searched with and without pruning and table.

use std::sync::atomic::Ordering;
use std::time::Instant;

use quoridor_arena::statistics::{Distribution, Estimate, Verdict};
use quoridor_arena::{Progress, RandomOpenings, Stopped, mixed};
use quoridor_core::{Game, Position};
use quoridor_engine::random::Random;
use quoridor_engine::{Limits, Spec, choose_alone};
use quoridor_learn::run_folder::{Identity, RunFolder};
use quoridor_report::Quantity::{self, Decimal};
use quoridor_report::{Block, Figure, Plot, Point, Scale, Series, SeriesKind};
use serde::Serialize;

use crate::parallel::in_parallel;
use crate::{BoxedError, Settings};

/// Positions at scale 1.
const POSITIONS: u64 = 48;

/// The deepest search: three plies, which are two million positions without pruning.
fn deepest(settings: &Settings) -> u32 {
    if settings.is_smoke_test() { 2 } else { 3 }
}

/// A way to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Method {
    name: &'static str,
    spec: &'static str,
}

const METHODS: [Method; 4] = [
    Method { name: "minimax", spec: "eizagirre:pruning=off,table=off" },
    Method { name: "minimax, table", spec: "eizagirre:pruning=off,table=on" },
    Method { name: "alpha-beta", spec: "eizagirre:pruning=on,table=off" },
    Method { name: "alpha-beta, table", spec: "eizagirre:pruning=on,table=on" },
];

/// A search of one position.
#[derive(Clone, Debug, PartialEq)]
struct Measured {
    position: u64,
    depth: u32,
    method: usize,
    nodes: u64,
    microseconds: u64,
    value: String,
}

/// All searches.
pub(super) struct Searches {
    positions: u64,
    deepest: u32,
    measured: Vec<Measured>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Config {
    positions: u64,
}

const TABLE: &str = "searches.csv";
const HEADER: &str = "position,depth,method,nodes,microseconds,value";

impl Measured {
    fn row(&self) -> String {
        let Self { position, depth, method, nodes, microseconds, value } = self;
        format!("{position},{depth},{method},{nodes},{microseconds},{value}")
    }

    fn read(cells: &[String]) -> Option<Self> {
        let number = |place: usize| cells.get(place)?.parse::<u64>().ok();
        Some(Self {
            position: number(0)?,
            depth: number(1)? as u32,
            method: number(2)? as usize,
            nodes: number(3)?,
            microseconds: number(4)?,
            value: cells.get(5)?.clone(),
        })
    }
}

/// Searches every position that is not in the run folder yet.
pub(super) fn measure(
    settings: &Settings,
    progress: &Progress<'_>,
) -> Result<Searches, BoxedError> {
    let positions = settings.scaled(POSITIONS, 2);
    let identity = Identity::new("eizagirre", settings.seed, &Config { positions });
    let mut folder = RunFolder::open(&settings.folder.join("eizagirre-searches"), &identity)?;
    let read = |folder: &RunFolder| -> Result<Vec<Measured>, BoxedError> {
        let rows = folder.rows(TABLE)?;
        Ok(rows.iter().filter_map(|cells| Measured::read(cells)).collect())
    };
    let done = read(&folder)?.len() as u64 / per_position(settings);
    // As many positions at a time as keep all cores busy; each batch is on the disk before the
    // next begins.
    let batch = crate::concurrency().max(1) as u64;
    let mut next = done;
    while next < positions {
        if progress.stop.load(Ordering::Relaxed) {
            return Err(Stopped.into());
        }
        (progress.tell)(format!("searches: {next} of {positions} positions"));
        let numbers: Vec<u64> = (next..(next + batch).min(positions)).collect();
        next += numbers.len() as u64;
        let rows = in_parallel(numbers, |number, _| search(settings, number))?;
        rows.iter().flatten().for_each(|row| folder.row(TABLE, HEADER, &row.row()));
        folder.checkpoint(b"")?;
    }
    Ok(Searches { positions, deepest: deepest(settings), measured: read(&folder)? })
}

/// The searches of one position.
fn per_position(settings: &Settings) -> u64 {
    u64::from(deepest(settings)) * METHODS.len() as u64
}

/// A position after 4 to 23 random moves.
fn position(settings: &Settings, number: u64) -> Position {
    let mut random = Random::new(mixed(&[settings.seed, number]));
    let plies = 4 + random.below(20);
    let mut openings = RandomOpenings::new(Position::default(), [plies], random.next());
    openings.next().map_or_else(Position::default, |game: Game| *game.position())
}

fn search(settings: &Settings, number: u64) -> Result<Vec<Measured>, BoxedError> {
    let game = Game::new(position(settings, number));
    let mut rows = Vec::new();
    for depth in 1..=deepest(settings) {
        for (method, kind) in METHODS.iter().enumerate() {
            let mut agent = kind.spec.parse::<Spec>()?.build()?;
            let begin = Instant::now();
            let decision = choose_alone(agent.as_mut(), &game, &Limits::depth(depth));
            rows.push(Measured {
                position: number,
                depth,
                method,
                nodes: decision.nodes,
                microseconds: begin.elapsed().as_micros() as u64,
                value: decision.value.map(|value| value.to_string()).unwrap_or_default(),
            });
        }
    }
    Ok(rows)
}

impl Searches {
    fn of(&self, depth: u32, method: usize) -> impl Iterator<Item = &Measured> {
        self.measured.iter().filter(move |row| row.depth == depth && row.method == method)
    }

    fn mean(&self, depth: u32, method: usize, number: fn(&Measured) -> u64) -> Option<Estimate> {
        self.of(depth, method).map(number).collect::<Distribution>().mean_with_interval()
    }

    /// The searches of a depth whose value is that of plain minimax.
    fn equal_values(&self, depth: u32, method: usize) -> usize {
        let pairs = self.of(depth, 0).zip(self.of(depth, method));
        pairs.filter(|(one, other)| one.value == other.value).count()
    }

    /// How often fewer positions are searched than by another method, and how often more.
    fn signs(&self, depth: u32, method: usize, than: usize) -> (u64, u64) {
        let pairs = || self.of(depth, method).zip(self.of(depth, than));
        let fewer = pairs().filter(|(one, other)| one.nodes < other.nodes).count();
        let more = pairs().filter(|(one, other)| one.nodes > other.nodes).count();
        (fewer as u64, more as u64)
    }
}

pub(super) fn blocks(searches: &Searches) -> Vec<Block> {
    let rows = (1..=searches.deepest).flat_map(|depth| {
        METHODS.iter().enumerate().map(move |(method, kind)| {
            let shown =
                |mean: Option<Estimate>| mean.map_or_else(String::new, |mean| format!("{mean:.0}"));
            let ratio = searches
                .mean(depth, 0, |row| row.nodes)
                .zip(searches.mean(depth, method, |row| row.nodes))
                .map_or_else(String::new, |(all, few)| format!("{:.1}", all.value / few.value));
            vec![
                format!("{}, depth {depth}", kind.name),
                shown(searches.mean(depth, method, |row| row.nodes)),
                ratio,
                shown(searches.mean(depth, method, |row| row.microseconds)),
                format!("{} of {}", searches.equal_values(depth, method), searches.positions),
            ]
        })
    });
    vec![
        Block::heading("Nodes and time"),
        Block::paragraph(&format!(
            "{} positions after 4 to 23 random moves, searched to depths 1 to {} (plies) by \
             the same program with and without pruning and table. Means with 95 % intervals. A \
             search of depth 3 includes those of depths 1 and 2 before it. Pruning and table must \
             not change the value of a position: the last column counts the positions with the \
             value of plain minimax.",
            searches.positions, searches.deepest
        )),
        Block::table(["search", "positions", "times fewer", "µs", "same value"], rows.collect()),
        Block::Plot(plot(searches)),
        Block::Figures(figures(searches)),
    ]
}

/// The paper's claims by the sign test: the positions in which fewer nodes are searched.
fn figures(searches: &Searches) -> Vec<Figure> {
    let claims = [
        ("alpha-beta searches fewer positions than minimax", 2, 0),
        ("a table saves positions in alpha-beta", 3, 2),
        ("a table saves positions in minimax", 1, 0),
    ];
    let figure = |(what, method, than): (&str, usize, usize)| {
        let (fewer, more) = searches.signs(searches.deepest, method, than);
        let p = quoridor_arena::statistics::binomial::exact_test(fewer, fewer + more, 0.5);
        let verdict = match p {
            Some(p) if p < 0.05 && fewer > more => Verdict::Agrees,
            Some(p) if p < 0.05 => Verdict::Differs,
            _ => Verdict::Inconclusive { games_needed: None },
        };
        let ratio = searches
            .mean(searches.deepest, than, |row| row.nodes)
            .zip(searches.mean(searches.deepest, method, |row| row.nodes))
            .map_or(f64::NAN, |(all, few)| all.value / few.value);
        Figure::new(what, Decimal(ratio, 2))
            .beside(Quantity::Words("fewer"), None)
            .judged(p, verdict)
            .because(&format!(
                "times fewer at depth {}; fewer in {fewer} positions, more in {more}",
                searches.deepest
            ))
    };
    claims.into_iter().map(figure).collect()
}

fn plot(searches: &Searches) -> Plot {
    let line = |(method, kind): (usize, &Method)| Series {
        name: kind.name.to_owned(),
        kind: SeriesKind::Line,
        points: (1..=searches.deepest)
            .filter_map(|depth| {
                let nodes = searches.mean(depth, method, |row| row.nodes)?.map(f64::log10);
                let point = Point::new(f64::from(depth), nodes.value);
                Some(Point { interval: Some(nodes.interval), ..point })
            })
            .collect(),
    };
    Plot {
        title: "Positions searched".to_owned(),
        x_label: "depth in plies".to_owned(),
        y_label: "positions".to_owned(),
        x_scale: Scale::Linear,
        scale: Scale::PowersOfTen,
        x_names: Vec::new(),
        series: METHODS.iter().enumerate().map(line).collect(),
    }
}
