use std::sync::atomic::AtomicBool;

use super::*;

/// The formula of the thesis, written out: f_ε = Σ_{j=1..n} γ^j f_{n−j}.
#[test]
fn the_correction_is_the_formula() {
    let features = [[0.5, 0.25], [1.0, 0.0], [0.75, 0.125]];
    let gamma: f64 = 0.5;
    let n = features.len();
    let sum =
        |place: usize| (1..=n).map(|j| gamma.powi(j as i32) * features[n - j][place]).sum::<f64>();
    let found = correction(&features, gamma);
    assert!((found[0] - sum(0)).abs() < 1e-12 && (found[1] - sum(1)).abs() < 1e-12, "{found:?}");
    // 0.5·0.75 + 0.25·1 + 0.125·0.5, by hand.
    assert!((found[0] - 0.6875).abs() < 1e-12);
    assert_eq!(correction(&[], gamma), [0.0; 2]);
}

#[test]
fn a_win_adds_and_a_loss_subtracts() {
    let features = [[1.0, 0.5]];
    assert_eq!(learn([1.0, 1.0], &features, Some(true), 0.5), [1.5, 1.25]);
    assert_eq!(learn([1.0, 1.0], &features, Some(false), 0.5), [0.5, 0.75]);
    assert_eq!(learn([1.0, 1.0], &features, None, 0.5), [1.0, 1.0]);
}

/// Her explanation: with features from 0 to 1 a loss pushes every weight down, whatever was played;
/// with features from −1 to 1 it need not.
#[test]
fn a_loss_pushes_down_unless_features_can_be_negative() {
    for feature in [0.01, 0.3, 0.9] {
        let after = |range: Range| learn([0.0; 2], &[[range.of(feature); 2]], Some(false), 0.9);
        assert!(after(Range::ZeroToOne).iter().all(|&weight| weight < 0.0));
        assert_eq!(after(Range::MinusOneToOne)[0] > 0.0, feature < 0.5);
    }
    // Paths of 8, 0, 4, 16 and 40 squares.
    let around =
        [8.0, 0.0, 4.0, 16.0, 40.0].map(|length| Range::AroundTheStart.of((81.0 - length) / 81.0));
    for (found, expected) in around.into_iter().zip([0.0, 1.0, 0.5, -1.0, -1.0]) {
        assert!((found - expected).abs() < 1e-9, "{around:?}");
    }
}

#[test]
fn players_are_scaled_and_nothing_else() {
    assert_eq!(
        player([2.0, -1.0]).unwrap().to_string(),
        "glendenning-2005:weights=1,-0.5,0,0,0,0,0,0,0,0"
    );
    assert_eq!(player([-4e9, 1e9]).unwrap().value("weights"), Some("-1,0.25,0,0,0,0,0,0,0,0"));
    assert_eq!(player([0.0, 0.0]).unwrap().value("weights"), Some("0,0,0,0,0,0,0,0,0,0"));
}

#[test]
fn options_round_trip() {
    crate::options::tests::round_trips(&Config {
        agents: 3,
        gamma: 0.25,
        unfinished: Unfinished::Ignored,
        nodes: 77,
        move_cap: 50,
        test_every: 2,
    });
}

fn small() -> Config {
    Config { agents: 4, nodes: 10, move_cap: 40, test_every: 2, ..Config::default() }
}

fn run(folder: &Path, rounds: usize, concurrency: usize) -> Perceptron {
    let mut experiment = Perceptron::open(folder, small(), 3, concurrency).unwrap();
    let stop = AtomicBool::new(false);
    experiment.run(rounds, &Progress { tell: &|_| (), stop: &stop }).unwrap();
    experiment
}

/// In two goes, with more games at once, it ends as in one.
#[test]
fn an_experiment_goes_on_where_it_was() {
    let (whole, parts) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let unbroken = run(whole.path(), 4, 1);
    drop(run(parts.path(), 1, 2));
    drop(run(parts.path(), 3, 3));
    let resumed = run(parts.path(), 4, 1);
    assert_eq!(resumed.state, unbroken.state);
    for table in ["weights.csv", "population.csv"] {
        assert_eq!(resumed.folder.table(table).unwrap(), unbroken.folder.table(table).unwrap());
    }
    let report = report(&unbroken, "quoridor learn perceptron".to_owned()).unwrap();
    assert_eq!(report.html().matches("<svg").count(), 5);
}
