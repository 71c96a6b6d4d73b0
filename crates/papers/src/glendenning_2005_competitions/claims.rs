//! The thesis' remarks on single agents, tested.

use quoridor_arena::statistics::{
    Comparison, Proportion, SIGNIFICANCE, Score, Verdict, fisher_exact,
};
use quoridor_literature::glendenning_2005::champions;
use quoridor_report::Quantity::Exact;
use quoridor_report::{Block, Figure, Quantity};

use super::competition::{BEST, Competition, WORST, place};
use crate::compare;

/// Agents that "won more games in the slow competition".
const BETTER_SLOWLY: [&str; 3] = ["digamma1", "psi2", "rho2"];

/// "Populations 3 and 4, which did well in the competitions."
const DID_WELL: [&str; 2] = ["heta1", "heta2"];

pub(super) fn blocks(competitions: &[Competition]) -> Vec<Block> {
    let mut figures: Vec<Figure> = competitions.iter().map(rank_of_best).collect();
    figures.extend(consistency(competitions));
    figures.push(wins_of_worst(competitions));
    figures.extend(BETTER_SLOWLY.iter().filter_map(|name| better_slowly(name, competitions)));
    figures.extend(DID_WELL.iter().filter_map(|name| did_well(name, competitions)));
    vec![
        Block::List(vec![
            "\"In both competitions, chromosome 7 (psi1) had the highest fitness\", and it \
             \"performed consistently well for both time limits\"."
                .to_owned(),
            "\"the champion of population 5 won zero games against the other champions\""
                .to_owned(),
            "\"chromosomes 1, 8 and 10 won more games in the slow competition\"".to_owned(),
            "\"Populations 3 and 4, which did well in the competitions, had POPSIZES of 20 and \
             15\"."
                .to_owned(),
        ]),
        Block::Figures(figures),
    ]
}

/// Games won among all games.
fn won(score: Score) -> Proportion {
    Proportion::new(score.wins, score.games())
}

/// psi1's rank by games won. If another champion is ahead, the test is whether that champion wins
/// significantly more games.
fn rank_of_best(competition: &Competition) -> Figure {
    let best = place(BEST);
    let rank = competition.rank(best);
    let own = won(competition.score(best));
    let others = (0..champions::names().count()).filter(|&other| other != best);
    let rival = others
        .map(|other| won(competition.score(other)))
        .max_by_key(|score| score.successes)
        .unwrap_or(own);
    let p = fisher_exact(own, rival);
    let needed = compare::trials_each(own.share().unwrap_or(0.5), compare::MARGIN);
    let verdict = match p {
        _ if own.successes > rival.successes => Verdict::Agrees,
        Some(p) if p < SIGNIFICANCE => Verdict::Differs,
        _ => Verdict::Inconclusive { games_needed: Some(needed) },
    };
    let what = format!("rank of {BEST} by games won, {}", competition.name);
    let remark = format!(
        "{} of {}; the best other champion {} of {}",
        own.successes, own.trials, rival.successes, rival.trials
    );
    Figure::new(&what, Exact(rank as u128))
        .beside(Exact(1), None)
        .judged(p, verdict)
        .because(&remark)
}

fn consistency(competitions: &[Competition]) -> Option<Figure> {
    let [fast, slow] = competitions else { return None };
    let score = |competition: &Competition| won(competition.score(place(BEST)));
    let (fast, slow) = (score(fast), score(slow));
    let difference = slow.share()? - fast.share()?;
    let what = format!("share won by {BEST}, slow minus fast");
    let test = Comparison::of_proportions(fast, slow, compare::MARGIN);
    let percent = |share| Quantity::Percent(share, 1);
    Some(Figure::new(&what, percent(difference)).beside(percent(0.0), test).because("consistent"))
}

fn wins_of_worst(competitions: &[Competition]) -> Figure {
    let score: Score = competitions.iter().map(|competition| competition.score(place(WORST))).sum();
    let what = format!("games won by {WORST}, both competitions");
    compare::shares(&what, Proportion::new(0, 40), won(score))
}

fn better_slowly(name: &str, competitions: &[Competition]) -> Option<Figure> {
    let [fast, slow] = competitions else { return None };
    let score = |competition: &Competition| won(competition.score(place(name)));
    let what = format!("games won by {name}, slow against fast");
    Some(compare::claim_larger(&what, "larger", score(slow), score(fast)))
}

/// Whether an agent wins more than half of its decided games.
fn did_well(name: &str, competitions: &[Competition]) -> Option<Figure> {
    let score: Score = competitions.iter().map(|competition| competition.score(place(name))).sum();
    let what = format!("decided games won by {name}, both competitions");
    compare::claim_more_than_half(&what, compare::decided(score))
}
