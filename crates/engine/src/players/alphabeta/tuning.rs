//! The numbers of the search that can be tuned.

/// What the option `weights` sets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tuning {
    /// How far, in hundredths of a step, a rough look at a position has to be outside the window
    /// for that to be enough.
    pub(super) clear: i32,
    /// By how much a position has to be too good, for each move that is left to search, not to be
    /// searched at all.
    pub(super) lead: i32,
    /// What a quiet wall may gain for each move that is left to search, in shallow nodes.
    pub(super) margin: i32,
    /// How little late moves are reduced: the divisor of a product of logarithms.
    pub(super) boldness: f64,
    /// After how many other moves a quiet wall is no longer looked at, times the square of the
    /// depth.
    pub(super) late: f64,
}

impl Tuning {
    pub(super) const COUNT: usize = 5;
    /// For whoever would set them.
    pub(super) const HELP: &str = "for tuning: clear, lead, margin, boldness, late";
    /// In the order of the fields.
    pub(super) const DEFAULT: &str = "200,110,75,1.9,3";

    pub(super) fn new([clear, lead, margin, boldness, late]: [f64; Self::COUNT]) -> Self {
        Self { clear: clear as i32, lead: lead as i32, margin: margin as i32, boldness, late }
    }
}
