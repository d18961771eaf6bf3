//! The facts of each document type and of each action, each in one place: [`types`] has a file for each type, [`Action`] a table.
//! Names, paths, permissions, parties, accounts, what the description says and which actions there are all follow from them.

mod action;
mod document_kind;
mod facts;
pub mod family;
mod governed;
mod key;
pub mod party;
pub(crate) mod spelled;
mod status;
mod sub_ledger;
pub mod types;

pub use action::{Action, Asks, Concerned};
pub use document_kind::DocumentKind;
pub use facts::{DocumentType, Unposted};
pub use family::{Control, Family, ItemsType, PaymentType, Side};
pub use governed::{GovernedAction, GovernedType, Thing};
pub use key::DocumentKey;
pub use party::{Party, PartyKind};
pub use status::Status;
pub use sub_ledger::SubLedger;
