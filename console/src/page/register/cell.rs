//! The cells of a register.

use serde_json::Value;

use super::kind::{Column, Register, Show};
use super::rates::lines;
use crate::interface::Member;
use crate::interface::enumeration::DocumentStatus;
use crate::interface::schema::{
    Account, AddressOrNull, CloseTask, Dimension, DimensionValue, Document, ExchangeRate, TaxCode,
};
use crate::json::{Members, plain};
use crate::operations::segment;
use crate::text::text;
use crate::visit::Visit;
use crate::vocabulary::{DocumentType, page_of, word};

/// One row.
pub struct Row {
    pub id: String,
    pub href: String,
    pub cells: Vec<Cell>,
    /// Whether nothing new may name it.
    pub is_inactive: bool,
}

/// One cell.
pub struct Cell {
    /// The class of the cell.
    pub class: &'static str,
    pub text: String,
    pub href: Option<String>,
    /// A date as the interface has it.
    pub machine: Option<String>,
    pub mark: Mark,
}

/// What stands at a cell besides its text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    None,
    Status,
    Late,
}

impl Cell {
    fn of(class: &'static str, text: String) -> Self {
        Self { class, text, href: None, machine: None, mark: Mark::None }
    }
}

/// The columns of a page: the currency needs none while everything on the page is in the base currency.
pub fn columns(visit: &Visit, register: &Register, items: &[Value]) -> Vec<Column> {
    let base = visit.me.base_currency();
    let is_foreign = items.iter().any(|item| item.text(Document::CURRENCY) != base);
    let is_needed = |column: &&Column| column.show != Show::Currency || is_foreign;
    register.columns.iter().filter(is_needed).copied().collect()
}

/// The row of one thing.
pub fn row(visit: &Visit, register: &Register, columns: &[Column], item: &Value) -> Row {
    let id = item.text(register.id);
    Row {
        href: format!("/{}/{}", register.collection, segment(&id)),
        id,
        cells: columns.iter().map(|column| cell(visit, column, item)).collect(),
        is_inactive: item.at(Account::IS_ACTIVE).as_bool() == Some(false),
    }
}

fn cell(visit: &Visit, column: &Column, item: &Value) -> Cell {
    let given = column.member.map(|member| item.text(member)).unwrap_or_default();
    match column.show {
        Show::Text => Cell::of("code", given),
        Show::Prose => Cell::of("prose", prose(item, &given)),
        Show::Word => Cell::of("", if given.is_empty() { given } else { word(&given) }),
        Show::Date => date(visit, &given),
        Show::Due => {
            let is_late = is_late(visit, item, &given);
            Cell { mark: if is_late { Mark::Late } else { Mark::None }, ..date(visit, &given) }
        }
        Show::Instant => Cell { machine: Some(given.clone()), ..Cell::of("date", visit.reader.instant(&given)) },
        Show::Status => Cell { mark: Mark::Status, ..Cell::of("state-of", given) },
        Show::Level => Cell::of("quiet", level(item)),
        Show::Amount => Cell::of(column.figure(), visit.amount(&given, &item.text(Document::CURRENCY))),
        Show::Number => Cell::of(column.figure(), visit.reader.number(&given)),
        Show::Currency => {
            let class = if given == visit.me.base_currency() { "quiet beside" } else { "beside" };
            Cell::of(class, given)
        }
        Show::Flag => {
            let is_on = given == "true";
            let key = if is_on { "register.active" } else { "register.inactive" };
            Cell::of(if is_on { "quiet state-of" } else { "state-of" }, text(key).into())
        }
        Show::YesNo => Cell::of("quiet", text(if given == "true" { "register.yes" } else { "register.no" }).into()),
        Show::Party(id, folder) => party(item, given, id, folder),
        Show::Pays => pays(item),
        Show::Rates => {
            let rates = column.member.map(|member| lines(visit.reader, item.at(member))).unwrap_or_default();
            Cell::of("", rates.join(", "))
        }
    }
}

fn date(visit: &Visit, given: &str) -> Cell {
    let machine = Some(given.to_owned()).filter(|given| !given.is_empty());
    Cell { machine, ..Cell::of("date", visit.reader.date(given)) }
}

/// The memo, and the reference that the other side gave.
fn prose(item: &Value, given: &str) -> String {
    match item.given(Document::REFERENCE) {
        Some(reference) if given.is_empty() => reference,
        Some(reference) => format!("{given} · {reference}"),
        None => given.to_owned(),
    }
}

/// Whether a day is over by which something that is posted should have been paid.
fn is_late(visit: &Visit, item: &Value, due: &str) -> bool {
    let is_open = item.text(Document::STATUS) == DocumentStatus::Posted.name()
        && item.text(Document::AMOUNT_DUE).contains(|digit| matches!(digit, '1'..='9'));
    is_open && !due.is_empty() && *due < *visit.me.today()
}

fn level(item: &Value) -> String {
    item.given(Document::REQUIRED_APPROVAL_LEVEL).map_or_else(String::new, |required| {
        crate::text::filled("register.level_of", &[&item.text(Document::CURRENT_APPROVAL_LEVEL), &required])
    })
}

fn party(item: &Value, name: String, id: Member, folder: &str) -> Cell {
    let of = |name: String, id: Member, folder: &str| {
        let number = item.given(id)?;
        let href = format!("/{folder}/{}", segment(&number));
        Some(Cell {
            href: Some(href),
            ..Cell::of("name", Some(name).filter(|name| !name.is_empty()).unwrap_or(number))
        })
    };
    // A bill payment may pay an employee's expense.
    of(name, id, folder)
        .or_else(|| of(item.text(Document::EMPLOYEE_NAME), Document::EMPLOYEE_ID, "people"))
        .unwrap_or_else(|| Cell::of("", String::new()))
}

/// What a payment may pay.
const PAID: [DocumentType; 3] = [DocumentType::Invoice, DocumentType::Bill, DocumentType::Expense];

fn pays(item: &Value) -> Cell {
    let paid = PAID.into_iter().find_map(|kind| Some((kind, item.given(kind.id())?)));
    paid.map_or_else(
        || Cell::of("", String::new()),
        |(kind, id)| Cell { href: page_of(kind.name(), &id), ..Cell::of("code", id) },
    )
}

/// Members that are days, and members that are words of the interface.
const DATES: [Member; 4] =
    [ExchangeRate::DATE, DimensionValue::VALID_FROM, DimensionValue::VALID_TO, CloseTask::FROM_DATE];
const WORDS: [Member; 5] =
    [Account::ACCOUNT_TYPE, Account::SUBTYPE, Dimension::TAKES, TaxCode::USED_FOR, CloseTask::KIND];

/// A member as facts and trails show it.
pub fn shown(visit: &Visit, name: &str, value: &Value) -> String {
    match value {
        Value::Null => text("register.none").into(),
        Value::Bool(true) => text("register.yes").into(),
        Value::Bool(false) => text("register.no").into(),
        Value::Number(part) if name == TaxCode::RECOVERABLE.name() => visit.reader.percent(&part.to_string()),
        Value::Number(number) => visit.reader.number(&number.to_string()),
        Value::String(given) if name.ends_with("_at") => visit.reader.instant(given),
        Value::String(given) if DATES.iter().any(|date| date.name() == name) => visit.reader.date(given),
        Value::String(given) if WORDS.iter().any(|word| word.name() == name) => word(given),
        Value::Array(_) if name == TaxCode::RATES.name() => lines(visit.reader, value).join(", "),
        other => one_line(other),
    }
}

/// An object or an array by what is in it, in its order; what is nothing is left out.
pub fn one_line(value: &Value) -> String {
    let joined = |values: &mut dyn Iterator<Item = &Value>| {
        values.map(one_line).filter(|text| !text.is_empty()).collect::<Vec<_>>().join(", ")
    };
    match value {
        // As on an envelope.
        Value::Object(members) if members.contains_key(AddressOrNull::CITY.name()) => {
            let parts = [
                AddressOrNull::LINES,
                AddressOrNull::POSTAL_CODE,
                AddressOrNull::CITY,
                AddressOrNull::REGION,
                AddressOrNull::COUNTRY,
            ];
            joined(&mut parts.into_iter().map(|part| value.at(part)))
        }
        Value::Object(members) => joined(&mut members.values()),
        Value::Array(items) => joined(&mut items.iter()),
        other => plain(other),
    }
}
