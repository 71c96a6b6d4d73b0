//! Standings as text and as JSON.

use quoridor_arena::{Score, Sprt, Standings, Verdict};
use serde_json::{Map, Value, json};

/// Everybody's points, the best first; then how the games ended.
pub(crate) fn as_text(standings: &Standings) -> String {
    let mut lines: Vec<_> = standings.lines().collect();
    lines.sort_by(|(_, one), (_, other)| other.points.total_cmp(&one.points));
    let width = lines.iter().map(|(name, _)| name.chars().count()).max().unwrap_or_default().max("player".len());
    let mut text = format!("{:width$}  games   wins  draws  losses   points      %\n", "player");
    for (name, line) in lines {
        let percent = 100.0 * line.points / (line.games as f64).max(1.0);
        text.push_str(&format!(
            "{name:width$}  {:>5}  {:>5}  {:>5}  {:>6}  {:>7.1}  {percent:>5.1}\n",
            line.games, line.wins, line.draws, line.losses, line.points
        ));
    }
    text.push_str(&format!("\n{} games", standings.counted()));
    if standings.duplicates() > 0 {
        text.push_str(&format!(", {} of them repeat another one and do not count", standings.duplicates()));
    }
    text.push('\n');
    for (reason, count) in standings.reasons() {
        text.push_str(&format!("{count:>7}  {reason}\n"));
    }
    text
}

/// The points of everybody against everybody, in the order in which they were entered; for games of two.
pub(crate) fn crosstable(standings: &Standings) -> String {
    let names: Vec<&str> = standings.lines().map(|(name, _)| name).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or_default();
    let mut text = format!("{:width$}    ", "");
    (1..=names.len()).for_each(|number| text.push_str(&format!("  {number:>11}")));
    for (row, name) in names.iter().enumerate() {
        text.push_str(&format!("\n{:>2}  {name:width$}", row + 1));
        for column in 0..names.len() {
            let score = standings.score(row.min(column), row.max(column));
            let points = if row < column { score.points() } else { score.games() as f64 - score.points() };
            let cell = if score.games() == 0 { "–".to_owned() } else { format!("{points:.1} / {}", score.games()) };
            text.push_str(&format!("  {cell:>11}"));
        }
    }
    text.push('\n');
    text
}

pub(crate) fn as_json(standings: &Standings) -> Value {
    let lines = standings.lines().map(|(name, line)| {
        json!({
            "name": name, "games": line.games, "wins": line.wins, "draws": line.draws, "losses": line.losses,
            "points": line.points,
        })
    });
    json!({
        "players": lines.collect::<Vec<_>>(),
        "games": standings.counted(),
        "duplicates": standings.duplicates(),
        "reasons": standings.reasons().map(|(reason, count)| (reason.to_owned(), json!(count))).collect::<Map<_, _>>(),
    })
}

/// What the games of two prove: Elo, pairs, the sequential test.
pub(crate) fn evidence_as_text(score: &Score, test: Option<&Sprt>) -> String {
    let [zero, half, one, more, two] = score.pairs;
    let mut text =
        format!("Elo    {}\npairs  {zero} {half} {one} {more} {two} with 0, ½, 1, 1½, 2 points\n", elo_in_words(score));
    if let Some(test) = test {
        let verdict = match test.verdict(score) {
            Some(Verdict::Accepted) => format!("at least {} Elo is accepted", test.elo1),
            Some(Verdict::Refused) => format!("at least {} Elo is refused", test.elo1),
            None => "undecided".to_owned(),
        };
        text.push_str(&format!("LLR    {}: {verdict}\n", ratio_in_words(score, test)));
    }
    text
}

pub(crate) fn evidence_as_json(score: &Score, test: Option<&Sprt>) -> Value {
    let elo = score.elo().map(|(elo, reach)| json!({ "difference": elo, "margin_95": reach }));
    let test = test.map(|test| {
        let verdict =
            test.verdict(score).map(|verdict| if verdict == Verdict::Accepted { "accepted" } else { "refused" });
        json!({
            "elo0": test.elo0, "elo1": test.elo1, "llr": score.log_likelihood_ratio(test), "bound": test.bound(),
            "verdict": verdict,
        })
    });
    json!({ "elo": elo, "pairs": score.pairs, "sprt": test })
}

pub(crate) fn elo_in_words(score: &Score) -> String {
    match score.elo() {
        None => "unknown".to_owned(),
        // All or nothing, or an interval that reaches it.
        Some((elo, reach)) if !reach.is_finite() => format!("{elo:+.1}, too few games for an interval"),
        Some((elo, reach)) => format!("{elo:+.1} ± {reach:.1} (95 %)"),
    }
}

pub(crate) fn ratio_in_words(score: &Score, test: &Sprt) -> String {
    let bound = test.bound();
    format!("{:.2} ({:.2} to {bound:.2})", score.log_likelihood_ratio(test), -bound)
}
