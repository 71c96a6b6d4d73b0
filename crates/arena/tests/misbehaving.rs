//! Engines that do everything wrong that can be done wrong: every game has a result and a reason,
//! and nothing is left behind.
//!
//! One test at a time: it counts the processes and files of this one.

use std::fs;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use quoridor_arena::{
    Arena, Control, Entry, MatchEnd, OpeningChoice, Openings, Rules, Schedule, Timeouts, entrants,
    round_robin,
};
use quoridor_core::{Position, Seats};
use quoridor_engine::Limits;
use quoridor_store::PlayedGame;
use quoridor_test_support::{PATIENCE, wait_for};

/// The faults, and their words in the reasons of the games; of those that are none the
/// worse for it, the end of the game.
const FAULTS: [(&str, &str); 12] = [
    ("crash-at-start", "disconnects"),
    ("crash-on-go", "disconnects"),
    ("stall", "connection stalls"),
    ("illegal-move", "makes an illegal move: e5e"),
    ("garbage", "connection stalls"),
    ("flood", "disconnects"),
    ("long-line", "on its goal"),
    ("late", "loses on time"),
    ("ignores-quit", "on its goal"),
    ("forks", "on its goal"),
    ("closes-stdin", "disconnects"),
    ("answers-twice", "on its goal"),
];

#[test]
fn a_few_games_of_each() {
    every_fault(8);
}

#[test]
#[ignore = "some minutes"]
fn a_hundred_games_of_each() {
    every_fault(100);
}

fn every_fault(games: usize) {
    let files = open_files();
    for (fault, reason) in FAULTS {
        // No other process has it among its arguments.
        let mark = format!("mark-{}-{fault}", std::process::id());
        let played = games_against(fault, &mark, games);
        assert_eq!(played.len(), games, "{fault}");
        for game in &played {
            let is_expected = game.reason.to_string().ends_with(reason);
            assert!(is_expected, "{fault}: {} after {:?}", game.reason, game.game.moves());
            let blamed = game.reason.forfeited_by().map(|player| game.players[player].as_str());
            assert!(blamed.is_none_or(|name| name.contains(fault)), "{fault}: {}", game.reason);
        }
        // A killed process may take a moment to end.
        wait_for(
            || processes_with(&mark).is_empty().then_some(()),
            || format!("the end of {:?} of {fault}", processes_with(&mark)),
        );
        assert_eq!(own_zombies(), [0; 0], "{fault}");
        assert_eq!(open_files(), files, "{fault}");
    }
    let most = most_memory_in_kib();
    assert!(most < 256 << 10, "{most} KiB");
}

/// Games at concurrency 4 against a player that never errs.
fn games_against(fault: &str, mark: &str, games: usize) -> Vec<PlayedGame> {
    let engine = format!("cmd:{} {fault} {mark}", env!("CARGO_BIN_EXE_misbehaving-engine"));
    let entries: Vec<Entry> =
        [engine.as_str(), "hola-2016-path"].map(|text| text.parse().unwrap()).to_vec();
    // Only those that are to be waited for in vain are waited for shortly: the others may be slow.
    let long = PATIENCE;
    let answer =
        if matches!(fault, "stall" | "garbage") { Duration::from_millis(100) } else { long };
    let timeouts =
        Timeouts { handshake: long, answer, late: long, quit: Duration::from_millis(100) };
    let limits = if fault == "late" { Limits::time(Duration::from_secs(1)) } else { Limits::NONE };
    let (control, rules) = (Control { limits, clock: None }, Rules::default());
    let arena = Arena {
        entrants: entrants(&entries),
        control,
        rules,
        seed: 1,
        concurrency: 4,
        recover: true,
        timeouts,
    };
    let openings =
        Openings::new(&OpeningChoice::Random { plies: 2 }, &Position::default(), 1).unwrap();
    let schedule = Schedule::new(round_robin(2, Seats::Two), openings, Some(games / 2));
    let mut played = Vec::new();
    let end = arena.run(schedule, &AtomicBool::new(false), |_, game| {
        played.push(game);
        ControlFlow::Continue(())
    });
    assert_eq!(end.unwrap(), MatchEnd::Completed);
    played
}

fn numbers_in_proc() -> impl Iterator<Item = u32> {
    let entries = fs::read_dir("/proc").unwrap();
    entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
}

/// Processes with a word among their arguments. Those that are dead have none.
fn processes_with(mark: &str) -> Vec<u32> {
    let has_mark = |id: &u32| {
        let arguments = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
        arguments.split(|&byte| byte == 0).any(|argument| argument == mark.as_bytes())
    };
    numbers_in_proc().filter(has_mark).collect()
}

/// Children of this process that nobody has buried.
fn own_zombies() -> Vec<u32> {
    let own = std::process::id().to_string();
    let is_zombie = |id: &u32| {
        let status = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        let mut fields = status.rsplit(") ").next().unwrap_or_default().split(' ');
        fields.next() == Some("Z") && fields.next() == Some(own.as_str())
    };
    numbers_in_proc().filter(is_zombie).collect()
}

fn open_files() -> usize {
    fs::read_dir("/proc/self/fd").unwrap().count()
}

/// The most memory that this process has had.
fn most_memory_in_kib() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.split_whitespace().next().unwrap().parse().unwrap()
}
