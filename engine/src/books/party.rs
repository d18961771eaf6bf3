//! Customers and vendors. See docs/rules/master-data.md#parties.

mod bank_details;
mod contact;

use crate::approval::access::UserId;
use crate::values::clock::Timestamp;

pub use self::bank_details::{Bank, BankDetails, LastChange};
pub use self::contact::{Address, Contact, ContactDraft};
pub use crate::values::kind::PartyKind;

/// A customer or vendor.
#[derive(Clone, PartialEq, Debug)]
pub struct Party {
    pub kind: PartyKind,
    pub party_id: String,
    pub party_name: String,
    pub is_active: bool,
    /// The person who trades under this name: they sign nothing that they gain from.
    pub user_id: Option<UserId>,
    /// Those of its bills or invoices that give neither terms nor a due date.
    pub payment_terms_id: Option<String>,
    pub contact: Contact,
    pub bank: Bank,
    pub version: i64,
    pub created_at: Timestamp,
    pub created_by: String,
}
