//! A page as somebody uses it.

use std::sync::Arc;
use std::thread;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use quoridor_test_support::wait_for;
use serde_json::{Value, json};

use crate::chromium::Window;
use crate::server::TestServer;
use crate::site;

/// The paths of all pages, for what holds on each of them.
pub(crate) const PATHS: [&str; 12] = [
    "/",
    "/learn",
    "/learn/step",
    "/learn/zugzwang",
    "/puzzles",
    "/puzzles/54ea2640",
    "/puzzles/54ea2640?mode=streak",
    "/studies",
    "/watch",
    "/games",
    "/nowhere",
    "/analysis",
];

/// The device.
#[derive(Clone, Copy)]
pub(crate) enum Screen {
    Desktop,
    /// A large screen, 1440 pixels wide.
    Wide,
    /// A tablet or a small laptop, 1024 pixels wide.
    Narrow,
    /// A small phone, 360 pixels wide, with a touch screen.
    Phone,
}

/// A window of the browser. When the test has ended well, the browser must have nothing to complain
/// of.
pub(crate) struct Page {
    window: Window,
    base: String,
    /// A server that no other page has opened.
    server: Option<Arc<TestServer>>,
}

impl Page {
    /// A page of a server of its own, on a desktop.
    pub(crate) fn at(path: &str) -> Self {
        Self::on(Screen::Desktop, path)
    }

    /// A page of a server of its own.
    pub(crate) fn on(screen: Screen, path: &str) -> Self {
        let server = Arc::new(TestServer::start());
        let mut page = Self::open(&server, screen, path);
        page.server = Some(server);
        page
    }

    pub(crate) fn open(server: &TestServer, screen: Screen, path: &str) -> Self {
        let page = Self::blank(server, screen);
        page.go(path);
        page
    }

    /// A page of the same server in another browser.
    pub(crate) fn beside(&self, screen: Screen, path: &str) -> Self {
        let page = Self::of(self.base.clone(), screen, self.server.clone());
        page.prepare();
        page.go(path);
        page
    }

    /// A window that has loaded nothing yet.
    pub(crate) fn blank(server: &TestServer, screen: Screen) -> Self {
        let page = Self::new(server, screen);
        page.prepare();
        page
    }

    /// On the site, the service worker answers every address from then on.
    fn prepare(&self) {
        if site::folder().is_some() {
            self.before_every_page(site::FETCH);
            self.go("/");
            self.wait_for("navigator.serviceWorker.controller !== null");
            self.window.ask("Page.navigate", &json!({ "url": "about:blank" }));
        }
    }

    /// A window that has no service worker yet.
    pub(crate) fn new(server: &TestServer, screen: Screen) -> Self {
        Self::of(server.url(""), screen, None)
    }

    fn of(base: String, screen: Screen, server: Option<Arc<TestServer>>) -> Self {
        let page = Self { window: Window::open(), base, server };
        page.take_screen(screen);
        page
    }

    /// Another tab of the same browser, on the same page.
    pub(crate) fn another_tab(&self) -> Self {
        let window = self.window.another_tab();
        let page = Self { window, base: self.base.clone(), server: self.server.clone() };
        page.take_screen(Screen::Desktop);
        page.go(self.evaluate("location.pathname").as_str().expect("a path"));
        page
    }

    fn take_screen(&self, screen: Screen) {
        let (width, height, phone) = match screen {
            Screen::Desktop => (1280, 800, false),
            Screen::Wide => (1440, 900, false),
            Screen::Narrow => (1024, 768, false),
            Screen::Phone => (360, 740, true),
        };
        self.window.ask(
            "Emulation.setDeviceMetricsOverride",
            &json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone }),
        );
        self.window.ask(
            "Emulation.setTouchEmulationEnabled",
            &json!({ "enabled": phone, "maxTouchPoints": 1 }),
        );
    }

    pub(crate) fn prefer_dark(&self) {
        let feature = json!({ "name": "prefers-color-scheme", "value": "dark" });
        self.window.ask("Emulation.setEmulatedMedia", &json!({ "features": [feature] }));
    }

    /// Runs a script before those of every page that is loaded from now on.
    pub(crate) fn before_every_page(&self, script: &str) {
        self.window.ask("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": script }));
    }

    /// Loads a page of the server, and waits until it shows something.
    pub(crate) fn go(&self, path: &str) {
        self.window.ask("Page.navigate", &json!({ "url": format!("{}{path}", self.base) }));
        self.wait_for(
            "document.readyState === 'complete' && document.querySelector('#view > *') !== null",
        );
    }

    pub(crate) fn reload(&self) {
        self.evaluate("document.querySelector('#view').replaceChildren()");
        self.window.ask("Page.reload", &json!({}));
        self.wait_for(
            "document.readyState === 'complete' && document.querySelector('#view > *') !== null",
        );
    }

    /// The value of an expression in the page.
    pub(crate) fn evaluate(&self, expression: &str) -> Value {
        let parameters =
            json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.window.ask("Runtime.evaluate", &parameters);
        assert!(answer.get("exceptionDetails").is_none(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// Waits until an expression of the page is true.
    pub(crate) fn wait_for(&self, expression: &str) {
        let parameters = json!({
            "expression": format!(
                "(async () => {{ try {{ return Boolean({expression}); }} catch {{ return false; }} \
                 }})()"
            ),
            "returnByValue": true,
            "awaitPromise": true,
        });
        wait_for(
            || {
                // While another page is loaded, nothing can be asked of it.
                let answer = self.window.try_to_ask("Runtime.evaluate", &parameters);
                (answer["result"]["result"]["value"] == json!(true)).then_some(())
            },
            || {
                let text = self.evaluate("document.body.innerText");
                format!("{expression}\non the page: {text}\nproblems: {:?}", self.problems())
            },
        );
    }

    /// Waits until there is such an element.
    pub(crate) fn wait_for_some(&self, selector: &str) {
        self.wait_for(&format!("document.querySelector({selector:?}) !== null"));
    }

    /// Waits until there is no such element.
    pub(crate) fn wait_for_none(&self, selector: &str) {
        self.wait_for(&format!("document.querySelector({selector:?}) === null"));
    }

    /// Waits until there are `count` such elements.
    pub(crate) fn wait_for_count(&self, selector: &str, count: usize) {
        self.wait_for(&format!("document.querySelectorAll({selector:?}).length === {count}"));
    }

    pub(crate) fn text(&self, selector: &str) -> String {
        let text = self.evaluate(&format!("document.querySelector({selector:?})?.textContent"));
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until an element has a text that contains another.
    pub(crate) fn wait_for_text(&self, selector: &str, text: &str) {
        self.wait_for(&format!(
            "document.querySelector({selector:?}).textContent.includes({text:?})"
        ));
    }

    /// Waits until a number of moves have been played and it is this player's turn again.
    pub(crate) fn wait_for_moves(&self, count: usize) {
        self.wait_for(&format!(
            "document.querySelectorAll('.moves button.move').length >= {count}"
        ));
    }

    /// Waits until a move can be made. The start page does not count, which has a puzzle.
    pub(crate) fn wait_for_turn(&self) {
        self.wait_for(
            "document.querySelector('.board.movable') !== null && \
             document.querySelector('.start-page') === null",
        );
    }

    /// Makes a move when it is possible, and waits until there are `count` moves.
    pub(crate) fn play(&self, mv: &str, count: usize) {
        self.wait_for_turn();
        self.click_on(mv);
        self.wait_for_moves(count);
    }

    /// Resigns, which takes two clicks.
    pub(crate) fn resign(&self) {
        self.click("#resign");
        self.click("#resign");
    }

    /// Moves that were played, in order.
    pub(crate) fn moves(&self) -> Vec<String> {
        let moves = self.evaluate(
            "[...document.querySelectorAll('.moves button.move')].map((move) => move.textContent)",
        );
        serde_json::from_value(moves).expect("texts")
    }

    // The mouse.

    fn mouse(&self, kind: &str, (x, y): (f64, f64), pressed: bool) {
        self.window.ask(
            "Input.dispatchMouseEvent",
            &json!({
                "type": kind, "x": x, "y": y, "button": if pressed { "left" } else { "none" },
                "buttons": u8::from(pressed), "clickCount": u8::from(pressed)
            }),
        );
    }

    pub(crate) fn point_at(&self, place: (f64, f64)) {
        self.mouse("mouseMoved", place, false);
    }

    /// Waits until what changed is drawn.
    pub(crate) fn settle(&self) {
        self.evaluate(
            "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() \
             => done(null))))",
        );
    }

    /// Presses the right button at a place, and lets it go at another.
    pub(crate) fn right_drag(&self, from: (f64, f64), to: (f64, f64)) {
        let event = |kind: &str, (x, y): (f64, f64), pressed: u8| {
            let button = if kind == "mouseMoved" { "none" } else { "right" };
            self.window.ask(
                "Input.dispatchMouseEvent",
                &json!({ "type": kind, "x": x, "y": y, "button": button, "buttons": 2 * pressed,
                    "clickCount": 1 }),
            );
        };
        event("mouseMoved", from, 0);
        event("mousePressed", from, 1);
        event("mouseMoved", to, 1);
        event("mouseReleased", to, 0);
    }

    /// Turns the wheel; down is positive.
    pub(crate) fn wheel(&self, (x, y): (f64, f64), by: f64) {
        self.window.ask(
            "Input.dispatchMouseEvent",
            &json!({ "type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": by }),
        );
    }

    pub(crate) fn click_at(&self, place: (f64, f64)) {
        self.mouse("mouseMoved", place, false);
        self.mouse("mousePressed", place, true);
        self.mouse("mouseReleased", place, true);
    }

    /// Clicks an element, once it is there.
    pub(crate) fn click(&self, selector: &str) {
        self.click_at(self.middle_of(selector));
    }

    /// Presses on an element, and lets go when something has happened.
    pub(crate) fn click_slowly(&self, selector: &str, meanwhile: impl FnOnce()) {
        let place = self.middle_of(selector);
        self.mouse("mouseMoved", place, false);
        self.mouse("mousePressed", place, true);
        meanwhile();
        self.mouse("mouseReleased", place, true);
    }

    /// Clicks a square or a wall of the board.
    pub(crate) fn click_on(&self, name: &str) {
        self.click_at(self.spot(name));
    }

    pub(crate) fn hover(&self, name: &str) {
        self.mouse("mouseMoved", self.spot(name), false);
    }

    pub(crate) fn drag(&self, from: &str, to: &str) {
        let (from, to) = (self.spot(from), self.spot(to));
        self.mouse("mouseMoved", from, false);
        self.mouse("mousePressed", from, true);
        self.mouse("mouseMoved", (f64::midpoint(from.0, to.0), f64::midpoint(from.1, to.1)), true);
        self.mouse("mouseMoved", to, true);
        self.mouse("mouseReleased", to, true);
    }

    // A finger.

    pub(crate) fn tap_at(&self, (x, y): (f64, f64)) {
        self.window.ask(
            "Input.dispatchTouchEvent",
            &json!({ "type": "touchStart", "touchPoints": [{ "x": x, "y": y }] }),
        );
        self.window
            .ask("Input.dispatchTouchEvent", &json!({ "type": "touchEnd", "touchPoints": [] }));
    }

    pub(crate) fn tap(&self, selector: &str) {
        self.tap_at(self.middle_of(selector));
    }

    pub(crate) fn tap_on(&self, name: &str) {
        self.tap_at(self.spot(name));
    }

    // The keyboard.

    /// Presses a key: `e`, `Enter`, `ArrowUp`.
    pub(crate) fn press(&self, key: &str) {
        let text = match key {
            "Enter" => "\r",
            key if key.chars().count() == 1 => key,
            _ => "",
        };
        let code = match key {
            "Enter" => 13,
            "Escape" => 27,
            "Tab" => 9,
            _ => 0,
        };
        let kind = if text.is_empty() { "rawKeyDown" } else { "keyDown" };
        let mut parameters = json!({ "type": kind, "key": key, "text": text });
        if code != 0 {
            parameters["windowsVirtualKeyCode"] = json!(code);
        }
        self.window.ask("Input.dispatchKeyEvent", &parameters);
        parameters["type"] = json!("keyUp");
        self.window.ask("Input.dispatchKeyEvent", &parameters);
    }

    pub(crate) fn type_text(&self, text: &str) {
        for letter in text.chars() {
            self.press(&letter.to_string());
        }
    }

    // Places.

    /// The middle of an element, which is scrolled to and not covered by another.
    pub(crate) fn middle_of(&self, selector: &str) -> (f64, f64) {
        self.wait_for(&format!(
            "document.querySelector({selector:?}) !== null && \
             !document.querySelector({selector:?}).disabled"
        ));
        let place = self.evaluate(&format!(
            "(() => {{ const element = document.querySelector({selector:?}); \
             element.scrollIntoView({{ block: 'nearest' }});
               const box = element.getBoundingClientRect(); const x = box.x + box.width / 2; const \
             y = box.y + box.height / 2;
               const hit = document.elementFromPoint(x, y);
               return element === hit || element.contains(hit) ? [x, y] : null; }})()"
        ));
        serde_json::from_value(place)
            .unwrap_or_else(|_| panic!("{selector} is covered by something else"))
    }

    /// Where on the screen a square is (its middle), or a wall (in its groove, nearer to its own
    /// middle than to any other).
    pub(crate) fn spot(&self, name: &str) -> (f64, f64) {
        self.wait_for(&format!("document.querySelector('.board [data-square={}]')", &name[..2]));
        let place = self.evaluate(&format!(
            "(() => {{ const name = {name:?}; const board = document.querySelector('.board');
               board.scrollIntoView({{ block: 'nearest' }});
               const middle = (square) => {{ const box = \
             board.querySelector(`[data-square=${{square}}]`).getBoundingClientRect();
                 return [box.x + box.width / 2, box.y + box.height / 2]; }};
               const [x, y] = middle(name.slice(0, 2));
               if (name.length === 2) return [x, y];
               const [a, b] = middle(String.fromCharCode(name.charCodeAt(0) + 1) + \
             (Number(name[1]) + 1));
               const away = Math.abs(a - x) / 4;
               return name[2] === 'h' ? [(x + a) / 2 + away, (y + b) / 2] : [(x + a) / 2, (y + b) \
             / 2 + away]; }})()"
        ));
        serde_json::from_value(place).expect("a place")
    }

    /// Waits until the server keeps the review of a game.
    pub(crate) fn wait_for_kept_review(&self, game: &str) {
        self.wait_for(&format!(
            "(await (await fetch('/api/store/games/{game}/review')).json()).review"
        ));
    }

    /// Begins a small game on the start page, and plays it to its end.
    pub(crate) fn play_small_game(&self) {
        self.begin(&["5x5", "here"]);
        for (count, mv) in ["c2", "c4", "c3", "b4", "c4", "b3", "c5"].iter().enumerate() {
            self.wait_for_turn();
            self.click_on(mv);
            self.wait_for_moves(count + 1);
        }
        self.wait_for_some("#result");
    }

    /// Waits until a move in a lesson or a puzzle is answered: until then no other is taken.
    pub(crate) fn wait_for_answer(&self) {
        self.wait_for("document.querySelector('.board').getAttribute('aria-busy') === null");
    }

    /// The friend who was invited comes. Where there is no server, a code goes back.
    pub(crate) fn meet(&self, screen: Screen) -> Self {
        let friend = self.beside(screen, &self.friend_link());
        self.take_reply(&friend);
        friend
    }

    /// Takes the code that the page of somebody who was invited shows, if one is needed.
    pub(crate) fn take_reply(&self, friend: &Self) {
        if site::folder().is_none() {
            return;
        }
        friend.wait_for_some("#invite-code");
        let code = friend.evaluate("document.querySelector('#invite-code').value");
        self.wait_for_some("#invite-reply");
        self.evaluate(&format!("document.querySelector('#invite-reply').value = {code}"));
        self.evaluate("document.querySelector('.invitation [type=submit]').click()");
    }

    /// The address of the link for a friend, once it is shown.
    pub(crate) fn friend_link(&self) -> String {
        self.wait_for_some(".friend input");
        let link = self.evaluate(
            "(() => { const { pathname, hash } = new URL(document.querySelector('.friend \
             input').value); return pathname + hash; })()",
        );
        link.as_str().expect("a link").to_owned()
    }

    /// Makes a study of two chapters, with a variation, a comment and an arrow, and opens it.
    pub(crate) fn open_study(&self) {
        self.go("/studies");
        let records = "[Study \"Walls\"]\n[Chapter \"First\"]\n\n1. e2 e8 2. e3 {Straight on. \
                       [%cal e3e5]} ( 2. e3h {Too early.} ) e7 *\n\n[Study \"Walls\"]\n[Chapter \
                       \"Second\"]\n\n1. e2 *\n";
        self.wait_for_some("#study-text");
        self.evaluate(&format!("document.querySelector('#study-text').value = {records:?}"));
        self.click("#import-study");
        self.click(".studies a");
        self.wait_for_count("#tree button.move", 5);
    }

    /// Waits until the page has everything: the answers of the server, and a drawing.
    pub(crate) fn wait_until_shown(&self) {
        self.wait_for_some("#view :is(button, a)");
        self.wait_for("document.querySelector('.explorer p')?.textContent !== '…'");
        self.settle();
    }

    /// What is seen, as a file in the format WebP.
    pub(crate) fn screenshot(&self, quality: u8) -> Vec<u8> {
        let wanted = json!({ "format": "webp", "quality": quality });
        let answer = self.window.ask("Page.captureScreenshot", &wanted);
        BASE64_STANDARD.decode(answer["data"].as_str().expect("a picture")).expect("base 64")
    }

    /// Begins a game from the first page, with choices named by their values: a board, an opponent.
    pub(crate) fn begin(&self, choices: &[&str]) {
        choices.iter().for_each(|choice| self.choose(choice));
        self.click("#play");
        // The start page has a board as well.
        self.wait_for_some(".play-page .board .pawn");
    }

    /// Makes a choice on the first page. Those of board, side and clock are folded up at first.
    pub(crate) fn choose(&self, choice: &str) {
        let selector = format!(".start [data-value='{choice}']");
        self.wait_for(&format!("document.querySelector({selector:?}) !== null"));
        let folded = format!("document.querySelector({selector:?}).closest('details:not([open])')");
        if self.evaluate(&format!("{folded} !== null")) == json!(true) {
            self.click(".options > summary");
            self.wait_for(&format!("{folded} === null"));
        }
        self.click(&selector);
    }

    /// Begins a game of two players of the registry, and watches it.
    pub(crate) fn watch(&self, south: &str, north: &str) {
        let made = self.evaluate(&format!(
            "fetch('/api/games', {{ method: 'POST', headers: {{ 'content-type': 'application/json' \
             }}, body: JSON.stringify({{
               seats: {{ South: {{ computer: {south:?} }}, North: {{ computer: {north:?} }} }}, \
             pace: 300 }}) }}).then((answer) => answer.json())"
        ));
        let (game, control) =
            (made["game"].as_str().expect("a game"), made["control"].as_str().expect("a secret"));
        self.go(&format!("/play/{game}#{control}"));
    }

    /// The browser has nothing to complain of.
    pub(crate) fn expect_no_problems(&self) {
        let problems = self.window.problems();
        assert!(problems.is_empty(), "{problems:#?}");
    }

    /// What the browser has complained of was to be expected.
    pub(crate) fn forget_problems(&self) {
        self.window.problems();
    }

    /// The errors that the browser reported.
    pub(crate) fn problems(&self) -> Vec<String> {
        self.window.problems()
    }

    /// The browser complains of nothing but that the server was away.
    pub(crate) fn expect_only_lost_connections(&self) {
        let problems = self.window.problems();
        assert!(
            problems
                .iter()
                .all(|problem| problem.contains("ERR_CONNECTION") || problem.contains("WebSocket")),
            "{problems:#?}"
        );
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        if !thread::panicking() {
            self.expect_no_problems();
            // Its connections end with it, and nothing goes on in it beside the other tests.
            self.window.ask("Page.close", &json!({}));
        }
    }
}
