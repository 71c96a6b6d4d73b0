//! The parameters of the search that can be tuned. `quoridor tune` plays matches to improve them.

use crate::registry::Parameter;

/// The values of [`Tuning::PARAMETERS`]. Margins are in hundredths of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tuning {
    /// Lazy evaluation: if the small network's value is this far outside the window, the large
    /// network is not asked.
    pub(crate) lazy_eval_margin: i32,
    /// Reverse futility pruning: by how much the evaluation must exceed beta, for each ply of
    /// depth that is left, for the node to fail high without a search.
    pub(crate) rfp_margin: i32,
    /// Futility pruning: the most that a quiet wall is assumed to gain, for each ply of depth that
    /// is left.
    pub(crate) futility_margin: i32,
    /// Late-move reductions: the divisor of the product of logarithms. A larger one reduces less.
    pub(crate) lmr_divisor: f64,
    /// Late-move pruning: quiet walls are skipped after this many moves times the square of the
    /// depth.
    pub(crate) lmp_base: f64,
}

impl Tuning {
    pub(crate) const COUNT: usize = 5;

    /// The names and ranges, in the order of the option `weights`.
    pub(crate) const PARAMETERS: [Parameter; Self::COUNT] = [
        Parameter { name: "lazy_eval_margin", min: 0.0, max: 10_000.0 },
        Parameter { name: "rfp_margin", min: 0.0, max: 10_000.0 },
        Parameter { name: "futility_margin", min: 0.0, max: 10_000.0 },
        Parameter { name: "lmr_divisor", min: 0.1, max: 10_000.0 },
        Parameter { name: "lmp_base", min: 0.0, max: 10_000.0 },
    ];

    /// The default values, in the same order.
    pub(crate) const DEFAULT: &str = "200,110,75,1.9,3";

    pub(crate) fn new(values: [f64; Self::COUNT]) -> Self {
        let [lazy_eval_margin, rfp_margin, futility_margin, lmr_divisor, lmp_base] = values;
        Self {
            lazy_eval_margin: lazy_eval_margin as i32,
            rfp_margin: rfp_margin as i32,
            futility_margin: futility_margin as i32,
            lmr_divisor,
            lmp_base,
        }
    }
}
