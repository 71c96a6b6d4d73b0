//! A running engine process, and the lines exchanged with it.
//!
//! Nothing that the engine does can block the caller or fill the memory: every wait has a timeout,
//! and lines and their number have limits. There are no threads. The engine has a process group of
//! its own, which is killed as a whole; that, and waiting for a pipe with a timeout, needs Unix.

use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use crate::participant::ReceiveError;
use crate::participant::command_line::CommandLine;

/// The longest line that is read, in bytes; longer ones are left out.
const LONGEST_LINE: usize = 1 << 16;

/// The bytes that may follow a command, and the bytes per second beyond them. More is a flood, and
/// the engine is killed.
const FLOOD: u64 = 32 << 20;
const FLOOD_PER_SECOND: u64 = 1 << 20;

/// The bytes that are read at once.
const CHUNK: usize = 1 << 16;

/// How often the stop flag is checked.
const SLICE: Duration = Duration::from_millis(20);

/// How often an ending process is checked.
const LOOK: Duration = Duration::from_millis(2);

/// A program that runs. When it is dropped, its process group is killed: the program and its
/// children, except those that have left the group with `setsid`. Those are not followed, because
/// nothing but a control group could, and to make one needs rights that most users do not have.
#[derive(Debug)]
pub(crate) struct Connection {
    child: Child,
    /// `None` once it is closed.
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    /// Bytes read, and how many of them were made into lines.
    buffer: Vec<u8>,
    taken: usize,
    /// Whether what comes is the rest of a line that is too long.
    is_skipping: bool,
    received: u64,
    since: Instant,
}

impl Connection {
    /// Starts a program.
    ///
    /// # Errors
    /// It cannot be started.
    pub(crate) fn start(command: &CommandLine) -> io::Result<Self> {
        let mut child = Command::new(command.program())
            .args(command.arguments())
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            unreachable!("both were asked for");
        };
        let (buffer, since) = (Vec::new(), Instant::now());
        let connection = Self {
            child,
            stdin: Some(stdin),
            stdout,
            buffer,
            taken: 0,
            is_skipping: false,
            received: 0,
            since,
        };
        ioctl_fionbio(&connection.stdout, true)?;
        connection.stdin.as_ref().map_or(Ok(()), |stdin| ioctl_fionbio(stdin, true))?;
        Ok(connection)
    }

    /// Sends a line. What the program may send is counted from now on.
    pub(crate) fn send(
        &mut self,
        line: &str,
        deadline: Instant,
        stop: &AtomicBool,
    ) -> Result<(), ReceiveError> {
        (self.received, self.since) = (0, Instant::now());
        let line = format!("{line}\n");
        let mut rest = line.as_bytes();
        while !rest.is_empty() {
            let Some(stdin) = &mut self.stdin else { return Err(ReceiveError::Closed) };
            match stdin.write(rest) {
                Ok(0) => return Err(ReceiveError::Closed),
                Ok(written) => rest = &rest[written..],
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    let output = PollFd::new(stdin, PollFlags::OUT);
                    wait_for(output, None, || has_ended(&self.child), deadline, stop)?;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Err(ReceiveError::Closed),
            }
        }
        Ok(())
    }

    /// The next line, without its end. Lines that are too long or not UTF-8 are left out.
    pub(crate) fn receive(
        &mut self,
        deadline: Instant,
        stop: &AtomicBool,
    ) -> Result<String, ReceiveError> {
        loop {
            while let Some(line) = self.next_line() {
                if let Ok(line) = String::from_utf8(line) {
                    return Ok(line);
                }
            }
            if self.received > FLOOD + FLOOD_PER_SECOND * self.since.elapsed().as_secs() {
                return Err(ReceiveError::Flood);
            }
            // Also where there is always something to read.
            if Instant::now() >= deadline {
                return Err(ReceiveError::TimeOut);
            }
            if !self.read()? {
                // An engine that has closed its input cannot be sent anything any more.
                let input = self.stdin.as_ref().map(|stdin| PollFd::new(stdin, PollFlags::empty()));
                let output = PollFd::new(&self.stdout, PollFlags::IN);
                wait_for(output, input, || has_ended(&self.child), deadline, stop)?;
            }
        }
    }

    /// Takes a line out of what has been read.
    fn next_line(&mut self) -> Option<Vec<u8>> {
        loop {
            let rest = &self.buffer[self.taken..];
            let Some(end) = rest.iter().position(|&byte| byte == b'\n') else {
                if rest.len() > LONGEST_LINE {
                    self.is_skipping = true;
                    self.taken = self.buffer.len();
                }
                return None;
            };
            let line = rest[..end].strip_suffix(b"\r").unwrap_or(&rest[..end]).to_vec();
            self.taken += end + 1;
            if !std::mem::take(&mut self.is_skipping) && line.len() <= LONGEST_LINE {
                return Some(line);
            }
        }
    }

    /// Reads what there is, and says whether there was anything.
    fn read(&mut self) -> Result<bool, ReceiveError> {
        self.buffer.drain(..std::mem::take(&mut self.taken));
        let before = self.buffer.len();
        self.buffer.resize(before + CHUNK, 0);
        let read = self.stdout.read(&mut self.buffer[before..]);
        self.buffer.truncate(before + *read.as_ref().unwrap_or(&0));
        match read {
            Ok(0) => Err(ReceiveError::Closed),
            Ok(count) => {
                self.received += count as u64;
                Ok(true)
            }
            Err(error)
                if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) =>
            {
                Ok(false)
            }
            Err(_) => Err(ReceiveError::Closed),
        }
    }

    /// Asks the program to end, waits for a while, and then kills what is left of it. Says whether
    /// it ended by itself.
    pub(crate) fn quit(mut self, patience: Duration) -> bool {
        let deadline = Instant::now() + patience;
        let nobody = AtomicBool::new(false);
        let _ = self.send("quit", deadline, &nobody);
        self.hang_up(deadline.saturating_duration_since(Instant::now()))
    }

    /// Closes the program's input, waits for a while, and then kills what is left of it. Says
    /// whether it ended by itself.
    pub(crate) fn hang_up(mut self, patience: Duration) -> bool {
        let deadline = Instant::now() + patience;
        let nobody = AtomicBool::new(false);
        self.stdin = None;
        // Its output is drained, so that it does not block on a full pipe, but not without a limit.
        while self.receive(deadline, &nobody).is_ok() {}
        while !has_ended(&self.child) && Instant::now() < deadline {
            thread::sleep(LOOK);
        }
        has_ended(&self.child)
    }
}

/// Whether a process has ended. It is not reaped yet: its number still stands for its process
/// group.
fn has_ended(child: &Child) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    matches!(waitid(WaitId::Pid(Pid::from_child(child)), options), Ok(Some(_)))
}

impl Drop for Connection {
    fn drop(&mut self) {
        // In this order: once the process is reaped, its number could be that of another. A
        // process that has ended cannot be killed.
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        let _ = self.child.wait();
    }
}

/// Waits until something can be read or written, or another file is closed on its other side. A
/// child of a program that has ended may keep the files open: nobody answers there any more.
fn wait_for<'a>(
    file: PollFd<'a>,
    other: Option<PollFd<'a>>,
    has_ended: impl Fn() -> bool,
    deadline: Instant,
    stop: &AtomicBool,
) -> Result<(), ReceiveError> {
    let mut files: Vec<PollFd<'a>> = std::iter::once(file).chain(other).collect();
    loop {
        if stop.load(Ordering::Relaxed) {
            return Err(ReceiveError::Interrupted);
        }
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(ReceiveError::TimeOut);
        }
        // Before the wait, so that what it said last is still seen.
        let has_ended = has_ended();
        let most = if has_ended { Duration::ZERO } else { left.min(SLICE) };
        let slice = Timespec::try_from(most).map_err(|_| ReceiveError::TimeOut)?;
        match poll(&mut files, Some(&slice)) {
            Ok(0) if has_ended => return Err(ReceiveError::Closed),
            Ok(0) | Err(rustix::io::Errno::INTR) => {}
            Ok(_) if !files[0].revents().is_empty() => return Ok(()),
            Ok(_) | Err(_) => return Err(ReceiveError::Closed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quoridor_test_support::{PATIENCE, wait_until};

    fn shell(script: &str) -> Connection {
        Connection::start(&format!("sh -c '{script}'").parse().unwrap()).unwrap()
    }

    fn lines(connection: &mut Connection, count: usize) -> Vec<Result<String, ReceiveError>> {
        let nobody = AtomicBool::new(false);
        (0..count).map(|_| connection.receive(Instant::now() + PATIENCE, &nobody)).collect()
    }

    #[test]
    fn lines_go_to_and_fro() {
        let mut connection = shell("read a; echo got $a; echo and");
        connection.send("this", Instant::now() + PATIENCE, &AtomicBool::new(false)).unwrap();
        let heard = lines(&mut connection, 3);
        assert_eq!(
            heard,
            [Ok("got this".to_owned()), Ok("and".to_owned()), Err(ReceiveError::Closed)]
        );
        assert!(connection.quit(PATIENCE));
    }

    #[test]
    fn long_lines_are_left_out_and_take_no_memory() {
        let mut connection = shell("head -c 10000000 /dev/zero | tr \"\\\\0\" x; echo; echo short");
        assert_eq!(lines(&mut connection, 1), [Ok("short".to_owned())]);
        assert!(
            connection.buffer.capacity() <= 4 * (LONGEST_LINE + CHUNK),
            "{}",
            connection.buffer.capacity()
        );
    }

    #[test]
    fn a_flood_is_cut_off() {
        let mut connection = shell("yes");
        let nobody = AtomicBool::new(false);
        let end = loop {
            if let Err(end) = connection.receive(Instant::now() + PATIENCE, &nobody) {
                break end;
            }
        };
        assert_eq!(end, ReceiveError::Flood);
    }

    #[test]
    fn waiting_has_an_end() {
        let mut connection = shell("sleep 60");
        let nobody = AtomicBool::new(false);
        assert_eq!(
            connection.receive(Instant::now() + Duration::from_millis(30), &nobody),
            Err(ReceiveError::TimeOut)
        );
        assert_eq!(
            connection.receive(Instant::now() + PATIENCE, &AtomicBool::new(true)),
            Err(ReceiveError::Interrupted)
        );
        assert!(!connection.quit(Duration::from_millis(10)));
    }

    #[test]
    fn the_program_and_its_children_are_gone() {
        let mut connection = shell("sleep 1000 & echo $!; sleep 1000");
        let child: i32 = lines(&mut connection, 1)[0].clone().unwrap().parse().unwrap();
        let parent = connection.child.id();
        drop(connection);
        let lives = |id: &dyn std::fmt::Display| {
            let status = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
            !status.is_empty() && !status.contains(") Z ")
        };
        assert!(!std::path::Path::new(&format!("/proc/{parent}")).exists());
        // Another process reaps the child; it may take a moment until it has ended.
        wait_until("the end of the child", || !lives(&child));
    }

    /// A child in a session of its own holds the pipes open when the program has ended.
    #[test]
    fn a_program_that_has_ended_is_closed_even_if_a_child_holds_its_pipes() {
        let mut connection = shell("setsid sleep 30 & echo last");
        let heard = lines(&mut connection, 2);
        assert_eq!(heard, [Ok("last".to_owned()), Err(ReceiveError::Closed)]);
    }

    #[test]
    fn what_is_not_there_cannot_be_started() {
        assert!(Connection::start(&"/nowhere/engine".parse().unwrap()).is_err());
    }
}
