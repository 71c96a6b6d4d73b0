//! The native part of the Python package `quoridor`; `docs/python.md` describes the whole.
//!
//! Python objects own their Rust state; nothing is shared between them. Searches and batches run
//! with the interpreter lock released.

mod actions;
mod arguments;
mod board;
mod engine;
mod matches;
mod observation;
mod records;
mod rows;
mod self_play;
mod signals;
mod vec_env;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

pyo3::create_exception!(
    quoridor,
    IllegalMoveError,
    PyValueError,
    "A move is illegal. The message says why."
);

#[pymodule]
fn _quoridor(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("IllegalMoveError", module.py().get_type::<IllegalMoveError>())?;
    module.add("ACTIONS", quoridor_core::Move::COUNT)?;
    module.add("POLICY_SIZE", quoridor_engine::net::conv::POLICY_SIZE)?;
    actions::add(module)?;
    rows::add_to(module)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<board::Board>()?;
    module.add_class::<board::Outcome>()?;
    module.add_class::<engine::Engine>()?;
    module.add_class::<engine::Limit>()?;
    module.add_class::<engine::Line>()?;
    module.add_class::<engine::PlayResult>()?;
    module.add_class::<self_play::SelfPlay>()?;
    module.add_class::<vec_env::VecEnv>()?;
    module.add_class::<matches::Match>()?;
    module.add_class::<matches::MatchResult>()?;
    module.add_class::<records::Record>()?;
    module.add_class::<records::Store>()?;
    module.add_function(wrap_pyfunction!(records::read_records, module)?)?;
    module.add_function(wrap_pyfunction!(engine::agents, module)?)
}
