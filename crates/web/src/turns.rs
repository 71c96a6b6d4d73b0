//! A queue in which addresses take turns.

use std::collections::VecDeque;
use std::net::IpAddr;

use crate::address::Address;

/// What waits. Addresses take turns, and each gets its own in the order in which they came. New
/// addresses go before those that have had a turn. The networks of one IPv6 site count as one.
#[derive(Debug)]
pub(crate) struct Turns<T> {
    by_site: VecDeque<Queue<T>>,
}

/// What waits for one address.
#[derive(Debug)]
struct Queue<T> {
    site: IpAddr,
    waiting: VecDeque<T>,
    had_turn: bool,
}

impl<T> Default for Turns<T> {
    fn default() -> Self {
        Self { by_site: VecDeque::new() }
    }
}

impl<T> Turns<T> {
    /// Adds something behind the rest of its address.
    pub(crate) fn put(&mut self, address: Address, item: T) {
        let new = self.by_site.iter().take_while(|queue| !queue.had_turn).count();
        self.put_at(new, false, address, item);
    }

    /// Puts something back that was interrupted.
    pub(crate) fn put_back(&mut self, address: Address, item: T) {
        self.put_at(self.by_site.len(), true, address, item);
    }

    fn put_at(&mut self, place: usize, had_turn: bool, address: Address, item: T) {
        let site = address.site();
        match self.by_site.iter_mut().find(|queue| queue.site == site) {
            Some(queue) => queue.waiting.push_back(item),
            None => {
                let waiting = VecDeque::from([item]);
                self.by_site.insert(place, Queue { site, waiting, had_turn });
            }
        }
    }

    /// What is next. The address whose turn it was goes to the end, if more of it waits.
    pub(crate) fn next(&mut self) -> Option<T> {
        let mut queue = self.by_site.pop_front()?;
        let item = queue.waiting.pop_front();
        if !queue.waiting.is_empty() {
            self.by_site.push_back(Queue { had_turn: true, ..queue });
        }
        item
    }

    pub(crate) fn len(&self) -> usize {
        self.by_site.iter().map(|queue| queue.waiting.len()).sum()
    }

    pub(crate) fn len_of(&self, address: Address) -> usize {
        let own = self.by_site.iter().find(|queue| queue.site == address.site());
        own.map_or(0, |queue| queue.waiting.len())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.by_site.is_empty()
    }

    /// Whether another address waits.
    pub(crate) fn has_other(&self, address: Address) -> bool {
        self.by_site.iter().any(|queue| queue.site != address.site())
    }

    /// Drops what is not wanted any more, with all the memory that it has.
    pub(crate) fn retain(&mut self, mut is_wanted: impl FnMut(&T) -> bool) {
        for queue in &mut self.by_site {
            queue.waiting.retain(&mut is_wanted);
        }
        self.by_site.retain(|queue| !queue.waiting.is_empty());
    }
}
