//! Reports, one file each: what is asked, what is answered.

pub mod pending;
pub mod trial_balance;
pub mod unposted;
