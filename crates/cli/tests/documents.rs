//! Every command in the documents does what they say.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::cargo::cargo_bin;

/// The commands run in the root of the project, as a reader would run them; but for each page there
/// is nothing yet where games are kept.
#[test]
fn documents_are_true() {
    std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).unwrap();
    // Programs that are started by the commands are found as well.
    let bin = Path::new(cargo_bin!("quoridor")).parent().unwrap();
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let paths =
        std::env::join_paths([bin.to_owned()].into_iter().chain(std::env::split_paths(&paths)))
            .unwrap();
    // Files that commands on the pages wrote the last time.
    if Path::new("target/documents").exists() {
        fs::remove_dir_all("target/documents").unwrap();
    }
    let docs = fs::read_dir("docs").unwrap().map(|entry| entry.unwrap().path());
    let pages = docs.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    for page in pages.chain([PathBuf::from("README.md")]) {
        let (data, state) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        trycmd::TestCases::new()
            .default_bin_name("quoridor")
            .env("PATH", paths.to_str().unwrap())
            .env("XDG_DATA_HOME", data.path().to_str().unwrap())
            .env("XDG_STATE_HOME", state.path().to_str().unwrap())
            .case(page)
            .run();
    }
}
