//! Files of weights.
//!
//! A head of plain lines, then numbers:
//!
//! ```text
//! quoridor-weights 1
//! kind mlp
//! inputs numbers
//! shape 133 1000 140
//! checksum 0123456789abcdef
//! ```
//!
//! and an empty line. Each row of the net follows, those of the hidden layer first: one signed byte
//! `e`, then each weight `w` as the whole number `w / 2ᵉ` in two bytes, the lower first, from
//! -32767 to 32767. The checksum is FNV-1a (64 bits) over the head before it and all numbers after
//! it. A weight thus keeps 15 bits of its row's largest; to read a file and write it again changes
//! nothing.

use std::fmt;

use quoridor_engine::net::container::{
    LONGEST_HEAD, MAGIC, VERSION, checksum, end_of_head, sealed,
};

use super::action::Action;
use super::encoding::Encoding;
use super::mlp::Mlp;

const KIND: &str = "mlp";

/// The largest integer that a weight is stored as.
const LARGEST: f32 = 32_767.0;

/// The powers of two that a row may be scaled by: what a trained net needs is far inside, and none
/// of them overflows.
const EXPONENTS: std::ops::RangeInclusive<i8> = -100..=100;

/// The largest file that there can be, in bytes: a net with the most inputs and hidden units.
/// Nobody needs to read more than this.
pub const LARGEST_FILE: u64 = {
    let units = Mlp::MOST_HIDDEN_UNITS as u64;
    let rows = (Encoding::Squares.inputs() as u64 + 1) * (1 + 2 * units)
        + (units + 1) * (1 + 2 * Action::COUNT as u64);
    LONGEST_HEAD as u64 + rows
};

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
        let whole = (weight / power(exponent)).round_ties_even() as i16;
        numbers.extend(whole.to_le_bytes());
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
pub fn read(bytes: &[u8]) -> Result<Mlp, WeightsError> {
    let end = end_of_head(bytes);
    let foreign = || WeightsError::Foreign;
    if !bytes.starts_with(MAGIC.as_bytes()) {
        return Err(foreign());
    }
    let end = end.ok_or(WeightsError::Head { line: 1, wanted: "five lines and an empty one" })?;
    let head = str::from_utf8(&bytes[..end]).map_err(|_| foreign())?;
    let mut lines = head.split('\n');
    let mut line = 0;
    let mut field = |name: &'static str| {
        line += 1;
        let value = lines.next().and_then(|text| text.strip_prefix(name)?.strip_prefix(' '));
        value.ok_or(WeightsError::Head { line, wanted: name })
    };
    let version = field(MAGIC)?;
    if version != VERSION {
        return Err(WeightsError::Version { found: version.to_owned() });
    }
    let kind = field("kind")?;
    if kind != KIND {
        return Err(WeightsError::Kind { found: kind.to_owned() });
    }
    let inputs = field("inputs")?;
    let encoding: Encoding =
        inputs.parse().map_err(|_| WeightsError::Inputs { found: inputs.to_owned() })?;
    let shape = field("shape")?;
    let units = hidden_units(shape, encoding)
        .ok_or_else(|| WeightsError::Shape { found: shape.to_owned(), encoding })?;
    let said = field("checksum")?;
    if lines.next().is_some() {
        return Err(WeightsError::Head { line: 6, wanted: "an empty line" });
    }
    let numbers = &bytes[end + 2..];
    let wanted = (encoding.inputs() + 1) * (1 + 2 * units) + (units + 1) * (1 + 2 * Action::COUNT);
    if numbers.len() != wanted {
        return Err(WeightsError::Length { found: numbers.len(), wanted });
    }
    let summed_head = &bytes[..end - "checksum ".len() - said.len()];
    if said != checksum(summed_head, numbers) {
        return Err(WeightsError::Checksum);
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

fn read_row(bytes: &[u8], row: &mut [f32]) -> Result<(), WeightsError> {
    let (exponent, wholes) = bytes.split_first().ok_or(WeightsError::Scale)?;
    let exponent = *exponent as i8;
    if !EXPONENTS.contains(&exponent) {
        return Err(WeightsError::Scale);
    }
    let (wholes, _) = wholes.as_chunks::<2>();
    for (weight, &whole) in row.iter_mut().zip(wholes) {
        let whole = f32::from(i16::from_le_bytes(whole));
        if whole < -LARGEST {
            return Err(WeightsError::Whole);
        }
        *weight = whole * power(exponent);
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

/// The reason that bytes are not a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WeightsError {
    /// They do not begin as a file of weights does.
    Foreign,
    /// A line of the head is not what it has to be.
    Head {
        /// Its number, from one.
        line: usize,
        /// The expected beginning.
        wanted: &'static str,
    },
    /// Of a version that this program does not know.
    Version {
        /// The version.
        found: String,
    },
    /// Weights of something else.
    Kind {
        /// Of what.
        found: String,
    },
    /// For inputs that this program does not know.
    Inputs {
        /// Their name.
        found: String,
    },
    /// A shape that no net has.
    Shape {
        /// The shape.
        found: String,
        /// The encoding of the inputs.
        encoding: Encoding,
    },
    /// Cut off, or something is added.
    Length {
        /// How many bytes of numbers there are.
        found: usize,
        /// How many the shape needs.
        wanted: usize,
    },
    /// Something was changed.
    Checksum,
    /// A row is scaled by a power of two that none needs.
    Scale,
    /// A weight is the one number of two bytes that has no positive twin, and that no file is
    /// written with.
    Whole,
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => {
                write!(f, "not a file of weights: one begins with the line '{MAGIC} {VERSION}'")
            }
            Self::Head { line, wanted } => {
                write!(f, "damaged: line {line} of its head should be {wanted}")
            }
            Self::Version { found } => {
                write!(
                    f,
                    "of version '{}': this program reads version {VERSION}",
                    found.escape_debug()
                )
            }
            Self::Kind { found } => {
                write!(
                    f,
                    "weights of the kind '{}': a net's are of the kind {KIND}",
                    found.escape_debug()
                )
            }
            Self::Inputs { found } => {
                write!(f, "for inputs '{}': there are numbers and squares", found.escape_debug())
            }
            Self::Shape { found, encoding } => write!(
                f,
                "of the shape '{}': it should be {} 1000 {}, with 1 to {} in the middle",
                found.escape_debug(),
                encoding.inputs(),
                Action::COUNT,
                Mlp::MOST_HIDDEN_UNITS
            ),
            Self::Length { found, wanted } => {
                let what = if found < wanted { "cut off" } else { "too long" };
                write!(f, "{what}: it has {found} bytes of numbers and its shape takes {wanted}")
            }
            Self::Checksum => f.write_str("damaged: its checksum is another"),
            Self::Scale => {
                f.write_str("damaged: a row is scaled by a power of two below -100 or above 100")
            }
            Self::Whole => f.write_str(
                "damaged: a weight is stored as -32768, and they go from -32767 to 32767",
            ),
        }
    }
}

impl std::error::Error for WeightsError {}
