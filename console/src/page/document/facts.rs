//! The header and the lines of a document, for the reader.

use serde_json::Value;

use crate::json::{Members, plain};
use crate::operations::segment;
use crate::visit::Visit;
use crate::vocabulary::{DocumentType, Family};

/// A name and a value, perhaps with a page of its own.
pub struct Fact {
    pub name: &'static str,
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
const DATES: [&str; 5] = ["tran_date", "due_date", "cleared_date", "deposit_date", "reversal_date"];
const TEXTS: [&str; 4] = ["entry_type", "reference", "payment_method", "exchange_rate_reason"];
const ACCOUNTS: [&str; 3] = ["account_id", "ap_account_id", "ar_account_id"];

fn fact(name: &'static str, value: String, link: Option<String>) -> Fact {
    Fact { name, value, link, is_figure: false }
}

/// The header of a document.
pub fn facts(visit: &Visit, kind: &DocumentType, document: &Value) -> Vec<Fact> {
    let mut facts = Vec::new();
    if let Some((id, name)) = kind.party
        && let Some(party) = document.given(id)
    {
        let shown = name.and_then(|name| document.given(name)).unwrap_or_else(|| party.clone());
        let folder = match id {
            "vendor_id" => "vendors",
            "employee_id" => "people",
            _ => "customers",
        };
        facts.push(fact(id, shown, Some(format!("/{folder}/{}", segment(&party)))));
    }
    let dates = DATES.into_iter().filter_map(|name| Some((name, document.given(name)?)));
    facts.extend(dates.map(|(name, date)| fact(name, visit.reader.date(&date), None)));
    if let Some(period) = document.given("posting_period_id") {
        let link = format!("/close/{}", segment(&period));
        facts.push(fact("posting_period_id", period, Some(link)));
    }
    let accounts = ACCOUNTS.into_iter().filter_map(|name| Some((name, document.given(name)?)));
    facts.extend(accounts.map(|(name, id)| {
        let link = format!("/accounts/{}", segment(&id));
        fact(name, id, Some(link))
    }));
    let texts = TEXTS.into_iter().filter_map(|name| Some((name, document.given(name)?)));
    facts.extend(texts.map(|(name, text)| fact(name, text, None)));
    if document.text("currency") != visit.me.base_currency() {
        facts.push(fact("currency", document.text("currency"), None));
        facts.push(Fact { is_figure: true, ..fact("exchange_rate", document.text("exchange_rate"), None) });
    }
    if let Some(reason) = document.given("void_reason") {
        facts.push(fact("void_reason", reason, None));
    }
    facts
}

/// Whether the text of an amount says more than nothing.
pub fn is_something(amount: &str) -> bool {
    amount.bytes().any(|byte| matches!(byte, b'1'..=b'9'))
}

/// The totals that the document has.
pub fn totals(visit: &Visit, document: &Value) -> Vec<Fact> {
    const TOTALS: [&str; 9] = [
        "total_debit",
        "total_credit",
        "payment",
        "subtotal",
        "tax_total",
        "total",
        "amount_paid",
        "amount_due",
        "amount_pending",
    ];
    // What nobody is about to settle has nothing under way.
    let is_shown = |name: &&str| *name != "amount_pending" || is_something(&document.text(name));
    let currency = document.text("currency");
    let known = TOTALS.into_iter().filter(|name| !document.at(name).is_null()).filter(is_shown);
    known
        .map(|name| {
            let value = format!("{} {currency}", visit.amount(&document.text(name), &currency));
            Fact { is_figure: true, ..fact(name, value, None) }
        })
        .collect()
}

/// The lines of a document.
pub fn lines(visit: &Visit, kind: &DocumentType, document: &Value) -> Vec<Line> {
    let currency = document.text("currency");
    // A side without an amount stays empty, as in every journal.
    let side = |line: &Value, name: &str| {
        let text = line.text(name);
        let is_nothing = text.bytes().all(|byte| matches!(byte, b'0' | b'.'));
        if is_nothing { String::new() } else { visit.amount(&text, &currency) }
    };
    let dimensions = |line: &Value| {
        let all = ["department_id", "cost_center_id"].into_iter().filter_map(|name| line.given(name));
        all.collect::<Vec<_>>().join(" · ")
    };
    document
        .list("lines")
        .iter()
        .map(|line| Line {
            is_journal: kind.family == Family::Journal,
            number: line.text("line_number"),
            account_id: line.text("account_id"),
            account_name: line.text("account_name"),
            account_link: format!("/accounts/{}", segment(&line.text("account_id"))),
            text: line.given("description").or_else(|| line.given("memo")).unwrap_or_default(),
            dimensions: dimensions(line),
            debit: side(line, "debit"),
            credit: side(line, "credit"),
            quantity: visit.reader.number(&plain(line.at("quantity"))),
            rate: visit.amount(&line.text("rate"), &currency),
            amount: visit.amount(&line.text("amount"), &currency),
            tax: side(line, "tax_amount"),
        })
        .collect()
}
