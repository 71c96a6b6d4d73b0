//! Values of positions and moves.

use quoridor_engine::Value as Worth;

/// The value of a proved win in steps; a win in fewer plies is worth more.
const WIN: f64 = 20.0;

/// Any value in steps, so that two can be compared: proved ones are larger than all others. A
/// chance is turned back by the function that makes chances of steps.
pub fn in_steps(value: Worth) -> f64 {
    let limit = WIN - 1.0;
    match value {
        Worth::Steps(score) | Worth::Score(score) => score.clamp(-limit, limit),
        Worth::Chance(chance) => Worth::steps_of(chance).clamp(-limit, limit),
        Worth::WinIn(plies) => WIN - f64::from(plies.min(100)) / 100.0,
        Worth::LossIn(plies) => f64::from(plies.min(100)) / 100.0 - WIN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proved_values_are_larger_than_all_others() {
        let order = [
            Worth::LossIn(1),
            Worth::LossIn(30),
            Worth::Steps(-500.0),
            Worth::Chance(0.25),
            Worth::Steps(0.0),
            Worth::Chance(0.75),
            Worth::Chance(1.0),
            Worth::WinIn(30),
            Worth::WinIn(1),
        ];
        for pair in order.windows(2) {
            assert!(in_steps(pair[0]) < in_steps(pair[1]), "{pair:?}");
        }
    }
}
