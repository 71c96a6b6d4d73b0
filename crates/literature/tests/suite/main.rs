//! Tests of the papers' players.

mod alpha_beta;
mod paths;
mod positions;
mod weights;
