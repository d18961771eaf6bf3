//! What documents go through.

mod approval;
