//! The clients that are connected to a game, and the seats that they play.

use std::collections::BTreeMap;
use std::time::Duration;

use quoridor_core::Player;
use quoridor_session::{Keys, Seating};

/// How many spectators may come at once, and how many more a second.
const SPECTATORS_AT_ONCE: f64 = 100.0;
const SPECTATORS_PER_SECOND: f64 = 20.0;

/// A connection to a game, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Client(pub u64);

/// A client that is connected.
pub(super) struct Connection {
    /// The seats whose tokens it has.
    pub(super) seats: Vec<Player>,
    /// Whether it may pause a game between computers.
    pub(super) controls: bool,
    /// When it last greeted or took a name.
    pub(super) chattered: Option<Duration>,
}

impl Connection {
    /// A client with these tokens.
    pub(super) fn new(tokens: &[String], seating: &Seating) -> Self {
        let opens = |keys: &Keys| tokens.iter().any(|token| keys.open_with(token));
        let own = seating.occupants.iter();
        let own = own.filter(|(_, occupant)| occupant.keys().is_some_and(opens));
        let seats = own.map(|(seat, _)| seat).collect();
        Self { seats, controls: opens(&seating.control), chattered: None }
    }

    pub(super) fn is_spectator(&self) -> bool {
        self.seats.is_empty() && !self.controls
    }
}

/// All clients that are connected.
#[derive(Default)]
pub(super) struct Connections {
    all: BTreeMap<Client, Connection>,
}

impl Connections {
    pub(super) fn add(&mut self, client: Client, connection: Connection) {
        self.all.insert(client, connection);
    }

    pub(super) fn remove(&mut self, client: Client) -> Option<Connection> {
        self.all.remove(&client)
    }

    pub(super) fn get(&self, client: Client) -> Option<&Connection> {
        self.all.get(&client)
    }

    pub(super) fn get_mut(&mut self, client: Client) -> Option<&mut Connection> {
        self.all.get_mut(&client)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Whether a client plays this seat at the moment.
    pub(super) fn has(&self, seat: Player) -> bool {
        self.all.values().any(|connection| connection.seats.contains(&seat))
    }

    /// Everybody, players first, so that they never wait for spectators.
    pub(super) fn everybody(&self) -> Vec<Client> {
        let mut everybody: Vec<_> = self.all.iter().collect();
        everybody.sort_by_key(|(_, connection)| connection.is_spectator());
        everybody.into_iter().map(|(&client, _)| client).collect()
    }

    /// A player, or a spectator if there is none. `None` if nobody is connected.
    pub(super) fn first(&self) -> Option<Client> {
        let plays = |(_, connection): &(&Client, &Connection)| !connection.is_spectator();
        let first = self.all.iter().find(plays).or_else(|| self.all.iter().next());
        first.map(|(&client, _)| client)
    }

    pub(super) fn spectators(&self) -> usize {
        self.all.values().filter(|connection| connection.seats.is_empty()).count()
    }
}

/// The rate at which spectators may come.
pub(super) struct Arrivals {
    left: f64,
    since: Duration,
}

impl Arrivals {
    pub(super) const fn new(now: Duration) -> Self {
        Self { left: SPECTATORS_AT_ONCE, since: now }
    }

    /// Whether one more may come.
    pub(super) fn take(&mut self, now: Duration) -> bool {
        let more = now.saturating_sub(self.since).as_secs_f64() * SPECTATORS_PER_SECOND;
        (self.left, self.since) = ((self.left + more).min(SPECTATORS_AT_ONCE), now);
        let is_allowed = self.left >= 1.0;
        if is_allowed {
            self.left -= 1.0;
        }
        is_allowed
    }
}
