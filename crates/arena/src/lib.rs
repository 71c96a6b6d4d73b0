//! Matches and tournaments between players, and the statistics of their games.
//!
//! - An [`Entry`] names a participant, [`Rules`] are the time margin and adjudication, [`Openings`]
//!   the first moves; [`play()`] plays one game.
//! - A [`Schedule`] lists the games, [`Arena`] plays them, several at once, [`Standings`] count
//!   them; Elo, SPRT and ratings are in [`statistics`].
//! - A [`TournamentPlan`] is a whole match or tournament, and a `StoredTournament` keeps its games
//!   so that it can be resumed.
//! - A [`Grade`] is how often a player gives away a won position on a solved board.

#[cfg(feature = "sqlite")]
mod archive;
pub mod book;
pub mod compliance;
mod control;
mod grade;
mod opening;
mod participant;
mod plan_file;
mod play;
mod referee;
mod run;
mod schedule;
mod standings;
pub mod statistics;
mod tournament;
pub mod tune;

#[cfg(feature = "sqlite")]
pub use archive::StoredTournament;
pub use control::{Allowance, Control, ParseControlError};
pub use grade::{Grade, grade};
pub use opening::{
    OpeningChoice, OpeningProblem, Openings, OpeningsError, ParseOpeningChoiceError,
    RandomOpenings, is_balanced, read_openings,
};
pub use participant::{
    CommandLine, Entrant, Entry, EntryError, Fault, ParseCommandLineError, Participant, Timeouts,
    entrants,
};
pub use play::play;
pub use referee::{DrawRule, MARGIN, ParseRuleError, ResignRule, Rules};
pub use run::{Arena, MatchEnd};
pub use schedule::{Fixture, ParseShardError, Schedule, Shard, gauntlet, round_robin};
pub use standings::{Standings, StandingsRow};
pub use tournament::{Archive, ArchiveError, TournamentError, TournamentEvent, TournamentPlan};
