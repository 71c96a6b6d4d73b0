//! Every command in the documents does what they say.

/// The commands run in the root of the project, as a reader would run them.
#[test]
fn documents_are_true() {
    std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).unwrap();
    // Games that they play are kept here, and not among the reader's.
    let state = std::env::temp_dir().join(format!("quoridor-documents-{}", std::process::id()));
    let cases = trycmd::TestCases::new();
    cases.default_bin_name("quoridor").env("XDG_STATE_HOME", state.display().to_string());
    cases.case("README.md").case("docs/*.md").run();
    let _ = std::fs::remove_dir_all(state);
}
