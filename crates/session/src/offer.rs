//! Offers, which take effect when every human player has agreed.

use std::collections::BTreeSet;

use quoridor_core::Player;

/// An offer of a takeback, a draw or a rematch.
#[derive(Clone, Debug, Default)]
pub struct Offer {
    /// The seats that offered first.
    by: Vec<Player>,
    agreed: BTreeSet<Player>,
}

impl Offer {
    /// Some seats offer it or agree. Returns whether all of `needed` now have.
    pub(crate) fn agree(&mut self, seats: &[Player], needed: &[Player]) -> bool {
        if self.agreed.is_empty() {
            self.by = seats.to_vec();
        }
        self.agreed.extend(seats);
        needed.iter().all(|seat| self.agreed.contains(seat))
    }

    /// Withdraws the offer.
    pub(crate) fn withdraw(&mut self) {
        *self = Self::default();
    }

    /// The seats that offered first.
    pub fn by(&self) -> &[Player] {
        &self.by
    }

    /// The seats that have agreed, including those that offered.
    pub fn agreed(&self) -> impl Iterator<Item = Player> + '_ {
        self.agreed.iter().copied()
    }

    /// Whether there is no offer.
    pub fn is_empty(&self) -> bool {
        self.agreed.is_empty()
    }
}
