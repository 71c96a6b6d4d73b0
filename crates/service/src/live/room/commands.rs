//! The commands of clients.

use std::time::Duration;

use super::super::connections::Client;
use super::super::message::Command;
use super::super::state::Message;
use super::{Effect, Granted, Room, Waiting};
use crate::problem::Problem;

/// The shortest time between two greetings or names of a client.
const CHATTER: Duration = Duration::from_secs(1);

/// The longest time between two moves of computer players that can be asked for, in milliseconds.
const SLOWEST_PACE: u64 = 60_000;

impl Room {
    /// Whether a client may give a command, before anything else is looked at.
    pub(super) fn check(&self, client: Client, command: &Command) -> Result<(), Problem> {
        let connection = self.connections.get(client).ok_or_else(|| Problem::bad("join first"))?;
        match command {
            Command::Ping {} => Ok(()),
            Command::Pause {} | Command::Resume {} | Command::Step {} | Command::Pace { .. } => {
                if connection.controls {
                    return Ok(());
                }
                Err(Problem::bad(
                    "only the player who started a game between computers can pause it",
                ))
            }
            _ if connection.seats.is_empty() => {
                Err(Problem::bad("you are watching: to play, open the link of a seat"))
            }
            _ => Ok(()),
        }
    }

    /// Does what a command says, or begins to.
    pub(super) fn grant(
        &mut self,
        client: Client,
        id: Option<u64>,
        command: Command,
        now: Duration,
    ) -> Result<Granted, Problem> {
        let connection = self.connections.get(client).ok_or_else(|| Problem::bad("join first"))?;
        let seats = connection.seats.clone();
        let proposed = match command {
            Command::Move { ply, mv } => {
                match self.session.propose_move_by(&seats, ply, mv, now)? {
                    Some(change) => Some(change),
                    None => return Ok(Granted::Now),
                }
            }
            Command::Resign { seat } => Some(self.session.propose_resignation(&seats, seat)?),
            Command::Undo {} => self.session.offer_takeback(&seats)?,
            Command::Draw {} => self.session.offer_draw(&seats)?,
            Command::Name { name } => {
                self.check_chatter(client, now)?;
                self.session.propose_name(&seats, &name)?
            }
            Command::Greet { greeting } => {
                self.check_chatter(client, now)?;
                let message = Message::Greeting { from: seats[0].into(), greeting };
                self.tell(self.connections.everybody(), &message);
                return Ok(Granted::Now);
            }
            Command::Rematch {} => {
                if let Some(change) = self.session.offer_rematch(&seats)? {
                    self.effects.push_back(Effect::Write(change));
                    self.waiting = Some(Waiting::Rematch(client, id));
                    return Ok(Granted::Later);
                }
                None
            }
            Command::Hint {} => {
                self.session.check_hint(&seats)?;
                let game = self.session.game().clone();
                self.effects.push_back(Effect::Hint { client, id, game });
                return Ok(Granted::Later);
            }
            Command::Decline {} => {
                self.session.decline();
                None
            }
            Command::Pause {} => {
                self.is_paused = true;
                self.stop_thinking();
                None
            }
            Command::Resume {} => {
                self.is_paused = false;
                None
            }
            Command::Step {} => {
                self.is_paused = true;
                self.ask(now);
                None
            }
            Command::Pace { pace } => {
                self.set_pace(pace);
                None
            }
            Command::Ping {} => return Ok(Granted::Now),
        };
        match proposed {
            Some(change) => {
                self.effects.push_back(Effect::Write(change.clone()));
                self.waiting = Some(Waiting::Command(change, client, id));
                Ok(Granted::Later)
            }
            None => {
                self.settle(now);
                Ok(Granted::Now)
            }
        }
    }

    /// A hint cannot be searched.
    pub fn could_not_hint(&mut self, client: Client, id: Option<u64>, problem: &Problem) {
        self.tell_problem(vec![client], id, problem);
    }

    /// Sets the shortest time between moves of a game between computers.
    pub fn set_pace(&mut self, milliseconds: u64) {
        self.pace = Duration::from_millis(milliseconds.min(SLOWEST_PACE));
    }

    /// Greetings and names reach everybody, so a client has to wait between them.
    fn check_chatter(&mut self, client: Client, now: Duration) -> Result<(), Problem> {
        let Some(connection) = self.connections.get_mut(client) else { return Ok(()) };
        if connection.chattered.is_some_and(|last| now.saturating_sub(last) < CHATTER) {
            return Err(Problem::too_many("wait a moment before the next greeting or name"));
        }
        connection.chattered = Some(now);
        Ok(())
    }
}
