//! The state that all requests share.

use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::sync::{Arc, OnceLock};

use quoridor_store::{Store, StoreError};
use tokio::sync::Semaphore;

use crate::address::Address;
use crate::budget::{Budget, memory_of_machine};
use crate::compute::Compute;
use crate::limits::ServerLimits;
use crate::live::Games;
use crate::log::Log;
use crate::metrics::{Metrics, Rejection};
use crate::problem::Problem;
use crate::public::PublicUrl;
use crate::rate::Rated;
use crate::reachable;
use crate::readers::Readers;
use crate::resources::Resources;
use crate::store_thread::{StoreThread, Tidier};

/// How a server is set up.
#[derive(Clone, Debug)]
pub struct Config {
    /// The threads that search.
    pub threads: usize,
    /// Names beside `localhost` and addresses that a `Host` may have.
    pub hosts: Vec<String>,
    /// Where the server is on the internet, behind a proxy.
    pub public: Option<PublicUrl>,
    /// The proxies that are believed when they name their clients.
    pub proxies: Vec<IpAddr>,
    /// The memory for the tables of all players, in MiB; `None` for a quarter of the machine's.
    pub memory: Option<u64>,
    /// Whether every request is logged, as a line of JSON on the error output.
    pub logs: bool,
    /// The limits.
    pub limits: ServerLimits,
}

impl Config {
    /// A server for this machine and its network.
    pub fn new(threads: usize) -> Self {
        Self {
            threads,
            hosts: Vec::new(),
            public: None,
            proxies: Vec::new(),
            memory: None,
            logs: false,
            limits: ServerLimits::default(),
        }
    }
}

/// The state of the server: the store, the games that are being played, the threads that search.
/// Cheap to clone.
#[derive(Clone)]
pub struct Server {
    parts: Arc<Parts>,
}

struct Parts {
    config: Config,
    /// Moves of games never wait for questions.
    writer: StoreThread,
    readers: Readers,
    _tidier: Tidier,
    compute: Compute,
    resources: Resources,
    games: Games,
    connections: Budget,
    bytes: Budget,
    /// Files of games that are read at the moment, and those that wait.
    imports: Arc<Semaphore>,
    import_queue: Budget,
    rates: Rates,
    metrics: Arc<Metrics>,
    log: Log,
    /// Where it listens, once it does.
    listening: OnceLock<SocketAddr>,
    folder: std::path::PathBuf,
}

/// The rates of every address.
struct Rates {
    requests: Rated,
    games: Rated,
    imports: Rated,
    pages: Rated,
    sockets: Rated,
    questions: Rated,
    searches: Rated,
}

/// Something that costs more than a usual request.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Action {
    NewGame,
    Import,
    Page,
    Socket,
    Question,
    Search,
}

impl Server {
    /// A server for the games of a store, which is made if it is not there.
    ///
    /// # Errors
    /// The store cannot be opened, or only be read.
    pub fn new(store: &Path, config: Config) -> Result<Self, StoreError> {
        let mut written = Store::open(store)?;
        written.probe()?;
        written.leave_tidying()?;
        let limits = &config.limits;
        let metrics = Arc::new(Metrics::default());
        let writer = StoreThread::new(written, Arc::clone(&metrics));
        let readers = Readers::new(store, limits)?;
        let tidier = Tidier::new(Store::open(store)?);
        let compute = Compute::new(config.threads, limits);
        let memory = config.memory.unwrap_or_else(memory_of_machine);
        let resources = Resources::new(memory, compute.threads(), limits);
        let games =
            Games::new(writer.clone(), compute.clone(), resources.clone(), Arc::clone(&metrics));
        let connections =
            Budget::leaving_room(limits.connections as u64, limits.connections_per_address as u64);
        let bytes = Budget::leaving_room(limits.bytes, limits.bytes_per_address);
        let folder = std::path::absolute(store).unwrap_or_else(|_| store.to_owned());
        Ok(Self {
            parts: Arc::new(Parts {
                writer,
                readers,
                _tidier: tidier,
                compute,
                resources,
                games,
                connections,
                bytes,
                imports: Arc::new(Semaphore::new(limits.imports)),
                import_queue: Budget::new(64, limits.imports_per_address),
                rates: Rates {
                    requests: Rated::new(limits.requests),
                    games: Rated::new(limits.new_games),
                    imports: Rated::new(limits.new_imports),
                    pages: Rated::new(limits.new_pages),
                    sockets: Rated::new(limits.new_sockets),
                    questions: Rated::new(limits.new_questions),
                    searches: Rated::new(limits.searches),
                },
                metrics,
                log: Log::new(config.logs),
                listening: OnceLock::new(),
                folder: folder.parent().map(Path::to_owned).unwrap_or_default(),
                config,
            }),
        })
    }

    pub(crate) fn config(&self) -> &Config {
        &self.parts.config
    }

    pub(crate) fn limits(&self) -> &ServerLimits {
        &self.parts.config.limits
    }

    pub(crate) fn writer(&self) -> &StoreThread {
        &self.parts.writer
    }

    pub(crate) fn readers(&self) -> &Readers {
        &self.parts.readers
    }

    pub(crate) fn compute(&self) -> &Compute {
        &self.parts.compute
    }

    pub(crate) fn resources(&self) -> &Resources {
        &self.parts.resources
    }

    pub(crate) fn games(&self) -> &Games {
        &self.parts.games
    }

    pub(crate) fn connections(&self) -> &Budget {
        &self.parts.connections
    }

    /// Bodies of requests and answers that are under way.
    pub(crate) fn bytes(&self) -> &Budget {
        &self.parts.bytes
    }

    pub(crate) fn metrics(&self) -> &Metrics {
        &self.parts.metrics
    }

    pub(crate) fn log(&self) -> &Log {
        &self.parts.log
    }

    /// The server listens now.
    pub(crate) fn listens_on(&self, address: SocketAddr) {
        let _ = self.parts.listening.set(address);
    }

    /// Where other devices find the server, such as `http://192.168.1.7:8717`: nowhere if it serves
    /// this machine alone, or does not listen yet.
    pub fn origins(&self) -> Vec<String> {
        let listening = self.parts.listening.get();
        let public = self.config().public.as_ref();
        listening.map(|&at| reachable::origins(at, public)).unwrap_or_default()
    }

    /// The folder of the store.
    pub(crate) fn folder(&self) -> &Path {
        &self.parts.folder
    }

    /// Whether an address may send another request.
    pub(crate) fn may_ask(&self, address: Address) -> bool {
        self.parts.rates.requests.take(address)
    }

    /// Lets an address do something expensive, unless it has done so too often. The owner of the
    /// machine is exempt.
    pub(crate) fn allow(&self, address: Address, action: Action) -> Result<(), Problem> {
        let rates = &self.parts.rates;
        let rate = match action {
            Action::NewGame => &rates.games,
            Action::Import => &rates.imports,
            Action::Page => &rates.pages,
            Action::Socket => &rates.sockets,
            Action::Question => &rates.questions,
            Action::Search => &rates.searches,
        };
        if address.is_here() || rate.take(address) {
            return Ok(());
        }
        self.metrics().reject(Rejection::Rate);
        Err(Problem::too_many("rate limit exceeded: try again in a few seconds"))
    }

    /// Runs long work on a thread of its own, a few at a time, even if the client stops waiting.
    pub(crate) async fn read_file<T: Send + 'static>(
        &self,
        address: Address,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let Ok(place) = self.parts.import_queue.take(address, 1) else {
            self.metrics().reject(Rejection::Queue);
            return Err(Problem::busy("too many files are read at the moment: try again later"));
        };
        let turn = Arc::clone(&self.parts.imports).acquire_owned().await;
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            drop((turn, place));
            done
        });
        done.await.map_err(|_| Problem::busy("the server is about to end"))
    }
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server").finish_non_exhaustive()
    }
}
