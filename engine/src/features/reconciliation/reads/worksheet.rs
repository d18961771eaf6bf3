//! The ledger of a bank account for its worksheet, part by part: by day, then by document. How much of it is in memory at a time
//! does not depend on how much there is.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::{ConnectionTrait, FromQueryResult, QueryResult, Statement};

use crate::books::cleared::is_payment;
use crate::features::reconciliation::model::figures::Figures;
use crate::features::reconciliation::model::worksheet::{Part, Sums, draw_part};
use crate::features::reconciliation::model::{LedgerLine, Reconciliation};
use crate::features::reconciliation::reads::lines_of;
use crate::features::reconciliation::row::{LineRow, read_line};
use crate::kernel::store::StoreError;
use crate::kernel::store::read::cleared_marks::marks_of;
use crate::kernel::store::row::RowName;
use crate::values::clock::Date;
use crate::values::kind::{DocumentKey, DocumentKind};
use crate::values::money::{Currency, MoneyError};

/// So many lines of the account make a part.
const LINES: i64 = 1_000;

/// Where a part ends: with all that the document put there on that day.
#[derive(Debug)]
struct Place {
    date: String,
    source_kind: String,
    source_id: String,
    is_last: bool,
}

/// A walk through the worksheet, and how far it is.
#[derive(Default, Debug)]
pub struct Walk {
    place: Option<Place>,
    names: Names,
}

/// What the walk knows of the names of bank transactions.
#[derive(Default, Debug)]
enum Names {
    /// They are not asked for: the sums need none.
    #[default]
    Unneeded,
    /// The types with lines on the account are still to be read.
    Unread,
    /// The types with lines on the account: another document of these may have the same name.
    Of(BTreeSet<DocumentKind>),
}

/// The lines of a part, and the documents of which there are more.
struct Found {
    order: Order,
    lines: Vec<LedgerLine>,
    again: BTreeSet<DocumentKey>,
    last: Place,
}

type Order = BTreeMap<(Date, DocumentKey), usize>;

impl Walk {
    /// A walk whose parts also have the documents by which names are doubled.
    pub const fn with_names() -> Self {
        Self { place: None, names: Names::Unread }
    }

    /// A walk that begins with this day: bank transactions whose first day is earlier are left out.
    pub fn from_day(day: Date) -> Self {
        let place =
            Place { date: day.to_string(), source_kind: String::new(), source_id: String::new(), is_last: false };
        Self { place: Some(place), names: Names::Unread }
    }

    /// The next part; none when nothing is left.
    pub async fn next(
        &mut self,
        db: &impl ConnectionTrait,
        session: &Reconciliation,
        base: Currency,
    ) -> Result<Option<Part>, StoreError> {
        if self.place.as_ref().is_some_and(|place| place.is_last) {
            return Ok(None);
        }
        let Some(Found { order, mut lines, mut again, last }) =
            lines_after(db, session, base, self.place.as_ref()).await?
        else {
            return Ok(None);
        };
        let there: BTreeSet<DocumentKey> = lines.iter().map(|line| line.key.source.clone()).collect();
        if matches!(self.names, Names::Unread) {
            let is_whole = last.is_last && self.place.is_none();
            let own = || there.iter().map(|key| key.kind).collect();
            self.names = Names::Of(if is_whole { own() } else { kinds(db, session).await? });
        }
        if let Names::Of(kinds) = &self.names {
            let twins = there.iter().flat_map(|key| of_same_names(key, kinds)).filter(|key| !there.contains(key));
            again.extend(twins);
        }
        lines.retain(|line| !again.contains(&line.key.source));
        let account_id = &session.account_id;
        lines.extend(lines_of(db, account_id, &again, session.currency, base).await?);
        let there = lines.iter().map(|line| line.key.source.clone()).collect();
        let marks = marks_of(db, &there).await?.into_iter().filter(|mark| mark.account_id == *account_id);
        let marks = marks.map(|mark| (mark.key.clone(), mark)).collect();
        self.place = Some(last);
        Ok(Some(Part { order, lines, marks }))
    }
}

/// The documents of these types whose bank transactions may have the same name as this one's.
fn of_same_names(key: &DocumentKey, kinds: &BTreeSet<DocumentKind>) -> impl Iterator<Item = DocumentKey> {
    let is_one = is_payment(key.kind);
    let kinds = kinds.iter().filter(move |kind| is_payment(**kind) == is_one && **kind != key.kind);
    kinds.map(|kind| DocumentKey::new(*kind, key.id.clone()))
}

/// The types whose documents have lines on the account, read from its index.
async fn kinds(db: &impl ConnectionTrait, session: &Reconciliation) -> Result<BTreeSet<DocumentKind>, StoreError> {
    const SQL: &str = "SELECT DISTINCT source_kind FROM posting_line WHERE account_id = $1 AND posting_date <= $2";
    let values = [session.account_id.as_str().into(), session.statement_date.to_string().into()];
    let rows = db.query_all_raw(Statement::from_sql_and_values(db.get_database_backend(), SQL, values)).await?;
    let kind = |row: QueryResult| {
        let name: String = row.try_get_by_index(0)?;
        RowName { table: "posting_line", key: &name }.some("source_kind", DocumentKind::parse(&name))
    };
    rows.into_iter().map(kind).collect()
}

/// The account's next lines, in its order. The day stands there a second time because that is what the index knows; the condition at
/// the end always holds, and by it PostgreSQL expects few lines, whose documents it looks up instead of reading all that there are.
const PART: &str = "SELECT l.source_kind, l.source_id, l.kind AS posting_kind, l.line_number, l.posting_date, p.posted_at, l.currency, l.amount, \
    l.base_amount, l.memo AS line_memo, d.status, d.tran_date, d.memo AS document_memo, d.reference, d.settles_kind, \
    d.settles_id, d.settled_on, d.settled_at, \
    (SELECT COUNT(*) FROM posting o WHERE o.source_kind = l.source_kind AND o.source_id = l.source_id) AS postings \
    FROM (SELECT source_kind, source_id, kind, position, line_number, posting_date, currency, amount, base_amount, memo \
        FROM posting_line WHERE account_id = $1 AND posting_date >= $2 AND posting_date <= $5 \
        AND (posting_date, source_kind, source_id) > ($2, $3, $4) \
        ORDER BY posting_date, source_kind, source_id, kind, position LIMIT $6) l \
    JOIN posting p ON p.source_kind = l.source_kind AND p.source_id = l.source_id AND p.kind = l.kind \
    JOIN document d ON d.kind = l.source_kind AND d.document_id = l.source_id \
    WHERE l.source_kind || '' = l.source_kind \
    ORDER BY l.posting_date, l.source_kind, l.source_id, l.kind, l.position";

async fn lines_after(
    db: &impl ConnectionTrait,
    session: &Reconciliation,
    base: Currency,
    after: Option<&Place>,
) -> Result<Option<Found>, StoreError> {
    let first = Date::FIRST.to_string();
    let (date, kind, id) = after.map_or((first.as_str(), "", ""), |place| {
        (place.date.as_str(), place.source_kind.as_str(), place.source_id.as_str())
    });
    let until = session.statement_date.to_string();
    let values = [session.account_id.as_str().into(), date.into(), kind.into(), id.into(), until.into(), LINES.into()];
    let rows = db.query_all_raw(Statement::from_sql_and_values(db.get_database_backend(), PART, values)).await?;
    let is_last = i64::try_from(rows.len()).is_ok_and(|found| found < LINES);
    let (mut order, mut lines, mut again) = (Order::new(), Vec::with_capacity(rows.len()), BTreeSet::new());
    for row in &rows {
        let line = read_line(LineRow::from_query_result(row, "")?, session.currency, base)?;
        // A void, or a difference of rates, stands on another day.
        if row.try_get::<i64>("", "postings")? > 1 {
            again.insert(line.key.source.clone());
        }
        let next = order.len();
        order.entry((line.posting_date, line.key.source.clone())).or_insert(next);
        lines.push(line);
    }
    let Some(end) = lines.last() else { return Ok(None) };
    if !is_last {
        // The end of the part may have cut its lines off.
        again.insert(end.key.source.clone());
    }
    let (date, source) = (end.posting_date.to_string(), &end.key.source);
    let last = Place { date, source_kind: source.kind.name().into(), source_id: source.id.clone(), is_last };
    Ok(Some(Found { order, lines, again, last }))
}

/// The figures of the session's worksheet as it stands, and when the latest of what it counts was posted.
pub async fn figures(
    db: &impl ConnectionTrait,
    session: &Reconciliation,
    base: Currency,
) -> Result<Result<Figures, MoneyError>, StoreError> {
    let (mut sums, mut walk) = (Sums::default(), Walk::default());
    while let Some(found) = walk.next(db, session, base).await? {
        if let Err(error) = draw_part(session, &found, &mut sums) {
            return Ok(Err(error));
        }
    }
    Ok(sums.summary(session).map(|summary| Figures { summary, posted_until: sums.posted_until }))
}
