//! Bytes are a variant and a game in it: what is kept move by move is what the position string
//! says, and undo and redo lose nothing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quoridor_core::{BoardSize, Game, Move, Position, Seats, Variant};

fuzz_target!(|bytes: &[u8]| {
    let Some((&[width, height, seats, walls], choices)) = bytes.split_first_chunk() else { return };
    let size = BoardSize::new(2 + width % 8, 3 + height % 7)
        .expect("a width of 2 to 9 and a height of 3 to 9");
    let seats = Seats::ALL[usize::from(seats) % Seats::ALL.len()];
    let mut game = Game::new(Position::start(Variant { size, seats, walls }));
    for &choice in choices {
        let Some(mv) = choose(game.position(), choice) else { break };
        game.play(mv).expect("the move is legal");
        check_position(game.position());
        check_undo(&mut game, mv);
    }
    check_undo_of_all(game);
});

/// One of the legal moves; `None` if the game is over.
fn choose(position: &Position, choice: u8) -> Option<Move> {
    let legal = position.legal_moves();
    assert_eq!(legal.is_empty(), position.outcome().is_some(), "{position}");
    assert!(!legal.pass || position.seats() != Seats::Two, "{position}");
    legal.iter().nth(usize::from(choice) % legal.len().max(1))
}

/// Walls, passages, hash and winner were kept move by move; reading the position string makes them
/// anew.
fn check_position(position: &Position) {
    let read: Position = position.to_string().parse().expect("a position is written as it is read");
    assert_eq!(read, *position);
    assert_eq!(read.hash(), position.hash());
}

fn check_undo(game: &mut Game, mv: Move) {
    let played = game.clone();
    assert_eq!(game.undo(), Some(mv));
    assert_eq!(game.redo(), Some(mv));
    assert_eq!(*game, played);
}

fn check_undo_of_all(mut game: Game) {
    let played = game.clone();
    while game.undo().is_some() {}
    assert_eq!(game.position(), played.start());
    while game.redo().is_some() {}
    assert_eq!(game, played);
}
