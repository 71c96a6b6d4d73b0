//! Who is stronger: matches and tournaments between players, and the statistics of their games.
//!
//! # What is where
//! - [`Entry`] is who takes part, [`Rules`] what was agreed on, [`Openings`] where games begin;
//!   [`play()`] plays one game.
//! - [`Schedule`] says which games there are, [`Arena`] plays them, several at once, [`Standings`]
//!   counts them; what they prove is in [`statistics`].

mod archive;
pub mod book;
pub mod compliance;
mod control;
mod opening;
mod participant;
mod play;
mod progress;
mod referee;
mod run;
mod schedule;
mod standings;
pub mod statistics;
mod tournament;
pub mod tune;

pub use archive::StoredTournament;
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
pub use progress::{Progress, Stopped};
pub use referee::{DrawRule, MARGIN, ParseRuleError, ResignRule, Rules};
pub use run::{Arena, End};
pub use schedule::{Fixture, Schedule, gauntlet, round_robin};
pub use standings::{Line, Standings};
pub use tournament::{Archive, ArchiveError, News, TournamentError, TournamentPlan};
