//! Who is connected to a game, for which seats, and what they have agreed on.

use std::collections::{BTreeSet, HashMap};

use quoridor_core::Player;
use quoridor_store::{Seating, Sitter};

use crate::compute::{Client, Ticket};
use crate::socket::Outbox;

/// Somebody who is connected.
pub(super) struct Connection {
    pub(super) outbox: Outbox,
    /// The seats whose secrets it knows.
    pub(super) seats: Vec<Player>,
    /// Whether it may pause a game of computer players alone.
    pub(super) controls: bool,
    /// The hint that it waits for.
    pub(super) hint: Option<Ticket>,
}

/// Everybody who is connected.
#[derive(Default)]
pub(super) struct Connections {
    all: HashMap<Client, Connection>,
}

impl Connections {
    pub(super) fn add(
        &mut self,
        client: Client,
        outbox: Outbox,
        tokens: &[String],
        seating: &Seating,
    ) {
        let knows = |secret: &str| tokens.iter().any(|token| is_same(token, secret));
        let own = seating.sitters.iter().filter(|(_, sitter)| sitter.token().is_some_and(knows));
        let seats = own.map(|(seat, _)| seat).collect();
        let controls = seating.control.as_deref().is_some_and(knows);
        self.all.insert(client, Connection { outbox, seats, controls, hint: None });
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

    /// Whether somebody plays this seat at the moment.
    pub(super) fn has(&self, seat: Player) -> bool {
        self.iter().any(|connection| connection.seats.contains(&seat))
    }

    pub(super) fn spectators(&self) -> usize {
        self.iter().filter(|connection| connection.seats.is_empty()).count()
    }
}

/// Compares secrets in a time that says nothing about how much of them is right.
fn is_same(one: &str, other: &str) -> bool {
    let difference = one
        .bytes()
        .zip(other.bytes())
        .fold(0, |difference, (one, other)| difference | (one ^ other));
    one.len() == other.len() && difference == 0
}

/// What seats have asked for. It happens when all humans have.
#[derive(Clone, Debug, Default)]
pub(super) struct Offer {
    /// Who asked first.
    pub(super) by: Vec<Player>,
    pub(super) agreed: BTreeSet<Player>,
}

impl Offer {
    /// Some seats ask for it, or agree. Whether all humans have now.
    pub(super) fn agree(&mut self, seats: &[Player], seating: &Seating) -> bool {
        if self.agreed.is_empty() {
            self.by = seats.to_vec();
        }
        self.agreed.extend(seats);
        let mut humans =
            seating.sitters.iter().filter(|(_, sitter)| matches!(sitter, Sitter::Human { .. }));
        humans.all(|(seat, _)| self.agreed.contains(&seat))
    }

    pub(super) fn withdraw(&mut self) {
        *self = Self::default();
    }

    pub(super) fn names(&self) -> Vec<String> {
        self.agreed.iter().map(ToString::to_string).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_the_same_only_if_they_are() {
        assert!(is_same("abc", "abc"));
        for other in ["", "ab", "abcd", "abd", "Abc"] {
            assert!(!is_same("abc", other), "{other}");
        }
    }
}
