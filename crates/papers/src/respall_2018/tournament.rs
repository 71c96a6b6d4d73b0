//! The tournament that selects the evolved opponents: "creating a population of 10 chromosomes and
//! each one plays against each other"; the agent then played "the two best chromosomes".
//!
//! The chromosomes are not printed. Ours are drawn as the paper says, with the settings of the
//! preset `respall-2018-ga` of `quoridor evolve`.

use quoridor_arena::OpeningChoice;
use quoridor_core::Adjudication;
use quoridor_engine::random::{Random, mixed};
use quoridor_learn::evolution::config::Preset;
use quoridor_report::Block;

use super::NODES;
use crate::games::{Contest, Games, Pairings, Played, depth_table};
use crate::{BoxedError, Settings};

/// The tournament and its players.
pub(super) struct Tournament {
    /// The chromosomes as players, without limits.
    players: Vec<String>,
    played: Played,
}

/// The seed of the chromosomes.
const CHROMOSOMES: u64 = 2018;

impl Tournament {
    pub(super) fn play(settings: &Settings, games: &mut Games<'_>) -> Result<Self, BoxedError> {
        let config = Preset::find("respall-2018-ga")?.config;
        let problem = config.problem()?;
        let mut random = Random::new(mixed(&[settings.seed, CHROMOSOMES]));
        let genes = problem.names.len();
        let players = (0..config.population)
            .map(|_| {
                let weights = config.creation.chromosome(genes, &mut random);
                Ok(problem.player(&weights)?.to_string())
            })
            .collect::<Result<Vec<_>, BoxedError>>()?;
        let nodes = settings.scaled(NODES, 1);
        let entered: Vec<String> =
            players.iter().map(|player| format!("{player}@nodes={nodes}")).collect();
        let played = games.play(&Contest {
            name: "tournament of ten chromosomes",
            players: &entered,
            pairings: Pairings::RoundRobin,
            openings: OpeningChoice::Start,
            rounds: 1,
            adjudication: Adjudication { max_plies: Some(config.move_cap), repetitions: None },
        })?;
        Ok(Self { players, played })
    }

    /// Games won by each chromosome: its fitness.
    fn fitness(&self) -> Vec<u64> {
        self.played.standings.rows().map(|(_, line)| line.wins).collect()
    }

    /// The places of all chromosomes, the best first; of equals the first.
    fn ranking(&self) -> Vec<usize> {
        let fitness = self.fitness();
        let mut places: Vec<usize> = (0..fitness.len()).collect();
        places.sort_by_key(|&place| std::cmp::Reverse(fitness[place]));
        places
    }

    /// The two best chromosomes.
    pub(super) fn two_best(&self) -> [&str; 2] {
        let ranking = self.ranking();
        [0, 1].map(|rank| self.players[ranking[rank]].as_str())
    }

    /// How a tie for the second place was broken, if there was one.
    fn tie(&self) -> Option<Block> {
        let (fitness, ranking) = (self.fitness(), self.ranking());
        let second = fitness[ranking[1]];
        let equal = ranking.iter().skip(1).filter(|&&place| fitness[place] == second);
        let equal: Vec<String> = equal.map(|place| (place + 1).to_string()).collect();
        (equal.len() > 1).then(|| {
            Block::paragraph(&format!(
                "Chromosomes {} won equally many games; of those the one that was drawn first took \
                 the second place.",
                equal.join(" and ")
            ))
        })
    }

    pub(super) fn blocks(&self) -> Vec<Block> {
        let fitness = self.fitness();
        let rows = self.ranking().into_iter().map(|place| {
            let line = self.played.standings.rows().nth(place).map(|(_, line)| *line);
            let line = line.unwrap_or_default();
            let weights = self.players[place].rsplit('=').next().unwrap_or_default();
            vec![
                (place + 1).to_string(),
                fitness[place].to_string(),
                line.draws.to_string(),
                line.losses.to_string(),
                weights.replace(',', ", "),
            ]
        });
        let header =
            ["chromosome", "games won", "drawn", "lost", "SPP, SPO, MDP, MDO, PD, GSP, GSO, NFP"];
        let depths = self
            .ranking()
            .into_iter()
            .take(2)
            .map(|place| (format!("chromosome {}", place + 1), self.played.effort(place)));
        let table = Block::table(header, rows.collect());
        let introduction = [
            Block::heading("The tournament of ten chromosomes"),
            Block::paragraph(
                "The paper: \"we performed a tournament consisting about creating a population of \
                 10 chromosomes and each one plays against each other. […] For playing against \
                 our 120k agent we took the two best chromosomes of the tournament.\" They were \
                 numbers 2 and 5, and their weights are not printed. Here ten chromosomes are \
                 drawn as the paper says (each weight is not zero with probability 0.3), play a \
                 full round robin from both seats with a limit of 120 moves, and the two best \
                 take the places of Chromosome2 and Chromosome5.",
            ),
        ];
        let parts = introduction.into_iter().chain([table]).chain(self.tie());
        parts.chain([depth_table(depths.collect())]).collect()
    }
}
