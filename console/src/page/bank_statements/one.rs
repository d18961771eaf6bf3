//! One statement: its balances, whether it chains with the others, and its lines with what became of them.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;
use serde_json::Value;

use super::{Break, breaks, page_of};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::Member;
use crate::interface::query::GetBankStatementLines;
use crate::interface::schema::{BankStatement, BankStatementLine, Page};
use crate::json::Members;
use crate::operations::{Change, segment};
use crate::page::matching;
use crate::problem::Problem;
use crate::text::filled;
use crate::visit::{Visit, page_with, redirect};

/// A statement.
#[derive(Template)]
#[template(path = "bank_statements/one.html")]
struct OnePage<'a> {
    frame: Frame,
    id: String,
    link: String,
    account_id: String,
    account_link: String,
    matching: String,
    currency: String,
    number: String,
    bank_account: String,
    written_as: String,
    from: String,
    to: String,
    opening: String,
    closing: String,
    total: String,
    lines: String,
    new_lines: String,
    by: String,
    by_link: String,
    at: String,
    instant: String,
    breaks: Vec<Break>,
    rows: Vec<Line>,
    first: Option<String>,
    next: Option<String>,
    /// This page of the lines, to come back to.
    address: String,
    may_write: bool,
    may_match: bool,
    problem: Option<&'a Problem>,
}

/// One line of it.
struct Line {
    id: String,
    date: String,
    counterparty: String,
    text: String,
    figure: String,
    is_out: bool,
    is_reversal: bool,
    transactions: i64,
    is_matched: bool,
}

/// The page.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    shown(&visit, StatusCode::OK, None).await
}

async fn shown(visit: &Visit, status: StatusCode, problem: Option<&Problem>) -> Result<Response, Problem> {
    let id = visit.param("id");
    let link = page_of(id);
    let lines_path = format!("{link}/lines");
    let asked = Fields::from([(GetBankStatementLines::LIMIT, "100")])
        .with(GetBankStatementLines::CURSOR, visit.query.given(GetBankStatementLines::CURSOR));
    let none = Fields::default();
    let (statement, lines) =
        tokio::join!(visit.operations.get(&link, &none), visit.operations.get(&lines_path, &asked));
    let (statement, lines) = (statement?, lines?);
    let currency = statement.text(BankStatement::CURRENCY);
    let account_id = statement.text(BankStatement::ACCOUNT_ID);
    let cursor = lines.given(Page::NEXT_CURSOR).filter(|_| lines.flag(Page::HAS_MORE));
    let (by, instant) = (statement.text(BankStatement::CREATED_BY), statement.text(BankStatement::CREATED_AT));
    let figure = |name: Member| visit.amount(&statement.text(name), &currency);
    page_with(
        status,
        &OnePage {
            account_link: format!("/accounts/{}", segment(&account_id)),
            matching: matching::page_of(&account_id),
            number: statement.text(BankStatement::NUMBER),
            bank_account: statement.text(BankStatement::BANK_ACCOUNT),
            written_as: statement.text(BankStatement::FORMAT),
            from: visit.reader.date(&statement.text(BankStatement::FROM)),
            to: visit.reader.date(&statement.text(BankStatement::TO)),
            opening: figure(BankStatement::OPENING_BALANCE),
            closing: figure(BankStatement::CLOSING_BALANCE),
            total: figure(BankStatement::TOTAL),
            lines: visit.reader.number(&statement.text(BankStatement::LINES)),
            new_lines: visit.reader.number(&statement.text(BankStatement::NEW_LINES)),
            by_link: format!("/people/{}", segment(&by)),
            at: visit.reader.instant(&instant),
            breaks: breaks(visit, &statement.0),
            rows: lines.list(Page::DATA).iter().map(|each| line(visit, each)).collect(),
            first: visit.query.given(GetBankStatementLines::CURSOR).map(|_| link.clone()),
            next: cursor.map(|cursor| none.with(GetBankStatementLines::CURSOR, Some(&cursor)).address(&link)),
            address: none
                .with(GetBankStatementLines::CURSOR, visit.query.given(GetBankStatementLines::CURSOR))
                .address(&link),
            may_write: visit.me.may("bank_statement", "write"),
            may_match: visit.me.may("bank_statement", "match"),
            frame: visit.frame("bank-statements", id),
            id: id.to_owned(),
            problem,
            by,
            instant,
            currency,
            account_id,
            link,
        },
    )
}

fn line(visit: &Visit, each: &Value) -> Line {
    let amount = each.text(BankStatementLine::AMOUNT);
    let counterparty = each
        .given(BankStatementLine::COUNTERPARTY_NAME)
        .or_else(|| each.given(BankStatementLine::COUNTERPARTY_ACCOUNT));
    Line {
        date: visit.reader.date(&each.text(BankStatementLine::DATE)),
        counterparty: counterparty.unwrap_or_default(),
        text: each
            .given(BankStatementLine::TEXT)
            .or_else(|| each.given(BankStatementLine::BANK_REFERENCE))
            .unwrap_or_default(),
        figure: visit.amount(&amount, &each.text(BankStatementLine::CURRENCY)),
        is_out: amount.starts_with('-'),
        is_reversal: each.flag(BankStatementLine::IS_REVERSAL),
        transactions: each.whole(BankStatementLine::TRANSACTIONS),
        is_matched: each.given(BankStatementLine::MATCH_ID).is_some(),
        id: each.text(BankStatementLine::LINE_ID),
    }
}

/// Deletes one that should not have been brought in.
pub async fn delete(visit: Arc<Visit>) -> Result<Response, Problem> {
    let id = visit.param("id");
    match visit.operations.change(Change::delete(page_of(id))).await {
        Ok(_) => Ok(redirect("/bank-statements", Some(&filled("statements.deleted", &[id])))),
        Err(problem) => shown(&visit, problem.status_code(), Some(&problem)).await,
    }
}
