use std::sync::atomic::{AtomicBool, AtomicUsize};

use super::*;

fn config() -> Config {
    Config { hidden_units: 16, games: 48, batch: 4, move_cap: 60, test_every: 16, test_games: 2, ..Config::default() }
}

fn run(folder: &Path, config: Config, threads: usize, most: usize) -> Result<QLearning, String> {
    let (stop, told) = (AtomicBool::new(false), AtomicUsize::new(0));
    let tell = |_| {
        if told.fetch_add(1, Ordering::Relaxed) + 1 >= most {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let mut experiment = QLearning::open(folder, config, 5, threads).map_err(|error| error.to_string())?;
    experiment.run(&Progress { tell: &tell, stop: &stop }).map_err(|error| error.to_string())?;
    Ok(experiment)
}

#[test]
fn what_was_stopped_goes_on_with_the_same_numbers() {
    let files =
        |folder: &Path| ["curve.csv", "checkpoint", WEIGHTS].map(|name| std::fs::read(folder.join(name)).unwrap());
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

/// From states with a win in one, with a net that has seen nothing, it learns to win: the one thing that Q-learning has to be able to do. The discount is a half: at 0.99 a win that is put off is worth
/// almost as much as a win, and a net cannot tell the two apart so soon.
#[test]
fn trivial_states_are_learnt() {
    let folder = tempfile::tempdir().unwrap();
    let config = Config {
        inputs: Encoding::Squares,
        hidden_units: 32,
        games: 1500,
        batch: 8,
        // All lessons stay near the end, because the run would be a thousand times as long.
        lessons: 1000.0,
        learning_rate: 0.02,
        discount: 0.5,
        max_over: MaxOver::Legal,
        test_every: 500,
        ..config()
    };
    let experiment = run(folder.path(), config, 1, usize::MAX).unwrap();
    let shares: Vec<f64> = experiment.measured().unwrap().iter().skip(1).map(|point| point.trained.share()).collect();
    assert!(shares[2] > 0.85, "{shares:?}");
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
