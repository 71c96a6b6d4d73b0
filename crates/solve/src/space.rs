//! The state space of a game: how positions become layouts, splits of the walls left, and bytes.

use quoridor_core::{BoardSize, Player, Position, Seats, Square, Symmetry, Variant};

use crate::count::layouts_by_walls;
use crate::layout::{Layout, Slots};
use crate::sweep::table_len;

/// The positions of a game for two.
///
/// The layouts with `k` walls form layer `k`. A table holds the values of all positions of one
/// layout and one split of the walls left between the players.
#[derive(Clone, Debug)]
pub struct Space {
    pub(crate) slots: Slots,
    /// The walls that South and North start with.
    pub(crate) walls: [usize; 2],
    pub(crate) width: usize,
    pub(crate) squares: usize,
    /// By symmetry: where each position of a table with one player to move stands in the image.
    images: [Vec<u16>; 4],
}

/// One position within its layout: the number of its split, and its place in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) split: usize,
    pub(crate) offset: usize,
}

impl Space {
    /// The positions of a game for two on a board, with walls for each player.
    pub fn new(size: BoardSize, walls: u8) -> Self {
        Self::with_handicap(size, [walls; 2])
    }

    /// The positions of a game for two in which South and North start with these numbers of
    /// walls.
    ///
    /// A wall more is never a disadvantage: nobody has to place it, because of two pawns each can
    /// always move. (One that could not would be shut in with the other on two squares, and these
    /// would have to be in the goal rows of both.) So a player who wins with fewer walls than the
    /// other also wins if both have as many as the other; and the handicap has far fewer positions.
    pub fn with_handicap(size: BoardSize, walls: [u8; 2]) -> Self {
        let (width, height) = (usize::from(size.width()), usize::from(size.height()));
        let squares = width * height;
        let mut space = Self {
            slots: if walls[0] == walls[1] {
                Slots::new(size)
            } else {
                Slots::new(size).without_half_turns()
            },
            walls: walls.map(usize::from),
            width,
            squares,
            images: Default::default(),
        };
        for symmetry in Symmetry::ALL {
            let image = |square: usize| space.number(symmetry.square(space.square(square), size));
            let swaps = swaps(symmetry);
            let mut places = Vec::with_capacity(space.plane_len());
            for north in width..squares {
                for south in 0..squares - width {
                    let (south, north) = (image(south), image(north));
                    let (south, north) = if swaps { (north, south) } else { (south, north) };
                    places.push(space.place_of_pawns(south, north) as u16);
                }
            }
            space.images[symmetry as usize] = places;
        }
        space
    }

    /// The game: board, two players and walls; of a handicap, South's walls.
    pub fn variant(&self) -> Variant {
        Variant { size: self.slots.size(), seats: Seats::Two, walls: self.walls[0] as u8 }
    }

    /// The walls that South and North start with.
    pub const fn walls(&self) -> [usize; 2] {
        self.walls
    }

    /// About how many bytes the tables of the game take, without those of the layouts in which all
    /// walls are placed, which are not kept.
    pub fn estimated_bytes(&self) -> u64 {
        let kept = self.race_layer().map_or(self.last_layer(), |race| race.saturating_sub(1));
        (self.estimated_tables_up_to(kept) * self.table_len() as f64) as u64
    }

    /// About how many tables the game has.
    pub fn estimated_tables(&self) -> f64 {
        self.estimated_tables_up_to(self.last_layer())
    }

    /// About how many tables the layouts with at most this many walls have: a quarter of these
    /// layouts, with the splits of each. (Half of them if half a turn is no symmetry.)
    fn estimated_tables_up_to(&self, last: usize) -> f64 {
        let (slots, images) = (self.slots.count() as usize, self.slots.symmetries().len());
        let layouts = layouts_by_walls(self.slots.size());
        let tables = (0..=last).map(|walls| {
            let splits = Splits::new(self.walls, walls, slots - walls).count();
            layouts[walls] as f64 / images as f64 * splits as f64
        });
        tables.sum()
    }

    pub(crate) const fn all_walls(&self) -> usize {
        self.walls[0] + self.walls[1]
    }

    /// The highest layer that can have layouts: all walls placed, or one in every slot.
    pub(crate) fn last_layer(&self) -> usize {
        self.all_walls().min(self.slots.count() as usize)
    }

    /// The layer in which all walls are placed, unless the board is too small for them. Its
    /// layouts have no successors and are solved anew whenever they are needed.
    pub(crate) fn race_layer(&self) -> Option<usize> {
        (self.all_walls() <= self.slots.count() as usize).then_some(self.all_walls())
    }

    /// The bytes of a table: see [`crate::sweep::table_len`].
    pub(crate) const fn table_len(&self) -> usize {
        table_len(self.width, self.squares)
    }

    /// The bytes of the half of a table in which one player is to move.
    pub(crate) const fn plane_len(&self) -> usize {
        self.table_len() / 2
    }

    /// The splits of the walls left in a layout of a layer.
    pub(crate) fn splits(&self, layout: Layout) -> Splits {
        Splits::new(self.walls, layout.len(), self.slots.room(layout))
    }

    /// By place in a table with one player to move: the place in the image of the layout.
    pub(crate) fn image_places(&self, symmetry: Symmetry) -> &[u16] {
        &self.images[symmetry as usize]
    }

    fn square(&self, number: usize) -> Square {
        Square::new((number % self.width) as u8, (number / self.width) as u8)
            .expect("it is on the board")
    }

    /// The number of a square: rows from South's, left to right.
    pub(crate) fn number(&self, square: Square) -> usize {
        usize::from(square.row()) * self.width + usize::from(square.column())
    }

    pub(crate) const fn place_of_pawns(&self, south: usize, north: usize) -> usize {
        (north - self.width) * (self.squares - self.width) + south
    }

    /// The squares of South and North at a place in a table with one player to move.
    pub(crate) const fn pawns(&self, place: usize) -> [usize; 2] {
        let row = self.squares - self.width;
        [place % row, place / row + self.width]
    }

    /// Whether a position belongs to the game: the same board, two players, and as many walls as
    /// the game has, none of the players with more than it started with.
    pub(crate) fn covers(&self, position: &Position) -> bool {
        let left = position.all_walls_left();
        position.variant().size == self.slots.size()
            && position.seats() == Seats::Two
            && left.values().zip(self.walls).all(|(&left, most)| usize::from(left) <= most)
            && left.values().map(|&left| usize::from(left)).sum::<usize>() + position.walls().len()
                == self.all_walls()
    }

    /// The canonical layout of a position, and where the position stands in it. The game must
    /// not be over.
    pub(crate) fn locate(&self, position: &Position) -> (Layout, Place) {
        let (layout, symmetry) = self.slots.canonical(self.slots.layout(position.walls()));
        let size = self.slots.size();
        let pawn = |player: Player| {
            self.number(symmetry.square(position.pawn(symmetry.player(player)), size))
        };
        let south_left = position.walls_left(symmetry.player(Player::South));
        let plane = usize::from(symmetry.player(position.turn()) == Player::North);
        let offset = plane * self.plane_len()
            + self.place_of_pawns(pawn(Player::South), pawn(Player::North));
        (layout, Place { split: self.splits(layout).index(usize::from(south_left)), offset })
    }
}

/// Whether a symmetry gives each player the other's seat.
pub(crate) const fn swaps(symmetry: Symmetry) -> bool {
    matches!(symmetry, Symmetry::Rotation | Symmetry::MirrorRotation)
}

/// How the walls left can be split between the players, in one layout.
///
/// A layout with room for `r` more walls has the same values for all players with at least `r`
/// walls left, so splits that give both at least `r` share a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Splits {
    /// The walls left, of both together.
    left: usize,
    room: usize,
    /// The fewest and the most that South can have.
    fewest: usize,
    most: usize,
}

impl Splits {
    pub(crate) fn new([south, north]: [usize; 2], placed: usize, room: usize) -> Self {
        let left = south + north - placed;
        Self { left, room, fewest: left.saturating_sub(north), most: left.min(south) }
    }

    /// The number of tables.
    pub(crate) fn count(&self) -> usize {
        self.index(self.most) + 1
    }

    /// The number of the table with this many walls left for South.
    pub(crate) fn index(&self, south: usize) -> usize {
        self.squeezed(south) - self.squeezed(self.fewest)
    }

    /// The walls left for South and North in one of the splits of a table.
    pub(crate) fn walls_left(&self, index: usize) -> [usize; 2] {
        let squeezed = index + self.squeezed(self.fewest);
        let south = if squeezed <= self.room {
            squeezed.max(self.fewest)
        } else {
            squeezed + self.left.saturating_sub(2 * self.room)
        };
        [south, self.left - south]
    }

    /// Every split, by the walls left for South and North.
    pub(crate) fn all(&self) -> impl Iterator<Item = [usize; 2]> {
        let left = self.left;
        (self.fewest..=self.most).map(move |south| [south, left - south])
    }

    /// South's walls left without those that make no difference.
    fn squeezed(&self, south: usize) -> usize {
        let surplus = self.left.saturating_sub(2 * self.room);
        if south <= self.room { south } else { self.room.max(south.saturating_sub(surplus)) }
    }
}

#[cfg(test)]
mod tests {
    use super::Splits;

    #[test]
    fn splits_share_a_table_exactly_if_both_players_have_enough() {
        for walls in (0..8).flat_map(|south| (0..8).map(move |north| [south, north])) {
            let all_walls = walls[0] + walls[1];
            for placed in 0..=all_walls {
                for room in 0..20 {
                    let splits = Splits::new(walls, placed, room);
                    let clamped = |[south, north]: [usize; 2]| [south.min(room), north.min(room)];
                    let all: Vec<_> = splits.all().collect();
                    for &a in &all {
                        assert!(a[0] <= walls[0] && a[1] <= walls[1]);
                        assert_eq!(a[0] + a[1] + placed, all_walls);
                        let representative = splits.walls_left(splits.index(a[0]));
                        assert!(
                            all.contains(&representative),
                            "{splits:?} {a:?} {representative:?}"
                        );
                        assert_eq!(clamped(representative), clamped(a), "{splits:?} {a:?}");
                        for &b in &all {
                            let same = splits.index(a[0]) == splits.index(b[0]);
                            assert_eq!(same, clamped(a) == clamped(b), "{splits:?} {a:?} {b:?}");
                        }
                    }
                    assert_eq!(splits.count(), splits.index(splits.most) + 1);
                }
            }
        }
    }
}
