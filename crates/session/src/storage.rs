//! Where games are stored.

use std::collections::BTreeMap;

use quoridor_store::{Change, GameId, LiveGame, Stamp, Target};

/// A place for games. When [`write`](Self::write) returns, the change is safe.
pub trait Storage {
    /// Writes a change, and says under which number the game is.
    ///
    /// # Errors
    /// The game was changed elsewhere, or the storage failed: nothing has been written.
    fn write(&mut self, change: &Change) -> Result<GameId, StorageError>;

    /// A game.
    ///
    /// # Errors
    /// There is none with this number, or the storage failed.
    fn load(&self, game: GameId) -> Result<LiveGame, StorageError>;

    /// The unfinished game that was changed last.
    ///
    /// # Errors
    /// The storage failed.
    fn latest(&self) -> Result<Option<GameId>, StorageError>;

    /// A few values that differ if the game was changed elsewhere.
    ///
    /// # Errors
    /// There is none with this number, or the storage failed.
    fn stamp(&self, game: GameId) -> Result<Stamp, StorageError> {
        self.load(game).map(|live| live.stamp())
    }
}

/// Why a storage did not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StorageError {
    /// The stored game differs from the session: it was continued elsewhere.
    #[error("the game was changed elsewhere; it has been reloaded")]
    Changed,
    /// There is no such game.
    #[error("there is no game {0}")]
    NoGame(GameId),
    /// The storage failed: one line.
    #[error("{0}")]
    Failed(String),
}

/// Games in memory, gone with the program: for tests, and where nothing can be written.
#[derive(Clone, Debug, Default)]
pub struct MemoryStorage {
    games: BTreeMap<GameId, LiveGame>,
    latest: Option<GameId>,
}

impl Storage for MemoryStorage {
    fn write(&mut self, change: &Change) -> Result<GameId, StorageError> {
        let (id, mut live) = match &change.target {
            Target::Stored(id) => (*id, self.load(*id)?),
            Target::New(new) => (GameId(self.games.len() as i64 + 1), new.live()),
        };
        if live.game.moves().len() != change.plies {
            return Err(StorageError::Changed);
        }
        live.apply(change);
        self.games.insert(id, live);
        self.latest = Some(id);
        Ok(id)
    }

    fn load(&self, game: GameId) -> Result<LiveGame, StorageError> {
        self.games.get(&game).cloned().ok_or(StorageError::NoGame(game))
    }

    fn latest(&self) -> Result<Option<GameId>, StorageError> {
        let is_on = |id: &GameId| self.games.get(id).is_some_and(|game| game.ended.is_none());
        Ok(self.latest.filter(is_on))
    }
}

#[cfg(feature = "sqlite")]
mod sqlite {
    use quoridor_store::{Change, GameId, LiveGame, Stamp, Store, StoreError};

    use super::{Storage, StorageError};

    impl Storage for Store {
        fn write(&mut self, change: &Change) -> Result<GameId, StorageError> {
            Ok(self.write_live(change)?)
        }

        fn load(&self, game: GameId) -> Result<LiveGame, StorageError> {
            Ok(self.live(game)?)
        }

        fn latest(&self) -> Result<Option<GameId>, StorageError> {
            Ok(self.latest_live()?)
        }

        fn stamp(&self, game: GameId) -> Result<Stamp, StorageError> {
            Ok(Self::stamp(self, game)?)
        }
    }

    impl From<StoreError> for StorageError {
        fn from(error: StoreError) -> Self {
            match error {
                StoreError::WrongPly { .. } | StoreError::Diverged(_) | StoreError::Over(_) => {
                    Self::Changed
                }
                StoreError::NoGame(game) => Self::NoGame(game),
                error => Self::Failed(error.to_string()),
            }
        }
    }
}
