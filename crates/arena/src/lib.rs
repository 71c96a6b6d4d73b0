//! Who is stronger: games between players, what they prove, and where they are kept.
//!
//! [`PlayedGame`] is what all parts share: a match makes them, the store keeps them, statistics
//! count them. [`Store`](store::Store) is the game store, a SQLite database.
//!
//! # What is where
//! - [`Entry`] is who takes part, [`Rules`] what was agreed on, [`Openings`] where games begin;
//!   [`play()`] plays one game.
//! - [`Schedule`] says which games there are, [`Arena`] plays them, several at once, [`Standings`]
//!   counts them; what they prove is in [`statistics`].

pub mod book;
pub mod compliance;
mod control;
pub mod files;
mod opening;
mod participant;
mod play;
pub mod played;
mod record;
mod record_file;
mod referee;
pub mod report;
pub mod reproduce;
mod run;
mod schedule;
mod standings;
pub mod statistics;
pub mod store;
mod tournament;
pub mod tune;

pub use control::{Allowance, ClockControl, Control, ParseClockControlError, ParseControlError};
pub use opening::{
    OpeningChoice, OpeningProblem, Openings, OpeningsError, ParseOpeningChoiceError,
    RandomOpenings, is_balanced, read_openings,
};
pub use participant::{
    Answer, CommandLine, Entrant, Entry, EntryError, Fault, ParseCommandLineError, Participant,
    Patience, entrants, mixed,
};
pub use play::play;
pub use played::{PlayedGame, Reason, Thought};
pub use record_file::RecordFile;
pub use referee::{DrawRule, MARGIN, ParseRuleError, ResignRule, Rules};
pub use run::{Arena, End};
pub use schedule::{Fixture, Schedule, gauntlet, round_robin};
pub use standings::{Line, Standings};
pub use tournament::{Archive, ArchiveError, News, TournamentError, TournamentPlan};
