//! Where everything is on the screen: the same for drawing and for the mouse.

use quoridor_core::Variant;
use ratatui::layout::{Position as Point, Rect, Size};

use crate::board::{BoardPlace, Cell};

/// The columns that the panels beside the board need; with twice as many they stand beside each
/// other.
const PANEL_WIDTH: u16 = 38;

/// A panel below another, a title above the board, two lines below: the fewest rows that show
/// everything.
const LEAST_ROWS: u16 = 20;
const LEAST_COLUMNS: u16 = 70;

/// The rows of the first panel that are not players: its frame, the head of its table, what can be
/// done, and a comment.
const ROWS_BESIDE_PLAYERS: u16 = 5;

/// A panel with its frame: two turns.
const LEAST_HISTORY_ROWS: u16 = 4;

/// The lines that are not the board's: the title above it, the message and the line that is typed
/// below.
const OTHER_ROWS: u16 = 3;

/// A terminal that is too small, and how large it would have to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooSmall {
    pub(crate) needed: Size,
}

/// The game screen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    pub(crate) title: Rect,
    pub(crate) board: BoardPlace,
    /// Who plays, and how it stands.
    pub(crate) players: Rect,
    pub(crate) history: Rect,
    pub(crate) engine: Rect,
    pub(crate) message: Rect,
    pub(crate) line: Rect,
}

impl Layout {
    /// The largest board that leaves room for the panels.
    ///
    /// # Errors
    /// Not even the smallest does.
    pub(crate) fn new(screen: Size, variant: Variant, flipped: bool) -> Result<Self, TooSmall> {
        let size = variant.size;
        let needs = |cell: Cell| {
            let (width, height) = cell.board(size);
            Size {
                width: (width + 1 + PANEL_WIDTH).max(LEAST_COLUMNS),
                height: (height + OTHER_ROWS).max(LEAST_ROWS),
            }
        };
        let fits = |cell: &Cell| {
            needs(*cell).width <= screen.width && needs(*cell).height <= screen.height
        };
        let cell =
            Cell::ALL.into_iter().rfind(fits).ok_or(TooSmall { needed: needs(Cell::ALL[0]) })?;
        let Size { width, height } = screen;
        let (board_width, _) = cell.board(size);
        let board = BoardPlace::new(size, cell, flipped, Point { x: 0, y: 1 });
        let side = Rect {
            x: board_width + 1,
            y: 1,
            width: width - board_width - 1,
            height: height - OTHER_ROWS,
        };
        let is_wide = side.width >= 2 * PANEL_WIDTH;
        let (left, right) = if is_wide { halves(side) } else { (side, side) };
        let players = Rect { height: variant.seats.count() as u16 + ROWS_BESIDE_PLAYERS, ..left };
        let below = Rect { y: players.bottom(), height: left.height - players.height, ..left };
        let history_rows =
            if is_wide { below.height } else { (below.height / 3).max(LEAST_HISTORY_ROWS) };
        let history = Rect { height: history_rows, ..below };
        let engine = if is_wide {
            right
        } else {
            Rect { y: history.bottom(), height: below.height - history_rows, ..below }
        };
        Ok(Self {
            title: Rect { x: 0, y: 0, width, height: 1 },
            board,
            players,
            history,
            engine,
            message: Rect { x: 0, y: height - 2, width, height: 1 },
            line: Rect { x: 0, y: height - 1, width, height: 1 },
        })
    }
}

fn halves(area: Rect) -> (Rect, Rect) {
    let half = area.width / 2;
    (Rect { width: half, ..area }, Rect { x: area.x + half, width: area.width - half, ..area })
}

/// The least that the menu needs.
pub(crate) const MENU_SIZE: Size = Size { width: 60, height: 18 };

/// The rows above the menu's own: its title.
const MENU_TOP: u16 = 5;

/// Where the rows of the menu are: in the middle of the screen.
pub(crate) fn menu_area(screen: Size, rows: usize) -> Rect {
    let width = MENU_SIZE.width.min(screen.width);
    let height =
        u16::try_from(rows).unwrap_or(u16::MAX).min(screen.height.saturating_sub(MENU_TOP));
    Rect { x: (screen.width - width) / 2, y: MENU_TOP.min(screen.height), width, height }
}

/// The row of the menu that is in a line of the screen.
pub(crate) fn menu_row(screen: Size, rows: usize, line: u16) -> Option<usize> {
    let area = menu_area(screen, rows);
    (area.y..area.bottom()).contains(&line).then(|| usize::from(line - area.y))
}
