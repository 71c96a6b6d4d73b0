//! Clients that come and go.

use std::time::Duration;

use quoridor_json::SeatJson;
use quoridor_session::Occupant;

use super::super::connections::{Client, Connection};
use super::super::state::{Message, state};
use super::super::update::Told;
use super::{Effect, Room};
use crate::problem::Problem;

impl Room {
    /// Whether all these tokens are known. A game may have been claimed since it was read.
    pub(super) fn knows(&self, tokens: &[String]) -> bool {
        let seating = self.session.seating();
        let keys = seating.occupants.values().filter_map(Occupant::keys);
        let keys: Vec<_> = keys.chain([&seating.control]).collect();
        tokens.iter().all(|token| keys.iter().any(|keys| keys.open_with(token)))
    }

    pub(super) fn let_in(&mut self, client: Client, tokens: Vec<String>, now: Duration) {
        let is_player = !Connection::new(&tokens, self.session.seating()).is_spectator();
        if is_player || self.arrivals.take(now) {
            return self.load(Some((client, tokens)));
        }
        let problem = Problem::too_many("too many spectators are coming: try again in a moment");
        self.tell_problem(vec![client], None, &problem);
        self.effects.push_back(Effect::Disconnect(client));
    }

    pub(super) fn has_joined(&mut self, client: Client, tokens: &[String], now: Duration) {
        if self.is_unwatched_computers_turn() {
            // It has not thought while nobody was there.
            self.session.restart_turn(now);
        }
        let connection = Connection::new(tokens, self.session.seating());
        let seats = connection.seats.clone();
        let is_news = seats.iter().any(|&seat| !self.connections.has(seat));
        self.connections.add(client, connection);
        let is_asked = self.ask_if_due(now);
        let yours = seats.into_iter().map(SeatJson::from).collect();
        self.tell(vec![client], &Message::Joined { yours });
        let state = state(self, now);
        self.tell(vec![client], &Message::State(&state));
        self.spectators_told.0 = None;
        if self.told.is_none() {
            self.told = Some(Told::new(&state));
        } else if is_news || is_asked {
            let mut others = self.connections.everybody();
            others.retain(|other| *other != client);
            self.tell_update(others, now);
        }
    }

    pub(super) fn let_out(&mut self, client: Client, now: Duration) {
        let Some(connection) = self.connections.remove(client) else { return };
        if self.connections.is_empty() {
            self.empty_since = now;
            self.stop_thinking();
        } else if connection.seats.iter().any(|&seat| !self.connections.has(seat)) {
            self.tell_update(self.connections.everybody(), now);
        }
    }
}
