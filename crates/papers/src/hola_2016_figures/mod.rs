//! `hola-2016-figures`: the networks of Michal Hoľa, *Artificial neural network as an opponent in
//! Quoridor*, 2016, chapters 4 and 5: the curves of Figures 5.1 to 5.3, dead ends and the cure that
//! he proposes, Q-learning, and his jump rule.
//!
//! The figures are curves without numbers; the text makes claims about them, which are tested. An
//! ablation changes inputs, batch size and watched opponents one at a time, with three seeds each.

mod finals;
mod jumps;
mod sections;
mod training;

use quoridor_learn::Progress;
use quoridor_learn::network::q_learning::{self, MaxOver, QLearning};
use quoridor_report::{Block, Provenance, Report};

use self::finals::Finals;
use self::jumps::Jumps;
use crate::games::Games;
use crate::parallel::in_parallel;
use crate::{BoxedError, Reproduced, Reproduction, Settings};

pub(super) const REPRODUCTION: Reproduction = Reproduction {
    name: NAME,
    paper: "M. Hoľa, Artificial neural network as an opponent in Quoridor, 2016",
    summary: "Hoľa: the networks of Figures 5.1 to 5.3 with an ablation, dead ends, Q-learning, \
              the jump rule",
    new: "the cure for dead ends, measured; which inputs, batches and games matter; Q-learning \
          against random; how often his jump rule matters",
    cpu_minutes: 154,
    run,
};

const NAME: &str = "hola-2016-figures";

/// The actions of the figures, and the number of points that they are drawn from here.
const ACTIONS: u64 = 10_000_000;
const POINTS: u64 = 20;

/// Games that Q-learning learns from.
const Q_GAMES: u64 = 20_000;

fn run(settings: &Settings, progress: &Progress<'_>) -> Reproduced {
    let actions = settings.scaled(ACTIONS, 1000);
    let trained = training::train(settings, actions, progress)?;
    let finals = Finals::play(settings, &trained, actions, progress)?;
    let learnt = q_learn(settings, progress)?;
    let mut games = Games::open(NAME, settings, progress)?;
    let jumps = Jumps::measure(settings, &mut games)?;
    let mut blocks = sections::imitation(actions, &trained, &finals);
    blocks.extend(sections::ablation(&finals));
    blocks.extend(sections::dead_ends(&finals));
    blocks.extend(sections::q_learning(&learnt));
    blocks.extend(jumps.blocks());
    blocks.push(Block::heading("Depth reached"));
    blocks.push(Block::paragraph(
        "None of the players of this page searches: networks, hola-2016-path, hola-2016-heuristic \
         and random choose a move from the position alone (depth 0).",
    ));
    blocks.extend(sections::differences(settings));
    Ok(Report {
        name: NAME.to_owned(),
        title: "Neural networks that watch and learn: Hoľa 2016, chapter 5".to_owned(),
        blocks,
        provenance: Provenance::here(settings.command(NAME), settings.seed),
    })
}

/// The measurements of Q-learning, and the actions over which the greatest output is taken.
type Learnt = (&'static str, Vec<q_learning::Measured>);

fn q_learn(settings: &Settings, progress: &Progress<'_>) -> Result<Vec<Learnt>, BoxedError> {
    let jobs = vec![(MaxOver::All, "all"), (MaxOver::Legal, "legal")];
    in_parallel(jobs, |(max_over, name), threads| {
        let games = settings.scaled(Q_GAMES, 64);
        let usual = q_learning::Config::default();
        let config = q_learning::Config {
            games,
            max_over,
            test_every: (games / POINTS).max(1),
            test_games: settings.scaled(usual.test_games, 2).min(usual.test_games),
            hidden_units: if settings.is_smoke_test() { 10 } else { usual.hidden_units },
            ..usual
        };
        let folder = settings.folder.join(NAME).join(format!("q-learning-{name}"));
        let mut learning = QLearning::open(&folder, config, settings.seed, threads)?;
        let tell = |text: String| (progress.tell)(format!("Q-learning, {name}: {text}"));
        learning.run(&Progress { tell: &tell, stop: progress.stop })?;
        Ok((name, learning.measured()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::made_twice;

    #[test]
    fn a_whole_report() {
        let report = made_twice(&REPRODUCTION);
        assert!(report.figures().count() >= 6);
    }
}
