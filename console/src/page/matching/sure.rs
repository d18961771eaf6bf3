//! Accepting all sure proposals: what they are, and then the step that does it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;
use serde_json::{Value, json};

use super::sheet::Account;
use super::{operation, page_of};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::Member;
use crate::interface::query::GetAccountUnmatchedLines;
use crate::interface::schema::{
    AcceptInput, AcceptedProposals, BankStatementLine, MatchProposal, MatchProposals, Page, ProposalReason,
};
use crate::json::{Json, Members};
use crate::operations::{Change, segment};
use crate::problem::Problem;
use crate::text::{filled, text};
use crate::visit::{Visit, fresh_key, page_with, redirect};

/// So many are shown, and accepted by one step.
const AT_ONCE: usize = 500;
const MOST_BYTES: usize = 16 * 1024 * 1024;

#[derive(Template)]
#[template(path = "matching/sure.html")]
struct SurePage<'a> {
    frame: Frame,
    account_id: String,
    account_link: String,
    account_name: String,
    link: String,
    rows: Vec<Sure>,
    /// How many of them this step accepts, and how many lines and transactions these are.
    count: String,
    lines: String,
    transactions: String,
    left_out: usize,
    may_match: bool,
    key: String,
    problem: Option<&'a Problem>,
}

/// One sure proposal.
struct Sure {
    /// Its first line, which names it.
    line_id: String,
    /// What that line says, as far as lines are read.
    date: String,
    counterparty: String,
    figure: String,
    /// How many lines it takes besides.
    others: usize,
    transactions: Vec<String>,
    reasons: String,
}

/// What would be accepted.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    shown(&visit, StatusCode::OK, None).await
}

async fn shown(visit: &Visit, status: StatusCode, problem: Option<&Problem>) -> Result<Response, Problem> {
    let account_id = visit.param("account");
    let (path, none) = (operation(account_id, "proposals"), Fields::default());
    let (waiting, first) =
        (operation(account_id, "unmatched-lines"), Fields::from([(GetAccountUnmatchedLines::LIMIT, "200")]));
    let (found, waiting, account) = tokio::join!(
        visit.operations.bounded(&path, &none, MOST_BYTES),
        visit.operations.aside(&waiting, &first),
        Account::read(visit, account_id)
    );
    // Of the lines beyond those that are read, the page shows what is proposed alone.
    let waiting = waiting.unwrap_or_default();
    let lines: BTreeMap<String, &Value> =
        waiting.list(Page::DATA).iter().map(|line| (line.text(BankStatementLine::LINE_ID), line)).collect();
    let found: Json = found?.ok_or_else(|| Problem::of(422, "too_large", text("problem.page_too_long")))?;
    let sure: Vec<&Value> =
        found.list(MatchProposals::PROPOSALS).iter().filter(|proposal| proposal.flag(MatchProposal::IS_SURE)).collect();
    let shown = || sure.iter().take(AT_ONCE);
    let number = |count: usize| visit.reader.number(&count.to_string());
    let of_all = |name: Member| shown().flat_map(|proposal| proposal.texts(name)).collect::<BTreeSet<_>>().len();
    page_with(
        status,
        &SurePage {
            account_link: format!("/accounts/{}", segment(account_id)),
            account_name: account.name,
            link: page_of(account_id),
            rows: shown().map(|proposal| row(visit, proposal, &lines)).collect(),
            count: number(shown().count()),
            lines: number(of_all(MatchProposal::LINE_IDS)),
            transactions: number(of_all(MatchProposal::TRANSACTION_IDS)),
            left_out: sure.len().saturating_sub(AT_ONCE),
            may_match: visit.me.may("bank_statement", "match"),
            key: fresh_key(),
            frame: visit.frame("bank-statements", text("matching.sure")),
            account_id: account_id.to_owned(),
            problem,
        },
    )
}

fn row(visit: &Visit, proposal: &Value, lines: &BTreeMap<String, &Value>) -> Sure {
    let ids = proposal.texts(MatchProposal::LINE_IDS);
    let others = ids.len().saturating_sub(1);
    let line_id = ids.into_iter().next().unwrap_or_default();
    let line = lines.get(&line_id).copied().unwrap_or(&Value::Null);
    let reasons = proposal.list(MatchProposal::REASONS).iter().map(|reason| reason.text(ProposalReason::TEXT));
    Sure {
        date: visit.reader.date(&line.text(BankStatementLine::DATE)),
        counterparty: line
            .given(BankStatementLine::COUNTERPARTY_NAME)
            .unwrap_or_else(|| line.text(BankStatementLine::TEXT)),
        figure: visit.amount(&line.text(BankStatementLine::AMOUNT), &line.text(BankStatementLine::CURRENCY)),
        others,
        line_id,
        transactions: proposal.texts(MatchProposal::TRANSACTION_IDS),
        reasons: reasons.collect::<Vec<_>>().join(" · "),
    }
}

/// Accepts those that were shown, and are sure still.
pub async fn accept(visit: Arc<Visit>) -> Result<Response, Problem> {
    let account_id = visit.param("account");
    let body = json!({ AcceptInput::LINE_IDS: visit.form.all("line").collect::<Vec<_>>() });
    let change = Change::post(operation(account_id, "accept-proposals"), body).from_form(&visit.form);
    match visit.operations.change(change).await {
        Ok(answer) => {
            let count = answer.body.list(AcceptedProposals::MATCHES).len().to_string();
            Ok(redirect(&page_of(account_id), Some(&filled("matching.accepted_all", &[&count]))))
        }
        Err(problem) => shown(&visit, problem.status_code(), Some(&problem)).await,
    }
}
