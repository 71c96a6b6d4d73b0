use std::fs;
use std::sync::atomic::AtomicBool;

use quoridor_engine::players::alphabeta::evaluation::{Layer, Net};
use quoridor_engine::random::Random;

use super::*;

type Small = Learner<3, 5, 4>;

fn random_examples(count: usize) -> Vec<Example<3>> {
    let mut random = Random::new(9);
    (0..count)
        .map(|_| Example {
            inputs: [0; 3].map(|_| random.normal() as f32),
            chance: random.unit() as f32,
        })
        .collect()
}

/// The mean cross-entropy by its definition, in double precision, unit by unit; and half the decay
/// of the squares.
fn slow_loss(net: &Net<3, 5, 4>, changed: usize, by: f64, examples: &[Example<3>]) -> f64 {
    let mut numbers: Vec<f64> = net.numbers().copied().map(f64::from).collect();
    numbers[changed] += by;
    let mut numbers = numbers.into_iter();
    let mut decay = 0.0;
    let layers: Vec<(Vec<Vec<f64>>, Vec<f64>)> = [(3, 5), (5, 4), (4, 1)]
        .into_iter()
        .map(|(inputs, units)| {
            let rows: Vec<Vec<f64>> =
                (0..inputs).map(|_| numbers.by_ref().take(units).collect()).collect();
            decay += rows.iter().flatten().map(|weight| 0.5e-6 * weight * weight).sum::<f64>();
            (rows, numbers.by_ref().take(units).collect())
        })
        .collect();
    let loss = |example: &Example<3>| {
        let mut values: Vec<f64> = example.inputs.map(f64::from).to_vec();
        for (place, (rows, begin)) in layers.iter().enumerate() {
            let unit = |unit: usize| {
                begin[unit]
                    + values.iter().zip(rows).map(|(value, row)| value * row[unit]).sum::<f64>()
            };
            values = (0..begin.len())
                .map(unit)
                .map(|sum| if place < 2 { sum.max(0.0) } else { sum })
                .collect();
        }
        let chance = 1.0 / (1.0 + (-values[0]).exp());
        let wanted = f64::from(example.chance);
        -wanted * chance.ln() - (1.0 - wanted) * (1.0 - chance).ln()
    };
    examples.iter().map(loss).sum::<f64>() / examples.len() as f64 + decay
}

#[test]
fn gradients_are_finite_differences() {
    let examples = random_examples(20);
    let mut learner = Small::new(4);
    // Biases other than zero, so that their part in the gradients shows.
    learner.mlp.layers[0].values[15..].copy_from_slice(&[0.1, -0.2, 0.3, 0.05, 0.2]);
    learner.find_gradients(&examples.iter().collect::<Vec<_>>());
    let net = learner.net();
    let gradients: Vec<f32> =
        learner.mlp.layers.iter().flat_map(|layer| &layer.gradients).copied().collect();
    let difference = 1e-6;
    for (place, slope) in gradients.iter().enumerate() {
        let loss = |by: f64| slow_loss(&net, place, by, &examples);
        let slow = (loss(difference) - loss(-difference)) / (2.0 * difference);
        assert!((f64::from(*slope) - slow).abs() < 1e-5, "{place}: {slope}, not {slow}");
    }
    assert!(
        gradients.iter().filter(|slope| slope.abs() > 1e-3).count() > 20,
        "hardly anything to compare"
    );
}

/// The first step of Adam goes by the rate against the sign of the slope, however large it is
/// (Kingma, Ba 2015, section 2.1).
#[test]
fn the_first_step_is_the_rate() {
    let mut learner = Small::new(4);
    let before = learner.net();
    learner.mlp.layers[0].gradients[5 + 2] = 0.5;
    learner.mlp.layers[2].gradients[4] = -20.0;
    learner.step(1, 0.01);
    let after = learner.net();
    assert!((after.first.weights[1][2] - before.first.weights[1][2] + 0.01).abs() < 1e-6);
    assert!((after.last.biases[0] - before.last.biases[0] - 0.01).abs() < 1e-6);
    assert_eq!(after.second, before.second);
}

#[test]
fn log_loss_is_the_formula() {
    for (odds, came) in [(0.0, 1.0), (2.0, 0.0), (-1.5, 0.5), (3.0, 1.0)] {
        let chance: f64 = 1.0 / (1.0 + f64::exp(-odds));
        let formula = -came * chance.ln() - (1.0 - came) * (1.0 - chance).ln();
        assert!((log_loss(odds, came) - formula).abs() < 1e-12);
        assert!((logistic(odds) - chance).abs() < 1e-12);
    }
    assert_eq!(log_loss(-1e9, 1.0), 1e9);
}

/// Probabilities that follow from the features by a planted formula are learnt, also for features
/// outside the training set.
#[test]
fn a_planted_target_is_learnt() {
    let mut random = Random::new(2);
    let mut features = || [0; 8].map(|_| random.below(11) as u8);
    let planted = |[own, other, walls, others, sure, ..]: [u8; 8]| {
        let [own, other, walls, others, sure] = [own, other, walls, others, sure].map(f64::from);
        logistic(0.5 * (other - own) + 0.03 * (walls - others) * own + 0.1 * sure.min(5.0))
    };
    let samples: Vec<[u8; 8]> = (0..6_000).map(|_| features()).collect();
    let examples: Vec<Example<8>> = samples
        .iter()
        .map(|features| Example { inputs: inputs(features), chance: planted(*features) as f32 })
        .collect();
    let unseen: Vec<[u8; 8]> = (0..500).map(|_| features()).collect();
    let wrong = |learner: &Full| {
        let error = |features: &[u8; 8]| {
            (logistic(odds(&learner.net(), &inputs(features))) - planted(*features)).abs()
        };
        unseen.iter().map(error).sum::<f64>() / unseen.len() as f64
    };
    let mut learner = Full::new(1);
    assert!(wrong(&learner) > 0.2, "{}", wrong(&learner));
    (0..100).for_each(|epoch| learner.epoch(&examples, epoch, 100, 7));
    assert!(wrong(&learner) < 0.02, "{}", wrong(&learner));
    // As it is played: in hundredths of a step, from unscaled features.
    let net = learner.for_play();
    for features in &unseen {
        let score = f64::from(net.score(*features));
        assert!(
            (score * 0.006 - odds(&learner.net(), &inputs(features))).abs() < 0.01,
            "{features:?}"
        );
    }
}

#[test]
fn a_learner_is_its_bits() {
    let mut learner = Small::new(3);
    learner.epoch(&random_examples(40), 0, 2, 1);
    let bits = learner.bits();
    let mut restored = Small::of_bits(&bits).unwrap();
    assert_eq!((restored.net(), restored.bits()), (learner.net(), bits.clone()));
    assert!(Small::of_bits(&bits[1..]).is_none());
    assert!(Small::of_bits(&[bits, vec![0]].concat()).is_none());
    assert_ne!(Layer::<3, 5>::ZERO, learner.net().first);
}

#[test]
fn options_round_trip() {
    let agent = "alphabeta:hash=1".to_owned();
    let config = Config { agent, nodes: 7, games: 11, epochs: 3, lambda: 0.125 };
    crate::options::tests::round_trips(&config);
}

fn small() -> Config {
    Config { agent: "alphabeta:hash=1".to_owned(), nodes: 300, games: 40, epochs: 3, lambda: 0.5 }
}

fn run(folder: &Path, concurrency: usize) -> EvaluationRun {
    let mut run = EvaluationRun::open(folder, small(), 3, concurrency).unwrap();
    run.run(&Progress { tell: &|_| (), stop: &AtomicBool::new(false) }, |_| ()).unwrap();
    run
}

/// Stopped amid the games and amid the epochs, with more games at once, it ends as if nobody had
/// touched it; and what comes of it can be played.
#[test]
fn a_run_goes_on_where_it_was() {
    let (whole, parts) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let unbroken = run(whole.path(), 1);
    // Stopped after the first checkpoint of the games, then after the second epoch.
    for last in ["game 33 of 40", "epoch 2 of 3"] {
        let stop = AtomicBool::new(false);
        let tell = |text: String| {
            stop.store(text.starts_with(last) || stop.load(Ordering::Relaxed), Ordering::Relaxed);
        };
        let mut broken = EvaluationRun::open(parts.path(), small(), 3, 3).unwrap();
        let error = broken.run(&Progress { tell: &tell, stop: &stop }, |_| ()).unwrap_err();
        assert!(error.is::<Stopped>(), "{error}");
    }
    assert_eq!(EvaluationRun::open(parts.path(), small(), 3, 1).unwrap().state.epochs, 2);
    let resumed = run(parts.path(), 2);
    assert_eq!(resumed.state, unbroken.state);
    let text = |folder: &Path, name: &str| fs::read_to_string(folder.join(name)).unwrap();
    for name in [POSITIONS, LOSSES, EVALUATION, "checkpoint"] {
        assert_eq!(text(parts.path(), name), text(whole.path(), name), "{name}");
    }
    let file = whole.path().join(EVALUATION);
    let read = Evaluation::read(&text(whole.path(), EVALUATION)).unwrap();
    assert_eq!(read.to_string(), text(whole.path(), EVALUATION));
    assert_ne!(read.full(), Evaluation::shipped().full());
    assert!(format!("alphabeta:evaluation={}", file.display()).parse::<Spec>().is_ok());
    let samples = unbroken.samples().unwrap();
    assert!(
        samples.iter().any(|one| one.game == 39)
            && samples.windows(2).all(|pair| pair[0].game <= pair[1].game)
    );
    let losses = unbroken.losses().unwrap();
    assert_eq!(losses.iter().map(|losses| losses.epoch).collect::<Vec<_>>(), [1, 2, 3]);
    assert!(losses[2].full[0] < losses[0].full[0], "{losses:?}");
    let report = report(&unbroken, "quoridor learn evaluation".to_owned()).unwrap();
    assert_eq!(report.html().matches("<svg").count(), 2);
}

#[test]
fn a_config_that_makes_no_sense_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let error = |config: Config| {
        EvaluationRun::open(&path, config, 1, 1).map(|_| ()).unwrap_err().to_string()
    };
    let agent = |agent: &str| error(Config { agent: agent.to_owned(), ..small() });
    assert!(
        agent("random").starts_with("agent = random: expected alphabeta"),
        "{}",
        agent("random")
    );
    assert!(agent("alphabeta:threads=2").contains("expected threads=1"));
    assert!(agent("alphabeta:evaluation=nowhere.txt").contains("nowhere.txt: No such file"));
    assert!(agent("alphabet").contains("no player is called 'alphabet'"));
    assert!(error(Config { games: 4, ..small() }).contains("5 or more"));
    assert!(!path.exists());
    drop(EvaluationRun::open(&path, small(), 1, 1).unwrap());
    assert!(error(Config { lambda: 0.25, ..small() }).contains("config.lambda = 0.5, not 0.25"));
}

/// A record of a game between two of Hoľa's players, by its number.
fn record(number: u64) -> quoridor_core::record::Record {
    let seeds = [number, number + 100].map(|seed| format!("hola-2016-heuristic:seed={seed}"));
    let mut players = seeds.map(|spec| spec.parse::<Spec>().unwrap().build().unwrap());
    let mut game = Game::default();
    while game.position().winner().is_none() {
        let place = game.moves().len() % 2;
        let limits = Limits::NONE;
        let decision = quoridor_engine::choose_alone(players[place].as_mut(), &game, &limits);
        game.play(decision.mv).unwrap();
    }
    let moves: Vec<String> = game.moves().iter().map(ToString::to_string).collect();
    let turns: Vec<String> = (1..)
        .zip(moves.chunks(2))
        .map(|(turn, two)| format!("{turn}. {}", two.join(" ")))
        .collect();
    let result = if moves.len() % 2 == 1 { "1-0" } else { "0-1" };
    let text = format!("[South \"Ann\"]\n[North \"Bob\"]\n\n{} {result}\n", turns.join(" "));
    quoridor_core::record::read(&text).next().unwrap().unwrap()
}

/// Games of a store are learnt from like games of self-play: duplicates, unfinished games and other
/// boards are left out, an interrupted run ends with the same files, and other games are another
/// run.
#[test]
fn games_of_a_store_are_learnt_from() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = quoridor_store::Store::open(&folder.path().join("games.sqlite")).unwrap();
    for number in [1, 2, 3, 1, 4, 5, 6] {
        store.add_record(&record(number)).unwrap();
    }
    let open = quoridor_core::record::read("1. e2 e8 *\n").next().unwrap().unwrap();
    store.add_record(&open).unwrap();
    let games =
        |limit| FinishedGame::of_store(&store, &quoridor_store::Filter::default(), limit).unwrap();
    let six = games(100);
    assert_eq!((six.len(), games(5).len()), (6, 5));
    assert_eq!(six[0].game.moves().len(), record(1).main.moves.len());
    let config = || Config { epochs: 2, nodes: 200, ..small() };
    let open = |path: &Path, games: Vec<FinishedGame>| {
        EvaluationRun::open_with_games(path, config(), games, 3, 1)
    };
    let (whole, parts) = (folder.path().join("whole"), folder.path().join("parts"));
    let never = AtomicBool::new(false);
    let mut unbroken = open(&whole, six.clone()).unwrap();
    unbroken.run(&Progress { tell: &|_| (), stop: &never }, |_| ()).unwrap();
    assert_eq!(unbroken.config().games, 6);
    let stop = AtomicBool::new(false);
    let tell = |text: String| stop.store(text.starts_with("game 2"), Ordering::Relaxed);
    let mut stopped = open(&parts, six.clone()).unwrap();
    assert!(stopped.run(&Progress { tell: &tell, stop: &stop }, |_| ()).is_err());
    drop(stopped);
    let mut resumed = open(&parts, six.clone()).unwrap();
    assert_eq!(resumed.state.games, 2);
    resumed.run(&Progress { tell: &|_| (), stop: &never }, |_| ()).unwrap();
    for name in [POSITIONS, LOSSES, EVALUATION, "checkpoint"] {
        let read = |folder: &Path| fs::read(folder.join(name)).unwrap();
        assert_eq!(read(&parts), read(&whole), "{name}");
    }
    // Every other position, of South in even games, with the result of its player.
    for sample in unbroken.samples().unwrap() {
        let FinishedGame { game, outcome } = &six[sample.game];
        let won = *outcome == quoridor_core::Outcome::Win(game.positions()[sample.game % 2].turn());
        assert_eq!(sample.won, f64::from(u8::from(won)));
    }
    drop(unbroken);
    let other = open(&whole, games(5)).map(|_| ()).unwrap_err().to_string();
    assert!(other.contains("config.games = 6, not 5"), "{other}");
    let few = open(&folder.path().join("few"), games(4)).map(|_| ()).unwrap_err();
    assert!(few.is::<ConfigError>(), "{few}");
}
