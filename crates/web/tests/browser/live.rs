//! Games that live on the server: reloads, other tabs, friends, and a server that goes away.

use crate::page::{Page, Screen};
use crate::server::TestServer;
use crate::site;

#[test]
fn a_reload_resumes_and_a_second_tab_watches() {
    if site::lacks("spectators: every tab may play") {
        return;
    }
    let page = Page::at("/");
    page.begin(&["9x9", "here"]);
    page.play("e2", 1);
    page.reload();
    page.wait_for_moves(1);
    page.wait_for_turn();

    let watcher = page.another_tab();
    watcher.wait_for_some("#spectating");
    watcher.wait_for_moves(1);
    assert_eq!(
        watcher.evaluate("document.querySelector('.board.movable')"),
        serde_json::Value::Null
    );
    page.click_on("e8");
    watcher.wait_for_moves(2);
    page.wait_for_text(".watchers", "1 spectator");
}

#[test]
fn a_server_that_comes_back_goes_on_with_the_game() {
    if site::lacks("server to lose") {
        return;
    }
    let mut server = TestServer::start();
    let page = Page::open(&server, Screen::Desktop, "/");
    page.begin(&["9x9", "here"]);
    page.play("e2", 1);
    server.stop();
    page.wait_for_some("#connection-lost");
    // A move that is made meanwhile is sent when the server is back, once.
    page.click_on("e8");
    page.wait_for_text("#status", "Sending your move");
    server.resume();
    page.wait_for_moves(2);
    page.wait_for_none("#connection-lost");
    page.play("e3", 3);
    assert_eq!(page.moves(), ["e2", "e8", "e3"]);
    page.expect_only_lost_connections();
}

#[test]
fn a_friend_plays_by_a_link() {
    let page = Page::at("/");
    page.begin(&["9x9", "friend"]);
    let friend = page.meet(Screen::Desktop);
    friend.wait_for_some(".board .pawn");
    // The link is gone once the friend has come, and the secret is no longer in the friend's
    // address.
    page.wait_for_none(".friend");
    assert_eq!(friend.evaluate("location.hash"), "");
    page.wait_for_turn();
    assert_eq!(
        friend.evaluate("document.querySelector('.board.movable')"),
        serde_json::Value::Null
    );
    page.click_on("e2");
    friend.wait_for_turn();
    friend.click_on("e8");
    page.wait_for_moves(2);
    // One asks to take back, the other agrees.
    friend.click("#undo");
    page.click(".offer .primary");
    friend.wait_for_count(".moves button", 1);
}

#[test]
fn two_players_are_watched_from_inside() {
    let page = Page::at("/watch");
    page.wait_for_some("#watch");
    page.evaluate(
        "(() => { for (const [seat, name] of [['South', 'glendenning-2005'], ['North', \
         'mertens-2006']]) {
           const select = document.querySelector(`#watch-${seat}`); select.value = name; \
         select.dispatchEvent(new Event('change', { bubbles: true })); } })()",
    );
    page.click("#watch");
    page.wait_for_moves(2);
    // Its scores have a scale of their own, and say so.
    page.wait_for("/^score [+−]/.test(document.querySelector('#inside .value').textContent)");
    page.wait_for_text("#header nav [aria-current]", "Watch");
    // Moves that come while a button is pressed do not take it away.
    page.click_slowly("#pause", || page.wait_for_moves(page.moves().len() + 1));
    page.wait_for_some("#resume");
    let before = page.moves().len();
    page.click("#step");
    page.wait_for_moves(before + 1);
}
