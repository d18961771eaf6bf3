//! How a bulk ended.

use crate::books::action::bulk::Done;
use crate::values::error::Refusal;

/// What became of each item, in their order.
pub type Outcomes = Vec<Result<Done, Refusal>>;

/// How a bulk ended.
#[derive(Debug)]
pub enum Ended {
    /// What was not refused is committed.
    Done(Outcomes),
    /// The bulk was to be done as a whole: this item, counted from 0, is the first that was refused, and nothing is done.
    Refused { index: usize, refusal: Refusal },
}
