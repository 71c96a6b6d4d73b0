//! The clients that are connected to a game, and the seats that they play.

use std::collections::BTreeMap;
use std::time::Duration;

use quoridor_core::Player;
use quoridor_session::{Keys, Seating};

use crate::work::Outbox;

/// A connection to a game, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Client(pub u64);

/// A client that is connected.
pub(super) struct Connection {
    pub(super) outbox: Box<dyn Outbox>,
    /// The seats whose tokens it knows.
    pub(super) seats: Vec<Player>,
    /// Whether it may pause a game between computers.
    pub(super) controls: bool,
    /// When it last greeted or took a name.
    pub(super) chattered: Option<Duration>,
}

/// All clients that are connected.
#[derive(Default)]
pub(super) struct Connections {
    all: BTreeMap<Client, Connection>,
}

impl Connections {
    pub(super) fn add(
        &mut self,
        client: Client,
        outbox: Box<dyn Outbox>,
        tokens: &[String],
        seating: &Seating,
    ) {
        let opens = |keys: &Keys| tokens.iter().any(|token| keys.open_with(token));
        let own = seating.occupants.iter();
        let own = own.filter(|(_, occupant)| occupant.keys().is_some_and(opens));
        let seats = own.map(|(seat, _)| seat).collect();
        let controls = opens(&seating.control);
        self.all.insert(client, Connection { outbox, seats, controls, chattered: None });
    }

    pub(super) fn remove(&mut self, client: Client) {
        self.all.remove(&client);
    }

    pub(super) fn get(&self, client: Client) -> Option<&Connection> {
        self.all.get(&client)
    }

    pub(super) fn get_mut(&mut self, client: Client) -> Option<&mut Connection> {
        self.all.get_mut(&client)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Connection> {
        self.all.values()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Whether a client plays this seat at the moment.
    pub(super) fn has(&self, seat: Player) -> bool {
        self.iter().any(|connection| connection.seats.contains(&seat))
    }

    /// Somebody who plays, or a spectator if nobody does. `None` if nobody is connected.
    pub(super) fn first(&self) -> Option<Client> {
        let plays = |(_, connection): &(&Client, &Connection)| {
            connection.controls || !connection.seats.is_empty()
        };
        let first = self.all.iter().find(plays).or_else(|| self.all.iter().next());
        first.map(|(&client, _)| client)
    }

    pub(super) fn spectators(&self) -> usize {
        self.iter().filter(|connection| connection.seats.is_empty()).count()
    }
}
