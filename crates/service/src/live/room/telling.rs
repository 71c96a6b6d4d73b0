//! What clients are told.

use std::time::Duration;

use serde::Serialize;

use super::super::connections::Client;
use super::super::state::{Message, state};
use super::super::update::Told;
use super::{Effect, Room};
use crate::problem::Problem;

/// How often the number of spectators is told.
const SPECTATORS_TOLD: Duration = Duration::from_secs(2);

impl Room {
    /// The state has changed: the computer player to move is asked, and everybody is told.
    pub(super) fn settle(&mut self, now: Duration) {
        self.ask_if_due(now);
        self.tell_update(self.connections.everybody(), now);
    }

    pub(super) fn tell_update(&mut self, to: Vec<Client>, now: Duration) {
        let state = state(self, now);
        let text = match &mut self.told {
            Some(told) => told.update(&state),
            None => {
                self.told = Some(Told::new(&state));
                None
            }
        };
        self.effects.extend(text.map(|text| Effect::Tell { to, text }));
    }

    /// The time until the number of spectators is told again; `None` if it was.
    pub(super) fn spectators_wait(&self, now: Duration) -> Option<Duration> {
        let (told, since) = self.spectators_told;
        let is_news = !self.connections.is_empty() && Some(self.connections.spectators()) != told;
        let next = since.map_or(Duration::ZERO, |since| since + SPECTATORS_TOLD);
        is_news.then(|| next.saturating_sub(now))
    }

    /// Tells how many watch, if it is time. Whether it was told.
    pub(super) fn tell_spectators(&mut self, now: Duration) -> bool {
        let is_time = self.spectators_wait(now).is_some_and(|wait| wait.is_zero());
        if is_time {
            let spectators = self.connections.spectators();
            self.spectators_told = (Some(spectators), Some(now));
            self.tell(self.connections.everybody(), &Message::Update { spectators });
        }
        is_time
    }

    pub(super) fn tell(&mut self, to: Vec<Client>, message: &Message<'_>) {
        self.effects.push_back(Effect::Tell { to, text: json(message) });
    }

    pub(super) fn tell_problem(&mut self, to: Vec<Client>, id: Option<u64>, problem: &Problem) {
        self.effects.push_back(Effect::Tell { to, text: problem.message(id).to_string() });
    }
}

fn json(message: &impl Serialize) -> String {
    serde_json::to_string(message).expect("messages have no keys that JSON does not")
}
