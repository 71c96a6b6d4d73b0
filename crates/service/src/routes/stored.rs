//! The games of the store.

use quoridor_core::notation::Dialect;
use quoridor_core::record::{self, Line, Record};
use quoridor_core::{Game, Player, Position, Seats};
use quoridor_json::{BadGameJson, ExploredJson, ImportedJson, StoredGameJson, SummaryJson};
use quoridor_store::{
    BadGame, CheckedGame, Continuation, Filter, GameId, Imported, MemoryStore, NameIs, ResultIs,
    StoreError, Summary,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::texts::TextLimits;
use crate::problem::Problem;
use crate::words::GameRequest;

/// Where games are stored.
#[expect(clippy::missing_errors_doc, reason = "there is no such game, or the store failed")]
pub trait StoredGames {
    /// The games that a filter lets through, and why damaged ones are left out.
    fn list(&self, filter: &Filter) -> Result<(Vec<Summary>, Vec<StoreError>), StoreError>;
    /// How many games a filter lets through, whatever its limit and offset.
    fn count(&self, filter: &Filter) -> Result<u64, StoreError>;
    /// The summary of a game.
    fn summary(&self, game: GameId) -> Result<Summary, StoreError>;
    /// The record of a game.
    fn record(&self, game: GameId) -> Result<Record, StoreError>;
    /// The review of a game, if there is one.
    fn review(&self, game: GameId) -> Result<Option<String>, StoreError>;
    /// Keeps the review of a game, in place of an earlier one.
    fn keep_review(&mut self, game: GameId, document: &str) -> Result<(), StoreError>;
    /// The moves that were played in a position, the most frequent first.
    fn explore(&self, position: &Position) -> Result<Vec<Continuation>, StoreError>;
}

#[cfg(feature = "sqlite")]
impl StoredGames for quoridor_store::Store {
    fn list(&self, filter: &Filter) -> Result<(Vec<Summary>, Vec<StoreError>), StoreError> {
        let listed = Self::list(self, filter)?;
        Ok((listed.games, listed.damage))
    }

    fn count(&self, filter: &Filter) -> Result<u64, StoreError> {
        Self::count(self, filter)
    }

    fn summary(&self, game: GameId) -> Result<Summary, StoreError> {
        Self::summary(self, game)
    }

    fn record(&self, game: GameId) -> Result<Record, StoreError> {
        Self::record(self, game)
    }

    fn review(&self, game: GameId) -> Result<Option<String>, StoreError> {
        Self::review(self, game)
    }

    fn keep_review(&mut self, game: GameId, document: &str) -> Result<(), StoreError> {
        Self::keep_review(self, game, document)
    }

    fn explore(&self, position: &Position) -> Result<Vec<Continuation>, StoreError> {
        Self::explore(self, position)
    }
}

impl StoredGames for MemoryStore {
    fn list(&self, filter: &Filter) -> Result<(Vec<Summary>, Vec<StoreError>), StoreError> {
        Ok((Self::list(self, filter), Vec::new()))
    }

    fn count(&self, filter: &Filter) -> Result<u64, StoreError> {
        Ok(Self::count(self, filter))
    }

    fn summary(&self, game: GameId) -> Result<Summary, StoreError> {
        Self::summary(self, game)
    }

    fn record(&self, game: GameId) -> Result<Record, StoreError> {
        Self::record(self, game)
    }

    fn review(&self, game: GameId) -> Result<Option<String>, StoreError> {
        Self::review(self, game)
    }

    fn keep_review(&mut self, game: GameId, document: &str) -> Result<(), StoreError> {
        Self::keep_review(self, game, document)
    }

    fn explore(&self, position: &Position) -> Result<Vec<Continuation>, StoreError> {
        Ok(Self::explore(self, position))
    }
}

/// The most games that one answer lists.
const MOST: usize = 500;

/// The most names beside `name` that one request looks for, and the longest of all names.
const MOST_NAMES: usize = 200;
const LONGEST_NAME: usize = 500;

/// The games that are wanted.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Listed {
    /// A whole name.
    player: Option<String>,
    /// A part of a name, in capitals or not.
    name: Option<String>,
    /// Whole names beside `name`, separated by spaces.
    or_players: Option<String>,
    /// The seat of `player`.
    seat: Option<String>,
    /// The number of players.
    #[schemars(range(min = 2, max = 4))]
    seats: Option<usize>,
    /// `South wins`, `draw` or `open`.
    result: Option<String>,
    /// The first moves, separated by spaces.
    opening: Option<String>,
    /// A position that occurred.
    position: Option<String>,
    /// The fewest moves.
    min_plies: Option<usize>,
    /// The most moves.
    max_plies: Option<usize>,
    /// The first day, `2026-11-15`.
    since: Option<String>,
    /// The last day.
    until: Option<String>,
    /// The most games, 50 unless given.
    #[schemars(range(max = 500))]
    limit: Option<usize>,
    /// How many games to leave out first.
    #[serde(default)]
    offset: usize,
    /// `newest` unless given, or `oldest`.
    order: Option<String>,
}

/// A parameter, or what is wrong with it.
fn read<T: std::str::FromStr>(name: &str, text: Option<&String>) -> Result<Option<T>, Problem>
where
    T::Err: std::fmt::Display,
{
    // A field of a form that was left empty asks for nothing.
    let text = text.filter(|text| !text.is_empty());
    text.map(|text| text.parse().map_err(|error| Problem::bad(format_args!("{name}: {error}"))))
        .transpose()
}

impl Listed {
    fn filter(&self) -> Result<Filter, Problem> {
        let seats = self
            .seats
            .map(|count| Seats::new(count).ok_or_else(|| Problem::bad("seats: 2, 3 or 4")));
        let result = match self.result.as_deref() {
            None | Some("") => None,
            Some("open") => Some(ResultIs::Open),
            Some(text) => Some(ResultIs::Outcome(
                text.parse()
                    .map_err(|error| Problem::bad(format_args!("result: {error}, or open")))?,
            )),
        };
        let opening = self.opening.as_ref().filter(|moves| !moves.is_empty()).map(|moves| {
            let game = Dialect::Standard.read_moves(moves, &Position::default());
            game.map_err(|error| Problem::bad(format_args!("opening: {error}")))
        });
        let newest_first = match self.order.as_deref() {
            None | Some("newest") => true,
            Some("oldest") => false,
            Some(_) => return Err(Problem::bad("order: newest or oldest")),
        };
        let limit = self.limit.unwrap_or(50);
        if limit > MOST {
            return Err(Problem::bad(format_args!("limit: at most {MOST}")));
        }
        Ok(Filter {
            player: self
                .player
                .as_deref()
                .and_then(|name| read_name("player", name))
                .transpose()?,
            names: self.names()?,
            seat: read::<Player>("seat", self.seat.as_ref())?,
            seats: seats.transpose()?,
            result,
            opening: opening.transpose()?,
            position: read("position", self.position.as_ref())?,
            min_plies: self.min_plies,
            max_plies: self.max_plies,
            since: read("since", self.since.as_ref())?,
            until: read("until", self.until.as_ref())?,
            tournament: None,
            limit: Some(limit),
            offset: self.offset,
            newest_first,
        })
    }
}

impl Listed {
    /// A page may show a player under another name than the stored one: `name` is a
    /// part of the latter, `or_players` are whole names beside it, separated by spaces.
    fn names(&self) -> Result<Vec<NameIs>, Problem> {
        let others = self.or_players.iter().flat_map(|names| names.split_whitespace());
        if others.clone().count() > MOST_NAMES {
            return Err(Problem::bad(format_args!("or_players: at most {MOST_NAMES} names")));
        }
        let part = self.name.iter().filter_map(|name| read_name("name", name));
        let others = others.filter_map(|name| read_name("or_players", name));
        part.map(|name| name.map(NameIs::Containing))
            .chain(others.map(|name| name.map(NameIs::Exactly)))
            .collect()
    }
}

/// A name that is looked for, unless it is empty.
fn read_name(field: &str, name: &str) -> Option<Result<String, Problem>> {
    let is_short = name.chars().count() <= LONGEST_NAME;
    let too_long =
        || Problem::bad(format_args!("{field}: a name has at most {LONGEST_NAME} letters"));
    (!name.is_empty()).then(|| is_short.then(|| name.to_owned()).ok_or_else(too_long))
}

/// The games of the store that match.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Games")]
pub struct GamesJson {
    /// How many match.
    total: u64,
    /// Those that were asked for.
    games: Vec<SummaryJson>,
    /// Why games of the store that are damaged are missing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    damage: Vec<String>,
}

/// `GET /api/store/games`
///
/// # Errors
/// A parameter cannot be read, or the store failed.
pub fn list(store: &dyn StoredGames, request: &Listed) -> Result<GamesJson, Problem> {
    let filter = request.filter()?;
    let (total, (games, damage)) = (store.count(&filter)?, store.list(&filter)?);
    Ok(GamesJson {
        total,
        games: games.iter().map(SummaryJson::from).collect(),
        damage: damage.iter().map(ToString::to_string).collect(),
    })
}

/// The number of a game in a path.
///
/// # Errors
/// It is no number.
pub fn game_id(text: &str) -> Result<GameId, Problem> {
    text.parse()
        .map(GameId)
        .map_err(|_| Problem::bad("a game is named by its number in the store, like 17"))
}

/// `GET /api/store/games/{id}`
///
/// # Errors
/// There is no such game, or the store failed.
pub fn show(store: &dyn StoredGames, id: &str) -> Result<StoredGameJson, Problem> {
    let id = game_id(id)?;
    let (summary, record) = (store.summary(id)?, store.record(id)?);
    StoredGameJson::new(&summary, &record).map_err(Problem::bad)
}

/// The review of a game of the store.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "StoredReview")]
pub struct ReviewJson {
    /// The messages of the review: `moves` as they were worked out, and the `summary`. Null if the
    /// game was not reviewed, or has changed since.
    review: Option<Value>,
}

/// `GET /api/store/games/{id}/review`
///
/// # Errors
/// There is no such game, or the store failed.
pub fn review(store: &dyn StoredGames, id: &str) -> Result<ReviewJson, Problem> {
    let id = game_id(id)?;
    let record = store.record(id)?;
    let moves: Vec<String> = record.game().moves().iter().map(ToString::to_string).collect();
    let review: Option<Value> =
        store.review(id)?.and_then(|document| serde_json::from_str(&document).ok());
    let is_same = |review: &Value| {
        let reviewed = review["moves"].as_array().into_iter().flatten();
        reviewed.map(|each| each["move"].as_str()).eq(moves.iter().map(|mv| Some(mv.as_str())))
    };
    Ok(ReviewJson { review: review.filter(is_same) })
}

/// Keeps a review, if the game is over and is the one that was reviewed.
///
/// # Errors
/// There is no such game, or the store failed.
pub fn keep_review(
    store: &mut dyn StoredGames,
    game: GameId,
    reviewed: &Game,
    review: &Value,
) -> Result<(), StoreError> {
    let is_over = store.summary(game)?.outcome.is_some();
    let stored = store.record(game)?.game();
    if is_over && stored.start() == reviewed.start() && stored.moves() == reviewed.moves() {
        store.keep_review(game, &review.to_string())?;
    }
    Ok(())
}

/// Records to add to the store.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "KeepGames")]
#[serde(deny_unknown_fields)]
pub struct Kept {
    text: String,
}

impl Kept {
    /// `POST /api/store/games`: reads and checks the games. `add` gets a few at a time, so that
    /// others who write come between.
    ///
    /// # Errors
    /// The store failed.
    pub fn keep(
        &self,
        limits: &TextLimits,
        mut add: impl FnMut(Vec<CheckedGame>) -> Result<Imported, Problem>,
    ) -> Result<ImportedJson, Problem> {
        let (mut imported, mut batch, mut plies) = (Imported::default(), Vec::new(), 0);
        let mut games = record::read(&self.text);
        for (number, record) in games.by_ref().take(limits.games_kept).enumerate() {
            let checked = match record {
                Ok(record) if record.main.count_moves() > limits.game_moves => {
                    let most = limits.game_moves;
                    let what = format!("a game of more than {most} moves");
                    imported.bad.push(refused(number + 1, what));
                    None
                }
                Ok(record) if longest_comment(&record.main) > limits.comment_letters => {
                    let most = limits.comment_letters;
                    let what = format!("a comment of more than {most} letters");
                    imported.bad.push(refused(number + 1, what));
                    None
                }
                record => imported.check(number + 1, record),
            };
            let Some(game) = checked else { continue };
            plies += game.plies() + 1;
            batch.push(game);
            if plies >= limits.moves_written {
                plies = 0;
                imported += add(std::mem::take(&mut batch))?;
            }
        }
        imported += add(batch)?;
        let mut problems: Vec<BadGameJson> =
            imported.bad.iter().take(limits.problems_shown).map(BadGameJson::from).collect();
        let more = imported.bad.iter().skip(limits.problems_shown).map(BadGameJson::from);
        problems.extend(BadGameJson::and_more(more));
        if games.next().is_some() {
            let (game, most) = (limits.games_kept + 1, limits.games_kept);
            let text = format!("only the first {most} games were read");
            problems.push(BadGameJson { file: None, game, line: None, text });
        }
        Ok(ImportedJson { added: imported.added, known: imported.duplicates, problems })
    }
}

/// A game that the store has no place for, and why.
const fn refused(game: usize, what: String) -> BadGame {
    BadGame::Refused { game, error: StoreError::Unstorable(what) }
}

fn longest_comment(line: &Line) -> usize {
    let inside = line.moves.iter().flat_map(|recorded| {
        let variations = recorded.variations.iter().map(longest_comment);
        variations.chain([recorded.comment.chars().count()])
    });
    inside.chain([line.comment.chars().count()]).max().unwrap_or_default()
}

/// A game whose last position is looked up.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "Explore")]
#[serde(deny_unknown_fields)]
pub struct Explored {
    #[serde(default)]
    game: GameRequest,
}

/// `POST /api/explore`
///
/// # Errors
/// The game cannot be read, or the store failed.
pub fn explore(store: &dyn StoredGames, request: &Explored) -> Result<ExploredJson, Problem> {
    let position = *request.game.game()?.position();
    Ok(ExploredJson::new(&position, &store.explore(&position)?))
}
