//! The document that is made, without its id, its dates and its period. Amounts and rates are texts.

use std::str::FromStr;

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::books::document::Draft;
use crate::books::document::draft::{
    Body, ItemLineDraft, ItemsDraft, JournalEntryDraft, JournalLineDraft, NamedDraft, PaymentDraft, WriteOffDraft,
};
use crate::books::stored::codec::{Stored, Unreadable, only, word, write};
use crate::values::kind::{DocumentKey, DocumentKind};

/// What stands in the text of a payroll entry, and of no other document: a quote within a value is escaped.
pub const PAYROLL: &str = r#""entry_type":"Payroll""#;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DraftV0 {
    document_type: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    currency: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    exchange_rate: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    exchange_rate_reason: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    memo: Option<String>,
    body: BodyV0,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum BodyV0 {
    JournalEntry(JournalV0),
    Items(ItemsV0),
    Payment(PaymentV0),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JournalV0 {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    entry_type: Option<String>,
    lines: Vec<JournalLineV0>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JournalLineV0 {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    line_number: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    account_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    debit: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    credit: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    memo: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    department_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cost_center_id: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    dimensions: Vec<NamedV0>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct NamedV0 {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dimension_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value_id: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ItemsV0 {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    party_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    control_account_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reference: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    about: Option<KeyV0>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    payment_terms_id: Option<String>,
    lines: Vec<ItemLineV0>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ItemLineV0 {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    line_number: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    account_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    quantity: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rate: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    amount: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tax_code_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tax_rate: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tax_amount: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tax_account_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    department_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cost_center_id: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    dimensions: Vec<NamedV0>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PaymentV0 {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    party_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    settles: Option<KeyV0>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cash_account_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    control_account_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    payment: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    payment_method: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reference: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeyV0 {
    document_type: String,
    id: String,
}

fn kind(text: &str) -> Result<DocumentKind, Unreadable> {
    word("document_type", text, DocumentKind::parse)
}

fn key(stored: Option<KeyV0>) -> Result<Option<DocumentKey>, Unreadable> {
    stored.map(|stored| Ok(DocumentKey::new(kind(&stored.document_type)?, stored.id))).transpose()
}

fn named(key: Option<&DocumentKey>) -> Option<KeyV0> {
    key.map(|key| KeyV0 { document_type: key.kind.name().into(), id: key.id.clone() })
}

fn number(field: &'static str, text: Option<String>) -> Result<Option<Decimal>, Unreadable> {
    text.map(|text| word(field, &text, |text| Decimal::from_str(text).ok())).transpose()
}

fn text(number: Option<Decimal>) -> Option<String> {
    number.map(|number| number.to_string())
}

impl Stored for Draft {
    fn read(version: u64, stored: &str) -> Result<Self, Unreadable> {
        let read: DraftV0 = only(version, stored)?;
        Ok(Self {
            kind: kind(&read.document_type)?,
            id: None,
            tran_date: None,
            posting_period_id: None,
            currency: read.currency,
            exchange_rate: number("exchange_rate", read.exchange_rate)?,
            exchange_rate_reason: read.exchange_rate_reason,
            memo: read.memo,
            body: match read.body {
                BodyV0::JournalEntry(entry) => Body::JournalEntry(JournalEntryDraft {
                    entry_type: entry.entry_type,
                    // A day comes from no template.
                    reversal_date: None,
                    lines: entry.lines.into_iter().map(JournalLineV0::read).collect::<Result<_, _>>()?,
                }),
                BodyV0::Items(items) => Body::Items(items.read()?),
                BodyV0::Payment(payment) => Body::Payment(payment.read()?),
            },
        })
    }

    fn written(&self) -> Result<String, serde_json::Error> {
        write(&DraftV0 {
            document_type: self.kind.name().into(),
            currency: self.currency.clone(),
            exchange_rate: text(self.exchange_rate),
            exchange_rate_reason: self.exchange_rate_reason.clone(),
            memo: self.memo.clone(),
            body: match &self.body {
                Body::JournalEntry(entry) => BodyV0::JournalEntry(JournalV0 {
                    entry_type: entry.entry_type.clone(),
                    lines: entry.lines.iter().map(JournalLineV0::of).collect(),
                }),
                Body::Items(items) => BodyV0::Items(ItemsV0::of(items)),
                Body::Payment(payment) => BodyV0::Payment(PaymentV0::of(payment)),
            },
        })
    }
}

impl JournalLineV0 {
    fn read(self) -> Result<JournalLineDraft, Unreadable> {
        Ok(JournalLineDraft {
            line_number: self.line_number,
            account_id: self.account_id,
            debit: number("debit", self.debit)?,
            credit: number("credit", self.credit)?,
            memo: self.memo,
            department_id: self.department_id,
            cost_center_id: self.cost_center_id,
            dimensions: self.dimensions.into_iter().map(NamedV0::read).collect(),
        })
    }

    fn of(line: &JournalLineDraft) -> Self {
        Self {
            line_number: line.line_number,
            account_id: line.account_id.clone(),
            debit: text(line.debit),
            credit: text(line.credit),
            memo: line.memo.clone(),
            department_id: line.department_id.clone(),
            cost_center_id: line.cost_center_id.clone(),
            dimensions: line.dimensions.iter().map(NamedV0::of).collect(),
        }
    }
}

impl NamedV0 {
    fn read(self) -> NamedDraft {
        NamedDraft { dimension_id: self.dimension_id, value_id: self.value_id }
    }

    fn of(named: &NamedDraft) -> Self {
        Self { dimension_id: named.dimension_id.clone(), value_id: named.value_id.clone() }
    }
}

impl ItemsV0 {
    fn read(self) -> Result<ItemsDraft, Unreadable> {
        Ok(ItemsDraft {
            party_id: self.party_id,
            control_account_id: self.control_account_id,
            due_date: None,
            payment_terms_id: self.payment_terms_id,
            reference: self.reference,
            about: key(self.about)?,
            lines: self.lines.into_iter().map(ItemLineV0::read).collect::<Result<_, _>>()?,
        })
    }

    fn of(items: &ItemsDraft) -> Self {
        Self {
            party_id: items.party_id.clone(),
            control_account_id: items.control_account_id.clone(),
            payment_terms_id: items.payment_terms_id.clone(),
            reference: items.reference.clone(),
            about: named(items.about.as_ref()),
            lines: items.lines.iter().map(ItemLineV0::of).collect(),
        }
    }
}

impl ItemLineV0 {
    fn read(self) -> Result<ItemLineDraft, Unreadable> {
        Ok(ItemLineDraft {
            line_number: self.line_number,
            account_id: self.account_id,
            description: self.description,
            quantity: number("quantity", self.quantity)?,
            rate: number("rate", self.rate)?,
            amount: number("amount", self.amount)?,
            tax_code_id: self.tax_code_id,
            tax_rate: number("tax_rate", self.tax_rate)?,
            tax_amount: number("tax_amount", self.tax_amount)?,
            tax_account_id: self.tax_account_id,
            department_id: self.department_id,
            cost_center_id: self.cost_center_id,
            dimensions: self.dimensions.into_iter().map(NamedV0::read).collect(),
        })
    }

    fn of(line: &ItemLineDraft) -> Self {
        Self {
            line_number: line.line_number,
            account_id: line.account_id.clone(),
            description: line.description.clone(),
            quantity: text(line.quantity),
            rate: text(line.rate),
            amount: text(line.amount),
            tax_code_id: line.tax_code_id.clone(),
            tax_rate: text(line.tax_rate),
            tax_amount: text(line.tax_amount),
            tax_account_id: line.tax_account_id.clone(),
            department_id: line.department_id.clone(),
            cost_center_id: line.cost_center_id.clone(),
            dimensions: line.dimensions.iter().map(NamedV0::of).collect(),
        }
    }
}

impl PaymentV0 {
    fn read(self) -> Result<PaymentDraft, Unreadable> {
        Ok(PaymentDraft {
            party_id: self.party_id,
            settles: key(self.settles)?,
            // A template pays one document: the interface takes no other.
            applications: None,
            cash_account_id: self.cash_account_id,
            control_account_id: self.control_account_id,
            payment: number("payment", self.payment)?,
            // It is of one day's money.
            discount: None,
            write_off: WriteOffDraft::default(),
            payment_method: self.payment_method,
            reference: self.reference,
        })
    }

    fn of(payment: &PaymentDraft) -> Self {
        Self {
            party_id: payment.party_id.clone(),
            settles: named(payment.settles.as_ref()),
            cash_account_id: payment.cash_account_id.clone(),
            control_account_id: payment.control_account_id.clone(),
            payment: text(payment.payment),
            payment_method: payment.payment_method.clone(),
            reference: payment.reference.clone(),
        }
    }
}
