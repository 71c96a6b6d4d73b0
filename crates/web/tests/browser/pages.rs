//! Properties of every page.

use serde_json::json;

use crate::page::{Page, Screen};
use crate::server::TestServer;
use crate::site;

#[test]
fn every_page_opens_in_every_language() {
    let page = Page::at("/");
    for (language, play) in [("de", "Spielen"), ("es", "Jugar"), ("en", "Play")] {
        page.evaluate(&format!(
            "localStorage.setItem('quoridor.settings', JSON.stringify({{ language: '{language}' \
             }}))"
        ));
        for path in ["/", "/learn", "/learn/step", "/watch", "/games", "/analysis"] {
            page.go(path);
            page.wait_for_some("#view button");
            assert_eq!(page.evaluate("document.documentElement.lang"), language, "{path}");
        }
        assert_eq!(page.text("#header nav a"), play);
        // A text that is missing would be shown as its key.
        let keys = page.evaluate("document.body.innerText.match(/\\b[a-z]+\\.[a-z-]+\\b/g)");
        assert_eq!(keys, json!(null), "{language}");
    }
}

/// English that would be seen in a page of another language.
const ENGLISH: &str =
    "document.body.innerText.match(/\\b(the|then|and|of|to|is|your|you|move|wall|with|wins)\\b/gi)";

#[test]
fn no_english_is_seen_in_other_languages() {
    let page = Page::at("/");
    for language in ["de", "es"] {
        page.evaluate(&format!(
            "localStorage.setItem('quoridor.settings', JSON.stringify({{ language: '{language}', \
             reader: true }}))"
        ));
        for path in ["/", "/learn", "/learn/step", "/watch", "/games", "/analysis", "/nowhere"] {
            page.go(path);
            page.wait_for_some("#view a, #view button");
            assert_eq!(page.evaluate(ENGLISH), json!(null), "{language} {path}");
        }
        page.go("/");
        page.begin(&["9x9", "level", "1"]);
        page.wait_for_turn();
        page.click("#hint");
        page.wait_for_some(".plan.hint");
        assert_eq!(page.evaluate(ENGLISH), json!(null), "{language}: a hint");
        page.hover("e4h");
        page.wait_for_some(".ghost-wall");
        assert_eq!(page.evaluate(ENGLISH), json!(null), "{language}: a wall");
        page.press("?");
        page.wait_for_some("dialog");
        assert_eq!(page.evaluate(ENGLISH), json!(null), "{language}: the keys");
        page.press("Escape");
        page.resign();
        page.wait_for_some("#result");
        assert_eq!(page.evaluate(ENGLISH), json!(null), "{language}: the end");
    }
}

/// The page names all modules that the start page needs, so that the browser fetches them at once.
#[test]
fn the_start_page_preloads_its_modules() {
    let page = Page::at("/");
    page.wait_for_some("#play");
    let named = page.evaluate(
        "[...document.querySelectorAll('link[rel=modulepreload], script[src]')].map((each) => \
         each.href || each.src).sort()",
    );
    let loaded = page.evaluate(
        "[...new Set(performance.getEntriesByType('resource').map((entry) => \
         entry.name).filter((name) => name.endsWith('.js') && \
         !new URL(name).pathname.startsWith('/site/')))].sort()",
    );
    // Those of the site's workers are no modules of the page.
    assert_eq!(named, loaded);
}

#[test]
fn the_page_is_small() {
    if site::lacks("server that compresses; cargo xtask site measures its first load") {
        return;
    }
    let server = TestServer::start();
    let page = Page::open(&server, Screen::Desktop, "/");
    page.begin(&["9x9", "level", "1"]);
    page.wait_for_turn();
    let bytes = page.evaluate(
        "performance.getEntries().reduce((sum, entry) => sum + (entry.encodedBodySize ?? 0), 0)",
    );
    assert!(bytes.as_u64().is_some_and(|bytes| bytes > 10_000 && bytes < 200_000), "{bytes}");
    let elsewhere = page.evaluate(
        "performance.getEntriesByType('resource').filter((entry) => \
         !entry.name.startsWith(location.origin)).length",
    );
    assert_eq!(elsewhere, 0);
}

#[test]
fn names_and_comments_are_text() {
    let page = Page::at("/");
    let payload = "<img src=x onerror=alert(1)><script>alert(2)</script>";
    page.evaluate(&format!(
        "localStorage.setItem('quoridor.settings', JSON.stringify({{ language: \
         'en', name: {payload:?}.slice(0, 40) }}))"
    ));
    page.reload();
    page.begin(&["9x9", "friend"]);
    page.wait_for_turn();
    assert!(page.text(".player.South .name").contains("<img"));
    page.go("/analysis");
    page.click("#tab-text");
    page.evaluate(&format!("document.querySelector('#text').value = '1. e2 {{{payload}}} e8'"));
    page.click("#import");
    page.wait_for_text("#tree .comment", "<script>");
    assert_eq!(page.evaluate("document.querySelectorAll('#view img, #view script').length"), 0);
}
