//! The general ledger of an account: every posting line leads to its document.

use std::sync::Arc;

use askama::Template;
use futures_util::join;
use poem::Response;
use poem::http::StatusCode;
use serde_json::Value;

use super::filter::{Accounts, Choice, Column, Filter, Span, read};
use super::lines::{foreign, is_zero, sizes};
use super::period::day_before;
use super::sheet::{ledger, ledger_in};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::Member;
use crate::interface::query::GetGeneralLedger;
use crate::interface::schema::{Account, GeneralLedger, GeneralLedgerLine};
use crate::json::{Json, Members};
use crate::problem::Problem;
use crate::text::text;
use crate::visit::{Visit, page_with};
use crate::vocabulary::{page_of, word};

/// One posting line.
struct Line {
    day: String,
    document: String,
    document_type: String,
    to: Option<String>,
    /// `void` and such; empty for the document itself.
    posting: String,
    memo: String,
    party: String,
    party_to: Option<String>,
    debit: String,
    credit: String,
    balance: String,
    /// The amount in the document's currency, when that is another.
    foreign: String,
}

/// The account and its lines.
struct Ledger {
    account_id: String,
    account_name: String,
    account_type: String,
    account_to: Option<String>,
    currency: String,
    opening: String,
    opening_to: Option<String>,
    debit: String,
    credit: String,
    closing: String,
    lines: Vec<Line>,
    is_first: bool,
    next: Option<String>,
    has_foreign: bool,
    /// The first day of the next page's way back.
    beginning: String,
}

/// The page.
#[derive(Template)]
#[template(path = "reports/general_ledger.html")]
struct LedgerPage {
    frame: Frame,
    filter: Filter,
    column: Option<Column>,
    ledger: Option<Ledger>,
    csv: Option<String>,
    csv_is_first: bool,
    /// Where to begin when no account was chosen: the accounts with their ledgers.
    accounts: Vec<(Choice, String)>,
    /// How many lines a page may have, each with its address.
    sizes: Vec<(&'static str, String, bool)>,
}

pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let (read, accounts) = join!(read(&visit, "/reports/general-ledger", Span::Days), accounts(&visit));
    let ((mut filter, columns), offered) = (read?, accounts?);
    let column = columns.into_iter().next();
    let account = visit.query.given(GetGeneralLedger::ACCOUNT_ID);
    let (size, sizes) = sizes(&visit);
    let (mut ledger, mut status, mut csv, mut rows) = (None, StatusCode::OK, None, Vec::new());
    if let (Some(account), Some(column)) = (account, &column) {
        let query = column.query.with(GetGeneralLedger::ACCOUNT_ID, Some(account));
        csv = Some(query.address("/reports/general-ledger.csv"));
        let query = query
            .with(GetGeneralLedger::LIMIT, Some(size))
            .with(GetGeneralLedger::CURSOR, visit.query.given(GetGeneralLedger::CURSOR));
        match visit.operations.get("/reports/general-ledger", &query).await {
            Ok(answer) => ledger = Some(of(&visit, column, &answer)),
            Err(problem) if problem.status == 422 => {
                (status, csv) = (StatusCode::UNPROCESSABLE_ENTITY, None);
                filter.refused(problem);
            }
            Err(problem) => return Err(problem),
        }
    } else {
        rows = offered.iter().map(|choice| (choice.clone(), opens(column.as_ref(), &choice.value))).collect();
    }
    filter.accounts = Some(Accounts { chosen: account.unwrap_or_default().to_owned(), offered });
    let title = match &ledger {
        Some(ledger) => {
            format!("{} {} · {}", ledger.account_id, ledger.account_name, text("reports.name.general-ledger"))
        }
        None => text("reports.name.general-ledger").into(),
    };
    let page = LedgerPage {
        frame: visit.frame("reports", title),
        filter,
        column,
        ledger,
        csv,
        csv_is_first: false,
        accounts: rows,
        sizes,
    };
    page_with(status, &page)
}

fn opens(column: Option<&Column>, account: &str) -> String {
    let Some(column) = column else { return ledger(account, None, None) };
    ledger_in(column, account, column.query.get(GetGeneralLedger::FROM), column.query.get(GetGeneralLedger::TO))
}

/// Accounts to choose from, as far as the person may read them.
async fn accounts(visit: &Visit) -> Result<Vec<Choice>, Problem> {
    let answer = match visit.operations.aside("/accounts", &Fields::from([(GetGeneralLedger::LIMIT, "200")])).await {
        Ok(answer) => answer,
        Err(problem) if problem.status == 403 => return Ok(Vec::new()),
        Err(problem) => return Err(problem),
    };
    let chosen = visit.query.given(GetGeneralLedger::ACCOUNT_ID).unwrap_or_default();
    let choice = |account: &Value| {
        let value = account.text(Account::ACCOUNT_ID);
        Choice { label: account.text(Account::ACCOUNT_NAME), is_chosen: value == chosen, value }
    };
    let mut choices: Vec<Choice> = answer.list(GeneralLedger::DATA).iter().map(choice).collect();
    choices.sort_by(|one, other| one.value.cmp(&other.value));
    Ok(choices)
}

fn of(visit: &Visit, column: &Column, answer: &Json) -> Ledger {
    let currency = answer.text(GeneralLedger::CURRENCY);
    let account_id = answer.text(GeneralLedger::ACCOUNT_ID);
    let sum = |name: Member| visit.amount(&answer.text(name), &currency);
    let lines: Vec<Line> = answer.list(GeneralLedger::DATA).iter().map(|value| line(visit, value, &currency)).collect();
    let before = column.from.as_deref().and_then(day_before);
    Ledger {
        account_to: page_of("account", &account_id),
        account_name: answer.text(GeneralLedger::ACCOUNT_NAME),
        account_type: answer.text(GeneralLedger::ACCOUNT_TYPE),
        opening: sum(GeneralLedger::OPENING_BALANCE),
        opening_to: before.map(|day| ledger_in(column, &account_id, None, Some(&day))),
        debit: sum(GeneralLedger::TOTAL_DEBIT),
        credit: sum(GeneralLedger::TOTAL_CREDIT),
        closing: sum(GeneralLedger::CLOSING_BALANCE),
        is_first: visit.query.given(GetGeneralLedger::CURSOR).is_none(),
        next: answer
            .given(GeneralLedger::NEXT_CURSOR)
            .map(|cursor| visit.query.with(GetGeneralLedger::CURSOR, Some(&cursor)).address(&visit.path)),
        has_foreign: lines.iter().any(|line| !line.foreign.is_empty()),
        beginning: visit.query.with(GetGeneralLedger::CURSOR, None).address(&visit.path),
        account_id,
        currency,
        lines,
    }
}

fn line(visit: &Visit, value: &Value, base: &str) -> Line {
    let (document, kind) = (value.text(GeneralLedgerLine::DOCUMENT_ID), value.text(GeneralLedgerLine::DOCUMENT_TYPE));
    let (party_id, party_type) = (value.text(GeneralLedgerLine::PARTY_ID), value.text(GeneralLedgerLine::PARTY_TYPE));
    let currency = value.text(GeneralLedgerLine::CURRENCY);
    let side = |name: Member| {
        let text = value.text(name);
        if is_zero(&text) { String::new() } else { visit.amount(&text, base) }
    };
    let posting = value.text(GeneralLedgerLine::POSTING);
    Line {
        day: visit.reader.date(&value.text(GeneralLedgerLine::POSTING_DATE)),
        to: page_of(&kind, &document),
        document,
        document_type: word(&kind),
        posting: if posting == "document" { String::new() } else { word(&posting) },
        memo: value.text(GeneralLedgerLine::MEMO),
        party: value.given(GeneralLedgerLine::PARTY_NAME).unwrap_or_else(|| party_id.clone()),
        party_to: page_of(&party_type, &party_id).filter(|_| !party_id.is_empty()),
        debit: side(GeneralLedgerLine::DEBIT),
        credit: side(GeneralLedgerLine::CREDIT),
        balance: visit.amount(&value.text(GeneralLedgerLine::BALANCE), base),
        foreign: foreign(visit, &value.text(GeneralLedgerLine::AMOUNT), &currency, base),
    }
}
