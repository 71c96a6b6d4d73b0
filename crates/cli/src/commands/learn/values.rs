//! Values that several of these commands take.

use quoridor_engine::Spec;

/// A player of the registry.
pub(super) fn player(text: &str) -> Result<String, String> {
    text.parse::<Spec>().map(|spec| spec.to_string()).map_err(|error| error.to_string())
}

/// A number above zero.
pub(super) fn positive(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number: &f32| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| "not a number above 0, like 0.001".to_owned())
}

/// Any number.
pub(super) fn finite(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number: &f32| number.is_finite());
    number.ok_or_else(|| "not a number, like -100".to_owned())
}

/// A share of one.
pub(super) fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "not a share: a share is a number from 0 to 1, like 0.05".to_owned())
}
