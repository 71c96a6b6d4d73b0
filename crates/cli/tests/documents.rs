//! Every command in the documents does what they say.

/// The commands run in the root of the project, as a reader would run them, but with a store of games that is not yet there.
#[test]
fn documents_are_true() {
    let data = tempfile::tempdir().unwrap();
    std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).unwrap();
    trycmd::TestCases::new()
        .default_bin_name("quoridor")
        .env("XDG_DATA_HOME", data.path().to_str().unwrap())
        .case("README.md")
        .case("docs/*.md")
        .run();
}
