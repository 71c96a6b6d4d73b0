//! The players, one file or folder each, the citation on top.

pub mod alphabeta;
pub mod champion;
pub mod eizagirre;
pub mod glendenning_2005;
pub mod hola_2016;
pub mod hola_2016_nets;
pub mod mertens_2006;
pub mod nnue;
pub mod perfect;
pub mod puct;
pub mod random;
pub mod respall_2018;
pub mod respall_2018_ga;
pub mod saadatinia_2020;
pub mod van_steenbergen_2006;
