//! Documents: many types, one lifecycle, one engine. See docs/rules/documents.md#document-types.

pub mod content;
pub mod deduction;
pub mod deferred;
pub mod difference;
pub mod digest;
pub mod draft;
pub mod handed_over;
pub mod lifecycle;
pub mod line_tax;
pub mod model;
pub mod order;
pub mod pending;
pub mod remembered;
pub mod settles;
pub mod stage;
pub mod terms;

pub use content::{Content, EntryType, ItemLine, Items, Journal, Line, Particulars, Payment, Tax};
pub use deduction::{Deduction, WriteOff};
pub use digest::Digest;
pub use draft::Draft;
pub use handed_over::HandedOver;
pub use lifecycle::{Action, Status};
pub use line_tax::{LineTax, ReverseCharge};
pub use model::Document;
pub use order::DocumentOrder;
pub use pending::{AmountPending, Pending};
pub use remembered::{Remembered, Written, WrittenBy};
pub use settles::{Part, Settles, Several};
pub use stage::Stage;
pub use terms::{Offered, Taken, Terms};
