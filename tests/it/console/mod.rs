//! The console: its sessions, and how people sign in.

mod forged;
mod links;
mod sessions;
