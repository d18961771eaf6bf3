//! The page: the list, and beside it the document that is open.

use std::sync::Arc;

use askama::Template;
use poem::Response;

use super::became::Became;
use super::returned::{SentBack, returned};
use super::row::{Row, rows};
use crate::fields::Fields;
use crate::filters;
use crate::frame::{Frame, Said};
use crate::interface::Member;
use crate::interface::enumeration::DeskSort;
use crate::interface::query::GetApprovalsPending;
use crate::interface::schema::{ActsFor, Desk, Me, PendingCount};
use crate::json::{Json, Members};
use crate::page::document::view::{self, DocumentView};
use crate::problem::Problem;
use crate::reader::figure::Unread;
use crate::text::text;
use crate::visit::{Visit, fresh_key, page};
use crate::vocabulary::DocumentType;

/// What the list may be filtered and sorted by.
const FILTERS: [Member; 9] = [
    GetApprovalsPending::DOCUMENT_TYPE,
    GetApprovalsPending::PARTY_ID,
    GetApprovalsPending::SUBMITTED_BY,
    GetApprovalsPending::MIN_AMOUNT,
    GetApprovalsPending::MAX_AMOUNT,
    GetApprovalsPending::DUE_TO,
    GetApprovalsPending::IS_LATE,
    GetApprovalsPending::SORT,
    COUNT,
];
/// Whether all that wait are counted, when more wait than the page shows.
const COUNT: Member = GetApprovalsPending::COUNT;
const ON_A_PAGE: &str = "50";
const SORTS: [DeskSort; 5] =
    [DeskSort::Newest, DeskSort::Oldest, DeskSort::Amount, DeskSort::DueDate, DeskSort::Deadline];

/// The inbox.
#[derive(Template)]
#[template(path = "inbox/page.html")]
struct InboxPage {
    frame: Frame,
    key: String,
    /// An amount as the reader has them written: a script writes sums likewise.
    sample: String,
    rows: Vec<Row>,
    /// How many wait in all; `None` when they were not all looked at.
    total: Option<String>,
    /// The page that counts them.
    count_link: String,
    counts: Vec<Count>,
    sorts: Vec<Sort>,
    open: Option<DocumentView>,
    /// Whether a document was asked for and is there: on a small screen it lies over the list.
    is_over: bool,
    /// The list without a document, where the way back leads.
    list_link: String,
    /// The document that was asked for waits for me no longer.
    is_gone: bool,
    more: Option<String>,
    /// Where the page begins.
    cursor: Option<String>,
    /// The present filters, for forms.
    filters: Vec<(String, String)>,
    acts_for: Vec<String>,
    became: Option<Became>,
    returned: Vec<SentBack>,
}

impl InboxPage {
    /// A filter as it is now.
    fn filter(&self, name: &str) -> &str {
        self.filters.iter().find(|(given, _)| given == name).map_or("", |(_, value)| value)
    }

    /// What the page watches: its filters, and where it begins.
    fn watched(&self) -> String {
        Fields(self.filters.clone())
            .with(GetApprovalsPending::CURSOR, self.cursor.as_deref())
            .with("inbox", Some("1"))
            .query()
    }

    /// Whether the form of the filters says more than the type.
    fn is_narrowed(&self) -> bool {
        self.filters.iter().any(|(name, _)| Member::of(name, &[GetApprovalsPending::DOCUMENT_TYPE, COUNT]).is_none())
    }
}

/// How many of one type wait.
struct Count {
    name: String,
    waiting: String,
    link: String,
    is_chosen: bool,
}

/// One order of the list.
struct Sort {
    name: &'static str,
    is_chosen: bool,
}

/// The filters of the query.
fn chosen(query: &Fields) -> Fields {
    Fields(query.0.iter().filter(|(name, _)| Member::of(name, &FILTERS).is_some()).cloned().collect())
}

/// What waits for the visitor.
pub async fn waiting(visit: &Visit, query: &Fields) -> Result<Json, Problem> {
    let mut asked = chosen(query);
    for name in [GetApprovalsPending::MIN_AMOUNT, GetApprovalsPending::MAX_AMOUNT] {
        if let Some(typed) = query.given(name) {
            let amount = visit.reader.read_figure(typed);
            let amount = amount.map_err(|Unread(said)| Problem::of_field(name.name(), said))?;
            asked = asked.with(name, Some(&amount));
        }
    }
    let asked = asked
        .with(GetApprovalsPending::LIMIT, Some(ON_A_PAGE))
        .with(GetApprovalsPending::CURSOR, query.given(GetApprovalsPending::CURSOR));
    let count = query.given(COUNT).unwrap_or("false").to_owned();
    visit.operations.get("/approvals/pending", &asked.with(COUNT, Some(&count))).await
}

pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    shown(&visit, &visit.query, None).await
}

/// The inbox with the filters of the query, and what became of those that were decided together.
pub async fn shown(visit: &Visit, query: &Fields, became: Option<Became>) -> Result<Response, Problem> {
    let (answer, returned) = tokio::join!(waiting(visit, query), returned(visit));
    let answer = answer?;
    let filters = chosen(query);
    let mut rows = rows(visit, &answer, &filters);
    let wanted = query.given("open");
    let at = rows.iter().position(|row| Some(row.key.as_str()) == wanted);
    let is_gone = wanted.is_some() && at.is_none();
    let at = at.or_else(|| (!rows.is_empty()).then_some(0));
    let open = match at.and_then(|at| rows.get_mut(at)) {
        Some(row) => {
            row.is_open = true;
            opened(visit, &row.key).await
        }
        None => None,
    };
    let next =
        at.and_then(|at| rows.get(at.saturating_add(1)).or_else(|| at.checked_sub(1).and_then(|at| rows.get(at))));
    let to = next.map_or_else(|| filters.address("/inbox"), |row| row.link.clone());
    let more = answer.flag(Desk::HAS_MORE).then(|| {
        filters.with(GetApprovalsPending::CURSOR, answer.given(Desk::NEXT_CURSOR).as_deref()).address("/inbox")
    });
    let count = |count: &serde_json::Value| {
        let name = count.text(PendingCount::DOCUMENT_TYPE);
        let is_chosen = filters.get("document_type") == Some(&name);
        let link =
            filters.with(GetApprovalsPending::DOCUMENT_TYPE, (!is_chosen).then_some(name.as_str())).address("/inbox");
        Count { waiting: count.text(PendingCount::WAITING), link, is_chosen, name }
    };
    let counts = answer.list(Desk::COUNTS).iter().map(count).collect();
    let sort = query.get(GetApprovalsPending::SORT).unwrap_or("newest");
    let acts_for = visit.me.0.list(Me::ACTS_FOR).iter().map(|person| person.text(ActsFor::USER_ID)).collect();
    let mut frame = Frame { address: query.address("/inbox"), ..visit.frame("inbox", text("inbox.title")) };
    if let Some(became) = &became {
        frame.said = Some(Said { is_fine: !became.are_some_refused, text: became.words.clone() });
    }
    let inbox = InboxPage {
        frame,
        key: fresh_key(),
        sample: visit.amount("1234567.89", "USD"),
        total: answer.given(Desk::TOTAL),
        count_link: filters.with(COUNT, Some("true")).address("/inbox"),
        cursor: query.given(GetApprovalsPending::CURSOR).map(str::to_owned),
        counts,
        sorts: SORTS.map(DeskSort::name).into_iter().map(|name| Sort { name, is_chosen: name == sort }).collect(),
        open: open.map(|open| DocumentView { to, ..open }),
        is_over: wanted.is_some() && !is_gone,
        list_link: filters
            .with(GetApprovalsPending::CURSOR, query.given(GetApprovalsPending::CURSOR))
            .address("/inbox"),
        is_gone,
        more,
        filters: filters.0,
        acts_for,
        rows,
        became,
        returned,
    };
    page(&inbox)
}

/// The document beside the list; none when it was decided just now.
async fn opened(visit: &Visit, key: &str) -> Option<DocumentView> {
    let (kind, id) = key.split_once(':')?;
    Box::pin(view::of(visit, DocumentType::of(kind)?, id)).await.ok()
}
