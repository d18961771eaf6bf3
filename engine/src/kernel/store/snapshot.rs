//! Reading what a command wants. Under a write, the documents are locked in the order of their keys.

mod rests_on;

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbBackend, EntityTrait, FromQueryResult, IdenStatic, Iterable, QueryFilter,
    QueryOrder, QuerySelect, QueryTrait, Select, Statement,
};
use serde::Deserialize;

use self::rests_on::{asks_for_head_room, converted_reversals};
pub use self::rests_on::{
    changed_party, fill_parties, parties_of, rate_of, rate_wanted, rests_on_documents_alone, rests_on_locked_rows,
};
use super::StoreError;
use super::master_data::MasterData;
use super::read::added_up::Sums;
use super::read::submissions;
use super::reads::Reads;
use super::row::{self, RowName};
use super::statement::any_of;
use super::unposted::unposted;
use crate::books::action::kind::items::reference_key;
use crate::books::action::reassigned;
use crate::books::command::snapshot::EarliestPayment;
use crate::books::command::{Snapshot, Wants};
use crate::books::document::{Document, Status, deferred};
use crate::books::ledger::Posting;
use crate::books::queue::JobRecord;
use crate::kernel::entity::{credit_application, document, document_line, job, posting, posting_line};
use crate::values::kind::{DocumentKey, DocumentKind};

/// Fills the parts of the snapshot that the command wants.
pub async fn fill(
    db: &impl ConnectionTrait,
    wants: &Wants,
    lock: bool,
    snapshot: &mut Snapshot,
) -> Result<(), StoreError> {
    snapshot.documents = with_reached(db, &wants.documents, wants.settled, lock).await?;
    if lock {
        // Nobody shares this transaction: no earlier command of it adds to a sum.
        Sums::default().take(db, wants, snapshot).await?;
    } else {
        submissions::see(db, wants, snapshot).await?;
    }
    fill_beside_documents(db, wants, &mut MasterData::default(), snapshot).await?;
    fill_reassigned(db, wants, lock, snapshot).await?;
    fill_alone(db, wants, lock, snapshot).await
}

/// What a payment was reassigned by, and to.
async fn fill_reassigned(
    db: &impl ConnectionTrait,
    wants: &Wants,
    lock: bool,
    snapshot: &mut Snapshot,
) -> Result<(), StoreError> {
    let Some(payment) = &wants.reassignments_of else { return Ok(()) };
    snapshot.applied = super::read::applied::of_payment(db, payment).await?;
    let came_back = snapshot.documents.get(payment).is_some_and(|found| found.status() == Status::Returned);
    let settled = if came_back { reassigned::left_by_return } else { reassigned::current };
    let settled = settled(&snapshot.applied).map(|applied| applied.settled.clone());
    let missing = settled.into_iter().filter(|key| !snapshot.documents.contains_key(key)).collect();
    snapshot.documents.extend(documents(db, &missing, lock).await?);
    Ok(())
}

/// The documents, and when `reach` says so those that they pay or undo.
pub async fn with_reached(
    db: &impl ConnectionTrait,
    keys: &BTreeSet<DocumentKey>,
    reach: bool,
    lock: bool,
) -> Result<BTreeMap<DocumentKey, Document>, StoreError> {
    let mut found = documents(db, keys, lock).await?;
    if reach {
        let reached: BTreeSet<_> = found.values().flat_map(Document::reaches).collect();
        let missing = reached.into_iter().filter(|key| !found.contains_key(key)).collect();
        found.extend(documents(db, &missing, lock).await?);
    }
    Ok(found)
}

/// Fills what a command that shares a set may want besides documents, and besides what they are added to ([`submissions`]): the snapshot
/// has both.
pub async fn fill_beside_documents(
    db: &impl Reads,
    wants: &Wants,
    known: &mut MasterData,
    snapshot: &mut Snapshot,
) -> Result<(), StoreError> {
    if let Some(key) = &wants.payments_of {
        snapshot.earliest_payments = earliest_payments(db, key).await?;
    }
    if let Some(key) = &wants.pending_of {
        snapshot.pending = super::read::under_way::amounts_pending(db, key.kind, &[&key.id]).await?;
    }
    if let Some(original) = &wants.reversal_of {
        snapshot.live_reversal = live_reversal(db, original).await?;
    }
    if let Some((deferral_id, day)) = wants.deferred_by.as_ref().and_then(deferred::named_by) {
        snapshot.deferred = super::read::deferred::deferred(db, deferral_id, day).await?;
    }
    for key in parties_of(wants, snapshot.documents.values()) {
        if let Some(found) = known.party(db, &key).await? {
            snapshot.parties.insert(key, found);
        }
    }
    if let Some((party, change)) = changed_party(wants, snapshot) {
        snapshot.paid_since_change = super::read::paid_since::paid_since(db, party, change.at).await?;
    }
    if let Some(credit) = &wants.applications_of {
        snapshot.applications = applications(db, credit).await?;
    }
    if let Some((credit, settled)) = &wants.applied {
        snapshot.applied = super::read::applied::between(db, credit, settled).await?;
    }
    if let Some(key) = &wants.given_back_to {
        snapshot.given_back_on = super::read::given_back::given_back_on(db, key).await?;
    }
    if let Some((key, party_id, reference)) = &wants.same_reference {
        snapshot.same_reference = same_reference(db, key, party_id, reference).await?;
    }
    let mut postings_of: BTreeSet<DocumentKey> = converted_reversals(snapshot).collect();
    postings_of.extend(wants.postings_of.iter().cloned());
    if !postings_of.is_empty() {
        snapshot.postings = postings(db, &postings_of).await?;
    }
    if let Some(asked) = rate_wanted(wants, snapshot) {
        snapshot.table_rate = known.rate(db, asked).await?;
    }
    if let Some(key) = &wants.set_aside_posting_of {
        let approved = snapshot.documents.get(key).filter(|found| found.status() == Status::Approved);
        snapshot.set_aside = super::read::set_aside::set_aside_postings(
            db,
            &approved.map(|found| found.key.clone()).into_iter().collect(),
        )
        .await?;
    }
    if let Some(document) = asks_for_head_room(wants, snapshot) {
        let currency = document.content.currency;
        snapshot.ledger_sums = Some(super::read::ledger_sums::ledger_sums(db, currency).await?);
    }
    if !wants.cleared_marks_of.is_empty() {
        let asked = wants.cleared_marks_of.iter().filter_map(|key| snapshot.documents.get(key));
        snapshot.cleared_marks = super::read::cleared_marks::bars_of(db, asked).await?;
    }
    Ok(())
}

/// Fills what only a command without neighbours wants: [`crate::kernel::sets::Claims`].
async fn fill_alone(
    db: &impl ConnectionTrait,
    wants: &Wants,
    lock: bool,
    snapshot: &mut Snapshot,
) -> Result<(), StoreError> {
    if let Some(period_id) = &wants.unposted_in {
        snapshot.unposted = unposted(db, period_id).await?;
    }
    if let Some(account_id) = &wants.use_of_account {
        snapshot.account_use = super::account_use::account_use(db, account_id).await?;
    }
    if let Some(job_id) = &wants.job {
        snapshot.job = one_job(db, job_id).await?;
    }
    if let Some(id) = &wants.change_request {
        snapshot.change_request = super::read::change_requests::one(db, id, lock).await?;
    }
    if !wants.new_among.is_empty() {
        snapshot.new_types = super::document_type::new_among(db, &wants.new_among).await?;
    }
    Ok(())
}

/// The documents with their lines, locked when they are about to change.
pub async fn documents(
    db: &impl ConnectionTrait,
    keys: &BTreeSet<DocumentKey>,
    lock: bool,
) -> Result<BTreeMap<DocumentKey, Document>, StoreError> {
    if keys.is_empty() {
        return Ok(BTreeMap::new());
    }
    let postgres = db.get_database_backend() == DbBackend::Postgres;
    let found = document::Entity::find()
        .filter(any_of(document::Column::Kind, document::Column::DocumentId, keys))
        .order_by_asc(document::Column::Kind)
        .order_by_asc(document::Column::DocumentId)
        .expr_as(Expr::cust(lines(postgres)), "lines")
        .expr_as(Expr::cust(SEEN), "seen")
        .apply_if((lock && postgres).then_some(()), |query, ()| query.lock_exclusive())
        .into_model::<Found>()
        .all(db)
        .await?;
    let mut documents = BTreeMap::new();
    for Found { header, lines, seen } in found {
        if seen != header.version {
            return Err(StoreError::Contended(format!("{:?} changed while it was waited for", header.document_id)));
        }
        // Not kept so: the statement gathers them as JSON.
        let mut lines: Vec<document_line::Model> = match lines.as_deref().map(serde_json::from_str).transpose() {
            Ok(lines) => lines.unwrap_or_default(),
            Err(error) => {
                let id = &header.document_id;
                return Err(StoreError::Broken(format!("table document_line, the lines of {id:?}: {error}")));
            }
        };
        lines.sort_by_key(|line| line.line_number);
        let document = row::document::read(header, lines)?;
        documents.insert(document.key.clone(), document);
    }
    Ok(documents)
}

/// A document with its lines, read by one statement.
#[derive(FromQueryResult)]
struct Found {
    #[sea_orm(nested)]
    header: document::Model,
    lines: Option<String>,
    seen: i64,
}

/// The version as of the statement's start. PostgreSQL gives a statement that waited for the lock the newest header, but the lines
/// as they were before the wait; then the versions differ, and all is read again.
const SEEN: &str = "(SELECT seen.version FROM document seen WHERE seen.kind = document.kind AND seen.document_id = document.document_id)";

/// A document's lines as a JSON array of objects.
fn lines(postgres: bool) -> String {
    let of = "FROM document_line line WHERE line.kind = document.kind AND line.document_id = document.document_id";
    if postgres {
        return format!("(SELECT json_agg(line)::text {of})");
    }
    let columns: Vec<_> = document_line::Column::iter().map(|column| column.as_str()).collect();
    let fields: Vec<_> = columns.iter().map(|name| format!("'{name}', line.{name}")).collect();
    format!("(SELECT json_group_array(json_object({})) {of})", fields.join(", "))
}

/// The id of the reversal that stands against the entry, if any.
async fn live_reversal(db: &impl Reads, original: &str) -> Result<Option<String>, StoreError> {
    let found = document::Entity::find()
        .select_only()
        .column(document::Column::DocumentId)
        .filter(document::Column::OriginalEntryId.eq(original))
        .filter(document::Column::Status.is_not_in([Status::Rejected.name(), Status::Voided.name()]))
        .limit(1);
    id(db, found).await
}

/// A document's id.
#[derive(FromQueryResult, Deserialize)]
struct Id {
    document_id: String,
}

async fn id(db: &impl Reads, of: Select<document::Entity>) -> Result<Option<String>, StoreError> {
    let found: Vec<Id> = db.records(of.build(db.backend())).await?;
    Ok(found.into_iter().next().map(|found| found.document_id))
}

/// Of the document's payments that are submitted and neither rejected nor voided, the earliest of each posting period. A day has ten
/// characters, so the least text begins with the earliest day.
async fn earliest_payments(db: &impl Reads, paid: &DocumentKey) -> Result<Vec<EarliestPayment>, StoreError> {
    let gone = [Status::Draft, Status::Rejected, Status::Voided].map(Status::name);
    let first = Expr::cust("MIN(document.tran_date || ' ' || document.kind || ' ' || document.document_id)");
    let select = document::Entity::find()
        .select_only()
        .column(document::Column::PeriodId)
        .column_as(first, "first")
        .filter(document::Column::SettlesKind.eq(paid.kind.name()))
        .filter(document::Column::SettlesId.eq(paid.id.as_str()))
        .filter(
            document::Column::Kind
                .is_in(DocumentKind::ALL.into_iter().filter(|kind| kind.payment().is_some()).map(DocumentKind::name)),
        )
        .filter(document::Column::Status.is_not_in(gone))
        .group_by(document::Column::PeriodId);
    let mut found: Vec<First> = db.records(select.build(db.backend())).await?;
    found.extend(earliest_of_several(db, paid).await?);
    let read = |First { period_id, first }: First| {
        let name = RowName { table: "document", key: &first };
        let mut parts = first.splitn(3, ' ');
        let date = name.date("tran_date", parts.next().unwrap_or_default())?;
        let kind = name.some("kind", parts.next().and_then(DocumentKind::parse))?;
        let key = DocumentKey::new(kind, name.some("document_id", parts.next())?);
        Ok(EarliestPayment { key, tran_date: date, period_id })
    };
    found.into_iter().map(read).collect()
}

/// The same of the payments of several documents that pay this one, too.
async fn earliest_of_several(db: &impl Reads, paid: &DocumentKey) -> Result<Vec<First>, StoreError> {
    let join = if db.backend() == DbBackend::Sqlite { "CROSS JOIN" } else { "JOIN" };
    let sql = format!(
        "SELECT d.period_id, MIN(d.tran_date || ' ' || d.kind || ' ' || d.document_id) AS first FROM document_line l \
        {join} document d ON d.kind = l.kind AND d.document_id = l.document_id \
        WHERE l.settled_id = $2 AND l.settled_kind = $1 AND l.settled_id IS NOT NULL \
        AND d.status NOT IN ('Draft', 'Rejected', 'Voided') GROUP BY d.period_id"
    );
    let values = [paid.kind.name().into(), paid.id.as_str().into()];
    db.records(Statement::from_sql_and_values(db.backend(), sql, values)).await
}

/// The first payment of a period: its day, its type and its id.
#[derive(FromQueryResult, Deserialize)]
struct First {
    period_id: String,
    first: String,
}

#[derive(FromQueryResult, Deserialize)]
struct Number {
    number: i64,
}

/// How often a credit was applied.
async fn applications(db: &impl Reads, credit: &DocumentKey) -> Result<u32, StoreError> {
    let counted = credit_application::Entity::find()
        .select_only()
        .column_as(credit_application::Column::Position.count(), "number")
        .filter(credit_application::Column::CreditKind.eq(credit.kind.name()))
        .filter(credit_application::Column::CreditId.eq(credit.id.as_str()));
    let found: Vec<Number> = db.records(counted.build(db.backend())).await?;
    let number = found.first().map_or(0, |found| found.number);
    Ok(u32::try_from(number).unwrap_or(u32::MAX))
}

/// Conditions and values stand here as in the partial index, so that both databases take it.
const LIVING: &str =
    "document.reference_key IS NOT NULL AND document.status <> 'Voided' AND document.status <> 'Rejected'";

async fn same_reference(
    db: &impl Reads,
    key: &DocumentKey,
    party_id: &str,
    reference: &str,
) -> Result<Option<String>, StoreError> {
    let found = document::Entity::find()
        .select_only()
        .column(document::Column::DocumentId)
        .filter(Expr::cust(LIVING))
        .filter(document::Column::Kind.eq(key.kind.name()))
        .filter(document::Column::PartyId.eq(party_id))
        .filter(document::Column::ReferenceKey.eq(reference_key(reference)))
        .filter(document::Column::DocumentId.ne(key.id.as_str()))
        .limit(1);
    id(db, found).await
}

async fn postings(db: &impl Reads, keys: &BTreeSet<DocumentKey>) -> Result<Vec<Posting>, StoreError> {
    let mut found = Vec::new();
    let headers = posting::Entity::find().filter(any_of(posting::Column::SourceKind, posting::Column::SourceId, keys));
    let headers: Vec<posting::Model> = db.records(headers.build(db.backend())).await?;
    for header in headers {
        let lines = posting_line::Entity::find()
            .filter(posting_line::Column::SourceKind.eq(header.source_kind.as_str()))
            .filter(posting_line::Column::SourceId.eq(header.source_id.as_str()))
            .filter(posting_line::Column::Kind.eq(header.kind.as_str()))
            .order_by_asc(posting_line::Column::Position);
        let lines: Vec<posting_line::Model> = db.records(lines.build(db.backend())).await?;
        found.push(row::posting::read(&header, lines)?);
    }
    Ok(found)
}

/// One job as it is kept.
pub async fn one_job(db: &impl ConnectionTrait, job_id: &str) -> Result<Option<JobRecord>, StoreError> {
    job::Entity::find_by_id(job_id).one(db).await?.map(row::job::read).transpose()
}
