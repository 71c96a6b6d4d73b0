//! The terminal: taken over, and given back whatever happens.

use std::io::{self, Stdout, stdout};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, TryLockError};
use std::thread;
use std::time::Duration;

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::layout::Size;
use ratatui::{Frame, Terminal};

/// Whether the terminal is ours at the moment.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// Held while the screen is drawn, so that another thread's panic does not give the terminal back
/// in the middle of it.
static DRAWING: Mutex<()> = Mutex::new(());

/// The terminal as long as it is ours: raw, on its other screen, with the mouse. It is given back
/// when this is dropped, and before a panic of any thread is reported.
#[derive(Debug)]
pub(crate) struct TakenTerminal {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl TakenTerminal {
    /// # Errors
    /// It is no terminal, or it does not do what it is told.
    pub(crate) fn take() -> io::Result<Self> {
        give_back_before_panics();
        IS_TAKEN.store(true, Ordering::SeqCst);
        let taken = enable_raw_mode()
            .and_then(|()| {
                execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)
            })
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

impl TakenTerminal {
    /// How large it is.
    ///
    /// # Errors
    /// It does not say.
    pub(crate) fn size(&self) -> io::Result<Size> {
        self.terminal.size()
    }

    /// Draws the screen, and says whether the terminal is still ours: it is not once some thread
    /// has panicked.
    ///
    /// # Errors
    /// The terminal cannot be written to.
    pub(crate) fn draw(&mut self, render: impl FnOnce(&mut Frame<'_>)) -> io::Result<bool> {
        let _drawing = DRAWING.lock().unwrap_or_else(PoisonError::into_inner);
        let is_ours = IS_TAKEN.load(Ordering::SeqCst);
        if is_ours {
            self.terminal.draw(render)?;
        }
        Ok(is_ours)
    }
}

impl Drop for TakenTerminal {
    fn drop(&mut self) {
        give_back();
    }
}

/// Gives the terminal back, once.
fn give_back() {
    if IS_TAKEN.swap(false, Ordering::SeqCst) {
        // If it cannot be told, nobody is there to see it.
        let _ = execute!(
            stdout(),
            DisableBracketedPaste,
            DisableMouseCapture,
            LeaveAlternateScreen,
            Show
        );
        let _ = disable_raw_mode();
    }
}

/// The message of a panic must be readable: it comes after the terminal has been given back.
fn give_back_before_panics() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            let drawing = after_drawing();
            give_back();
            drop(drawing);
            report(panic);
        }));
    });
}

/// Waits until nobody draws, unless it is the drawing itself that has panicked: then it would wait
/// for ever, and stops after a while.
fn after_drawing() -> Option<std::sync::MutexGuard<'static, ()>> {
    for _ in 0..500 {
        match DRAWING.try_lock() {
            Ok(drawing) => return Some(drawing),
            Err(TryLockError::Poisoned(drawing)) => return Some(drawing.into_inner()),
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(1)),
        }
    }
    None
}
