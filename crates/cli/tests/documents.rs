//! Every `console` example in the documents prints what they say, and every link leads somewhere.

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
        let data = tempfile::tempdir().unwrap();
        trycmd::TestCases::new()
            .default_bin_name("quoridor")
            .env("PATH", paths.to_str().unwrap())
            .env("XDG_DATA_HOME", data.path().to_str().unwrap())
            .case(page)
            .run();
    }
}

/// The pages of the project that people read.
fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let is_elsewhere = name.starts_with('.') || ["target", "node_modules"].contains(&&*name);
        if path.is_dir() && !is_elsewhere {
            pages(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
}

/// The text outside of blocks of code.
fn prose(page: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    page.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// The anchors of a page's headings, by GitHub's rule: letters, digits, hyphens and underscores in
/// lower case, hyphens for spaces. No page has the same heading twice.
fn anchors(page: &str) -> Vec<String> {
    let headings = prose(page).filter_map(|line| {
        Some(line.split_once("# ")?).filter(|(marks, _)| marks.chars().all(|mark| mark == '#'))
    });
    let anchor = |(_, title): (&str, &str)| {
        let kept = |letter: char| match letter {
            ' ' => Some('-'),
            _ if letter.is_alphanumeric() || "-_".contains(letter) => Some(letter),
            _ => None,
        };
        title.trim().to_lowercase().chars().filter_map(kept).collect()
    };
    headings.map(anchor).collect()
}

/// Where the links of a page lead, those to other sites aside.
fn targets(page: &str) -> Vec<String> {
    let prose = prose(page).collect::<Vec<_>>().join("\n");
    let links = prose.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    let is_here = |target: &&str| !target.contains("://") && !target.starts_with("mailto:");
    links.map(|(target, _)| target).filter(is_here).map(str::to_owned).collect()
}

#[test]
fn links_lead_somewhere() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let (mut all, mut broken, mut count) = (Vec::new(), Vec::new(), 0);
    pages(root, &mut all);
    for page in all {
        let text = fs::read_to_string(&page).unwrap();
        for target in targets(&text) {
            count += 1;
            let (path, anchor) = target.split_once('#').unwrap_or((&target, ""));
            let file =
                if path.is_empty() { page.clone() } else { page.with_file_name("").join(path) };
            // Anchors of other files than pages are for GitHub: lines of code.
            let is_page = file.extension().is_some_and(|extension| extension == "md");
            let has_anchor =
                || anchors(&fs::read_to_string(&file).unwrap()).iter().any(|own| own == anchor);
            if !(file.exists() && (anchor.is_empty() || !is_page || has_anchor())) {
                broken.push(format!("{}: {target}", page.display()));
            }
        }
    }
    assert!(
        broken.is_empty() && count > 200,
        "{count} links, of them broken:\n{}",
        broken.join("\n")
    );
}

/// By hand, as GitHub shows them.
#[test]
fn anchors_are_those_of_github() {
    let page =
        "# Hoľa's networks\n## Levels of `puct`\n```sh\n# no heading\n```\ntext # 1\n### A, b_c";
    assert_eq!(anchors(page), ["hoľas-networks", "levels-of-puct", "a-b_c"]);
}
