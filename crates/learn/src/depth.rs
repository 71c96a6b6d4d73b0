//! How deep the players of an experiment search.
//!
//! The papers limited time; experiments limit nodes, so that they are reproducible. Few nodes are
//! a shallow search, and weights that were learnt at depth 1 say little about deeper searches: so
//! every experiment records the depths that its searches completed, in `depths.csv`.

use std::iter::repeat_n;

use quoridor_arena::statistics::Distribution;
use quoridor_report::Block;
use quoridor_store::PlayedGame;

use crate::run_folder::{RunFolder, RunFolderError};

/// Nodes with which the search of `glendenning-2005` completes depth 2 in 98 % of the moves. The
/// mean is 2.3: measured in 903 moves of 16 games of 8 of her champions, from random openings.
pub const NODES_TO_DEPTH_2: u64 = 3_000;

/// Nodes with which it completes depth 3 in 82 % of the moves. The mean is 4.1 (1,104 moves of
/// such games), which is also the mean of the games of the thesis.
pub const NODES_TO_DEPTH_3: u64 = 20_000;

/// The table of completed depths.
pub(crate) const TABLE: &str = "depths.csv";

/// The completed depths of all searches of a game. Moves that were played without a search (the
/// opening) are not counted.
pub fn of_game(game: &PlayedGame) -> Distribution {
    game.move_stats.iter().map(|stats| u64::from(stats.depth)).collect()
}

/// Adds a row for each depth: `step` is the generation or round, which `step_name` names.
pub(crate) fn record(folder: &mut RunFolder, step_name: &str, step: usize, depths: &Distribution) {
    for (depth, moves) in depths.iter() {
        let header = format!("{step_name},depth,moves");
        folder.row(TABLE, &header, &[&step, &depth, &moves]);
    }
}

/// The depths of all steps of a run together. Empty for a run that recorded none.
pub(crate) fn recorded(folder: &RunFolder) -> Result<Distribution, RunFolderError> {
    let rows = folder.rows(TABLE)?;
    let row = |cells: &Vec<String>| {
        let number = |place: usize| cells.get(place)?.parse::<u64>().ok();
        Some(repeat_n(number(1)?, number(2)? as usize))
    };
    Ok(rows.iter().filter_map(row).flatten().collect())
}

/// The mean and the distribution of completed depths, for a report.
pub fn blocks(depths: &Distribution) -> Vec<Block> {
    let Some(mean) = depths.mean() else { return Vec::new() };
    let count = depths.count();
    let share = |moves: u64| format!("{:.1} %", 100.0 * moves as f64 / count as f64);
    let rows = depths
        .iter()
        .map(|(depth, moves)| vec![depth.to_string(), moves.to_string(), share(moves)]);
    vec![
        Block::paragraph(&format!(
            "Search depth: the {count} searches of these games completed depth {mean:.2} on \
             average."
        )),
        Block::table(["completed depth", "moves", "share"], rows.collect()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run_folder::Identity;

    #[test]
    fn depths_of_several_steps_add_up() {
        let folder = tempfile::tempdir().unwrap();
        let identity = Identity::new("test", 1, &toml::Table::new());
        let mut folder = RunFolder::open(folder.path(), &identity).unwrap();
        assert_eq!(recorded(&folder).unwrap(), Distribution::default());
        record(&mut folder, "round", 1, &[1, 2, 2].into_iter().collect());
        record(&mut folder, "round", 2, &[2, 5].into_iter().collect());
        let expected: Distribution = [1, 2, 2, 2, 5].into_iter().collect();
        assert_eq!(recorded(&folder).unwrap(), expected);
        assert_eq!(folder.table(TABLE).unwrap(), "round,depth,moves\n1,1,1\n1,2,2\n2,2,1\n2,5,1\n");
        // 12 / 5 by hand.
        assert_eq!(expected.mean(), Some(2.4));
        assert_eq!(blocks(&expected).len(), 2);
        assert!(blocks(&Distribution::default()).is_empty());
    }
}
