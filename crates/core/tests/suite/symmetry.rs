//! Symmetries preserve what they must.

use quoridor_core::{MoveSet, Position, Seats, Square, Symmetry, Variant, Wall};

use crate::random::{self, Random};

#[test]
fn symmetries_preserve_moves_distances_and_ends() {
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let variant = random::variant(&mut random);
        let mut positions = vec![(None, Position::start(variant))];
        positions.extend(
            random::game(variant, &mut random)
                .into_iter()
                .map(|(mv, position)| (Some(mv), position)),
        );
        for window in positions.windows(2) {
            let (before, (mv, position)) = (window[0].1, window[1]);
            for &symmetry in Symmetry::of(variant) {
                let image = symmetry.position(&position).unwrap();
                let legal: MoveSet =
                    position.legal_moves().iter().map(|mv| symmetry.mv(mv, variant.size)).collect();
                assert_eq!(image.legal_moves(), legal, "{position:?} {symmetry:?}");
                for &player in variant.seats.players() {
                    assert_eq!(image.distance(symmetry.player(player)), position.distance(player));
                }
                assert_eq!(image.winner(), position.winner().map(|player| symmetry.player(player)));
                // To move and to turn over is to turn over and to move.
                let moved = symmetry
                    .position(&before)
                    .unwrap()
                    .play(symmetry.mv(mv.unwrap(), variant.size))
                    .unwrap();
                assert_eq!(moved, image);
                // Every image has the same canonical form.
                assert_eq!(image.canonical().0, position.canonical().0);
                // Each symmetry here undoes itself.
                assert_eq!(symmetry.position(&image), Some(position));
            }
            let (canonical, symmetry) = position.canonical();
            assert_eq!(symmetry.position(&position), Some(canonical));
            assert_eq!(canonical.canonical(), (canonical, Symmetry::Identity));
        }
    }
}

#[test]
fn images_worked_by_hand() {
    let size = Variant::STANDARD.size;
    let square: Square = "b3".parse().unwrap();
    let wall: Wall = "b3h".parse().unwrap(); // above b3 and c3
    let images = |symmetry: Symmetry| {
        (symmetry.square(square, size).to_string(), symmetry.wall(wall, size).to_string())
    };
    assert_eq!(images(Symmetry::Identity), ("b3".into(), "b3h".into()));
    assert_eq!(images(Symmetry::Mirror), ("h3".into(), "g3h".into())); // above g3 and h3
    assert_eq!(images(Symmetry::Rotation), ("h7".into(), "g6h".into())); // below g7 and h7
    assert_eq!(images(Symmetry::MirrorRotation), ("b7".into(), "b6h".into())); // below b7 and c7
}

#[test]
fn three_players_have_none_and_four_only_the_rotation() {
    let three = Position::start(Variant::official(Seats::Three));
    let four = Position::start(Variant::official(Seats::Four));
    assert_eq!(Symmetry::Mirror.position(&three), None);
    assert_eq!(Symmetry::Rotation.position(&three), None);
    assert_eq!(Symmetry::Mirror.position(&four), None);
    assert!(Symmetry::Rotation.position(&four).is_some());
}
