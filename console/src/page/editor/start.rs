//! What a new form begins with: a copy, the document that a payment settles or a credit is about, or the day of the books.

use serde_json::Value;

use super::choices::Suggestions;
use super::content::{LINE_NUMBER, bare, filled, sent};
use super::proposed;
use super::shape::{self, Choices, Entry, in_line};
use super::subject::other;
use crate::fields::Fields;
use crate::interface::Member;
use crate::interface::query::ListDocuments;
use crate::interface::schema::{Document, DocumentInput, ItemLineInput};
use crate::json::{Json, Members};
use crate::operations::{Change, dry_run};
use crate::problem::Problem;
use crate::visit::Visit;
use crate::vocabulary::DocumentType;

/// A document as a form, with what the interface works out by itself left empty.
pub async fn of_document(visit: &Visit, kind: DocumentType, document: &Value) -> Fields {
    let all = filled(kind, document, &Value::Null, visit.reader);
    let mut body = bare(&sent(kind, &all, visit.reader).body);
    if let Some(members) = body.as_object_mut() {
        // As if it were a new one: its own id and number are taken.
        for name in [kind.id(), DocumentInput::REFERENCE] {
            members.remove(name.name());
        }
        for needed in shape::head(kind) {
            let value = document.at(needed.name);
            if needed.is_required && needed.name != kind.id() && !value.is_null() {
                members.insert(needed.name.into(), value.clone());
            }
        }
        if shape::head(kind).iter().any(|input| input.name == kind.id() && input.is_required) {
            members.insert(kind.id().into(), Value::String(crate::visit::fresh_key()));
        }
    }
    let dry = dry_run(&format!("/{}", kind.collection()));
    let mut asked = visit.operations.change(Change::post(&dry, body.clone())).await;
    let is_given = asked.is_err();
    if is_given && let Some(members) = body.as_object_mut() {
        // The table of exchange rates may have none for the day.
        members.insert(DocumentInput::EXCHANGE_RATE.into(), document.at(Document::EXCHANGE_RATE).clone());
        asked = visit.operations.change(Change::post(&dry, body)).await;
    }
    let Json(mut worked_out) = asked.map(|answer| answer.body).unwrap_or_default();
    if let Some(members) = worked_out.as_object_mut().filter(|_| is_given) {
        members.remove(DocumentInput::EXCHANGE_RATE.name());
    }
    filled(kind, document, &worked_out, visit.reader)
}

/// What the query asks a new form to begin with.
pub async fn of_query(visit: &Visit, kind: DocumentType) -> Result<Fields, Problem> {
    if let Some(id) = visit.query.given("copy") {
        let document = other(visit, kind, id).await?;
        let mut form = of_document(visit, kind, &document).await;
        // A number is given once, and the copy is written today.
        form.0.retain(|(name, _)| *name != in_line(LINE_NUMBER));
        for name in [
            kind.id(),
            DocumentInput::REFERENCE,
            DocumentInput::TRAN_DATE,
            DocumentInput::DUE_DATE,
            DocumentInput::POSTING_PERIOD_ID,
            DocumentInput::EXCHANGE_RATE,
            DocumentInput::EXCHANGE_RATE_REASON,
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

/// In the address of a form: the id of what it settles or is about, of whatever type that is.
const PAYS: Member = ListDocuments::PAYS;

/// The document that the new one settles or is about.
async fn about(visit: &Visit, kind: DocumentType) -> Result<Option<(DocumentType, Value)>, Problem> {
    for about in kind.settles() {
        if let Some(id) = visit.query.given(about.id()) {
            return Ok(Some((*about, other(visit, *about, id).await?)));
        }
    }
    let Some(id) = visit.query.given(PAYS) else { return Ok(None) };
    let mut missing = Problem::not_found();
    for about in kind.settles() {
        match other(visit, *about, id).await {
            Ok(document) => return Ok(Some((*about, document))),
            Err(problem) => missing = problem,
        }
    }
    Err(missing)
}

fn of_other(visit: &Visit, kind: DocumentType, about: DocumentType, document: &Value) -> Fields {
    let mut form = Fields::default();
    let payment = visit.reader.input(&proposed::left(document));
    for input in shape::head(kind) {
        let value = match input.name {
            name if name == about.id() => document.text(name),
            DocumentInput::PAYMENT => payment.clone(),
            DocumentInput::VENDOR_ID
            | DocumentInput::CUSTOMER_ID
            | DocumentInput::AP_ACCOUNT_ID
            | DocumentInput::AR_ACCOUNT_ID
            | DocumentInput::CURRENCY => document.text(input.name),
            _ => String::new(),
        };
        form.0.push((input.name.into(), value));
    }
    // A credit gives back what was on the lines, as far as they stay.
    for line in document.list(Document::LINES).iter().filter(|_| shape::lines(kind) == DocumentInput::LINES) {
        for column in shape::columns(kind) {
            let value = match column.name {
                ItemLineInput::AMOUNT | ItemLineInput::TAX_AMOUNT => String::new(),
                _ => super::content::typed(column, line, visit.reader),
            };
            form.0.push((in_line(column.name), value));
        }
    }
    form
}

/// What is plain on a new form: the day of the books, the period of the date, and the only account of its kind.
pub fn plain(visit: &Visit, kind: DocumentType, mut form: Fields, suggestions: &Suggestions) -> Fields {
    let today = visit.me.today();
    let day = form.given(DocumentInput::TRAN_DATE).map_or_else(|| today.clone(), str::to_owned);
    for input in shape::head(kind) {
        if form.given(input.name).is_some() {
            continue;
        }
        let value = match input.entry {
            Entry::Date if input.name == DocumentInput::TRAN_DATE => Some(today.clone()),
            Entry::From(Choices::Periods) if input.is_required => suggestions.period_of(&day),
            Entry::From(Choices::Currencies) => Some(visit.me.base_currency()),
            Entry::From(Choices::People) => Some(visit.me.user_id()),
            Entry::From(choices @ (Choices::Payables | Choices::Receivables)) => {
                suggestions.only(choices).map(str::to_owned)
            }
            Entry::Text
            | Entry::Date
            | Entry::Figure
            | Entry::Fraction
            | Entry::OneOf(_)
            | Entry::From(_)
            | Entry::Named => None,
        };
        if let Some(value) = value {
            form = form.with(input.name, Some(&value));
        }
    }
    form
}
