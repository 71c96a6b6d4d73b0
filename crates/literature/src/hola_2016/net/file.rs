//! Files of weights, in a [`container`](quoridor_engine::net::container).
//!
//! Each row of the net, those of the hidden layer first: one signed byte `e`, then each weight `w`
//! as the integer `w / 2ᵉ` in two bytes, the lower first, from -32767 to 32767. A weight thus keeps
//! 15 bits of its row's largest; to read a file and write it again changes nothing.

use std::fmt;

use quoridor_engine::net::container::{Contents, FileError, MAGIC, VERSION, sealed};

use super::action::Action;
use super::encoding::Encoding;
use super::mlp::Mlp;

const KIND: &str = "mlp";

const SHAPE: &str = "inputs, hidden units (at most 4096) and actions, like 133 1000 140";

/// The largest integer that a weight is stored as.
const LARGEST: f32 = 32_767.0;

/// The powers of two that a row may be scaled by: what a trained net needs is far inside, and none
/// of them overflows.
const EXPONENTS: std::ops::RangeInclusive<i8> = -100..=100;

/// The bytes of a net's file.
///
/// # Errors
/// A weight is not a number, or too large for a file.
pub fn write(net: &Mlp) -> Result<Vec<u8>, NotFinite> {
    let mut numbers = Vec::with_capacity(2 * (net.to_hidden().len() + net.to_output().len()));
    let rows =
        net.to_hidden().chunks(net.hidden_units()).chain(net.to_output().chunks(Action::COUNT));
    for row in rows {
        write_row(row, &mut numbers)?;
    }
    let (inputs, units) = (net.encoding().inputs(), net.hidden_units());
    let head = format!(
        "{MAGIC} {VERSION}\nkind {KIND}\ninputs {}\nshape {inputs} {units} {}\n",
        net.encoding(),
        Action::COUNT
    );
    Ok(sealed(&head, &numbers))
}

fn write_row(row: &[f32], numbers: &mut Vec<u8>) -> Result<(), NotFinite> {
    let largest = row
        .iter()
        .try_fold(0.0_f32, |largest, weight| weight.is_finite().then(|| largest.max(weight.abs())));
    let largest = largest.ok_or(NotFinite)?;
    let exponent = EXPONENTS
        .into_iter()
        .find(|&exponent| largest <= LARGEST * power(exponent))
        .ok_or(NotFinite)?;
    numbers.push(exponent as u8);
    for weight in row {
        let integer = (weight / power(exponent)).round_ties_even() as i16;
        numbers.extend(integer.to_le_bytes());
    }
    Ok(())
}

/// Two to the power of a number among the exponents.
fn power(exponent: i8) -> f32 {
    f32::from_bits(((127 + i32::from(exponent)) as u32) << 23)
}

/// The net of a file's bytes.
///
/// # Errors
/// The bytes are not a file of weights, or one of something else, or not whole.
pub fn read(bytes: &[u8]) -> Result<Mlp, FileError> {
    let Contents { inputs, shape, numbers } = Contents::open(bytes, KIND)?;
    let encoding: Encoding = inputs.parse().map_err(|_| FileError::Other {
        name: "inputs",
        found: inputs.to_owned(),
        wanted: "numbers or squares",
    })?;
    let units = hidden_units(shape, encoding)
        .ok_or_else(|| FileError::Shape { found: shape.to_owned(), wanted: SHAPE })?;
    if numbers.len()
        != (encoding.inputs() + 1) * (1 + 2 * units) + (units + 1) * (1 + 2 * Action::COUNT)
    {
        return Err(FileError::Length);
    }
    let mut net = Mlp::new(encoding, units);
    let (to_hidden, to_output) = net.layers_mut();
    let mut rest = numbers;
    for row in to_hidden.chunks_mut(units).chain(to_output.chunks_mut(Action::COUNT)) {
        let (bytes, after) = rest.split_at(1 + 2 * row.len());
        read_row(bytes, row)?;
        rest = after;
    }
    Ok(net)
}

/// The hidden units of a shape that fits the encoding and the actions.
fn hidden_units(shape: &str, encoding: Encoding) -> Option<usize> {
    let units: usize = shape.split(' ').nth(1)?.parse().ok()?;
    let same = shape == format!("{} {units} {}", encoding.inputs(), Action::COUNT);
    (same && (1..=Mlp::MOST_HIDDEN_UNITS).contains(&units)).then_some(units)
}

fn read_row(bytes: &[u8], row: &mut [f32]) -> Result<(), FileError> {
    let (&exponent, integers) = bytes.split_first().ok_or(FileError::Length)?;
    let exponent = exponent as i8;
    if !EXPONENTS.contains(&exponent) {
        return Err(FileError::Number);
    }
    for (weight, &integer) in row.iter_mut().zip(integers.as_chunks().0) {
        let integer = f32::from(i16::from_le_bytes(integer));
        if integer < -LARGEST {
            return Err(FileError::Number);
        }
        *weight = integer * power(exponent);
    }
    Ok(())
}

/// A weight of a net is not a number that a file can hold: its training has gone astray.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotFinite;

impl fmt::Display for NotFinite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "a weight is infinite or not a number: the training has diverged; take a \
             smaller learning rate",
        )
    }
}

impl std::error::Error for NotFinite {}
