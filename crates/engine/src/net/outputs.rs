//! The outputs of a network as another program computed them, compared with ours bit by bit.
//!
//! `python/train` writes such a file beside every network that it exports. It has a line for each
//! position: the position, the value, and the FNV-1a checksum of all logits, with `|` between them.
//! Of the networks of `puct` the value is a float, written as its bits in hexadecimal, and counts
//! as the last of the logits; of those of `nnue` it is the score.

use std::fmt;
use std::path::Path;

use quoridor_core::Position;

use super::container::{LARGEST_FILE, end_of_head};
use super::conv::{self, Kernel, Planes, Scratch};
use crate::fnv::Fnv;
use crate::players::nnue::{self, Features};
use crate::small_file;

/// What a network says about a position, as the files have it.
struct Outputs {
    value: String,
    checksum: String,
    /// The kernel that computed it, if there are several.
    kernel: Option<Kernel>,
}

/// How many positions of a file of outputs the network of another file gives the same outputs for:
/// all that there are. The network may be one of `puct` or of `nnue`.
///
/// # Errors
/// A file cannot be read or used, or an output is different: one line, with the file.
pub fn compare_files(weights: &Path, outputs: &Path) -> Result<usize, String> {
    let bytes = |file: &Path| {
        small_file::read(file, LARGEST_FILE)
            .map_err(|reason| format!("{}: {reason}", file.display()))
    };
    let (network, text) = (bytes(weights)?, bytes(outputs)?);
    let text = String::from_utf8(text).map_err(|_| format!("{}: no text", outputs.display()))?;
    let unusable = |error: &dyn fmt::Display| format!("{}: {error}", weights.display());
    let head = &network[..end_of_head(&network).unwrap_or_default()];
    let compared = if head.split(|&byte| byte == b'\n').any(|line| line == b"kind nnue") {
        compare_nnue(&nnue::read(&network).map_err(|error| unusable(&error))?, &text)
    } else {
        compare_conv(&conv::read(&network).map_err(|error| unusable(&error))?, &text)
    };
    compared.map_err(|error| format!("{}: {error}", outputs.display()))
}

/// How many positions a text has for which a network of `puct` gives the same outputs, with every
/// kernel that this processor has.
///
/// # Errors
/// An output is different, or the text is something else.
pub fn compare_conv(network: &conv::Network, text: &str) -> Result<usize, OutputsError> {
    let kernels = Kernel::ALL.into_iter().filter(|kernel| kernel.is_available());
    let mut scratches: Vec<(Kernel, Scratch)> =
        kernels.map(|kernel| (kernel, Scratch::new(network, kernel))).collect();
    compare(text, |position| {
        let planes = Planes::new(position);
        let outputs = scratches.iter_mut().map(|(kernel, scratch)| {
            let output = network.evaluate(&planes, scratch);
            let logits = output.policy.into_iter().chain([output.value]);
            let bytes: Vec<u8> = logits.flat_map(f32::to_le_bytes).collect();
            Outputs {
                value: format!("{:08x}", output.value.to_bits()),
                checksum: format!("{:016x}", Fnv::of(&bytes)),
                kernel: Some(*kernel),
            }
        });
        outputs.collect()
    })
}

/// How many positions a text has for which a network of `nnue` gives the same outputs. The sums are
/// updated from position to position, which have little in common.
///
/// # Errors
/// An output is different, or the text is something else.
pub fn compare_nnue(network: &nnue::Network, text: &str) -> Result<usize, OutputsError> {
    let mut accumulator = network.empty();
    compare(text, |position| {
        network.update(&mut accumulator, Features::new(position));
        let units = accumulator.units();
        let logits = network.policy(&units);
        let bytes: Vec<u8> = logits.iter().flat_map(|logit| logit.to_le_bytes()).collect();
        let checksum = format!("{:016x}", Fnv::of(&bytes));
        vec![Outputs { value: network.score(&units).to_string(), checksum, kernel: None }]
    })
}

fn compare(
    text: &str,
    mut outputs: impl FnMut(&Position) -> Vec<Outputs>,
) -> Result<usize, OutputsError> {
    let mut count = 0;
    for (number, line) in text.lines().enumerate() {
        let wrong = |problem: String| OutputsError { line: number + 1, problem };
        let fields: Vec<&str> = line.split('|').collect();
        let [position, value, checksum] = fields[..] else {
            return Err(wrong("expected POSITION|VALUE|CHECKSUM".to_owned()));
        };
        let position: Position = position
            .parse()
            .map_err(|error| wrong(format!("'{}': {error}", position.escape_debug())))?;
        if !Features::can_show(position.variant()) {
            return Err(wrong(format!("'{position}' is not a position for two on 9x9")));
        }
        for ours in outputs(&position) {
            let pairs = [("value", value, ours.value), ("checksum", checksum, ours.checksum)];
            for (name, theirs, ours_here) in pairs {
                if theirs != ours_here {
                    let kernel = ours.kernel.map(|kernel| format!(" ({kernel:?})"));
                    return Err(wrong(format!(
                        "{name} of '{position}': expected {}, got {ours_here}{}",
                        theirs.escape_debug(),
                        kernel.unwrap_or_default()
                    )));
                }
            }
        }
        count += 1;
    }
    if count == 0 {
        let problem = "there is no position: expected POSITION|VALUE|CHECKSUM".to_owned();
        return Err(OutputsError { line: 1, problem });
    }
    Ok(count)
}

/// The first line of a file of outputs that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputsError {
    /// The line, from 1 on.
    pub line: usize,
    /// What is wrong, in one line.
    pub problem: String,
}

impl fmt::Display for OutputsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl std::error::Error for OutputsError {}
