//! Laws that hold after any history of concurrent users: the trail is a path through the lifecycle table, every accepted command
//! is in it once, every refusal had its reason, and only documents that were signed at every level are posted.
mod answers;
mod between;
mod dimensions;
mod histories;
mod inline;
mod optimistic;
mod players;
mod remembered;
mod reports;
mod sets;
mod slices;
mod timeline;
mod trade;
mod trails;
mod verdict;
mod years;
