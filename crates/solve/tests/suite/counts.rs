//! The published table of counts.

use quoridor_core::BoardSize;
use quoridor_solve::{layouts_by_walls, legal_layouts_by_walls, legal_pawns_by_listing};

const TABLE: &str = include_str!("../../../../data/wall-layouts.csv");

/// Every board has its layouts, and the placements of two pawns are those of a list where that is
/// short.
#[test]
fn the_table_of_wall_layouts_is_right() {
    let mut lines = TABLE.lines();
    assert_eq!(lines.next(), Some("board,walls,layouts,legal,open,finished"));
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    for size in BoardSize::all() {
        let name = size.to_string();
        let of_board: Vec<_> = rows.iter().filter(|row| row[0] == name).collect();
        let column = |place: usize| -> Vec<u128> {
            of_board.iter().filter_map(|row| row[place].parse().ok()).collect()
        };
        let most = of_board.len();
        assert!(column(1).into_iter().eq(0..most as u128), "{name}");
        let layouts = layouts_by_walls(size);
        assert_eq!(column(2), layouts[..most], "{name}");
        assert!(layouts[most..].iter().all(|&count| count == 0), "{name}");
        assert_eq!(column(3), legal_layouts_by_walls(size)[..most], "{name}");
        if usize::from(size.width()) * usize::from(size.height()) <= 18 && size.width() <= 5 {
            let listed = legal_pawns_by_listing(size);
            assert_eq!(column(4), listed.open[..most], "{name}");
            assert_eq!(column(5), listed.finished[..most], "{name}");
        }
        let counted = if size.width() <= 5 { most } else { 0 };
        assert_eq!((column(4).len(), column(5).len()), (counted, counted), "{name}");
    }
}
