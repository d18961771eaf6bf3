//! What is read of documents: lists, desks, what was returned, what is not posted yet. The actions on documents stand in
//! [`crate::books::action`].

pub(crate) mod check;
pub mod query;
pub mod reads;

pub(crate) use self::check::check as compare;
