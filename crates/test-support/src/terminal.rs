//! A real terminal to test in: a tmux server of its own for each test, with a shell in it.

use std::path::Path;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

use tempfile::TempDir;

use crate::wait::wait_for;

/// A terminal with a shell in it. It ends with the test.
#[derive(Debug)]
pub struct Terminal {
    socket: String,
    folder: TempDir,
    /// How many programs were started.
    programs: AtomicU32,
}

impl Terminal {
    /// A terminal in an empty folder of its own, below which games are saved.
    pub fn new(width: u16, height: u16) -> Self {
        let (socket, folder) = (free_socket(), tempfile::tempdir().unwrap());
        let terminal = Self { socket, folder, programs: AtomicU32::new(0) };
        terminal.open(width, height);
        terminal
    }

    /// Closes the terminal, and opens another one in the same folder.
    pub fn reopen(mut self) -> Self {
        self.close();
        self.socket = free_socket();
        self.open(80, 24);
        self
    }

    fn open(&self, width: u16, height: u16) {
        let (width, height) = (width.to_string(), height.to_string());
        let state = format!("XDG_STATE_HOME={}", self.folder().join("state").display());
        let data = format!("XDG_DATA_HOME={}", self.folder().join("data").display());
        let folder = self.folder().display().to_string();
        let place = ["-x", &width, "-y", &height, "-c", &folder, "-e", &state, "-e", &data];
        let shell = "env -u NO_COLOR -u RUST_BACKTRACE PS1='$ ' sh";
        self.tmux(
            &[&["-f", "/dev/null", "-u", "new-session", "-d"], &place[..], &[shell]].concat(),
        );
        self.wait_for("$");
    }

    fn close(&self) {
        // The server of this test alone. It may be gone already.
        let _ = Command::new("tmux").args(["-L", &self.socket, "kill-server"]).output();
    }

    /// The folder that the shell is in.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    fn tmux(&self, arguments: &[&str]) -> String {
        let mut command = Command::new("tmux");
        command
            .env("LC_ALL", "C.UTF-8")
            .env_remove("TMUX")
            .args(["-L", &self.socket])
            .args(arguments);
        let Output { status, stdout, stderr } =
            command.output().expect("tmux is needed: cargo xtask test installs it where it may");
        assert!(status.success(), "tmux {arguments:?}: {}", String::from_utf8_lossy(&stderr));
        String::from_utf8(stdout).unwrap()
    }

    /// Types a line in the shell, or in the program.
    pub fn line(&self, text: &str) {
        self.text(text);
        self.keys(&["Enter"]);
    }

    /// Starts a program from the shell; [`pid`](Self::pid) knows it. When it has ended, the shell
    /// says so.
    pub fn start(&self, program: &Path, arguments: &str) {
        let number = self.programs.fetch_add(1, Ordering::Relaxed) + 1;
        self.line("clear");
        self.line(&format!(
            "sh -c 'echo $$ > pid; exec {} {arguments}'; echo \"program {number} ended: $?\"",
            program.display()
        ));
    }

    /// The process that was started last.
    pub fn pid(&self) -> String {
        std::fs::read_to_string(self.folder().join("pid")).unwrap().trim().to_owned()
    }

    /// Waits until the shell says that the program has ended, and with which status. What is typed
    /// before would be for the program, which drops it when it gives the terminal back.
    pub fn wait_for_end(&self) -> u8 {
        let mark = format!("program {} ended: ", self.programs.load(Ordering::Relaxed));
        // The line that was typed has a `$` there.
        let status = |screen: &str| {
            let words = screen.split(&mark).skip(1).filter_map(|rest| rest.split('\n').next());
            words.filter_map(|word| word.trim().parse().ok()).next()
        };
        wait_for(|| status(&self.screen()), || format!("the end of the program\n{}", self.screen()))
    }

    /// Sends a signal to it.
    pub fn signal(&self, signal: &str) {
        let status = Command::new("kill").args([signal, &self.pid()]).status().unwrap();
        assert!(status.success());
    }

    /// Types characters as they are.
    pub fn text(&self, text: &str) {
        self.tmux(&["send-keys", "-l", "--", text]);
    }

    /// Presses keys, by their names in tmux.
    pub fn keys(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys"], keys].concat());
    }

    /// Moves the mouse to a column and a row, counted from zero, and clicks there.
    pub fn click(&self, (column, row): (usize, usize)) {
        let (column, row) = (column + 1, row + 1);
        self.text(&format!("\x1b[<35;{column};{row}M"));
        self.text(&format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"));
    }

    /// Changes its size.
    pub fn resize(&self, width: u16, height: u16) {
        self.tmux(&["resize-window", "-x", &width.to_string(), "-y", &height.to_string()]);
    }

    /// The screen.
    pub fn screen(&self) -> String {
        self.tmux(&["capture-pane", "-p"])
    }

    /// The same with its colours.
    pub fn coloured_screen(&self) -> String {
        self.tmux(&["capture-pane", "-p", "-e"])
    }

    /// Where a text begins on the screen: column and row, counted from zero.
    pub fn find(&self, text: &str) -> (usize, usize) {
        let screen = self.wait_for(text);
        let found = screen.lines().enumerate().find_map(|(row, line)| {
            let place = line.find(text)?;
            Some((line[..place].chars().count(), row))
        });
        found.unwrap()
    }

    /// A property of the terminal that tmux knows, like `alternate_on`.
    pub fn flag(&self, name: &str) -> String {
        self.tmux(&["display-message", "-p", &format!("#{{{name}}}")]).trim().to_owned()
    }

    /// Waits until a text is on the screen, and gives the screen.
    pub fn wait_for(&self, text: &str) -> String {
        self.wait_until(text, |screen| screen.contains(text))
    }

    /// Waits until the screen is as it should be.
    pub fn wait_until(&self, what: &str, is_so: impl Fn(&str) -> bool) -> String {
        let look = || Some(self.screen()).filter(|screen| is_so(screen));
        wait_for(look, || format!("{what}\n{}", self.screen()))
    }

    /// The terminal is the shell's again: its own screen, no mouse, a cursor, lines and echo; and
    /// the program ended with this status.
    pub fn is_restored_with_status(&self, status: u8) {
        assert_eq!(self.wait_for_end(), status);
        self.line("stty -a");
        let screen = self.wait_until("what stty says", |screen| {
            screen.contains(" icanon") && screen.contains(" echo ")
        });
        assert!(!screen.contains("-icanon") && !screen.contains("-echo "), "{screen}");
        assert_eq!(self.flag("alternate_on"), "0");
        assert_eq!(self.flag("mouse_any_flag"), "0");
        assert_eq!(self.flag("cursor_flag"), "1");
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.close();
    }
}

/// A name for a server that no other test has.
fn free_socket() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    format!("quoridor-test-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}
