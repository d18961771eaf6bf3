//! What people's decisions teach: readable rules about whose lines these are.

mod book;
mod effect;
mod offer;
mod rule;
mod sequence;
mod validate;

pub use book::{RuleBook, entry_of, party_of};
pub use effect::{Effect, Making};
pub use offer::{Decision, Offer, offers};
pub use rule::{Condition, Direction, Rule};
pub use validate::Fault;
