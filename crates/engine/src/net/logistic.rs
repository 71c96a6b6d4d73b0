//! The logistic function, the same on every machine.

/// 1 / (1 + e⁻ˣ), within three units of the last place of single precision near 1, and within 10⁻⁷
/// everywhere.
///
/// The standard library's exponential is the operating system's and differs between them; this one
/// is additions, multiplications and one division, which all machines round alike, and the compiler
/// can do many at once.
#[inline(always)]
pub fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + exponential(-x))
}

/// e to the power of a number, which is cut to ±87: the largest powers of single precision.
#[inline(always)]
pub fn exponential(x: f32) -> f32 {
    // x = k·ln 2 + r with |r| ≤ ln 2 / 2. Adding 1.5·2²³ rounds to a whole number, which is then in
    // the last bits.
    const ROUND: f32 = 12_582_912.0;
    const LN2_HIGH: f32 = 0.693_359_4;
    const LN2_LOW: f32 = -2.121_944_4e-4;
    let x = x.clamp(-87.0, 87.0);
    let shifted = x * std::f32::consts::LOG2_E + ROUND;
    let k = shifted - ROUND;
    let r = (x - k * LN2_HIGH) - k * LN2_LOW;
    // Taylor's series to the seventh power: the rest is below 10⁻⁸.
    let mut sum = 1.0 / 5040.0;
    sum = sum * r + 1.0 / 720.0;
    sum = sum * r + 1.0 / 120.0;
    sum = sum * r + 1.0 / 24.0;
    sum = sum * r + 1.0 / 6.0;
    sum = sum * r + 0.5;
    sum = sum * r + 1.0;
    sum = sum * r + 1.0;
    // 2 to the power of k: its exponent's bits are k + 127, and k is in the last bits of `shifted`.
    let power = f32::from_bits(shifted.to_bits().wrapping_add(127) << 23);
    sum * power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_logistic_function() {
        for step in -200_000..=200_000 {
            let x = step as f32 / 1000.0;
            let exact = 1.0 / (1.0 + (-f64::from(x)).exp());
            let ours = f64::from(logistic(x));
            assert!((ours - exact).abs() < 1e-7, "{x}: {ours} for {exact}");
            // Relative to its size, too, as far as single precision goes.
            assert!(x < -80.0 || (ours / exact - 1.0).abs() < 5e-7, "{x}: {ours} for {exact}");
        }
    }

    #[test]
    fn it_has_its_limits() {
        assert_eq!(logistic(0.0), 0.5);
        assert_eq!(logistic(f32::INFINITY), 1.0);
        assert!(logistic(f32::NEG_INFINITY) < 1e-37);
        assert!(
            (0..1000)
                .all(|step| logistic(step as f32 / 100.0) <= logistic((step + 1) as f32 / 100.0))
        );
    }

    /// The bits, so that a change on any machine is found.
    #[test]
    fn the_same_bits_everywhere() {
        let bits = [-20.0, -3.25, -0.1, 0.7, 2.0, 9.5].map(|x| logistic(x).to_bits());
        assert_eq!(
            bits,
            [0x310d_a433, 0x3d18_e414, 0x3ef3_35ed, 0x3f2b_0e5a, 0x3f61_7bea, 0x3f7f_fb18]
        );
    }
}
