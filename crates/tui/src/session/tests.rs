use quoridor_core::record;

use super::*;

fn two(south: &str, north: &str, variant: &str) -> Session {
    let occupants = [south, north].map(|text| Occupant::read(text).unwrap());
    Session::new(variant.parse().unwrap(), ByPlayer::from_values(occupants.to_vec()).unwrap())
        .unwrap()
}

fn play(session: &mut Session, moves: &str) {
    for mv in moves.split(' ') {
        session.play(mv.parse().unwrap()).unwrap();
    }
}

fn moves(session: &Session) -> String {
    session.game().moves().iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

fn reloaded(session: &Session) -> Session {
    Session::from_record(&record::read(&session.text()).next().unwrap().unwrap()).unwrap()
}

#[test]
fn against_a_computer_undo_goes_back_to_the_persons_turn() {
    let mut session = two("human", "random", "9x9, 2 players, 10 walls");
    play(&mut session, "e2 e8 e3 e7");
    assert!(session.undo());
    assert_eq!(moves(&session), "e2 e8");
    assert!(session.redo());
    assert_eq!(moves(&session), "e2 e8 e3 e7");
    play(&mut session, "e4");
    assert!(session.undo(), "also while the computer thinks");
    assert_eq!(moves(&session), "e2 e8 e3 e7");
}

#[test]
fn the_computers_first_move_is_not_taken_back() {
    let mut session = two("random", "human", "9x9, 2 players, 10 walls");
    play(&mut session, "e2");
    assert!(!session.undo());
    play(&mut session, "e8 e3");
    assert!(session.undo());
    assert_eq!(moves(&session), "e2");
}

#[test]
fn a_game_between_computers_goes_back_move_by_move() {
    let mut session = two("random", "random", "9x9, 2 players, 10 walls");
    play(&mut session, "e2 e8 e3");
    assert!(session.undo());
    assert_eq!(moves(&session), "e2 e8");
}

#[test]
fn giving_up_ends_the_game_and_can_be_taken_back() {
    let mut session = two("human", "human", "9x9, 2 players, 10 walls");
    play(&mut session, "e2");
    session.resign().unwrap();
    assert_eq!(session.verdict().unwrap(), "North resigns: South wins");
    let error = session.play("e8".parse().unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "the game is over: South wins");
    assert_eq!(reloaded(&session).verdict().unwrap(), "North resigns: South wins");
    assert!(session.undo());
    assert_eq!((session.verdict(), moves(&session).as_str()), (None, "e2"));
}

#[test]
fn one_of_four_who_gives_up_leaves_the_game_to_the_others() {
    let humans = ByPlayer::new(Seats::Four, |_| Occupant::human());
    let mut session = Session::new(Variant::official(Seats::Four), humans).unwrap();
    play(&mut session, "e2");
    session.resign().unwrap();
    assert_eq!(session.verdict().unwrap(), "West resigns: the others share the game");
    assert_eq!(reloaded(&session).reason(), Some(Reason::Resigns(Player::West)));
}

#[test]
fn computers_alone_do_not_go_round_for_ever() {
    let mut session = two("random", "random", "9x9, 2 players, 10 walls");
    play(&mut session, "e2 e8 e1 e9 e2 e8 e1 e9");
    assert_eq!(session.verdict().unwrap(), "draw by repetition");
    let mut session = two("human", "random", "9x9, 2 players, 10 walls");
    play(&mut session, "e2 e8 e1 e9 e2 e8 e1 e9");
    assert_eq!(session.verdict(), None);
}

/// Everything that a file says about the game is there again in the file that is saved.
#[test]
fn what_was_loaded_is_saved_again() {
    let text = "[Event \"Club\"]\n[South \"Ann\"]\n[North \"mertens-2006:depth=1\"]\n[NorthType \"program\"]\n\n\
                {before} 1. e2 $1 {[%eval 0.50] good} e8 ( 1... d9 ) 2. e3 *\n";
    let session = Session::from_record(&record::read(text).next().unwrap().unwrap()).unwrap();
    assert!(matches!(&session.occupants()[Player::South], Occupant::Human(name) if name == "Ann"));
    assert!(matches!(&session.occupants()[Player::North], Occupant::Computer(_)));
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
    assert_eq!(reloaded(&session).text(), saved);
}

#[test]
fn names_and_comments_do_nothing_to_the_terminal() {
    let text = "[South \"\x1b[31mAnn\x1b]0;x\x07\"]\n\n1. e2 {\x1b[2Jhello\u{9b}1m} *\n";
    let session = Session::from_record(&record::read(text).next().unwrap().unwrap()).unwrap();
    assert_eq!(session.occupants()[Player::South].to_string(), "Ann");
    assert_eq!(session.comment(), "hello");
}

#[test]
fn a_player_must_play_the_variant() {
    let occupants = ByPlayer::new(Seats::Four, |_| Occupant::read("mertens-2006").unwrap());
    let error = Session::new(Variant::official(Seats::Four), occupants).unwrap_err();
    assert_eq!(error, "mertens-2006 cannot play 9x9, 4 players, 5 walls: it plays games for two");
}

#[test]
fn the_store_gets_what_was_thought_after_the_opening() {
    let mut session = two("human", "random", "3x3, 2 players, 0 walls");
    play(&mut session, "b2");
    let mut session = reloaded(&session);
    assert!(session.played().is_none());
    let decision = Decision { depth: 4, nodes: 17, ..Decision::at_once("b1".parse().unwrap()) };
    session.play_decision(&decision, Duration::from_secs(2)).unwrap();
    let played = session.played().unwrap();
    assert_eq!((played.opening, played.move_stats.len()), (1, 1));
    assert_eq!(
        (played.move_stats[0].nodes, played.move_stats[0].time),
        (17, Duration::from_secs(2))
    );
    assert_eq!(played.outcome(), Outcome::Win(Player::North));
}

#[test]
fn a_game_is_finished_once() {
    let mut session = two("human", "human", "3x3, 2 players, 0 walls");
    assert!(session.take_finished().is_none());
    session.resign().unwrap();
    assert!(session.take_finished().is_some());
    session.undo();
    session.resign().unwrap();
    assert!(session.take_finished().is_none(), "as before");
    session.undo();
    play(&mut session, "b2 b1");
    assert!(session.take_finished().is_some(), "another end");
    assert!(reloaded(&session).take_finished().is_none(), "it was finished before it was loaded");
}
