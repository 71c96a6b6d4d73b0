//! Games against people: names as each of them should read them, and no help from the computer.

use quoridor_web::Config;
use serde_json::json;

use crate::page::{Page, Screen};
use crate::server::TestServer;
use crate::site;

/// A game of two windows; South is the one who began it.
fn two_friends(choices: &[&str]) -> (Page, Page) {
    let page = Page::at("/");
    page.begin(choices);
    let friend = page.meet(Screen::Desktop);
    friend.wait_for_some(".board .pawn");
    page.wait_for_none(".friend");
    (page, friend)
}

fn names(page: &Page) -> serde_json::Value {
    page.evaluate(
        "['South', 'North'].map((seat) => document.querySelector(`.player.${seat} .name > \
         :first-child`).textContent)",
    )
}

#[test]
fn names_are_relative_to_the_viewer() {
    if site::lacks("spectators on other devices") {
        return;
    }
    let (page, friend) = two_friends(&["9x9", "friend"]);
    assert_eq!(names(&page), json!(["You", "Opponent"]));
    assert_eq!(names(&friend), json!(["Opponent", "You"]));
    let path = page.evaluate("location.pathname");
    let watcher = page.beside(Screen::Desktop, path.as_str().expect("a path"));
    watcher.wait_for_some("#spectating");
    assert_eq!(names(&watcher), json!(["South", "North"]));

    page.wait_for_turn();
    page.click_on("e2");
    friend.wait_for_turn();
    friend.resign();
    page.wait_for_text("#result", "You win");
    page.wait_for_text("#result", "Opponent resigned");
    friend.wait_for_text("#result", "Opponent wins");
    friend.wait_for_text("#result", "You resigned");
    watcher.wait_for_text("#result", "South wins");
    watcher.wait_for_text("#result", "North resigned");
    // Neutral in the list.
    page.go("/games");
    page.wait_for_text(".game-list tbody", "South");
    assert!(!page.text(".game-list tbody").contains("You"));
}

#[test]
fn a_clock_that_runs_out_says_whose() {
    let page = Page::at("/");
    page.evaluate(
        "localStorage.setItem('quoridor.settings', JSON.stringify({ start: { opponent: \
         'friend', clock: 'custom', minutes: 0.02, increment: 0 } }))",
    );
    page.reload();
    // The form has no so short a clock; the wish is taken as it is.
    page.evaluate("document.querySelector('#clock-minutes').removeAttribute('min')");
    page.evaluate("document.querySelector('#clock-minutes').setAttribute('step', 'any')");
    page.begin(&[]);
    let friend = page.meet(Screen::Desktop);
    page.wait_for_turn();
    page.click_on("e2");
    friend.wait_for_text("#result", "Opponent wins");
    friend.wait_for_text("#result", "You ran out of time");
    page.wait_for_text("#result", "You win");
    page.wait_for_text("#result", "Opponent ran out of time");
}

#[test]
fn a_name_that_was_entered_is_shown_to_all() {
    let page = Page::at("/");
    page.evaluate("localStorage.setItem('quoridor.settings', JSON.stringify({ name: 'Ann' }))");
    page.reload();
    page.begin(&["9x9", "friend"]);
    let friend = page.meet(Screen::Desktop);
    friend.wait_for_some(".board .pawn");
    assert_eq!(names(&friend), json!(["Ann", "You"]));
}

/// Both enter a name in the game itself; the spectator and the list have both.
#[test]
fn both_players_can_enter_a_name() {
    let (page, friend) = two_friends(&["9x9", "friend"]);
    for (page, name) in [(&page, "Ann"), (&friend, "Bea")] {
        page.click(".name-form input");
        page.type_text(name);
        page.press("Enter");
        page.wait_for_none(".name-form");
    }
    let both = json!(["Ann", "Bea"]);
    for page in [&page, &friend] {
        page.wait_for(&format!(
            "JSON.stringify({both}) === JSON.stringify(['South', 'North'].map((seat) => \
             document.querySelector(`.player.${{seat}} .name > :first-child`).textContent))"
        ));
    }
    assert_eq!(page.text(".player.South .name small"), "you");
    assert_eq!(friend.text(".player.North .name small"), "you");
    page.wait_for_turn();
    page.click_on("e2");
    friend.wait_for_moves(1);
    page.go("/games");
    page.wait_for_text(".game-list tbody", "Ann");
    page.wait_for_text(".game-list tbody", "Bea");
    // The name is asked for once.
    page.go("/");
    page.wait_for_text(".open-game", "Bea");
    assert_eq!(page.evaluate("document.querySelector('#own-name').value"), "Ann");
}

#[test]
fn a_draw_is_offered_refused_and_agreed() {
    let (page, friend) = two_friends(&["9x9", "friend"]);
    page.wait_for_turn();
    page.click("#draw");
    friend.wait_for_text(".offer", "offers a draw");
    page.wait_for_text(".offer", "Draw offered");
    friend.click(".offer button:not(.primary)");
    page.wait_for_none(".offer");
    friend.click("#draw");
    page.click(".offer .primary");
    for page in [&page, &friend] {
        page.wait_for_text("#result", "Draw by agreement");
        page.expect_no_problems();
    }
    // A rematch needs both as well.
    page.click("#rematch");
    page.wait_for_text(".offer", "Rematch offered");
    friend.click(".offer .primary");
    for page in [&page, &friend] {
        page.wait_for_none("#result");
    }
}

#[test]
fn greetings_stand_beside_the_name_and_spectators_get_a_link() {
    if site::lacks("spectators on other devices") {
        return;
    }
    let (page, friend) = two_friends(&["9x9", "friend"]);
    // It goes away by itself, perhaps before the second page is looked at.
    for page in [&page, &friend] {
        page.evaluate(
            "void new MutationObserver(() => { const said = \
             document.querySelector('.player.South .said'); if (said) window.said = \
             said.textContent; }).observe(document.body, { subtree: true, childList: true })",
        );
    }
    page.click("[data-greeting=good-luck]");
    for page in [&page, &friend] {
        page.wait_for("window.said?.includes('Good luck!')");
        page.wait_for_none(".said");
    }
    page.evaluate(
        "void (window.copied = '', Object.defineProperty(navigator, 'clipboard', { value: { \
         writeText: async (text) => { window.copied = text; } } }))",
    );
    page.click("#spectator-link");
    page.wait_for("window.copied.endsWith(location.pathname)");
    let path = page.evaluate("new URL(window.copied).pathname");
    let watcher = page.beside(Screen::Desktop, path.as_str().expect("a path"));
    watcher.wait_for_some("#spectating");
    assert_eq!(watcher.evaluate("document.querySelector('[data-greeting]')"), json!(null));
}

/// On a server that only its own machine reaches, the link comes with a warning; elsewhere with an
/// address that others reach, and a QR code.
#[test]
fn a_link_can_be_reached_or_says_that_it_cannot() {
    if site::lacks("server to have an address") {
        return;
    }
    let server = TestServer::start();
    let page = Page::open(&server, Screen::Desktop, "/");
    page.begin(&["9x9", "friend"]);
    page.wait_for_text(".friend", "works on this computer only");
    assert_eq!(page.evaluate("document.querySelector('.qr')"), json!(null));
    page.expect_no_problems();
    let public = Some("http://192.0.2.7:8717".parse().expect("an address"));
    let server = TestServer::with(Config { public, ..Config::new(2) });
    let page = Page::open(&server, Screen::Desktop, "/");
    page.begin(&["9x9", "friend"]);
    page.wait_for_some(".friend .qr");
    let link = page.evaluate("document.querySelector('.friend input').value");
    assert!(link.as_str().expect("a link").starts_with("http://192.0.2.7:8717/play/"), "{link}");
    assert!(!page.text(".friend").contains("this computer only"));
}

#[test]
fn the_computer_helps_against_itself_and_on_one_screen() {
    let server = TestServer::start();
    for choices in [&["9x9", "level", "1"][..], &["9x9", "here"]] {
        let page = Page::open(&server, Screen::Desktop, "/");
        page.begin(choices);
        page.wait_for_turn();
        page.click("#hint");
        page.wait_for_some(".plan.hint");
        page.click("#analyse");
        page.wait_for_some("#engine");
    }
}

#[test]
fn the_computer_helps_nobody_against_a_person() {
    if site::lacks("games of others in its own store") {
        return;
    }
    let (page, friend) = two_friends(&["9x9", "friend"]);
    page.wait_for_turn();
    for page in [&page, &friend] {
        let help = page.evaluate("document.querySelectorAll('#hint, #analyse').length");
        assert_eq!(help, 0);
    }
    // Not by the keyboard, and not by the address either.
    page.press("t");
    page.click_on("e2");
    page.wait_for_moves(1);
    assert_eq!(page.evaluate("document.querySelector('.plan.hint')"), json!(null));
    let id = page.evaluate("location.pathname.split('/').at(-1)");
    let address = format!("/analysis?store={}", id.as_str().expect("a game"));
    friend.go(&address);
    friend.wait_for_text("#view h1", "Analysis is available after the game.");
    // After the game, everything is there.
    page.resign();
    page.wait_for_some("#result");
    page.click("#analyse");
    page.wait_for_some("#engine");
}

/// The page that invites leads the game: when the guest's page is gone, a new invitation goes on
/// with it. Afterwards the guest can analyse the game, which it does not keep.
#[test]
fn a_new_invitation_goes_on_with_the_game() {
    if site::folder().is_none() {
        return;
    }
    let (page, friend) = two_friends(&["5x5", "friend"]);
    page.wait_for_turn();
    page.click_on("c2");
    friend.wait_for_moves(1);
    friend.expect_no_problems();
    drop(friend);
    let friend = page.meet(Screen::Desktop);
    friend.wait_for_moves(1);
    friend.wait_for_turn();
    friend.click_on("c4");
    page.wait_for_moves(2);
    page.wait_for_turn();
    page.resign();
    friend.wait_for_text("#result", "You win");
    friend.click("#analyse");
    friend.wait_for_text("#tree", "c2");
    friend.wait_for_text("#tree", "c4");
}

/// The guest hears that the page that leads the game is gone.
#[test]
fn a_guest_is_told_when_the_friend_has_gone() {
    if site::folder().is_none() {
        return;
    }
    let (page, friend) = two_friends(&["9x9", "friend"]);
    drop(page);
    friend.wait_for_text("#connection-lost", "Ask for a new invitation");
}

#[test]
fn broken_invitations_and_replies_say_so() {
    if site::folder().is_none() {
        return;
    }
    let page = Page::at("/");
    page.begin(&["9x9", "friend"]);
    let link = page.friend_link();
    let half = &link[..link.len() / 2];
    let friend = page.beside(Screen::Desktop, half);
    friend.wait_for_text("#view h1", "This invitation is incomplete.");
    page.evaluate("document.querySelector('#invite-reply').value = 'hello'");
    page.click(".invitation [type=submit]");
    page.wait_for_text("#toasts", "This is not the code");
    // Nothing is lost by it.
    friend.go(&link);
    page.take_reply(&friend);
    page.wait_for_none(".friend");
    friend.wait_for_some(".board .pawn");
    friend.forget_problems();
}

/// A guest can ask about the game of the two, and about nothing else.
#[test]
fn a_guest_hears_of_no_other_game() {
    if site::folder().is_none() {
        return;
    }
    let page = Page::at("/");
    page.begin(&["9x9", "here"]);
    page.wait_for_turn();
    let other = page.evaluate("location.pathname.split('/').at(-1)");
    let other = other.as_str().expect("a game");
    page.go("/");
    page.begin(&["9x9", "friend"]);
    let link = page.friend_link();
    let code = link.split("#invite=").nth(1).expect("a code");
    let friend = page.beside(Screen::Desktop, "/");
    friend.evaluate(&format!(
        "(async () => {{ const {{ accept }} = await import('/site/friends.js');
           const accepted = await accept('1-mark', '{code}');
           window.met = accepted.friend;
           document.body.insertAdjacentHTML('beforeend', '<input id=invite-code>');
           document.querySelector('#invite-code').value = accepted.reply; }})()"
    ));
    page.take_reply(&friend);
    let answers = friend.evaluate(&format!(
        "(async () => {{ const friend = await window.met;
           const asked = ['/api/games/{other}-mark', '/api/store/games', '/api/games'];
           const answers = await Promise.all(asked.map((path) => friend.request('GET', path)));
           return answers.map(({{ status }}) => status); }})()"
    ));
    assert_eq!(answers, json!([403, 403, 403]));
    friend.forget_problems();
}
