//! Tests of every player of the registry.

mod every_player;
mod specs;
