//! How far a run has come.

use std::collections::BTreeMap;

use quoridor_engine::Fnv;
use quoridor_store::files::checksum;

/// The first line of the file: its kind and format.
const HEAD: &str = "quoridor checkpoint 2";

/// The first line of the older format, which has no checksums of the tables.
const HEAD_WITHOUT_CHECKSUMS: &str = "quoridor checkpoint 1";

/// The tables as they were, and the state that the experiment needs to continue; the state is
/// `None` before the first checkpoint.
///
/// The file is lines of text, then the state: `quoridor checkpoint 2`, for each table
/// `table BYTES CHECKSUM NAME`, then `state BYTES CHECKSUM`. Format 1 has `table BYTES NAME`.
/// Checksums are FNV-1a in hexadecimal digits, that of the state over everything but itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Checkpoint {
    pub(super) tables: BTreeMap<String, TableState>,
    pub(super) state: Option<Vec<u8>>,
}

/// The contents of a table at a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TableState {
    /// In bytes.
    pub(super) length: u64,
    /// Of all bytes; `None` in the older format.
    pub(super) checksum: Option<u64>,
}

impl TableState {
    /// The state of a table with these contents.
    pub(super) fn of(content: &[u8]) -> Self {
        Self { length: content.len() as u64, checksum: Some(checksum(content)) }
    }

    /// The state after more bytes. `self.checksum` must be known.
    pub(super) fn and(self, more: &[u8]) -> Self {
        // FNV-1a takes one byte after the other, so that it can continue from its last value.
        let checksum = self.checksum.map(|sum| {
            let mut hash = Fnv::resume(sum);
            hash.bytes(more);
            hash.value()
        });
        Self { length: self.length + more.len() as u64, checksum }
    }
}

impl Checkpoint {
    pub(super) fn bytes(&self) -> Vec<u8> {
        let state = self.state.as_deref().unwrap_or_default();
        let mut head = format!("{HEAD}\n");
        for (name, TableState { length, checksum }) in &self.tables {
            let checksum = checksum.unwrap_or_default();
            head.push_str(&format!("table {length} {checksum:016x} {name}\n"));
        }
        head.push_str(&format!(
            "state {} {:016x}\n",
            state.len(),
            checksum(&[head.as_bytes(), state].concat())
        ));
        [head.as_bytes(), state].concat()
    }

    /// Reads a checkpoint; the error says in a few words what is wrong with it.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, String> {
        let mut tables = BTreeMap::new();
        let (mut rest, mut head) = (bytes, 0);
        let mut has_checksums = None;
        loop {
            let end = rest.iter().position(|&byte| byte == b'\n').ok_or("it ends too early")?;
            let line = std::str::from_utf8(&rest[..end]).map_err(|_| "it is not a checkpoint")?;
            rest = &rest[end + 1..];
            match (has_checksums, line.split_once(' ')) {
                (None, _) if line == HEAD => has_checksums = Some(true),
                (None, _) if line == HEAD_WITHOUT_CHECKSUMS => has_checksums = Some(false),
                (None, _) => return Err(format!("it does not begin with '{HEAD}'")),
                (Some(has_checksums), Some(("table", entry))) => {
                    let (name, state) = table(entry, has_checksums)
                        .ok_or_else(|| format!("'{}' is not a table", line.escape_debug()))?;
                    tables.insert(name, state);
                }
                (Some(_), Some(("state", entry))) => {
                    let (length, sum) = entry.split_once(' ').ok_or("its state has no checksum")?;
                    if length.parse() != Ok(rest.len()) {
                        let found = rest.len();
                        return Err(format!("its state has {found} bytes instead of {length}"));
                    }
                    let found = checksum(&[&bytes[..head], rest].concat());
                    if u64::from_str_radix(sum, 16) != Ok(found) {
                        return Err("its checksum is wrong: it was changed or damaged".to_owned());
                    }
                    return Ok(Self { tables, state: Some(rest.to_vec()) });
                }
                _ => return Err(format!("'{}' is not a line of one", line.escape_debug())),
            }
            head = bytes.len() - rest.len();
        }
    }
}

/// The name and state of a table: `BYTES CHECKSUM NAME`, or `BYTES NAME` in the older format.
fn table(entry: &str, has_checksum: bool) -> Option<(String, TableState)> {
    let (length, rest) = entry.split_once(' ')?;
    let length = length.parse().ok()?;
    let (checksum, name) = if has_checksum {
        let (checksum, name) = rest.split_once(' ')?;
        (Some(u64::from_str_radix(checksum, 16).ok()?), name)
    } else {
        (None, rest)
    };
    Some((name.to_owned(), TableState { length, checksum }))
}
