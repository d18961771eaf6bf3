//! The header and the lines of a document, for the reader.

use serde_json::Value;

use crate::interface::schema::{Document, DocumentLine, PaymentPart, ReversalProblem};
use crate::interface::{Family, Member};
use crate::json::{Members, plain};
use crate::operations::segment;
use crate::visit::Visit;
use crate::vocabulary::{DocumentType, word};

/// A name and a value, perhaps with a page of its own.
pub struct Fact {
    pub name: Member,
    pub value: String,
    pub link: Option<String>,
    pub is_figure: bool,
}

/// One line, of debits and credits or of quantities.
pub struct Line {
    pub is_journal: bool,
    pub number: String,
    pub account_id: String,
    pub account_name: String,
    pub account_link: String,
    pub text: String,
    pub dimensions: String,
    pub debit: String,
    pub credit: String,
    pub quantity: String,
    pub rate: String,
    pub amount: String,
    pub tax: String,
}

/// What a header may have, in this order; what is not there is left out.
const DATES: [Member; 6] = [
    Document::TRAN_DATE,
    Document::REVERSAL_DATE,
    Document::DUE_DATE,
    Document::DISCOUNT_DATE,
    Document::CLEARED_DATE,
    Document::DEPOSIT_DATE,
];
const TEXTS: [Member; 6] = [
    Document::WRITE_OFF_RULE_ID,
    Document::ENTRY_TYPE,
    Document::REFERENCE,
    Document::PAYMENT_TERMS_ID,
    Document::PAYMENT_METHOD,
    Document::EXCHANGE_RATE_REASON,
];
const ACCOUNTS: [Member; 5] = [
    Document::ACCOUNT_ID,
    Document::AP_ACCOUNT_ID,
    Document::AR_ACCOUNT_ID,
    Document::DISCOUNT_ACCOUNT_ID,
    Document::WRITE_OFF_ACCOUNT_ID,
];

/// What a payment settles since it was reassigned, with the folder of its page.
pub const MOVED: [(Member, &str); 3] = [
    (Document::REASSIGNED_INVOICE_ID, "invoices"),
    (Document::REASSIGNED_BILL_ID, "bills"),
    (Document::REASSIGNED_EXPENSE_ID, "expenses"),
];

fn fact(name: Member, value: String, link: Option<String>) -> Fact {
    Fact { name, value, link, is_figure: false }
}

/// The header of a document.
pub fn facts(visit: &Visit, kind: DocumentType, document: &Value) -> Vec<Fact> {
    let mut facts = Vec::new();
    if let Some((id, name)) = kind.party()
        && let Some(party) = document.given(id)
    {
        let shown = document.given(name).unwrap_or_else(|| party.clone());
        let folder = match id {
            Document::VENDOR_ID => "vendors",
            Document::EMPLOYEE_ID => "people",
            _ => "customers",
        };
        facts.push(fact(id, shown, Some(format!("/{folder}/{}", segment(&party)))));
    }
    let dates = DATES.into_iter().filter_map(|name| Some((name, document.given(name)?)));
    facts.extend(dates.map(|(name, date)| fact(name, visit.reader.date(&date), None)));
    if let Some(period) = document.given(Document::POSTING_PERIOD_ID) {
        let link = format!("/close/{}", segment(&period));
        facts.push(fact(Document::POSTING_PERIOD_ID, period, Some(link)));
    }
    let accounts = ACCOUNTS.into_iter().filter_map(|name| Some((name, document.given(name)?)));
    facts.extend(accounts.map(|(name, id)| {
        let link = format!("/accounts/{}", segment(&id));
        fact(name, id, Some(link))
    }));
    let texts = TEXTS.into_iter().filter_map(|name| Some((name, document.given(name)?)));
    facts.extend(texts.map(|(name, text)| fact(name, text, None)));
    if document.text(Document::CURRENCY) != visit.me.base_currency() {
        facts.push(fact(Document::CURRENCY, document.text(Document::CURRENCY), None));
        facts.push(Fact {
            is_figure: true,
            ..fact(Document::EXCHANGE_RATE, document.text(Document::EXCHANGE_RATE), None)
        });
    }
    facts.extend(document.list(Document::APPLICATIONS).iter().map(|part| settled(visit, document, part)));
    let moved = MOVED.into_iter().filter_map(|(name, folder)| Some((name, folder, document.given(name)?)));
    facts.extend(moved.map(|(name, folder, id)| {
        let link = format!("/{folder}/{}", segment(&id));
        fact(name, id, Some(link))
    }));
    if let Some(why) = document.at(Document::REVERSAL_PROBLEM).given(ReversalProblem::DETAIL) {
        facts.push(fact(Document::REVERSAL_PROBLEM, why, None));
    }
    if let Some(reason) = document.given(Document::VOID_REASON) {
        facts.push(fact(Document::VOID_REASON, reason, None));
    }
    facts
}

/// One of the documents that a payment of several settles, with its share.
fn settled(visit: &Visit, payment: &Value, part: &Value) -> Fact {
    let (name, folder) = match part.text(PaymentPart::DOCUMENT_TYPE).as_str() {
        "invoice" => (Document::INVOICE_ID, "invoices"),
        "expense" => (Document::EXPENSE_ID, "expenses"),
        _ => (Document::BILL_ID, "bills"),
    };
    let (id, currency) = (part.text(PaymentPart::DOCUMENT_ID), payment.text(Document::CURRENCY));
    let amount = |name: Member| Some(visit.amount(&part.given(name)?, &currency));
    let mut shown = format!("{id} · {} {currency}", amount(PaymentPart::AMOUNT).unwrap_or_default());
    if let Some(discount) = amount(PaymentPart::DISCOUNT) {
        shown = format!("{shown} · {} {discount}", word(PaymentPart::DISCOUNT.name()));
    }
    fact(name, shown, Some(format!("/{folder}/{}", segment(&id))))
}

/// Whether the text of an amount says more than nothing.
pub fn is_something(amount: &str) -> bool {
    amount.bytes().any(|byte| matches!(byte, b'1'..=b'9'))
}

/// The totals that the document has.
pub fn totals(visit: &Visit, document: &Value) -> Vec<Fact> {
    const TOTALS: [Member; 13] = [
        Document::TOTAL_DEBIT,
        Document::TOTAL_CREDIT,
        Document::PAYMENT,
        Document::DISCOUNT,
        Document::WRITE_OFF,
        Document::SUBTOTAL,
        Document::TAX_TOTAL,
        Document::TOTAL,
        Document::AMOUNT_PAID,
        Document::AMOUNT_REFUNDED,
        Document::AMOUNT_DUE,
        Document::AMOUNT_PENDING,
        Document::DISCOUNT_AMOUNT,
    ];
    // What nobody is about to settle has nothing under way, and few credits are refunded.
    let is_shown = |name: &Member| {
        !matches!(*name, Document::AMOUNT_PENDING | Document::AMOUNT_REFUNDED) || is_something(&document.text(*name))
    };
    let currency = document.text(Document::CURRENCY);
    let known = TOTALS.into_iter().filter(|name| !document.at(*name).is_null()).filter(is_shown);
    known
        .map(|name| {
            let value = format!("{} {currency}", visit.amount(&document.text(name), &currency));
            Fact { is_figure: true, ..fact(name, value, None) }
        })
        .collect()
}

/// The lines of a document.
pub fn lines(visit: &Visit, kind: DocumentType, document: &Value) -> Vec<Line> {
    let currency = document.text(Document::CURRENCY);
    // A side without an amount stays empty, as in every journal.
    let side = |line: &Value, name: Member| {
        let text = line.text(name);
        let is_nothing = text.bytes().all(|byte| matches!(byte, b'0' | b'.'));
        if is_nothing { String::new() } else { visit.amount(&text, &currency) }
    };
    let dimensions = |line: &Value| {
        let first = [DocumentLine::DEPARTMENT_ID, DocumentLine::COST_CENTER_ID];
        let named = line.list(DocumentLine::DIMENSIONS);
        let others = crate::page::editor::named::each(named);
        first.into_iter().filter_map(|name| line.given(name)).chain(others).collect::<Vec<_>>().join(" · ")
    };
    document
        .list(Document::LINES)
        .iter()
        .map(|line| Line {
            is_journal: kind.family() == Family::Journal,
            number: line.text(DocumentLine::LINE_NUMBER),
            account_id: line.text(DocumentLine::ACCOUNT_ID),
            account_name: line.text(DocumentLine::ACCOUNT_NAME),
            account_link: format!("/accounts/{}", segment(&line.text(DocumentLine::ACCOUNT_ID))),
            text: line.given(DocumentLine::DESCRIPTION).or_else(|| line.given(DocumentLine::MEMO)).unwrap_or_default(),
            dimensions: dimensions(line),
            debit: side(line, DocumentLine::DEBIT),
            credit: side(line, DocumentLine::CREDIT),
            quantity: visit.reader.number(&plain(line.at(DocumentLine::QUANTITY))),
            rate: visit.amount(&line.text(DocumentLine::RATE), &currency),
            amount: visit.amount(&line.text(DocumentLine::AMOUNT), &currency),
            tax: side(line, DocumentLine::TAX_AMOUNT),
        })
        .collect()
}
