//! What is shown while one waits.

use std::io::{IsTerminal, stderr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Shows on a terminal how far the work has come, once it has taken two seconds.
pub(crate) fn with_progress<T>(message: impl Fn() -> String + Sync, work: impl FnOnce() -> T) -> T {
    if !stderr().is_terminal() {
        return work();
    }
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            let begin = Instant::now();
            let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}").expect("the template is right");
            let bar = ProgressBar::hidden().with_style(style);
            let mut shown = false;
            while !done.load(Ordering::Relaxed) {
                thread::park_timeout(Duration::from_millis(100));
                if begin.elapsed() < Duration::from_secs(2) {
                    continue;
                }
                if !shown {
                    bar.set_draw_target(ProgressDrawTarget::stderr());
                    shown = true;
                }
                bar.set_message(message());
                bar.tick();
            }
            bar.finish_and_clear();
        });
        let result = work();
        done.store(true, Ordering::Relaxed);
        watcher.thread().unpark();
        result
    })
}
