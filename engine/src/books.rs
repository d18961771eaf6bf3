//! What of the store has a name outside of this crate: who opens the books, copies or seals them, and the tests that look behind
//! a door. All else asks [`crate::engine::Engine`].

pub use crate::store::connect::connect;
pub use crate::store::file;
pub use crate::store::jobs::{redeliver, stale};
pub use crate::store::seal::Reach;
pub use crate::store::{Store, StoreError};
