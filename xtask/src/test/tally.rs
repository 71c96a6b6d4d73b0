//! What test programs say about their tests.

use std::fmt::{self, Display, Formatter};

use crate::shell::Step;

/// How many tests passed, and which failed.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Tally {
    pub(crate) passed: usize,
    pub(crate) failures: Vec<Failure>,
}

/// Tests of one program that failed, or a step.
#[derive(Debug, PartialEq)]
pub(crate) struct Failure {
    pub(crate) names: Vec<String>,
    /// The command that runs them again.
    pub(crate) again: String,
}

impl Display for Failure {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for name in &self.names {
            writeln!(f, "  {name}")?;
        }
        write!(f, "    {}", self.again)
    }
}

impl Tally {
    pub(crate) fn failed(&self) -> usize {
        self.failures.iter().map(|failure| failure.names.len()).sum()
    }

    /// Runs a step to its end and counts the tests that it reports. A step that fails without a
    /// failed test is a failure itself.
    pub(crate) fn run(&mut self, step: Step) {
        let again = step.to_string();
        let mut reader = Reader { tally: self, again: &again, listed: Vec::new(), lists: false };
        let before = reader.tally.failures.len();
        let ended = step.every_line(|line| reader.read(line));
        if let Err(error) = ended
            && self.failures.len() == before
        {
            self.fail(format!("{error:#}"), again);
        }
    }

    pub(crate) fn fail(&mut self, name: String, again: String) {
        self.failures.push(Failure { names: vec![name], again });
    }
}

/// Reads what `cargo test` and `node --test` print.
struct Reader<'a> {
    tally: &'a mut Tally,
    /// The command that runs.
    again: &'a str,
    /// The failed tests of this program that were listed.
    listed: Vec<String>,
    /// Whether the list goes on.
    lists: bool,
}

impl Reader<'_> {
    fn read(&mut self, line: &str) {
        if let Some(rest) = line.strip_prefix("test result: ") {
            self.tally.passed += number_before(rest, " passed").unwrap_or(0);
        } else if let Some(rest) = line.strip_prefix("error: test failed, to rerun pass `") {
            self.program_failed(rest.trim_end_matches('`'));
        } else if let Some(count) = count_of_node(line, "pass") {
            self.tally.passed += count;
        } else if count_of_node(line, "fail").is_some_and(|count| count > 0) {
            let names = std::mem::take(&mut self.listed);
            self.tally.failures.push(Failure { names, again: self.again.to_owned() });
        } else if let Some((_, name)) =
            line.trim_start().strip_prefix("not ok ").and_then(|rest| rest.split_once(" - "))
        {
            self.listed.push(name.to_owned());
        } else {
            self.read_list(line);
        }
    }

    /// libtest says `failures:` twice: before the outputs of the failed tests, and before their
    /// names.
    fn read_list(&mut self, line: &str) {
        if line == "failures:" {
            (self.lists, self.listed) = (true, Vec::new());
        } else if let (true, Some(name)) = (self.lists, line.strip_prefix("    ")) {
            self.listed.push(name.to_owned());
        } else if !self.lists || !line.is_empty() || !self.listed.is_empty() {
            self.lists = false;
        }
    }

    /// A program of `cargo test` failed; `target` is what chooses it.
    fn program_failed(&mut self, target: &str) {
        let mut names = std::mem::take(&mut self.listed);
        let (before, after) = self.again.split_once(" -- ").unwrap_or((self.again, ""));
        let environment = before.split("cargo ").next().unwrap_or_default();
        let mut again = format!("{environment}cargo test {target} --");
        if after.contains("--ignored") {
            again += " --ignored";
        }
        if names.is_empty() {
            // It crashed.
            names.push(target.to_owned());
        } else {
            again += " --exact";
            names.iter().for_each(|name| again += &format!(" '{name}'"));
        }
        self.tally.failures.push(Failure { names, again });
    }
}

fn number_before(text: &str, word: &str) -> Option<usize> {
    text.split(word).next()?.rsplit(' ').next()?.parse().ok()
}

/// The number in a line like `# pass 3`, which some versions of Node begin with another sign.
fn count_of_node(line: &str, word: &str) -> Option<usize> {
    let mut words = line.split(' ');
    let is_sign = matches!(words.next(), Some("#" | "ℹ"));
    (is_sign && words.next() == Some(word)).then(|| words.next()?.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(again: &str, text: &str) -> Tally {
        let mut tally = Tally::default();
        let mut reader = Reader { tally: &mut tally, again, listed: Vec::new(), lists: false };
        text.lines().for_each(|line| reader.read(line));
        tally
    }

    #[test]
    fn cargo_goes_on_after_a_failed_program() {
        let text = "\
test a::b ... FAILED
test a::c ... ok

failures:

---- a::b stdout ----
    indented, but no name

failures:
    a::b

test result: FAILED. 1 passed; 1 failed; 2 ignored; 0 measured; 0 filtered out; finished in 0.1s

error: test failed, to rerun pass `-p quoridor --test terminal`
test result: ok. 7 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.1s
error: test failed, to rerun pass `-p quoridor --lib`
error: 2 targets failed:
    `-p quoridor --test terminal`
    `-p quoridor --lib`
";
        let tally = read("A=1 cargo test --workspace --no-fail-fast", text);
        assert_eq!((tally.passed, tally.failed()), (8, 2));
        let [named, crashed] = &tally.failures[..] else { panic!("{tally:?}") };
        assert_eq!(named.names, ["a::b"]);
        assert_eq!(named.again, "A=1 cargo test -p quoridor --test terminal -- --exact 'a::b'");
        assert_eq!(crashed.names, ["-p quoridor --lib"]);
        assert_eq!(crashed.again, "A=1 cargo test -p quoridor --lib --");
    }

    #[test]
    fn ignored_tests_are_run_again_as_such() {
        let text = "failures:\n    a\n\ntest result: FAILED. 0 passed; 1 failed;\n\
                    error: test failed, to rerun pass `-p x --test y`\n";
        let tally = read("cargo test -p x --test y -- --ignored --nocapture a", text);
        assert_eq!(tally.failures[0].again, "cargo test -p x --test y -- --ignored --exact 'a'");
    }

    #[test]
    fn node_counts_too() {
        let tally = read("node --test", "ok 1 - a\nnot ok 2 - b c\n# pass 1\n# fail 1\n");
        assert_eq!(tally.passed, 1);
        assert_eq!(tally.failures[0].names, ["b c"]);
        assert_eq!(read("node --test", "ℹ pass 3\nℹ fail 0\n").passed, 3);
    }

    #[test]
    fn a_step_that_fails_is_a_failure() {
        let mut tally = Tally::default();
        tally.run(Step::new("the impossible", "false"));
        tally.run(Step::new("the possible", "true"));
        assert_eq!(tally.failures.len(), 1);
        assert_eq!(tally.failures[0].names, ["the impossible failed (exit status: 1)"]);
        assert_eq!(tally.failures[0].again, "false");
    }
}
