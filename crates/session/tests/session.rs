//! Whole games: moves, undo, exits, clocks, offers, draws; each change through a storage.

use std::time::Duration;

use quoridor_core::{ByPlayer, Outcome, Player, Position, Seats, Variant, record};
use quoridor_engine::Decision;
use quoridor_session::{
    Change, Keys, MemoryStorage, Occupant, Reason, Refusal, Seating, Session, Storage,
    StorageError, TimeControl, opponents,
};
use quoridor_store::Store;

const NOW: Duration = Duration::ZERO;

/// A session with its storage.
struct Board<S: Storage> {
    session: Session,
    storage: S,
    now: Duration,
}

fn board(occupants: &[&str], variant: &str) -> Board<MemoryStorage> {
    let occupants = occupants.iter().map(|text| opponents::read(text).unwrap()).collect();
    let occupants = ByPlayer::from_values(occupants).unwrap();
    let start = Position::start(variant.parse::<Variant>().unwrap());
    let session = Session::new(start, occupants, NOW).unwrap();
    Board { session, storage: MemoryStorage::default(), now: NOW }
}

impl<S: Storage> Board<S> {
    fn commit(&mut self, proposed: Result<Change, Refusal>) -> Result<(), Refusal> {
        self.session.commit(proposed?, &mut self.storage, self.now).unwrap();
        // The storage has the same game.
        let id = self.session.id().unwrap();
        assert_eq!(&self.storage.load(id).unwrap(), self.session.live());
        Ok(())
    }

    fn play(&mut self, moves: &str) {
        for mv in moves.split(' ') {
            let proposed = self.session.propose_move(mv.parse().unwrap(), self.now);
            self.commit(proposed).unwrap_or_else(|refusal| panic!("{mv}: {refusal}"));
        }
    }

    fn undo(&mut self) -> bool {
        let proposed = self.session.propose_undo();
        self.commit(proposed).is_ok()
    }

    fn redo(&mut self) -> bool {
        let proposed = self.session.propose_redo();
        self.commit(proposed).is_ok()
    }

    fn resign(&mut self, player: Player) {
        let proposed = self.session.propose_resignation(&[player], None);
        self.commit(proposed).unwrap();
    }

    fn moves(&self) -> String {
        let moves = self.session.game().moves().iter().map(ToString::to_string);
        moves.collect::<Vec<_>>().join(" ")
    }

    fn verdict(&self) -> Option<String> {
        self.session.verdict()
    }

    fn reloaded(&self) -> Session {
        let text = self.session.text();
        Session::from_record(&record::read(&text).next().unwrap().unwrap(), NOW).unwrap()
    }
}

const STANDARD: &str = "9x9, 2 players, 10 walls";
const FOUR: &str = "9x9, 4 players, 5 walls";

#[test]
fn against_a_computer_undo_goes_back_to_the_humans_turn() {
    let mut board = board(&["human", "random"], STANDARD);
    board.play("e2 e8 e3 e7");
    assert!(board.undo());
    assert_eq!(board.moves(), "e2 e8");
    assert!(board.redo());
    assert_eq!(board.moves(), "e2 e8 e3 e7");
    board.play("e4");
    assert!(board.undo(), "also while the computer thinks");
    assert_eq!(board.moves(), "e2 e8 e3 e7");
    board.play("e4");
    assert!(!board.redo(), "it was played again");
}

#[test]
fn the_computers_first_move_is_not_taken_back() {
    let mut board = board(&["random", "human"], STANDARD);
    board.play("e2");
    assert!(!board.undo());
    board.play("e8 e3");
    assert!(board.undo());
    assert_eq!(board.moves(), "e2");
}

#[test]
fn a_game_between_computers_goes_back_move_by_move() {
    let mut board = board(&["random", "random"], STANDARD);
    board.play("e2 e8 e3");
    assert!(board.undo());
    assert_eq!(board.moves(), "e2 e8");
}

#[test]
fn a_resignation_ends_the_game_and_can_be_taken_back() {
    let mut board = board(&["human", "human"], STANDARD);
    board.play("e2");
    board.resign(Player::North);
    assert_eq!(board.verdict().unwrap(), "North resigns: South wins");
    let error = board.session.propose_move("e8".parse().unwrap(), NOW).unwrap_err();
    assert_eq!(error.to_string(), "the game is over: South wins");
    assert_eq!(board.reloaded().verdict().unwrap(), "North resigns: South wins");
    assert!(board.undo());
    assert_eq!((board.verdict(), board.moves().as_str()), (None, "e2"));
}

/// design.md: 200 plies is a draw, threefold repetition is a draw, in every interface.
#[test]
fn games_of_humans_and_computers_are_drawn() {
    for occupants in [["human", "human"], ["human", "random"], ["random", "random"]] {
        let mut board = board(&occupants, STANDARD);
        board.play("e2 e8 e1 e9 e2 e8 e1");
        assert_eq!(board.verdict(), None);
        board.play("e9");
        assert_eq!(board.verdict().unwrap(), "draw by repetition");
        assert!(board.undo());
        assert_eq!(board.verdict(), None);
    }
}

/// Of four, one who resigns or runs out of time is out; the pawn stays, the others play on.
#[test]
fn players_of_four_leave_one_by_one() {
    let mut board = board(&["human"; 4], FOUR);
    board.play("e2");
    board.resign(Player::West);
    assert_eq!((board.moves().as_str(), board.session.turn()), ("e2 pass", Player::North));
    assert_eq!(board.session.position().pawn(Player::West).to_string(), "a5");
    board.play("e8 h5 e3");
    assert_eq!(board.moves(), "e2 pass e8 h5 e3 pass", "its turns are skipped");
    // East leaves before its turn, which is then skipped.
    board.resign(Player::East);
    assert_eq!(board.session.turn(), Player::North);
    board.play("e7");
    assert!(board.moves().ends_with("e3 pass e7 pass"), "{}", board.moves());
    assert_eq!(board.session.turn(), Player::South);
    let refused = board.session.propose_resignation(&[Player::West], None).unwrap_err();
    assert_eq!(refused.to_string(), "West is out of the game");
    board.resign(Player::South);
    assert_eq!(board.verdict().unwrap(), "North wins: all others have left");
    let ended = (Reason::LastPlayer(Player::North), Outcome::Win(Player::North));
    assert_eq!(board.session.ended(), Some(&ended));
    assert_eq!(board.reloaded().ended(), Some(&ended));
    // South's resignation is taken back, then North's step, then East's resignation …
    assert!(board.undo());
    assert_eq!((board.verdict(), board.session.exits().len()), (None, 2));
    assert!(board.undo());
    assert_eq!((board.session.turn(), board.session.exits().len()), (Player::North, 2));
    assert!(board.undo());
    assert_eq!((board.session.turn(), board.session.exits().len()), (Player::North, 1));
}

#[test]
fn of_three_the_last_two_can_still_race() {
    let mut board = board(&["human"; 3], "5x5, 3 players, 0 walls");
    board.play("c2");
    board.resign(Player::West);
    board.play("b5 c3 b4 c4 b3 c5");
    assert_eq!(board.verdict().unwrap(), "South wins: the pawn is on its goal");
    let points = Reason::LastPlayer(Player::South).outcome(board.session.game());
    assert_eq!(points, Outcome::Win(Player::South));
}

fn with_clock(seats: Seats) -> Board<MemoryStorage> {
    let occupants = ByPlayer::new(seats, |_| Occupant::human("Ann", "secret"));
    let second = Duration::from_secs(1);
    let clock = Some(TimeControl { time: 60 * second, increment: 2 * second });
    let seating = Seating { occupants, clock, control: Keys::default(), rematch: None };
    let mut storage = MemoryStorage::default();
    let start = Position::start(Variant::official(seats));
    let id = storage.write(&Change::begin(seating, start, None)).unwrap();
    let session = Session::stored(id, storage.load(id).unwrap(), NOW);
    Board { session, storage, now: NOW }
}

#[test]
fn a_clock_runs_down_and_out() {
    let mut board = with_clock(Seats::Two);
    board.now = Duration::from_secs(100);
    assert_eq!(board.session.running_clock(), None, "not before the first move");
    board.play("e2");
    board.now = Duration::from_secs(110);
    let left = |board: &Board<_>, player| board.session.time_left(player, board.now).unwrap();
    assert_eq!(left(&board, Player::North), Duration::from_secs(50));
    assert_eq!(left(&board, Player::South), Duration::from_secs(62));
    board.play("e8");
    assert_eq!(left(&board, Player::North), Duration::from_secs(52));
    board.now = Duration::from_secs(171);
    assert!(board.session.propose_flag_fall(board.now).is_none());
    board.now = Duration::from_secs(172);
    let late = board.session.propose_move("e3".parse().unwrap(), board.now);
    assert_eq!(late.unwrap_err(), Refusal::OutOfTime);
    let fall = board.session.propose_flag_fall(board.now).unwrap();
    board.commit(Ok(fall)).unwrap();
    assert_eq!(board.verdict().unwrap(), "South loses on time: North wins");
}

#[test]
fn of_three_who_runs_out_of_time_is_out() {
    let mut board = with_clock(Seats::Three);
    board.play("e2");
    board.now = Duration::from_secs(60);
    let fall = board.session.propose_flag_fall(board.now).unwrap();
    board.commit(Ok(fall)).unwrap();
    assert!(board.session.is_out(Player::West) && !board.session.is_over());
    assert_eq!(board.session.turn(), Player::North);
    assert_eq!(board.session.exits()[0].reason, Reason::LosesOnTime(Player::West));
    assert!(board.session.propose_flag_fall(board.now).is_none(), "North's clock has just begun");
}

#[test]
fn a_takeback_needs_all_humans_who_still_play() {
    let mut board = board(&["human", "human", "human", "random"], FOUR);
    let offer = |board: &mut Board<_>, player| board.session.offer_takeback(&[player]);
    assert_eq!(offer(&mut board, Player::South), Err(Refusal::NothingToTakeBack));
    board.play("e2 b5 e8 h5");
    board.resign(Player::West);
    assert_eq!(offer(&mut board, Player::South), Ok(None));
    assert_eq!(board.session.takeback().agreed().collect::<Vec<_>>(), [Player::South]);
    board.session.decline();
    assert!(board.session.takeback().is_empty());
    assert_eq!(offer(&mut board, Player::South), Ok(None));
    let change = offer(&mut board, Player::North).unwrap().expect("West is out");
    board.commit(Ok(change)).unwrap();
    assert_eq!(board.moves(), "", "to South's last decision");
    assert!(!board.session.is_out(Player::West), "West left later");
}

#[test]
fn a_draw_needs_everybody_and_ends_with_a_move_of_who_did_not_offer_it() {
    let mut board = board(&["human", "human"], STANDARD);
    board.play("e2 e8");
    assert_eq!(board.session.offer_draw(&[Player::South]), Ok(None));
    // South may move and wait; North plays on, and thereby refuses.
    board.play("e3");
    assert_eq!(board.session.draw().agreed().collect::<Vec<_>>(), [Player::South]);
    board.play("e7");
    assert!(board.session.draw().is_empty());
    assert_eq!(board.session.offer_draw(&[Player::North]), Ok(None));
    let change = board.session.offer_draw(&[Player::South]).unwrap().unwrap();
    board.commit(Ok(change)).unwrap();
    assert_eq!(board.session.ended(), Some(&(Reason::AgreedDraw, Outcome::Draw)));
    assert!(board.session.draw().is_empty(), "nothing is left to answer");
    assert!(board.session.offer_draw(&[Player::South]).is_err(), "it is over");
}

#[test]
fn computers_do_not_agree_to_a_draw() {
    let mut board = board(&["human", "random"], STANDARD);
    let refused = board.session.offer_draw(&[Player::South]);
    assert_eq!(refused, Err(Refusal::NoDrawWithComputers));
}

#[test]
fn a_player_takes_a_name_until_the_game_is_over() {
    let mut board = board(&["human", "human"], STANDARD);
    board.play("e2");
    let change = board.session.propose_name(&[Player::North], "Bea").unwrap().unwrap();
    board.commit(Ok(change)).unwrap();
    assert_eq!(board.session.occupants()[Player::North].name(), "Bea");
    assert_eq!(board.session.propose_name(&[Player::North], "Bea"), Ok(None), "it has it");
    let both = board.session.propose_name(&[Player::South, Player::North], "Bea");
    assert_eq!(both, Err(Refusal::NameNeedsOneSeat));
    board.resign(Player::North);
    assert!(board.session.propose_name(&[Player::North], "Cid").is_err());
}

#[test]
fn a_rematch_is_for_the_end_and_moves_everybody_on() {
    let mut board = board(&["human", "human"], STANDARD);
    board.play("e2");
    assert_eq!(board.session.offer_rematch(&[Player::South]), Err(Refusal::RematchTooEarly));
    board.resign(Player::North);
    assert_eq!(board.session.offer_rematch(&[Player::South]), Ok(None));
    let change = board.session.offer_rematch(&[Player::North]).unwrap().unwrap();
    let rematch = board.storage.write(&change).unwrap();
    board.session.rematch_began(rematch);
    assert_eq!(board.session.offer_rematch(&[Player::South]), Ok(None), "there is one");
    assert_eq!(board.storage.load(rematch).unwrap().game.moves().len(), 0);
}

#[test]
fn a_move_is_made_once_by_its_seat_on_the_board_that_was_seen() {
    let mut board = board(&["human"; 4], FOUR);
    let by = |board: &Board<_>, player, seen, mv: &str| {
        board.session.propose_move_by(&[player], seen, mv.parse().unwrap(), NOW)
    };
    assert_eq!(
        by(&board, Player::West, 0, "b5").unwrap_err().to_string(),
        "it is South's turn, not West's"
    );
    let change = by(&board, Player::South, 0, "e2").unwrap().unwrap();
    board.commit(Ok(change)).unwrap();
    assert_eq!(by(&board, Player::South, 0, "e2"), Ok(None), "sent again");
    board.resign(Player::West);
    assert_eq!(by(&board, Player::South, 0, "e2"), Ok(None), "West's turn was skipped since");
    assert_eq!(
        by(&board, Player::West, 1, "b5").unwrap_err().to_string(),
        "West is out of the game"
    );
    assert_eq!(by(&board, Player::North, 1, "e8"), Err(Refusal::BoardChanged { made: 2, seen: 1 }));
}

#[test]
fn a_computer_that_makes_an_illegal_move_forfeits() {
    let mut board = board(&["random", "human"], STANDARD);
    let decision = Decision::at_once("e5".parse().unwrap());
    let change = board.session.propose_decision(&decision, NOW, NOW);
    board.commit(change).unwrap();
    assert_eq!(board.verdict().unwrap(), "South makes an illegal move: e5: North wins");
}

#[test]
fn a_computer_must_play_the_variant() {
    let occupants = ByPlayer::new(Seats::Four, |_| opponents::read("mertens-2006").unwrap());
    let start = Position::start(Variant::official(Seats::Four));
    assert_eq!(
        Session::new(start, occupants, NOW).unwrap_err(),
        "mertens-2006 cannot play 9x9, 4 players, 5 walls: it plays games for two"
    );
}

/// Everything that a file says about the game is in the file that is saved.
#[test]
fn a_record_that_was_loaded_is_saved_again() {
    let text = "[Event \"Club\"]\n[South \"Ann\"]\n[North \"mertens-2006:depth=1\"]\n[NorthType \
                \"program\"]\n\n\
                {before} 1. e2 $1 {[%eval 0.50] good} e8 ( 1... d9 ) 2. e3 *\n";
    let record = record::read(text).next().unwrap().unwrap();
    let session = Session::from_record(&record, NOW).unwrap();
    assert_eq!(session.occupants()[Player::South].name(), "Ann");
    assert!(!session.occupants()[Player::North].is_human());
    let saved = session.text();
    for part in [
        "[Event \"Club\"]",
        "[South \"Ann\"]",
        "{before}",
        "$1",
        "[%eval 0.50]",
        "good",
        "( 1... d9 )",
    ] {
        assert!(saved.contains(part), "{part} is not in\n{saved}");
    }
    // It is continued in the store, closed, and opened again.
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("games.sqlite")).unwrap();
    let mut board = Board { session, storage: store, now: NOW };
    board
        .session
        .commit(
            board.session.propose_move("e7".parse().unwrap(), NOW).unwrap(),
            &mut board.storage,
            NOW,
        )
        .unwrap();
    let id = board.session.id().unwrap();
    let opened = Session::stored(id, board.storage.load(id).unwrap(), NOW);
    assert_eq!(opened.text(), board.session.text());
    assert!(opened.text().contains("( 1... d9 ) 2. e3 e7 *"), "{}", opened.text());
    assert_eq!(board.storage.latest().unwrap(), Some(id));
}

/// Two programs have the same game open: the second to move sees the first one's move instead.
#[test]
fn two_programs_share_a_game_without_losing_moves() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    let [mut one, mut two] = [(); 2].map(|()| Store::open(&path).unwrap());
    let mut here = board(&["human", "human"], STANDARD).session;
    let play = |session: &mut Session, store: &mut Store, mv: &str| {
        let change = session.propose_move(mv.parse().unwrap(), NOW).unwrap();
        session.commit(change, store, NOW)
    };
    play(&mut here, &mut one, "e2").unwrap();
    let id = here.id().unwrap();
    let mut there = Session::stored(id, two.load(id).unwrap(), NOW);
    play(&mut there, &mut two, "e8").unwrap();
    assert_ne!(Storage::stamp(&one, id).unwrap(), here.live().stamp());
    assert_eq!(play(&mut here, &mut one, "d9"), Err(StorageError::Changed));
    assert_eq!(here.game(), there.game());
    play(&mut here, &mut one, "e3").unwrap();
    let undo = there.propose_undo().unwrap();
    assert_eq!(there.commit(undo, &mut two, NOW), Err(StorageError::Changed));
    assert_eq!(there.game().moves().len(), 3, "e3 is still there");
}
