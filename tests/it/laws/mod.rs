//! What holds after any history, whoever acts beside whom: the trail is a path through the lifecycle table, every accepted
//! command stands in it once, every refusal had its reason, and nothing is posted that was not signed at every level.
mod answers;
mod histories;
mod players;
mod reports;
mod timeline;
mod trade;
mod trails;
mod verdict;
