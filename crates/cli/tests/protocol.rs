//! Conversations with the real program, from the files in `transcripts/` and from the ````
//! ```ugi ```` blocks of the documents.
//!
//! To add one, add a file: the format is at the top of `crates/engine/tests/transcript/mod.rs`.

#[path = "../../engine/tests/transcript/mod.rs"]
mod transcript;

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;

use assert_cmd::cargo::cargo_bin;
use quoridor_test_support::wait_until;
use transcript::Transcript;

/// A program that does not outlive its test.
struct Program(Child);

impl Program {
    fn start(arguments: &[String]) -> Self {
        let mut command = Command::new(cargo_bin!("quoridor"));
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Self(command.spawn().unwrap())
    }

    /// The exit code and what was written on the error output.
    fn end(mut self) -> (Option<i32>, String) {
        wait_until("the end of the program", || self.0.try_wait().unwrap().is_some());
        let mut error = String::new();
        self.0.stderr.take().unwrap().read_to_string(&mut error).unwrap();
        (self.0.wait().unwrap().code(), error)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It has ended already, unless the test failed.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Holds conversations again, and names every one that went otherwise.
fn replay(transcripts: &[Transcript]) {
    assert!(!transcripts.is_empty());
    let mut problems = Vec::new();
    for transcript in transcripts {
        assert_eq!(transcript.command[0], "quoridor", "{}", transcript.name);
        let mut program = Program::start(&transcript.command[1..]);
        let (input, output) = (program.0.stdin.take().unwrap(), program.0.stdout.take().unwrap());
        match transcript.replay(input, output) {
            Ok(()) => assert_eq!(program.end(), (Some(0), String::new()), "{}", transcript.name),
            Err(problem) => problems.push(problem),
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn transcripts() {
    replay(&Transcript::read_folder(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts"),
    ));
}

#[test]
fn exchanges_in_the_documents() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocol.md");
    let text = fs::read_to_string(&page).unwrap();
    let mut transcripts = Vec::new();
    let mut lines = (1..).zip(text.lines());
    while let Some((number, _)) = lines.find(|(_, line)| *line == "```ugi") {
        let block: Vec<&str> =
            lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```").collect();
        transcripts.push(Transcript::read("docs/protocol.md", &block.join("\n"), number + 1));
    }
    replay(&transcripts);
}

#[test]
fn bytes_that_are_no_commands() {
    let mut program = Program::start(&["engine".to_owned()]);
    let mut input = program.0.stdin.take().unwrap();
    let mut output = program.0.stdout.take().unwrap();
    thread::spawn(move || {
        let bytes = [b"\xff\xfe\n\x1b[2J\n", vec![b'x'; 3 << 20].as_slice(), b"\nisready"].concat();
        input.write_all(&bytes)
    });
    assert_eq!(program.end(), (Some(0), String::new()));
    let mut said = String::new();
    output.read_to_string(&mut said).unwrap();
    let said: Vec<&str> = said.lines().collect();
    assert_eq!(said.len(), 4, "{said:?}");
    assert_eq!(said[0], "info string a line that is not UTF-8 is ignored");
    assert!(
        said[1].starts_with("info string unknown command '\\u{1b}[2J': there are ugi, uci"),
        "{said:?}"
    );
    assert_eq!(said[2], "info string a line of more than 1048576 bytes is ignored");
    assert_eq!(said[3], "readyok");
}

/// A program that has gone is no failure.
#[test]
fn nobody_listens() {
    let mut program = Program::start(&["engine".to_owned()]);
    drop(program.0.stdout.take());
    program.0.stdin.take().unwrap().write_all(b"go infinite\nisready\n").unwrap();
    assert_eq!(program.end(), (Some(0), String::new()));
}
