//! What else is under way for the document that this one settles or is about: who signs it must not sign the same money twice unawares.

use serde_json::Value;

use super::related::Related;
use crate::fields::Fields;
use crate::interface::Member;
use crate::interface::enumeration::DocumentStatus;
use crate::interface::query::ListDocuments;
use crate::interface::schema::{Document, Page};
use crate::json::Members;
use crate::operations::segment;
use crate::visit::Visit;
use crate::vocabulary::{DocumentType, page_of};

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

/// Submitted, and not in the ledger yet.
const STATUSES: [DocumentStatus; 3] =
    [DocumentStatus::PendingApproval, DocumentStatus::OnHold, DocumentStatus::Approved];
const MOST: &str = "20";

/// The others of a document that is not signed yet; nothing where there are none.
pub async fn under_way(visit: &Visit, kind: DocumentType, id: &str, document: &Value) -> Option<UnderWay> {
    let status = DocumentStatus::of(&document.text(Document::STATUS))?;
    if !matches!(status, DocumentStatus::Draft | DocumentStatus::PendingApproval | DocumentStatus::OnHold) {
        return None;
    }
    let mut settled = kind.settles().iter();
    let (settled, wanted) = settled.find_map(|settled| Some((*settled, document.given(settled.id())?)))?;
    let statuses = STATUSES.map(DocumentStatus::name).join(",");
    let mut others = Vec::new();
    for payer in settled.settled_by() {
        let query: Fields = [
            (ListDocuments::PAYS, wanted.as_str()),
            (ListDocuments::STATUS, statuses.as_str()),
            (ListDocuments::LINES, "false"),
            (ListDocuments::LIMIT, MOST),
        ]
        .into();
        let Ok(list) = visit.operations.aside(&format!("/{}", payer.collection()), &query).await else { continue };
        // A bill and an expense may have one id.
        let of_it =
            list.0.list(Page::DATA).iter().filter(|other| other.given(settled.id()).as_deref() == Some(&wanted));
        let own = |other: &&Value| payer == kind && other.text(payer.id()) == id;
        others.extend(of_it.filter(|other| !own(other)).filter_map(|other| related(visit, payer, other)));
    }
    if others.is_empty() {
        return None;
    }
    let path = format!("/{}/{}", settled.collection(), segment(&wanted));
    let found = visit.operations.aside(&path, &Fields::default()).await.map(|found| found.0).unwrap_or_default();
    let figure = |name: Member| {
        let currency = found.text(Document::CURRENCY);
        found.given(name).map_or_else(String::new, |text| format!("{} {currency}", visit.amount(&text, &currency)))
    };
    Some(UnderWay {
        link: page_of(settled.name(), &wanted)?,
        due: figure(Document::AMOUNT_DUE),
        pending: figure(Document::AMOUNT_PENDING),
        id: wanted,
        others,
    })
}

fn related(visit: &Visit, kind: DocumentType, other: &Value) -> Option<Related> {
    let (id, currency) = (other.text(kind.id()), other.text(Document::CURRENCY));
    let amount = other.given(Document::PAYMENT).or_else(|| other.given(Document::TOTAL))?;
    Some(Related {
        how: "document.under_way.one",
        link: page_of(kind.name(), &id)?,
        id,
        status: other.text(Document::STATUS),
        figure: format!("{} {currency}", visit.amount(&amount, &currency)),
    })
}
