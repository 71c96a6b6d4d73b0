//! Screens as a terminal would show them.

use std::time::Duration;

use quoridor_core::record;
use quoridor_engine::{Decision, RootMove, Value, choose_alone};
use quoridor_session::{GameId, Session};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::Color;

use super::*;
use crate::state::{Effect, Event};
use crate::worker::{News, Report};

const PLAIN: Look = Look { colours: false, ascii: false };
const SMALL: Size = Size { width: 80, height: 24 };
const LARGE: Size = Size { width: 120, height: 40 };

fn drawn(app: &App, look: Look, size: Size) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(size.width, size.height)).unwrap();
    terminal.draw(|frame| draw(app, look, frame)).unwrap();
    terminal.backend().buffer().clone()
}

/// The characters of a screen, a line each, without the spaces at the end.
fn screen(app: &App, look: Look, size: Size) -> String {
    let buffer = drawn(app, look, size);
    let rows = buffer.content.chunks(usize::from(size.width));
    let row = |row: &[ratatui::buffer::Cell]| {
        row.iter().map(ratatui::buffer::Cell::symbol).collect::<String>()
    };
    rows.map(|cells| format!("{}\n", row(cells).trim_end())).collect()
}

/// A screen that was looked at and kept. To keep another, copy what the failure shows.
#[track_caller]
fn check(app: &App, size: Size, expected: &str) {
    let shown = screen(app, PLAIN, size);
    assert!(shown == expected, "the screen is not the one that was kept, but\n{shown}");
}

/// A game from a record, the computers' answers given at once.
fn app(text: &str, size: Size) -> App {
    let mut app = App::new(size, Duration::ZERO, None);
    let record = record::read(text).next().unwrap().unwrap();
    let effects = app.sit_down(Session::from_record(&record, Duration::ZERO).unwrap());
    answer(&mut app, effects);
    app
}

fn answer(app: &mut App, mut effects: Vec<Effect>) {
    while let Some(effect) = effects
        .iter()
        .find(|effect| matches!(effect, Effect::Ask(_) | Effect::Write { .. }))
        .cloned()
    {
        let request = match effect {
            Effect::Ask(request) => request,
            Effect::Write { game_number, .. } => {
                effects = app.update(Event::Written { game_number, written: Ok(GameId(1)) });
                continue;
            }
            _ => return,
        };
        let mut agent = request.spec.build().unwrap();
        app.update(Event::Report(Report {
            id: request.id,
            news: News::Terms(agent.explain(request.game.position())),
        }));
        let decision = choose_alone(agent.as_mut(), &request.game, &request.limits);
        let news = News::Decided(decision, Duration::from_millis(60));
        effects = app.update(Event::Report(Report { id: request.id, news }));
    }
}

fn keys(app: &mut App, codes: &[KeyCode]) {
    for &code in codes {
        let effects = app.update(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
        answer(app, effects);
    }
}

fn type_line(app: &mut App, text: &str) {
    keys(app, &text.chars().map(KeyCode::Char).chain([KeyCode::Enter]).collect::<Vec<_>>());
}

const AGAINST_GLENDENNING: &str = "[South \"Ann\"]\n[North \"glendenning-2005:cutoff=1\"]\n\
                                   [NorthType \"program\"]\n\n\
                                   1. e2 e8 2. e3 e7 3. e3h {A wall before the pawn.} *\n";

const FOUR: &str = "[Variant \"9x9, 4 players, 5 walls\"]\n[South \"Ann\"]\n[West \"Bob\"]\n[North \
                    \"Cid\"]\n[East \"Dora\"]\n\n\
                    1. e2 b5 e8 h5 2. d2h c4v *\n";

#[test]
fn a_game_at_80_by_24() {
    let mut app = app(AGAINST_GLENDENNING, SMALL);
    keys(&mut app, &[KeyCode::Tab, KeyCode::Down]);
    check(&app, SMALL, include_str!("screens/game-80x24.txt"));
}

#[test]
fn the_documentation_shows_a_real_screen() {
    let page = include_str!("../../../../docs/terminal.md");
    assert!(page.contains(include_str!("screens/game-80x24.txt")));
}

#[test]
fn a_game_at_120_by_40() {
    let app = app(AGAINST_GLENDENNING, LARGE);
    check(&app, LARGE, include_str!("screens/game-120x40.txt"));
}

#[test]
fn four_people_at_80_by_24() {
    let app = app(FOUR, SMALL);
    check(&app, SMALL, include_str!("screens/four-80x24.txt"));
}

#[test]
fn the_menu_and_its_form_at_80_by_24() {
    let mut app = App::new(SMALL, Duration::ZERO, Some("human - level 3, 12 moves".to_owned()));
    check(&app, SMALL, include_str!("screens/menu-80x24.txt"));
    keys(&mut app, &[KeyCode::Down, KeyCode::Down, KeyCode::Enter, KeyCode::Down]);
    check(&app, SMALL, include_str!("screens/form-80x24.txt"));
}

#[test]
fn the_help_fits_80_by_24() {
    let mut app = App::new(SMALL, Duration::ZERO, None);
    keys(&mut app, &[KeyCode::Char('?')]);
    check(&app, SMALL, include_str!("screens/help-80x24.txt"));
}

#[test]
fn a_small_terminal_says_so() {
    let size = Size { width: 40, height: 15 };
    let app = app(AGAINST_GLENDENNING, size);
    let shown = screen(&app, PLAIN, size);
    let expected = "The terminal is too small.\nIt has 40 columns and 15 rows;\n80 and 24 are \
                    needed.\n\
                    Make it larger, or end with Ctrl-C and\nplay with --plain.\n";
    assert!(shown.starts_with(expected), "{shown}");
    let menu = App::new(size, Duration::ZERO, None);
    assert!(screen(&menu, PLAIN, size).starts_with("The terminal is too small.\n"));
}

/// Everything that one needs in 80×24, with any players, however long the game is.
#[test]
fn everything_needed_is_visible_at_80_by_24() {
    // South goes round 18 squares, so that no position occurs three times.
    let south = "e2 d2 c2 b2 a2 a1 b1 c1 d1 e1 f1 g1 h1 i1 i2 h2 g2 f2";
    let south = south.split(' ').cycle().zip(["b5 e8 h5", "a5 e9 i5"].into_iter().cycle());
    let moves: String = south.take(25).map(|(step, others)| format!("{step} {others} ")).collect();
    let long = FOUR.replace("1. e2 b5 e8 h5 2. d2h c4v", &moves);
    for (text, parts) in [
        (
            AGAINST_GLENDENNING,
            vec![
                "Turn 4: South to move",
                "Ann",
                "glendenning-2005",
                "options: ",
                "3. e3h",
                "e6 in 0.06 s",
                "sum",
            ],
        ),
        (
            FOUR,
            vec![
                "Turn 2: North to move",
                "Ann",
                "Bob",
                "Cid",
                "Dora",
                "options: ",
                "2. d2h",
                "walls  steps",
            ],
        ),
        (&long, vec!["Turn 26: South to move", "25. b1", "24. a1"]),
    ] {
        let shown = screen(&app(text, SMALL), PLAIN, SMALL);
        for part in parts {
            assert!(shown.contains(part), "{part} is not in\n{shown}");
        }
    }
}

#[test]
fn the_table_of_a_tree_search_is_shown() {
    let text =
        AGAINST_GLENDENNING.replace("glendenning-2005:cutoff=1", "respall-2018:simulations=50");
    let shown = screen(&app(&text, SMALL), PLAIN, SMALL);
    assert!(shown.contains("move    visits       value   prior"), "{shown}");
}

#[test]
fn thinking_is_shown_while_it_goes_on() {
    let mut app = App::new(SMALL, Duration::ZERO, None);
    let record = record::read(AGAINST_GLENDENNING).next().unwrap().unwrap();
    let effects = app.sit_down(Session::from_record(&record, Duration::ZERO).unwrap());
    let Some(Effect::Ask(request)) = effects.iter().find(|effect| matches!(effect, Effect::Ask(_)))
    else {
        panic!("North is asked: {effects:?}")
    };
    let line = vec!["e6".parse().unwrap(), "d3".parse().unwrap()];
    let (value, time) = (Value::Steps(0.25), Duration::from_secs(1));
    let progress = quoridor_engine::Progress {
        depth: 5,
        value,
        nodes: 123_456,
        time,
        line,
        rank: 1,
        fullness: None,
    };
    app.update(Event::Report(Report { id: request.id, news: News::Progress(progress) }));
    app.update(Event::Tick(Duration::from_millis(1234)));
    let shown = screen(&app, PLAIN, SMALL);
    for part in ["thinking, 1.2 s (Esc: play now)", "+0.250  depth 5  123.5k nodes", "e6 d3"] {
        assert!(shown.contains(part), "{part} is not in\n{shown}");
    }
}

/// The root table is cut to the room, and long lines to the width.
#[test]
fn much_thinking_is_cut_to_the_room() {
    let mut app = app(AGAINST_GLENDENNING, SMALL);
    let mv: quoridor_core::Move = "e4".parse().unwrap();
    let root = vec![RootMove { mv, visits: 123_456, value: Value::Chance(0.5), prior: 0.25 }; 100];
    let decision = Decision { root, line: vec![mv; 60], nodes: 1, ..Decision::at_once(mv) };
    let effects = {
        type_line(&mut app, "d3");
        app.table.as_mut().unwrap().thoughts.as_mut().unwrap().decided =
            Some((decision, quoridor_store::MoveStats::default()));
        app.update(Event::Resize(SMALL))
    };
    assert!(effects.is_empty());
    let shown = screen(&app, PLAIN, SMALL);
    assert!(shown.lines().count() == 24 && shown.contains("123456      50.0 %   0.250"), "{shown}");
}

/// With any view and any terminal size, nothing panics, and everything is drawn inside the screen.
#[test]
fn resizing_is_safe() {
    let mut apps = vec![
        App::new(SMALL, Duration::ZERO, None),
        app(AGAINST_GLENDENNING, SMALL),
        app(FOUR, SMALL),
    ];
    let mut form = apps[0].clone();
    keys(&mut form, &[KeyCode::Enter, KeyCode::Down, KeyCode::Enter, KeyCode::Char('x')]);
    let mut help = apps[1].clone();
    keys(&mut help, &[KeyCode::Char('?')]);
    let mut typing = apps[1].clone();
    keys(&mut typing, &[KeyCode::Char('ľ'); 300]);
    apps.extend([form, help, typing]);
    for width in (1..=130).step_by(7).chain([69, 70, 79, 80]) {
        for height in (1..=50).step_by(3).chain([19, 20, 23, 24]) {
            for app in &mut apps {
                let size = Size { width, height };
                app.update(Event::Resize(size));
                drawn(app, PLAIN, size);
            }
        }
    }
}

#[test]
fn ascii_is_nothing_but_ascii_and_no_colour_is_no_colour() {
    let look = Look { colours: false, ascii: true };
    let mut apps = vec![
        App::new(SMALL, Duration::ZERO, None),
        app(AGAINST_GLENDENNING, SMALL),
        app(FOUR, SMALL),
    ];
    let mut help = apps[0].clone();
    keys(&mut help, &[KeyCode::Char('?')]);
    let mut menu = apps[0].clone();
    keys(&mut menu, &[KeyCode::Enter, KeyCode::Down, KeyCode::Down, KeyCode::Right]);
    keys(&mut apps[1], &[KeyCode::Tab]);
    apps.extend([help, menu]);
    for app in &apps {
        for cell in &drawn(app, look, SMALL).content {
            assert!(cell.symbol().is_ascii(), "{:?}", cell.symbol());
            assert!(cell.fg == Color::Reset && cell.bg == Color::Reset);
        }
    }
    let colourful = drawn(&apps[1], Look { colours: true, ascii: false }, SMALL);
    assert!(colourful.content.iter().any(|cell| cell.fg != Color::Reset));
}

/// Without colours too: the last move, a legal and an illegal ghost, and walls can be distinguished
/// by their characters.
#[test]
fn without_colours_everything_can_be_told_apart() {
    let mut app = app("1. e2 e8 2. e3h e7 *\n", SMALL);
    let shown = screen(&app, PLAIN, SMALL);
    assert!(
        shown.contains("━━━━━━━") && shown.contains('×'),
        "the wall, and the square that was left\n{shown}"
    );
    keys(&mut app, &[KeyCode::Tab]);
    assert!(screen(&app, PLAIN, SMALL).contains("═══════"));
    keys(&mut app, &[KeyCode::Down, KeyCode::Down]);
    let shown = screen(&app, PLAIN, SMALL);
    assert!(
        shown.contains("×××××××") && shown.contains("wall e3h: it overlaps the wall e3h"),
        "{shown}"
    );
}

/// A pawn that a larger board has more room for.
#[test]
fn small_boards_are_drawn_large() {
    let shown =
        screen(&app("[Variant \"3x3, 2 players, 1 walls\"]\n\n1. b2 *\n", LARGE), PLAIN, LARGE);
    assert!(shown.contains("2 │   ·       S       ·   │ 2"), "{shown}");
}
