//! The report: plots as in Glendenning's Figures 4.1 and 4.2.

use std::error::Error;

use quoridor_report::{Block, Plot, Point, Provenance, Report, Scale, Series, SeriesKind};

use crate::depth;

use super::{Evolution, Generation};

/// The report of an evolution so far. `command` repeats it.
///
/// # Errors
/// The tables cannot be read, or the player does not take the champion's numbers.
pub fn report(
    evolution: &Evolution,
    title: &str,
    command: String,
) -> Result<Report, Box<dyn Error + Send + Sync>> {
    Ok(Report {
        name: "report".to_owned(),
        title: title.to_owned(),
        blocks: blocks(evolution)?,
        provenance: Provenance::here(command, evolution.seed),
    })
}

/// The contents of the report.
fn blocks(evolution: &Evolution) -> Result<Vec<Block>, Box<dyn Error + Send + Sync>> {
    let (config, history) = (&evolution.config, evolution.history()?);
    let mut blocks = vec![Block::paragraph(&format!(
        "{} chromosomes of {}, {} weights each; {} per move, a draw after {} moves. {} \
         generations, {} games.",
        config.population,
        config.player,
        evolution.problem.names.len(),
        config.limit,
        config.move_cap,
        evolution.generations(),
        evolution.games()
    ))];
    if let Some(player) = evolution.champion_player()? {
        blocks.push(Block::paragraph(&format!("The champion: {player}")));
    }
    blocks.push(Block::Plot(population_fitness(vec![fitness_series(
        "population fitness",
        &history,
    )])));
    blocks.push(Block::Plot(fitness(&history)));
    blocks.push(Block::Plot(diversity(&history)));
    if let Some(numbers) = evolution.champion() {
        let bars = Series {
            name: "champion".to_owned(),
            kind: SeriesKind::Bar,
            points: (0..)
                .map(f64::from)
                .zip(numbers)
                .map(|(place, &number)| Point::new(place, number))
                .collect(),
        };
        blocks.push(Block::Plot(weights(evolution.problem.names.clone(), vec![bars])));
    }
    blocks.extend(depth::blocks(&evolution.depths()?));
    Ok(blocks)
}

/// The population fitness in percent over the logarithm of the generation.
pub fn fitness_series(name: &str, history: &[Generation]) -> Series {
    let point = |generation: &Generation| {
        let share = generation.population_fitness?;
        Some(Point::new((generation.number as f64).log10(), share * 100.0))
    };
    Series {
        name: name.to_owned(),
        kind: SeriesKind::Line,
        points: history.iter().filter_map(point).collect(),
    }
}

/// Figure 4.1.
pub fn population_fitness(series: Vec<Series>) -> Plot {
    Plot {
        title: "Population fitness".to_owned(),
        x_label: "generation".to_owned(),
        y_label: "games won against the test population, %".to_owned(),
        x_scale: Scale::PowersOfTen,
        scale: Scale::Linear,
        x_names: Vec::new(),
        series,
    }
}

/// Figure 4.2.
pub fn weights(names: Vec<String>, series: Vec<Series>) -> Plot {
    Plot {
        title: "Weights".to_owned(),
        x_label: "feature".to_owned(),
        y_label: "weight".to_owned(),
        x_scale: Scale::Linear,
        scale: Scale::Linear,
        x_names: names,
        series,
    }
}

fn over_generations(
    title: &str,
    y_label: &str,
    lines: Vec<(&str, Vec<f64>)>,
    history: &[Generation],
) -> Plot {
    let series = lines.into_iter().map(|(name, heights)| Series {
        name: name.to_owned(),
        kind: SeriesKind::Line,
        points: history
            .iter()
            .zip(heights)
            .map(|(row, height)| Point::new(row.number as f64, height))
            .collect(),
    });
    Plot {
        title: title.to_owned(),
        x_label: "generation".to_owned(),
        y_label: y_label.to_owned(),
        x_scale: Scale::Linear,
        scale: Scale::Linear,
        x_names: Vec::new(),
        series: series.collect(),
    }
}

fn fitness(history: &[Generation]) -> Plot {
    let best = history.iter().map(|row| row.best).collect();
    let mean = history.iter().map(|row| row.mean).collect();
    over_generations(
        "Fitness within the population",
        "games won",
        vec![("best", best), ("mean", mean)],
        history,
    )
}

fn diversity(history: &[Generation]) -> Plot {
    let distance = history.iter().map(|row| row.diversity.distance).collect();
    over_generations(
        "Diversity",
        "mean distance of two chromosomes",
        vec![("distance", distance)],
        history,
    )
}
