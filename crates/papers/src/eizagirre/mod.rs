//! `eizagirre`: the claims of Iker Eizagirre, *Quoridor, a board game AI* (undated).
//!
//! The paper prints no numbers. It claims that alpha-beta pruning avoids searching branches that
//! are not needed, that a transposition table avoids duplicated work, and that the squared
//! difference of walls is a better evaluation than the plain one. All three are measured.

mod matches;
mod searches;

use quoridor_learn::Progress;
use quoridor_report::{Block, Provenance, Report};

use crate::compare::about_verdicts;
use crate::games::Games;
use crate::{Reproduced, Reproduction, Settings};

pub(super) const REPRODUCTION: Reproduction = Reproduction {
    name: "eizagirre",
    paper: "I. Eizagirre, Quoridor, a board game AI (undated)",
    summary: "Eizagirre: squared against plain wall difference, transposition table and pruning on \
              and off: nodes, time and match results",
    new: "every number: the paper prints none; with k = 1 the squared difference loses",
    cpu_minutes: 5,
    run,
};

fn run(settings: &Settings, progress: &Progress<'_>) -> Reproduced {
    let searches = searches::measure(settings, progress)?;
    let mut games = Games::open(REPRODUCTION.name, settings, progress)?;
    let matches = matches::play(settings, &mut games)?;
    let mut blocks = vec![Block::paragraph(
        "The paper describes a negamax search with alpha-beta pruning, a transposition table with \
         Zobrist hashing, and an evaluation of two parts: k times the difference of the path \
         lengths, and the difference of the walls left, squared. It gives no numbers, so that its \
         claims in words are tested.",
    )];
    blocks.extend(searches::blocks(&searches));
    blocks.extend(matches::blocks(&matches));
    blocks.push(Block::heading("Where we differ, and why"));
    let mut points = vec![
        "Depth and k are not in the paper: several of both are measured.".to_owned(),
        "The paper's hash leaves out whose turn it is and how many walls are left. Both are mixed \
         in here; otherwise the table would return values of other positions."
            .to_owned(),
        "Squaring a difference loses its sign, which the paper does not mention: the sign is kept \
         here."
            .to_owned(),
        "Times are of this machine, with other searches running beside; positions do not depend on \
         it."
            .to_owned(),
    ];
    points.extend(settings.share("that share of the positions and openings"));
    blocks.push(Block::List(points));
    blocks.push(about_verdicts());
    Ok(Report {
        name: REPRODUCTION.name.to_owned(),
        title: "Pruning, transpositions and squared walls: Eizagirre".to_owned(),
        blocks,
        provenance: Provenance::here(settings.command(REPRODUCTION.name), settings.seed),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::made_twice;

    #[test]
    fn a_whole_report() {
        let report = made_twice(&REPRODUCTION);
        assert_eq!(report.html().matches("<svg").count(), 1);
    }
}
