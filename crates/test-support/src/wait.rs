//! The one way in which tests wait.

use std::fmt::Display;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long tests wait for something that must come. It only ends a hang: a test that waits for
/// this long fails, and on a busy machine no other does.
pub const PATIENCE: Duration = Duration::from_secs(240);

/// Waits until there is an answer. `describe` says what was waited for if none comes.
pub fn wait_for<T, D: Display>(
    mut answer: impl FnMut() -> Option<T>,
    describe: impl FnOnce() -> D,
) -> T {
    let begin = Instant::now();
    loop {
        if let Some(answer) = answer() {
            return answer;
        }
        assert!(begin.elapsed() < PATIENCE, "this never came: {}", describe());
        sleep(Duration::from_millis(5));
    }
}

/// Waits until something is true.
pub fn wait_until(what: &str, mut is_true: impl FnMut() -> bool) {
    wait_for(|| is_true().then_some(()), || what);
}
