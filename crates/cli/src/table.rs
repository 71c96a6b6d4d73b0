//! Standings as text and as JSON.

use quoridor_arena::Standings;
use quoridor_arena::statistics::{
    Encounter, Estimate, GameFigures, Rating, Sprt, SprtVerdict, Strength,
};
use serde_json::{Map, Value, json};

/// The standings, the best first, with ratings if there are any; then the reasons of the ends.
pub(crate) fn as_text(standings: &Standings, ratings: &[Rating]) -> String {
    let rating =
        |name: &str| ratings.iter().find(|rating| rating.player == name).map(|rating| rating.elo);
    let mut lines: Vec<_> =
        standings.rows().map(|(name, line)| (name, line, rating(name))).collect();
    let strength = |elo: &Option<Estimate>| elo.map_or(f64::NEG_INFINITY, |elo| elo.value);
    lines.sort_by(|one, other| {
        strength(&other.2)
            .total_cmp(&strength(&one.2))
            .then(other.1.points.total_cmp(&one.1.points))
    });
    let width = lines
        .iter()
        .map(|(name, ..)| name.chars().count())
        .max()
        .unwrap_or_default()
        .max("player".len());
    let heading = if ratings.is_empty() { "" } else { "     Elo   95 % interval" };
    let mut text =
        format!("{:width$}  games   wins  draws  losses   points      %{heading}\n", "player");
    for (name, line, elo) in lines {
        let percent = 100.0 * line.points / (line.games as f64).max(1.0);
        text.push_str(&format!(
            "{name:width$}  {:>5}  {:>5}  {:>5}  {:>6}  {:>7.1}  {percent:>5.1}",
            line.games, line.wins, line.draws, line.losses, line.points
        ));
        if let Some(Estimate { value, interval }) = elo {
            let interval = format!("{:+.0} to {:+.0}", interval.low, interval.high);
            text.push_str(&format!("  {value:>+6.0}  {interval:>14}"));
        }
        text.push('\n');
    }
    text.push_str(&format!("\n{} games", standings.counted()));
    if standings.duplicates() > 0 {
        text.push_str(&format!(
            ", {} of them repeat another one and do not count",
            standings.duplicates()
        ));
    }
    text.push('\n');
    for (reason, count) in standings.reasons() {
        text.push_str(&format!("{count:>7}  {reason}\n"));
    }
    text
}

/// The crosstable, in the order of entry; for games of two.
pub(crate) fn crosstable(standings: &Standings) -> String {
    let names: Vec<&str> = standings.rows().map(|(name, _)| name).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or_default();
    let mut text = format!("{:width$}    ", "");
    (1..=names.len()).for_each(|number| text.push_str(&format!("  {number:>11}")));
    for (row, name) in names.iter().enumerate() {
        text.push_str(&format!("\n{:>2}  {name:width$}", row + 1));
        for column in 0..names.len() {
            let score = standings.score(row, column);
            let cell = if score.games() == 0 {
                "–".to_owned()
            } else {
                format!("{:.1} / {}", score.points(), score.games())
            };
            text.push_str(&format!("  {cell:>11}"));
        }
    }
    text.push('\n');
    text
}

pub(crate) fn as_json(standings: &Standings) -> Value {
    let lines = standings.rows().map(|(name, line)| {
        json!({
            "name": name, "games": line.games, "wins": line.wins, "draws": line.draws,
            "losses": line.losses,
            "points": line.points,
        })
    });
    let GameFigures { first_player, length, .. } = standings.figures();
    let reasons = standings.reasons().map(|(reason, count)| (reason.to_owned(), json!(count)));
    json!({
        "players": lines.collect::<Vec<_>>(),
        "games": standings.counted(),
        "duplicates": standings.duplicates(),
        "reasons": reasons.collect::<Map<_, _>>(),
        "first_player": {
            "wins": first_player.wins, "draws": first_player.draws, "losses": first_player.losses,
            "wins_of_decided": first_player.wins_of_decided().map(estimate),
        },
        "plies": {
            "mean": length.mean_with_interval().map(estimate), "shortest": length.min(),
            "longest": length.max(),
        },
    })
}

/// Infinite numbers are null: JSON has none.
pub(crate) fn estimate(Estimate { value, interval }: Estimate) -> Value {
    json!({ "value": value, "low": interval.low, "high": interval.high })
}

/// The first player's score and the length of the games.
pub(crate) fn figures_as_text(standings: &Standings) -> String {
    let GameFigures { first_player, length, .. } = standings.figures();
    let mut text = String::new();
    if let Some(share) = first_player.wins_of_decided() {
        text.push_str(&format!(
            "first player  won {} of {} decided games, {:.1} %, 95 % from {:.1} to {:.1}\n",
            first_player.wins,
            first_player.decided(),
            share.value * 100.0,
            share.interval.low * 100.0,
            share.interval.high * 100.0
        ));
    }
    if let (Some(mean), Some(shortest), Some(longest)) = (length.mean(), length.min(), length.max())
    {
        let error = length
            .mean_with_interval()
            .map(|mean| format!(" ± {:.1}", mean.error()))
            .unwrap_or_default();
        text.push_str(&format!(
            "length        {mean:.1}{error} moves, from {shortest} to {longest}\n"
        ));
    }
    text
}

/// The evidence of games of two: Elo, pairs, the sequential test.
pub(crate) fn evidence_as_text(encounter: &Encounter, test: Option<&Sprt>) -> String {
    let mut text = format!("Elo           {}\n", elo_in_words(encounter));
    if let Some(Strength { normalized_elo, likelihood_of_superiority, .. }) = encounter.strength() {
        let normalized =
            normalized_elo.map_or_else(|| "unknown: all games gave the same".to_owned(), in_words);
        text.push_str(&format!(
            "normalised    {normalized}\nsuperiority   {}\n",
            likelihood(likelihood_of_superiority)
        ));
    }
    let [zero, half, one, more, two] = encounter.pairs.by_half_points;
    text.push_str(&format!(
        "pairs         {zero} {half} {one} {more} {two} with 0, ½, 1, 1½, 2 points\n"
    ));
    if let Some(test) = test {
        let (elo0, elo1) = test.elos();
        let verdict = match test.verdict(&encounter.pairs) {
            SprtVerdict::AcceptElo1 => format!("{elo1} {} Elo is accepted", test.model()),
            SprtVerdict::AcceptElo0 => {
                format!("{elo1} {} Elo is refused, {elo0} is accepted", test.model())
            }
            SprtVerdict::Continue => "undecided".to_owned(),
        };
        text.push_str(&format!("LLR           {}: {verdict}\n", ratio_in_words(encounter, test)));
    }
    text
}

pub(crate) fn evidence_as_json(encounter: &Encounter, test: Option<&Sprt>) -> Value {
    let test = test.map(|test| {
        let ((elo0, elo1), (lower, upper)) = (test.elos(), test.bounds());
        let verdict = match test.verdict(&encounter.pairs) {
            SprtVerdict::AcceptElo1 => json!("accepted"),
            SprtVerdict::AcceptElo0 => json!("refused"),
            SprtVerdict::Continue => Value::Null,
        };
        json!({
            "elo0": elo0, "elo1": elo1, "model": test.model().to_string(),
            "llr": test.log_likelihood_ratio(&encounter.pairs), "lower": lower, "upper": upper,
            "verdict": verdict,
        })
    });
    let strength = encounter.strength();
    json!({
        "elo": strength.map(|strength| estimate(strength.elo)),
        "normalized_elo": strength.and_then(|strength| strength.normalized_elo).map(estimate),
        "likelihood_of_superiority": strength.map(|strength| strength.likelihood_of_superiority),
        "pairs": encounter.pairs.by_half_points,
        "sprt": test,
    })
}

pub(crate) fn elo_in_words(encounter: &Encounter) -> String {
    encounter.strength().map_or_else(|| "unknown".to_owned(), |strength| in_words(strength.elo))
}

/// Nothing is certain, however it is rounded.
fn likelihood(chance: f64) -> String {
    match chance * 100.0 {
        percent if percent > 99.9 => "more than 99.9 % likely".to_owned(),
        percent if percent < 0.1 => "less than 0.1 % likely".to_owned(),
        percent => format!("{percent:.1} % likely"),
    }
}

/// With ± if that says it, otherwise with what is certain.
fn in_words(Estimate { value, interval }: Estimate) -> String {
    match (interval.low.is_finite(), interval.high.is_finite()) {
        (true, true) => format!("{value:+.1} ± {:.1}", (interval.high - interval.low) / 2.0),
        (true, false) => format!("{value:+.1}, at least {:+.1}", interval.low),
        (false, true) => format!("{value:+.1}, at most {:+.1}", interval.high),
        (false, false) => format!("{value:+.1}, too few games for an interval"),
    }
}

pub(crate) fn ratio_in_words(encounter: &Encounter, test: &Sprt) -> String {
    let (lower, upper) = test.bounds();
    format!("{:.2} ({lower:.2} to {upper:.2})", test.log_likelihood_ratio(&encounter.pairs))
}
