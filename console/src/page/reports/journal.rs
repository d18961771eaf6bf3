//! The journal of a day or of some days: every posting with its lines. A posting leads to its document, a line to what its account
//! moved on that day.

use std::sync::Arc;

use askama::Template;
use chrono::NaiveDate;
use poem::Response;
use poem::http::StatusCode;
use serde_json::Value;

use super::filter::{Column, Filter, Preset, Span, read};
use super::lines::{Named, foreign, is_zero, sizes};
use super::period::day_before;
use super::sheet::ledger_in;
use crate::filters;
use crate::frame::Frame;
use crate::interface::Member;
use crate::interface::query::{GetJournal, GetTrialBalance};
use crate::interface::schema::{self, JournalPosting, JournalPostingLine, LineDimension};
use crate::json::{Json, Members};
use crate::problem::Problem;
use crate::text::text;
use crate::visit::{Visit, page_with};
use crate::vocabulary::{page_of, word};

/// One posting.
struct Posting {
    day: String,
    document: Named,
    kind: String,
    /// `void` and such; empty for the document itself.
    variant: String,
    period: Named,
    memo: String,
    reference: String,
    party: Named,
    lines: Vec<Line>,
}

/// One line of it.
struct Line {
    account: Named,
    name: String,
    /// What it is told apart by, such as its department.
    dimensions: String,
    /// Where it says something else than its posting.
    memo: String,
    foreign: String,
    debit: String,
    credit: String,
}

/// The postings of a page, and what all of the days come to.
struct Journal {
    currency: String,
    debit: String,
    credit: String,
    postings: Vec<Posting>,
    has_foreign: bool,
    next: Option<String>,
    /// The first page, from a later one.
    beginning: Option<String>,
}

/// The page.
#[derive(Template)]
#[template(path = "reports/journal.html")]
struct JournalPage {
    frame: Frame,
    filter: Filter,
    days: String,
    journal: Option<Journal>,
    csv: Option<String>,
    csv_is_first: bool,
    /// The days beside a single one.
    beside: Vec<Preset>,
    /// How many postings a page may have, each with its address.
    sizes: Vec<(&'static str, String, bool)>,
}

const PATH: &str = "/reports/journal";

pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let (mut filter, columns) = read(&visit, PATH, Span::Days).await?;
    let column = columns.into_iter().next().map(|column| of_some_days(&visit, column));
    let (mut journal, mut csv, mut status) = (None, None, StatusCode::OK);
    let (size, sizes) = sizes(&visit);
    let (mut days, mut beside) = (String::new(), Vec::new());
    if let Some(column) = &column {
        if filter.periods.iter().all(|period| !period.is_chosen) {
            filter.from = column.from.clone().unwrap_or_default();
            filter.to = column.to.clone().unwrap_or_default();
        }
        let query = column
            .query
            .with(GetJournal::LIMIT, Some(size))
            .with(GetJournal::CURSOR, visit.query.given(GetJournal::CURSOR));
        match visit.operations.get(PATH, &query).await {
            Ok(answer) => {
                journal = Some(of(&visit, column, &answer));
                csv = Some(column.query.address("/reports/journal.csv"));
                days = [&column.label, &column.days]
                    .into_iter()
                    .filter(|part| !part.is_empty())
                    .cloned()
                    .collect::<Vec<_>>()
                    .join(" · ");
                beside = days_beside(&visit, column);
            }
            Err(problem) if problem.status == 422 => {
                status = StatusCode::UNPROCESSABLE_ENTITY;
                filter.refused(problem);
            }
            Err(problem) => return Err(problem),
        }
    }
    let frame = visit.frame("reports", text("reports.name.journal"));
    page_with(status, &JournalPage { frame, filter, days, journal, csv, csv_is_first: false, beside, sizes })
}

/// A journal has a first day: without one it is of the last day alone.
fn of_some_days(visit: &Visit, column: Column) -> Column {
    if column.from.is_some() {
        return column;
    }
    let day = column.to.clone().unwrap_or_default();
    Column {
        label: visit.reader.date(&day),
        query: column.query.with(GetJournal::FROM, Some(&day)),
        from: Some(day),
        ..column
    }
}

/// The day before and the day after, of a single day.
fn days_beside(visit: &Visit, column: &Column) -> Vec<Preset> {
    let Some(day) = column.from.as_deref().filter(|from| column.to.as_deref() == Some(*from)) else {
        return Vec::new();
    };
    let after = day.parse::<NaiveDate>().ok().and_then(|day| day.succ_opt()).map(|day| day.to_string());
    let preset = |key: &str, day: String| {
        let query = visit.query.with(GetJournal::CURSOR, None).with(GetTrialBalance::PERIOD_ID, None);
        let query = query.with(GetJournal::FROM, Some(&day)).with(GetJournal::TO, Some(&day));
        Preset { label: text(key).to_owned(), address: query.address(PATH) }
    };
    let before = day_before(day).map(|day| preset("reports.journal.before", day));
    before.into_iter().chain(after.map(|day| preset("reports.journal.after", day))).collect()
}

fn of(visit: &Visit, column: &Column, answer: &Json) -> Journal {
    let currency = answer.text(schema::Journal::CURRENCY);
    let sum = |name: Member| visit.amount(&answer.text(name), &currency);
    let at = |cursor: Option<&str>| visit.query.with(GetJournal::CURSOR, cursor).address(PATH);
    let postings: Vec<Posting> =
        answer.list(schema::Journal::DATA).iter().map(|value| posting(visit, column, value, &currency)).collect();
    Journal {
        debit: sum(schema::Journal::TOTAL_DEBIT),
        credit: sum(schema::Journal::TOTAL_CREDIT),
        has_foreign: postings.iter().flat_map(|posting| &posting.lines).any(|line| !line.foreign.is_empty()),
        next: answer.given(schema::Journal::NEXT_CURSOR).map(|cursor| at(Some(&cursor))),
        beginning: visit.query.given(GetJournal::CURSOR).map(|_| at(None)),
        postings,
        currency,
    }
}

fn posting(visit: &Visit, column: &Column, value: &Value, base: &str) -> Posting {
    let kind = value.text(JournalPosting::DOCUMENT_TYPE);
    let (day, currency) = (value.text(JournalPosting::POSTING_DATE), value.text(JournalPosting::CURRENCY));
    let (document, period) = (value.text(JournalPosting::DOCUMENT_ID), value.text(JournalPosting::PERIOD_ID));
    let party = value.text(JournalPosting::PARTY_ID);
    let party_to = page_of(&value.text(JournalPosting::PARTY_TYPE), &party).filter(|_| !party.is_empty());
    let (memo, variant) = (value.text(JournalPosting::MEMO), value.text(JournalPosting::POSTING));
    let of_posting = Of { day: &day, currency: &currency, base, memo: &memo };
    let lines = value.list(JournalPosting::LINES).iter().map(|one| line(visit, column, one, &of_posting)).collect();
    Posting {
        lines,
        day: visit.reader.date(&day),
        document: Named { to: page_of(&kind, &document), label: document },
        kind: word(&kind),
        variant: if variant == "document" { String::new() } else { word(&variant) },
        period: Named { to: page_of("accounting_period", &period), label: period },
        reference: value.text(JournalPosting::REFERENCE),
        party: Named { label: value.given(JournalPosting::PARTY_NAME).unwrap_or(party), to: party_to },
        memo,
    }
}

/// What the lines of a posting share.
struct Of<'a> {
    day: &'a str,
    currency: &'a str,
    base: &'a str,
    memo: &'a str,
}

fn line(visit: &Visit, column: &Column, value: &Value, of: &Of) -> Line {
    let account = value.text(JournalPostingLine::ACCOUNT_ID);
    let side = |name: Member| {
        let text = value.text(name);
        if is_zero(&text) { String::new() } else { visit.amount(&text, of.base) }
    };
    let own = [JournalPostingLine::DEPARTMENT_ID, JournalPostingLine::COST_CENTER_ID].into_iter();
    let own = own.filter_map(|name| value.given(name));
    let others = value.list(JournalPostingLine::DIMENSIONS).iter().map(|one| one.text(LineDimension::VALUE_ID));
    Line {
        account: Named { to: Some(ledger_in(column, &account, Some(of.day), Some(of.day))), label: account },
        name: value.text(JournalPostingLine::ACCOUNT_NAME),
        dimensions: own.chain(others).collect::<Vec<_>>().join(" · "),
        memo: value.given(JournalPostingLine::MEMO).filter(|memo| memo != of.memo).unwrap_or_default(),
        foreign: foreign(visit, &value.text(JournalPostingLine::AMOUNT), of.currency, of.base),
        debit: side(JournalPostingLine::DEBIT),
        credit: side(JournalPostingLine::CREDIT),
    }
}
