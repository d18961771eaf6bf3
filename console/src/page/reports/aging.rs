//! The aging of receivables or payables: a party or an age leads to its documents on the same page, each of them to its own.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;
use serde_json::Value;

use super::sheet::{Cell, ledger};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::Member;
use crate::interface::enumeration::AccountType;
use crate::interface::query::{GetAging, ListAccounts};
use crate::interface::schema::{self, Account, AgingBuckets, AgingDocument, AgingParty, Page};
use crate::json::{Json, Members};
use crate::problem::Problem;
use crate::text::text;
use crate::visit::{Visit, page_with};
use crate::vocabulary::{page_of, word};

/// The ages of open documents.
pub const BUCKETS: [Member; 5] = [
    AgingBuckets::CURRENT,
    AgingBuckets::DAYS_1_30,
    AgingBuckets::DAYS_31_60,
    AgingBuckets::DAYS_61_90,
    AgingBuckets::OVER_90,
];

/// How many parties, and how many of their documents, stand on a page.
const PARTIES: usize = 50;
const DOCUMENTS: usize = 150;

/// An open document.
struct Document {
    id: String,
    kind: String,
    to: Option<String>,
    reference: String,
    due: String,
    overdue: String,
    /// What is open in its own currency, when that is another.
    foreign: String,
    /// A figure in its age, and the total.
    cells: Vec<String>,
}

/// A party with its sums.
struct Party {
    /// Where its row is on the page.
    anchor: String,
    name: String,
    /// Opens its documents, or closes them.
    toggle: String,
    is_open: bool,
    page: Option<String>,
    cells: Vec<Cell>,
    documents: Vec<Document>,
    /// Whether it has more documents than the page shows.
    has_more: bool,
}

/// What is open.
struct Aging {
    as_of: String,
    currency: String,
    parties: Vec<Party>,
    /// What is of no document, each with what put it there.
    others: Vec<(&'static str, Cell)>,
    totals: Vec<Cell>,
    next: Option<String>,
    beginning: Option<String>,
    /// The parties of this page.
    of: String,
}

/// The page.
#[derive(Template)]
#[template(path = "reports/aging.html")]
struct AgingPage {
    frame: Frame,
    kind: &'static str,
    /// The other kinds, each with its address.
    kinds: Vec<(&'static str, String, bool)>,
    as_of: String,
    bucket: Option<Member>,
    without_bucket: String,
    /// All documents, or parties alone.
    detail: String,
    has_detail: bool,
    aging: Option<Aging>,
    csv: Option<String>,
    csv_is_first: bool,
    problem: Option<Problem>,
}

impl AgingPage {
    /// The name of a bucket by its place.
    #[allow(clippy::unused_self, reason = "a template calls it so")]
    fn bucket_label(&self, index: usize) -> String {
        BUCKETS.get(index).map_or_else(String::new, |bucket| text(&format!("reports.bucket.{bucket}")).into())
    }
}

pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let kind = if visit.query.given(GetAging::KIND) == Some("ap") { "ap" } else { "ar" };
    let as_of = visit.query.given(GetAging::AS_OF).map_or_else(|| visit.me.today(), str::to_owned);
    let asked = Fields::from([(GetAging::KIND, kind), (GetAging::AS_OF, as_of.as_str())]);
    let (aging, problem) = match visit.operations.get("/reports/aging", &asked).await {
        Ok(answer) => (Some(of(&visit, kind, &as_of, &answer).await?), None),
        Err(problem) if problem.status == 422 => (None, Some(problem.in_page(&[GetAging::AS_OF.name()]))),
        Err(problem) => return Err(problem),
    };
    let name = if kind == "ar" { "reports.name.receivable" } else { "reports.name.payable" };
    let bare = visit.query.with("skip", None);
    let has_detail = visit.query.given("detail") == Some("all");
    let page = AgingPage {
        frame: visit.frame("reports", text(name)),
        kind,
        kinds: ["ar", "ap"]
            .map(|one| (one, asked.with(GetAging::KIND, Some(one)).address(&visit.path), one == kind))
            .into(),
        bucket: bucket(&visit),
        without_bucket: bare.with("bucket", None).address(&visit.path),
        detail: bare
            .with("bucket", None)
            .with("party", None)
            .with("detail", (!has_detail).then_some("all"))
            .address(&visit.path),
        has_detail,
        csv: aging.is_some().then(|| asked.address("/reports/aging.csv")),
        csv_is_first: false,
        as_of,
        aging,
        problem,
    };
    let status = if page.problem.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    page_with(status, &page)
}

/// The age whose documents are asked for.
fn bucket(visit: &Visit) -> Option<Member> {
    let given = visit.query.given("bucket")?;
    BUCKETS.into_iter().find(|bucket| bucket.name() == given)
}

async fn of(visit: &Visit, kind: &str, as_of: &str, answer: &Json) -> Result<Aging, Problem> {
    let bucket = bucket(visit);
    let skip: usize = visit.query.given("skip").and_then(|skip| skip.parse().ok()).unwrap_or(0);
    let has = |party: &Value, bucket: Member| {
        party.list(AgingParty::DOCUMENTS).iter().any(|one| one.text(AgingDocument::BUCKET) == bucket.name())
    };
    let all: Vec<(usize, &Value)> = answer
        .list(schema::Aging::DATA)
        .iter()
        .enumerate()
        .filter(|(_, party)| bucket.is_none_or(|bucket| has(party, bucket)))
        .collect();
    let mut parties = Vec::new();
    let mut shown: usize = 0;
    for (index, value) in all.iter().skip(skip).take(PARTIES) {
        if shown >= DOCUMENTS {
            break;
        }
        let party = party(visit, *index, value, &answer.text(schema::Aging::CURRENCY));
        shown = shown.saturating_add(party.documents.len());
        parties.push(party);
    }
    let after = skip.saturating_add(parties.len());
    let at = |skip: Option<String>| visit.query.with("skip", skip.as_deref()).address(&visit.path);
    Ok(Aging {
        as_of: visit.reader.date(&answer.text(schema::Aging::AS_OF)),
        currency: answer.text(schema::Aging::CURRENCY),
        others: others(visit, kind, as_of, answer).await?,
        totals: sums(visit, answer.at(schema::Aging::TOTALS), &answer.text(schema::Aging::CURRENCY), |bucket| {
            visit.query.with("skip", None).with("party", None).with("bucket", Some(bucket.name())).address(&visit.path)
        }),
        next: (after < all.len()).then(|| at(Some(after.to_string()))),
        beginning: (skip > 0).then(|| at(None)),
        of: if parties.is_empty() {
            String::new()
        } else {
            format!("{}–{after} / {}", skip.saturating_add(1), all.len())
        },
        parties,
    })
}

/// The sums of a party or of all, each leading to the documents of its age; the total to none.
fn sums(visit: &Visit, value: &Value, currency: &str, leads: impl Fn(Member) -> String) -> Vec<Cell> {
    let figure = |name: Member, to: Option<String>| Cell { shown: visit.amount(&value.text(name), currency), to };
    let mut cells: Vec<Cell> = BUCKETS.into_iter().map(|bucket| figure(bucket, Some(leads(bucket)))).collect();
    cells.push(figure(AgingBuckets::TOTAL, None));
    cells
}

fn party(visit: &Visit, index: usize, value: &Value, base: &str) -> Party {
    let (id, kind) = (value.text(AgingParty::PARTY_ID), value.text(AgingParty::PARTY_TYPE));
    let key = format!("{kind}:{id}");
    let anchor = format!("party-{index}");
    let asked = visit.query.given("party");
    let bucket = bucket(visit);
    let is_asked = asked == Some(key.as_str());
    // An age without a party is open at every party that has it.
    let is_open = is_asked || visit.query.given("detail") == Some("all") || (asked.is_none() && bucket.is_some());
    let documents: Vec<&Value> = value
        .list(AgingParty::DOCUMENTS)
        .iter()
        .filter(|one| is_open && bucket.is_none_or(|bucket| one.text(AgingDocument::BUCKET) == bucket.name()))
        .collect();
    let to = |party: Option<&str>, bucket: Option<&str>| {
        let query = visit.query.with("party", party).with("bucket", bucket);
        format!("{}#{anchor}", query.address(&visit.path))
    };
    Party {
        name: value.given(AgingParty::PARTY_NAME).unwrap_or_else(|| id.clone()),
        toggle: if is_asked { to(None, None) } else { to(Some(&key), None) },
        is_open,
        page: page_of(&kind, &id),
        cells: sums(visit, value, base, |bucket| {
            let query = visit.query.with("skip", None).with("detail", None).with("party", Some(&key));
            query.with("bucket", Some(bucket.name())).address(&visit.path)
        }),
        has_more: documents.len() > DOCUMENTS,
        documents: documents.into_iter().take(DOCUMENTS).map(|one| document(visit, one, base)).collect(),
        anchor,
    }
}

fn document(visit: &Visit, value: &Value, base: &str) -> Document {
    let (id, kind) = (value.text(AgingDocument::DOCUMENT_ID), value.text(AgingDocument::DOCUMENT_TYPE));
    let (currency, bucket) = (value.text(AgingDocument::CURRENCY), value.text(AgingDocument::BUCKET));
    let open = visit.amount(&value.text(AgingDocument::BASE_OPEN_AMOUNT), base);
    let mut cells: Vec<String> =
        BUCKETS.into_iter().map(|one| if one.name() == bucket { open.clone() } else { String::new() }).collect();
    cells.push(open);
    Document {
        to: page_of(&kind, &id),
        id,
        kind: word(&kind),
        reference: value.text(AgingDocument::REFERENCE),
        due: visit
            .reader
            .date(&value.given(AgingDocument::DUE_DATE).unwrap_or_else(|| value.text(AgingDocument::TRAN_DATE))),
        // What a credit has left is owed by nobody.
        overdue: if value.text(AgingDocument::OPEN_AMOUNT).starts_with('-') {
            String::new()
        } else {
            value.text(AgingDocument::DAYS_OVERDUE)
        },
        foreign: if currency == base {
            String::new()
        } else {
            format!("{} {currency}", visit.amount(&value.text(AgingDocument::OPEN_AMOUNT), &currency))
        },
        cells,
    }
}

/// What journal entries and revaluations put into the control accounts, with the postings when there is one such account.
async fn others(visit: &Visit, kind: &str, as_of: &str, answer: &Json) -> Result<Vec<(&'static str, Cell)>, Problem> {
    let sums = [("reports.by_journal", schema::Aging::JOURNAL), ("reports.by_revaluation", schema::Aging::REVALUATION)];
    let sums: Vec<_> = sums.into_iter().map(|(label, member)| (label, answer.text(member))).collect();
    let is_zero = |sum: &str| sum.chars().all(|letter| matches!(letter, '0' | '.' | '-'));
    if sums.iter().all(|(_, sum)| is_zero(sum)) {
        return Ok(Vec::new());
    }
    let account_type = if kind == "ar" { AccountType::Asset.name() } else { AccountType::Liability.name() };
    let asked = Fields::from([(ListAccounts::ACCOUNT_TYPE, account_type), (ListAccounts::LIMIT, "200")]);
    let accounts = match visit.operations.aside("/accounts", &asked).await {
        Ok(accounts) => accounts,
        Err(problem) if problem.status == 403 => Json::default(),
        Err(problem) => return Err(problem),
    };
    let mut control = accounts.list(Page::DATA).iter().filter(|account| account.text(Account::SUBTYPE) == kind);
    let to = match (control.next(), control.next()) {
        (Some(account), None) => Some(ledger(&account.text(Account::ACCOUNT_ID), None, Some(as_of))),
        _ => None,
    };
    let currency = answer.text(schema::Aging::CURRENCY);
    let cell = |sum: &str| Cell { shown: visit.amount(sum, &currency), to: to.clone() };
    Ok(sums.iter().filter(|(_, sum)| !is_zero(sum)).map(|(label, sum)| (*label, cell(sum))).collect())
}
