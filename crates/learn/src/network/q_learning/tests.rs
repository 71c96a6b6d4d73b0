use std::sync::atomic::{AtomicBool, AtomicUsize};

use super::*;

fn config() -> Config {
    Config {
        hidden_units: 16,
        games: 48,
        batch: 4,
        move_cap: 60,
        test_every: 16,
        test_games: 2,
        ..Config::default()
    }
}

fn run(folder: &Path, config: Config, threads: usize, most: usize) -> Result<QLearning, String> {
    let (stop, told) = (AtomicBool::new(false), AtomicUsize::new(0));
    let tell = |_| {
        if told.fetch_add(1, Ordering::Relaxed) + 1 >= most {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let mut experiment =
        QLearning::open(folder, config, 5, threads).map_err(|error| error.to_string())?;
    experiment.run(&Progress { tell: &tell, stop: &stop }).map_err(|error| error.to_string())?;
    Ok(experiment)
}

#[test]
fn what_was_stopped_goes_on_with_the_same_numbers() {
    let files = |folder: &Path| {
        ["curve.csv", "checkpoint", WEIGHTS].map(|name| std::fs::read(folder.join(name)).unwrap())
    };
    let (whole, parts) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    run(whole.path(), config(), 1, usize::MAX).unwrap();
    let mut stops = 0;
    while run(parts.path(), config(), 3, 5).is_err() {
        stops += 1;
    }
    assert!(stops >= 2, "{stops}");
    assert_eq!(files(parts.path()), files(whole.path()));
}

/// Exploration falls in a straight line, and lessons end where they should.
#[test]
fn schedules_go_from_one_end_to_the_other() {
    let config = Config { games: 1000, ..config() };
    assert_eq!(config.exploration(0), 0.5);
    assert!((config.exploration(500) - 0.2525).abs() < 1e-12);
    assert!((config.exploration(1000) - 0.005).abs() < 1e-12);
    assert_ne!(config.lesson(0, 1).start, Position::default());
    assert_eq!(config.lesson(750, 1).start, Position::default());
}

/// By how much the net thinks more of winning at once than of the other moves, on average over some
/// lessons that can be won at once.
fn advantage_of_winning(net: &Mlp) -> f64 {
    let advantage = |seed: u64| {
        let start = Lesson::before_the_end(0.0, seed).start;
        let mut inputs = Inputs::default();
        net.encoding().encode(&start, &mut inputs);
        let outputs = net.forward(&inputs);
        let mean_where = |wins: bool| {
            let wins = |mv: &Move| {
                matches!(mv, Move::Step(to) if start.goals(start.turn()).contains(*to)) == wins
            };
            let moves: Vec<Move> = start.legal_moves().iter().filter(wins).collect();
            let output = |mv: &Move| f64::from(outputs[Action::of(*mv, &start).unwrap().number()]);
            moves.iter().map(output).sum::<f64>() / moves.len() as f64
        };
        mean_where(true) - mean_where(false)
    };
    (0..50).map(advantage).sum::<f64>() / 50.0
}

/// From states with a win in one, a net that has seen nothing learns what a win is worth.
#[test]
fn a_win_becomes_worth_something() {
    let folder = tempfile::tempdir().unwrap();
    // All lessons stay near the end, because the run would be a thousand times as long.
    let config = Config {
        games: 1500,
        batch: 8,
        lessons: 1000.0,
        learning_rate: 0.02,
        test_every: 500,
        ..config()
    };
    let before = QLearning::open(folder.path(), config.clone(), 5, 1).unwrap().trainer.net();
    let experiment = run(folder.path(), config, 1, usize::MAX).unwrap();
    let (before, after) =
        (advantage_of_winning(&before), advantage_of_winning(&experiment.trainer.net()));
    assert!(before.abs() < 1.0 && after > 5.0, "{before} became {after}");
    assert_eq!(report(&experiment, "command".to_owned()).unwrap().blocks.len(), 6);
}

/// Outputs of illegal actions count only if they are asked for.
#[test]
fn the_greatest_output_is_over_what_was_chosen() {
    let mut net = Mlp::new(Encoding::Numbers, 1);
    let position = Position::default();
    let (_, to_output) = net.layers_mut();
    to_output[Action::COUNT + 129] = 7.0; // down, off the board
    to_output[Action::COUNT + 128] = 3.0; // up
    assert_eq!(greatest(&net, &position, MaxOver::All), 7.0);
    assert_eq!(greatest(&net, &position, MaxOver::Legal), 3.0);
    let mut inputs = Inputs::default();
    Encoding::Numbers.encode(&position, &mut inputs);
    assert_eq!(best(&net, &position, &inputs).to_string(), "e2");
}

#[test]
fn options_round_trip() {
    crate::options::tests::round_trips(&Config {
        inputs: Encoding::Squares,
        hidden_units: 7,
        learning_rate: 0.01,
        deviation: 0.125,
        games: 40,
        batch: 2,
        opponent: "hola-2016-heuristic".to_owned(),
        win: 1.0,
        loss: -1.5,
        discount: 0.9,
        max_over: MaxOver::Legal,
        explore: 0.75,
        explore_at_last: 0.25,
        lessons: 0.5,
        move_cap: 90,
        test_every: 9,
        test_games: 4,
    });
}
