//! The statement of account of a customer or a vendor: what their documents moved, line by line, and what is open at the end. Every
//! line leads to its document, every age to its open documents.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;
use serde_json::Value;

use super::aging::BUCKETS;
use super::filter::{Choice, Column, Filter, Parties, Span, read};
use super::lines::{Named, foreign, is_zero, sizes};
use super::sheet::Cell;
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::Member;
use crate::interface::enumeration::{AgingKind, StatementParty};
use crate::interface::query::{GetAging, GetStatementOfAccount, ListVendors};
use crate::interface::schema::{
    AgingBuckets, AgingDocument, Customer, Page, StatementOfAccount, StatementOfAccountLine, Vendor,
};
use crate::json::{Json, Members};
use crate::problem::Problem;
use crate::text::text;
use crate::visit::{Visit, page_with};
use crate::vocabulary::{page_of, word};

/// What one posting moved.
struct Line {
    day: String,
    document: Named,
    kind: String,
    /// `void` and such; empty for the document itself.
    posting: String,
    memo: String,
    reference: String,
    foreign: String,
    debit: String,
    credit: String,
    balance: String,
}

/// What is open at the end.
struct Open {
    document: Named,
    kind: String,
    reference: String,
    date: String,
    due: String,
    overdue: String,
    foreign: String,
    amount: String,
}

/// The statement.
struct Statement {
    party: Named,
    currency: String,
    opening: String,
    debit: String,
    credit: String,
    closing: String,
    lines: Vec<Line>,
    has_foreign: bool,
    aging: Vec<(Member, Cell)>,
    open: Vec<Open>,
    is_first: bool,
    next: Option<String>,
    beginning: String,
}

/// The page.
#[derive(Template)]
#[template(path = "reports/statement_of_account.html")]
struct StatementPage {
    frame: Frame,
    filter: Filter,
    column: Option<Column>,
    statement: Option<Statement>,
    csv: Option<String>,
    csv_is_first: bool,
    /// Where to begin when nobody was chosen: the parties with their statements.
    parties: Vec<(Choice, String)>,
    sizes: Vec<(&'static str, String, bool)>,
}

const PATH: &str = "/reports/statement-of-account";

pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let kind = visit.query.given(GetStatementOfAccount::PARTY_TYPE);
    let kind = kind.and_then(StatementParty::of).unwrap_or(StatementParty::Customer);
    let (read, offered) = futures_util::join!(read(&visit, PATH, Span::Days), offered(&visit, kind));
    let ((mut filter, columns), offered) = (read?, offered?);
    let column = columns.into_iter().next();
    let party = visit.query.given(GetStatementOfAccount::PARTY_ID);
    let (size, sizes) = sizes(&visit);
    let (mut statement, mut status, mut csv, mut parties) = (None, StatusCode::OK, None, Vec::new());
    if let (Some(party), Some(column)) = (party, &column) {
        let asked = of_party(&column.query, kind, party);
        csv = Some(asked.address("/reports/statement-of-account.csv"));
        let asked = asked
            .with(GetStatementOfAccount::LIMIT, Some(size))
            .with(GetStatementOfAccount::CURSOR, visit.query.given(GetStatementOfAccount::CURSOR));
        match visit.operations.get(PATH, &asked).await {
            Ok(answer) => statement = Some(of(&visit, kind, &answer)),
            Err(problem) if problem.status == 422 => {
                (status, csv) = (StatusCode::UNPROCESSABLE_ENTITY, None);
                filter.refused(problem);
            }
            Err(problem) => return Err(problem),
        }
    } else {
        let days = column.as_ref().map(|column| column.query.clone()).unwrap_or_default();
        let days = days.with(GetStatementOfAccount::TO, visit.query.given(GetStatementOfAccount::TO));
        parties = offered.iter().map(|one| (one.clone(), of_party(&days, kind, &one.value).address(PATH))).collect();
    }
    let kinds = StatementParty::ALL.map(|one| Choice {
        value: one.name().to_owned(),
        label: word(one.name()),
        is_chosen: one == kind,
    });
    filter.parties = Some(Parties { kinds: kinds.into(), chosen: party.unwrap_or_default().to_owned(), offered });
    let title = text("reports.name.statement-of-account");
    let title = statement.as_ref().map_or_else(|| title.to_owned(), |one| format!("{} · {title}", one.party.label));
    let frame = visit.frame("reports", title);
    page_with(status, &StatementPage { frame, filter, column, statement, csv, csv_is_first: false, parties, sizes })
}

fn of_party(days: &Fields, kind: StatementParty, party: &str) -> Fields {
    days.with(GetStatementOfAccount::PARTY_TYPE, Some(kind.name())).with(GetStatementOfAccount::PARTY_ID, Some(party))
}

/// The parties of the newest page, as far as the person may read them: a suggestion, not a list of all.
async fn offered(visit: &Visit, kind: StatementParty) -> Result<Vec<Choice>, Problem> {
    let (path, id, name) = match kind {
        StatementParty::Customer => ("/customers", Customer::CUSTOMER_ID, Customer::CUSTOMER_NAME),
        StatementParty::Vendor => ("/vendors", Vendor::VENDOR_ID, Vendor::VENDOR_NAME),
    };
    let answer = match visit.operations.aside(path, &Fields::from([(ListVendors::LIMIT, "200")])).await {
        Ok(answer) => answer,
        Err(problem) if problem.status == 403 => return Ok(Vec::new()),
        Err(problem) => return Err(problem),
    };
    let chosen = visit.query.given(GetStatementOfAccount::PARTY_ID).unwrap_or_default();
    let choice = |party: &Value| {
        let value = party.text(id);
        Choice { label: party.text(name), is_chosen: value == chosen, value }
    };
    let mut choices: Vec<Choice> = answer.list(Page::DATA).iter().map(choice).collect();
    choices.sort_by(|one, other| one.label.cmp(&other.label));
    Ok(choices)
}

fn of(visit: &Visit, kind: StatementParty, answer: &Json) -> Statement {
    let currency = answer.text(StatementOfAccount::CURRENCY);
    let party = answer.text(StatementOfAccount::PARTY_ID);
    let sum = |name: Member| visit.amount(&answer.text(name), &currency);
    let lines: Vec<Line> =
        answer.list(StatementOfAccount::DATA).iter().map(|value| line(visit, value, &currency)).collect();
    let aging = answer.at(StatementOfAccount::AGING);
    let figure =
        |name: Member, to: Option<String>| (name, Cell { shown: visit.amount(&aging.text(name), &currency), to });
    let of_age = |bucket: Member| Some(open_on(kind, &party, &answer.text(StatementOfAccount::TO), bucket));
    let ages = BUCKETS.into_iter().map(|bucket| figure(bucket, of_age(bucket)));
    Statement {
        aging: ages.chain([figure(AgingBuckets::TOTAL, None)]).collect(),
        open: answer.list(StatementOfAccount::OPEN_ITEMS).iter().map(|one| open(visit, one, &currency)).collect(),
        opening: sum(StatementOfAccount::OPENING_BALANCE),
        debit: sum(StatementOfAccount::TOTAL_DEBIT),
        credit: sum(StatementOfAccount::TOTAL_CREDIT),
        closing: sum(StatementOfAccount::CLOSING_BALANCE),
        has_foreign: lines.iter().any(|line| !line.foreign.is_empty()),
        is_first: visit.query.given(GetStatementOfAccount::CURSOR).is_none(),
        next: answer
            .given(StatementOfAccount::NEXT_CURSOR)
            .map(|cursor| visit.query.with(GetStatementOfAccount::CURSOR, Some(&cursor)).address(PATH)),
        beginning: visit.query.with(GetStatementOfAccount::CURSOR, None).address(PATH),
        party: Named { label: answer.text(StatementOfAccount::PARTY_NAME), to: page_of(kind.name(), &party) },
        lines,
        currency,
    }
}

/// The documents of an age, in the aging of the day.
fn open_on(kind: StatementParty, party: &str, day: &str, bucket: Member) -> String {
    let aging = match kind {
        StatementParty::Customer => AgingKind::Ar,
        StatementParty::Vendor => AgingKind::Ap,
    };
    let asked = Fields::from([(GetAging::KIND, aging.name()), (GetAging::AS_OF, day)]);
    let of = asked.with("party", Some(&format!("{}:{party}", kind.name()))).with("bucket", Some(bucket.name()));
    of.address("/reports/aging")
}

fn line(visit: &Visit, value: &Value, base: &str) -> Line {
    let kind = value.text(StatementOfAccountLine::DOCUMENT_TYPE);
    let document = value.text(StatementOfAccountLine::DOCUMENT_ID);
    let side = |name: Member| {
        let text = value.text(name);
        if is_zero(&text) { String::new() } else { visit.amount(&text, base) }
    };
    let posting = value.text(StatementOfAccountLine::POSTING);
    let currency = value.text(StatementOfAccountLine::CURRENCY);
    Line {
        day: visit.reader.date(&value.text(StatementOfAccountLine::POSTING_DATE)),
        document: Named { to: page_of(&kind, &document), label: document },
        kind: word(&kind),
        posting: if posting == "document" { String::new() } else { word(&posting) },
        memo: value.text(StatementOfAccountLine::MEMO),
        reference: value.text(StatementOfAccountLine::REFERENCE),
        foreign: foreign(visit, &value.text(StatementOfAccountLine::AMOUNT), &currency, base),
        debit: side(StatementOfAccountLine::DEBIT),
        credit: side(StatementOfAccountLine::CREDIT),
        balance: visit.amount(&value.text(StatementOfAccountLine::BALANCE), base),
    }
}

fn open(visit: &Visit, value: &Value, base: &str) -> Open {
    let (kind, document) = (value.text(AgingDocument::DOCUMENT_TYPE), value.text(AgingDocument::DOCUMENT_ID));
    let amount = value.text(AgingDocument::OPEN_AMOUNT);
    let date = |name: Member| visit.reader.date(&value.text(name));
    Open {
        document: Named { to: page_of(&kind, &document), label: document },
        kind: word(&kind),
        reference: value.text(AgingDocument::REFERENCE),
        date: date(AgingDocument::TRAN_DATE),
        due: date(AgingDocument::DUE_DATE),
        // What a credit has left is owed by nobody.
        overdue: value.given(AgingDocument::DAYS_OVERDUE).filter(|_| !amount.starts_with('-')).unwrap_or_default(),
        foreign: foreign(visit, &amount, &value.text(AgingDocument::CURRENCY), base),
        amount: visit.amount(&value.text(AgingDocument::BASE_OPEN_AMOUNT), base),
    }
}
