//! What else is under way for the document that this one settles or is about: who signs it must not sign the same money twice unawares.

use serde_json::Value;

use super::related::Related;
use crate::fields::Fields;
use crate::json::Members;
use crate::operations::segment;
use crate::visit::Visit;
use crate::vocabulary::{DocumentType, document_type, page_of};

/// The others, and what is due of what they settle.
pub struct UnderWay {
    /// What is settled.
    pub id: String,
    pub link: String,
    /// Empty where the reader may not read it.
    pub due: String,
    pub pending: String,
    pub others: Vec<Related>,
}

/// What may be settled, with what settles it.
const SETTLED: [(&str, &[&str]); 3] = [
    ("bill", &["bill_payment", "vendor_credit"]),
    ("expense", &["bill_payment"]),
    ("invoice", &["invoice_payment", "credit_memo"]),
];

/// Submitted, and not in the ledger yet.
const STATUSES: &str = "Pending Approval,On Hold,Approved";
const MOST: &str = "20";

/// The others of a document that is not signed yet; nothing where there are none.
pub async fn under_way(visit: &Visit, kind: &DocumentType, id: &str, document: &Value) -> Option<UnderWay> {
    if !["Draft", "Pending Approval", "On Hold"].contains(&document.text("status").as_str()) {
        return None;
    }
    let mut settled = SETTLED.into_iter().filter(|(_, by)| by.contains(&kind.name));
    let (settled, by, wanted) = settled.find_map(|(name, by)| {
        let settled = document_type(name)?;
        Some((settled, by, document.given(settled.id)?))
    })?;
    let mut others = Vec::new();
    for payer in by.iter().filter_map(|name| document_type(name)) {
        let query: Fields =
            [("pays", wanted.as_str()), ("status", STATUSES), ("lines", "false"), ("limit", MOST)].into();
        let Ok(list) = visit.operations.aside(&format!("/{}", payer.collection), &query).await else { continue };
        // A bill and an expense may have one id.
        let of_it = list.0.list("data").iter().filter(|other| other.given(settled.id).as_deref() == Some(&wanted));
        let own = |other: &&Value| payer.name == kind.name && other.text(payer.id) == id;
        others.extend(of_it.filter(|other| !own(other)).filter_map(|other| related(visit, payer, other)));
    }
    if others.is_empty() {
        return None;
    }
    let path = format!("/{}/{}", settled.collection, segment(&wanted));
    let found = visit.operations.aside(&path, &Fields::default()).await.map(|found| found.0).unwrap_or_default();
    let figure = |name: &str| {
        let currency = found.text("currency");
        found.given(name).map_or_else(String::new, |text| format!("{} {currency}", visit.amount(&text, &currency)))
    };
    Some(UnderWay {
        link: page_of(settled.name, &wanted)?,
        due: figure("amount_due"),
        pending: figure("amount_pending"),
        id: wanted,
        others,
    })
}

fn related(visit: &Visit, kind: &DocumentType, other: &Value) -> Option<Related> {
    let (id, currency) = (other.text(kind.id), other.text("currency"));
    let amount = other.given("payment").or_else(|| other.given("total"))?;
    Some(Related {
        how: "document.under_way.one",
        link: page_of(kind.name, &id)?,
        id,
        status: other.text("status"),
        figure: format!("{} {currency}", visit.amount(&amount, &currency)),
    })
}
