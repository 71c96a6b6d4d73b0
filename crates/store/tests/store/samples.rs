//! Games to store.

use std::path::PathBuf;
use std::time::Duration;

use quoridor_core::notation::Dialect;
use quoridor_core::record::{self, Clock, Evaluation, Line, Record, RecordedMove, Score, Tag};
use quoridor_core::{
    Adjudication, ByPlayer, Game, LegalMove, Move, Outcome, Player, Position, Seats, Variant,
};
use quoridor_engine::Value;
use quoridor_engine::random::Random;
use quoridor_store::{
    Change, GameId, Keys, MoveStats, Occupant, PlayedGame, Reason, Seating, Store, StoreError,
    Target, Update,
};
use tempfile::TempDir;

/// A new store in a folder that goes when this does.
pub(crate) fn new_store() -> (TempDir, PathBuf, Store) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    let store = Store::open(&path).unwrap();
    (folder, path, store)
}

pub(crate) const NAMES: [&str; 4] = ["Ann", "Bob", "Cäsar \"the \\ great\"", "random:seed=7"];

const LIMITS: Adjudication = Adjudication { max_plies: Some(60), repetitions: Some(3) };

/// A game of players that mostly walk to their goals; often on a small board, so that positions
/// come up again.
pub(crate) fn random_game(random: &mut Random) -> Game {
    let seats = random.pick(&[Seats::Two, Seats::Two, Seats::Three, Seats::Four]).unwrap();
    let size = random.pick(&["9x9", "3x4", "5x5"]).unwrap().parse().unwrap();
    game_of(Variant { size, seats, walls: 2 }, random)
}

pub(crate) fn game_of(variant: Variant, random: &mut Random) -> Game {
    let mut game = Game::new(Position::start(variant));
    while game.ending(&LIMITS).is_none() {
        let mv = random_move(game.position(), random);
        game.play(mv).unwrap();
    }
    game
}

fn random_move(position: &Position, random: &mut Random) -> Move {
    let moves: Vec<Move> = position.legal_moves().iter().collect();
    if random.chance(0.3) {
        return random.pick(&moves).unwrap();
    }
    let distance = |mv: &Move| position.play(*mv).unwrap().distance(position.turn());
    moves.iter().copied().min_by_key(distance).unwrap()
}

pub(crate) fn random_played(random: &mut Random) -> PlayedGame {
    let whole = random_game(random);
    let seats = whole.start().seats();
    let player = random.pick(seats.players()).unwrap();
    let early = match random.below(12) {
        0 => Some(Reason::AgreedDraw),
        1 => Some(Reason::Resigns(player)),
        2 => Some(Reason::IllegalMove(player, "e99 'x".to_owned())),
        3 => Some(Reason::LosesOnTime(player)),
        4 => Some(Reason::Disconnects(player)),
        5 => Some(Reason::Stalls(player)),
        _ => None,
    };
    let plies =
        if early.is_some() { random.below(whole.moves().len()) } else { whole.moves().len() };
    let game = first_moves(&whole, plies);
    let reason = early.unwrap_or_else(|| Reason::Over(game.ending(&LIMITS).unwrap()));
    let players = ByPlayer::new(seats, |_| random.pick(&NAMES).unwrap().to_owned());
    let opening = random.below(3).min(plies);
    let move_stats = game.moves()[opening..].iter().map(|_| random_thought(random)).collect();
    PlayedGame { players, game, opening, move_stats, reason }
}

/// The beginning of a game.
pub(crate) fn first_moves(whole: &Game, plies: usize) -> Game {
    let mut game = Game::new(*whole.start());
    whole.moves()[..plies].iter().for_each(|&mv| game.play(mv).unwrap());
    game
}

pub(crate) fn random_thought(random: &mut Random) -> MoveStats {
    let value = match random.below(6) {
        4 => Some(Value::Steps(random.unit())),
        0 => Some(Value::Score(random.unit() * 20.0 - 10.0)),
        1 => Some(Value::Chance(random.unit())),
        2 => Some(Value::WinIn(random.below(30) as u32)),
        3 => Some(Value::LossIn(u32::MAX)),
        _ => None,
    };
    MoveStats {
        time: Duration::from_nanos(random.next() >> 20),
        clock: random.chance(0.5).then(|| Duration::from_nanos(random.next() >> 20)),
        value,
        depth: random.below(4) as u32,
        nodes: if random.chance(0.5) { random.next() } else { 0 },
    }
}

/// A record with everything that a record can hold, as it is when it was read from a file.
pub(crate) fn random_record(random: &mut Random) -> Record {
    let game = random_game(random);
    let seats = game.start().seats();
    let mut tags =
        vec![Tag { name: "Event".to_owned(), value: "Größe \\ \"quoted\"".to_owned() }];
    for player in seats.players() {
        if random.chance(0.8) {
            tags.push(Tag {
                name: player.to_string(),
                value: random.pick(&NAMES).unwrap().to_owned(),
            });
        }
    }
    if random.chance(0.7) {
        let day = random.below(20) + 10;
        tags.push(Tag {
            name: "Date".to_owned(),
            value: format!("2026.0{}.{day}", random.below(9) + 1),
        });
    }
    let line = random_line(game.moves(), game.start(), 2, random);
    let result = match (game.position().outcome(), random.below(3)) {
        (Some(outcome), _) => Some(outcome),
        (None, 0) => None,
        (None, 1) => Some(Outcome::Draw),
        (None, _) => Some(Outcome::Win(Player::South)),
    };
    let dialects: &[Dialect] =
        if seats == Seats::Two { &Dialect::ALL } else { &[Dialect::Standard] };
    let record = Record {
        tags,
        start: *game.start(),
        dialect: random.pick(dialects).unwrap(),
        main: line,
        result,
    };
    // As read from a file: comments are normalised, and the text can be read.
    let text = record.write().unwrap();
    let read = record::read(&text).next().unwrap().unwrap();
    assert_eq!(read, record);
    read
}

fn random_line(moves: &[Move], start: &Position, depth: u32, random: &mut Random) -> Line {
    let mut position = *start;
    let mut recorded = Vec::new();
    for &mv in moves {
        recorded.push(random_recorded(mv, &position, depth, random));
        position.play_unchecked(mv);
    }
    Line { comment: random_comment(random), moves: recorded }
}

fn random_recorded(mv: Move, before: &Position, depth: u32, random: &mut Random) -> RecordedMove {
    let mut recorded = RecordedMove::from(mv);
    if random.chance(0.2) {
        recorded.nags = (0..=random.below(2)).map(|_| random.below(256) as u8).collect();
        recorded.comment = random_comment(random);
    }
    if random.chance(0.2) {
        let number = random.next() as i32;
        let score =
            if random.chance(0.5) { Score::Hundredths(number) } else { Score::WinsIn(number) };
        recorded.evaluation =
            Some(Evaluation { score, depth: random.chance(0.5).then_some(u32::MAX) });
        recorded.clock = Some(Clock { milliseconds: random.next() >> 24 });
    }
    if depth > 0 && random.chance(0.1) {
        let mut other = Game::new(*before);
        for _ in 0..=random.below(3) {
            let moves: Vec<Move> = other.position().legal_moves().iter().collect();
            let Some(mv) = random.pick(&moves) else { break };
            other.play(mv).unwrap();
        }
        recorded.variations.push(random_line(other.moves(), before, depth - 1, random));
    }
    recorded
}

fn random_comment(random: &mut Random) -> String {
    random
        .pick(&["", "", "good", "two\nlines", "with } a brace", "[%odd thing] ; ( )"])
        .unwrap()
        .to_owned()
}

/// A game that is played move by move.
#[derive(Clone)]
pub(crate) struct Live {
    pub(crate) id: GameId,
    pub(crate) game: Game,
}

impl Live {
    pub(crate) fn begin(store: &mut Store, names: &ByPlayer<String>, start: &Position) -> Self {
        Self::try_begin(store, names, start).unwrap()
    }

    pub(crate) fn try_begin(
        store: &mut Store,
        names: &ByPlayer<String>,
        start: &Position,
    ) -> Result<Self, StoreError> {
        let occupants = names.clone().map(|_, name| Occupant::human(name, "secret"));
        let seating = Seating { occupants, clock: None, control: Keys::default(), rematch: None };
        let id = store.write_live(&Change::begin(seating, *start, None))?;
        Ok(Self { id, game: Game::new(*start) })
    }

    pub(crate) fn resume(store: &Store, id: GameId) -> Self {
        Self { id, game: store.live(id).unwrap().game }
    }

    pub(crate) fn change(&self, update: Update) -> Change {
        Change { target: Target::Stored(self.id), plies: self.game.moves().len(), update }
    }

    /// The change that makes a move.
    pub(crate) fn moving(&self, mv: Move, thought: &MoveStats) -> Change {
        let legal = LegalMove::new(self.game.position(), mv).unwrap();
        self.change(Update::Play { moves: vec![(legal, *thought)], exits: vec![], end: None })
    }

    pub(crate) fn append(
        &mut self,
        store: &mut Store,
        mv: Move,
        thought: &MoveStats,
    ) -> Result<(), StoreError> {
        store.write_live(&self.moving(mv, thought))?;
        self.game.play(mv).unwrap();
        Ok(())
    }

    pub(crate) fn finish(&self, store: &mut Store, reason: &Reason) -> Result<(), StoreError> {
        let end = Some(reason.clone());
        store.write_live(&self.change(Update::Play { moves: vec![], exits: vec![], end })).map(drop)
    }

    /// The change that takes moves back.
    pub(crate) fn taking_back(&self, plies: usize, reopen: bool) -> Change {
        self.change(Update::TakeBack { plies, exits: 0, reopen })
    }
}
