//! The same positions searched with and without pruning and table.

use std::sync::atomic::Ordering;
use std::time::Instant;

use quoridor_arena::RandomOpenings;
use quoridor_arena::statistics::{Distribution, Estimate, SIGNIFICANCE, Verdict};
use quoridor_core::{Game, Position};
use quoridor_engine::random::{Random, mixed};
use quoridor_engine::{Limits, choose_alone};
use quoridor_learn::run_folder::{Identity, RunFolder};
use quoridor_learn::{Progress, Stopped};
use quoridor_players::Spec;
use quoridor_report::Quantity::{self, Decimal};
use quoridor_report::{Block, Figure, Plot, Point, Scale, Series, SeriesKind};
use serde::Serialize;

use crate::parallel::in_parallel;
use crate::{BoxedError, Settings};

/// Positions at scale 1.
const POSITIONS: u64 = 48;

/// A board to search on.
struct Board {
    variant: &'static str,
    /// Random moves before the search: the fewest, and how many more at most.
    opening: (usize, usize),
    deepest: u32,
}

/// On the standard board a search of three plies is more than a million positions without pruning.
/// Positions are reached in two ways from the third ply on: wall A, a reply and wall B, or B, the
/// reply and A. A small board is searched deeper, to show more of that.
const BOARDS: [Board; 2] = [
    Board { variant: "9x9, 2 players, 10 walls", opening: (4, 20), deepest: 3 },
    Board { variant: "5x5, 2 players, 2 walls", opening: (1, 4), deepest: 4 },
];

impl Board {
    fn deepest(&self, settings: &Settings) -> u32 {
        if settings.is_smoke_test() { 2 } else { self.deepest }
    }

    fn name(&self) -> &'static str {
        self.variant.split(',').next().unwrap_or_default()
    }
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
    board: usize,
    depth: u32,
    method: usize,
    nodes: u64,
    microseconds: u64,
    value: String,
}

/// All searches.
pub(super) struct Searches {
    positions: u64,
    /// The deepest search on each board.
    deepest: [u32; 2],
    measured: Vec<Measured>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Config {
    positions: u64,
}

const TABLE: &str = "searches.csv";
const HEADER: &str = "position,board,depth,method,nodes,microseconds,value";

impl Measured {
    fn record(&self, folder: &mut RunFolder) {
        let Self { position, board, depth, method, nodes, microseconds, value } = self;
        folder.row(TABLE, HEADER, &[position, board, depth, method, nodes, microseconds, value]);
    }

    fn read(cells: &[String]) -> Option<Self> {
        let number = |place: usize| cells.get(place)?.parse::<u64>().ok();
        Some(Self {
            position: number(0)?,
            board: number(1)? as usize,
            depth: number(2)? as u32,
            method: number(3)? as usize,
            nodes: number(4)?,
            microseconds: number(5)?,
            value: cells.get(6)?.clone(),
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
        rows.iter().flatten().for_each(|row| row.record(&mut folder));
        folder.checkpoint(b"")?;
    }
    Ok(Searches {
        positions,
        deepest: BOARDS.each_ref().map(|board| board.deepest(settings)),
        measured: read(&folder)?,
    })
}

/// The searches of one position on each board.
fn per_position(settings: &Settings) -> u64 {
    let depths: u32 = BOARDS.iter().map(|board| board.deepest(settings)).sum();
    u64::from(depths) * METHODS.len() as u64
}

/// A position after random moves.
fn position(settings: &Settings, board: &Board, number: u64) -> Result<Position, BoxedError> {
    let start = Position::start(board.variant.parse()?);
    let mut random = Random::new(mixed(&[settings.seed, number]));
    let (fewest, more) = board.opening;
    let plies = fewest + random.below(more);
    let mut openings = RandomOpenings::new(start, [plies], random.next());
    Ok(openings.next().map_or(start, |game: Game| *game.position()))
}

fn search(settings: &Settings, number: u64) -> Result<Vec<Measured>, BoxedError> {
    let mut rows = Vec::new();
    for (place, board) in BOARDS.iter().enumerate() {
        let game = Game::new(position(settings, board, number)?);
        for depth in 1..=board.deepest(settings) {
            for (method, kind) in METHODS.iter().enumerate() {
                let mut agent = kind.spec.parse::<Spec>()?.build()?;
                let begin = Instant::now();
                let decision = choose_alone(agent.as_mut(), &game, &Limits::depth(depth));
                rows.push(Measured {
                    position: number,
                    board: place,
                    depth,
                    method,
                    nodes: decision.nodes,
                    microseconds: begin.elapsed().as_micros() as u64,
                    value: decision.value.map(|value| value.to_string()).unwrap_or_default(),
                });
            }
        }
    }
    Ok(rows)
}

/// A depth on a board.
type At = (usize, u32);

impl Searches {
    /// All depths on all boards.
    fn depths(&self) -> Vec<At> {
        let boards = self.deepest.iter().enumerate();
        boards
            .flat_map(|(board, &deepest)| (1..=deepest).map(move |depth| (board, depth)))
            .collect()
    }

    fn of(&self, (board, depth): At, method: usize) -> impl Iterator<Item = &Measured> {
        self.measured
            .iter()
            .filter(move |row| (row.board, row.depth, row.method) == (board, depth, method))
    }

    fn mean(&self, at: At, method: usize, number: fn(&Measured) -> u64) -> Option<Estimate> {
        self.of(at, method).map(number).collect::<Distribution>().mean_with_interval()
    }

    /// In microseconds. A few searches that waited for a processor would dominate the mean.
    fn median_time(&self, at: At, method: usize) -> Option<f64> {
        self.of(at, method).map(|row| row.microseconds).collect::<Distribution>().median()
    }

    /// How many times fewer positions a method searches than another.
    fn ratio(&self, at: At, method: usize, than: usize) -> Option<f64> {
        let nodes = |method| Some(self.mean(at, method, |row| row.nodes)?.value);
        Some(nodes(than)? / nodes(method)?)
    }

    /// The searches whose value is that of plain minimax.
    fn equal_values(&self, at: At, method: usize) -> usize {
        let pairs = self.of(at, 0).zip(self.of(at, method));
        pairs.filter(|(one, other)| one.value == other.value).count()
    }

    /// How often fewer positions are searched than by another method, and how often more.
    fn signs(&self, at: At, method: usize, than: usize) -> (u64, u64) {
        let pairs = || self.of(at, method).zip(self.of(at, than));
        let fewer = pairs().filter(|(one, other)| one.nodes < other.nodes).count();
        let more = pairs().filter(|(one, other)| one.nodes > other.nodes).count();
        (fewer as u64, more as u64)
    }
}

pub(super) fn blocks(searches: &Searches) -> Vec<Block> {
    let rows = searches.depths().into_iter().flat_map(|at| {
        METHODS.iter().enumerate().map(move |(method, kind)| {
            let shown =
                |mean: Option<Estimate>| mean.map_or_else(String::new, |mean| format!("{mean:.0}"));
            let ratio = searches.ratio(at, method, 0);
            vec![
                format!("{}, depth {}, {}", BOARDS[at.0].name(), at.1, kind.name),
                shown(searches.mean(at, method, |row| row.nodes)),
                ratio.map_or_else(String::new, |ratio| format!("{ratio:.1}")),
                searches
                    .median_time(at, method)
                    .map_or_else(String::new, |time| format!("{time:.0}")),
                format!("{} of {}", searches.equal_values(at, method), searches.positions),
            ]
        })
    });
    vec![
        Block::heading("Nodes and time"),
        Block::paragraph(&format!(
            "{} positions after 4 to 23 random moves on the standard board, and as many after 1 to \
             4 on a board of 5x5 with two walls each, searched by the same program with and \
             without pruning and table. A table saves positions from depth 3 on: wall A, a reply \
             and wall B lead to the same position as B, the reply and A. The small board is \
             searched to depth 4, where it saves more. Mean positions with 95 % intervals, and the \
             median time in microseconds; a search includes those of smaller depths before it. \
             Pruning and table must not change the value of a position: the last column counts the \
             positions with the value of plain minimax.",
            searches.positions
        )),
        Block::table(["search", "positions", "times fewer", "µs", "same value"], rows.collect()),
        Block::Plot(plot(searches)),
        Block::Figures(figures(searches)),
    ]
}

/// The paper's claims by the sign test: the positions in which fewer nodes are searched.
fn figures(searches: &Searches) -> Vec<Figure> {
    let [standard, small] = [0, 1].map(|board| (board, searches.deepest[board]));
    let claims = [
        ("alpha-beta searches fewer positions than minimax", standard, 2, 0),
        ("alpha-beta searches fewer positions than minimax", small, 2, 0),
        ("a table saves positions in minimax", standard, 1, 0),
        ("a table saves positions in alpha-beta", standard, 3, 2),
        ("a table saves positions in minimax", small, 1, 0),
        ("a table saves positions in alpha-beta", small, 3, 2),
    ];
    let figure = |(what, at, method, than): (&str, At, usize, usize)| {
        let (fewer, more) = searches.signs(at, method, than);
        let p = quoridor_arena::statistics::binomial::exact_test(fewer, fewer + more, 0.5);
        let verdict = match p {
            Some(p) if p < SIGNIFICANCE && fewer > more => Verdict::Agrees,
            Some(p) if p < SIGNIFICANCE => Verdict::Differs,
            // Six positions of one sign are significant.
            _ => Verdict::Inconclusive { games_needed: Some(6.max(fewer + more + 1)) },
        };
        let ratio = searches.ratio(at, method, than).unwrap_or(f64::NAN);
        Figure::new(&format!("{what}, {}", BOARDS[at.0].name()), Decimal(ratio, 2))
            .beside(Quantity::Words("fewer"), None)
            .judged(p, verdict)
            .counted_in("positions")
            .because(&format!(
                "times fewer at depth {}; fewer in {fewer} positions, more in {more}",
                at.1
            ))
    };
    claims.into_iter().map(figure).collect()
}

fn plot(searches: &Searches) -> Plot {
    let line = |(method, kind): (usize, &Method)| Series {
        name: kind.name.to_owned(),
        kind: SeriesKind::Line,
        points: (1..=searches.deepest[1])
            .filter_map(|depth| {
                let nodes = searches.mean((1, depth), method, |row| row.nodes)?.map(logarithm);
                let point = Point::new(f64::from(depth), nodes.value);
                Some(Point { interval: Some(nodes.interval), ..point })
            })
            .collect(),
    };
    Plot {
        title: "Positions searched on 5x5 with two walls each".to_owned(),
        x_label: "depth in plies".to_owned(),
        y_label: "positions".to_owned(),
        x_scale: Scale::Linear,
        scale: Scale::PowersOfTen,
        x_names: Vec::new(),
        series: METHODS.iter().enumerate().map(line).collect(),
    }
}

/// The decimal logarithm for a plot; the interval of few searches may reach below zero.
fn logarithm(nodes: f64) -> f64 {
    nodes.max(1.0).log10()
}
