//! `quoridor solve`: who wins with best play, exactly.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use clap::Args;
use indicatif::HumanDuration;
use quoridor_core::{BoardSize, Move, Player, Position, Seats, Variant};
use quoridor_json::{RaceJson, SeatJson};
use quoridor_solve::{
    Options, Progress, Search, Solution, SolveError, Space, Value, Verified, VerifyOptions,
    Winners, moves_svg, solve, verify,
};
use serde_json::{Value as Json, json};

use super::coalitions;
use crate::cores::or_all_cores;
use crate::failure::Failure;
use crate::interrupt;
use crate::progress::with_progress;

/// Solve a game exactly: who wins with best play, and in how many moves
///
/// Every position of the game for two is given its value by retrograde analysis, wall layouts with
/// the most walls first. With --file the tables are written to a file as they are found; the same
/// command continues after Ctrl-C or a crash, and reads the file once it is complete. Numbers of
/// moves count those of both players.
#[derive(Args)]
#[command(after_help = "Examples:\n  quoridor solve --board 5x5 --walls 3\n  \
                        quoridor solve --board 3x3 --walls 2 --position \"a1 / - / b1 b3 / 1 2 / \
                        2 / 3x3\"\n  \
                        quoridor solve --board 4x5 --walls 4 --value-only\n  \
                        quoridor solve --board 3x3 --walls 1 --players 3\n  \
                        quoridor solve --board 9x9 --walls 1 --file 9x9-1.solved\n  \
                        quoridor solve --verify 9x9-1.solved")]
pub(crate) struct Arguments {
    /// Width and height of the board
    #[arg(long, value_name = "WxH", required_unless_present_any = ["position", "verify", "list"])]
    board: Option<BoardSize>,

    /// Walls of each player
    #[arg(long, value_name = "N", required_unless_present_any = ["position", "verify", "list"])]
    walls: Option<u8>,

    /// Number of players: 2, 3 or 4. With more than two, the answer is who can force a win against
    /// all others together
    #[arg(long, value_name = "N", default_value_t = Seats::Two)]
    players: Seats,

    /// Walls of the second player [default: as many as the first]. A player who wins with fewer
    /// walls than the other also wins with equal walls, and this game needs far less memory
    #[arg(long, value_name = "N", requires = "walls", conflicts_with_all = ["position", "svg"])]
    north_walls: Option<u8>,

    /// Answer for this position instead of the start
    #[arg(long, value_name = "STRING", allow_hyphen_values = true)]
    position: Option<Position>,

    /// Find this one value only, by a search that reads just the tables it needs; works for
    /// positions with few walls left even if the whole game is too large to solve
    #[arg(long, conflicts_with_all = ["file", "verify", "svg", "list"])]
    value_only: bool,

    /// Write the tables to this file, continue it, or read it if it is complete
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,

    /// Check every value by the rules, without the solver: those of FILE, or those just found
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with = "position")]
    verify: Option<Option<PathBuf>>,

    /// With --verify: check one layout in N
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,

    /// Draw the position with the value of every move: an SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// List the games that are known to be solved, or draw them with --svg, and solve nothing
    #[arg(long, conflicts_with_all = ["board", "walls", "players", "position", "file",
          "verify"])]
    list: bool,

    /// Most memory for tables, in GB; the rest stays in the file
    #[arg(long, value_name = "GB", default_value_t = 4.0, value_parser = gigabytes)]
    memory: f64,

    /// Threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn gigabytes(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.001..=1e6).contains(number));
    number.ok_or_else(|| "expected a number of gigabytes, like 8 or 0.5".to_owned())
}

impl Arguments {
    fn memory(&self) -> u64 {
        (self.memory * 1e9) as u64
    }

    /// The game for three or four.
    fn variant_for_many(&self) -> Result<Variant, Failure> {
        let other = [
            (self.north_walls.is_some(), "--north-walls"),
            (self.position.is_some(), "--position"),
            (self.file.is_some(), "--file"),
            (self.verify.is_some(), "--verify"),
            (self.svg.is_some(), "--svg"),
            (self.value_only, "--value-only"),
        ];
        if let Some((_, option)) = other.iter().find(|(given, _)| *given) {
            return Err(Failure::usage(anyhow!("{option}: only for games for two")));
        }
        let (Some(size), Some(walls)) = (self.board, self.walls) else {
            return Err(Failure::usage(anyhow!("name a game with --board and --walls")));
        };
        Ok(Variant { size, seats: self.players, walls })
    }

    /// The game: from the board and the walls, or from the position.
    fn space(&self) -> Result<Space, Failure> {
        let of_position = self.position.as_ref().map(Position::variant);
        if of_position.is_some_and(|variant| variant.seats != Seats::Two) {
            return Err(Failure::usage(anyhow!("--position: only games for two can be solved")));
        }
        let size = self.board.or(of_position.map(|variant| variant.size));
        let walls = self.walls.or(of_position.map(|variant| variant.walls));
        let (Some(size), Some(walls)) = (size, walls) else {
            let error = anyhow!("--verify: name a file, or a game with --board and --walls");
            return Err(Failure::usage(error));
        };
        let walls = [walls, self.north_walls.unwrap_or(walls)];
        if walls.iter().any(|&walls| walls > 64) {
            return Err(Failure::usage(anyhow!("--walls: at most 64 walls each can be solved")));
        }
        Ok(Space::with_handicap(size, walls))
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    if arguments.list {
        return list(arguments);
    }
    if arguments.players != Seats::Two {
        return coalitions::run(arguments.variant_for_many()?, arguments.memory(), arguments.json);
    }
    let begin = Instant::now();
    let stop = interrupt::flag().context("cannot listen for Ctrl-C")?;
    let progress = Progress::until(stop);
    if arguments.value_only {
        return search(arguments, &progress);
    }
    let solution = if let Some(Some(path)) = &arguments.verify {
        Solution::open(path, arguments.memory(), or_all_cores(arguments.threads))
            .map_err(failure)?
    } else {
        let options = Options {
            threads: or_all_cores(arguments.threads),
            memory: arguments.memory(),
            keep: arguments.position.is_some() || arguments.verify.is_some(),
        };
        let space = arguments.space()?;
        let file = arguments.file.as_deref();
        watched(&progress, || solve(&space, options, file, &progress))
            .map_err(|error| explained(error, file))?
    };
    let solved = begin.elapsed();
    let verified = arguments.verify.is_some().then(|| check(&solution, arguments, &progress));
    let verified = verified.transpose()?;
    let position = arguments.position.unwrap_or_else(|| Position::start(solution.variant()));
    let value = if arguments.position.is_none() {
        solution.start()
    } else {
        let value = solution.value(&position);
        value.ok_or_else(|| not_covered(solution.variant(), &position))?
    };
    // The rules know no positions with a handicap, and so no moves there.
    let moves = solution.moves(&position).unwrap_or_default();
    if let Some(path) = &arguments.svg {
        write_svg(path, &moves_svg(&solution, &position).unwrap_or_default())?;
    }
    let opened = matches!(arguments.verify, Some(Some(_)));
    let answer = Answer { solution: &solution, position, value, moves, verified, opened, solved };
    Ok(if arguments.json { answer.json() } else { answer.text(arguments.position.is_some()) })
}

/// The winner and the number of moves, when a player to move has a value.
fn race(value: Value, mover: Player) -> RaceJson {
    let (winner, plies) = match value {
        Value::Win(moves) => (Some(mover), Some(moves)),
        Value::Loss(moves) => (Some(mover.opposite()), Some(moves)),
        Value::Draw => (None, None),
    };
    RaceJson { winner: winner.map(SeatJson::from), plies: plies.map(u16::from) }
}

/// Who wins, when a player to move has a value.
fn result_line(value: Value, mover: Player) -> String {
    let place = Seats::Two.place(mover).unwrap_or(0);
    let (winner, moves) = match value {
        Value::Win(moves) => (place, moves),
        Value::Loss(moves) => (1 - place, moves),
        Value::Draw => return "draw".to_owned(),
    };
    format!("{} player wins in {moves}", ["first", "second"][winner])
}

/// An estimate: with all digits, or as a power of ten if these would be many.
fn about(number: f64) -> String {
    if number < 1e12 { format!("{number:.0}") } else { format!("{number:.1e}") }
}

/// Finds the value of one position only.
fn search(arguments: &Arguments, progress: &Progress) -> Result<String, Failure> {
    let begin = Instant::now();
    let space = arguments.space()?;
    let mut search = Search::new(&space, arguments.memory());
    let message = || format!("{} tables searched", progress.tables());
    let start = Position::start(space.variant());
    let (position, value) = with_progress(message, || match arguments.position {
        Some(position) => search.value(&position, progress).map(|value| (position, value)),
        None => search.start(progress).map(|value| (start, Some(value))),
    })
    .map_err(failure)?;
    let value = value.ok_or_else(|| not_covered(space.variant(), &position))?;
    let (effort, seconds) = (search.effort(), begin.elapsed().as_secs_f64());
    let result = result_line(value, position.turn());
    if !arguments.json {
        return Ok(format!(
            "{result}\n\nsearched {} tables of {} layouts in {seconds:.1} s; the whole game has \
             about {}\n",
            effort.tables,
            effort.layouts,
            about(space.estimated_tables())
        ));
    }
    let mut json = json!(race(value, position.turn()));
    json["board"] = json!(space.variant().size.to_string());
    json["walls"] = json!(space.walls()[0]);
    json["north_walls"] = json!(space.walls()[1]);
    json["position"] = json!(position.to_string());
    json["result"] = json!(result);
    json["tables"] = json!(effort.tables);
    json["all_tables"] = json!(space.estimated_tables().round());
    json["layouts"] = json!(effort.layouts);
    json["sweeps"] = json!(effort.sweeps);
    json["bytes"] = json!(effort.bytes);
    json["seconds"] = json!(seconds);
    Ok(format!("{json}\n"))
}

/// The games that are known to be solved.
fn list(arguments: &Arguments) -> Result<String, Failure> {
    let winners = Winners::solved();
    if let Some(path) = &arguments.svg {
        write_svg(path, &winners.svg())?;
    }
    if !arguments.json {
        return Ok(winners.to_string());
    }
    let mut games = Vec::new();
    for (size, values) in winners.iter() {
        for (walls, value) in values.iter().enumerate() {
            let Some(value) = value else { continue };
            let mut game = json!(race(*value, Player::South));
            game["board"] = json!(size.to_string());
            game["walls"] = json!(walls);
            games.push(game);
        }
    }
    Ok(format!("{}\n", Json::from(games)))
}

fn write_svg(path: &Path, svg: &str) -> Result<(), Failure> {
    fs::write(path, svg).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(())
}

/// Shows how far the work has come and how long it will take.
fn watched<T>(progress: &Progress, work: impl FnOnce() -> T) -> T {
    let begin = Instant::now();
    let message = || {
        let share = progress.share().clamp(1e-9, 1.0);
        let left = begin.elapsed().as_secs_f64() * (1.0 - share) / share;
        let left = HumanDuration(Duration::from_secs_f64(left.min(1e9)));
        format!("layouts with {} walls, {:.1} %, {left} left", progress.layer(), share * 100.0)
    };
    with_progress(message, work)
}

fn check(
    solution: &Solution,
    arguments: &Arguments,
    progress: &Progress,
) -> Result<(Verified, Duration), Failure> {
    let begin = Instant::now();
    let options =
        VerifyOptions { threads: or_all_cores(arguments.threads), every: arguments.every as usize };
    let result = watched(progress, || verify(solution, options, progress)).map_err(failure)?;
    match result {
        Ok(verified) => Ok((verified, begin.elapsed())),
        Err(contradiction) => Err(anyhow!("wrong value: {contradiction}").into()),
    }
}

fn failure(error: SolveError) -> Failure {
    anyhow!(error).into()
}

/// A stopped solver that writes a file can go on.
fn explained(error: SolveError, file: Option<&Path>) -> Failure {
    match (error, file) {
        (SolveError::Stopped, Some(_)) => anyhow!("stopped; the same command continues").into(),
        (error, _) => failure(error),
    }
}

fn not_covered(variant: Variant, position: &Position) -> Failure {
    Failure::usage(anyhow!(
        "--position: {position} is not a position of the game on {} with {} walls each",
        variant.size,
        variant.walls
    ))
}

struct Answer<'a> {
    solution: &'a Solution,
    position: Position,
    value: Value,
    /// The moves with their values, the best first.
    moves: Vec<(Move, Value)>,
    verified: Option<(Verified, Duration)>,
    /// Whether the solution comes from a file that was named to be checked.
    opened: bool,
    solved: Duration,
}

impl Answer<'_> {
    fn text(&self, all_moves: bool) -> String {
        let mut text = format!("{}\n", result_line(self.value, self.position.turn()));
        if !self.moves.is_empty() {
            text.push('\n');
        }
        for (value, moves) in self.by_value() {
            let names: Vec<String> = moves.iter().map(ToString::to_string).collect();
            if all_moves || names.len() <= 12 {
                text.push_str(&format!("{value}: {}\n", names.join(" ")));
            } else {
                let more = names.len() - 10;
                text.push_str(&format!("{value}: {} and {more} more\n", names[..10].join(" ")));
            }
        }
        text.push_str(&format!(
            "\n{} in {:.1} s\n",
            if self.opened { "opened" } else { "solved" },
            self.solved.as_secs_f64()
        ));
        if let Some((verified, time)) = &self.verified {
            text.push_str(&format!(
                "verified {} positions of {} layouts in {:.1} s: {} won, {} lost, {} drawn; \
                 longest \
                 game {} moves\n",
                verified.positions(),
                verified.layouts,
                time.as_secs_f64(),
                verified.won,
                verified.lost,
                verified.drawn,
                verified.longest
            ));
        }
        if let Some(checksum) = self.solution.checksum() {
            text.push_str(&format!("checksum {checksum:016x}\n"));
        }
        text
    }

    /// The moves in groups of the same value, the best first.
    fn by_value(&self) -> Vec<(Value, Vec<Move>)> {
        let mut groups: Vec<(Value, Vec<Move>)> = Vec::new();
        for &(mv, value) in &self.moves {
            match groups.last_mut() {
                Some((last, moves)) if *last == value => moves.push(mv),
                _ => groups.push((value, vec![mv])),
            }
        }
        groups
    }

    fn json(&self) -> String {
        let variant = self.solution.variant();
        let mover = self.position.turn();
        let result = race(self.value, mover);
        let moves: Vec<Json> = self
            .moves
            .iter()
            .map(|&(mv, of_move)| {
                let mut json = json!(race(of_move, mover));
                json["move"] = json!(mv.to_string());
                json
            })
            .collect();
        let verified = self.verified.as_ref().map(|(verified, time)| {
            json!({
                "layouts": verified.layouts,
                "positions": verified.positions(),
                "won": verified.won,
                "lost": verified.lost,
                "drawn": verified.drawn,
                "longest": verified.longest,
                "seconds": time.as_secs_f64(),
            })
        });
        let answer = json!({
            "board": variant.size.to_string(),
            "walls": variant.walls,
            "north_walls": self.solution.walls()[1],
            "position": self.position.to_string(),
            "result": result_line(self.value, self.position.turn()),
            "winner": result.winner,
            "plies": result.plies,
            "moves": moves,
            "seconds": self.solved.as_secs_f64(),
            "checksum": self.solution.checksum().map(|sum| format!("{sum:016x}")),
            "verified": verified,
        });
        format!("{answer}\n")
    }
}
