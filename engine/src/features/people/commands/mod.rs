//! What is done to people: users, roles and limits.

pub(super) mod limits;
pub mod role;
pub mod seed_roles;
pub mod user;
