//! What people's decisions teach: readable rules about whose lines these are.

mod effect;
mod offer;
mod rule;
mod sequence;
mod validate;

pub use effect::{Created, Effect, Status};
pub use offer::{Decision, Offer, offers};
pub use rule::{Condition, Direction, Rule, creation_of, party_of};
pub use validate::Fault;
