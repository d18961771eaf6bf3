//! What holds after any history: postings balance, nothing is posted twice, a closed period takes nothing.
mod histories;
mod reports;
