//! How far a run has come.

use std::collections::BTreeMap;

use quoridor_store::files::checksum;

/// The first line of the file: what it is, and in which form.
const HEAD: &str = "quoridor checkpoint 1";

/// How long each table was, and whatever the experiment needs to go on; `None` before it has begun.
///
/// The file is lines of text, then the state: `quoridor checkpoint 1`, for each table
/// `table BYTES NAME`, then `state BYTES CHECKSUM`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Checkpoint {
    pub(super) tables: BTreeMap<String, u64>,
    pub(super) state: Option<Vec<u8>>,
}

impl Checkpoint {
    pub(super) fn bytes(&self) -> Vec<u8> {
        let state = self.state.as_deref().unwrap_or_default();
        let mut head = format!("{HEAD}\n");
        for (name, length) in &self.tables {
            head.push_str(&format!("table {length} {name}\n"));
        }
        head.push_str(&format!(
            "state {} {:016x}\n",
            state.len(),
            checksum(&[head.as_bytes(), state].concat())
        ));
        [head.as_bytes(), state].concat()
    }

    /// What was written; the error says in a few words what is wrong with it.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, String> {
        let mut tables = BTreeMap::new();
        let (mut rest, mut head) = (bytes, 0);
        let mut is_first = true;
        loop {
            let end = rest.iter().position(|&byte| byte == b'\n').ok_or("it ends too early")?;
            let line = std::str::from_utf8(&rest[..end]).map_err(|_| "it is not a checkpoint")?;
            rest = &rest[end + 1..];
            if is_first {
                if line != HEAD {
                    return Err(format!("it does not begin with '{HEAD}'"));
                }
                is_first = false;
            } else if let Some((length, name)) =
                line.strip_prefix("table ").and_then(|rest| rest.split_once(' '))
            {
                tables.insert(
                    name.to_owned(),
                    length.parse().map_err(|_| "a length in it is not a number")?,
                );
            } else if let Some((length, sum)) =
                line.strip_prefix("state ").and_then(|rest| rest.split_once(' '))
            {
                if length.parse() != Ok(rest.len()) {
                    return Err(format!("its state has {} bytes instead of {length}", rest.len()));
                }
                let found = checksum(&[&bytes[..head], rest].concat());
                if u64::from_str_radix(sum, 16) != Ok(found) {
                    return Err("its checksum is wrong: it was changed or damaged".to_owned());
                }
                return Ok(Self { tables, state: Some(rest.to_vec()) });
            } else {
                return Err("a line in it is not known".to_owned());
            }
            head = bytes.len() - rest.len();
        }
    }
}
