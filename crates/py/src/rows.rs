//! Rows of self-play games, as arrays to train with.

use numpy::{Element, PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use quoridor_engine::Fnv;
use quoridor_engine::net::conv::Planes;
use quoridor_learn::self_play::{AUXILIARY, BadRow, Row, Samples};
use rayon::prelude::*;

/// The rows of some bytes.
fn rows(octets: &[u8]) -> PyResult<&[[u8; Row::SIZE]]> {
    match octets.as_chunks() {
        (rows, []) => Ok(rows),
        _ => Err(PyValueError::new_err("rows: expected 64 bytes for each")),
    }
}

/// The places of the rows whose checksums are wrong.
#[pyfunction]
fn damaged_rows<'py>(
    py: Python<'py>,
    octets: PyReadonlyArray1<'py, u8>,
) -> PyResult<Bound<'py, PyArray1<usize>>> {
    let rows = rows(octets.as_slice()?)?;
    let damaged = py.detach(|| {
        let all = rows.par_iter().enumerate();
        all.filter(|(_, row)| !Row::is_whole(row)).map(|(place, _)| place).collect()
    });
    Ok(PyArray1::from_vec(py, damaged))
}

/// The positions of rows, in standard notation.
#[pyfunction]
fn row_positions(octets: PyReadonlyArray1<'_, u8>) -> PyResult<Vec<String>> {
    let rows = rows(octets.as_slice()?)?.iter().enumerate();
    let position = |(place, row)| match Row::read(row) {
        Ok(row) => Ok(row.position.to_string()),
        Err(error) => Err(PyValueError::new_err(format!("row {place}: {error}"))),
    };
    rows.map(position).collect()
}

/// The inputs and targets of the rows of whole games, by name. Errors count rows from the first.
#[pyfunction]
fn samples<'py>(
    py: Python<'py>,
    octets: PyReadonlyArray1<'py, u8>,
    first: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let rows = rows(octets.as_slice()?)?;
    let samples = py.detach(|| Samples::new(rows));
    let samples = samples.map_err(|BadRow { row, error }| {
        PyValueError::new_err(BadRow { row: first + row, error }.to_string())
    })?;
    let (count, names) = (rows.len(), PyDict::new(py));
    // A field that is added there is missed here.
    let Samples {
        planes,
        auxiliary,
        policy_place,
        policy_weight,
        answer,
        has_answer,
        result,
        search,
        plies_left,
        game,
        is_proved,
        both_have_walls,
    } = samples;
    let planes = planes.into_flattened().into_flattened();
    add(&names, "planes", planes, &[count, Planes::COUNT, 9, 9])?;
    let auxiliary = auxiliary.into_flattened().into_flattened();
    add(&names, "auxiliary", auxiliary, &[count, AUXILIARY, 9, 9])?;
    let moves = [count, Row::MOST_MOVES];
    add(&names, "policy_place", policy_place.into_flattened(), &moves)?;
    add(&names, "policy_weight", policy_weight.into_flattened(), &moves)?;
    add(&names, "answer", answer, &[count])?;
    add(&names, "has_answer", has_answer, &[count])?;
    add(&names, "result", result, &[count])?;
    add(&names, "search", search, &[count])?;
    add(&names, "plies_left", plies_left, &[count])?;
    add(&names, "game", game, &[count])?;
    add(&names, "is_proved", is_proved, &[count])?;
    add(&names, "both_have_walls", both_have_walls, &[count])?;
    Ok(names)
}

/// Adds an array that takes over the memory of its numbers.
fn add<T: Element>(
    names: &Bound<'_, PyDict>,
    name: &str,
    numbers: Vec<T>,
    shape: &[usize],
) -> PyResult<()> {
    names.set_item(name, PyArray1::from_vec(names.py(), numbers).reshape(shape)?)
}

/// The checksum of networks and of their outputs: FNV-1a, 64 bits.
#[pyfunction]
fn fnv64(octets: &[u8]) -> u64 {
    Fnv::of(octets)
}

/// Adds the functions, and the type of a row, to the module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let field = |(name, kind, shape): (&str, &str, &[usize])| {
        Ok((name.to_owned(), kind.to_owned(), PyTuple::new(py, shape)?))
    };
    let fields: Vec<_> = Row::LAYOUT.into_iter().map(field).collect::<PyResult<_>>()?;
    module.add("ROW", py.import("numpy")?.call_method1("dtype", (fields,))?)?;
    module.add_function(wrap_pyfunction!(damaged_rows, module)?)?;
    module.add_function(wrap_pyfunction!(row_positions, module)?)?;
    module.add_function(wrap_pyfunction!(samples, module)?)?;
    module.add_function(wrap_pyfunction!(fnv64, module)?)
}
