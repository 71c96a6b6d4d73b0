//! Names of people.

use quoridor_core::hidden_in;

use crate::problem::Problem;

/// The longest name, in letters.
const LONGEST_NAME: usize = 60;

/// A name in the field of this name. Names are shown as they are, in one line. Somebody without a
/// name has an empty one: what it is called then depends on who reads it.
pub fn read_name(field: &str, name: &str) -> Result<String, Problem> {
    let name = name.trim();
    let is_hidden = name.contains(char::is_control) || hidden_in(name).is_some();
    if name.chars().count() > LONGEST_NAME || is_hidden {
        return Err(Problem::bad(format_args!(
            "{field}: a name has at most {LONGEST_NAME} letters, in one line, without control or \
             invisible characters"
        )));
    }
    Ok(name.to_owned())
}
