//! What a new form begins with: a copy, the document that a payment settles or a credit is about, or the day of the books.

use serde_json::Value;

use super::choices::Suggestions;
use super::content::{LINE_NUMBER, bare, filled, sent};
use super::proposed;
use super::shape::{self, Choices, Entry, in_line};
use super::subject::other;
use crate::fields::Fields;
use crate::json::{Json, Members};
use crate::operations::Change;
use crate::problem::Problem;
use crate::visit::Visit;
use crate::vocabulary::{DocumentType, document_type};

/// A document as a form, with what the interface works out by itself left empty.
pub async fn of_document(visit: &Visit, kind: &DocumentType, document: &Value) -> Fields {
    let all = filled(kind, document, &Value::Null, visit.reader);
    let mut body = bare(&sent(kind, &all, visit.reader).body);
    if let Some(members) = body.as_object_mut() {
        // As if it were a new one: its own id and number are taken.
        for name in [kind.id, "reference"] {
            members.remove(name);
        }
        for needed in shape::head(kind) {
            let value = document.at(needed.name);
            if needed.is_required && needed.name != kind.id && !value.is_null() {
                members.insert(needed.name.into(), value.clone());
            }
        }
        if shape::head(kind).iter().any(|input| input.name == kind.id && input.is_required) {
            members.insert(kind.id.into(), Value::String(crate::visit::fresh_key()));
        }
    }
    let dry = format!("/{}?dry_run=true", kind.collection);
    let mut asked = visit.operations.change(Change::post(&dry, body.clone())).await;
    let is_given = asked.is_err();
    if is_given && let Some(members) = body.as_object_mut() {
        // The table of exchange rates may have none for the day.
        members.insert("exchange_rate".into(), document.at("exchange_rate").clone());
        asked = visit.operations.change(Change::post(&dry, body)).await;
    }
    let Json(mut worked_out) = asked.map(|answer| answer.body).unwrap_or_default();
    if let Some(members) = worked_out.as_object_mut().filter(|_| is_given) {
        members.remove("exchange_rate");
    }
    filled(kind, document, &worked_out, visit.reader)
}

/// What the query asks a new form to begin with.
pub async fn of_query(visit: &Visit, kind: &DocumentType) -> Result<Fields, Problem> {
    if let Some(id) = visit.query.given("copy") {
        let document = other(visit, kind, id).await?;
        let mut form = of_document(visit, kind, &document).await;
        // A number is given once, and the copy is written today.
        form.0.retain(|(name, _)| *name != in_line(LINE_NUMBER));
        for name in [
            kind.id,
            "reference",
            "tran_date",
            "due_date",
            "posting_period_id",
            "exchange_rate",
            "exchange_rate_reason",
        ] {
            form = form.with(name, None);
        }
        return Ok(form);
    }
    let mut form = Fields::default();
    if let Some((about, document)) = about(visit, kind).await? {
        form = of_other(visit, kind, about, &document);
    }
    // Any field may be given in the address.
    for input in shape::head(kind) {
        if let Some(value) = visit.query.given(input.name) {
            form = form.with(input.name, Some(value));
        }
    }
    // So may the cells of its lines, with amounts as JSON has them.
    for column in shape::columns(kind) {
        let name = in_line(column.name);
        for value in visit.query.all(&name) {
            let value = if column.entry == Entry::Figure { visit.reader.input(value) } else { value.to_owned() };
            form.0.push((name.clone(), value));
        }
    }
    Ok(form)
}

/// The document that the new one settles or is about.
async fn about(visit: &Visit, kind: &DocumentType) -> Result<Option<(&'static DocumentType, Value)>, Problem> {
    let candidates: &[&str] = match kind.name {
        "bill_payment" => &["bill", "expense"],
        "vendor_credit" => &["bill"],
        "invoice_payment" | "credit_memo" => &["invoice"],
        _ => &[],
    };
    for kind in candidates.iter().filter_map(|name| document_type(name)) {
        if let Some(id) = visit.query.given(kind.id) {
            return Ok(Some((kind, other(visit, kind, id).await?)));
        }
    }
    let Some(id) = visit.query.given("pays") else { return Ok(None) };
    let mut missing = Problem::not_found();
    for kind in candidates.iter().filter_map(|name| document_type(name)) {
        match other(visit, kind, id).await {
            Ok(document) => return Ok(Some((kind, document))),
            Err(problem) => missing = problem,
        }
    }
    Err(missing)
}

fn of_other(visit: &Visit, kind: &DocumentType, about: &DocumentType, document: &Value) -> Fields {
    let mut form = Fields::default();
    let payment = visit.reader.input(&proposed::left(document));
    for input in shape::head(kind) {
        let value = match input.name {
            name if name == about.id => document.text(about.id),
            "payment" => payment.clone(),
            "vendor_id" | "customer_id" | "ap_account_id" | "ar_account_id" | "currency" => document.text(input.name),
            _ => String::new(),
        };
        form.0.push((input.name.into(), value));
    }
    // A credit gives back what was on the lines, as far as they stay.
    for line in document.list("lines") {
        for column in shape::columns(kind) {
            let value = match column.name {
                "amount" | "tax_amount" => String::new(),
                _ => super::content::typed(column, line, visit.reader),
            };
            form.0.push((in_line(column.name), value));
        }
    }
    form
}

/// What is plain on a new form: the day of the books, the period of the date, and the only account of its kind.
pub fn plain(visit: &Visit, kind: &DocumentType, mut form: Fields, suggestions: &Suggestions) -> Fields {
    let today = visit.me.today();
    let day = form.given("tran_date").map_or_else(|| today.clone(), str::to_owned);
    for input in shape::head(kind) {
        if form.given(input.name).is_some() {
            continue;
        }
        let value = match input.entry {
            Entry::Date if input.name == "tran_date" => Some(today.clone()),
            Entry::From(Choices::Periods) if input.is_required => suggestions.period_of(&day),
            Entry::From(Choices::Currencies) => Some(visit.me.base_currency()),
            Entry::From(Choices::People) => Some(visit.me.user_id()),
            Entry::From(choices @ (Choices::Payables | Choices::Receivables)) => {
                suggestions.only(choices).map(str::to_owned)
            }
            Entry::Text | Entry::Date | Entry::Figure | Entry::Fraction | Entry::OneOf(_) | Entry::From(_) => None,
        };
        if let Some(value) = value {
            form = form.with(input.name, Some(&value));
        }
    }
    form
}
