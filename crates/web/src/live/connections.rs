//! The clients that are connected to a game, and the seats that they play.

use std::collections::HashMap;
use std::time::Instant;

use quoridor_core::Player;
use quoridor_session::{Keys, Seating};

use super::Client;
use crate::address::Address;
use crate::compute::Ticket;
use crate::socket::Outbox;

/// A client that is connected.
pub(super) struct Connection {
    pub(super) address: Address,
    pub(super) outbox: Outbox,
    /// The seats whose tokens it knows.
    pub(super) seats: Vec<Player>,
    /// Whether it may pause a game between computers.
    pub(super) controls: bool,
    /// When it last greeted or took a name.
    pub(super) chattered: Option<Instant>,
    /// The hint that it waits for.
    pub(super) hint: Option<Ticket>,
}

/// All clients that are connected.
#[derive(Default)]
pub(super) struct Connections {
    all: HashMap<Client, Connection>,
}

impl Connections {
    pub(super) fn add(
        &mut self,
        client: Client,
        address: Address,
        outbox: Outbox,
        tokens: &[String],
        seating: &Seating,
    ) {
        let opens = |keys: &Keys| tokens.iter().any(|token| keys.open_with(token));
        let own = seating.occupants.iter();
        let own = own.filter(|(_, occupant)| occupant.keys().is_some_and(opens));
        let seats = own.map(|(seat, _)| seat).collect();
        let controls = opens(&seating.control);
        let connection =
            Connection { address, outbox, seats, controls, chattered: None, hint: None };
        self.all.insert(client, connection);
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

    /// The address on whose account computer players think: of somebody who plays, or of a
    /// spectator if nobody does. `None` if nobody is connected.
    pub(super) fn account(&self) -> Option<Address> {
        let plays = |connection: &&Connection| connection.controls || !connection.seats.is_empty();
        self.iter().find(plays).or_else(|| self.iter().next()).map(|connection| connection.address)
    }

    pub(super) fn spectators(&self) -> usize {
        self.iter().filter(|connection| connection.seats.is_empty()).count()
    }
}
