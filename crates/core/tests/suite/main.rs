//! The tests of the rules: against a slow and obvious second implementation, against counts of
//! other programs, against papers.

mod differential;
mod game;
mod incremental;
mod notation;
mod past_pawns;
mod paths;
mod perft;
mod random;
mod records;
mod robustness;
mod setup;
mod slow;
mod symmetry;
mod vocabulary;
