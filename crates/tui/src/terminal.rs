//! The terminal: taken over, and given back whatever happens.

use std::io::{self, Stdout, stdout};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};

/// Whether the terminal is ours at the moment.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// The terminal as long as it is ours: raw, on its other screen, with the mouse. It is given back when this is dropped, and before a panic
/// of any thread is reported.
#[derive(Debug)]
pub(crate) struct TakenTerminal {
    pub(crate) terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl TakenTerminal {
    /// # Errors
    /// It is no terminal, or it does not do what it is told.
    pub(crate) fn take() -> io::Result<Self> {
        give_back_before_panics();
        IS_TAKEN.store(true, Ordering::SeqCst);
        let taken = enable_raw_mode()
            .and_then(|()| execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste))
            .and_then(|()| Terminal::new(CrosstermBackend::new(stdout())));
        match taken {
            Ok(terminal) => Ok(Self { terminal }),
            Err(error) => {
                give_back();
                Err(error)
            }
        }
    }
}

impl Drop for TakenTerminal {
    fn drop(&mut self) {
        give_back();
    }
}

/// Whether the terminal is ours. It is not any more once some thread has panicked.
pub(crate) fn is_taken() -> bool {
    IS_TAKEN.load(Ordering::SeqCst)
}

/// Gives the terminal back, once.
fn give_back() {
    if IS_TAKEN.swap(false, Ordering::SeqCst) {
        // If it cannot be told, nobody is there to see it.
        let _ = execute!(stdout(), DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
}

/// What is said about a panic must be readable: it comes after the terminal has been given back.
fn give_back_before_panics() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            give_back();
            report(panic);
        }));
    });
}
