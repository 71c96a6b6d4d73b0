//! The WebAssembly module.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use crate::shell::Step;
use crate::workspace::Workspace;

const TARGET: &str = "wasm32-unknown-unknown";

/// Vector instructions, which every browser has had since 2023.
const FEATURES: &str = "-C target-feature=+simd128";

/// Where cargo puts the module.
pub(crate) fn optimised(workspace: &Workspace) -> PathBuf {
    workspace.target.join(TARGET).join("wasm/quoridor_wasm.wasm")
}

/// Builds the module: its bytes.
pub(crate) fn module(workspace: &Workspace) -> anyhow::Result<Vec<u8>> {
    install_target()?;
    Step::new("the WebAssembly module", "cargo")
        .args(["build", "-p", "quoridor-wasm", "--target", TARGET, "--profile", "wasm", "--locked"])
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", FEATURES)
        .within(&workspace.root)
        .run()?;
    let path = optimised(workspace);
    let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    without_names(&bytes)
}

fn install_target() -> anyhow::Result<()> {
    let sysroot = Step::new("the toolchain", "rustc").args(["--print", "sysroot"]).output()?;
    if Path::new(sysroot.trim()).join("lib/rustlib").join(TARGET).is_dir() {
        return Ok(());
    }
    Step::new("the target for WebAssembly", "rustup").args(["target", "add", TARGET]).run()
}

/// The module without its custom sections, which have names for debuggers only.
fn without_names(module: &[u8]) -> anyhow::Result<Vec<u8>> {
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
    fn custom_sections_go() {
        let header = b"\0asm\x01\0\0\0";
        let module = [&header[..], &[0, 2, 1, b'x'], &[1, 1, 0], &[0, 1, 0]].concat();
        assert_eq!(without_names(&module).unwrap(), [&header[..], &[1, 1, 0]].concat());
        assert!(without_names(b"\0asm\x01\0\0\0\x01\x09").is_err());
    }
}
