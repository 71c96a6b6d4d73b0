//! `hola-2016-figures`: the nets of Michal Hoľa, *Artificial neural network as an opponent in
//! Quoridor*, 2016: the curves of Figures 5.1 to 5.3, the dead ends and the cure that he proposes,
//! and the Q-learning that "turned out not to be successful".
//!
//! The figures are drawings without numbers, and the text gives one: against the path player the
//! net wins "every time".

use std::error::Error;
use std::sync::Arc;

use crate::{Reproduced, Reproduction, Settings};
use quoridor_arena::statistics::Estimate;
use quoridor_arena::{Progress, Stopped};
use quoridor_engine::net::Mlp;
use quoridor_engine::random::mixed;
use quoridor_report::{Block, Comparison, Provenance, Quantity, Report};
use serde::Serialize;

use super::concurrency;
use quoridor_learn::network::evaluation::{Contest, OPPONENTS, Tally};
use quoridor_learn::network::imitation::{self, Imitation};
use quoridor_learn::network::q_learning::{self, MaxOver, QLearning};
use quoridor_learn::run_folder::{Identity, RunFolder};

/// His nets.
pub(super) const REPRODUCTION: Reproduction = Reproduction {
    name: NAME,
    summary: "Hoľa's nets: Figures 5.1 to 5.3, dead ends with and without the cure, Q-learning",
    run,
};

const NAME: &str = "hola-2016-figures";

/// The actions of the figures, and how many points they are drawn from here.
const ACTIONS: u64 = 10_000_000;
const POINTS: u64 = 20;

/// Games of the finished net against each opponent, with and without the cure.
const FINAL_GAMES: u64 = 1000;

/// Games that Q-learning learns from.
const Q_GAMES: u64 = 20_000;

/// The seed of the games of the finished net.
const FINALS: u64 = 4;

fn run(settings: &Settings, progress: &Progress<'_>) -> Reproduced {
    let mut blocks = Vec::new();
    for manner in [THESIS, OURS] {
        blocks.extend(manner.blocks(settings, progress)?);
    }
    let mut learnt = Vec::new();
    for (max_over, name) in [(MaxOver::All, "all"), (MaxOver::Legal, "legal")] {
        let games = settings.scaled(Q_GAMES, 64);
        let test_every = (games / POINTS).max(1);
        let config =
            q_learning::Config { games, max_over, test_every, ..q_learning::Config::default() };
        let folder = settings.folder.join(format!("{NAME}-qlearn-{name}"));
        let mut learning = QLearning::open(&folder, config, settings.seed, concurrency())?;
        learning.run(progress)?;
        learnt.push((name, learning.measured()?));
    }
    blocks.extend(q_blocks(&learnt));
    blocks.extend(
        settings.share("that share of the actions and games").map(|line| Block::paragraph(&line)),
    );
    Ok(Report {
        name: NAME.to_owned(),
        title: "The nets of Hoľa 2016".to_owned(),
        blocks,
        provenance: Provenance::here(settings.command(NAME), settings.seed),
    })
}

/// A manner of learning by watching.
struct Manner {
    heading: &'static str,
    /// How it differs.
    about: &'static str,
    /// What the folders of its runs are called.
    name: &'static str,
    config: fn() -> imitation::Config,
}

const THESIS: Manner = Manner {
    heading: "Learning by watching: Figures 5.1 to 5.3",
    about: "A net of 133 inputs, 1000 logistic hidden units and 140 linear outputs has watched hola-2016-heuristic against itself, with the learning rate 0.001 of the thesis. What the thesis does not say \
            (batches of 1000, Adam, 100 as the desired output, the first weights) is as in the author's published program. A game of 1000 actions is lost.",
    name: "imitate",
    config: imitation::Config::default,
};

const OURS: Manner = Manner {
    heading: "The same, with other inputs and other games",
    about: "The net sees the pawns' squares one by one, as in the author's program, instead of their numbers; it watches hola-2016-heuristic also against hola-2016-path and random, and learns from 100 actions \
            at once. All else is as above. The shipped hola-2016-nn was trained so, on 5.5 million actions.",
    name: "imitate-ours",
    config: imitation::Config::shipped,
};

impl Manner {
    /// Watches, plays, and says what came of it.
    fn blocks(
        &self,
        settings: &Settings,
        progress: &Progress<'_>,
    ) -> Result<Vec<Block>, Box<dyn Error + Send + Sync>> {
        let actions = settings.scaled(ACTIONS, 20_000);
        let config = imitation::Config {
            test_every: (actions / POINTS).next_multiple_of(1000),
            test_games: settings.scaled(100, 20).min(200),
            ..(self.config)()
        };
        let folder = settings.folder.join(format!("{NAME}-{}", self.name));
        let mut watching = Imitation::open(&folder, config, settings.seed, concurrency())?;
        watching.run(actions, progress)?;
        let finals = Finals::play(settings, self, &watching.net()?, actions, progress)?;
        let about = format!(
            "{} It watched {} actions.",
            self.about,
            Quantity::Exact(u128::from(watching.actions()))
        );
        let mut blocks = vec![Block::heading(self.heading), Block::paragraph(&about)];
        blocks.push(Block::Comparisons(finals.comparisons()));
        blocks.extend(imitation::curves(&watching.measured()?));
        blocks.extend(finals.blocks());
        Ok(blocks)
    }
}

/// The games of the finished net against each opponent: without the cure, and with it.
struct Finals {
    tallies: [[Tally; 2]; 3],
}

/// What decides the games of the finished net.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct FinalsConfig {
    actions: u64,
    games: u64,
}

const FINAL: &str = "final.csv";
const FINAL_HEADER: &str = "opponent,no_repeat,won,lost,stuck";

impl Finals {
    /// Plays what has not been played.
    fn play(
        settings: &Settings,
        manner: &Manner,
        net: &Arc<Mlp>,
        actions: u64,
        progress: &Progress<'_>,
    ) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let games = settings.scaled(FINAL_GAMES, 40);
        let identity = Identity::new("finals", settings.seed, &FinalsConfig { actions, games });
        let mut folder = RunFolder::open(
            &settings.folder.join(format!("{NAME}-{}-final", manner.name)),
            &identity,
        )?;
        let contests = OPPONENTS
            .into_iter()
            .flat_map(|opponent| [false, true].map(|no_repeat| (opponent, no_repeat)));
        let done = folder.rows(FINAL)?.len();
        for (opponent, no_repeat) in contests.skip(done) {
            if progress.stop.load(std::sync::atomic::Ordering::Relaxed) {
                return Err(Stopped.into());
            }
            (progress.tell)(format!("the finished net against {opponent}"));
            let contest =
                Contest { opponent, games, no_repeat, seed: mixed(&[settings.seed, FINALS]) };
            let Tally { won, lost, stuck } = contest.play(net, concurrency());
            folder.row(FINAL, FINAL_HEADER, &[&opponent, &no_repeat, &won, &lost, &stuck]);
            folder.checkpoint(b"")?;
        }
        let mut tallies = [[Tally::default(); 2]; 3];
        for (cells, tally) in folder.rows(FINAL)?.iter().zip(tallies.iter_mut().flatten()) {
            let number = |place: usize| {
                cells.get(place).and_then(|cell| cell.parse().ok()).unwrap_or_default()
            };
            *tally = Tally { won: number(2), lost: number(3), stuck: number(4) };
        }
        Ok(Self { tallies })
    }

    fn comparisons(&self) -> Vec<Comparison> {
        let paper = [None, Some(Quantity::Percent(1.0, 1)), None];
        let remarks = [
            "the thesis: it climbs and stays below 100 %, because of dead ends",
            "the thesis: \"able to master the game and win every time\"",
            "the thesis: \"clearly still increasing, although far from perfect\"",
        ];
        let rows = OPPONENTS.iter().zip(self.tallies).zip(paper).zip(remarks);
        rows.filter_map(|(((opponent, [plain, _]), paper), remark)| {
            let estimate = Estimate { value: plain.share(), interval: plain.interval()? };
            let what = format!("games won against {opponent}");
            Some(
                Comparison::measured(&what, paper, estimate, |share| Quantity::Percent(share, 1))
                    .because(remark),
            )
        })
        .collect()
    }

    fn blocks(&self) -> Vec<Block> {
        let [[plain, cured], ..] = self.tallies;
        let sum = |place: usize| self.tallies.iter().map(|both| both[place].stuck).sum::<u64>();
        let about = format!(
            "\"One major problem was agent getting stuck in dead end and moving back and forth\"; as a cure he proposes \"remembering previous actions and disallowing selection of same actions\". Without it {} of {} \
             games against random are undecided after 1000 actions, with it (no-repeat=true) {}; over all three opponents it is {} and {}.",
            plain.stuck,
            plain.games(),
            cured.stuck,
            sum(0),
            sum(1)
        );
        let rows = OPPONENTS.iter().zip(self.tallies).flat_map(|(opponent, both)| {
            ["false", "true"].into_iter().zip(both).map(move |(no_repeat, tally)| {
                let Tally { won, lost, stuck } = tally;
                let cells = [won, lost, stuck].map(|number| number.to_string());
                let share = Quantity::Percent(tally.share(), 1).to_string();
                [(*opponent).to_owned(), no_repeat.to_owned()]
                    .into_iter()
                    .chain(cells)
                    .chain([share])
                    .collect()
            })
        });
        vec![
            Block::heading("Dead ends, and the cure"),
            Block::paragraph(&about),
            Block::table(
                ["opponent", "no-repeat", "won", "lost", "undecided", "share won"],
                rows.collect(),
            ),
        ]
    }
}

/// What becomes of Q-learning.
fn q_blocks(learnt: &[(&str, Vec<q_learning::Measured>)]) -> Vec<Block> {
    let mut blocks = vec![
        Block::heading("Q-learning"),
        Block::paragraph(
            "The same net as a Q-function, against hola-2016-path, from positions that are won in one move to the usual start; 100 for a win, -100 for a loss, discount 0.99. \
             \"That turned out not to be successful.\"",
        ),
    ];
    for (over, measured) in learnt {
        let (Some(last), Some(taught)) = (measured.last(), measured.get(1)) else { continue };
        let [random, path, heuristic] =
            last.tested.map(|tally| Quantity::Percent(tally.share(), 0));
        blocks
            .push(Block::heading(&format!("Q-learning, the greatest output over {over} actions")));
        blocks.push(Block::paragraph(&format!(
            "At first, from trivial positions, it wins {} of its training games, and in the end, from the usual start, {}. Tested from the usual start it wins {random} against random, {path} against hola-2016-path \
             and {heuristic} against hola-2016-heuristic. At the start it then believes in {:.1} for the best action that can be played and {:.1} for the best that cannot.",
            Quantity::Percent(taught.trained.share(), 0),
            Quantity::Percent(last.trained.share(), 0),
            last.start_best,
            last.start_illegal
        )));
        blocks.extend(q_learning::curves(measured));
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::super::tests::made_twice;
    use super::*;

    /// A tiny share of it: all sections are there, and a second run reads what the first one kept.
    #[test]
    #[ignore = "takes a minute in a release build: run by name"]
    fn a_small_share_makes_the_whole_report() {
        let report = made_twice(&REPRODUCTION);
        assert_eq!(report.comparisons().count(), 6);
    }
}
