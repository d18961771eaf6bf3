//! The documents that belong to this one: what it settles, what settles it, what it reverses.

use serde_json::Value;

use super::facts::MOVED;
use crate::fields::Fields;
use crate::interface::query::ListDocuments;
use crate::interface::schema::{CreditApplication, Document, JournalEntry, Page};
use crate::interface::{Family, Member};
use crate::json::Members;
use crate::operations::segment;
use crate::visit::Visit;
use crate::vocabulary::{DocumentType, page_of};

/// One of them.
pub struct Related {
    /// What it is to this document, a key of the texts.
    pub how: &'static str,
    pub id: String,
    pub link: String,
    pub status: String,
    pub figure: String,
}

const SETTLES: &str = "document.related.settles";

/// What the document itself names.
fn named(kind: DocumentType) -> impl Iterator<Item = (Member, DocumentType, &'static str)> {
    let reversals = [
        (JournalEntry::ORIGINAL_ENTRY_ID, DocumentType::JournalEntry, "document.related.original"),
        (JournalEntry::REVERSING_ENTRY_ID, DocumentType::JournalEntry, "document.related.reversal"),
    ];
    let settled = kind.settles().iter().map(|other| (other.id(), *other, SETTLES));
    reversals.into_iter().chain(settled)
}

/// All of them; of payments the first fifty.
pub async fn related(visit: &Visit, kind: DocumentType, id: &str, document: &Value) -> Vec<Related> {
    let is_moved = MOVED.iter().any(|(member, _)| document.given(*member).is_some());
    let named = named(kind).filter_map(|(member, other, how)| {
        let id = document.given(member)?;
        let link = page_of(other.name(), &id)?;
        let how = if how == SETTLES && is_moved { "document.related.was_of" } else { how };
        Some(Related { how, id, link, status: String::new(), figure: String::new() })
    });
    let mut all: Vec<Related> = named.collect();
    for payments in kind.settled_by().filter(|other| other.family() == Family::Payment) {
        all.extend(paid_by(visit, payments, id).await);
    }
    if let Some(other) = applied_to(kind) {
        all.extend(applied(visit, kind, other, id).await);
    }
    all
}

/// What credits of the type are applied to, or which credits are applied to the type.
fn applied_to(kind: DocumentType) -> Option<DocumentType> {
    let is_items = |other: &DocumentType| kind.family() == Family::Items && other.family() == Family::Items;
    kind.settles().iter().copied().chain(kind.settled_by()).find(is_items)
}

async fn paid_by(visit: &Visit, payments: DocumentType, id: &str) -> Vec<Related> {
    let query: Fields = [(ListDocuments::PAYS, id), (ListDocuments::LIMIT, "50")].into();
    let Ok(list) = visit.operations.aside(&format!("/{}", payments.collection()), &query).await else {
        return Vec::new();
    };
    let is_refund = matches!(payments, DocumentType::CustomerRefund | DocumentType::VendorRefund);
    let one = |payment: &Value| {
        let (id, currency) = (payment.text(payments.id()), payment.text(Document::CURRENCY));
        Some(Related {
            how: if is_refund { "document.related.refund" } else { "document.related.payment" },
            link: page_of(payments.name(), &id)?,
            id,
            status: payment.text(Document::STATUS),
            figure: format!("{} {currency}", visit.amount(&payment.text(Document::PAYMENT), &currency)),
        })
    };
    list.0.list(Page::DATA).iter().filter_map(one).collect()
}

async fn applied(visit: &Visit, kind: DocumentType, other: DocumentType, id: &str) -> Vec<Related> {
    let path = format!("/{}/{}/applications", kind.collection(), segment(id));
    let Ok(list) = visit.operations.aside(&path, &Fields::default()).await else { return Vec::new() };
    let one = |application: &Value| {
        let (id, currency) = (application.text(other.id()), application.text(CreditApplication::CURRENCY));
        Some(Related {
            how: "document.related.application",
            link: page_of(other.name(), &id)?,
            id,
            status: String::new(),
            figure: format!("{} {currency}", visit.amount(&application.text(CreditApplication::AMOUNT), &currency)),
        })
    };
    list.0.list(Page::DATA).iter().filter_map(one).collect()
}
