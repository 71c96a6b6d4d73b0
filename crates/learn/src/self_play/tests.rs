//! Runs are the same however they are played.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use quoridor_core::{Move, Outcome};
use quoridor_engine::net::conv::{Network, Shape, write};
use quoridor_engine::{Decision, RootMove, Value};

use super::game::{GamePlan, RecordedGame, policy};
use super::*;

fn config() -> Config {
    let variety = Variety::default();
    Config { agent: "alphabeta:hash=1".to_owned(), nodes: 400, random_plies: 4, variety }
}

fn run(path: &Path, games: u64, concurrency: usize) -> Result<(), Box<dyn Error + Send + Sync>> {
    let stop = AtomicBool::new(false);
    let progress = Progress { tell: &|_| (), stop: &stop };
    SelfPlay::open(path, config(), 3, concurrency)?.run(Until { games, time: None }, &progress)
}

fn rows(path: &Path) -> Vec<Row> {
    let bytes = std::fs::read(path.join(ROWS)).unwrap();
    assert_eq!(bytes.len() % Row::SIZE, 0);
    bytes.as_chunks().0.iter().map(|bytes| Row::read(bytes).unwrap()).collect()
}

#[test]
fn rows_do_not_depend_on_threads_or_interruptions() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, parts) = (folder.path().join("whole"), folder.path().join("parts"));
    run(&whole, 12, 1).unwrap();
    run(&parts, 5, 3).unwrap();
    // A process that is killed while it writes leaves rows that no checkpoint knows of.
    let file = parts.join(ROWS);
    let mut bytes = std::fs::read(&file).unwrap();
    bytes.extend([7; 100]);
    std::fs::write(&file, bytes).unwrap();
    run(&parts, 12, 2).unwrap();
    assert_eq!(std::fs::read(whole.join(ROWS)).unwrap(), std::fs::read(&file).unwrap());
    // Fewer rows than the checkpoint says are an error.
    std::fs::write(&file, [0; 64]).unwrap();
    assert!(run(&parts, 13, 1).unwrap_err().to_string().contains("at the last checkpoint"));
}

/// One changed byte of the rows is noticed.
#[test]
fn changed_rows_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    run(path, 3, 2).unwrap();
    let file = path.join(ROWS);
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let error = run(path, 4, 2).unwrap_err().to_string();
    assert_eq!(error, format!("{}: {CHANGED}", file.display()));
}

#[test]
fn rows_are_games() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), 12, 2).unwrap();
    let rows = rows(folder.path());
    let mut adjudicated = 0;
    for game in 0..12 {
        let rows: Vec<&Row> = rows.iter().filter(|row| row.game == game).collect();
        assert!(!rows.is_empty());
        for (place, row) in rows.iter().enumerate() {
            assert_eq!(usize::from(row.ply), place);
            assert_eq!(row.outcome, rows[0].outcome);
            assert_eq!(row.policy, [(row.mv, 1.0)]);
            if let Some(next) = rows.get(place + 1) {
                assert_eq!(row.position.play(row.mv).unwrap(), next.position);
                assert_eq!(row.plies_left, next.plies_left + 1);
            }
        }
        let last = rows[rows.len() - 1];
        let end = last.position.play(last.mv).unwrap();
        adjudicated += u32::from(last.is_adjudicated);
        if let Outcome::Win(winner) = last.outcome {
            assert!(last.is_adjudicated || end.winner() == Some(winner));
        }
        assert!(!last.is_adjudicated || last.is_proved);
    }
    assert!((3..12).contains(&adjudicated), "{adjudicated}");
}

#[test]
fn the_time_ends_a_run_that_goes_on_later() {
    let folder = tempfile::tempdir().unwrap();
    let stop = AtomicBool::new(false);
    let progress = Progress { tell: &|_| (), stop: &stop };
    let until = Until { games: u64::MAX, time: Some(Duration::ZERO) };
    let mut opened = SelfPlay::open(folder.path(), config(), 3, 2).unwrap();
    opened.run(until, &progress).unwrap();
    let games = opened.games();
    assert!(games < 100);
    drop(opened);
    run(folder.path(), games + 3, 2).unwrap();
    assert_eq!(rows(folder.path()).last().map(|row| u64::from(row.game)), Some(games + 2));
}

/// Games of another variety, by their numbers.
fn games_with(variety: Variety, games: u64) -> Vec<Vec<Row>> {
    let config = Config { variety, nodes: 200, ..config() };
    let spec = config.agent.parse().unwrap();
    (0..games).map(|number| play(&spec, &config, 3, number).unwrap()).collect()
}

#[test]
fn variety_that_is_off_changes_nothing() {
    // FNV-1a of the rows that commit 679fed5 wrote with the same options.
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), 4, 1).unwrap();
    let bytes = std::fs::read(folder.path().join(ROWS)).unwrap();
    assert_eq!(quoridor_engine::Fnv::of(&bytes), 0x776d_bf90_05da_48e1);
}

#[test]
fn short_searches_are_marked() {
    let games = games_with(Variety { short_searches: 0.75, ..Variety::default() }, 8);
    let rows: Vec<&Row> = games.iter().flatten().collect();
    let short = rows.iter().filter(|row| row.is_short).count();
    // Three of four, within five standard deviations.
    let (count, expected) = (rows.len() as f64, 0.75 * rows.len() as f64);
    assert!((short as f64 - expected).abs() < 5.0 * (0.1875 * count).sqrt(), "{short} of {count}");
}

#[test]
fn players_resign_when_both_agree() {
    let games = games_with(Variety { resign: 0.2, ..Variety::default() }, 16);
    let is_resigned = |rows: &&Vec<Row>| rows.last().is_some_and(|row| row.is_resigned);
    let resigned: Vec<&Vec<Row>> = games.iter().filter(is_resigned).collect();
    assert!(resigned.len() >= 3, "{}", resigned.len());
    for rows in resigned {
        let [.., before, last] = &rows[..] else { panic!("a game of one row") };
        assert!(last.value <= 0.2 && before.value >= 0.8 && !last.is_adjudicated);
        assert_eq!(last.outcome, Outcome::Win(last.position.turn().opposite()));
        assert!(rows.iter().all(|row| row.is_resigned && row.outcome == last.outcome));
        // Both move in turn until the winner has made its last step.
        let winner = last.position.turn().opposite();
        assert_eq!(last.plies_left, 2 * u16::from(last.position.distance(winner)));
    }
}

/// Plays a wall that a search, made by hand, gives a value; `None` if there is no wall to play.
fn play_wall(game: &mut RecordedGame, value: Value) -> Option<Option<Vec<Row>>> {
    let wall = game.game().position().legal_walls().iter().next().map(Move::Wall)?;
    Some(game.play(&Decision { value: Some(value), ..Decision::at_once(wall) }))
}

/// Searches, made by hand, that prove the result: of the games that go on after the first proof
/// none ends by a resignation after the second.
#[test]
fn games_that_are_played_on_are_not_resigned() {
    let variety = Variety { resign: 0.05, ..Variety::default() };
    let plan = GamePlan { nodes: 1, random_plies: 0, has_policy: false, variety };
    let (mut count, mut played_on) = (0, 0);
    for number in 0..400 {
        let (mut game, _) = RecordedGame::new(plan, 7, number);
        count += 1;
        if play_wall(&mut game, Value::WinIn(15)) == Some(None) {
            played_on += 1;
            // A short search may miss what the one before it has proved.
            let value = if number % 2 == 0 { Value::LossIn(14) } else { Value::Chance(0.02) };
            let second = play_wall(&mut game, value);
            assert!(matches!(second, None | Some(None)), "game {number}");
        }
    }
    assert!(played_on > count / 8 && played_on < count / 2, "{played_on} of {count}");
}

/// By hand: the refuted move has most visits, and is neither learnt nor drawn.
#[test]
fn refuted_moves_are_no_policy() {
    let root =
        |mv: &str, visits, value| RootMove { mv: mv.parse().unwrap(), visits, value, prior: 0.1 };
    let moves = [
        root("e3h", 30, Value::Chance(0.6)),
        root("e2", 10, Value::Chance(0.5)),
        root("d2", 0, Value::Chance(0.5)),
        root("f2", 180, Value::LossIn(4)),
    ];
    let value = Some(Value::Chance(0.6));
    let decision =
        Decision { value, root: moves.to_vec(), ..Decision::at_once("e3h".parse().unwrap()) };
    let named = |shares: Vec<(Move, f64)>| -> Vec<(String, f64)> {
        shares.into_iter().map(|(mv, share)| (mv.to_string(), share)).collect()
    };
    let expected = [("e3h".to_owned(), 0.75), ("e2".to_owned(), 0.25)];
    assert_eq!(named(policy(&decision, true)), expected);
}

/// Two searches, made by hand, that agree that the player to move has lost: nine games of ten end,
/// the tenth is played on, within five standard deviations.
#[test]
fn a_tenth_of_the_resigned_games_is_played_on() {
    let variety = Variety { resign: 0.05, ..Variety::default() };
    let plan = GamePlan { nodes: 1, random_plies: 0, has_policy: false, variety };
    let (mut count, mut played_on) = (0, 0);
    for number in 0..2000 {
        let (mut game, _) = RecordedGame::new(plan, 7, number);
        let mut search = |chance| play_wall(&mut game, Value::Chance(chance));
        let (Some(first), Some(second)) = (search(0.96), search(0.04)) else { continue };
        assert_eq!(first, None);
        let ended = second.map(|rows| rows.iter().all(|row| row.is_resigned));
        assert_ne!(ended, Some(false));
        count += 1;
        played_on += u32::from(ended.is_none());
    }
    let (expected, spread) = (0.1 * f64::from(count), (0.09 * f64::from(count)).sqrt());
    assert!(count > 1500 && (f64::from(played_on) - expected).abs() < 5.0 * spread, "{played_on}");
}

#[test]
fn hoarders_keep_their_walls_until_the_opponent_is_near() {
    let games = games_with(Variety { hoarders: 1.0, ..Variety::default() }, 8);
    for rows in games {
        let places_wall = |row: &&Row| matches!(row.mv, quoridor_core::Move::Wall(_));
        let is_far = |row: &&Row| row.position.distance(row.position.turn().opposite()) > 3;
        let early: Vec<_> =
            rows.iter().filter(is_far).filter(places_wall).map(|row| row.position.turn()).collect();
        // One of the two places no wall while the other is far from its goal.
        assert!(early.windows(2).all(|pair| pair[0] == pair[1]), "{early:?}");
    }
}

#[test]
fn unknown_players_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let config = Config { agent: "nobody".to_owned(), ..config() };
    let error = SelfPlay::open(folder.path(), config, 3, 1).unwrap_err();
    assert!(error.to_string().starts_with("no player is called 'nobody'"), "{error}");
}

/// Two threads share a tree as the machine likes, so the rows would not be the same again; a book
/// and a level choose moves that the search did not find best.
#[test]
fn players_whose_moves_are_not_those_of_one_search_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (agent, should) in [
        ("puct:threads=2", "should be threads=1: every core plays a game"),
        ("alphabeta:hash=1,threads=3", "should be threads=1: every core plays a game"),
        ("champion:book=true", "should be book=false: the policy is learnt from searches"),
        ("puct:level=4", "should be level=10: lower levels make mistakes on purpose"),
    ] {
        let config = Config { agent: agent.to_owned(), ..config() };
        let error = SelfPlay::open(folder.path(), config, 3, 1).unwrap_err().to_string();
        assert!(error.starts_with(agent) && error.ends_with(should), "{error}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// `perfect` would begin to solve the official game.
#[test]
fn players_of_other_games_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let config = Config { agent: "perfect".to_owned(), ..config() };
    let error = SelfPlay::open(folder.path(), config, 3, 1).unwrap_err();
    assert!(error.to_string().starts_with("perfect cannot play "), "{error}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// The shipped network and the defaults of options are part of a run: after an update of the
/// program it might be another player.
#[test]
fn another_program_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let config = Config { agent: "puct".to_owned(), nodes: 1, ..config() };
    SelfPlay::open(folder.path(), config.clone(), 3, 1).unwrap();
    let file = folder.path().join("run.toml");
    let text = std::fs::read_to_string(&file).unwrap();
    let network = Fnv::of(include_bytes!("../../../engine/data/puct.weights"));
    for (own, other) in [
        (format!("checksum-of-weights = \"{network:016x}\""), "checksum-of-weights = \"0\""),
        ("contempt = \"0\"".to_owned(), "contempt = \"0.5\""),
    ] {
        assert!(text.contains(&own), "{text}");
        std::fs::write(&file, text.replace(&own, other)).unwrap();
        let error = SelfPlay::open(folder.path(), config.clone(), 3, 1).unwrap_err().to_string();
        assert!(error.contains(other), "{error}");
    }
}

/// Training rows have the true value of a draw, whatever the player's default is.
#[test]
fn the_champion_learns_without_contempt() {
    let folder = tempfile::tempdir().unwrap();
    let config = Config { agent: "champion".to_owned(), nodes: 1, ..config() };
    let run = SelfPlay::open(folder.path(), config, 3, 1).unwrap();
    assert_eq!(run.spec.value("contempt"), Some("0"));
}

/// Two small networks as files.
fn two_networks() -> [Vec<u8>; 2] {
    let shape =
        Shape { blocks: 1, channels: 16, policy_channels: 16, value_channels: 4, value_units: 16 };
    [1, 2].map(|seed| write(&Network::random(shape, seed)))
}

/// A network that is exported while games are played is another one, and one that is deleted ends
/// the run with its name. Neither leaves rows.
#[test]
fn a_network_that_changes_meanwhile_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let (path, weights) = (folder.path().join("run"), folder.path().join("net.weights"));
    let [first, second] = two_networks();
    let agent = format!("puct:weights={}", weights.display());
    let config = Config { agent: agent.clone(), nodes: 1, ..config() };
    let stop = AtomicBool::new(false);
    let progress = Progress { tell: &|_| (), stop: &stop };
    let error_after = |change: &dyn Fn()| {
        std::fs::write(&weights, &first).unwrap();
        let mut run = SelfPlay::open(&path, config.clone(), 3, 2).unwrap();
        change();
        let error = run.run(Until { games: 3, time: None }, &progress).unwrap_err();
        assert_eq!((run.games(), rows(&path).len()), (0, 0));
        error.to_string()
    };
    let error = error_after(&|| std::fs::write(&weights, &second).unwrap());
    assert_eq!(error, format!("{agent}: its file was changed while it played"));
    let error = error_after(&|| std::fs::remove_file(&weights).unwrap());
    assert!(error.contains("net.weights"), "{error}");
}

/// A network that was exported again is another one.
#[test]
fn another_network_in_the_same_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (run, weights) = (folder.path().join("run"), folder.path().join("net.weights"));
    let [first, second] = two_networks();
    let agent = format!("puct:weights={}", weights.display());
    let config = Config { agent, nodes: 1, ..config() };
    let open = |config: &Config| SelfPlay::open(&run, config.clone(), 3, 1).map(|run| run.games());
    std::fs::write(&weights, &first).unwrap();
    open(&config).unwrap();
    open(&config).unwrap();
    std::fs::write(&weights, &second).unwrap();
    let [before, after] = [first, second].map(|bytes| Fnv::of(&bytes));
    let refused = |known: &str| {
        format!(
            "{}: the run in this folder has config.checksum-of-weights = {known}, not \
             \"{after:016x}\": name another folder",
            run.display()
        )
    };
    let error = open(&config).unwrap_err().to_string();
    assert_eq!(error, refused(&format!("\"{before:016x}\"")));
}
