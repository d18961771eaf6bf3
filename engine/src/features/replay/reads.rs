//! What a replay reads: the submissions of a span, as the trail has them. And replays as they are kept.

use std::collections::BTreeMap;

use sea_orm::sea_query::{Expr, ExprTrait, SimpleExpr};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
};

use crate::approval::replay::record::{Kept, Record};
use crate::approval::replay::{Diverted, Outcome, Replay};
use crate::books::document::Action;
use crate::features::replay::row;
use crate::kernel::entity::audit_entry::Column;
use crate::kernel::entity::{audit_entry, replay, replay_document};
use crate::kernel::store::read::after;
use crate::kernel::store::read::readable::Readable;
use crate::kernel::store::row::RowName;
use crate::kernel::store::{StoreError, snapshot};
use crate::values::clock::Timestamp;
use crate::values::kind::{DocumentKey, DocumentKind, SubLedger};
use crate::values::page::{Cursor, Page, PageRequest};

/// How many submissions are read at a time.
pub const AT_ONCE: u64 = 500;

/// That a document was submitted.
#[derive(Clone, PartialEq, Debug)]
pub struct Submitted {
    /// The row of the trail.
    pub seq: i64,
    pub at: Timestamp,
    pub key: DocumentKey,
}

/// The rows of the trail about submissions of documents in the replay's span, or before it where they are added up, until it was asked
/// for. By the index of actions and instants.
fn in_span(asked: &Replay) -> Condition {
    let before = std::cmp::min(asked.to.next().start(), asked.requested_at);
    Condition::all()
        .add(Column::Action.eq(Action::Submit.audit_word()))
        // Change requests have the same word.
        .add(Column::Resource.is_in(DocumentKind::ALL.map(DocumentKind::name)))
        .add(Column::At.gte(asked.reads_from().micros()))
        .add(Column::At.lt(before.micros()))
}

/// How many there are.
pub async fn count(db: &impl ConnectionTrait, asked: &Replay) -> Result<i64, StoreError> {
    let count = audit_entry::Entity::find().filter(in_span(asked)).count(db).await?;
    Ok(i64::try_from(count).unwrap_or(i64::MAX))
}

/// The next of them, in their order; none when there are no more.
pub async fn submissions(
    db: &impl ConnectionTrait,
    asked: &Replay,
    last: Option<&Submitted>,
) -> Result<Vec<Submitted>, StoreError> {
    let place: [SimpleExpr; 2] = [Column::At, Column::Seq].map(|column| Expr::col(column.as_column_ref()));
    let later = last.map(|last| {
        let last: [SimpleExpr; 2] = [Expr::value(last.at.micros()), Expr::value(last.seq)];
        Expr::tuple(place).gt(Expr::tuple(last))
    });
    // The bound by itself leads into the index.
    let from = last.map(|last| Column::At.gte(last.at.micros()));
    let rows: Vec<(i64, i64, String, String)> = audit_entry::Entity::find()
        .select_only()
        .columns([Column::Seq, Column::At, Column::Resource, Column::ResourceId])
        .filter(in_span(asked).add_option(from).add_option(later))
        .order_by_asc(Column::At)
        .order_by_asc(Column::Seq)
        .limit(AT_ONCE)
        .into_tuple()
        .all(db)
        .await?;
    let read = |(seq, at, kind, id): (i64, i64, String, String)| {
        let name = RowName { table: "audit_entry", key: &id };
        let kind = name.some("resource", DocumentKind::parse(&kind))?;
        Ok(Submitted { seq, at: Timestamp::from_micros(at), key: DocumentKey::new(kind, id.clone()) })
    };
    rows.into_iter().map(read).collect()
}

/// When documents were rejected since the first that is read; of one that was rejected several times, the last.
pub async fn rejections(
    db: &impl ConnectionTrait,
    asked: &Replay,
) -> Result<BTreeMap<DocumentKey, Timestamp>, StoreError> {
    let rows: Vec<(i64, String, String)> = audit_entry::Entity::find()
        .select_only()
        .columns([Column::At, Column::Resource, Column::ResourceId])
        .filter(Column::Action.eq(Action::Reject.audit_word()))
        .filter(Column::At.gte(asked.reads_from().micros()))
        .order_by_asc(Column::At)
        .into_tuple()
        .all(db)
        .await?;
    let of_document = |(at, kind, id): (i64, String, String)| {
        Some((DocumentKey::new(DocumentKind::parse(&kind)?, id), Timestamp::from_micros(at)))
    };
    Ok(rows.into_iter().filter_map(of_document).collect())
}

/// The documents of these submissions that are still in them, in their order. One that came back, or that was submitted again since,
/// is not: what was submitted then is not kept.
pub async fn documents(
    db: &impl ConnectionTrait,
    submitted: &[Submitted],
) -> Result<Vec<(usize, crate::books::document::Document)>, StoreError> {
    let keys = submitted.iter().map(|one| one.key.clone()).collect();
    let mut found = snapshot::documents(db, &keys, false).await?;
    let mut documents = Vec::with_capacity(found.len());
    for (place, one) in submitted.iter().enumerate() {
        let is_in_it = |document: &crate::books::document::Document| {
            document.stage.submission().is_some_and(|submission| submission.submitted.at == one.at)
        };
        if found.get(&one.key).is_some_and(is_in_it)
            && let Some(document) = found.remove(&one.key)
        {
            documents.push((place, document));
        }
    }
    Ok(documents)
}

/// One replay.
pub async fn one(db: &impl ConnectionTrait, replay_id: &str) -> Result<Option<Kept>, StoreError> {
    replay::Entity::find_by_id(replay_id).one(db).await?.map(row::read).transpose()
}

/// Whether there is one.
pub async fn is_there(db: &impl ConnectionTrait, replay_id: &str) -> Result<bool, StoreError> {
    let found = replay::Entity::find_by_id(replay_id).select_only().column(replay::Column::ReplayId);
    Ok(found.into_tuple::<String>().one(db).await?.is_some())
}

/// One page of replays, newest first.
pub async fn list(db: &impl ConnectionTrait, page: &PageRequest) -> Result<Page<Record>, StoreError> {
    use replay::Column::{ReplayId, RequestedAt};
    let total = if page.count { Some(replay::Entity::find().count(db).await?) } else { None };
    let rows = replay::Entity::find()
        .select_only()
        .columns(row::LISTED)
        .filter(after(RequestedAt, ReplayId, page.after.as_ref()))
        .order_by_desc(RequestedAt)
        .order_by_desc(ReplayId)
        .limit(page.limit.saturating_add(1))
        .into_model::<row::Listed>()
        .all(db)
        .await?;
    let records = rows.into_iter().map(row::read_listed).collect::<Result<Vec<_>, _>>()?;
    Ok(Page::of(records, page.limit, total, cursor))
}

/// Where a replay stands in the list.
pub fn cursor(record: &Record) -> Cursor {
    Cursor { at: record.requested_at.micros(), id: record.replay_id.clone() }
}

/// What the documents of a replay are narrowed to.
#[derive(Clone, Default, Debug)]
pub struct Filter {
    pub outcome: Option<Outcome>,
    pub kind: Option<DocumentKind>,
}

/// One page of the documents that can be read and would have gone another way, the latest submission first.
pub async fn diverted(
    db: &impl ConnectionTrait,
    replay_id: &str,
    filter: &Filter,
    readable: &Readable,
    page: &PageRequest,
) -> Result<Page<Diverted>, StoreError> {
    use replay_document::Column::{Kind, Outcome, Position, ReplayId};
    let wanted = Condition::all()
        .add(ReplayId.eq(replay_id))
        .add_option(filter.outcome.map(|outcome| Outcome.eq(outcome.name())))
        .add_option(filter.kind.map(|kind| Kind.eq(kind.name())))
        .add_option((!readable.is_all()).then(|| Kind.is_in(readable.kinds.iter().map(|kind| kind.name()))))
        .add_option((!readable.payroll).then(not_payroll));
    let found = || replay_document::Entity::find().filter(wanted.clone());
    let total = if page.count { Some(found().count(db).await?) } else { None };
    let rows = found()
        .filter(Condition::all().add_option(page.after.as_ref().map(|last| Position.lt(last.at))))
        .order_by_desc(Position)
        .limit(page.limit.saturating_add(1))
        .all(db)
        .await?;
    let rows = rows.into_iter().map(row::read_diverted).collect::<Result<Vec<_>, _>>()?;
    Ok(Page::of(rows, page.limit, total, diverted_cursor))
}

/// Of what is deleted nothing is left that says so, nor is there anything to read.
fn not_payroll() -> SimpleExpr {
    Expr::cust(format!(
        "NOT EXISTS (SELECT 1 FROM document WHERE document.kind = replay_document.kind \
         AND document.document_id = replay_document.document_id AND document.sub_ledger = '{}')",
        SubLedger::Payroll.name()
    ))
}

/// Where a document stands in the list of a replay.
pub fn diverted_cursor(diverted: &Diverted) -> Cursor {
    Cursor { at: diverted.position, id: String::new() }
}
