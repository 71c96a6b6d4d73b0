//! Studies, and the opening explorer.

use serde_json::json;

use crate::page::{Page, Screen};

fn tree(page: &Page) -> serde_json::Value {
    page.evaluate(
        "[...document.querySelectorAll('#tree button.move')].map((move) => move.textContent)",
    )
}

/// Enters a text into a field, as somebody who types and leaves it.
fn enter(page: &Page, selector: &str, text: &str) {
    page.evaluate(&format!(
        "(() => {{ const field = document.querySelector({selector:?}); field.value = {text:?}; \
         field.dispatchEvent(new Event('change')); }})()"
    ));
}

/// The analysis becomes a study, grows, survives a reload and reaches a friend as a link.
#[test]
fn a_study_is_saved_as_it_grows_and_shared_as_a_link() {
    let page = Page::at("/studies");
    page.wait_for_some("#no-studies");
    page.click("#new-study");
    page.wait_for("location.search.startsWith('?study=')");
    page.wait_for_some("#study-name");
    enter(&page, "#study-name", "Walls & paths");
    enter(&page, "#chapter-name", "First");
    page.wait_for_turn();
    page.click_on("e2");
    page.wait_for_text("#tree [aria-current]", "e2");
    page.wait_for_turn();
    page.click_on("e8");
    page.wait_for_text("#tree [aria-current]", "e8");
    // A variation, a comment, a mark and an arrow.
    page.press("ArrowLeft");
    page.wait_for_text("#tree [aria-current]", "e2");
    page.wait_for_turn();
    page.click_on("e8h");
    page.wait_for_text("#tree .variation", "e8h");
    enter(&page, ".typed input[type=text]", "Slow.");
    page.right_drag(page.spot("e2"), page.spot("e4"));
    page.wait_for_count(".board .marks > *", 1);
    page.wait_for_text("#tree .comment", "Slow.");

    page.click("#add-chapter");
    page.wait_for("location.search.endsWith('chapter=2')");
    page.wait_for_count(".chapters li", 2);
    page.go("/studies");
    page.wait_for_text(".studies li", "Walls & paths");
    page.wait_for_text(".studies li", "2 chapters");
    page.click(".studies a");
    page.wait_for_count("#tree button.move", 3);
    page.reload();
    page.wait_for_count("#tree button.move", 3);
    assert_eq!(tree(&page), json!(["e2", "e8", "e8h"]));

    page.click("#share-study");
    page.wait_for_some("#study-link");
    let link = page.evaluate(
        "new URL(document.querySelector('#study-link').value).pathname + new \
         URL(document.querySelector('#study-link').value).hash",
    );
    let friend = page.beside(Screen::Desktop, link.as_str().expect("a link"));
    friend.wait_for_count("#tree button.move", 3);
    assert_eq!(tree(&friend), json!(["e2", "e8", "e8h"]));
    assert_eq!(
        friend.evaluate("document.querySelector('#study-name').value"),
        json!("Walls & paths")
    );
    friend.wait_for_text("#tree .comment", "Slow.");
    friend.click("#tree .variation button.move");
    friend.wait_for_count(".board .marks > *", 1);
    friend.wait_for_count(".chapters li", 2);
}

#[test]
fn the_reader_finds_the_moves_of_an_interactive_chapter() {
    let page = Page::at("/studies");
    let records = "[Study \"Race\"]\n[Chapter \"Find them\"]\n[Mode \"solve\"]\n\n1. e2 e8 2. e3 \
                   {Well done.} ( 2. e3h {Too early.} ) e7 *\n";
    page.wait_for_some("#study-text");
    page.evaluate(&format!("document.querySelector('#study-text').value = {records:?}"));
    page.click("#import-study");
    page.wait_for_text(".studies li", "Race");
    page.click(".studies a");
    page.click("#practise");
    page.wait_for_text("#solve", "Find the move.");
    assert_eq!(page.evaluate("document.querySelector('#tree').offsetParent"), json!(null));
    page.wait_for_turn();
    page.click_on("e1h");
    page.wait_for_text("#solve.wrong", "e1h is not the move");
    page.settle();
    page.click_on("e2");
    page.wait_for_text("#solve.right", "e2 is right");
    // North's answer is there, and a known variation is answered with its comment.
    page.wait_for_turn();
    page.settle();
    page.click_on("e3h");
    page.wait_for_text("#solve.wrong", "Too early.");
    page.settle();
    page.click_on("e3");
    page.wait_for_text("#solve.solved", "Solved.");
    page.wait_for_text("#solve", "Well done.");
    page.click("#solve .main-row button");
    page.wait_for_some("#practise");
}

#[test]
fn a_broken_link_says_so() {
    let page = Page::at("/studies#study=AAAA");
    page.wait_for_text("#toasts", "This link is broken");
    page.wait_for_some("#no-studies");
}

/// Engine score and book share, the opening's name, a preview under the pointer, a click plays. The
/// moves after the first twelve are shown on demand.
#[test]
fn the_explorer_shows_the_book_and_plays_its_moves() {
    let page = Page::at("/analysis");
    page.wait_for_text(".explorer .note", "book positions");
    page.wait_for("document.querySelector('.explorer tbody tr .move').textContent === 'e2'");
    page.wait_for(
        "/^\\d+ %$/.test(document.querySelector('.explorer tbody td:nth-child(2)').textContent)",
    );
    page.wait_for_count(".explorer tbody tr", 12);
    page.click("#all-moves");
    page.wait_for("document.querySelectorAll('.explorer tbody tr').length > 12");
    let row = page.middle_of(".explorer tbody tr");
    page.point_at(row);
    page.wait_for_some(".board .hint *");
    page.click(".explorer tbody tr .move");
    page.wait_for_text("#tree", "e2");
    // There may be a move of the next position under the pointer by now.
    page.point_at((2.0, 2.0));
    page.wait_for_none(".board .hint *");
    for mv in ["e8", "e3", "e7", "e4", "e6"] {
        page.wait_for_turn();
        page.settle();
        page.click_on(mv);
        page.wait_for_text("#tree [aria-current]", mv);
    }
    page.wait_for_text(".explorer .opening", "Standard");
    page.wait_for_text(".explorer .source", "quoridorstrats.wordpress.com");
    page.wait_for_turn();
    page.settle();
    page.click_on("d1v");
    page.wait_for_text(".explorer .opening", "Shiller");
}
