//! The tests of the players and the searches.

mod alpha_beta;
mod conv_network;
mod every_player;
mod nnue;
mod paths;
mod positions;
mod race;
mod specs;
mod weights;
