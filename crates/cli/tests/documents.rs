//! Every command in the documents does what they say.

use std::fs;
use std::path::PathBuf;

/// The commands run in the root of the project, as a reader would run them; but for each page there is nothing yet where games are kept.
#[test]
fn documents_are_true() {
    std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).unwrap();
    let docs = fs::read_dir("docs").unwrap().map(|entry| entry.unwrap().path());
    let pages = docs.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    for page in pages.chain([PathBuf::from("README.md")]) {
        let (data, state) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        trycmd::TestCases::new()
            .default_bin_name("quoridor")
            .env("XDG_DATA_HOME", data.path().to_str().unwrap())
            .env("XDG_STATE_HOME", state.path().to_str().unwrap())
            .case(page)
            .run();
    }
}
