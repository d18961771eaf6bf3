//! The part of the store that is public outside this crate: for programs that open, copy or seal the books, and for tests that look
//! into the store. All other code asks [`crate::kernel::engine::Engine`].

pub use crate::kernel::store::connect::{connect, connect_replica};
pub use crate::kernel::store::file;
pub use crate::kernel::store::jobs::{redeliver, stale};
pub use crate::kernel::store::seal::Reach;
pub use crate::kernel::store::{Store, StoreError};
