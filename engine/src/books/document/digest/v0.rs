//! Version 0. Never to be changed: see the module above.
//!
//! The JSON that releases up to 1268427 took digests over: `[key, content, lines]`, with these fields in this order, `null` for
//! what is missing, amounts in minor units, rates and quantities as text with the digits that they were written with.

use serde::Serialize;

use crate::books::document::content::{Content, EntryType, ItemLine, Line, Particulars};
use crate::books::document::model::Document;
use crate::values::kind::DocumentKey;

pub fn form(document: &Document) -> Result<Vec<u8>, serde_json::Error> {
    let lines: Vec<LineV0<'_>> = match &document.content.particulars {
        Particulars::Journal(journal) => journal.lines.iter().map(|line| LineV0::of(line, None)).collect(),
        Particulars::Items(items) => items.lines.iter().map(|item| LineV0::of(&item.line, Some(item))).collect(),
        Particulars::Payment(_) => Vec::new(),
    };
    serde_json::to_vec(&(KeyV0::of(&document.key), ContentV0::of(&document.content), lines))
}

#[derive(Serialize)]
struct KeyV0<'a> {
    kind: &'static str,
    id: &'a str,
}

#[derive(Serialize)]
struct ContentV0<'a> {
    tran_date: String,
    due_date: Option<String>,
    posting_period_id: &'a str,
    currency: &'static str,
    exchange_rate: String,
    memo: Option<&'a str>,
    entry_type: Option<&'a str>,
    original_entry_id: Option<&'a str>,
    party_id: Option<&'a str>,
    control_account_id: Option<&'a str>,
    cash_account_id: Option<&'a str>,
    settles: Option<KeyV0<'a>>,
    reference: Option<&'a str>,
    payment_method: Option<&'a str>,
    total: i64,
    subtotal: i64,
    tax_total: i64,
    base_total: i64,
}

#[derive(Serialize)]
struct LineV0<'a> {
    line_number: i64,
    account_id: &'a str,
    amount: i64,
    memo: Option<&'a str>,
    department_id: Option<&'a str>,
    cost_center_id: Option<&'a str>,
    item: Option<ItemV0<'a>>,
}

#[derive(Serialize)]
struct ItemV0<'a> {
    quantity: String,
    rate: String,
    tax_rate: String,
    tax_amount: i64,
    tax_account_id: Option<&'a str>,
}

impl<'a> KeyV0<'a> {
    fn of(key: &'a DocumentKey) -> Self {
        Self { kind: key.kind.name(), id: &key.id }
    }
}

impl<'a> ContentV0<'a> {
    fn of(content: &'a Content) -> Self {
        Self {
            tran_date: content.tran_date.to_string(),
            due_date: content.due_date().map(|date| date.to_string()),
            posting_period_id: &content.posting_period_id,
            currency: content.currency.code(),
            exchange_rate: content.exchange_rate.to_string(),
            memo: content.memo.as_deref(),
            entry_type: content.entry_type().map(EntryType::name),
            original_entry_id: content.original_entry(),
            party_id: content.party(),
            control_account_id: content.control_account(),
            cash_account_id: content.cash_account(),
            settles: content.refers_to().map(KeyV0::of),
            reference: content.reference(),
            payment_method: content.payment_method(),
            total: content.total.0,
            subtotal: content.subtotal().0,
            tax_total: content.tax_total().0,
            base_total: content.base_total.0,
        }
    }
}

impl<'a> LineV0<'a> {
    fn of(line: &'a Line, item: Option<&'a ItemLine>) -> Self {
        Self {
            line_number: line.line_number,
            account_id: &line.account_id,
            amount: line.amount.0,
            memo: line.memo.as_deref(),
            department_id: line.department_id.as_deref(),
            cost_center_id: line.cost_center_id.as_deref(),
            item: item.map(ItemV0::of),
        }
    }
}

impl<'a> ItemV0<'a> {
    fn of(item: &'a ItemLine) -> Self {
        Self {
            quantity: item.quantity.to_string(),
            rate: item.rate.to_string(),
            tax_rate: item.tax_rate.to_string(),
            tax_amount: item.tax.amount().0,
            tax_account_id: item.tax.account(),
        }
    }
}
