//! Whole games by keys, by typing and by the mouse, without a terminal; and what follows from each
//! event.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use quoridor_core::{Player, Position};
use quoridor_engine::{Decision, choose_alone};
use quoridor_session::{MemoryStorage, Occupant, Storage, opponents};
use ratatui::crossterm::event::{MouseButton, MouseEventKind};
use ratatui::layout::Position as Point;

use super::*;
use crate::board::{BoardPlace, Spot};
use crate::layout::{Layout, menu_area};
use crate::training::{Tell, TrainingLength};
use crate::worker::News;

const SIZE: Size = Size { width: 80, height: 24 };

/// A game of these players.
fn session(occupants: &[&str], variant: &str) -> Session {
    let occupants = occupants.iter().map(|text| opponents::read(text).unwrap()).collect();
    let occupants = quoridor_core::ByPlayer::<Occupant>::from_values(occupants).unwrap();
    let start = Position::start(variant.parse().unwrap());
    Session::new(start, occupants, Duration::ZERO).unwrap()
}

/// The app, with players and a storage that answer at once; and all effects.
struct Evening {
    app: App,
    storage: MemoryStorage,
    done: Vec<Effect>,
}

impl Evening {
    fn at_the_menu() -> Self {
        let app = App::new(SIZE, Duration::ZERO, None);
        Self { app, storage: MemoryStorage::default(), done: Vec::new() }
    }

    fn new(occupants: &[&str], variant: &str) -> Self {
        let mut evening = Self::at_the_menu();
        let effects = evening.app.sit_down(session(occupants, variant));
        evening.execute(effects);
        evening
    }

    fn execute(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            if let Effect::Ask(request) = &effect {
                let mut agent = request.spec.build().unwrap();
                let terms = agent.explain(request.game.position());
                let decision = choose_alone(agent.as_mut(), &request.game, &request.limits);
                self.report(request.id, News::Terms(terms));
                self.report(request.id, News::Decided(decision, Duration::from_millis(5)));
            }
            if let Effect::Write { game_number, change } = &effect {
                let written = self.storage.write(change);
                self.done.push(effect.clone());
                self.event(Event::Written { game_number: *game_number, written });
                continue;
            }
            self.done.push(effect);
        }
    }

    fn report(&mut self, id: u64, news: News) {
        self.event(Event::Report(Report { id, news }));
    }

    fn event(&mut self, event: Event) {
        let effects = self.app.update(event);
        self.execute(effects);
    }

    fn key(&mut self, code: KeyCode) {
        self.event(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    fn keys(&mut self, codes: &[KeyCode]) {
        codes.iter().for_each(|&code| self.key(code));
    }

    fn type_line(&mut self, text: &str) {
        text.chars().for_each(|character| self.key(KeyCode::Char(character)));
        self.key(KeyCode::Enter);
    }

    fn mouse(&mut self, kind: MouseEventKind, Point { x, y }: Point) {
        let modifiers = KeyModifiers::NONE;
        self.event(Event::Mouse(MouseEvent { kind, column: x, row: y, modifiers }));
    }

    fn table(&self) -> &Table {
        self.app.table.as_ref().unwrap()
    }

    fn position(&self) -> &Position {
        self.table().session.position()
    }

    /// The game as the storage has it.
    fn stored(&self) -> quoridor_session::LiveGame {
        self.storage.load(self.table().session.id().unwrap()).unwrap()
    }

    fn moves(&self) -> String {
        let moves = self.table().session.game().moves().iter();
        moves.map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    fn message(&self) -> &str {
        match (&self.table().message, &self.app.menu.message) {
            (Some(Message::Good(text) | Message::Bad(text)), _)
            | (None, Some(Message::Good(text) | Message::Bad(text))) => text,
            (None, None) => "",
        }
    }

    fn place(&self) -> BoardPlace {
        Layout::new(self.app.size, self.position().variant(), self.table().flipped).unwrap().board
    }
}

const SMALL: &str = "3x3, 2 players, 1 walls";

#[test]
fn from_the_menu_through_a_whole_game_by_keys() {
    let mut evening = Evening::at_the_menu();
    // The second entry, Play together; then the board is made 5x5 and there are two people.
    evening.keys(&[KeyCode::Down, KeyCode::Enter]);
    evening.keys(&[KeyCode::Up, KeyCode::Up, KeyCode::Up, KeyCode::Right]);
    evening.keys(&[KeyCode::Up, KeyCode::Up, KeyCode::Up, KeyCode::Up, KeyCode::Enter]);
    assert_eq!(evening.app.screen, Screen::Game);
    assert_eq!(evening.position().variant().to_string(), "5x5, 2 players, 10 walls");
    for _ in 0..2 {
        evening.keys(&[KeyCode::Up, KeyCode::Enter]);
        evening.keys(&[KeyCode::Down, KeyCode::Enter]);
        // Now the pawns stand at c2 and c4, then at c3 and North has jumped: see below.
        if evening.moves() == "c2 c4" {
            // A wall far off, turned, instead of a step.
            evening.keys(&[
                KeyCode::Tab,
                KeyCode::Left,
                KeyCode::Left,
                KeyCode::Char('r'),
                KeyCode::Enter,
            ]);
            evening.keys(&[KeyCode::Left, KeyCode::Enter]);
        }
    }
    assert_eq!(evening.moves(), "c2 c4 a3v b4 c3 b3");
    evening.keys(&[
        KeyCode::Up,
        KeyCode::Enter,
        KeyCode::Down,
        KeyCode::Enter,
        KeyCode::Up,
        KeyCode::Enter,
    ]);
    assert_eq!(evening.message(), "South wins: the pawn is on its goal");
    assert!(evening.stored().ended.is_some());
}

#[test]
fn a_whole_game_by_typing_in_both_notations() {
    let mut evening = Evening::new(&["human", "human"], "5x5, 2 players, 2 walls");
    // Hoľa numbers the slots of a 5x5 board four to a row, from the top left: h12 is a1h, v0 is
    // a4v.
    for line in ["u", "c4", "h12", "d", "r", "v0", "u", "d", "u", "d", "u"] {
        evening.type_line(line);
    }
    assert_eq!(evening.moves(), "c2 c4 a1h c3 d2 a4v d3 c2 d4 c1");
    assert_eq!(
        evening.message(),
        "illegal (d5 in standard notation): the game is over: North wins"
    );
}

#[test]
fn a_whole_game_by_the_mouse() {
    for flip in [false, true] {
        let mut evening = Evening::new(&["human", "human"], SMALL);
        if flip {
            evening.type_line("flip");
        }
        let middle = |place: &BoardPlace, mv: &str| match mv.parse().unwrap() {
            quoridor_core::Move::Step(square) => {
                let area = place.square(square);
                Point { x: area.x + 1, y: area.y }
            }
            quoridor_core::Move::Wall(wall) => place
                .wall(wall)
                .positions()
                .find(|&point| place.spot(point) == Some(Spot::Wall(wall)))
                .unwrap(),
            quoridor_core::Move::Pass => unreachable!(),
        };
        for mv in ["a1", "b2h", "a2", "c3", "a3"] {
            let point = middle(&evening.place(), mv);
            evening.mouse(MouseEventKind::Moved, point);
            assert_eq!(
                evening.table().cursor.mv().to_string(),
                mv,
                "the ghost is where the mouse is"
            );
            evening.mouse(MouseEventKind::Down(MouseButton::Left), point);
        }
        assert_eq!(evening.moves(), "a1 b2h a2 c3 a3");
        assert!(evening.table().session.is_over());
    }
}

#[test]
fn the_menu_takes_clicks() {
    let mut evening = Evening::at_the_menu();
    let row = |evening: &Evening, row: u16| {
        let area = menu_area(SIZE, evening.app.menu.len());
        Point { x: area.x + 4, y: area.y + row }
    };
    let together = row(&evening, 1);
    evening.mouse(MouseEventKind::Down(MouseButton::Left), together);
    assert!(matches!(&evening.app.menu.page, Page::NewGame(form) if form.title == "Play together"));
    let start = row(&evening, 0);
    evening.mouse(MouseEventKind::Down(MouseButton::Left), start);
    assert_eq!(evening.app.screen, Screen::Game);
}

#[test]
fn an_illegal_move_says_why_and_changes_nothing() {
    let mut evening = Evening::new(&["human", "human"], "9x9, 2 players, 10 walls");
    evening.keys(&[KeyCode::Up, KeyCode::Up, KeyCode::Enter]);
    assert_eq!(evening.message(), "e3: the pawn on e1 cannot go to e3: it can go to d1 f1 e2");
    for line in ["e3h", "f3h"] {
        evening.type_line(line);
    }
    assert_eq!(evening.message(), "illegal: it overlaps the wall e3h");
    evening.type_line("e3v");
    assert_eq!(evening.message(), "illegal: it crosses the wall e3h");
    evening.type_line("hello");
    assert!(evening.message().starts_with("'hello' is neither a move"), "{}", evening.message());
    assert_eq!(evening.moves(), "e3h");
}

#[test]
fn every_move_is_stored_before_it_is_shown() {
    let mut evening = Evening::new(&["human", "hola-2016-path"], "5x5, 2 players, 2 walls");
    evening.type_line("u");
    let writes = |evening: &Evening| {
        evening.done.iter().filter(|effect| matches!(effect, Effect::Write { .. })).count()
    };
    assert_eq!(writes(&evening), 2, "the human's move, and the computer's");
    assert_eq!(evening.stored().game.moves().len(), 2);
    evening.type_line("undo");
    assert_eq!((evening.moves().as_str(), evening.stored().game.moves().len()), ("", 0));
    evening.type_line("redo");
    assert_eq!((evening.moves().as_str(), evening.stored().game.moves().len()), ("c2 c4", 2));
}

/// Nothing happens before the change is written; keys wait for it.
#[test]
fn a_move_that_is_not_stored_is_not_made() {
    let mut app = App::new(SIZE, Duration::ZERO, None);
    app.sit_down(session(&["human", "human"], "9x9, 2 players, 10 walls"));
    let moves = |app: &App| app.table.as_ref().unwrap().session.plies();
    let enter = || Event::Key(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE));
    let up = || Event::Key(KeyEvent::new(KeyCode::Up, KeyModifiers::NONE));
    app.update(up());
    let effects = app.update(enter());
    let [Effect::Write { game_number, .. }] = effects[..] else { panic!("{effects:?}") };
    assert_eq!(moves(&app), 0);
    // North's step, typed too early.
    let down = Event::Key(KeyEvent::new(KeyCode::Down, KeyModifiers::NONE));
    assert!(app.update(down).is_empty() && app.update(enter()).is_empty());
    let written = Event::Written { game_number, written: Ok(GameId(1)) };
    let effects = app.update(written);
    assert_eq!(moves(&app), 1);
    assert!(matches!(effects[..], [Effect::Write { .. }]), "{effects:?}");
    let failed = StorageError::Failed("the disk is full".to_owned());
    app.update(Event::Written { game_number, written: Err(failed) });
    assert_eq!(moves(&app), 1);
    let message = &app.table.as_ref().unwrap().message;
    assert_eq!(
        *message,
        Some(Message::Bad("not saved, so not played: the disk is full".to_owned()))
    );
}

/// The game was continued in a browser.
#[test]
fn a_game_that_was_changed_elsewhere_is_shown() {
    let mut evening = Evening::new(&["human", "human"], SMALL);
    evening.type_line("a1");
    let session = &evening.table().session;
    let (id, change) =
        (session.id().unwrap(), session.propose_move("b2h".parse().unwrap(), Duration::ZERO));
    evening.storage.write(&change.unwrap()).unwrap();
    let live = Box::new(evening.storage.load(id).unwrap());
    let game_number = evening.table().game_number;
    evening.event(Event::Elsewhere { game_number, id, live });
    assert_eq!(evening.moves(), "a1 b2h");
    evening.type_line("a2");
    assert_eq!(evening.stored().game.moves().len(), 3);
}

/// Answers to questions from before a takeback are ignored.
#[test]
fn late_answers_are_not_played() {
    let mut app = App::new(SIZE, Duration::ZERO, None);
    app.sit_down(session(&["human", "random"], "9x9, 2 players, 10 walls"));
    let type_line = |app: &mut App, text: &str| {
        for character in text.chars() {
            app.update(Event::Key(KeyEvent::new(KeyCode::Char(character), KeyModifiers::NONE)));
        }
        let effects = app.update(Event::Key(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE)));
        match effects.last() {
            Some(Effect::Write { game_number, .. }) => {
                let written = Event::Written { game_number: *game_number, written: Ok(GameId(1)) };
                [&effects[..effects.len() - 1], &app.update(written)].concat()
            }
            _ => effects,
        }
    };
    let effects = type_line(&mut app, "e2");
    let asked = effects
        .iter()
        .find_map(|effect| if let Effect::Ask(request) = effect { Some(request.id) } else { None });
    // While it thinks nobody else can move, but the interface goes on.
    type_line(&mut app, "e3");
    let Some(Message::Bad(text)) = &app.table.as_ref().unwrap().message else {
        panic!("a move out of turn was accepted");
    };
    assert_eq!(text, "it is North's turn: random is playing");
    let effects = app.update(Event::Key(KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE)));
    assert!(matches!(effects[..], [Effect::Interrupt]), "{effects:?}");
    let effects = type_line(&mut app, "undo");
    assert!(matches!(effects[..], [Effect::Interrupt]), "{effects:?}");
    let answer = News::Decided(Decision::at_once("e2".parse().unwrap()), Duration::ZERO);
    app.update(Event::Report(Report { id: asked.unwrap(), news: answer }));
    assert!(app.table.as_ref().unwrap().session.game().moves().is_empty());
}

#[test]
fn watching_goes_on_by_itself_and_can_be_held() {
    let mut evening =
        Evening::new(&["hola-2016-path", "hola-2016-path:seed=2"], "5x5, 2 players, 2 walls");
    assert!(evening.table().session.is_over(), "{}", evening.moves());
    evening.type_line("undo");
    assert!(evening.table().paused && !evening.table().session.is_over());
    evening.key(KeyCode::Char(' '));
    assert!(!evening.table().paused && evening.table().session.is_over());
}

#[test]
fn moves_of_computers_are_shown_for_a_while() {
    let mut app = App::new(SIZE, Duration::from_millis(400), None);
    let effects = app.sit_down(session(&["random", "random"], "9x9, 2 players, 10 walls"));
    let Some(Effect::Ask(request)) = effects.first() else { panic!("{effects:?}") };
    let news = News::Decided(Decision::at_once("e2".parse().unwrap()), Duration::ZERO);
    app.update(Event::Report(Report { id: request.id, news }));
    assert!(app.update(Event::Tick(Duration::from_millis(399))).is_empty());
    let effects = app.update(Event::Tick(Duration::from_millis(1)));
    assert!(matches!(effects[..], [Effect::Write { .. }]), "{effects:?}");
}

#[test]
fn a_hint_is_given_but_not_played() {
    let mut evening = Evening::new(&["human", "human"], SMALL);
    evening.type_line("hint");
    let hint = evening.table().hint.unwrap();
    assert!(evening.position().is_legal(hint));
    assert_eq!(evening.message(), format!("hint: {hint}"));
    assert_eq!(evening.moves(), "");
    evening.type_line(&hint.to_string());
    assert_eq!(evening.table().hint, None);
}

/// A game for four: South has no walls left, a wall above it, and two pawns in a row beside it.
#[test]
fn a_player_without_moves_passes() {
    let text = "[Position \"a1 / - / a1 b1 c3 c1 / 0 1 1 1 / 1 / 3x3\"]\n\n*\n";
    let record = quoridor_core::record::read(text).next().unwrap().unwrap();
    let mut evening = Evening::at_the_menu();
    let effects = evening.app.sit_down(Session::from_record(&record, Duration::ZERO).unwrap());
    evening.execute(effects);
    evening.key(KeyCode::Enter);
    assert_eq!(evening.moves(), "pass");
}

/// Another game begins: the computer player of the last one stops.
#[test]
fn a_new_game_interrupts_the_last() {
    let mut app = App::new(SIZE, Duration::ZERO, None);
    let session = || session(&["random", "human"], "9x9, 2 players, 10 walls");
    assert!(matches!(app.sit_down(session())[..], [Effect::Ask(_)]));
    assert!(matches!(app.sit_down(session())[..], [Effect::Interrupt, Effect::Ask(_)]));
}

#[test]
fn the_player_to_move_resigns() {
    let mut evening =
        Evening::new(&["human", "human", "human", "human"], "9x9, 4 players, 5 walls");
    evening.type_line("e2");
    evening.type_line("resign");
    assert_eq!(evening.message(), "West resigns: the others play on");
    assert_eq!(evening.moves(), "e2 pass");
    evening.type_line("undo");
    evening.type_line("b5");
    assert_eq!(evening.moves(), "e2 b5");
}

#[test]
fn hola_is_for_two() {
    let mut evening = Evening::new(&["human", "human", "human"], "9x9, 3 players, 7 walls");
    evening.type_line("notation hola");
    evening.type_line("u");
    assert_eq!(evening.message(), "the hola dialect is for two players");
}

#[test]
fn a_human_who_plays_north_alone_sees_the_board_from_there() {
    let evening = Evening::new(&["random", "human"], SMALL);
    assert!(evening.table().flipped);
    let mut evening = Evening::new(&["hola-2016-path", "human"], "5x5, 2 players, 2 walls");
    // On the flipped board, up is towards row 1.
    evening.keys(&[KeyCode::Up, KeyCode::Enter]);
    assert!(evening.moves().starts_with("c2 c4"), "{}", evening.moves());
}

#[test]
fn escape_leaves_one_thing_after_the_other() {
    let mut evening = Evening::new(&["human", "human"], SMALL);
    evening.keys(&[KeyCode::Tab, KeyCode::Char('x'), KeyCode::Esc]);
    assert!(evening.table().line.is_empty() && evening.table().cursor.mode == Mode::Wall);
    evening.key(KeyCode::Esc);
    assert!(evening.table().cursor.mode == Mode::Pawn && evening.app.screen == Screen::Game);
    evening.key(KeyCode::Esc);
    assert_eq!(evening.app.screen, Screen::Menu);
    assert_eq!(evening.app.menu.items()[0], Item::Back);
    evening.key(KeyCode::Enter);
    assert_eq!(evening.app.screen, Screen::Game);
}

#[test]
fn a_bad_value_in_the_menu_says_what_would_be_right() {
    let mut evening = Evening::at_the_menu();
    evening.keys(&[KeyCode::Enter, KeyCode::Down, KeyCode::Down, KeyCode::Enter]);
    assert!(evening.app.menu.entry.is_some());
    for _ in 0..20 {
        evening.key(KeyCode::Backspace);
    }
    evening.type_line("nobody");
    let Some(Message::Bad(error)) = &evening.app.menu.message else { panic!("it is no player") };
    assert!(
        error.starts_with("no player is called 'nobody': there are champion, random"),
        "{error}"
    );
    evening.key(KeyCode::Enter);
    for _ in 0..20 {
        evening.key(KeyCode::Backspace);
    }
    evening.type_line("mertens-2006:depth=1");
    assert_eq!(evening.app.menu.message, None);
    evening.keys(&[KeyCode::Down, KeyCode::Right, KeyCode::Right]);
    evening.keys(&[KeyCode::Up; 5]);
    evening.key(KeyCode::Enter);
    let Some(Message::Bad(error)) = &evening.app.menu.message else {
        panic!("it plays with two only")
    };
    assert_eq!(
        error,
        "mertens-2006:depth=1 cannot play 9x9, 4 players, 5 walls: it plays games for two"
    );
}

#[test]
fn control_c_ends_it_anywhere() {
    let control_c = || Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
    let mut evening = Evening::at_the_menu();
    assert!(matches!(evening.app.update(control_c())[..], [Effect::Quit]));
    evening.key(KeyCode::Char('?'));
    assert!(evening.app.help);
    assert!(matches!(evening.app.update(control_c())[..], [Effect::Quit]));
    let mut evening = Evening::new(&["human", "human"], SMALL);
    assert!(matches!(evening.app.update(control_c())[..], [Effect::Quit]));
}

/// A training whose player is known beforehand.
struct Lesson;

impl Training for Lesson {
    fn title(&self) -> &'static str {
        "A lesson"
    }

    fn about(&self) -> &'static str {
        "It is short."
    }

    fn lengths(&self) -> &'static [TrainingLength] {
        &[TrainingLength { name: "short", steps: 1 }, TrainingLength { name: "long", steps: 9 }]
    }

    fn run(&self, steps: u64, tell: &Tell<'_>, _: &AtomicBool) -> Result<String, String> {
        tell(format!("{steps} steps"));
        if steps == 1 { Ok("mertens-2006:depth=1".to_owned()) } else { Err("too long".to_owned()) }
    }
}

/// Does what the driver does with the last effect, without a thread.
fn train(evening: &mut Evening) {
    let Some(Effect::Train { training, steps }) = evening.done.pop() else {
        panic!("a training starts")
    };
    let heard = Mutex::new(Vec::new());
    let tell = |line| heard.lock().unwrap().push(TrainingNews::Progress(line));
    let ended = training.run(steps, &tell, &AtomicBool::new(false));
    for news in heard.into_inner().unwrap() {
        evening.event(Event::Training(news));
        assert!(evening.app.menu.len() == 1, "it can only be stopped");
    }
    evening.event(Event::Training(TrainingNews::Ended(ended)));
}

#[test]
fn a_training_from_the_menu_ends_with_a_game_against_its_player() {
    let mut evening = Evening::at_the_menu();
    assert!(!evening.app.menu.items().contains(&Item::Train), "none is offered");
    evening.app = evening.app.offering(Some(Arc::new(Lesson)));
    let place = evening.app.menu.items().iter().position(|&item| item == Item::Train).unwrap();
    evening.keys(&vec![KeyCode::Down; place]);
    evening.key(KeyCode::Enter);
    let Page::Training(page) = &evening.app.menu.page else { panic!("the page opens") };
    assert_eq!((page.title(), page.about()), ("A lesson", "It is short."));
    // The long one fails, and can be started again.
    evening.keys(&[KeyCode::Down, KeyCode::Right, KeyCode::Up, KeyCode::Enter]);
    train(&mut evening);
    assert_eq!(evening.app.menu.message, Some(Message::Bad("too long".to_owned())));
    evening.keys(&[KeyCode::Down, KeyCode::Left, KeyCode::Up, KeyCode::Enter]);
    train(&mut evening);
    evening.key(KeyCode::Enter);
    let Page::NewGame(form) = &evening.app.menu.page else { panic!("the form opens") };
    assert_eq!(form.value(Row::Seat(Player::North)).unwrap(), "mertens-2006:depth=1");
}

#[test]
fn escape_stops_a_training() {
    let mut evening = Evening::at_the_menu();
    evening.app = evening.app.offering(Some(Arc::new(Lesson)));
    evening.keys(&[KeyCode::Down, KeyCode::Down, KeyCode::Down, KeyCode::Enter, KeyCode::Enter]);
    assert!(matches!(evening.done.last(), Some(Effect::Train { steps: 1, .. })));
    evening.key(KeyCode::Esc);
    assert!(matches!(evening.done.last(), Some(Effect::StopTraining)));
    evening.event(Event::Training(TrainingNews::Ended(Err("stopped".to_owned()))));
    evening.key(KeyCode::Esc);
    assert!(matches!(evening.app.menu.page, Page::Main));
}
