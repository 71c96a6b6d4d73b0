//! The protocol with players that are slow, stubborn or broken, as no player of the registry is;
//! over real pipes.
//!
//! Conversations with a player that answers at once are tested with the real program:
//! `crates/cli/tests/protocol.rs`.

mod transcript;

use std::io::{BufReader, Write, pipe};
use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use quoridor_core::{Game, Move};
use quoridor_engine::players::random;
use quoridor_engine::protocol::{self, ProtocolError};
use quoridor_engine::registry::Options;
use quoridor_engine::{
    Agent, AgentKind, Decision, Limits, Progress, RootMove, Value, Watch, two_players_only,
};
use quoridor_test_support::PATIENCE;
use transcript::Transcript;

/// Reports once, then thinks until it is stopped or has had its time, or has looked at as many
/// nodes as it may: one.
struct Thinker;

impl Agent for Thinker {
    fn choose(&mut self, game: &Game, limits: &Limits, watch: &mut Watch<'_>) -> Decision {
        let moves: Vec<Move> = game.position().legal_moves().iter().collect();
        let line = moves[..1].to_vec();
        let (value, time) = (Value::Score(0.25), Duration::from_millis(2));
        watch.report(&Progress {
            depth: 1,
            value,
            nodes: 1,
            time,
            line: line.clone(),
            rank: 1,
            fullness: Some(7),
        });
        let begin = std::time::Instant::now();
        while !watch.is_stopped()
            && limits.nodes != Some(1)
            && limits.time.is_none_or(|time| begin.elapsed() < time)
        {
            thread::sleep(Duration::from_millis(1));
        }
        let value = Value::WinIn(3);
        let root = moves.iter().map(|&mv| RootMove {
            mv,
            visits: 1,
            value: Value::Chance(0.5),
            prior: 0.5,
        });
        Decision {
            value: Some(value),
            depth: 2,
            nodes: 2,
            root: root.collect(),
            ..Decision::at_once(line[0])
        }
    }
}

/// Does not listen.
struct Stubborn;

impl Agent for Stubborn {
    fn choose(&mut self, game: &Game, _limits: &Limits, _watch: &mut Watch<'_>) -> Decision {
        thread::sleep(Duration::from_secs(3600));
        Decision::at_once(game.position().legal_moves().iter().next().unwrap())
    }
}

/// Fails.
struct Broken;

impl Agent for Broken {
    fn choose(&mut self, _game: &Game, _limits: &Limits, _watch: &mut Watch<'_>) -> Decision {
        panic!("a player that panics, for a test");
    }
}

const AGENTS: &[AgentKind] = &[
    random::KIND,
    AgentKind { name: "thinker", build: |_| Ok(Box::new(Thinker)), ..FOR_TWO },
    AgentKind { name: "stubborn", build: |_| Ok(Box::new(Stubborn)), ..FOR_TWO },
    AgentKind { name: "broken", build: |_| Ok(Box::new(Broken)), ..FOR_TWO },
];

const FOR_TWO: AgentKind = AgentKind { options: &[], supports: two_players_only, ..random::KIND };

/// A conversation on a thread of its own; what it ended with comes through the channel.
fn start(
    player: &str,
) -> (impl Write, impl std::io::Read + Send + 'static, mpsc::Receiver<Result<(), ProtocolError>>) {
    let ((their_input, our_output), (our_input, their_output)) = (pipe().unwrap(), pipe().unwrap());
    let (sender, result) = mpsc::channel();
    let player = Options::read(player, AGENTS).unwrap();
    thread::spawn(move || {
        sender.send(protocol::run(BufReader::new(their_input), their_output, player, AGENTS))
    });
    (our_output, our_input, result)
}

#[test]
fn transcripts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let transcripts = Transcript::read_folder(&folder);
    assert!(!transcripts.is_empty());
    for transcript in transcripts {
        let (input, output, result) = start(&transcript.command[0]);
        transcript.replay(input, output).unwrap();
        assert!(result.recv_timeout(PATIENCE).unwrap().is_ok(), "{}", transcript.name);
    }
}

/// `quit` need not wait for a player that does not listen.
#[test]
fn a_stubborn_player_does_not_keep_the_program_alive() {
    let (mut input, _output, result) = start("stubborn");
    input.write_all(b"go\nquit\n").unwrap();
    assert!(result.recv_timeout(PATIENCE).unwrap().is_ok());
}

/// Nobody may wait for a `bestmove` for ever because a player has a bug.
#[test]
fn a_player_that_panics_ends_the_conversation() {
    let (mut input, _output, result) = start("broken");
    input.write_all(b"go\n").unwrap();
    assert!(matches!(result.recv_timeout(PATIENCE).unwrap(), Err(ProtocolError::PlayerPanicked)));
}

/// The other program is gone in the middle of a search.
#[test]
fn a_closed_output_ends_the_conversation() {
    let (mut input, output, result) = start("thinker");
    drop(output);
    input.write_all(b"go infinite\nisready\n").unwrap();
    assert!(matches!(result.recv_timeout(PATIENCE).unwrap(), Err(ProtocolError::Output(_))));
}

/// Lines as they come, cut off and changed: each is answered or ignored, and the engine is there
/// afterwards.
#[test]
fn no_line_breaks_it() {
    let lines = [
        "setoption name Agent value random:seed=7",
        "position fen e3 / - / e2 e8 / 9 10 / 2 moves e7 e3 e4v",
        "go p1time 10 p2time -5 p1inc 3 p2inc 1 nodes 1",
        "query result",
    ];
    let mut input = Vec::new();
    for line in lines {
        for end in 0..line.len() {
            input.extend(&line.as_bytes()[..end]);
            input.push(b'\n');
            for change in [0, b'-', b'9', b' ', 0xc3, 0xff] {
                let mut changed = line.as_bytes().to_vec();
                changed[end] = change;
                input.extend(changed);
                input.push(b'\n');
            }
        }
    }
    input.extend(b"isready\n");
    let (sender, result) = mpsc::channel();
    thread::spawn(move || {
        let mut output = Vec::new();
        let input = std::io::Cursor::new(input);
        let ended = protocol::run(input, &mut output, Options::of(random::KIND), AGENTS);
        sender.send((ended.is_ok(), output))
    });
    let (is_ok, output) = result.recv_timeout(PATIENCE).unwrap();
    let output = String::from_utf8(output).unwrap();
    assert!(is_ok && output.contains("readyok\n"));
    let known = ["info ", "response ", "bestmove ", "readyok"];
    assert!(
        output.lines().all(|line| known.iter().any(|start| line.starts_with(start))),
        "{output}"
    );
    assert!(!output.contains(|c: char| c.is_control() && c != '\n'));
}
