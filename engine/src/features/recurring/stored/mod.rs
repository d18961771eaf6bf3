//! The stored shapes of recurring documents: the document that is made (`recurring_document.document`) and its schedule
//! (`recurring_document.schedule`), each an object of version 0.

mod draft;
mod schedule;

pub use draft::PAYROLL;

#[cfg(test)]
mod tests;
