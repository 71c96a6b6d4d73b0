use quoridor_core::Game;

use super::*;

/// Examples from random games.
fn examples(encoding: Encoding, count: usize, seed: u64) -> Vec<Example> {
    let mut random = Random::new(seed);
    let mut game = Game::default();
    let mut examples = Vec::new();
    while examples.len() < count {
        if game.position().winner().is_some() || game.moves().len() > 40 {
            game = Game::default();
        }
        let moves: Vec<_> = game.position().legal_moves().iter().collect();
        let mv = random.pick(&moves).unwrap();
        let mut inputs = Inputs::default();
        encoding.encode(game.position(), &mut inputs);
        examples.push(Example {
            inputs,
            action: Action::of(mv, game.position()).unwrap(),
            value: 3.0,
        });
        game.play(mv).unwrap();
    }
    examples
}

fn trainer(encoding: Encoding, hidden_units: usize) -> Trainer {
    Trainer::new(encoding, hidden_units, 0.1, 0.001, &mut Random::new(7))
}

/// The mean square difference in double precision, from the definition.
fn slow_loss(
    net: &Mlp,
    examples: &[Example],
    wanted: impl Fn(&Example, &[f64]) -> Vec<f64>,
) -> f64 {
    let units = net.hidden_units();
    let mut sum = 0.0;
    for example in examples {
        let mut hidden: Vec<f64> = net.to_hidden()[net.encoding().inputs() * units..]
            .iter()
            .map(|&bias| f64::from(bias))
            .collect();
        for &(input, value) in example.inputs.entries() {
            for (unit, sum) in hidden.iter_mut().enumerate() {
                *sum += f64::from(value)
                    * f64::from(net.to_hidden()[usize::from(input) * units + unit]);
            }
        }
        let hidden: Vec<f64> =
            hidden.iter().map(|sum| 1.0 / (1.0 + (-sum).exp())).chain([1.0]).collect();
        let outputs: Vec<f64> = (0..Action::COUNT)
            .map(|action| {
                (0..=units)
                    .map(|unit| {
                        hidden[unit] * f64::from(net.to_output()[unit * Action::COUNT + action])
                    })
                    .sum()
            })
            .collect();
        let wanted = wanted(example, &outputs);
        sum += outputs
            .iter()
            .zip(&wanted)
            .map(|(output, wanted)| (output - wanted).powi(2))
            .sum::<f64>();
    }
    sum / (examples.len() * Action::COUNT) as f64
}

/// Every gradient against the difference that a small change of its weight makes.
#[test]
fn gradients_are_finite_differences() {
    for encoding in Encoding::ALL {
        for others in [Others::Zero, Others::Unchanged] {
            let examples = examples(encoding, 70, 3);
            let mut trainer = trainer(encoding, 5);
            let net = trainer.net();
            let loss = trainer.find_gradients(&examples, others, 1);
            // The targets of the other actions are the present outputs, also after a change of the
            // weights.
            let now: Vec<[f32; Action::COUNT]> =
                examples.iter().map(|example| net.forward(&example.inputs)).collect();
            let wanted = |example: &Example, _: &[f64]| {
                let place = examples.iter().position(|other| std::ptr::eq(other, example)).unwrap();
                let mut wanted: Vec<f64> = match others {
                    Others::Zero => vec![0.0; Action::COUNT],
                    Others::Unchanged => {
                        now[place].iter().map(|&output| f64::from(output)).collect()
                    }
                };
                wanted[example.action.number()] = f64::from(example.value);
                wanted
            };
            let exact = slow_loss(&net, &examples, wanted);
            assert!((loss / exact - 1.0).abs() < 1e-5, "{loss} for {exact}");
            let change = 1.0 / 1024.0;
            let difference = |layer: usize, place: usize| {
                let moved = |by: f32| {
                    let mut net = net.clone();
                    let (to_hidden, to_output) = net.layers_mut();
                    [to_hidden, to_output][layer][place] += by;
                    slow_loss(&net, &examples, wanted)
                };
                (moved(change) - moved(-change)) / (2.0 * f64::from(change))
            };
            let mut seen = 0;
            for (layer, trained) in trainer.mlp.layers.iter().enumerate() {
                for (place, &gradient) in trained.gradients.iter().enumerate().step_by(7) {
                    let expected = difference(layer, place);
                    let error = (f64::from(gradient) - expected).abs();
                    assert!(
                        error < 1e-6 + 0.01 * expected.abs(),
                        "{layer} {place}: {gradient} for {expected}"
                    );
                    seen += usize::from(gradient.abs() > 1e-5);
                }
            }
            assert!(seen > 20, "only {seen} gradients were more than nothing");
        }
    }
}

/// The forward pass of training is the one of play, bit by bit.
#[test]
fn training_and_play_see_the_same_outputs() {
    let examples = examples(Encoding::Numbers, 3, 5);
    let mut trainer = trainer(Encoding::Numbers, 150);
    let net = trainer.net();
    let compared = trainer.mlp.find_gradients(&examples, 1, |example, outputs| {
        assert_eq!(outputs, net.forward(&example.inputs));
        1.0
    });
    assert_eq!(compared, 3.0);
}

#[test]
fn it_learns_by_heart() {
    let examples = examples(Encoding::Squares, 20, 1);
    let mut trainer = Trainer::new(Encoding::Squares, 60, 0.1, 0.01, &mut Random::new(1));
    let first = trainer.learn(&examples, Others::Zero, 1);
    let last = (0..1000).map(|_| trainer.learn(&examples, Others::Zero, 1)).last().unwrap();
    assert!(last < first / 100.0, "{first} became {last}");
}

/// Any number of threads gives the same bits.
#[test]
fn threads_change_nothing() {
    let examples = examples(Encoding::Numbers, 150, 2);
    let train = |threads: usize| {
        let mut trainer = trainer(Encoding::Numbers, 300);
        let losses: Vec<f64> =
            (0..3).map(|_| trainer.learn(&examples, Others::Zero, threads)).collect();
        (losses, trainer.state())
    };
    let alone = train(1);
    assert_eq!(train(2), alone);
    assert_eq!(train(5), alone);
}

#[test]
fn a_state_goes_on_where_it_was() {
    let examples = examples(Encoding::Numbers, 64, 4);
    let mut unbroken = trainer(Encoding::Numbers, 130);
    for _ in 0..4 {
        unbroken.learn(&examples, Others::Zero, 1);
    }
    let mut first = trainer(Encoding::Numbers, 130);
    for _ in 0..2 {
        first.learn(&examples, Others::Zero, 1);
    }
    let mut second = Trainer::new(Encoding::Numbers, 130, 0.5, 0.001, &mut Random::new(99));
    second.restore(&first.state()).unwrap();
    for _ in 0..2 {
        second.learn(&examples, Others::Zero, 1);
    }
    assert_eq!(second.state(), unbroken.state());
    let short = unbroken.state();
    assert!(
        second
            .restore(&short[..short.len() - 4])
            .unwrap_err()
            .to_string()
            .starts_with("the state of the network has")
    );
    assert_eq!(second.net(), unbroken.net());
}
