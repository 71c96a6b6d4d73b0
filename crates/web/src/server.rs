//! The state that all requests share.

use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;

use quoridor_store::{Store, StoreError};

use crate::compute::Compute;
use crate::keeper::{Keeper, Tidier};
use crate::live::Games;
use crate::rate::Requests;

/// The state of the server: the store, the games that are being played, the threads that search.
/// Cheap to clone.
#[derive(Clone)]
pub struct Server {
    parts: Arc<Parts>,
}

struct Parts {
    /// Moves of games are never behind questions.
    writer: Keeper,
    reader: Keeper,
    _tidier: Tidier,
    compute: Compute,
    games: Games,
    requests: Requests,
    /// Names beside `localhost` that a `Host` may have.
    hosts: Vec<String>,
}

impl Server {
    /// A server for the games of a store, which is made if it is not there; with as many threads
    /// that search.
    ///
    /// # Errors
    /// The store cannot be opened.
    pub fn new(store: &Path, threads: usize) -> Result<Self, StoreError> {
        let written = Store::open(store)?;
        written.leave_tidying()?;
        let (writer, reader) = (Keeper::new(written), Keeper::new(Store::open(store)?));
        let tidier = Tidier::new(Store::open(store)?);
        let compute = Compute::new(threads);
        let games = Games::new(writer.clone(), compute.clone());
        Ok(Self {
            parts: Arc::new(Parts {
                writer,
                reader,
                _tidier: tidier,
                compute,
                games,
                requests: Requests::default(),
                hosts: Vec::new(),
            }),
        })
    }

    /// The same server, which also answers to these names. To be called before it is shared.
    #[must_use]
    pub fn known_as(mut self, hosts: Vec<String>) -> Self {
        if let Some(parts) = Arc::get_mut(&mut self.parts) {
            parts.hosts = hosts;
        }
        self
    }

    pub(crate) fn writer(&self) -> &Keeper {
        &self.parts.writer
    }

    pub(crate) fn reader(&self) -> &Keeper {
        &self.parts.reader
    }

    pub(crate) fn compute(&self) -> &Compute {
        &self.parts.compute
    }

    pub(crate) fn games(&self) -> &Games {
        &self.parts.games
    }

    /// Whether an address may ask once more.
    pub(crate) fn may_ask(&self, address: IpAddr) -> bool {
        self.parts.requests.take(address)
    }

    pub(crate) fn hosts(&self) -> &[String] {
        &self.parts.hosts
    }
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server").finish_non_exhaustive()
    }
}
