//! The back-off: each failure is tried again after a longer pause than the one before.

use std::time::Duration;

/// The pauses between one attempt and the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BackOff {
    pub first: Duration,
    /// By how much each pause is longer than the one before it.
    pub factor: u32,
    pub at_most: Duration,
}

impl BackOff {
    /// The pause after so many failures in a row, counted from 1.
    pub fn after(&self, failures: u32) -> Duration {
        let grown = self.factor.saturating_pow(failures.saturating_sub(1));
        self.first.saturating_mul(grown).min(self.at_most)
    }
}

#[cfg(test)]
mod tests {
    use crate::books::queue::Queue;

    #[test]
    fn pauses_grow_up_to_the_longest() {
        let back_off = Queue::PostDocument.policy().retry.back_off;
        let seconds = (1..=6).map(|failures| back_off.after(failures).as_secs()).collect::<Vec<_>>();
        assert_eq!(seconds, [5, 15, 45, 135, 405, 600]);
        assert_eq!(back_off.after(u32::MAX).as_secs(), 600);
    }
}
