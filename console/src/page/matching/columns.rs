//! How an account's CSV files are read: what stands between the cells, and which column is what.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;
use serde_json::{Map, Value, json};

use super::sheet::Account;
use super::{operation, page_of};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::Member;
use crate::interface::enumeration::{CsvEncoding, CsvOrder};
use crate::interface::query::ListBankStatements;
use crate::interface::schema::{CsvMapping, KeptCsvMapping};
use crate::json::{Json, Members};
use crate::operations::{Change, segment};
use crate::problem::Problem;
use crate::text::{filled, text};
use crate::visit::{Visit, fresh_key, page_with, redirect};

/// How a part of the mapping is entered.
#[derive(Clone, Copy)]
enum Entry {
    Text,
    /// Several, with commas between them.
    Words,
    Whole,
    Flag,
    /// By a name in the form: a tab and a blank cannot be seen.
    OneOf(&'static [(&'static str, &'static str)]),
    /// By the interface's own name.
    Named(&'static [&'static str]),
}

struct Part {
    name: Member,
    entry: Entry,
    is_required: bool,
}

const fn part(name: Member, entry: Entry) -> Part {
    Part { name, entry, is_required: false }
}

const fn text_part(name: Member) -> Part {
    part(name, Entry::Text)
}

const fn required(name: Member) -> Part {
    Part { is_required: true, ..part(name, Entry::Text) }
}

const DELIMITERS: &[(&str, &str)] = &[("comma", ","), ("semicolon", ";"), ("tab", "\t"), ("bar", "|")];
const DECIMALS: &[(&str, &str)] = &[("point", "."), ("comma", ",")];
const THOUSANDS: &[(&str, &str)] = &[("none", ""), ("comma", ","), ("point", "."), ("blank", " "), ("apostrophe", "'")];
/// The parts, in groups.
const GROUPS: [(&str, &[Part]); 4] = [
    (
        "columns",
        &[
            required(CsvMapping::DATE_COLUMN),
            text_part(CsvMapping::AMOUNT_COLUMN),
            text_part(CsvMapping::COUNTERPARTY_NAME_COLUMN),
            part(CsvMapping::TEXT_COLUMNS, Entry::Words),
            text_part(CsvMapping::BALANCE_COLUMN),
            text_part(CsvMapping::CURRENCY_COLUMN),
        ],
    ),
    (
        "cells",
        &[
            required(CsvMapping::DATE_FORMAT),
            part(CsvMapping::DECIMAL, Entry::OneOf(DECIMALS)),
            part(CsvMapping::THOUSANDS, Entry::OneOf(THOUSANDS)),
            text_part(CsvMapping::CURRENCY),
        ],
    ),
    (
        "file",
        &[
            part(CsvMapping::DELIMITER, Entry::OneOf(DELIMITERS)),
            text_part(CsvMapping::QUOTE),
            part(CsvMapping::IS_UNQUOTED, Entry::Flag),
            part(CsvMapping::ENCODING, Entry::Named(&CsvEncoding::NAMES)),
            part(CsvMapping::HEADER_ROWS, Entry::Whole),
            part(CsvMapping::FOOTER_ROWS, Entry::Whole),
            part(CsvMapping::ORDER, Entry::Named(&CsvOrder::NAMES)),
        ],
    ),
    (
        "rare",
        &[
            text_part(CsvMapping::DEBIT_COLUMN),
            text_part(CsvMapping::CREDIT_COLUMN),
            part(CsvMapping::DEBIT_IS_NEGATIVE, Entry::Flag),
            text_part(CsvMapping::SIDE_COLUMN),
            part(CsvMapping::DEBIT_WORDS, Entry::Words),
            part(CsvMapping::CREDIT_WORDS, Entry::Words),
            text_part(CsvMapping::VALUE_DATE_COLUMN),
            text_part(CsvMapping::ACCOUNT_COLUMN),
            text_part(CsvMapping::COUNTERPARTY_ACCOUNT_COLUMN),
            text_part(CsvMapping::BANK_REFERENCE_COLUMN),
            text_part(CsvMapping::END_TO_END_ID_COLUMN),
            text_part(CsvMapping::CODE_COLUMN),
        ],
    ),
];

fn parts() -> impl Iterator<Item = &'static Part> {
    GROUPS.iter().flat_map(|(_, parts)| parts.iter())
}

#[derive(Template)]
#[template(path = "matching/columns.html")]
struct ColumnsPage<'a> {
    frame: Frame,
    account_id: String,
    account_link: String,
    account_name: String,
    link: String,
    statements: String,
    groups: Vec<(&'static str, Vec<Field<'a>>)>,
    /// Who kept it last, and when.
    kept: Option<(String, String)>,
    may_write: bool,
    key: String,
    problem: Option<&'a Problem>,
}

/// A field of the form.
struct Field<'a> {
    name: Member,
    value: String,
    is_required: bool,
    /// `flag`, `whole`, `list`, or `text`.
    entry: &'static str,
    choices: Vec<Choice>,
    fault: Option<&'a str>,
}

/// One of the values that a field may have.
struct Choice {
    name: String,
    is_chosen: bool,
}

/// The form.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    shown(&visit, StatusCode::OK, None).await
}

async fn shown(visit: &Visit, status: StatusCode, problem: Option<&Problem>) -> Result<Response, Problem> {
    let account_id = visit.param("account");
    let (path, none) = (operation(account_id, "csv-mapping"), Fields::default());
    let (found, account) = tokio::join!(visit.operations.get(&path, &none), Account::read(visit, account_id));
    // An account without a mapping has an empty form.
    let mapping = match found {
        Ok(found) => found,
        Err(problem) if problem.status == 404 => Json::default(),
        Err(problem) => return Err(problem),
    };
    let typed = if problem.is_some() { visit.form.clone() } else { as_fields(mapping.at(KeptCsvMapping::MAPPING)) };
    let of = |part: &'static Part| field(part, &typed, problem);
    let groups = GROUPS.iter().map(|(name, parts)| (*name, parts.iter().map(of).collect())).collect();
    page_with(
        status,
        &ColumnsPage {
            account_link: format!("/accounts/{}", segment(account_id)),
            account_name: account.name,
            link: page_of(account_id),
            statements: none.with(ListBankStatements::ACCOUNT_ID, Some(account_id)).address("/bank-statements"),
            groups,
            kept: mapping
                .given(KeptCsvMapping::UPDATED_BY)
                .map(|by| (by, visit.reader.instant(&mapping.text(KeptCsvMapping::UPDATED_AT)))),
            may_write: visit.me.may("bank_statement", "write"),
            key: fresh_key(),
            frame: visit.frame("bank-statements", text("matching.columns")),
            account_id: account_id.to_owned(),
            problem,
        },
    )
}

/// What is kept, as the form would send it.
fn as_fields(mapping: &Value) -> Fields {
    let value = |part: &Part| match part.entry {
        Entry::Words => mapping.texts(part.name).join(", "),
        Entry::OneOf(choices) => named(choices, &mapping.text(part.name)),
        Entry::Flag if !mapping.flag(part.name) => String::new(),
        Entry::Text | Entry::Whole | Entry::Flag | Entry::Named(_) => mapping.text(part.name),
    };
    Fields(parts().map(|part| (part.name.into(), value(part))).collect())
}

/// The name of a value; of one that has none, the value.
fn named(choices: &[(&str, &str)], value: &str) -> String {
    choices.iter().find(|(_, known)| *known == value).map_or(value, |(name, _)| *name).to_owned()
}

fn field<'a>(part: &'static Part, typed: &Fields, problem: Option<&'a Problem>) -> Field<'a> {
    let value = typed.get(part.name).unwrap_or_default().to_owned();
    let mut known: Vec<String> = match part.entry {
        Entry::OneOf(choices) => choices.iter().map(|(name, _)| (*name).to_owned()).collect(),
        Entry::Named(names) => names.iter().map(|name| (*name).to_owned()).collect(),
        Entry::Text | Entry::Words | Entry::Whole | Entry::Flag => Vec::new(),
    };
    if !known.is_empty() && !value.is_empty() && !known.contains(&value) {
        known.push(value.clone());
    }
    let choices = known.into_iter().map(|name| Choice { is_chosen: name == value, name }).collect();
    Field {
        name: part.name,
        is_required: part.is_required,
        entry: match part.entry {
            Entry::Flag => "flag",
            Entry::Whole => "whole",
            Entry::Words => "list",
            Entry::Text | Entry::OneOf(_) | Entry::Named(_) => "text",
        },
        fault: problem.and_then(|problem| problem.at_member(part.name)),
        choices,
        value,
    }
}

/// What the form says, as the interface takes it.
fn body(form: &Fields) -> Value {
    let mut body = Map::new();
    for part in parts() {
        let Some(given) = form.given(part.name) else { continue };
        let value = match part.entry {
            Entry::Text | Entry::Named(_) => json!(given),
            Entry::Words => given.split(',').map(str::trim).filter(|word| !word.is_empty()).collect(),
            Entry::Whole => given.parse::<u32>().map_or_else(|_| json!(given), |count| json!(count)),
            Entry::Flag => json!(true),
            Entry::OneOf(choices) => {
                let value = choices.iter().find(|(name, _)| *name == given).map_or(given, |(_, value)| *value);
                if value.is_empty() { Value::Null } else { json!(value) }
            }
        };
        body.insert(part.name.into(), value);
    }
    Value::Object(body)
}

/// Keeps it.
pub async fn keep(visit: Arc<Visit>) -> Result<Response, Problem> {
    let account_id = visit.param("account");
    let change = Change::put(operation(account_id, "csv-mapping"), body(&visit.form)).from_form(&visit.form);
    match visit.operations.change(change).await {
        Ok(_) => {
            let to =
                Fields::default().with(ListBankStatements::ACCOUNT_ID, Some(account_id)).address("/bank-statements");
            Ok(redirect(&to, Some(&filled("matching.columns.kept", &[account_id]))))
        }
        Err(problem) => {
            let names: Vec<&str> = parts().map(|part| part.name.name()).collect();
            let problem = problem.in_page(&names);
            shown(&visit, problem.status_code(), Some(&problem)).await
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{as_fields, body};

    #[test]
    fn what_is_kept_comes_back_as_it_was() {
        let kept = json!({
            "date_column": "Buchungstag", "amount_column": "Betrag", "text_columns": ["Zweck", "7"], "date_format": "%d.%m.%Y",
            "decimal": ",", "thousands": ".", "delimiter": "\t", "encoding": "auto", "order": "newest_first", "header_rows": 1,
            "is_unquoted": true, "currency": "EUR",
        });
        assert_eq!(body(&as_fields(&kept)), kept);
    }
}
