//! The position: one small `Copy` type for every variant.

use core::fmt;
use core::hash::{Hash, Hasher};

use crate::by_player::ByPlayer;
use crate::direction::Direction;
use crate::illegal::{IllegalMove, PlayError};
use crate::move_set::MoveSet;
use crate::mv::Move;
use crate::outcome::Outcome;
use crate::passages::Passages;
use crate::player::Player;
use crate::seats::Seats;
use crate::setup::Setup;
use crate::square::Square;
use crate::square_set::SquareSet;
use crate::variant::Variant;
use crate::wall::Wall;
use crate::wall_set::WallSet;
use crate::zobrist;

/// A legal position: the walls fit, every pawn has its own square, and every player has a path to
/// the goal.
///
/// It comes from [`Position::start`], from a [`Setup`] that has been proved legal, or from a move
/// made in another position; so no function here has to doubt it.
///
/// ```
/// use quoridor_core::{Move, Position, Variant};
/// let position = Position::start(Variant::STANDARD);
/// assert_eq!(position.legal_moves().len(), 131);
/// let position = position.play("e2".parse().unwrap()).unwrap();
/// assert_eq!(position.to_string(), "- / - / e2 e9 / 10 10 / 2");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    pub(crate) passages: Passages,
    pub(crate) walls: WallSet,
    hash: u64,
    /// By seat; an empty seat's pawn stands on a1 and is never asked for.
    pawns: [Square; 4],
    /// The walls left, by seat; zero at an empty seat.
    walls_left: [u8; 4],
    variant: Variant,
    turn: Player,
    winner: Option<Player>,
}

impl Position {
    /// The position before the first move.
    pub fn start(variant: Variant) -> Self {
        Setup::start(variant).position().expect("the start of every variant is legal")
    }

    /// Puts together what [`Setup::position`] has proved legal.
    pub(crate) fn from_proved(setup: &Setup, variant: Variant) -> Self {
        let mut passages = variant.size.geometry().passages;
        for wall in setup.walls {
            passages.close(wall);
        }
        let by_seat = |player| variant.seats.has(player);
        let mut position = Self {
            passages,
            walls: setup.walls,
            hash: 0,
            pawns: Player::ALL
                .map(|player| if by_seat(player) { setup.pawns[player] } else { Square::A1 }),
            walls_left: Player::ALL
                .map(|player| if by_seat(player) { setup.walls_left[player] } else { 0 }),
            variant,
            turn: setup.turn,
            winner: setup.winner(),
        };
        position.hash = position.hash_from_scratch();
        position
    }

    /// The kind of game.
    #[inline]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// Who plays.
    #[inline]
    pub const fn seats(&self) -> Seats {
        self.variant.seats
    }

    /// Whose turn it is. After the end of the game: whose it would be.
    #[inline]
    pub const fn turn(&self) -> Player {
        self.turn
    }

    /// Where a player's pawn stands.
    ///
    /// Like all questions about one player here, it is about one that takes part; the answer is
    /// meaningless otherwise.
    #[inline]
    pub const fn pawn(&self, player: Player) -> Square {
        debug_assert!(self.variant.seats.has(player));
        self.pawns[player as usize]
    }

    /// Where the pawns stand.
    pub fn pawns(&self) -> ByPlayer<Square> {
        ByPlayer::new(self.seats(), |player| self.pawn(player))
    }

    /// The squares that pawns stand on.
    #[inline]
    pub fn occupied(&self) -> SquareSet {
        let mut occupied =
            SquareSet::of(self.pawn(Player::South)) | SquareSet::of(self.pawn(Player::North));
        if self.seats() != Seats::Two {
            occupied.insert(self.pawn(Player::West));
        }
        if self.seats() == Seats::Four {
            occupied.insert(self.pawn(Player::East));
        }
        occupied
    }

    /// The square next to another, if no wall or edge is between; a pawn may stand on either.
    #[inline]
    pub fn neighbour(&self, square: Square, direction: Direction) -> Option<Square> {
        self.passages.step(square, direction)
    }

    /// How many walls a player has left.
    #[inline]
    pub const fn walls_left(&self, player: Player) -> u8 {
        self.walls_left[player as usize]
    }

    /// How many walls the players have left.
    pub fn all_walls_left(&self) -> ByPlayer<u8> {
        ByPlayer::new(self.seats(), |player| self.walls_left(player))
    }

    /// The walls on the board.
    #[inline]
    pub const fn walls(&self) -> WallSet {
        self.walls
    }

    /// The squares that a player must reach.
    #[inline]
    pub const fn goals(&self, player: Player) -> SquareSet {
        self.variant.size.goals(player)
    }

    /// Who has won, if the game is over.
    #[inline]
    pub const fn winner(&self) -> Option<Player> {
        self.winner
    }

    /// How the game ended, if it has.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        self.winner.map(Outcome::Win)
    }

    /// A Zobrist hash of everything that matters for the rest of the game, the same on every
    /// machine.
    #[inline]
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    fn hash_from_scratch(&self) -> u64 {
        let players = self.seats().players().iter();
        let of_players = players.map(|&player| {
            zobrist::pawn(player, self.pawn(player))
                ^ zobrist::walls_left(player, self.walls_left(player))
        });
        let of_walls = self.walls.iter().map(zobrist::wall);
        of_players
            .chain(of_walls)
            .fold(zobrist::variant(self.variant) ^ zobrist::turn(self.turn), |a, b| a ^ b)
    }

    /// Every legal move. A finished game has none.
    #[inline]
    pub fn legal_moves(&self) -> MoveSet {
        if self.winner.is_some() {
            return MoveSet::EMPTY;
        }
        let (steps, walls) = (self.pawn_targets(), self.legal_walls());
        // With two players a legal move always exists: next to a pawn that cannot be jumped over
        // there is a way past it.
        let pass = steps.is_empty() && walls.is_empty();
        MoveSet { steps, walls, pass }
    }

    /// Where the pawn of the player to move can go; nowhere in a finished game.
    #[inline]
    pub fn legal_steps(&self) -> SquareSet {
        if self.winner.is_some() { SquareSet::EMPTY } else { self.pawn_targets() }
    }

    /// The walls that the player to move can place; none in a finished game or without walls left.
    #[inline]
    pub fn legal_walls(&self) -> WallSet {
        if self.winner.is_some() || self.walls_left(self.turn) == 0 {
            WallSet::EMPTY
        } else {
            self.open_walls()
        }
    }

    /// Makes a move.
    ///
    /// # Errors
    /// An illegal move leaves the position as it was; the error holds it, and the reason.
    pub fn play(self, mv: Move) -> Result<Self, PlayError> {
        match self.check(mv) {
            Ok(()) => {
                let mut next = self;
                next.play_unchecked(mv);
                Ok(next)
            }
            Err(reason) => Err(PlayError { position: self, reason }),
        }
    }

    /// Makes a move that is known to be legal: for searches, which take it from
    /// [`legal_moves`](Self::legal_moves).
    ///
    /// After an illegal move the position may break every promise of this type, but not memory
    /// safety.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) {
        let player = self.turn;
        let seat = player as usize;
        match mv {
            Move::Step(to) => {
                self.hash ^= zobrist::pawn(player, self.pawns[seat]) ^ zobrist::pawn(player, to);
                self.pawns[seat] = to;
                if self.goals(player).contains(to) {
                    self.winner = Some(player);
                }
            }
            Move::Wall(wall) => {
                let left = self.walls_left[seat];
                debug_assert!(left > 0, "{player} has no walls left");
                self.hash ^= zobrist::wall(wall)
                    ^ zobrist::walls_left(player, left)
                    ^ zobrist::walls_left(player, left.wrapping_sub(1));
                self.walls_left[seat] = left.wrapping_sub(1);
                self.walls.insert(wall);
                self.passages.close(wall);
            }
            Move::Pass => {}
        }
        self.turn = self.seats().next(player);
        self.hash ^= zobrist::turn(player) ^ zobrist::turn(self.turn);
    }

    /// Whether the move is legal now.
    pub fn is_legal(&self, mv: Move) -> bool {
        match mv {
            Move::Step(to) => self.legal_steps().contains(to),
            Move::Wall(wall) => {
                self.winner.is_none()
                    && self.walls_left(self.turn) > 0
                    && self.wall_fits(wall)
                    && !self.seals(wall)
            }
            Move::Pass => self.legal_moves().pass,
        }
    }

    /// Whether the wall lies on the board and neither overlaps nor crosses another. It may still
    /// seal somebody off.
    #[inline]
    pub fn wall_fits(&self, wall: Wall) -> bool {
        self.variant.has_wall(wall) && !self.walls.conflicts().contains(wall)
    }

    /// Why a player may not make a move now: [`check`](Self::check), for interfaces where anybody
    /// may speak up.
    ///
    /// # Errors
    /// The first reason that applies.
    pub fn check_by(&self, player: Player, mv: Move) -> Result<(), IllegalMove> {
        if self.winner.is_none() && player != self.turn {
            return Err(IllegalMove::NotYourTurn { player, turn: self.turn });
        }
        self.check(mv)
    }

    /// Writes the position as what one can write down.
    pub fn setup(&self) -> Setup {
        Setup {
            size: self.variant.size,
            walls: self.walls,
            pawns: self.pawns(),
            walls_left: self.all_walls_left(),
            turn: self.turn,
        }
    }
}

impl Default for Position {
    fn default() -> Self {
        Self::start(Variant::STANDARD)
    }
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

/// The position string of the notation page.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup().fmt(f)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}
