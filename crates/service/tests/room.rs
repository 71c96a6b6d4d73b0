//! A live game without any transport: what its room wants done, and in which order.

use std::collections::BTreeMap;
use std::time::Duration;

use quoridor_core::{ByPlayer, Player, Position, Seats};
use quoridor_engine::{Decision, RootMove, Value as Worth};
use quoridor_service::Problem;
use quoridor_service::live::{Client, Effect, Envelope, Question, Room};
use quoridor_session::{
    Change, GameId, Keys, MemoryStorage, Occupant, Seating, Storage, TimeControl,
};
use serde_json::{Value, json};

const MINUTE: Duration = Duration::from_secs(60);
const SOUTH: Client = Client(1);
const NORTH: Client = Client(2);
const SPECTATOR: Client = Client(3);

/// A host whose store can refuse.
struct Host {
    room: Room,
    storage: MemoryStorage,
    is_refusing: bool,
    now: Duration,
    writes: usize,
    /// What each client was told, as it was sent.
    told: BTreeMap<Client, Vec<String>>,
    asked: Vec<Question>,
    disconnected: Vec<Client>,
}

impl Host {
    fn new(occupants: [Occupant; 2], clock: Option<Duration>) -> Self {
        let [south, north] = occupants;
        let occupants = ByPlayer::new(Seats::Two, |player| {
            if player == Player::South { south.clone() } else { north.clone() }
        });
        let clock = clock.map(|time| TimeControl { time, increment: Duration::ZERO });
        let seating = Seating { occupants, clock, control: Keys::default(), rematch: None };
        let mut storage = MemoryStorage::default();
        let id = storage.write(&Change::begin(seating, Position::default(), None)).unwrap();
        let room = Room::new(id, storage.load(id).unwrap(), Duration::ZERO);
        Self {
            room,
            storage,
            is_refusing: false,
            now: Duration::ZERO,
            writes: 0,
            told: BTreeMap::new(),
            asked: Vec::new(),
            disconnected: Vec::new(),
        }
    }

    /// Two people who are there.
    fn people(clock: Option<Duration>) -> Self {
        let mut host =
            Self::new([Occupant::human("Ann", "south"), Occupant::human("Bob", "north")], clock);
        host.join(SOUTH, "south");
        host.join(NORTH, "north");
        host
    }

    fn join(&mut self, client: Client, token: &str) {
        self.room.join(client, vec![token.to_owned()]);
        self.carry_out();
    }

    fn carry_out(&mut self) {
        while let Some(effect) = self.room.next_effect(self.now) {
            self.carry_out_one(effect);
        }
    }

    fn carry_out_one(&mut self, effect: Effect) {
        match effect {
            Effect::Write(change) => {
                let written = self.write(&change);
                self.room.written(written, self.now);
            }
            Effect::Load(_) => {
                self.room.loaded(self.storage.load(self.room.id()).ok(), self.now);
            }
            Effect::Ask(question) => self.asked.push(question),
            Effect::Tell { to, text } => {
                for client in to {
                    self.told.entry(client).or_default().push(text.clone());
                }
            }
            Effect::Disconnect(client) => self.disconnected.push(client),
            Effect::Hint { .. } => {}
        }
    }

    fn write(&mut self, change: &Change) -> Result<GameId, Problem> {
        self.writes += 1;
        if self.is_refusing {
            return Err(Problem::busy("the disk is full"));
        }
        self.storage.write(change).map_err(Problem::from)
    }

    fn command(&mut self, client: Client, message: &Value) {
        self.room.command(client, Envelope::read(&message.to_string()).unwrap());
    }

    fn say(&mut self, client: Client, message: &Value) {
        self.command(client, message);
        self.carry_out();
    }

    fn play(&mut self, mv: &str) {
        let ply = self.storage.load(self.room.id()).unwrap().game.moves().len();
        let client = [SOUTH, NORTH][ply % 2];
        self.say(client, &json!({ "type": "move", "id": ply, "ply": ply, "move": mv }));
    }

    /// What a client was told since this was last called.
    fn heard(&mut self, client: Client) -> Vec<Value> {
        let texts = self.told.remove(&client).unwrap_or_default();
        texts.iter().map(|text| serde_json::from_str(text).unwrap()).collect()
    }

    /// Lets time pass, as a host does: it wakes when the room says.
    fn pass(&mut self, time: Duration) {
        let end = self.now + time;
        while self.now < end {
            let wait = self.room.wait(self.now).max(Duration::from_millis(1));
            self.now = (self.now + wait).min(end);
            self.carry_out();
        }
    }
}

fn of_type<'a>(heard: &'a [Value], word: &str) -> Vec<&'a Value> {
    heard.iter().filter(|message| message["type"] == word).collect()
}

#[test]
fn nobody_hears_of_a_move_that_is_not_written() {
    let mut host = Host::people(None);
    host.carry_out();
    host.command(SOUTH, &json!({ "type": "move", "id": 1, "ply": 0, "move": "e2" }));
    host.command(NORTH, &json!({ "type": "move", "id": 2, "ply": 1, "move": "e8" }));
    let Some(Effect::Write(change)) = host.room.next_effect(host.now) else { panic!("a write") };
    assert!(host.room.next_effect(host.now).is_none(), "all else waits");
    let written = host.write(&change);
    host.room.written(written, host.now);
    let Some(Effect::Tell { to, text }) = host.room.next_effect(host.now) else { panic!("told") };
    assert_eq!(to, [SOUTH, NORTH]);
    let update: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&update["ply"], &update["moves"]), (&json!(0), &json!(["e2"])));
    host.carry_out();
    assert_eq!(of_type(&host.heard(NORTH), "ok"), [&json!({ "type": "ok", "id": 2 })]);
}

#[test]
fn a_refused_move_is_told_to_its_player_only() {
    let mut host = Host::people(None);
    host.is_refusing = true;
    host.heard(NORTH);
    host.play("e2");
    let heard = host.heard(SOUTH);
    let error = json!({ "type": "error", "id": 0, "error": "the disk is full" });
    assert_eq!(heard.last(), Some(&error));
    assert_eq!(host.heard(NORTH), [json!(null); 0]);
    host.is_refusing = false;
    host.play("e2");
    assert_eq!(host.heard(SOUTH).last(), Some(&json!({ "type": "ok", "id": 0 })));
}

/// It was written 850 times a second, and nobody was told.
#[test]
fn a_clock_that_ran_out_is_written_less_and_less_often_while_the_store_refuses() {
    let mut host = Host::people(Some(MINUTE));
    host.play("e2");
    host.heard(SOUTH);
    (host.writes, host.is_refusing) = (0, true);
    host.pass(MINUTE + Duration::from_secs(1));
    assert_eq!(host.writes, 2);
    host.pass(10 * MINUTE);
    assert!(host.writes < 20, "{} writes", host.writes);
    let heard = host.heard(SOUTH);
    assert_eq!(of_type(&heard, "error").len(), 1, "{heard:?}");
    // A command tries again at once, and fails with it.
    host.writes = 0;
    host.say(NORTH, &json!({ "type": "move", "id": 9, "ply": 1, "move": "e8" }));
    assert_eq!(host.writes, 1);
    assert_eq!(host.heard(NORTH).last().unwrap()["error"], "the disk is full");
    assert!(!host.room.may_go(host.now), "the loss is not stored");
    host.is_refusing = false;
    host.pass(2 * MINUTE);
    let heard = host.heard(SOUTH);
    assert_eq!(heard[0]["result"]["reason"], "North loses on time");
    assert!(of_type(&heard, "error").is_empty());
}

fn decision(mv: &str) -> Decision {
    let root = (0..100).map(|visits| RootMove {
        mv: mv.parse().unwrap(),
        visits,
        value: Worth::Chance(1.0 / 3.0),
        prior: 1.0 / 7.0,
    });
    Decision {
        mv: mv.parse().unwrap(),
        value: Some(Worth::Chance(2.0 / 3.0)),
        line: vec![mv.parse().unwrap(); 10],
        depth: 12,
        nodes: 123_456,
        root: root.collect(),
    }
}

#[test]
fn a_computers_move_that_the_store_refused_is_written_later() {
    let computer = Occupant::Computer { spec: "random".to_owned() };
    let mut host = Host::new([Occupant::human("Ann", "south"), computer], None);
    host.join(SOUTH, "south");
    host.play("e2");
    let question = host.asked.pop().expect("it is asked");
    assert_eq!((question.seat, question.spec.as_str()), (Player::North, "random"));
    host.is_refusing = true;
    host.heard(SOUTH);
    host.room.answer(question.number, Some((decision("e8"), Vec::new())));
    host.carry_out();
    host.pass(5 * MINUTE);
    assert_eq!(of_type(&host.heard(SOUTH), "error").len(), 1);
    assert!(host.asked.is_empty(), "it has decided");
    host.is_refusing = false;
    host.pass(MINUTE);
    assert_eq!(host.heard(SOUTH)[0]["moves"], json!(["e8"]));
}

#[test]
fn a_computer_that_cannot_be_built_is_tried_again_and_told_once() {
    let computer = Occupant::Computer { spec: "random".to_owned() };
    let mut host = Host::new([Occupant::human("Ann", "south"), computer], None);
    host.join(SOUTH, "south");
    host.play("e2");
    host.heard(SOUTH);
    for round in 0..3 {
        assert!(host.asked.pop().is_some());
        assert_eq!(host.room.could_not_ask(&Problem::busy("no memory"), host.now), round == 0);
        host.carry_out();
        host.pass(Duration::from_secs(1));
    }
    assert_eq!(of_type(&host.heard(SOUTH), "error").len(), 1);
}

#[test]
fn a_game_that_was_changed_elsewhere_is_read_again() {
    let mut host = Host::people(None);
    let id = host.room.id();
    let mut other = Room::new(id, host.storage.load(id).unwrap(), host.now);
    other.join(SOUTH, vec!["south".to_owned()]);
    std::mem::swap(&mut host.room, &mut other);
    host.carry_out();
    host.play("d1");
    std::mem::swap(&mut host.room, &mut other);
    host.heard(SOUTH);
    host.heard(NORTH);
    host.say(SOUTH, &json!({ "type": "move", "id": 5, "ply": 0, "move": "e2" }));
    let heard = host.heard(SOUTH);
    assert_eq!((&heard[0]["type"], &heard[0]["id"]), (&json!("error"), &json!(5)));
    let heard = host.heard(NORTH);
    assert_eq!((&heard[0]["type"], &heard[0]["moves"]), (&json!("state"), &json!(["d1"])));
}

/// Each join sent everybody the whole state, until players were too far behind.
#[test]
fn players_do_not_pay_for_spectators() {
    let mut host = Host::people(None);
    host.heard(SOUTH);
    for number in 0..1900 {
        host.join(Client(100 + number), "");
        host.pass(Duration::from_secs(20) / 1900);
    }
    let texts = host.told.remove(&SOUTH).unwrap();
    assert!(texts.len() <= 11, "{} messages", texts.len());
    assert!(texts.iter().map(String::len).sum::<usize>() < 500, "{texts:?}");
    let (let_in, turned_away) = (1900 - host.disconnected.len(), host.disconnected.len());
    assert!((450..=500).contains(&let_in) && turned_away > 0, "{let_in}");
    // A player comes at any time.
    host.join(Client(99), "south");
    assert_eq!(host.heard(Client(99))[0]["yours"], json!(["South"]));
    // The number that is told last is true.
    host.pass(MINUTE);
    host.heard(SOUTH);
    host.room.leave(Client(100));
    host.pass(MINUTE);
    let told = host.heard(SOUTH);
    assert_eq!(told, [json!({ "type": "update", "spectators": let_in - 1 })]);
}

/// Two players of level 9, of 30,000 nodes a move.
const GAME: &str = "e2 e8 e3 e7 e4 e6 d3h d6h d4 e5 f3h d5 d6 c5 c4h a4v b5v a7h a6h c7h h3h c6 \
                    e4h e6 f6 g6 f7 f8h b3h g5 e7 e7h f7 f6v f6 g4 f5 f4 g5 e4";

/// The whole game was sent with every event, of 13.4 kB at ply 40.
#[test]
fn an_event_has_at_most_two_kilobytes_and_is_the_same_for_all() {
    let mut host = Host::people(Some(10 * MINUTE));
    host.join(SPECTATOR, "");
    let moves: Vec<&str> = GAME.split_whitespace().collect();
    assert_eq!(moves.len(), 40);
    let mut sizes = Vec::new();
    for mv in moves {
        host.told.clear();
        host.play(mv);
        let (south, spectator) = (&host.told[&SOUTH], &host.told[&SPECTATOR]);
        assert_eq!(south[0], spectator[0]);
        sizes.push(spectator.iter().map(String::len).max().unwrap());
    }
    println!("bytes of each event: {sizes:?}");
    assert!(sizes.iter().all(|&size| size <= 2000), "{sizes:?}");
}

#[test]
fn an_event_of_a_game_between_computers_has_at_most_three_kilobytes() {
    let computer = Occupant::Computer { spec: "champion:level=8".to_owned() };
    let mut host = Host::new([computer.clone(), computer], None);
    host.join(SPECTATOR, "");
    let mut sizes = Vec::new();
    for mv in GAME.split_whitespace() {
        let question = host.asked.pop().expect("it is asked");
        host.told.clear();
        host.room.answer(question.number, Some((decision(mv), Vec::new())));
        host.carry_out();
        sizes.push(host.told[&SPECTATOR].iter().map(String::len).max().unwrap());
    }
    println!("bytes of each event: {sizes:?}");
    assert!(sizes.iter().all(|&size| size <= 3000), "{sizes:?}");
}
