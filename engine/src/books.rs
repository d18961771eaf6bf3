//! The part of the store that is public outside this crate: for programs that open, copy or seal the books, and for tests that look
//! into the store. All other code asks [`crate::engine::Engine`].

pub use crate::store::connect::{connect, connect_replica};
pub use crate::store::file;
pub use crate::store::jobs::{redeliver, stale};
pub use crate::store::seal::Reach;
pub use crate::store::{Store, StoreError};
