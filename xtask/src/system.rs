//! Programs that come from the operating system.

use std::process::{Command, Stdio};

use anyhow::bail;

use crate::shell::Step;

/// Makes sure that a program works, asked by arguments that do nothing.
///
/// Where it does not, and this is a machine that belongs to nobody in particular (a container:
/// root, with Debian's package manager), its packages are installed. Anywhere else that is for the
/// machine's owner to do.
pub(crate) fn require(
    program: &str,
    probe: &[&str],
    debian_packages: &[&str],
) -> anyhow::Result<()> {
    if works(program, probe) {
        return Ok(());
    }
    let packages = debian_packages.join(" ");
    if !works("apt-get", &["--version"]) || !is_root() {
        bail!(
            "{program} {} does not work here; install it (on Debian: apt-get install {packages})",
            probe.join(" ")
        );
    }
    Step::new("reading Debian's package lists", "apt-get").args(["update", "--quiet"]).run()?;
    Step::new(format!("installing {packages}"), "apt-get")
        .args(["install", "--yes", "--quiet", "--no-install-recommends"])
        .args(debian_packages)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .run()?;
    if works(program, probe) {
        return Ok(());
    }
    bail!("{program} {} does not work, even with the packages {packages}", probe.join(" "))
}

fn works(program: &str, arguments: &[&str]) -> bool {
    let status = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.is_ok_and(|status| status.success())
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_works_or_not() {
        assert!(works("true", &[]));
        assert!(!works("false", &[]));
        assert!(!works("no-such-program", &[]));
    }
}
