//! The documents that belong to this one: what it settles, what settles it, what it reverses.

use serde_json::Value;

use crate::fields::Fields;
use crate::json::Members;
use crate::operations::segment;
use crate::visit::Visit;
use crate::vocabulary::{DocumentType, document_type, page_of};

/// One of them.
pub struct Related {
    /// What it is to this document, a key of the texts.
    pub how: &'static str,
    pub id: String,
    pub link: String,
    pub status: String,
    pub figure: String,
}

/// What the document itself names.
const NAMED: [(&str, &str, &str); 5] = [
    ("original_entry_id", "journal_entry", "document.related.original"),
    ("reversing_entry_id", "journal_entry", "document.related.reversal"),
    ("bill_id", "bill", "document.related.settles"),
    ("expense_id", "expense", "document.related.settles"),
    ("invoice_id", "invoice", "document.related.settles"),
];

/// All of them; of payments the first fifty.
pub async fn related(visit: &Visit, kind: &DocumentType, id: &str, document: &Value) -> Vec<Related> {
    let named = NAMED.into_iter().filter(|(member, ..)| *member != kind.id);
    let named = named.filter_map(|(member, resource, how)| {
        let id = document.given(member)?;
        let link = page_of(resource, &id)?;
        Some(Related { how, id, link, status: String::new(), figure: String::new() })
    });
    let mut all: Vec<Related> = named.collect();
    let payments = match kind.name {
        "bill" | "expense" => Some("bill_payment"),
        "invoice" => Some("invoice_payment"),
        _ => None,
    };
    if let Some(payments) = payments.and_then(document_type) {
        all.extend(settled_by(visit, payments, id).await);
    }
    if matches!(kind.name, "bill" | "invoice" | "credit_memo" | "vendor_credit") {
        all.extend(applied(visit, kind, id).await);
    }
    all
}

async fn settled_by(visit: &Visit, payments: &DocumentType, id: &str) -> Vec<Related> {
    let query: Fields = [("pays", id), ("limit", "50")].into();
    let Ok(list) = visit.operations.aside(&format!("/{}", payments.collection), &query).await else {
        return Vec::new();
    };
    let one = |payment: &Value| {
        let (id, currency) = (payment.text(payments.id), payment.text("currency"));
        Some(Related {
            how: "document.related.payment",
            link: page_of(payments.name, &id)?,
            id,
            status: payment.text("status"),
            figure: format!("{} {currency}", visit.amount(&payment.text("payment"), &currency)),
        })
    };
    list.0.list("data").iter().filter_map(one).collect()
}

async fn applied(visit: &Visit, kind: &DocumentType, id: &str) -> Vec<Related> {
    let path = format!("/{}/{}/applications", kind.collection, segment(id));
    let Ok(list) = visit.operations.aside(&path, &Fields::default()).await else { return Vec::new() };
    let other = match kind.name {
        "bill" => "vendor_credit",
        "invoice" => "credit_memo",
        "credit_memo" => "invoice",
        _ => "bill",
    };
    let Some(other) = document_type(other) else { return Vec::new() };
    let one = |application: &Value| {
        let (id, currency) = (application.text(other.id), application.text("currency"));
        Some(Related {
            how: "document.related.application",
            link: page_of(other.name, &id)?,
            id,
            status: String::new(),
            figure: format!("{} {currency}", visit.amount(&application.text("amount"), &currency)),
        })
    };
    list.0.list("data").iter().filter_map(one).collect()
}
