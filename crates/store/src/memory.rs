//! A store in memory, with the same answers as the database: for WebAssembly, where another program
//! keeps what has changed.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use quoridor_core::notation::Dialect;
use quoridor_core::record::Record;
use quoridor_core::{ByPlayer, Game, Outcome, Player, Position};

use crate::explorer::Explorer;
use crate::keys::hash;
use crate::live_game::{Change, LiveGame, Occupant, Stamp, Target, Update};
use crate::played::Reason;
use crate::position_key::PositionKey;
use crate::record::RecordSource;
use crate::rows::{CheckedGame, fingerprint};
use crate::{
    Continuation, Date, Filter, GameId, Imported, Keys, NameIs, ResultIs, Source, StoreError,
    Summary,
};

/// The most tokens of a seat beside its first one, as in the database.
const MOST_CLAIMS: usize = 16;

/// A game in memory.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
pub struct MemoryGame {
    /// The game.
    pub content: MemoryContent,
    /// When it was begun, or what its record says.
    pub date: Option<Date>,
    /// The review of the game.
    pub review: Option<String>,
}

/// A game with its details.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Debug, PartialEq)]
pub enum MemoryContent {
    /// It is or was played here.
    Live(Box<LiveGame>),
    /// It was imported.
    Imported(Box<Record>),
}

impl MemoryGame {
    /// Whether its parts belong together, if it was read from elsewhere.
    pub fn is_sound(&self) -> bool {
        match &self.content {
            MemoryContent::Live(live) => {
                live.seating.occupants.seats() == live.game.start().seats()
                    && live.move_stats.len() == live.game.moves().len()
            }
            MemoryContent::Imported(_) => true,
        }
    }

    fn source(&self) -> Source {
        match &self.content {
            MemoryContent::Live(_) => Source::Live,
            MemoryContent::Imported(_) => Source::Imported,
        }
    }

    fn game(&self) -> Game {
        match &self.content {
            MemoryContent::Live(live) => live.game.clone(),
            MemoryContent::Imported(record) => record.game(),
        }
    }

    fn ended(&self) -> (Option<Outcome>, Option<Reason>) {
        match &self.content {
            MemoryContent::Live(live) => {
                live.ended.clone().map_or((None, None), |(why, how)| (Some(how), Some(why)))
            }
            MemoryContent::Imported(record) => (record.result, None),
        }
    }

    fn players(&self) -> ByPlayer<Option<String>> {
        match &self.content {
            MemoryContent::Live(live) => {
                let occupants = live.seating.occupants.clone();
                occupants.map(|_, occupant| Some(occupant.name().to_owned()))
            }
            MemoryContent::Imported(record) => ByPlayer::new(record.start.seats(), |player| {
                record.tag(&player.to_string()).map(str::to_owned)
            }),
        }
    }

    fn record(&self) -> Record {
        match &self.content {
            MemoryContent::Imported(record) => (**record).clone(),
            MemoryContent::Live(live) => {
                let opening = live.given.moves.len().min(live.game.moves().len());
                let players = live.seating.occupants.clone();
                let source = RecordSource {
                    players: &players.map(|_, occupant| occupant.name().to_owned()),
                    game: &live.game,
                    opening,
                    move_stats: live.move_stats.get(opening..).unwrap_or_default(),
                    ended: live.ended.as_ref().map(|(reason, outcome)| (reason, *outcome)),
                    date: self.date,
                    tags: &live.tags,
                    given: &live.given,
                };
                source.record()
            }
        }
    }

    fn summary(&self, id: GameId) -> Summary {
        let (game, (outcome, reason)) = (self.game(), self.ended());
        Summary {
            id,
            source: self.source(),
            players: self.players(),
            start: *game.start(),
            plies: game.moves().len(),
            outcome,
            reason,
            date: self.date,
        }
    }

    fn passes(&self, filter: &Filter) -> bool {
        let (players, game, (outcome, _)) = (self.players(), self.game(), self.ended());
        let named = |test: &dyn Fn(Player, &str) -> bool| {
            players.iter().any(|(seat, name)| name.as_deref().is_some_and(|name| test(seat, name)))
        };
        let sits = |seat| filter.seat.is_none_or(|wanted| wanted == seat);
        let by_seat = match (&filter.player, filter.seat) {
            (Some(wanted), _) => named(&|seat, name| name == wanted && sits(seat)),
            (None, Some(_)) => named(&|seat, _| sits(seat)),
            (None, None) => true,
        };
        let is_called = |name: &str| {
            filter.names.iter().any(|wanted| match wanted {
                NameIs::Exactly(wanted) => name == wanted,
                NameIs::Containing(part) => {
                    name.to_ascii_lowercase().contains(&part.to_ascii_lowercase())
                }
            })
        };
        let by_name = filter.names.is_empty() || named(&|_, name| is_called(name));
        let ends = |result: ResultIs| result.outcome() == outcome;
        let begins = |opening: &Game| {
            opening.start() == game.start() && game.moves().starts_with(opening.moves())
        };
        let has = |position: &Position| {
            let hash = PositionKey::of(position).hash;
            game.positions().iter().any(|known| PositionKey::of(known).hash == hash)
        };
        let plies = game.moves().len();
        by_seat
            && by_name
            && filter.seats.is_none_or(|seats| game.start().seats() == seats)
            && filter.result.is_none_or(ends)
            && filter.min_plies.is_none_or(|least| plies >= least)
            && filter.max_plies.is_none_or(|most| plies <= most)
            && filter.since.is_none_or(|day| self.date.is_some_and(|date| date >= day))
            && filter.until.is_none_or(|day| self.date.is_some_and(|date| date <= day))
            && filter.tournament.is_none()
            && filter.opening.as_ref().is_none_or(begins)
            && filter.position.as_ref().is_none_or(has)
    }
}

/// Games in memory.
#[derive(Clone, Debug, Default)]
pub struct MemoryStore {
    games: BTreeMap<GameId, MemoryGame>,
    /// The games that have changed since they were last asked for.
    changed: BTreeSet<GameId>,
}

impl MemoryStore {
    /// Takes a game as another program has kept it.
    pub fn put(&mut self, id: GameId, game: MemoryGame) {
        self.games.insert(id, game);
    }

    /// Forgets a game.
    pub fn forget(&mut self, id: GameId) {
        self.games.remove(&id);
    }

    /// A game.
    ///
    /// # Errors
    /// There is no such game.
    pub fn get(&self, id: GameId) -> Result<&MemoryGame, StoreError> {
        self.games.get(&id).ok_or(StoreError::NoGame(id))
    }

    /// The games that have changed since this was last asked.
    pub fn take_changed(&mut self) -> Vec<(GameId, &MemoryGame)> {
        let changed = std::mem::take(&mut self.changed);
        changed.into_iter().filter_map(|id| Some((id, self.games.get(&id)?))).collect()
    }

    fn next_id(&self) -> GameId {
        GameId(self.games.keys().next_back().map_or(0, |id| id.0) + 1)
    }

    fn insert(&mut self, game: MemoryGame) -> GameId {
        let id = self.next_id();
        self.games.insert(id, game);
        self.changed.insert(id);
        id
    }

    fn live_mut(&mut self, id: GameId) -> Result<&mut LiveGame, StoreError> {
        match self.games.get_mut(&id) {
            Some(MemoryGame { content: MemoryContent::Live(live), .. }) => Ok(live),
            Some(_) => Err(StoreError::Over(id)),
            None => Err(StoreError::NoGame(id)),
        }
    }

    /// The game of a session.
    ///
    /// # Errors
    /// There is no such game, or it was imported.
    pub fn live(&self, id: GameId) -> Result<LiveGame, StoreError> {
        match &self.get(id)?.content {
            MemoryContent::Live(live) => Ok((**live).clone()),
            MemoryContent::Imported(_) => Err(StoreError::NoGame(id)),
        }
    }

    /// A few values that differ if a game was changed.
    ///
    /// # Errors
    /// There is no such game.
    pub fn stamp(&self, id: GameId) -> Result<Stamp, StoreError> {
        self.live(id).map(|live| live.stamp())
    }

    /// Writes a change of a game that is being played. A game that begins is dated `today`.
    ///
    /// # Errors
    /// The game has other moves than the change expects, is over, or does not exist.
    pub fn write_live(&mut self, change: &Change, today: Date) -> Result<GameId, StoreError> {
        let id = match &change.target {
            Target::Stored(id) => *id,
            Target::New(new) => {
                if let Some(earlier) = new.rematch_of
                    && let Some(rematch) = self.live_mut(earlier)?.seating.rematch
                {
                    return Ok(rematch);
                }
                let content = MemoryContent::Live(Box::new(new.live()));
                let id = self.insert(MemoryGame { content, date: Some(today), review: None });
                if let Some(earlier) = new.rematch_of {
                    self.live_mut(earlier)?.seating.rematch = Some(id);
                    self.changed.insert(earlier);
                }
                id
            }
        };
        let live = self.live_mut(id)?;
        let (plies, is_over) = (live.game.moves().len(), live.ended.is_some());
        let (left, may_be_over) = match &change.update {
            Update::TakeBack { plies, reopen, .. } => (*plies, *reopen),
            Update::Play { .. } | Update::Name { .. } => (change.plies, false),
        };
        if is_over && !may_be_over {
            return Err(StoreError::Over(id));
        }
        if change.plies != plies || left > plies {
            return Err(StoreError::WrongPly { ply: change.plies.max(left), plies });
        }
        if let Update::Play { moves, .. } = &change.update
            && moves.first().is_some_and(|(legal, _)| legal.before() != live.game.position())
        {
            return Err(StoreError::Diverged(id));
        }
        live.apply(change);
        self.changed.insert(id);
        Ok(id)
    }

    /// Adds tokens that open the seats of a game.
    ///
    /// # Errors
    /// There is no such game.
    pub fn claim(
        &mut self,
        id: GameId,
        seats: &[(Player, String)],
        control: Option<&str>,
    ) -> Result<(), StoreError> {
        let seating = &mut self.live_mut(id)?.seating;
        let add = |keys: &mut Keys, token: &str| {
            let mut hashes = keys.hashes().to_vec();
            hashes.push(hash(token));
            if hashes.len() > MOST_CLAIMS + 1 {
                hashes.remove(1);
            }
            *keys = Keys::of_hashes(hashes);
        };
        for (seat, token) in seats {
            if let Occupant::Human { keys, .. } = &mut seating.occupants[*seat] {
                add(keys, token);
            }
        }
        if let Some(token) = control {
            add(&mut seating.control, token);
        }
        self.changed.insert(id);
        Ok(())
    }

    /// Adds games that have been checked, without those that are there already.
    pub fn add_checked(&mut self, games: Vec<CheckedGame>) -> Imported {
        let mut imported = Imported::default();
        if games.is_empty() {
            return imported;
        }
        let is_whole = |game: &&MemoryGame| game.ended().0.is_some() || game.is_imported();
        let records = self.games.values().filter(is_whole).map(MemoryGame::record);
        let mut known: HashSet<u64> = records.map(|record| fingerprint(&record)).collect();
        for CheckedGame { record, rows } in games {
            let print = rows.fingerprint.unwrap_or_else(|| fingerprint(&record));
            if !known.insert(print) && self.has_record(&record) {
                imported.duplicates += 1;
                continue;
            }
            let content = MemoryContent::Imported(Box::new(record));
            self.insert(MemoryGame { content, date: rows.summary.date, review: None });
            imported.added += 1;
        }
        imported
    }

    /// Whether a record is there, in whatever notation.
    fn has_record(&self, record: &Record) -> bool {
        let standard = |record: Record| Record { dialect: Dialect::Standard, ..record };
        let wanted = standard(record.clone());
        self.games.values().any(|game| standard(game.record()) == wanted)
    }

    /// The games that a filter lets through, in the order in which they were added, or the other
    /// way round.
    pub fn list(&self, filter: &Filter) -> Vec<Summary> {
        let passing = self.games.iter().filter(|(_, game)| game.passes(filter));
        let mut ids: Vec<GameId> = passing.map(|(&id, _)| id).collect();
        if filter.newest_first {
            ids.reverse();
        }
        let page = ids.into_iter().skip(filter.offset).take(filter.limit.unwrap_or(usize::MAX));
        page.map(|id| self.games[&id].summary(id)).collect()
    }

    /// How many games a filter lets through, whatever its limit and offset.
    pub fn count(&self, filter: &Filter) -> u64 {
        self.games.values().filter(|game| game.passes(filter)).count() as u64
    }

    /// The summary of a game.
    ///
    /// # Errors
    /// There is no such game.
    pub fn summary(&self, id: GameId) -> Result<Summary, StoreError> {
        Ok(self.get(id)?.summary(id))
    }

    /// The record of a game: as it was imported, or made from what is known of it.
    ///
    /// # Errors
    /// There is no such game.
    pub fn record(&self, id: GameId) -> Result<Record, StoreError> {
        Ok(self.get(id)?.record())
    }

    /// The review of a game, if there is one.
    ///
    /// # Errors
    /// There is no such game.
    pub fn review(&self, id: GameId) -> Result<Option<String>, StoreError> {
        Ok(self.get(id)?.review.clone())
    }

    /// Keeps the review of a game, in place of an earlier one.
    ///
    /// # Errors
    /// There is no such game.
    pub fn keep_review(&mut self, id: GameId, document: &str) -> Result<(), StoreError> {
        let game = self.games.get_mut(&id).ok_or(StoreError::NoGame(id))?;
        game.review = Some(document.to_owned());
        self.changed.insert(id);
        Ok(())
    }

    /// The moves that were played in a position or in one of its images, turned back to this one;
    /// the most frequent first.
    pub fn explore(&self, position: &Position) -> Vec<Continuation> {
        let hash = PositionKey::of(position).hash;
        let mut explorer = Explorer::new(position);
        for (id, stored) in &self.games {
            let (game, (outcome, _)) = (stored.game(), stored.ended());
            for (before, &mv) in game.positions().iter().zip(game.moves()) {
                let key = PositionKey::of(before);
                if key.hash == hash {
                    explorer.add(id.0, key.symmetry, mv, outcome);
                }
            }
        }
        explorer.finish()
    }
}

impl MemoryGame {
    const fn is_imported(&self) -> bool {
        matches!(self.content, MemoryContent::Imported(_))
    }
}
