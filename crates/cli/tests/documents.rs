//! Every command in the documents does what they say.

/// The commands run in the root of the project, as a reader would run them.
#[test]
fn documents_are_true() {
    std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).unwrap();
    trycmd::TestCases::new().default_bin_name("quoridor").case("README.md").case("docs/*.md");
}
