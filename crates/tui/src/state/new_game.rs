//! The form for a new game.

use std::time::Duration;

use quoridor_core::{BoardSize, ByPlayer, Player, Position, Seats, Variant};
use quoridor_session::{Occupant, Session, opponents};

use crate::opponents::{FIRST_LEVEL, ONE_OF_FOUR, about, shown};

/// The board sizes that the arrows go through; any other can be typed.
const SIZES: [(u8, u8); 5] = [(5, 5), (6, 6), (7, 7), (8, 8), (9, 9)];

/// The most walls that the arrows go to; any number that fits a byte can be typed.
const MOST_WALLS: u8 = 20;

/// A row of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Row {
    Start,
    Seat(Player),
    Players,
    Board,
    Walls,
    Back,
}

/// The choices for a new game.
#[derive(Clone, Debug)]
pub(crate) struct NewGame {
    pub(crate) title: &'static str,
    pub(crate) size: BoardSize,
    pub(crate) seats: Seats,
    pub(crate) walls: u8,
    /// For all four seats: those that are not needed come back when there are more players.
    occupants: ByPlayer<Occupant>,
}

impl NewGame {
    fn new(title: &'static str, seats: Seats, occupant: impl FnMut(Player) -> Occupant) -> Self {
        let Variant { size, walls, .. } = Variant::official(seats);
        Self { title, size, seats, walls, occupants: ByPlayer::new(Seats::Four, occupant) }
    }

    /// A human against a computer.
    pub(crate) fn against_computer() -> Self {
        Self::new("Play against the computer", Seats::Two, |player| match player {
            Player::South => opponents::human(),
            _ => first_opponent(player),
        })
    }

    /// A human against a player.
    pub(crate) fn against(player: &str) -> Result<Self, String> {
        let opponent = opponents::read(player)?;
        let mut form = Self::against_computer();
        form.occupants[Player::North] = opponent;
        Ok(form)
    }

    /// Humans among themselves.
    pub(crate) fn together() -> Self {
        Self::new("Play together", Seats::Two, |_| opponents::human())
    }

    /// Computers among themselves.
    pub(crate) fn watch() -> Self {
        Self::new("Watch bots play", Seats::Two, first_opponent)
    }

    /// The rows, from top to bottom.
    pub(crate) fn rows(&self) -> Vec<Row> {
        let seats = self.seats.players().iter().copied().map(Row::Seat);
        [Row::Start]
            .into_iter()
            .chain(seats)
            .chain([Row::Players, Row::Board, Row::Walls, Row::Back])
            .collect()
    }

    /// The name of a row.
    pub(crate) fn name(row: Row) -> String {
        match row {
            Row::Start => "Start the game".to_owned(),
            Row::Seat(player) => player.to_string(),
            Row::Players => "Players".to_owned(),
            Row::Board => "Board".to_owned(),
            Row::Walls => "Walls each".to_owned(),
            Row::Back => "Back".to_owned(),
        }
    }

    /// The value of a row; `None` if it is an action.
    pub(crate) fn value(&self, row: Row) -> Option<String> {
        match row {
            Row::Seat(player) => Some(shown(&self.occupants[player])),
            Row::Players => Some(self.seats.to_string()),
            Row::Board => Some(self.size.to_string()),
            Row::Walls => Some(self.walls.to_string()),
            Row::Start | Row::Back => None,
        }
    }

    /// A row explained in one line.
    pub(crate) fn about(&self, row: Row) -> String {
        match row {
            Row::Seat(player) => about(&self.occupants[player]).to_owned(),
            Row::Players => "two: South and North; three: and West; four: and East".to_owned(),
            Row::Board => "from 2x3 to 9x9".to_owned(),
            Row::Walls => format!(
                "officially {} for {} players",
                Variant::official(self.seats).walls,
                self.seats
            ),
            Row::Start | Row::Back => String::new(),
        }
    }

    /// The next value of a row, or the one before.
    pub(crate) fn cycle(&mut self, row: Row, forward: bool) {
        match row {
            Row::Seat(player) => {
                let can_play = opponents::labels()
                    .into_iter()
                    .filter(|label| opponents::plays(label, self.variant()));
                let choices: Vec<String> =
                    ["human".to_owned()].into_iter().chain(can_play).collect();
                let chosen = around(&choices, &shown(&self.occupants[player]), forward);
                if let Some(Ok(occupant)) = chosen.map(|label| opponents::read(&label)) {
                    self.occupants[player] = occupant;
                }
            }
            Row::Players => {
                if let Some(seats) = around(&Seats::ALL, &self.seats, forward) {
                    self.set_seats(seats);
                }
            }
            Row::Board => {
                let sizes: Vec<BoardSize> = SIZES
                    .iter()
                    .filter_map(|&(width, height)| BoardSize::new(width, height))
                    .collect();
                self.size = around(&sizes, &self.size, forward).unwrap_or(self.size);
            }
            Row::Walls if forward => {
                self.walls = if self.walls >= MOST_WALLS { 0 } else { self.walls + 1 }
            }
            Row::Walls => self.walls = if self.walls == 0 { MOST_WALLS } else { self.walls - 1 },
            Row::Start | Row::Back => {}
        }
    }

    /// Sets a row to what was typed.
    ///
    /// # Errors
    /// The problem, in one line.
    pub(crate) fn set(&mut self, row: Row, text: &str) -> Result<(), String> {
        let text = text.trim();
        match row {
            Row::Seat(player) => self.occupants[player] = opponents::read(text)?,
            Row::Players => {
                self.set_seats(
                    text.parse()
                        .map_err(|error: quoridor_core::ParseSeatsError| error.to_string())?,
                );
            }
            Row::Board => {
                self.size = text
                    .parse()
                    .map_err(|error: quoridor_core::ParseBoardSizeError| error.to_string())?;
            }
            Row::Walls => {
                self.walls = text
                    .parse()
                    .map_err(|_| format!("'{}' is not a number of walls", text.escape_debug()))?;
            }
            Row::Start | Row::Back => {}
        }
        Ok(())
    }

    /// More players have fewer walls each, unless somebody has chosen another number.
    fn set_seats(&mut self, seats: Seats) {
        if self.walls == Variant::official(self.seats).walls {
            self.walls = Variant::official(seats).walls;
        }
        self.seats = seats;
    }

    const fn variant(&self) -> Variant {
        Variant { size: self.size, seats: self.seats, walls: self.walls }
    }

    /// The game.
    ///
    /// # Errors
    /// Why it cannot be played, in one line.
    pub(crate) fn start(&self) -> Result<Session, String> {
        let occupants = ByPlayer::new(self.seats, |player| self.occupants[player].clone());
        Session::new(Position::start(self.variant()), occupants, Duration::ZERO)
    }
}

/// The opponent before one is chosen.
fn first_opponent(player: Player) -> Occupant {
    let label = if Seats::Two.has(player) { FIRST_LEVEL } else { ONE_OF_FOUR };
    opponents::read(label).expect("it is one of the players that are offered")
}

/// The value before or behind another, round and round; the first if the other is not among them.
fn around<T: Clone + PartialEq>(values: &[T], now: &T, forward: bool) -> Option<T> {
    let Some(place) = values.iter().position(|value| value == now) else {
        return values.first().cloned();
    };
    let step = if forward { 1 } else { values.len() - 1 };
    values.get((place + step) % values.len()).cloned()
}
