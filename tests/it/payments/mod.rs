//! What is due, and what payments, credit memos and voids make of it (C14, C17, C18).

mod closing;
mod drafts;
mod partial;
mod races;
