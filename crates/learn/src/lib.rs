//! Making players stronger: the papers' experiments in learning and our own, each in a folder of
//! its own.
//!
//! # What is where
//! - [`evaluation`]: what positions are worth to the champion, learnt from its own games.
//! - [`evolution`]: genetic algorithms of three papers, and CMA-ES beside them.
//! - [`network`]: Hoľa's nets, which learn by watching and by Q-learning.
//! - [`perceptron`]: Glendenning's first attempt, and why it fails.
//! - [`games`]: the games that an experiment needs.
//! - [`run_folder`]: what every experiment keeps, and how it goes on after it was stopped or
//!   killed.

mod adam;
pub mod depth;
pub mod evaluation;
pub mod evolution;
pub mod games;
pub mod network;
pub mod options;
pub mod perceptron;
pub mod run_folder;
