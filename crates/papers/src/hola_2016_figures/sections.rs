//! The text of the report.

use quoridor_arena::statistics::{Comparison, Proportion, Sample, Verdict};
use quoridor_learn::network::evaluation::{OPPONENTS, Tally};
use quoridor_learn::network::imitation::{self, Measured};
use quoridor_learn::network::q_learning;
use quoridor_report::Quantity::{Exact, Percent};
use quoridor_report::{Block, Figure, Quantity, p_value};

use super::Learnt;
use super::finals::{Finals, Key, Start};
use super::training::{SEEDS, SHIPPED, THESIS, Trained, VARIANTS};
use crate::Settings;
use crate::compare::{self, about_verdicts};

const RANDOM: usize = 0;
const PATH: usize = 1;
const HEURISTIC: usize = 2;

fn key(settings: usize, opponent: usize) -> Key {
    Key { settings, seed: 0, opponent, no_repeat: false, start: Start::Usual }
}

/// The curves and the claims about them.
pub(super) fn imitation(actions: u64, trained: &[Trained], finals: &Finals) -> Vec<Block> {
    let mut blocks = vec![
        Block::paragraph(&format!(
            "A network of 133 inputs, 1000 logistic hidden units and 140 linear outputs watches \
             hola-2016-heuristic against itself, with the learning rate 0.001 of the thesis, for \
             {} actions. What the thesis leaves open (batches of 1000, Adam, 100 as the desired \
             output, the first weights) follows the author's published program. A game of 1000 \
             actions is lost. Every setting is trained with {SEEDS} seeds.",
            Exact(actions.into())
        )),
        Block::heading("Claims about Figures 5.1 to 5.3"),
        Block::paragraph(
            "The thesis' settings first, then the settings of the shipped hola-2016-nn (all three \
             changes of the ablation below). Games from the usual start; of games that are equal \
             move by move only one counts. \"Distinct\" in the remarks is the number of games that \
             are left. The rows \"late against early\" compare the second half of the training \
             with the first. They add up the games of all checkpoints of the same networks, which \
             are not independent: their p-values are too small.",
        ),
    ];
    for (settings, label) in [(THESIS, "thesis' settings"), (SHIPPED, "shipped settings")] {
        blocks.push(Block::Figures(claims(settings, label, trained, finals)));
    }
    blocks.push(Block::heading("Figures 5.1 to 5.3, thesis' settings"));
    blocks.extend(curves(trained, THESIS));
    blocks.push(Block::heading("Figures 5.1 to 5.3, shipped settings"));
    blocks.extend(curves(trained, SHIPPED));
    blocks
}

/// The curves of the first seed.
fn curves(trained: &[Trained], settings: usize) -> Vec<Block> {
    let first = trained.iter().find(|run| run.settings == settings && run.seed == 0);
    first.map(|run| imitation::curves(&run.measured)).unwrap_or_default()
}

fn claims(settings: usize, label: &str, trained: &[Trained], finals: &Finals) -> Vec<Figure> {
    let pooled = |opponent| finals.of_all_seeds(key(settings, opponent), SEEDS);
    let mut figures = Vec::new();
    let random = pooled(RANDOM).won();
    let curve = |opponent: usize, is_late: bool| {
        let points = trained.iter().filter(|run| run.settings == settings);
        let tallies = points.flat_map(|run| half(&run.measured, opponent, is_late));
        tallies.fold(Proportion::new(0, 0), |sum, (won, games)| {
            Proportion::new(sum.successes + won, sum.trials + games)
        })
    };
    figures.push(
        compare::claim_larger(
            &format!("wins against random, late against early in training, {label}"),
            "larger",
            curve(RANDOM, true),
            curve(RANDOM, false),
        )
        .because("\"agent was able to learn reasonably fast\"; checkpoints added up"),
    );
    figures.extend(below_all(&format!("games won against random, {label}"), random));
    let path = pooled(PATH);
    figures.push(
        compare::share_with(&format!("games won against path, {label}"), 1.0, path.won())
            .counted_in("distinct games")
            .because(&format!(
                "\"win every time\"; {} distinct of {} games, two of each network",
                path.distinct.games(),
                path.all.games()
            )),
    );
    figures.push(
        compare::claim_larger(
            &format!("wins against heuristic, late against early in training, {label}"),
            "larger",
            curve(HEURISTIC, true),
            curve(HEURISTIC, false),
        )
        .because("\"tendency of learning was clearly still increasing\"; checkpoints added up"),
    );
    figures
}

/// Games won and games of all points in one half of a training run.
fn half(measured: &[Measured], opponent: usize, is_late: bool) -> Vec<(u64, u64)> {
    let last = measured.last().map_or(0, |point| point.actions);
    measured
        .iter()
        .filter(|point| point.opponent == OPPONENTS[opponent])
        .filter(|point| (2 * point.actions > last) == is_late)
        .map(|point| (point.tally.won, point.tally.games()))
        .collect()
}

/// "Agent does not wins against random all times."
fn below_all(what: &str, ours: Proportion) -> Option<Figure> {
    let share = compare::estimate(ours)?;
    let verdict = if ours.successes < ours.trials {
        Verdict::Agrees
    } else {
        // Thirty games lose none with probability 0.2 if one in twenty is lost.
        Verdict::Inconclusive { games_needed: Some(32.max(ours.trials + 1)) }
    };
    let figure = Figure::measured(what, share, |share| Percent(share, 1));
    let counts = format!("{} of {} distinct games", ours.successes, ours.trials);
    Some(figure.beside(Quantity::Words("below 100 %"), None).judged(None, verdict).because(&counts))
}

/// The settings one by one, from random openings.
pub(super) fn ablation(finals: &Finals) -> Vec<Block> {
    let share = |settings: usize, opponent: usize, seed: usize| {
        let opening = Key { start: Start::Opening, seed, ..key(settings, opponent) };
        finals.get(opening).won().share().unwrap_or_default()
    };
    let sample = |settings: usize, opponent: usize| {
        let shares: Vec<f64> = (0..SEEDS).map(|seed| share(settings, opponent, seed)).collect();
        (Sample::of(&shares).expect("there are several seeds"), shares)
    };
    let rows = VARIANTS.iter().enumerate().map(|(settings, variant)| {
        let mut cells = vec![variant.name.to_owned(), variant.change.to_owned()];
        for opponent in [RANDOM, PATH, HEURISTIC] {
            let (own, shares) = sample(settings, opponent);
            let low = shares.iter().copied().fold(f64::INFINITY, f64::min);
            let high = shares.iter().copied().fold(0.0, f64::max);
            // Small shares would all be zero.
            let digits = usize::from(high < 0.1);
            cells.push(format!(
                "{} ({:.digits$} to {:.digits$})",
                Percent(own.mean, 1),
                100.0 * low,
                100.0 * high
            ));
            let (thesis, _) = sample(THESIS, opponent);
            let test = compare::mean_test(thesis, own, compare::MARGIN);
            let p = test.filter(|_| settings != THESIS).map(|test| p_value(test.p_value));
            cells.push(p.unwrap_or_else(|| "–".to_owned()));
        }
        cells
    });
    vec![
        Block::heading("Ablation: inputs, batches, watched opponents"),
        Block::paragraph(&format!(
            "Each setting changes one thing of the thesis' settings; \"all\" makes all three \
             changes. Games from openings of four random moves, so that all differ. The share of \
             games won is the mean over {SEEDS} seeds, with the lowest and the highest; p is that \
             of Welch's test against the thesis' settings, with seeds as the sample."
        )),
        Block::table(
            ["settings", "remark", "random", "p", "path", "p", "heuristic", "p"],
            rows.collect(),
        ),
    ]
}

/// Dead ends, and the cure.
pub(super) fn dead_ends(finals: &Finals) -> Vec<Block> {
    let games = |settings, opponent, no_repeat| {
        let key = Key { no_repeat, start: Start::Opening, ..key(settings, opponent) };
        finals.of_all_seeds(key, SEEDS).distinct
    };
    let rows = [THESIS, SHIPPED].into_iter().flat_map(|settings| {
        OPPONENTS.iter().enumerate().flat_map(move |(opponent, name)| {
            [false, true].map(move |no_repeat| {
                let score = games(settings, opponent, no_repeat);
                let counts = [score.wins, score.losses, score.draws].map(|n| n.to_string());
                [
                    vec![
                        format!("{} against {name}", VARIANTS[settings].name),
                        no_repeat.to_string(),
                    ],
                    counts.to_vec(),
                ]
                .concat()
            })
        })
    });
    let figures = [THESIS, SHIPPED].map(|settings| {
        let won = |no_repeat| {
            let score = games(settings, RANDOM, no_repeat);
            Proportion::new(score.wins, score.games())
        };
        let what = format!(
            "wins against random with the cure against without, {} settings",
            VARIANTS[settings].name
        );
        compare::claim_larger(&what, "larger", won(true), won(false))
    });
    vec![
        Block::heading("Dead ends, and the cure"),
        Block::paragraph(
            "\"One major problem that we encountered was agent getting stucked in dead end and \
             moving back and forth. What could be done in future work could be elimination of \
             this problem by remembering previous actions and disallowing selection of same \
             actions.\" This cure is the option no-repeat. All seeds together, from random \
             openings, each from both seats; undecided games have 1000 actions. The tests take \
             games as independent, also those of one network and of one opening.",
        ),
        Block::Figures(figures.to_vec()),
        Block::table(["games", "no-repeat", "won", "lost", "undecided"], rows.collect()),
    ]
}

/// Q-learning.
pub(super) fn q_learning(learnt: &[Learnt]) -> Vec<Block> {
    let mut blocks = vec![
        Block::heading("Q-learning"),
        Block::paragraph(
            "The same network as a Q-function, against hola-2016-path, from positions that are won \
             in one move to the usual start; 100 for a win, -100 for a loss, discount 0.99; one \
             training run each. \"We also tried using combination of neural networks with \
             Q-learning, but that turned out not to be successful.\" That is taken to mean: it \
             does not win more than half of its games. Against hola-2016-path there are only two, \
             one in each seat, since neither player draws random numbers; games against random all \
             differ and are tested.",
        ),
    ];
    let figures = learnt.iter().flat_map(|(over, measured)| {
        let tested = measured.last().map(|last| last.tested);
        [
            tested.and_then(|[_, path, _]| lost_both(over, path)),
            tested.and_then(|[random, ..]| loses(over, random)),
        ]
    });
    let figures = figures.flatten();
    blocks.push(Block::Figures(figures.collect()));
    for (over, measured) in learnt {
        blocks.push(Block::heading(&format!("Q-learning, greatest output over {over} actions")));
        blocks.push(Block::paragraph(&q_in_words(measured)));
        blocks.extend(q_learning::curves(measured));
    }
    blocks
}

/// The words of the thesis about Q-learning.
const UNSUCCESSFUL: Quantity = Quantity::Words("not successful");

/// The games against the path player, which are all that there are.
fn lost_both(over: &str, path: Tally) -> Option<Figure> {
    let share = Proportion::new(path.won, path.games()).share()?;
    let verdict = if share > 0.5 { Verdict::Differs } else { Verdict::Agrees };
    let what = format!("games won against path, greatest output over {over} actions");
    let figure = Figure::new_exact(&what, Percent(share, 1)).beside(UNSUCCESSFUL, None);
    let counts = format!("{} of {}; there are no others", path.won, path.games());
    Some(figure.judged(None, verdict).because(&counts))
}

/// The games against random, tested against one half.
fn loses(over: &str, random: Tally) -> Option<Figure> {
    let ours = Proportion::new(random.won, random.games());
    let share = compare::estimate(ours)?;
    let test = Comparison::with_share(0.5, ours, compare::MARGIN)?;
    let verdict = match test.verdict {
        Verdict::Differs if share.value < 0.5 => Verdict::Agrees,
        Verdict::Agrees => Verdict::Inconclusive { games_needed: Some(ours.trials + 1) },
        verdict => verdict,
    };
    let what = format!("games won against random, greatest output over {over} actions");
    let counts = format!("{} of {}; tested against one half", ours.successes, ours.trials);
    Some(
        Figure::measured(&what, share, |share| Percent(share, 1))
            .beside(UNSUCCESSFUL, None)
            .judged(Some(test.p_value), verdict)
            .because(&counts),
    )
}

fn q_in_words(measured: &[q_learning::Measured]) -> String {
    let (Some(last), Some(taught)) = (measured.last(), measured.get(1)) else {
        return "It learnt from no games.".to_owned();
    };
    let [random, path, heuristic] = last.tested.map(|tally| Percent(tally.share(), 0));
    format!(
        "At first, from trivial positions, it wins {} of its training games, and in the end, from \
         the usual start, {}. Tested from the usual start it wins {random} against random, {path} \
         against hola-2016-path and {heuristic} against hola-2016-heuristic. At the start it then \
         estimates {:.1} for the best legal action and {:.1} for the best illegal one.",
        Percent(taught.trained.share(), 0),
        Percent(last.trained.share(), 0),
        last.start_best,
        last.start_illegal
    )
}

pub(super) fn differences(settings: &Settings) -> Vec<Block> {
    let mut points = vec![
        "The figures are curves without numbers, and the text does not say how many games a point \
         has. Only the claims of the text are tested."
            .to_owned(),
        "The thesis lists 133 inputs, with the pawns' squares as numbers. The author's published \
         program has one input per square instead. The ablation shows the difference."
            .to_owned(),
        "Which of the two heuristic players was watched is not said: here each in every other game."
            .to_owned(),
        "Against hola-2016-path games from the usual start repeat, as in the thesis, where \"all \
         games became 100% deterministic\". Repeated games are no evidence: a point of the curves \
         has two games against it and no interval, and random openings are added."
            .to_owned(),
        "The players follow the official jump rule, not the thesis' (see above).".to_owned(),
        "Q-learning: rewards, discount, the falling probability of a random move and the training \
         positions are not in the thesis; they follow the author's program where it has them."
            .to_owned(),
    ];
    points.extend(settings.share("that share of the actions and games"));
    vec![Block::heading("Where we differ, and why"), Block::List(points), about_verdicts()]
}
