//! Tests of the searches and networks.

mod conv_network;
mod nnue;
mod race;
