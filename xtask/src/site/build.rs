//! The WebAssembly module.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use super::split::{Parts, split};
use crate::shell::Step;
use crate::workspace::Workspace;

const TARGET: &str = "wasm32-unknown-unknown";

/// Vector instructions, which every browser has had since 2023, and names with all types in them.
const FLAGS: &str = "-C target-feature=+simd128 -C symbol-mangling-version=v0";

/// Where cargo puts the module.
fn optimised(workspace: &Workspace) -> PathBuf {
    workspace.target.join(TARGET).join("wasm/quoridor_wasm.wasm")
}

/// Functions that the first page does not need, by names of their crates, modules and types.
///
/// A mangled name has them after their lengths.
const LATER: &[&str] = &[
    // Players of the literature, and what only they search with; alpha-beta, which plays on the
    // boards that the network does not know.
    "alphabeta",
    "eizagirre",
    "glendenning_2005",
    "hola_2016",
    "mertens_2006",
    "respall_2018",
    "respall_2018_ga",
    "saadatinia_2020",
    "van_steenbergen_2006",
    "mcts",
    "alpha_beta",
    "nnue",
    // Exact solutions of small boards.
    "quoridor_solve",
    "perfect",
    // Texts, pictures, lessons and puzzles.
    "quoridor_picture",
    "quoridor_puzzles",
    "reader",
    "lexer",
    "dialect",
    "replay_code",
    "texts",
    "lessons",
    "puzzles",
    "picture",
    "share",
    "base64",
    // The opening book, and games of the store in full.
    "book",
    "explorer",
    "Explored",
    "Kept",
    "StoredGameJson",
    // Analyses that are more than a search.
    "review",
    "accuracy",
    "heat",
    "facts",
];

/// Functions with such names that the first page needs all the same: the levels, for which the
/// champion makes both of its players, which boards a player plays on, and the names of fields,
/// which the linker merges with those of other types.
const FIRST: &[&str] = &[
    "8champion",
    "9alphabeta5build",
    "15AlphaBetaPlayer",
    "11ThreadState",
    "6Tuning",
    "5Table",
    "official_board",
    "is_small_enough",
    "5space",
    "5count",
    "5Slots3new",
    "__FieldVisitor",
];

/// Files of the module's memory that only these functions read.
const LATER_DATA: [&str; 2] =
    ["crates/puzzles/data/puzzles.txt", "crates/puzzles/data/lessons.txt"];

/// The module in two parts.
pub(crate) fn parts(module: &[u8], workspace: &Workspace) -> anyhow::Result<Parts> {
    let read = |file: &&str| {
        fs::read(workspace.root.join(file)).with_context(|| format!("cannot read {file}"))
    };
    let data = LATER_DATA.iter().map(read).collect::<anyhow::Result<Vec<_>>>()?;
    split(module, is_later, &data)
}

/// Code of libraries is never named: the linker merges what is equal, under any of the names. It is
/// loaded later if nothing else calls it.
fn is_later(mangled: &str) -> bool {
    is_ours(mangled)
        && !FIRST.iter().any(|name| mangled.contains(name))
        && LATER.iter().any(|name| {
            let ident = format!("{}{name}", name.len());
            // Not the 13 of another name's length.
            mangled
                .match_indices(&ident)
                .any(|(at, _)| !mangled[..at].ends_with(|before: char| before.is_ascii_digit()))
        })
}

/// Whether a function is of a crate of this workspace: a path begins with its crate, `Cs1aB_`.
fn is_ours(mangled: &str) -> bool {
    let after = mangled.split_once("Cs").and_then(|(_, path)| path.split_once('_'));
    let name = after.map(|(_, path)| path.trim_start_matches(|next: char| next.is_ascii_digit()));
    name.is_some_and(|name| name.starts_with("quoridor_"))
}

/// Builds the module: its bytes, with the names of its functions.
pub(crate) fn module(workspace: &Workspace) -> anyhow::Result<Vec<u8>> {
    install_target()?;
    Step::new("the WebAssembly module", "cargo")
        .args(["build", "-p", "quoridor-wasm", "--target", TARGET, "--profile", "wasm", "--locked"])
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", FLAGS)
        .within(&workspace.root)
        .run()?;
    let path = optimised(workspace);
    fs::read(&path).with_context(|| format!("cannot read {}", path.display()))
}

fn install_target() -> anyhow::Result<()> {
    let sysroot = Step::new("the toolchain", "rustc").args(["--print", "sysroot"]).output()?;
    if Path::new(sysroot.trim()).join("lib/rustlib").join(TARGET).is_dir() {
        return Ok(());
    }
    Step::new("the target for WebAssembly", "rustup").args(["target", "add", TARGET]).run()
}

/// The module without its custom sections, which have names for debuggers only.
pub(crate) fn without_names(module: &[u8]) -> anyhow::Result<Vec<u8>> {
    const HEADER: usize = 8;
    ensure!(module.starts_with(b"\0asm\x01\0\0\0"), "not a WebAssembly module");
    let mut kept = module[..HEADER].to_vec();
    let mut rest = &module[HEADER..];
    while let Some((&kind, after)) = rest.split_first() {
        let (length, width) = leb128(after).context("a section without a length")?;
        let end = 1 + width + length;
        let section = rest.get(..end).context("a section that ends too early")?;
        if kind != 0 {
            kept.extend_from_slice(section);
        }
        rest = &rest[end..];
    }
    Ok(kept)
}

/// A number of variable width, and how many bytes it has.
fn leb128(bytes: &[u8]) -> Option<(usize, usize)> {
    let mut number = 0;
    for (place, byte) in bytes.iter().take(5).enumerate() {
        number |= usize::from(byte & 0x7f) << (7 * place);
        if byte & 0x80 == 0 {
            return Some((number, place + 1));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the Wikipedia article on LEB128.
    #[test]
    fn numbers_of_variable_width() {
        assert_eq!(leb128(&[0xe5, 0x8e, 0x26, 0xff]), Some((624_485, 3)));
        assert_eq!(leb128(&[0x80]), None);
    }

    #[test]
    fn names_are_found_whole() {
        assert!(is_later("_RNvNtCs1_16quoridor_service6routes5texts4read"));
        assert!(!is_later("_RNvNtCs1_16quoridor_service6routes15texts4read"));
        assert!(!is_later("_RNvNtCs1_13quoridor_core8position4play"));
        assert!(is_later("_RNvNtCs1_14quoridor_solve6solver5solve"));
        assert!(!is_later("_RNvMs1_NtCs5_5alloc3vecINtB5_3VechE6resizeCsa_14quoridor_solve"));
    }

    #[test]
    fn custom_sections_go() {
        let header = b"\0asm\x01\0\0\0";
        let module = [&header[..], &[0, 2, 1, b'x'], &[1, 1, 0], &[0, 1, 0]].concat();
        assert_eq!(without_names(&module).unwrap(), [&header[..], &[1, 1, 0]].concat());
        assert!(without_names(b"\0asm\x01\0\0\0\x01\x09").is_err());
    }
}
