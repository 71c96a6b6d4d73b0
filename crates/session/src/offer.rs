//! Offers that take effect when every human player has agreed.

use std::collections::BTreeSet;

use quoridor_core::Player;

/// A takeback, a draw or a rematch that some seats have asked for.
#[derive(Clone, Debug, Default)]
pub struct Offer {
    /// The seats that asked first.
    by: Vec<Player>,
    agreed: BTreeSet<Player>,
}

impl Offer {
    /// Some seats ask for it, or agree. Whether all of `needed` have now.
    pub(crate) fn agree(&mut self, seats: &[Player], needed: &[Player]) -> bool {
        if self.agreed.is_empty() {
            self.by = seats.to_vec();
        }
        self.agreed.extend(seats);
        needed.iter().all(|seat| self.agreed.contains(seat))
    }

    /// Nobody asks any more.
    pub(crate) fn withdraw(&mut self) {
        *self = Self::default();
    }

    /// The seats that asked first.
    pub fn by(&self) -> &[Player] {
        &self.by
    }

    /// The seats that have agreed, those that asked included.
    pub fn agreed(&self) -> impl Iterator<Item = Player> + '_ {
        self.agreed.iter().copied()
    }

    /// Whether nobody has asked.
    pub fn is_empty(&self) -> bool {
        self.agreed.is_empty()
    }
}
