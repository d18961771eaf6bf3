//! Whom a document is with, by name.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::ConnectionTrait;

use crate::catalog::Catalog;
use crate::document::DocumentKind;
use crate::master::party::PartyKind;
use crate::store::StoreError;
use crate::store::read::parties;

/// Customers and vendors are kept at `/customers` and `/vendors`, employees at `/users` (C8, C33).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PartyType {
    Customer,
    Vendor,
    Employee,
}

impl PartyType {
    /// The party of a document of that type; of a payment, that of what it pays.
    pub const fn of(kind: DocumentKind, settles: Option<DocumentKind>) -> Option<Self> {
        match kind {
            DocumentKind::Invoice | DocumentKind::InvoicePayment | DocumentKind::CreditMemo => Some(Self::Customer),
            DocumentKind::Bill => Some(Self::Vendor),
            DocumentKind::Expense => Some(Self::Employee),
            DocumentKind::BillPayment => match settles {
                Some(DocumentKind::Expense) => Some(Self::Employee),
                Some(_) | None => Some(Self::Vendor),
            },
            DocumentKind::JournalEntry => None,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Customer => "customer",
            Self::Vendor => "vendor",
            Self::Employee => "employee",
        }
    }
}

/// One party of a document. Its name is empty when the directory does not know an employee.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Party {
    pub party_type: PartyType,
    pub party_id: String,
    pub party_name: String,
}

/// The names of parties, looked up together.
#[derive(Default, Debug)]
pub struct Names(BTreeMap<(PartyType, String), String>);

impl Names {
    /// Looks up all of them.
    pub async fn of(
        db: &impl ConnectionTrait,
        catalog: &Catalog,
        asked: impl IntoIterator<Item = (PartyType, String)>,
    ) -> Result<Self, StoreError> {
        let asked: BTreeSet<_> = asked.into_iter().collect();
        let ids = |wanted| asked.iter().filter(move |(kind, _)| *kind == wanted).map(|(_, id)| id.clone());
        let mut names = BTreeMap::new();
        for (party_type, kind) in [(PartyType::Customer, PartyKind::Customer), (PartyType::Vendor, PartyKind::Vendor)] {
            let ids: Vec<_> = ids(party_type).collect();
            if ids.is_empty() {
                continue;
            }
            let found = parties::names(db, kind, &ids).await?;
            names.extend(found.into_iter().map(|(id, name)| ((party_type, id), name)));
        }
        for id in ids(PartyType::Employee) {
            if let Some(user) = catalog.users.get(&id.as_str().into()) {
                names.insert((PartyType::Employee, id), user.name.clone());
            }
        }
        Ok(Self(names))
    }

    pub fn party(&self, party_type: PartyType, party_id: &str) -> Party {
        let key = (party_type, party_id.to_owned());
        let party_name = self.0.get(&key).cloned().unwrap_or_default();
        Party { party_type, party_id: key.1, party_name }
    }
}
