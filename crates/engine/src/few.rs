//! Short lists.

use std::cmp::Ordering;

/// Sorts a list of a few hundred things at most; things that are equal keep their order.
///
/// An insertion sort. The sort of the standard library is faster, and ten kilobytes of WebAssembly
/// for every type that it sorts, which the players of a web page first have to load.
pub fn sort_few<T>(list: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    for end in 1..list.len() {
        let mut place = end;
        while place > 0 && compare(&list[place - 1], &list[place]).is_gt() {
            list.swap(place - 1, place);
            place -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// The standard library's stable sort is the judge.
    #[test]
    fn it_sorts_as_the_standard_library_does() {
        let mut random = Random::new(7);
        for length in 0..200 {
            let mut list: Vec<(usize, usize)> =
                (0..length).map(|place| (random.below(20), place)).collect();
            let mut expected = list.clone();
            expected.sort_by_key(|&(key, _)| key);
            sort_few(&mut list, |(one, _), (other, _)| one.cmp(other));
            assert_eq!(list, expected);
        }
    }
}
