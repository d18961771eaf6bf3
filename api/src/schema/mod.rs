//! The wire's own types: what a JSON number, date, id or text may be, said once, for parsing and for the description.
//!
//! The body is checked against these schemas before it is parsed ([`crate::body`]), so that every wrong field is
//! named at once. The `format` and `pattern` of a schema are what that check goes by: see [`formats`].

pub mod account;
pub mod added_up;
pub mod amount;
pub mod approval_limit;
pub mod change_request;
pub mod condition;
pub mod contact;
pub mod coverage;
pub mod date;
pub mod deadline;
pub mod dimension;
pub mod document;
pub mod document_type;
pub mod document_types;
pub mod formats;
pub mod governed;
pub mod keyed;
pub(crate) mod leaf;
pub mod list;
pub mod nullable;
pub mod page;
pub mod plan;
pub mod required;
pub mod routed_by;
pub mod rule;
pub mod status;
pub mod text;
pub mod trail;
pub mod user;
pub mod words;

pub use amount::{Amount, ExchangeRate, GivenRate, PaidAmount, Quantity, Rate, SideAmount, Sum, TaxRate};
pub use date::{WireDate, WireInstant, WireTimestamp};
pub use keyed::Keyed;
pub use list::List;
pub use nullable::Nullable;
pub use required::Required;
pub use status::WireStatus;
pub use text::{CurrencyCode, Id, Memo, Name, RateReason, Reason, Reference, Text, WireUserId};

/// Whether a body of this name says only what is to change: what is left out of it stays, so its null has to mean something, and
/// is taken for [`Nullable`] fields alone. In all other bodies null is as good as left out.
pub fn is_partial(schema: &str) -> bool {
    schema.ends_with("Update")
}
