//! The party of a document: customer, vendor or employee, with its name.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::ConnectionTrait;

use crate::approval::access::UserId;
use crate::approval::catalog::Catalog;
use crate::books::party::PartyKind;
use crate::kernel::store::StoreError;
use crate::values::kind;
use crate::values::kind::{DocumentKind, Family};

/// Customers and vendors are kept at `/customers` and `/vendors`, employees at `/users`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PartyType {
    Customer,
    Vendor,
    Employee,
}

impl PartyType {
    /// The party type of a document; for a payment, that of the document that it pays.
    pub fn of(kind: DocumentKind, settles: Option<DocumentKind>) -> Option<Self> {
        let of = match &kind.facts().family {
            Family::Journal => return None,
            Family::Items(items) => items.party,
            Family::Payment(_) => settles.and_then(DocumentKind::items)?.party,
        };
        Some(match of {
            kind::Party::Recorded(PartyKind::Customer) => Self::Customer,
            kind::Party::Recorded(PartyKind::Vendor) => Self::Vendor,
            kind::Party::Employee => Self::Employee,
        })
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

impl Party {
    /// Whether both are the same party. Employees are compared by their case-folded ids.
    pub fn is(&self, other: &Self) -> bool {
        self.party_type == other.party_type
            && match self.party_type {
                PartyType::Employee => UserId::from(self.party_id.as_str()) == other.party_id.as_str().into(),
                PartyType::Customer | PartyType::Vendor => self.party_id == other.party_id,
            }
    }
}

/// The names of parties, looked up together.
#[derive(Default, Debug)]
pub struct Names {
    /// Customers and vendors, by id.
    named: BTreeMap<(PartyType, String), String>,
    /// Employees, by case-folded id: documents may spell one person in several ways.
    employees: BTreeMap<UserId, Party>,
}

impl Names {
    /// Looks up the names of these parties.
    pub async fn of(
        db: &impl ConnectionTrait,
        catalog: &Catalog,
        asked: impl IntoIterator<Item = (PartyType, String)>,
    ) -> Result<Self, StoreError> {
        let asked: BTreeSet<_> = asked.into_iter().collect();
        let ids = |wanted| asked.iter().filter(move |(kind, _)| *kind == wanted).map(|(_, id)| id.clone());
        let mut names = Self::default();
        for (party_type, kind) in [(PartyType::Customer, PartyKind::Customer), (PartyType::Vendor, PartyKind::Vendor)] {
            let ids: Vec<_> = ids(party_type).collect();
            if ids.is_empty() {
                continue;
            }
            let found = crate::features::parties::names(db, kind, &ids).await?;
            names.named.extend(found.into_iter().map(|(id, name)| ((party_type, id), name)));
        }
        for id in ids(PartyType::Employee) {
            let user_id = UserId::from(id);
            let (party_id, party_name) = match catalog.users.get(&user_id) {
                Some(user) => (user.user_id.to_string(), user.name.clone()),
                None => (user_id.to_string(), String::new()),
            };
            let party = Party { party_type: PartyType::Employee, party_id, party_name };
            names.employees.entry(user_id).or_insert(party);
        }
        Ok(names)
    }

    /// The party of a document. An employee has the directory's spelling, or else that of one of the documents.
    pub fn party(&self, party_type: PartyType, party_id: &str) -> Party {
        if party_type == PartyType::Employee
            && let Some(employee) = self.employees.get(&UserId::from(party_id))
        {
            return employee.clone();
        }
        let key = (party_type, party_id.to_owned());
        let party_name = self.named.get(&key).cloned().unwrap_or_default();
        Party { party_type, party_id: key.1, party_name }
    }
}
