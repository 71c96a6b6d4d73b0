//! The game store, with real files and real processes.

mod concurrent;
mod damage;
mod explorer;
mod faults;
mod files;
mod import;
mod kill;
mod live;
mod merge;
mod round_trip;
mod samples;
mod search;
mod seating;
mod tournament;
