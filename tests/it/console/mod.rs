//! The console: its sessions, and how people sign in.

mod bounds;
mod forged;
mod links;
mod sessions;
