//! Customers and vendors.

use super::{RowName, to_json};
use crate::books::party::{Address, Bank, BankDetails, Contact, LastChange, Party, PartyKind};
use crate::kernel::entity::party;
use crate::kernel::store::StoreError;
use crate::values::clock::Timestamp;

pub fn read_party(row: party::Model) -> Result<Party, StoreError> {
    let name = RowName { table: "party", key: &row.party_id.clone() };
    let lines = row.address_lines.as_deref().map(|lines| lines.split('\n').map(str::to_owned).collect());
    let address = Address {
        lines: lines.unwrap_or_default(),
        postal_code: row.postal_code,
        city: row.city,
        region: row.region,
        country: row.country,
    };
    let by = row.bank_changed_by.as_ref().map(|by| name.json("bank_changed_by", by)).transpose()?;
    let details = BankDetails {
        account_holder: row.account_holder,
        iban: row.iban,
        account_number: row.account_number,
        routing_code: row.routing_code,
        bic: row.bic,
    };
    let last_change = row.bank_changed_at.map(|at| {
        Ok::<_, StoreError>(LastChange { at: Timestamp::from_micros(at), by: name.some("bank_changed_by", by)? })
    });
    Ok(Party {
        kind: name.some("party_kind", PartyKind::parse(&row.party_kind))?,
        party_id: row.party_id,
        party_name: row.party_name,
        is_active: row.is_active,
        user_id: row.user_id.map(Into::into),
        payment_terms_id: row.payment_terms_id,
        contact: Contact {
            address: Some(address).filter(|address| *address != Address::default()),
            vat_id: row.vat_id,
            email: row.email,
            phone: row.phone,
        },
        bank: Bank { details, last_change: last_change.transpose()? },
        version: row.version,
        created_at: Timestamp::from_micros(row.created_at),
        created_by: row.created_by,
    })
}

pub fn party(party: &Party) -> Result<party::Model, StoreError> {
    let contact = party.contact.clone();
    let address = contact.address.unwrap_or_default();
    let (details, last_change) = (party.bank.details.clone(), party.bank.last_change.as_ref());
    Ok(party::Model {
        party_kind: party.kind.name().into(),
        party_id: party.party_id.clone(),
        party_name: party.party_name.clone(),
        is_active: party.is_active,
        version: party.version,
        created_at: party.created_at.micros(),
        created_by: party.created_by.clone(),
        user_id: party.user_id.as_ref().map(ToString::to_string),
        address_lines: (!address.lines.is_empty()).then(|| address.lines.join("\n")),
        postal_code: address.postal_code,
        city: address.city,
        region: address.region,
        country: address.country,
        vat_id: contact.vat_id,
        email: contact.email,
        phone: contact.phone,
        account_holder: details.account_holder,
        iban: details.iban,
        account_number: details.account_number,
        routing_code: details.routing_code,
        bic: details.bic,
        bank_changed_at: last_change.map(|change| change.at.micros()),
        bank_changed_by: last_change.map(|change| to_json(&change.by)).transpose()?,
        payment_terms_id: party.payment_terms_id.clone(),
    })
}
