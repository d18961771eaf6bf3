//! Version 1. Never to be changed: see the module above.
//!
//! The bytes `gl-document-1`; the type's name and the id; the content's fields in the order below; how many lines there are, and of
//! each line the fields below. Texts, numbers and what may be missing are written as [`crate::values::canonical`] says. A date is its
//! `YYYY-MM-DD`, a currency its code, an amount its minor units, a rate or quantity its shortest decimal text.

use rust_decimal::Decimal;

use crate::books::document::content::{Content, EntryType, ItemLine, Line, Particulars};
use crate::books::document::model::Document;
use crate::values::canonical::Form;
use crate::values::kind::DocumentKey;

pub fn form(document: &Document) -> Vec<u8> {
    let mut form = Form::new("gl-document-1");
    fields(&mut form, document);
    form.finish()
}

/// All that follows its name.
pub fn fields(form: &mut Form, document: &Document) {
    key(form, &document.key);
    content(form, &document.content);
    form.length(document.lines().count());
    match &document.content.particulars {
        Particulars::Journal(journal) => journal.lines.iter().for_each(|one| line(form, one, None)),
        Particulars::Items(items) => items.lines.iter().for_each(|one| line(form, &one.line, Some(one))),
        Particulars::Payment(_) => {}
    }
}

fn key(form: &mut Form, key: &DocumentKey) {
    form.text(key.kind.name());
    form.text(&key.id);
}

fn content(form: &mut Form, content: &Content) {
    form.text(&content.tran_date.to_string());
    form.optional(content.due_date(), |form, date| form.text(&date.to_string()));
    form.text(&content.posting_period_id);
    form.text(content.currency.code());
    decimal(form, content.exchange_rate);
    form.optional_text(content.memo.as_deref());
    form.optional_text(content.entry_type().map(EntryType::name));
    form.optional_text(content.original_entry());
    form.optional_text(content.party());
    form.optional_text(content.control_account());
    form.optional_text(content.cash_account());
    form.optional(content.refers_to(), key);
    form.optional_text(content.reference());
    form.optional_text(content.payment_method());
    for amount in [content.total, content.subtotal(), content.tax_total(), content.base_total] {
        form.number(amount.0);
    }
    form.optional_text(content.exchange_rate_reason.as_deref());
}

fn line(form: &mut Form, line: &Line, of_item: Option<&ItemLine>) {
    form.number(line.line_number);
    form.text(&line.account_id);
    form.number(line.amount.0);
    form.optional_text(line.memo.as_deref());
    form.optional_text(line.department_id.as_deref());
    form.optional_text(line.cost_center_id.as_deref());
    form.optional(of_item, item);
}

fn item(form: &mut Form, item: &ItemLine) {
    for number in [item.quantity, item.rate, item.tax_rate] {
        decimal(form, number);
    }
    form.number(item.tax.amount().0);
    form.optional_text(item.tax.account());
}

fn decimal(form: &mut Form, number: Decimal) {
    form.text(&number.normalize().to_string());
}
