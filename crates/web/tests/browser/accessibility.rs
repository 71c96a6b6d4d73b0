//! Accessibility for people who do not see the page, or not well.

use std::{env, fs};

use serde_json::json;

use crate::page::{PATHS, Page, Screen};
use crate::server::TestServer;

/// Looks through a page as axe does: names of what can be used, texts of pictures, unique ids,
/// headings, contrast. Answers what is wrong.
const AUDIT: &str = r"(() => {
  const seen = (element) =>
    element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden';
  const wrong = [];
  const name = (element) =>
    element.getAttribute('aria-label') || element.textContent.trim() || element.title ||
    [...(element.labels ?? [])].map((label) => label.textContent.trim()).join('') || element.alt;
  const named = 'button, a[href], input, select, textarea, [role=img], [role=meter], ' +
    '[role=region], [role=radiogroup], dialog';
  for (const element of document.querySelectorAll(named)) {
    if (seen(element) && !name(element)) wrong.push(`no name: ${element.outerHTML.slice(0, 120)}`);
  }
  for (const image of document.querySelectorAll('img')) {
    if (!image.hasAttribute('alt')) wrong.push('a picture without alt');
  }
  const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
  for (const id of new Set(ids.filter((id, at) => ids.indexOf(id) !== at))) {
    wrong.push(`two elements are called ${id}`);
  }
  const headings = document.querySelectorAll('h1').length;
  if (headings !== 1) wrong.push(`${headings} main headings`);
  if (!document.documentElement.lang) wrong.push('no language');
  for (const element of document.querySelectorAll('[tabindex]')) {
    if (element.tabIndex > 0) wrong.push('a positive tabindex');
  }

  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const over = (colour, [r, g, b]) => {
    canvas.fillStyle = `rgb(${r} ${g} ${b})`;
    canvas.fillRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const background = (element) => (element
    ? over(getComputedStyle(element).backgroundColor, background(element.parentElement))
    : [255, 255, 255]);
  const light = (rgb) => {
    const linear = (value) =>
      (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    const [r, g, b] = rgb.map((value) => linear(value / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  for (const element of document.querySelectorAll('body *')) {
    const isText = (node) => node.nodeType === 3 && node.textContent.trim();
    if (![...element.childNodes].some(isText) || !seen(element)) continue;
    if (element.closest('svg, :disabled, .for-ears, option, [aria-hidden=true]')) continue;
    const back = background(element);
    const [a, b] = [light(over(getComputedStyle(element).color, back)), light(back)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const what = `${element.tagName}.${element.className} ${element.textContent.slice(0, 30)}`;
    if (ratio < 4.5) wrong.push(`contrast ${ratio.toFixed(2)}: ${what}`);
  }
  return wrong;
})()";

fn audit(page: &Page, what: &str) {
    // Animations of opacity would be measured half way.
    page.wait_for(
        "document.getAnimations().every((animation) => animation.playState !== 'running')",
    );
    assert_eq!(page.evaluate(AUDIT), json!([]), "{what}");
}

fn audit_every_page(page: &Page) {
    for path in PATHS {
        page.go(path);
        page.wait_until_shown();
        audit(page, path);
    }
    page.open_study();
    audit(page, "a study");
    page.go("/");
    page.begin(&["9x9", "here", "3+2"]);
    page.play("e2", 1);
    page.wait_for_turn();
    audit(page, "a game");
    page.click("#settings-button");
    audit(page, "the settings");
    page.press("Escape");
    page.press("?");
    audit(page, "the keys");
}

#[test]
fn every_page_is_accessible_in_light_colours() {
    let page = Page::at("/");
    audit_every_page(&page);
}

#[test]
fn every_page_is_accessible_in_dark_colours_on_a_phone() {
    let page = Page::on(Screen::Phone, "/");
    page.prefer_dark();
    for path in PATHS {
        page.go(path);
        page.wait_until_shown();
        audit(&page, path);
    }
    page.go("/");
    page.tap("#play");
    page.wait_for_turn();
    audit(&page, "a game");
}

/// The same pages, looked through by axe-core itself, which is no part of this repository: `cargo
/// xtask test` and `cargo xtask page axe` fetch it and run this. Every size, light and dark, in
/// every language.
#[test]
#[ignore = "needs axe-core: cargo xtask test runs it"]
fn axe_finds_nothing() {
    let path = env::var_os("QUORIDOR_AXE").expect("QUORIDOR_AXE is the path of axe.min.js");
    let axe = fs::read_to_string(path).expect("axe.min.js");
    let server = TestServer::start();
    for (screen, dark, language) in [
        (Screen::Wide, false, "en"),
        (Screen::Wide, true, "de"),
        (Screen::Wide, true, "en"),
        (Screen::Narrow, false, "es"),
        (Screen::Narrow, true, "en"),
        (Screen::Phone, false, "de"),
        (Screen::Phone, false, "en"),
        (Screen::Phone, true, "es"),
    ] {
        let page = Page::open(&server, screen, "/");
        if dark {
            page.prefer_dark();
        }
        page.evaluate(&format!(
            "localStorage.setItem('quoridor.settings', JSON.stringify({{ language: '{language}' \
             }}))"
        ));
        let width = page.evaluate("innerWidth");
        let colours = if dark { "dark" } else { "light" };
        every_page(&page, &|what| {
            let passed = axe_passes(&axe, &page, &format!("{width} {colours} {language}: {what}"));
            println!("{width} {colours} {language}: {what}: {passed} rules passed");
        });
    }
}

/// The number of rules of axe that a page passes: it fails none.
fn axe_passes(axe: &str, page: &Page, what: &str) -> u64 {
    page.wait_for(
        "document.getAnimations().every((animation) => animation.playState !== 'running')",
    );
    // As a value, what a script leaves behind would be sent back whole.
    page.evaluate(&format!("{axe}; null"));
    let found = page.evaluate(
        "axe.run(document).then(({ violations, passes }) => [violations.map(({ id, impact, nodes \
         }) => [impact, id, nodes.map(({ html }) => html.slice(0, 160))]), passes.length])",
    );
    assert_eq!(found[0], json!([]), "{what}: {found:#}");
    found[1].as_u64().expect("a number")
}

/// Goes to every page, and to what is on some of them only after a click.
fn every_page(page: &Page, check: &dyn Fn(&str)) {
    page.go("/puzzles/54ea2640");
    page.click_on("g4");
    page.wait_for_some("#feedback.wrong");
    check("a puzzle that was not solved");
    page.go("/learn/step");
    for square in ["e5", "e6"] {
        page.settle();
        page.click_on(square);
    }
    page.wait_for_some(".lesson.right");
    check("a lesson that was solved");
    page.open_study();
    check("a study");
    page.go("/studies");
    page.wait_for_some(".studies li");
    check("a list of studies");
    // The last one is the analysis board, with its opening explorer.
    for path in PATHS {
        page.go(path);
        page.wait_until_shown();
        check(path);
    }
    page.click("#engine");
    page.wait_for_count("#lines li", 3);
    check("best lines");
    page.click("#engine");
    page.click("#heat");
    page.wait_for("document.querySelectorAll('.hot-wall').length > 0");
    check("a heat map");
    page.click("#edit");
    check("the editor");
    page.go("/");
    page.begin(&["friend"]);
    page.wait_for_some(".friend");
    check("a friend's link");
    page.go("/");
    page.begin(&["9x9", "here", "3+2"]);
    page.wait_for_turn();
    page.evaluate("document.querySelector('#typed-move').focus()");
    page.type_text("e2");
    page.press("Enter");
    page.wait_for_moves(1);
    page.wait_for_turn();
    check("a game");
    page.resign();
    page.wait_for_some("#result");
    check("the end of a game");
    page.click("#settings-button");
    check("the settings");
    page.press("Escape");
    page.press("?");
    page.wait_for_some(".keys");
    check("the keys");
}
