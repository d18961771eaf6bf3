//! What is read of the trail. It is written, sealed and proved by [`crate::kernel`].

mod entries;
pub mod list;
pub mod of_one;
