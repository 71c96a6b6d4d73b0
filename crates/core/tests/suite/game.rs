//! Games: undo, repetition, adjudication.

use quoridor_core::notation::Dialect;
use quoridor_core::{
    Adjudication, Ending, Game, IllegalMove, LegalMove, Move, Outcome, Player, Position, Seats,
    Variant, record,
};

use crate::random::{self, Random};

fn play(game: &mut Game, moves: &str) {
    for mv in moves.split(' ') {
        game.play(mv.parse().unwrap()).unwrap();
    }
}

#[test]
fn undo_and_redo_walk_the_same_positions() {
    for seed in 0..100 {
        let mut random = Random::new(seed);
        let variant = random::variant(&mut random);
        let mut game = Game::new(quoridor_core::Position::start(variant));
        for (mv, position) in random::game(variant, &mut random) {
            game.play(mv).unwrap();
            assert_eq!(*game.position(), position);
        }
        let whole = game.clone();
        let undone: Vec<Move> = std::iter::from_fn(|| game.undo()).collect();
        assert_eq!(undone.len(), whole.moves().len());
        assert_eq!(game.position(), whole.start());
        while game.redo().is_some() {}
        assert_eq!(game, whole);
    }
}

#[test]
fn another_move_forgets_what_was_undone() {
    let mut game = Game::default();
    play(&mut game, "e2 e8 e3");
    game.undo();
    game.undo();
    play(&mut game, "e8");
    assert_eq!(game.redo(), Some("e3".parse().unwrap()), "the same move again keeps the rest");
    game.undo();
    play(&mut game, "d2");
    assert_eq!(game.redo(), None);
}

#[test]
fn illegal_moves_change_nothing() {
    let mut game = Game::default();
    play(&mut game, "e2");
    let before = game.clone();
    assert!(game.play("e2".parse().unwrap()).is_err());
    assert_eq!(game, before);
}

#[test]
fn repetition_counts_since_the_last_wall() {
    let mut game = Game::default();
    assert_eq!(game.repetitions(), 1);
    play(&mut game, "e2 e8 e1 e9");
    assert_eq!(game.repetitions(), 2);
    play(&mut game, "e2 e8 e1 e9");
    assert_eq!(game.repetitions(), 3);
    let threefold = Adjudication { repetitions: Some(3), max_plies: None };
    assert_eq!(game.ending(&threefold), Some(Ending::Repetition));
    assert_eq!(game.result(&threefold), Some(Outcome::Draw));
    assert_eq!(game.result(&Adjudication::default()), None);
    play(&mut game, "a1h a8h e2 e8 e1 e9");
    assert_eq!(game.repetitions(), 2, "the walls stand in both, the positions before them differ");
}

/// design.md: 200 plies is a draw, threefold repetition is a draw.
#[test]
fn the_draw_rule_of_every_interface() {
    let mut game = Game::default();
    let standard = &Adjudication::STANDARD;
    for round in 0..2 {
        assert_eq!(game.ending(standard), None, "round {round}");
        play(&mut game, "e2 e8 e1 e9");
    }
    assert_eq!(game.ending(standard), Some(Ending::Repetition));
    // Pawns go round 18 and 16 squares: a position comes back after 288 plies only.
    let mut game = Game::new("- / - / a1 a9 / 0 0 / 1".parse().unwrap());
    let cycle = |path: &[&str], ply: usize| path[(ply / 2 + 1) % path.len()].parse().unwrap();
    let south = [
        "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1", "i2", "h2", "g2", "f2", "e2", "d2",
        "c2", "b2", "a2",
    ];
    let north = [
        "a9", "b9", "c9", "d9", "e9", "f9", "g9", "h9", "h8", "g8", "f8", "e8", "d8", "c8", "b8",
        "a8",
    ];
    for ply in 0..200 {
        assert_eq!(game.ending(standard), None, "ply {ply}");
        game.play(cycle(if ply % 2 == 0 { &south } else { &north }, ply)).unwrap();
    }
    assert_eq!(game.ending(standard), Some(Ending::MoveCap));
}

#[test]
fn a_goal_comes_before_any_adjudication() {
    let mut game = Game::default();
    play(&mut game, "e2 d9 e3 c9 e4 b9 e5 a9 e6 a8 e7 a7 e8 a6");
    let cap = Adjudication { max_plies: Some(14), repetitions: None };
    assert_eq!(game.ending(&cap), Some(Ending::MoveCap));
    play(&mut game, "e9");
    assert_eq!(game.ending(&cap), Some(Ending::Goal(Player::South)));
    assert_eq!(game.result(&cap), Some(Outcome::Win(Player::South)));
    assert!(game.position().legal_moves().is_empty());
}

#[test]
fn only_the_player_to_move_may_move() {
    let position = quoridor_core::Position::default();
    let e2: Move = "e2".parse().unwrap();
    assert_eq!(position.check_by(Player::South, e2), Ok(()));
    let reason = position.check_by(Player::North, e2).unwrap_err();
    assert_eq!(
        reason,
        quoridor_core::IllegalMove::NotYourTurn { player: Player::North, turn: Player::South }
    );
    assert_eq!(reason.to_string(), "it is South's turn, not North's");
    // After the end it is nobody's turn.
    let over: quoridor_core::Position = "- / - / e9 d4 / 10 10 / 2".parse().unwrap();
    assert_eq!(
        over.check_by(Player::South, e2).unwrap_err().to_string(),
        "the game is over: South wins"
    );
}

/// The checked door gives the position back, unchanged.
#[test]
fn an_illegal_move_gives_the_position_back() {
    let position = quoridor_core::Position::default();
    let error = position.play("e9".parse().unwrap()).unwrap_err();
    assert_eq!(error.position, position);
    assert!(matches!(error.reason, quoridor_core::IllegalMove::NotAStep { .. }));
}

/// Three players: West is out after its first turn was skipped, its pawn stays, the others play on.
#[test]
fn a_player_who_is_out_is_skipped() {
    let mut game = Game::new(Position::start(Variant::official(Seats::Three)));
    play(&mut game, "e2");
    assert!(game.out().is_empty());
    assert_eq!(game.play(Move::Pass).unwrap_err(), IllegalMove::CannotPass);
    let skip = LegalMove::skip(game.position()).unwrap();
    game.push(skip).unwrap();
    assert!(game.out().contains(Player::West) && !game.out().contains(Player::South));
    let position = game.position();
    assert_eq!(
        (position.turn(), position.pawn(Player::West)),
        (Player::North, "a5".parse().unwrap())
    );
    assert_eq!(position.walls_left(Player::West), 7);
    // Only the turn differs from the position before, and it is one that can be written down.
    assert_eq!(position.to_string().parse::<Position>().as_ref(), Ok(position));
    play(&mut game, "e8 e3");
    assert_eq!(
        game.replay("b5".parse().unwrap()),
        Err(IllegalMove::PlayerOut { player: Player::West })
    );
    game.replay(Move::Pass).unwrap();
    game.undo();
    assert_eq!(game.redo(), Some(Move::Pass));
    let text = Dialect::Standard.write_moves(&game).unwrap();
    assert_eq!(text, "1. e2 pass e8 2. e3 pass");
    assert_eq!(Dialect::Standard.read_moves(&text, game.start()).unwrap(), game);
    let record = record::Record::new(&game, None);
    let read = record::read(&record.write().unwrap()).next().unwrap().unwrap();
    assert_eq!(read.game(), game);
    let bad = Dialect::Standard.read_moves("1. e2 pass e8 2. e3 b5", game.start()).unwrap_err();
    assert_eq!(bad.to_string(), "move 5, 'b5': illegal: West is out of the game");
}

/// With two players nobody is skipped: the game ends instead.
#[test]
fn of_two_players_none_is_skipped() {
    let mut game = Game::default();
    assert_eq!(LegalMove::skip(game.position()), None);
    assert_eq!(game.replay(Move::Pass), Err(IllegalMove::CannotPass));
}

#[test]
fn a_move_that_was_proved_elsewhere_is_not_taken() {
    let mut game = Game::default();
    let legal = LegalMove::new(game.position(), "e2".parse().unwrap()).unwrap();
    play(&mut game, "d1");
    assert_eq!(game.push(legal), Err(quoridor_core::OtherPosition));
    assert_eq!(game.moves().len(), 1);
}
