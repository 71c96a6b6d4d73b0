//! A fully connected layer of a network, and its lines in a file.

use std::array;
use std::fmt;
use std::iter::Enumerate;
use std::str;

/// The weights and biases of a layer.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer<const INPUTS: usize, const UNITS: usize> {
    /// For each input, the weights to all units.
    pub weights: [[f32; UNITS]; INPUTS],
    /// The biases of the units.
    pub biases: [f32; UNITS],
}

impl<const INPUTS: usize, const UNITS: usize> Layer<INPUTS, UNITS> {
    /// A layer of zeros.
    pub const ZERO: Self = Self { weights: [[0.0; UNITS]; INPUTS], biases: [0.0; UNITS] };

    /// All weights and biases, in the order of the file.
    pub fn numbers(&self) -> impl Iterator<Item = &f32> {
        self.weights.iter().flatten().chain(&self.biases)
    }

    /// All weights and biases, in the order of the file, to be changed.
    pub fn numbers_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        self.weights.iter_mut().flatten().chain(&mut self.biases)
    }

    /// A heading with the two sizes, a line of weights for each input, and a line of biases.
    pub(super) fn read(lines: &mut Lines<'_>) -> Result<Self, String> {
        lines.heading(&format!("layer {INPUTS} {UNITS}"))?;
        let mut weights = [[0.0; UNITS]; INPUTS];
        for row in &mut weights {
            *row = lines.numbers()?;
        }
        Ok(Self { weights, biases: lines.numbers()? })
    }

    /// The forward pass, summed in the order of the inputs: the same on every machine.
    #[inline]
    pub fn units(&self, inputs: &[f32; INPUTS]) -> [f32; UNITS] {
        let mut units = self.biases;
        for (input, row) in inputs.iter().zip(&self.weights) {
            for (unit, weight) in units.iter_mut().zip(row) {
                *unit += input * weight;
            }
        }
        units
    }

    /// The units by the formula, unit by unit.
    #[cfg(test)]
    pub(super) fn slow_units(&self, inputs: &[f64]) -> Vec<f64> {
        let unit = |unit: usize| {
            let sum: f64 =
                (0..INPUTS).map(|input| inputs[input] * f64::from(self.weights[input][unit])).sum();
            sum + f64::from(self.biases[unit])
        };
        (0..UNITS).map(unit).collect()
    }
}

impl<const INPUTS: usize, const UNITS: usize> fmt::Display for Layer<INPUTS, UNITS> {
    /// The lines of the file, each number with as many digits as it takes to read the same one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "layer {INPUTS} {UNITS}")?;
        for row in self.weights.iter().chain([&self.biases]) {
            let row: Vec<String> = row.iter().map(f32::to_string).collect();
            writeln!(f, "{}", row.join(" "))?;
        }
        Ok(())
    }
}

/// How much of a wrong line is shown.
const SHOWN: usize = 40;

/// The lines of a file of numbers, without comments and empty ones.
pub(super) struct Lines<'a> {
    lines: Enumerate<str::Lines<'a>>,
    /// The number of the line after the last one that was read.
    next: usize,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { lines: text.lines().enumerate(), next: 1 }
    }

    fn next(&mut self) -> Option<&'a str> {
        let (number, line) =
            self.lines.find(|(_, line)| !line.is_empty() && !line.starts_with('#'))?;
        self.next = number + 2;
        Some(line)
    }

    /// The error for the line that was read last; its first characters are shown.
    fn wrong(&self, line: Option<&str>, wanted: &str) -> String {
        match line {
            Some(line) => {
                let shown: String = line.chars().take(SHOWN).collect();
                let dots = if shown.len() < line.len() { "…" } else { "" };
                format!("line {}: {wanted}, not {shown:?}{dots}", self.next - 1)
            }
            None => format!("line {}: {wanted}, but the file ends", self.next),
        }
    }

    /// A line that has to be there word by word.
    pub(super) fn heading(&mut self, wanted: &str) -> Result<(), String> {
        let line = self.next();
        if line == Some(wanted) {
            Ok(())
        } else {
            Err(self.wrong(line, &format!("{wanted:?} was wanted")))
        }
    }

    /// A line of `COUNT` numbers.
    fn numbers<const COUNT: usize>(&mut self) -> Result<[f32; COUNT], String> {
        let line = self.next();
        let parsed = line.and_then(|line| {
            let numbers: Option<Vec<f32>> = line
                .split(' ')
                .map(|number| number.parse().ok().filter(|number: &f32| number.is_finite()))
                .collect();
            numbers.filter(|numbers| numbers.len() == COUNT)
        });
        let numbers = parsed
            .ok_or_else(|| self.wrong(line, &format!("a line of {COUNT} numbers was wanted")))?;
        Ok(array::from_fn(|place| numbers[place]))
    }

    /// The end.
    pub(super) fn end(&mut self) -> Result<(), String> {
        self.next().map_or(Ok(()), |line| Err(self.wrong(Some(line), "nothing more was wanted")))
    }
}
