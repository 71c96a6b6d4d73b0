//! The clock that searches read.

use std::time::Duration;

/// A moment, of which the time since can be asked.
#[derive(Clone, Copy, Debug)]
pub struct Moment(Instant);

impl Moment {
    /// This moment.
    #[must_use]
    pub fn now() -> Self {
        Self(Instant::now())
    }

    /// The time since then.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

#[cfg(not(target_family = "wasm"))]
use std::time::Instant;

#[cfg(target_family = "wasm")]
use host::Instant;
#[cfg(target_family = "wasm")]
pub use host::set_clock;

/// WebAssembly has no clock: the program that runs it brings one.
#[cfg(target_family = "wasm")]
mod host {
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Sets the clock: the time since any fixed moment, which never goes back. Without one no time
    /// passes. A second call changes nothing.
    pub fn set_clock(clock: fn() -> Duration) {
        let _ = CLOCK.set(clock);
    }

    #[derive(Clone, Copy, Debug)]
    pub(super) struct Instant(Duration);

    impl Instant {
        pub(super) fn now() -> Self {
            Self(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
        }

        pub(super) fn elapsed(self) -> Duration {
            Self::now().0.saturating_sub(self.0)
        }
    }
}
