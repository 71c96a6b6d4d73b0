//! Pictures of Quoridor as SVG, which browsers, notebooks and documents show.
//!
//! - [`position`]: a position.
//! - [`still`]: a position of a game, with the last move and the owners of the walls.
//! - [`animation`](fn@animation): a game that plays itself, again and again.
//! - [`card`](fn@card): a moment of a game beside the graph of its values.

mod animation;
mod board;
mod card;

pub use animation::animation;
pub use board::{position, still};
pub use card::{Card, card};

/// A text between tags.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod well_formed {
    /// The names of all elements of an SVG text, in the order of their tags. Fails if a tag is not
    /// closed where it should be.
    pub(crate) fn elements(svg: &str) -> Vec<&str> {
        let (mut names, mut open) = (Vec::new(), Vec::new());
        for part in svg.split('<').skip(1) {
            let (tag, _) = part.split_once('>').expect("a tag that ends");
            if let Some(name) = tag.strip_prefix('/') {
                assert_eq!(open.pop(), Some(name), "{svg}");
                continue;
            }
            let name = tag.split([' ', '/']).next().expect("a name");
            names.push(name);
            if !tag.ends_with('/') {
                open.push(name);
            }
            assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        }
        assert!(open.is_empty(), "{open:?}");
        names
    }

    pub(crate) fn count(svg: &str, element: &str) -> usize {
        elements(svg).into_iter().filter(|&name| name == element).count()
    }
}
