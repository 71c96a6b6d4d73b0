//! The progress line on a terminal.

use std::io::{IsTerminal, stderr};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Shows on a terminal how far the work has come, once it has taken two seconds.
pub(crate) fn with_progress<T>(message: impl Fn() -> String + Sync, work: impl FnOnce() -> T) -> T {
    with_progress_and_lines(message, &Mutex::new(Vec::new()), work)
}

/// The same, and above it the lines that are put into a list meanwhile: taken out of it, each is
/// shown once.
pub(crate) fn with_progress_and_lines<T>(
    message: impl Fn() -> String + Sync,
    lines: &Mutex<Vec<String>>,
    work: impl FnOnce() -> T,
) -> T {
    if !stderr().is_terminal() {
        return work();
    }
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            let begin = Instant::now();
            let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}")
                .expect("the template is right");
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
                let new =
                    lines.lock().map(|mut lines| std::mem::take(&mut *lines)).unwrap_or_default();
                new.iter().for_each(|line| bar.println(line));
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
