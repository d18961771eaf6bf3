//! Customers and vendors. See docs/rules/master-data.md#parties.

use crate::access::UserId;
use crate::clock::Timestamp;

/// Which side of trade a party stands on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PartyKind {
    Customer,
    Vendor,
}

impl PartyKind {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Customer => "customer",
            Self::Vendor => "vendor",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        [Self::Customer, Self::Vendor].into_iter().find(|kind| kind.name() == name)
    }

    pub const fn id_prefix(self) -> &'static str {
        match self {
            Self::Customer => "CUST-",
            Self::Vendor => "VEND-",
        }
    }
}

/// A customer or vendor.
#[derive(Clone, PartialEq, Debug)]
pub struct Party {
    pub kind: PartyKind,
    pub party_id: String,
    pub party_name: String,
    pub is_active: bool,
    /// The person who trades under this name: they sign nothing that they gain from.
    pub user_id: Option<UserId>,
    pub version: i64,
    pub created_at: Timestamp,
    pub created_by: String,
}
