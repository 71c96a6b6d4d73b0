//! Questions about positions and games, answered by searches.

mod accuracy;
mod analyst;
mod facts;
mod heat;
mod hint;
mod policy;
mod question;
mod review;
mod search;

use std::collections::HashMap;

use serde_json::json;

use crate::problem::Problem;
use crate::work::Outbox;

pub use hint::hint;
pub use question::Question;
pub use review::ReviewSink;

/// A search that was begun. It is given up when this is dropped.
pub trait Ticket {
    /// Whether it has ended by itself.
    fn is_done(&self) -> bool;
}

/// The questions of a conversation that are not answered yet.
#[derive(Debug)]
pub struct Questions<T> {
    open: HashMap<u64, T>,
    most: usize,
}

impl<T: Ticket> Questions<T> {
    /// A conversation in which this many questions may be open.
    pub fn new(most: usize) -> Self {
        Self { open: HashMap::new(), most }
    }

    /// Whether all questions are answered.
    pub fn is_idle(&self) -> bool {
        self.open.values().all(Ticket::is_done)
    }

    /// Takes a message of the client. `begin` begins the search of a question.
    pub fn hear(
        &mut self,
        text: &str,
        outbox: &dyn Outbox,
        begin: impl FnOnce(&Question) -> Result<T, Problem>,
    ) {
        let question = match Question::read(text) {
            Ok(question) => question,
            Err(problem) => return outbox.say(&problem.message(None)),
        };
        if let Err(problem) = self.ask(&question, outbox, begin) {
            outbox.say(&problem.message(Some(question.id())));
        }
    }

    fn ask(
        &mut self,
        question: &Question,
        outbox: &dyn Outbox,
        begin: impl FnOnce(&Question) -> Result<T, Problem>,
    ) -> Result<(), Problem> {
        let id = question.id();
        // The number stands for the new question from now on.
        let was_open = self.open.remove(&id).is_some_and(|ticket| !ticket.is_done());
        if question.is_stop() {
            if was_open {
                outbox.say(&json!({ "type": "done", "id": id, "stopped": true, "decision": null }));
            }
            return Ok(());
        }
        self.open.retain(|_, ticket| !ticket.is_done());
        if self.open.len() >= self.most {
            return Err(Problem::busy(format_args!(
                "{} questions are open: stop one or wait for an answer",
                self.most
            )));
        }
        let ticket = begin(question)?;
        self.open.insert(id, ticket);
        Ok(())
    }
}
