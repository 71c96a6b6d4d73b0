//! Proved results.

use std::num::NonZeroU16;

use quoridor_core::Player;

/// That a player wins whatever the others do, and in how many moves of all players at most.
///
/// Kept in two bytes: the seat in the lowest two bits, one more than the moves above them, so that
/// an `Option` of it takes no more room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Proof(NonZeroU16);

/// The most moves that fit; what takes longer stays unproved.
const MAX_PLIES: u16 = (u16::MAX >> 2) - 1;

impl Proof {
    /// The game is over and a player has won.
    pub(super) const fn over(winner: Player) -> Self {
        Self::new(winner, 0)
    }

    /// A player wins within this many plies.
    pub(super) const fn new(winner: Player, plies: u16) -> Self {
        debug_assert!(plies <= MAX_PLIES);
        Self(
            NonZeroU16::new((plies + 1) << 2 | winner as u16)
                .expect("one more than the moves is not zero"),
        )
    }

    /// The winner.
    pub(super) const fn winner(self) -> Player {
        Player::ALL[(self.0.get() & 3) as usize]
    }

    /// In how many moves at most.
    pub(super) const fn plies(self) -> u16 {
        (self.0.get() >> 2) - 1
    }

    /// The proof for a position in which `mover` is to move, from the proofs for the positions
    /// after each of its moves.
    ///
    /// A move that wins for the mover is enough. Otherwise *every* move must lose to the *same*
    /// player: with three or four players, moves that lose to different ones prove only that the
    /// mover decides who wins, and that is left open here.
    ///
    /// Proofs stand on finished games alone. A repeated position is another node further down,
    /// never a proof; nor is a game that was played out or broken off.
    pub(super) fn of_position(
        mover: Player,
        moves: impl Iterator<Item = Option<Self>> + Clone,
    ) -> Option<Self> {
        let wins = moves.clone().flatten().filter(|proof| proof.winner() == mover);
        if let Some(shortest) = wins.map(Self::plies).min() {
            return Self::one_move_before(mover, shortest);
        }
        let mut moves = moves;
        let mut longest = moves.next()??;
        for proof in moves {
            let proof = proof.filter(|proof| proof.winner() == longest.winner())?;
            if proof.plies() > longest.plies() {
                longest = proof;
            }
        }
        Self::one_move_before(longest.winner(), longest.plies())
    }

    fn one_move_before(winner: Player, plies: u16) -> Option<Self> {
        (plies < MAX_PLIES).then(|| Self::new(winner, plies + 1))
    }
}

#[cfg(test)]
mod tests {
    use Player::{North, South, West};

    use super::*;

    fn proved(mover: Player, moves: &[Option<Proof>]) -> Option<Proof> {
        Proof::of_position(mover, moves.iter().copied())
    }

    #[test]
    fn holds_what_was_put_in() {
        for (winner, plies) in Player::ALL.into_iter().zip([0, 1, 255, MAX_PLIES]) {
            let proof = Proof::new(winner, plies);
            assert_eq!((proof.winner(), proof.plies()), (winner, plies));
        }
        assert_eq!(size_of::<Option<Proof>>(), 2);
    }

    #[test]
    fn one_winning_move_is_enough_and_the_shortest_counts() {
        let moves = [
            None,
            Some(Proof::new(South, 4)),
            Some(Proof::new(South, 2)),
            Some(Proof::new(North, 1)),
        ];
        assert_eq!(proved(South, &moves), Some(Proof::new(South, 3)));
    }

    #[test]
    fn a_loss_needs_every_move_and_the_longest_counts() {
        let (short, long) = (Some(Proof::new(North, 1)), Some(Proof::new(North, 5)));
        assert_eq!(proved(South, &[short, long, short]), Some(Proof::new(North, 6)));
        assert_eq!(proved(South, &[short, None, short]), None);
        assert_eq!(proved(South, &[None, short]), None);
        assert_eq!(proved(South, &[]), None);
    }

    #[test]
    fn what_takes_too_long_stays_unproved() {
        assert_eq!(proved(South, &[Some(Proof::new(South, MAX_PLIES))]), None);
        assert_eq!(proved(South, &[Some(Proof::new(North, MAX_PLIES))]), None);
    }

    #[test]
    fn to_lose_to_one_or_another_proves_no_winner() {
        assert_eq!(proved(South, &[Some(Proof::new(North, 1)), Some(Proof::new(West, 1))]), None);
    }
}
