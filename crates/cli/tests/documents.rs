//! Every command in the documents does what they say.

use std::path::Path;

use assert_cmd::cargo::cargo_bin;

/// The commands run in the root of the project, as a reader would run them, but with a store of games that is not yet there.
#[test]
fn documents_are_true() {
    let data = tempfile::tempdir().unwrap();
    std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).unwrap();
    // Programs that are started by the commands are found as well.
    let bin = Path::new(cargo_bin!("quoridor")).parent().unwrap();
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::env::join_paths([bin.to_owned()].into_iter().chain(std::env::split_paths(&paths))).unwrap();
    trycmd::TestCases::new()
        .default_bin_name("quoridor")
        .env("PATH", paths.to_str().unwrap())
        .env("XDG_DATA_HOME", data.path().to_str().unwrap())
        .case("README.md")
        .case("docs/*.md")
        .run();
}
