//! Programs that are shown before they are run.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fmt::{self, Display, Formatter};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use anyhow::{Context, ensure};

/// One step of a task: a program with its arguments, and a name for the error when it fails.
pub(crate) struct Step {
    name: String,
    command: Command,
}

impl Step {
    /// A step that runs a program.
    pub(crate) fn new(name: impl Into<String>, program: impl AsRef<OsStr>) -> Self {
        Self { name: name.into(), command: Command::new(program) }
    }

    /// Adds arguments.
    pub(crate) fn args<A: AsRef<OsStr>>(mut self, arguments: impl IntoIterator<Item = A>) -> Self {
        self.command.args(arguments);
        self
    }

    /// Sets a variable of the program's environment.
    pub(crate) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    /// Runs the program in a directory.
    pub(crate) fn within(mut self, directory: &Path) -> Self {
        self.command.current_dir(directory);
        self
    }

    /// Shows and runs the program.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        self.for_each_line(Stdio::inherit(), |_| Ok(()))
    }

    /// Shows and runs the program, and hands on each line that it prints while it runs.
    pub(crate) fn lines(self, line: impl FnMut(&str) -> anyhow::Result<()>) -> anyhow::Result<()> {
        self.for_each_line(Stdio::piped(), line)
    }

    /// Shows and runs the program and everything that it prints, and hands on each line of it.
    pub(crate) fn every_line(mut self, mut line: impl FnMut(&str)) -> anyhow::Result<()> {
        let (output, writer) = io::pipe().context("cannot make a pipe")?;
        self.command.stderr(writer.try_clone().context("cannot make a pipe")?);
        // This end of the pipe goes with the command: the output ends when the program does.
        let ended = thread::scope(|scope| {
            let runs = scope.spawn(|| self.for_each_line(writer.into(), |_| Ok(())));
            for bytes in BufReader::new(output).split(b'\n').map_while(Result::ok) {
                let text = String::from_utf8_lossy(&bytes);
                eprintln!("{text}");
                line(&text);
            }
            runs.join()
        });
        ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }

    /// Shows and runs the program, and gives back what it prints.
    pub(crate) fn output(self) -> anyhow::Result<String> {
        let mut text = String::new();
        self.lines(|line| {
            text.push_str(line);
            text.push('\n');
            Ok(())
        })?;
        Ok(text)
    }

    fn for_each_line(
        mut self,
        stdout: Stdio,
        line: impl FnMut(&str) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        eprintln!("+ {}", shown(&self.command));
        let child = self.command.stdin(Stdio::null()).stdout(stdout).spawn();
        let mut child = child.with_context(|| {
            format!("{}: cannot run {}", self.name, self.command.get_program().display())
        })?;
        // It may hold ends of pipes.
        drop(self.command);
        let heard = child.stdout.take().map_or(Ok(()), |stdout| hear(stdout, line));
        if heard.is_err() {
            // Nobody listens any more. That it may have ended by itself in the meantime is no
            // fault.
            child.kill().ok();
        }
        let status =
            child.wait().with_context(|| format!("{}: cannot wait for its end", self.name))?;
        heard?;
        ensure!(status.success(), "{} failed ({status})", self.name);
        Ok(())
    }
}

fn hear(output: impl Read, mut line: impl FnMut(&str) -> anyhow::Result<()>) -> anyhow::Result<()> {
    BufReader::new(output)
        .lines()
        .try_for_each(|text| line(&text.context("cannot read what a program prints")?))
}

impl Display for Step {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&shown(&self.command))
    }
}

/// The command as one would type it.
fn shown(command: &Command) -> String {
    let variables = command.get_envs().filter_map(|(name, value)| {
        value.map(|value| format!("{}={}", name.display(), quoted(&value.to_string_lossy())))
    });
    let words = [command.get_program()].into_iter().chain(command.get_args());
    let words = words.map(|word| quoted(&word.to_string_lossy()).into_owned());
    variables.chain(words).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> Cow<'_, str> {
    let plain = |character: char| character.is_alphanumeric() || "_-./=:,+@%".contains(character);
    if !word.is_empty() && word.chars().all(plain) {
        return Cow::Borrowed(word);
    }
    Cow::Owned(format!("'{}'", word.replace('\'', r"'\''")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_shown_as_one_would_type_it() {
        let mut command = Command::new("cargo");
        command.env("RUSTDOCFLAGS", "-D warnings").args(["doc", "--locked", "it's"]);
        assert_eq!(shown(&command), r"RUSTDOCFLAGS='-D warnings' cargo doc --locked 'it'\''s'");
    }

    #[test]
    fn what_a_program_prints_is_given_back() {
        assert_eq!(Step::new("echo", "echo").args(["a b"]).output().unwrap(), "a b\n");
    }

    #[test]
    fn every_line_of_both_outputs_comes() {
        let mut lines = Vec::new();
        let step = Step::new("sh", "sh").args(["-c", "echo a; echo b >&2; exit 3"]);
        let error = step.every_line(|line| lines.push(line.to_owned())).unwrap_err();
        assert_eq!(lines, ["a", "b"]);
        assert_eq!(error.to_string(), "sh failed (exit status: 3)");
    }

    #[test]
    fn a_failure_names_the_step() {
        let error = Step::new("the impossible", "false").run().unwrap_err();
        assert_eq!(error.to_string(), "the impossible failed (exit status: 1)");
        let error = Step::new("the impossible", "no-such-program").run().unwrap_err();
        assert_eq!(error.to_string(), "the impossible: cannot run no-such-program");
    }
}
