//! The ledger of a bank account for its worksheet, part by part: by day, then by document. How much of it is in memory at a time
//! does not depend on how much there is.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::{ConnectionTrait, Statement};

use super::reconciliations::{lines_of, marks_of};
use crate::clock::Date;
use crate::kind::{DocumentKey, DocumentKind};
use crate::money::{Currency, MoneyError};
use crate::reconciliation::Reconciliation;
use crate::reconciliation::figures::Figures;
use crate::reconciliation::transaction::is_payment;
use crate::reconciliation::worksheet::{Part, Sums, draw_part};
use crate::store::StoreError;
use crate::store::row::RowName;

/// So many lines of the account make a part.
const LINES: i64 = 1_000;

/// Where a part ends: with all that the document put there on that day.
#[derive(Clone, Debug)]
pub struct Place {
    date: String,
    source_kind: String,
    source_id: String,
    is_last: bool,
}

/// The part after that place, and where it ends; none when nothing is left.
pub async fn part(
    db: &impl ConnectionTrait,
    session: &Reconciliation,
    base: Currency,
    after: Option<&Place>,
) -> Result<Option<(Part, Place)>, StoreError> {
    if after.is_some_and(|place| place.is_last) {
        return Ok(None);
    }
    let Some((order, last)) = documents(db, session, after).await? else { return Ok(None) };
    let named: BTreeSet<DocumentKey> = order.keys().flat_map(|(_, key)| of_same_names(key)).collect();
    let account_id = &session.account_id;
    let lines = lines_of(db, account_id, &named, session.currency, base).await?;
    let there: BTreeSet<DocumentKey> = lines.iter().map(|line| line.key.source.clone()).collect();
    let marks = marks_of(db, &there).await?.into_iter().filter(|mark| mark.account_id == *account_id);
    let marks = marks.map(|mark| (mark.key.clone(), mark)).collect();
    Ok(Some((Part { order, lines, marks }, last)))
}

/// The documents whose bank transactions may have the same name as this one's.
fn of_same_names(key: &DocumentKey) -> impl Iterator<Item = DocumentKey> {
    let (is_one, id) = (is_payment(key.kind), key.id.clone());
    DocumentKind::ALL
        .into_iter()
        .filter(move |kind| is_payment(*kind) == is_one)
        .map(move |kind| DocumentKey::new(kind, id.clone()))
}

type Order = BTreeMap<(Date, DocumentKey), usize>;

/// The documents of the part's lines, in the order of the account.
async fn documents(
    db: &impl ConnectionTrait,
    session: &Reconciliation,
    after: Option<&Place>,
) -> Result<Option<(Order, Place)>, StoreError> {
    // The day stands there a second time because that is what the index knows.
    const SQL: &str = "SELECT posting_date, source_kind, source_id FROM posting_line \
        WHERE account_id = $1 AND posting_date >= $2 AND posting_date <= $5 \
        AND (posting_date, source_kind, source_id) > ($2, $3, $4) \
        ORDER BY posting_date, source_kind, source_id LIMIT $6";
    let first =
        Place { date: Date::FIRST.to_string(), source_kind: String::new(), source_id: String::new(), is_last: false };
    let after = after.unwrap_or(&first);
    let values = [
        session.account_id.as_str().into(),
        after.date.as_str().into(),
        after.source_kind.as_str().into(),
        after.source_id.as_str().into(),
        session.statement_date.to_string().into(),
        LINES.into(),
    ];
    let statement = Statement::from_sql_and_values(db.get_database_backend(), SQL, values);
    let rows = db.query_all_raw(statement).await?;
    let is_last = i64::try_from(rows.len()).is_ok_and(|found| found < LINES);
    let (mut order, mut last) = (Order::new(), None);
    for row in rows {
        let place = Place {
            date: row.try_get_by_index(0)?,
            source_kind: row.try_get_by_index(1)?,
            source_id: row.try_get_by_index(2)?,
            is_last,
        };
        let name = RowName { table: "posting_line", key: &place.source_id };
        let kind = name.some("source_kind", DocumentKind::parse(&place.source_kind))?;
        let date = name.date("posting_date", &place.date)?;
        let next = order.len();
        order.entry((date, DocumentKey::new(kind, place.source_id.clone()))).or_insert(next);
        last = Some(place);
    }
    Ok(last.map(|last| (order, last)))
}

/// The figures of the session's worksheet as it stands, and when the latest of what it counts was posted.
pub async fn figures(
    db: &impl ConnectionTrait,
    session: &Reconciliation,
    base: Currency,
) -> Result<Result<Figures, MoneyError>, StoreError> {
    let (mut sums, mut place) = (Sums::default(), None);
    while let Some((found, last)) = part(db, session, base, place.as_ref()).await? {
        if let Err(error) = draw_part(session, &found, &mut sums) {
            return Ok(Err(error));
        }
        place = Some(last);
    }
    Ok(sums.summary(session).map(|summary| Figures { summary, posted_until: sums.posted_until }))
}
