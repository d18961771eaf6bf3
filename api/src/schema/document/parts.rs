//! What of a payment goes to each of several documents. See docs/rules/payments.md#several-documents.

use engine::books::document::draft::PartDraft;
use engine::books::document::{Content, Part};
use engine::values::kind::DocumentKey;
use poem_openapi::Object;

use super::shared::amount;
use crate::schema::document_type::DocumentType;
use crate::schema::{Amount, Id, List, PaidAmount, Required};

/// One of several documents of one type (a bill or an invoice when left out), party, currency and control account.
#[derive(Object, Debug)]
pub struct PaymentPartInput {
    pub document_id: Required<Id>,
    pub document_type: Option<DocumentType>,
    /// What is paid to it.
    pub amount: Required<PaidAmount>,
    /// Settled with it: as `discount` of a payment of one document.
    pub discount: Option<PaidAmount>,
}

#[derive(Object, Debug)]
pub struct PaymentPart {
    pub document_id: String,
    pub document_type: DocumentType,
    pub amount: Amount,
    #[oai(skip_serializing_if_is_none)]
    pub discount: Option<Amount>,
    #[oai(skip_serializing_if_is_none)]
    pub discount_account_id: Option<String>,
}

/// The documents among which a payment is divided.
pub type PartList = List<PaymentPartInput, 1, 100>;

/// As the engine is asked to check them.
pub fn drafts(parts: PartList) -> Vec<PartDraft> {
    let draft = |part: PaymentPartInput| PartDraft {
        kind: part.document_type.map(|kind| kind.0),
        id: part.document_id.0.map(Into::into),
        amount: part.amount.0.map(|amount| amount.0),
        discount: part.discount.map(|amount| amount.0),
    };
    parts.0.into_iter().map(draft).collect()
}

impl PaymentPart {
    /// Those of a payment of several documents; `None` of a payment of one.
    pub fn all(content: &Content) -> Option<Vec<Self>> {
        let several = content.payment()?.settles.several()?;
        let part = |(key, part): (DocumentKey, &Part)| Self {
            document_id: key.id,
            document_type: key.kind.into(),
            amount: amount(part.amount, content.currency),
            discount: part.discount.as_ref().map(|taken| amount(taken.amount, content.currency)),
            discount_account_id: part.discount.as_ref().map(|taken| taken.account_id.clone()),
        };
        Some(several.each().map(part).collect())
    }
}
