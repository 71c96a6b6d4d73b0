//! The words of the page: every language has every text, none is left in English, and no text is
//! asked for that is not there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

const LANGUAGES: [&str; 3] = ["en", "de", "es"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("static")
}

fn texts(language: &str) -> serde_json::Map<String, Value> {
    let file = fs::read_to_string(folder().join(format!("lang/{language}.json"))).expect("a file");
    match serde_json::from_str(&file).expect("JSON") {
        Value::Object(texts) => texts,
        other => panic!("{language}: not an object: {other}"),
    }
}

/// All `{names}` of a text.
fn names(text: &Value) -> BTreeSet<String> {
    let text = text.as_str().expect("a text");
    text.split('{')
        .skip(1)
        .filter_map(|rest| rest.split_once('}'))
        .map(|(name, _)| name.to_owned())
        .collect()
}

fn scripts(within: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(within).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            scripts(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "js") {
            found.push(path);
        }
    }
}

#[test]
fn every_language_has_every_text_with_the_same_names_in_it() {
    let english = texts("en");
    for language in LANGUAGES {
        let own = texts(language);
        let (there, wanted): (BTreeSet<_>, BTreeSet<_>) =
            (own.keys().collect(), english.keys().collect());
        assert_eq!(there, wanted, "{language}");
        for (key, text) in &own {
            assert_eq!(names(text), names(&english[key]), "{language}: {key}");
            assert!(text.as_str().is_some_and(|text| !text.trim().is_empty()), "{language}: {key}");
        }
    }
}

#[test]
fn every_text_that_is_asked_for_is_there() {
    let english = texts("en");
    let has =
        |key: &str| english.contains_key(key) || english.contains_key(&format!("{key}.other"));
    let (mut found, mut asked) = (Vec::new(), 0);
    scripts(&folder(), &mut found);
    for path in found {
        let script = fs::read_to_string(&path).expect("a file");
        // Texts that are named outright, `t('key'…`, and those of keys, `label: 'keys.…'`; names
        // that are put together are seen in the browser.
        for opening in ["t('", "label: '"] {
            for (at, _) in script.match_indices(opening) {
                let before = script[..at].chars().next_back();
                if before.is_some_and(|letter| letter.is_alphanumeric() || letter == '_') {
                    continue;
                }
                let key = script[at + opening.len()..].split('\'').next().unwrap_or_default();
                assert!(has(key), "{}: there is no text {key:?}", path.display());
                asked += 1;
            }
        }
    }
    assert!(asked > 100, "only {asked} texts were found to be asked for");
}

/// Texts that are the same in another language: names, and words that it has taken over.
const SAME: [(&str, &[&str]); 2] = [
    (
        "de",
        &[
            "seat.West",
            "opponent.level",
            "start.player",
            "engine",
            "engine.player",
            "pause",
            "analyse",
            "text.format",
            "settings.theme.auto",
            "speed",
            "lesson.zugzwang.title",
        ],
    ),
    ("es", &["start.player", "speed", "lesson.zugzwang.title"]),
];

/// Words that no German or Spanish text has.
const ENGLISH: [&str; 23] = [
    "the", "then", "and", "of", "to", "is", "are", "your", "you", "with", "move", "moves", "wall",
    "walls", "game", "games", "player", "players", "for", "this", "that", "wins", "from",
];

#[test]
fn no_text_is_left_in_english() {
    let english = texts("en");
    for (language, same) in SAME {
        for (key, text) in &texts(language) {
            let text = text.as_str().expect("a text");
            let is_same = english[key] == text;
            assert!(!is_same || same.contains(&key.as_str()), "{language}: {key} is in English");
            let words = text.split(|letter: char| !letter.is_alphanumeric());
            for word in words {
                let is_english = ENGLISH.contains(&word.to_lowercase().as_str());
                // `{player}` and `{move}` are names of what stands there in the end.
                let is_name = text.contains(&format!("{{{word}}}"));
                assert!(!is_english || is_name, "{language}: {key} has the word {word:?}");
            }
        }
    }
}

/// The names of lessons are data, so their texts are not named in a script.
#[test]
fn every_lesson_has_its_texts() {
    let english = texts("en");
    for lesson in quoridor_puzzles::lessons() {
        for part in ["title", "text", "goal", "done"] {
            let key = format!("lesson.{}.{part}", lesson.name());
            assert!(english.contains_key(&key), "there is no text {key:?}");
        }
    }
}
