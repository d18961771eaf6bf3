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
}

struct Part {
    name: &'static str,
    entry: Entry,
    is_required: bool,
}

const fn part(name: &'static str, entry: Entry) -> Part {
    Part { name, entry, is_required: false }
}

const fn text_part(name: &'static str) -> Part {
    part(name, Entry::Text)
}

const fn required(name: &'static str) -> Part {
    Part { is_required: true, ..part(name, Entry::Text) }
}

const DELIMITERS: &[(&str, &str)] = &[("comma", ","), ("semicolon", ";"), ("tab", "\t"), ("bar", "|")];
const DECIMALS: &[(&str, &str)] = &[("point", "."), ("comma", ",")];
const THOUSANDS: &[(&str, &str)] = &[("none", ""), ("comma", ","), ("point", "."), ("blank", " "), ("apostrophe", "'")];
const ENCODINGS: &[(&str, &str)] = &[("auto", "auto"), ("utf-8", "utf-8"), ("windows-1252", "windows-1252")];
const ORDERS: &[(&str, &str)] = &[("oldest_first", "oldest_first"), ("newest_first", "newest_first")];

/// The parts, in groups.
const GROUPS: [(&str, &[Part]); 4] = [
    (
        "columns",
        &[
            required("date_column"),
            text_part("amount_column"),
            text_part("counterparty_name_column"),
            part("text_columns", Entry::Words),
            text_part("balance_column"),
            text_part("currency_column"),
        ],
    ),
    (
        "cells",
        &[
            required("date_format"),
            part("decimal", Entry::OneOf(DECIMALS)),
            part("thousands", Entry::OneOf(THOUSANDS)),
            text_part("currency"),
        ],
    ),
    (
        "file",
        &[
            part("delimiter", Entry::OneOf(DELIMITERS)),
            text_part("quote"),
            part("is_unquoted", Entry::Flag),
            part("encoding", Entry::OneOf(ENCODINGS)),
            part("header_rows", Entry::Whole),
            part("footer_rows", Entry::Whole),
            part("order", Entry::OneOf(ORDERS)),
        ],
    ),
    (
        "rare",
        &[
            text_part("debit_column"),
            text_part("credit_column"),
            part("debit_is_negative", Entry::Flag),
            text_part("side_column"),
            part("debit_words", Entry::Words),
            part("credit_words", Entry::Words),
            text_part("value_date_column"),
            text_part("account_column"),
            text_part("counterparty_account_column"),
            text_part("bank_reference_column"),
            text_part("end_to_end_id_column"),
            text_part("code_column"),
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
    name: &'static str,
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
    let typed = if problem.is_some() { visit.form.clone() } else { as_fields(mapping.at("mapping")) };
    let of = |part: &'static Part| field(part, &typed, problem);
    let groups = GROUPS.iter().map(|(name, parts)| (*name, parts.iter().map(of).collect())).collect();
    page_with(
        status,
        &ColumnsPage {
            account_link: format!("/accounts/{}", segment(account_id)),
            account_name: account.name,
            link: page_of(account_id),
            statements: none.with("account_id", Some(account_id)).address("/bank-statements"),
            groups,
            kept: mapping.given("updated_by").map(|by| (by, visit.reader.instant(&mapping.text("updated_at")))),
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
        Entry::Text | Entry::Whole | Entry::Flag => mapping.text(part.name),
    };
    Fields(parts().map(|part| (part.name.to_owned(), value(part))).collect())
}

/// The name of a value; of one that has none, the value.
fn named(choices: &[(&str, &str)], value: &str) -> String {
    choices.iter().find(|(_, known)| *known == value).map_or(value, |(name, _)| *name).to_owned()
}

fn field<'a>(part: &'static Part, typed: &Fields, problem: Option<&'a Problem>) -> Field<'a> {
    let value = typed.get(part.name).unwrap_or_default().to_owned();
    let choices = match part.entry {
        Entry::OneOf(choices) => {
            let known = choices.iter().map(|(name, _)| (*name).to_owned());
            let other = (!value.is_empty() && choices.iter().all(|(name, _)| *name != value)).then(|| value.clone());
            known.chain(other).map(|name| Choice { is_chosen: name == value, name }).collect()
        }
        Entry::Text | Entry::Words | Entry::Whole | Entry::Flag => Vec::new(),
    };
    Field {
        name: part.name,
        is_required: part.is_required,
        entry: match part.entry {
            Entry::Flag => "flag",
            Entry::Whole => "whole",
            Entry::Words => "list",
            Entry::Text | Entry::OneOf(_) => "text",
        },
        fault: problem.and_then(|problem| problem.at(&format!("/{}", part.name))),
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
            Entry::Text => json!(given),
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
            let to = Fields::default().with("account_id", Some(account_id)).address("/bank-statements");
            Ok(redirect(&to, Some(&filled("matching.columns.kept", &[account_id]))))
        }
        Err(problem) => {
            let names: Vec<&str> = parts().map(|part| part.name).collect();
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
