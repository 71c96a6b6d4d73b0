use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::*;

fn config() -> Config {
    Config { hidden_units: 16, batch: 100, test_every: 1000, test_games: 2, ..Config::default() }
}

/// Runs until it is done or has reported its progress `most` times.
fn run(folder: &Path, threads: usize, actions: u64, most: usize) -> Result<(), String> {
    let (stop, told) = (AtomicBool::new(false), AtomicUsize::new(0));
    let tell = |_| {
        if told.fetch_add(1, Ordering::Relaxed) + 1 >= most {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let mut experiment =
        Imitation::open(folder, config(), 5, threads).map_err(|error| error.to_string())?;
    experiment
        .run(actions, &Progress { tell: &tell, stop: &stop })
        .map_err(|error| error.to_string())
}

fn files(folder: &Path) -> Vec<Vec<u8>> {
    ["curve.csv", "checkpoint", WEIGHTS]
        .map(|name| std::fs::read(folder.join(name)).unwrap())
        .to_vec()
}

/// Stopped again and again, with one thread or three: the same files, bit by bit.
#[test]
fn what_was_stopped_goes_on_with_the_same_numbers() {
    let (whole, parts) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    run(whole.path(), 1, 2500, usize::MAX).unwrap();
    let mut stops = 0;
    while run(parts.path(), 3, 2500, 9).is_err() {
        stops += 1;
    }
    assert!(stops >= 3, "{stops}");
    assert_eq!(files(parts.path()), files(whole.path()));
}

#[test]
fn a_run_can_be_made_longer() {
    let (whole, parts) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    run(whole.path(), 2, 2000, usize::MAX).unwrap();
    for actions in [400, 1000, 2000] {
        run(parts.path(), 2, actions, usize::MAX).unwrap();
    }
    assert_eq!(files(parts.path()), files(whole.path()));
    let experiment = Imitation::open(parts.path(), config(), 5, 1).unwrap();
    let points: Vec<u64> =
        experiment.measured().unwrap().iter().map(|point| point.actions).collect();
    assert_eq!(
        points.chunks(3).map(|three| three[0]).collect::<Vec<_>>(),
        [0, 100, 200, 400, 800, 1000, 2000]
    );
    assert_eq!(report(&experiment, "command".to_owned()).unwrap().blocks.len(), 7);
}

#[test]
fn another_config_is_another_run() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), 1, 100, usize::MAX).unwrap();
    let other = Config { mirror: true, ..config() };
    let error = Imitation::open(folder.path(), other, 5, 1).unwrap_err().to_string();
    assert!(error.contains("config.mirror = false, not true"), "{error}");
}

#[test]
fn options_round_trip() {
    crate::options::tests::round_trips(&Config {
        inputs: Encoding::Squares,
        against: vec!["random:seed=3".to_owned(), TEACHER.to_owned()],
        hidden_units: 7,
        learning_rate: 0.01,
        batch: 50,
        reward: 0.5,
        deviation: 0.125,
        mirror: true,
        test_every: 9,
        test_games: 4,
    });
}
