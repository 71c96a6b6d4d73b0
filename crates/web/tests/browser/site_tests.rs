//! The static site: a game against a level, an analysis, a review, all of it kept, online and with
//! the file server stopped. Without `QUORIDOR_SITE` there is no site to test.

use serde_json::json;

use crate::page::{Page, Screen};
use crate::server::TestServer;
use crate::site;

/// Plays a small game to its end, and answers its address.
fn play_to_the_end(page: &Page) -> String {
    page.go("/");
    page.begin(&["5x5", "here"]);
    for (count, mv) in ["c2", "c4", "c3", "b4", "c4", "b3", "c5"].iter().enumerate() {
        page.wait_for_turn();
        page.click_on(mv);
        page.wait_for_moves(count + 1);
    }
    page.wait_for("document.querySelector('#result') !== null");
    page.evaluate("location.pathname").as_str().expect("a path").to_owned()
}

/// Everything that one does on the site.
fn visit(page: &Page) {
    page.go("/");
    page.choose("level");
    page.choose("9x9");
    page.choose("1");
    page.click("#play");
    page.wait_for_turn();
    page.click_on("e2");
    page.wait_for_moves(2);
    page.wait_for_turn();
    let level = page.evaluate("location.pathname").as_str().expect("a path").to_owned();
    let ended = play_to_the_end(page);
    let id = ended.rsplit('/').next().expect("a number").to_owned();
    // The engine's lines come.
    page.go("/analysis");
    page.wait_for("document.querySelector('.engine') !== null");
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
    page.wait_for("document.querySelector('#result') !== null");
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
}

/// A tab hears of the moves that another makes.
#[test]
fn two_tabs_of_the_site_share_their_games() {
    if site::folder().is_none() {
        return;
    }
    let server = TestServer::start();
    let page = Page::open(&server, Screen::Desktop, "/");
    page.begin(&["5x5", "here"]);
    let other = page.another_tab();
    other.wait_for("document.querySelector('.play-page .board .pawn') !== null");
    page.wait_for_turn();
    page.click_on("c2");
    other.wait_for_moves(1);
    page.expect_no_problems();
}

/// The page asks nobody but its own host, and says what it cannot do.
#[test]
fn the_site_needs_a_server_for_friends_only() {
    if site::folder().is_none() {
        return;
    }
    let server = TestServer::start();
    let page = Page::open(&server, Screen::Desktop, "/");
    page.choose("friend");
    page.wait_for_text(".start", "needs a server");
    page.click("#play");
    page.wait_for_text("#toasts", "needs a server");
    let hosts = page.evaluate(
        "[...new Set(performance.getEntriesByType('resource').map(({ name }) => \
         new URL(name).host))]",
    );
    assert_eq!(hosts, json!([page.evaluate("location.host")]));
    page.expect_no_problems();
}
