//! Where a party is found. See docs/rules/master-data.md#addresses.

use serde_json::{Value, json};

/// As on an envelope; each part may be missing.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Address {
    /// Street, building, department: what stands above the city. None has a line break.
    pub lines: Vec<String>,
    pub postal_code: Option<String>,
    pub city: Option<String>,
    pub region: Option<String>,
    /// ISO 3166-1 alpha-2.
    pub country: Option<String>,
}

/// Where a party is found, and by which number the tax office knows it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Contact {
    /// Never one without any part.
    pub address: Option<Address>,
    pub vat_id: Option<String>,
    pub email: Option<String>,
    pub phone: Option<String>,
}

/// What is to change of it: `None` leaves a field as it is, `Some(None)` takes it away. An address is replaced as a whole.
#[derive(Clone, Default, Debug)]
pub struct ContactDraft {
    pub address: Option<Option<Address>>,
    pub vat_id: Option<Option<String>>,
    pub email: Option<Option<String>>,
    pub phone: Option<Option<String>>,
}

impl Address {
    /// For the trail.
    pub fn details(&self) -> Value {
        json!({
            "lines": self.lines, "postal_code": self.postal_code, "city": self.city, "region": self.region,
            "country": self.country,
        })
    }
}

impl ContactDraft {
    /// This contact with what is to change.
    pub fn applied_to(&self, contact: &Contact) -> Contact {
        let kept =
            |draft: &Option<Option<String>>, before: &Option<String>| draft.clone().unwrap_or_else(|| before.clone());
        let address = self.address.clone().unwrap_or_else(|| contact.address.clone());
        Contact {
            address: address.filter(|address| *address != Address::default()),
            vat_id: kept(&self.vat_id, &contact.vat_id),
            email: kept(&self.email, &contact.email),
            phone: kept(&self.phone, &contact.phone),
        }
    }
}
