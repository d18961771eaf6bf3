//! Customers and vendors of the demo company, some with all that is known of them.

use std::sync::Arc;

use engine::approval::access::Actor;
use engine::books::party::{Address, BankDetails, ContactDraft, PartyKind};
use engine::books::request::Asked;
use engine::features::parties::bank_details::SaveBankDetails;
use engine::features::parties::commands::SaveParty;
use engine::kernel::engine::Engine;
use engine::values::error::{Error, Faults};

use super::people::done;

const PARTIES: [(PartyKind, &str, &str); 5] = [
    (PartyKind::Customer, "CUST-ACME", "Acme Corporation"),
    (PartyKind::Customer, "CUST-GLOBEX", "Globex Ltd"),
    (PartyKind::Customer, "CUST-INITECH", "Initech GmbH"),
    (PartyKind::Vendor, "VEND-PAPER", "Paper & Pens Inc"),
    (PartyKind::Vendor, "VEND-LANDLORD", "Main Street Estates"),
];

/// Street, postal code, city, region, country; VAT id, e-mail, phone.
const FOUND: [(&str, [&str; 5], [&str; 3]); 3] = [
    (
        "CUST-INITECH",
        ["Torstraße 1", "10119", "Berlin", "", "DE"],
        ["DE136695976", "buchhaltung@initech.example", "+49 30 5550100"],
    ),
    (
        "VEND-PAPER",
        ["12 Mill Road", "01040", "Holyoke", "MA", "US"],
        ["", "billing@paperandpens.example", "+1 413 555 0117"],
    ),
    ("VEND-LANDLORD", ["1 Main Street", "10001", "New York", "NY", "US"], ["", "rent@mainstreet.example", ""]),
];

fn given(text: &str) -> Option<String> {
    Some(text).filter(|text| !text.is_empty()).map(str::to_owned)
}

fn contact(party_id: &str) -> ContactDraft {
    let Some((_, [street, postal_code, city, region, country], [vat_id, email, phone])) =
        FOUND.into_iter().find(|found| found.0 == party_id)
    else {
        return ContactDraft::default();
    };
    let address = Address {
        lines: vec![street.to_owned()],
        postal_code: given(postal_code),
        city: given(city),
        region: given(region),
        country: given(country),
    };
    ContactDraft {
        address: Some(Some(address)),
        vat_id: Some(given(vat_id)),
        email: Some(given(email)),
        phone: Some(given(phone)),
    }
}

/// Whom the company buys from, and where it pays them: a German bank, and an American one.
fn bank_details() -> [(&'static str, BankDetails); 2] {
    let paper = BankDetails {
        account_holder: given("Paper & Pens Inc"),
        account_number: given("000123456789"),
        routing_code: given("021000021"),
        ..BankDetails::default()
    };
    let landlord = BankDetails {
        account_holder: given("Main Street Estates"),
        iban: given("DE89370400440532013000"),
        bic: given("COBADEFFXXX"),
        ..BankDetails::default()
    };
    [("VEND-PAPER", paper), ("VEND-LANDLORD", landlord)]
}

pub async fn write(engine: &Arc<Engine>) -> Result<(), Error> {
    let system = || Asked::by(Actor::system());
    for (kind, party_id, name) in PARTIES {
        let command = SaveParty {
            kind,
            party_id: party_id.into(),
            party_name: Some(name.into()),
            is_active: None,
            user_id: None,
            payment_terms_id: None,
            contact: contact(party_id),
            create: true,
            faults: Faults::default(),
        };
        done(engine.perform(system(), command).await)?;
    }
    for (party_id, details) in bank_details() {
        let (kind, party_id, faults) = (PartyKind::Vendor, party_id.to_owned(), Faults::default());
        done(engine.perform(system(), SaveBankDetails { kind, party_id, details, faults }).await)?;
    }
    Ok(())
}
