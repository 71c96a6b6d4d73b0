"""Commands that the learning loop runs, and how it says that one of them failed."""

import contextlib
import io
import signal
import subprocess
from pathlib import Path

from run_folder import SEE_HELP


class StageFailed(RuntimeError):
    """A stage that cannot begin, or whose command failed. Not a SystemExit: Ray would take that for
    a worker that died, and try again."""


def call(*command, log: Path) -> None:
    """Runs a command; its output goes to a file."""
    try:
        log.parent.mkdir(parents=True, exist_ok=True)
        # A command that outlived its loop goes on writing to the file that it has, not to this one.
        log.unlink(missing_ok=True)
        file = open(log, "wb")
    except OSError as error:
        raise StageFailed(f"{error.filename or log}: {error.strerror}") from None
    with file:
        ended = run(command, stdout=file, stderr=file)
    if ended.returncode != 0:
        problem = failure(ended.returncode, log.read_text(errors="replace"))
        raise StageFailed(f"{log}: the command failed: {problem}")


def attempt(options: str, *command) -> None:
    """Runs a command that should end at once; if it fails, these options of the loop are why."""
    try:
        ended = run(command, capture_output=True, text=True, errors="replace")
    except StageFailed as error:
        raise refusal(options, str(error)) from None
    if ended.returncode != 0:
        raise refusal(options, failure(ended.returncode, ended.stdout + "\n" + ended.stderr))


@contextlib.contextmanager
def blamed_on(options: str):
    """If a script ends here, these options of the loop are why."""
    printed = io.StringIO()
    try:
        with contextlib.redirect_stderr(printed):
            yield
    except SystemExit as end:
        line = end.code if isinstance(end.code, str) else error_line(printed.getvalue())
        raise refusal(options, line) from None


def refusal(options: str, line: str) -> StageFailed:
    return StageFailed(f"{options}: {line.removeprefix('error: ').removesuffix(SEE_HELP)}")


def run(command, **options) -> subprocess.CompletedProcess:
    try:
        return subprocess.run([str(word) for word in command], **options)
    except OSError as error:
        raise StageFailed(f"{command[0]}: {error.strerror}") from None


def failure(code: int, output: str) -> str:
    """Why a command failed: the signal that killed it, or what it printed."""
    if code >= 0:
        return error_line(output)
    with contextlib.suppress(ValueError):
        return f"killed by {signal.Signals(-code).name}"
    return f"killed by signal {-code}"


def error_line(output: str) -> str:
    """The last line with `error:` of what a program printed, or else its last one."""
    lines = [line.strip() for line in output.split("\n") if line.strip()] or ["no output"]
    return ([line for line in lines if "error:" in line.lower()] or lines)[-1]
