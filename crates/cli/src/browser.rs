//! Opening a page in the user's browser.

use std::ffi::OsStr;
use std::process::{Command, Stdio};
use std::{env, thread};

/// Opens a page, if there is a display to show it on. That it cannot be opened is nobody's mistake:
/// the address has been said.
pub(crate) fn open(page: &str) {
    let is_set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    let Some(words) = words(env::consts::OS, is_set) else { return };
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).arg(OsStr::new(page));
    // Its output would mix with the server's.
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Ok(mut opening) = command.spawn() {
        // It is waited for, so that nothing is left of it.
        thread::spawn(move || opening.wait());
    }
}

/// The words before the address that open it on a system; `None` where nothing can be shown.
fn words(system: &str, is_set: impl Fn(&str) -> bool) -> Option<&'static [&'static str]> {
    match system {
        "macos" => Some(&["open"]),
        // The empty word is the title of a window; without it the address would be taken for one.
        "windows" => Some(&["cmd", "/C", "start", ""]),
        _ if is_set("DISPLAY") || is_set("WAYLAND_DISPLAY") => Some(&["xdg-open"]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_opened_without_a_display() {
        assert_eq!(words("linux", |_| false), None);
        assert_eq!(words("linux", |name| name == "DISPLAY"), Some(&["xdg-open"][..]));
        assert_eq!(words("freebsd", |name| name == "WAYLAND_DISPLAY"), Some(&["xdg-open"][..]));
        assert_eq!(words("macos", |_| false), Some(&["open"][..]));
    }
}
