//! A solved game: the value of its positions.

use std::path::Path;
use std::sync::Mutex;

use quoridor_core::{Move, Player, Position, Variant};

use crate::error::SolveError;
use crate::file::{ChunkKey, TableFile};
use crate::layer::Layer;
use crate::layout::Layout;
use crate::space::Space;
use crate::tables::Tables;
use crate::value::{Code, Value};
use crate::worker::{NextLayer, Worker};

/// A solved game.
#[derive(Debug)]
pub struct Solution {
    pub(crate) space: Space,
    /// The tables by number of walls; `None` where they were not kept and in the race layer.
    pub(crate) layers: Vec<Option<Tables>>,
    checksum: Option<u64>,
    /// The race that was solved last: neighbouring positions are often asked for one after the
    /// other.
    last_race: Mutex<Option<(Layout, Vec<u8>)>>,
}

impl Solution {
    pub(crate) const fn new(
        space: Space,
        layers: Vec<Option<Tables>>,
        checksum: Option<u64>,
    ) -> Self {
        Self { space, layers, checksum, last_race: Mutex::new(None) }
    }

    /// Opens a complete file and checks its checksums. Tables stay in the file unless they fit into
    /// `memory` bytes.
    ///
    /// # Errors
    /// If it cannot be read, is not a file of solved positions, or is damaged.
    pub fn open(path: &Path, memory: u64, threads: usize) -> Result<Self, SolveError> {
        let (space, mut file) = TableFile::open(path)?;
        let mut layers = Vec::new();
        layers.resize_with(space.last_layer() + 1, || None);
        let stored = match space.race_layer() {
            Some(race) if race > 0 => race,
            _ => space.last_layer() + 1,
        };
        let mut in_memory = 0;
        for walls in (0..stored).rev() {
            let layer = Layer::new(&space, walls, threads);
            let mut tables = Tables::new(layer, Some(file.reader()?));
            for chunk in 0..tables.layer.chunks() {
                let len = tables.layer.chunk_bytes(chunk) as u64;
                let key = ChunkKey { layer: walls as u32, chunk: chunk as u32, len };
                let mut bytes = Vec::new();
                let begin = file.read(key, &mut bytes)?;
                let begin = begin.expect("a complete file has every chunk, or it is an error");
                let held = in_memory + len <= memory;
                in_memory += if held { len } else { 0 };
                tables.push(bytes, Some(begin), held);
            }
            layers[walls] = Some(tables);
        }
        let checksum = file.finish()?;
        Ok(Self::new(space, layers, Some(checksum)))
    }

    /// The walls that South and North start with.
    pub const fn walls(&self) -> [usize; 2] {
        self.space.walls()
    }

    /// The game.
    pub fn variant(&self) -> Variant {
        self.space.variant()
    }

    /// The checksum of all checksums of the file, if there is one.
    pub const fn checksum(&self) -> Option<u64> {
        self.checksum
    }

    /// The value of the start.
    pub fn start(&self) -> Value {
        let size = self.space.slots.size();
        let pawn = |player| self.space.number(size.start(player));
        let place = self.space.place_of_pawns(pawn(Player::South), pawn(Player::North));
        // Of one layout and one split there is one table, South's half first.
        let code = self.code(Layout::EMPTY, place).expect("the start is a position of the game");
        code.value().expect("the start is legal")
    }

    /// Whether the position belongs to the game: the same board, two players, and as many walls
    /// as the game has, none of the players with more than it started with.
    pub fn covers(&self, position: &Position) -> bool {
        self.space.covers(position)
    }

    /// The value of a position for the player to move; of a finished game, `Loss(0)`. `None` if
    /// the position is not one of the game, or its tables were not kept.
    pub fn value(&self, position: &Position) -> Option<Value> {
        if !self.covers(position) {
            return None;
        }
        if let Some(winner) = position.winner() {
            return Some(Value::of_finished(winner == position.turn()));
        }
        let (layout, place) = self.space.locate(position);
        let at = place.split * self.space.table_len() + place.offset;
        self.code(layout, at)?.value()
    }

    /// The code at a place in the tables of a canonical layout.
    fn code(&self, layout: Layout, at: usize) -> Option<Code> {
        if self.is_race(layout) {
            let mut last = self.last_race.lock().ok()?;
            if last.as_ref().is_none_or(|(solved, _)| *solved != layout) {
                *last = Some((layout, self.race(layout)));
            }
            return last.as_ref().map(|(_, table)| Code(table[at]));
        }
        let tables = self.layers.get(layout.len())?.as_ref()?;
        let number = tables.layer.find(layout)?;
        let mut buffer = Vec::new();
        let block = tables.block(number, &mut buffer).ok()?;
        Some(Code(block[at]))
    }

    /// Every legal move with the value of the position after it, for the player who moves: the
    /// best first, and among equals in the order of the move generator. `None` as for
    /// [`value`](Self::value).
    pub fn moves(&self, position: &Position) -> Option<Vec<(Move, Value)>> {
        let mut moves = Vec::new();
        for mv in position.legal_moves() {
            let mut next = *position;
            next.play_unchecked(mv);
            moves.push((mv, Code::from(self.value(&next)?)));
        }
        moves.sort_by_key(|&(_, code)| code);
        let before = |code: Code| code.before().value().expect("a successor is legal");
        Some(moves.into_iter().map(|(mv, code)| (mv, before(code))).collect())
    }

    /// The best of some [`moves`](Self::moves): all that have the value of the first.
    pub fn best_of(moves: &[(Move, Value)]) -> Vec<Move> {
        let best = moves.first().map(|&(_, value)| value);
        let equal = moves.iter().take_while(|&&(_, value)| Some(value) == best);
        equal.map(|&(mv, _)| mv).collect()
    }

    /// Whether a layout has no walls left to place and is not stored.
    pub(crate) fn is_race(&self, layout: Layout) -> bool {
        self.space.all_walls() > 0 && self.space.race_layer() == Some(layout.len())
    }

    /// Solves a layout without walls left.
    pub(crate) fn race(&self, layout: Layout) -> Vec<u8> {
        let mut table = vec![0; self.space.table_len()];
        Worker::new(&self.space)
            .solve(layout, NextLayer::None, &mut table)
            .expect("races are short");
        table
    }
}
