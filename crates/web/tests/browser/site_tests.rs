//! The static site: a game against a level, an analysis, a review, all of it kept, online and with
//! the file server stopped. Without `QUORIDOR_SITE` there is no site to test.

use std::fs;

use serde_json::json;

use crate::page::{Page, Screen};
use crate::server::TestServer;
use crate::site;

/// Plays a small game to its end, and answers its address.
fn play_to_the_end(page: &Page) -> String {
    page.go("/");
    page.play_small_game();
    page.evaluate("location.pathname").as_str().expect("a path").to_owned()
}

/// Everything that one does on the site.
fn visit(page: &Page) {
    page.go("/");
    page.choose("level");
    page.choose("9x9");
    page.choose("1");
    page.click("#play");
    page.play("e2", 2);
    page.wait_for_turn();
    let level = page.evaluate("location.pathname").as_str().expect("a path").to_owned();
    let ended = play_to_the_end(page);
    let id = ended.rsplit('/').next().expect("a number").to_owned();
    // The engine's lines come.
    page.go("/analysis");
    page.wait_for_some(".engine");
    let found = page.evaluate(
        "new Promise(async (done) => { const { Engine } = await import('/analysis/engine.js');
           const engine = new Engine();
           engine.ask({ type: 'analyse', game: { moves: ['e2'] }, seconds: 1 }, (message) => {
             if (message.type === 'done') { engine.close(); done(message.decision.move); } }); })",
    );
    assert!(found.as_str().is_some_and(|mv| mv.len() >= 2), "{found}");
    // The review of a game is kept with it.
    page.evaluate(&format!(
        "new Promise(async (done) => {{ const {{ Engine }} = await import('/analysis/engine.js');
           const {{ get }} = await import('/lib/api.js');
           const game = await get('store/games/{id}');
           const moves = game.line.moves.map((each) => each.move);
           const engine = new Engine();
           engine.ask({{ type: 'review', store: '{id}', nodes: 100,
             game: {{ position: game.start, moves }} }}, (message) => {{
             if (message.type === 'review') {{ engine.close(); done(null); }} }}); }})"
    ));
    page.wait_for_kept_review(&id);
    // All of it is there after a reload.
    page.go(&ended);
    page.wait_for_some("#result");
    page.go(&level);
    page.wait_for_moves(2);
    page.go("/games");
    page.wait_for(&format!("document.querySelector('a[href*=\"{id}\"]') !== null"));
}

#[test]
fn the_site_works_online_and_offline() {
    if site::folder().is_none() {
        return;
    }
    let mut server = TestServer::start();
    let page = Page::open(&server, Screen::Desktop, "/");
    visit(&page);
    page.expect_no_problems();
    server.stop();
    let count = |page: &Page| {
        page.evaluate("import('/lib/api.js').then(({ get }) => get('store/games'))")["total"]
            .as_u64()
    };
    let before = count(&page);
    page.reload();
    assert_eq!(count(&page), before);
    visit(&page);
    assert_eq!(count(&page), before.map(|games| games + 2));
    page.forget_problems();
}

/// A tab hears of the moves that another makes.
#[test]
fn two_tabs_of_the_site_share_their_games() {
    if site::folder().is_none() {
        return;
    }
    let page = Page::at("/");
    page.begin(&["5x5", "here"]);
    let other = page.another_tab();
    other.wait_for_some(".play-page .board .pawn");
    page.wait_for_turn();
    page.click_on("c2");
    other.wait_for_moves(1);
}

/// The page asks nobody but its own host, not even to invite a friend.
#[test]
fn the_site_asks_no_other_host() {
    if site::folder().is_none() {
        return;
    }
    let page = Page::at("/");
    page.choose("friend");
    page.wait_for_text(".start", "sends you a code back");
    page.click("#play");
    page.friend_link();
    let hosts = page.evaluate(
        "[...new Set(performance.getEntriesByType('resource').map(({ name }) => \
         new URL(name).host))]",
    );
    assert_eq!(hosts, json!([page.evaluate("location.host")]));
}

/// A host that has lost the second file of the module: all that comes before it works.
#[test]
fn a_game_against_a_level_needs_the_first_part_of_the_module_alone() {
    if site::folder().is_none() {
        return;
    }
    let server = TestServer::of_site_copy();
    fs::remove_file(server.file("site/rest.wasm")).expect("it is there");
    let page = Page::new(&server, Screen::Desktop);
    page.go("/");
    page.choose("level");
    page.choose("9x9");
    page.choose("3");
    page.click("#play");
    for (count, mv) in ["e2", "e3"].iter().enumerate() {
        page.play(mv, 2 * count + 2);
    }
    page.reload();
    page.wait_for_moves(4);
    // What needs the rest says that it is missing, and the game goes on.
    let refused = page
        .evaluate("import('/lib/api.js').then(({ get }) => get('puzzles')).then(() => '', String)");
    assert!(refused.as_str().is_some_and(|line| line.contains("rest.wasm")), "{refused}");
    page.wait_for_turn();
    page.forget_problems();
}

/// Two versions of the site, one after the other: the page says that the second is ready, takes it
/// on a click, and has the game that was begun with the first.
#[test]
fn a_new_version_is_offered_and_loses_nothing() {
    if site::folder().is_none() {
        return;
    }
    let server = TestServer::of_site_copy();
    let page = Page::blank(&server, Screen::Desktop);
    page.go("/");
    page.begin(&["5x5", "here"]);
    page.play("c2", 1);
    page.evaluate("localStorage.setItem('mine', 'kept')");
    // The new version has another word, and its service worker another number.
    let change = |file: &str, from: &str, to: &str| {
        let path = server.file(file);
        let text = fs::read_to_string(&path).expect("a text");
        assert!(text.contains(from), "{file} has no {from}");
        fs::write(path, text.replacen(from, to, 1)).expect("it can be written");
    };
    change("lang/en.json", "\"nav.watch\": \"Watch\"", "\"nav.watch\": \"Look on\"");
    change("service-worker.js", "const VERSION = '", "const VERSION = 'new-");
    page.reload();
    page.wait_for_moves(1);
    page.wait_for_text("#toasts", "A new version is ready.");
    // Nothing changes before the click.
    page.wait_for_text("#header", "Watch");
    page.click_on("c4");
    page.wait_for_moves(2);
    page.click("#toasts button");
    page.wait_for_text("#header", "Look on");
    page.wait_for_moves(2);
    assert_eq!(page.evaluate("localStorage.getItem('mine')"), json!("kept"));
    let caches = page.evaluate("caches.keys()");
    assert!(caches[0].as_str().is_some_and(|name| name.contains("new-")), "{caches}");
    assert_eq!(caches.as_array().map(Vec::len), Some(1), "{caches}");
    // It is the page of this game, not another.
    page.play("c3", 3);
}
