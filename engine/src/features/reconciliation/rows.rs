//! Bank reconciliation in the database: what a command sees, with its locks, and what it writes.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, DbBackend, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait, sea_query::Expr,
};

use crate::books::cleared::{Mark, TransactionKey};
use crate::books::document::Status;
use crate::features::bank_statements;
use crate::features::reconciliation::model::{
    BankSays, Reconciliation, SessionChange, SessionState, TransactionId, WantedSession,
};
use crate::features::reconciliation::reads::worksheet::figures;
use crate::features::reconciliation::reads::{by_kind, lines_of};
use crate::features::reconciliation::row;
use crate::kernel::entity::{account, bank_match, cleared_mark, document, reconciliation};
use crate::kernel::store::StoreError;
use crate::kernel::store::read::cleared_marks::marks_of;
use crate::kernel::store::row::RowName;
use crate::kernel::store::statement::{ROWS_PER_STATEMENT, gone};
use crate::values::kind::{DocumentKey, DocumentKind};
use crate::values::money::Currency;

/// Reads what is wanted. Under a write the session is locked, and then the documents in the order of their keys.
pub async fn see(
    db: &impl ConnectionTrait,
    wanted: &WantedSession,
    base: Currency,
    lock: bool,
) -> Result<SessionState, StoreError> {
    let lock = lock && db.get_database_backend() == DbBackend::Postgres;
    let mut seen = SessionState::default();
    match wanted {
        WantedSession::New { reconciliation_id, account_id } => {
            seen.session = one(db, reconciliation_id, false).await?;
            if let Some(account_id) = account_id {
                others(db, account_id, &mut seen).await?;
            }
        }
        WantedSession::Session { reconciliation_id } => seen.session = one(db, reconciliation_id, lock).await?,
        WantedSession::Others { reconciliation_id } => {
            seen.session = one(db, reconciliation_id, lock).await?;
            if let Some(account_id) = seen.session.as_ref().map(|session| session.account_id.clone()) {
                others(db, &account_id, &mut seen).await?;
            }
        }
        WantedSession::Figures { reconciliation_id } => {
            seen.session = one(db, reconciliation_id, lock).await?;
            if let Some(session) = seen.session.clone() {
                seen.figures = Some(figures(db, &session, base).await?);
                others(db, &session.account_id, &mut seen).await?;
                let after = seen.last_completed.as_ref().map(|(_, day)| *day);
                let standing =
                    bank_statements::standing_on(db, &session.account_id, after, session.statement_date).await?;
                seen.statements = standing.map(|standing| BankSays {
                    balance: standing.balance,
                    open_lines: standing.open_lines,
                    first_open: standing.first_open,
                    broken: standing.broken.map(|(id, broken)| (id, broken.date, broken.difference)),
                });
            }
        }
        WantedSession::Transactions { reconciliation_id, ids } => {
            seen.session = one(db, reconciliation_id, lock).await?;
            if let Some(session) = seen.session.clone() {
                transactions(db, &session, ids, base, lock, &mut seen).await?;
            }
        }
        WantedSession::OnAccount { account_id, ids } => {
            others(db, account_id, &mut seen).await?;
            if let Some(found) = account::Entity::find_by_id(account_id.as_str()).one(db).await? {
                let name = RowName { table: "account", key: account_id };
                let own = found.currency.map(|code| name.currency("currency", &code)).transpose()?;
                let whole = Reconciliation::of_whole_account(account_id, own.unwrap_or(base));
                transactions(db, &whole, ids, base, lock, &mut seen).await?;
            }
        }
    }
    Ok(seen)
}

/// The session; locked for a command that changes it.
pub async fn one(db: &impl ConnectionTrait, id: &str, lock: bool) -> Result<Option<Reconciliation>, StoreError> {
    let query = reconciliation::Entity::find_by_id(id);
    let found = query.apply_if(lock.then_some(()), |query, ()| query.lock_exclusive()).one(db).await?;
    found.map(row::read).transpose()
}

/// The account's session in progress, and its latest completed one.
async fn others(db: &impl ConnectionTrait, account_id: &str, seen: &mut SessionState) -> Result<(), StoreError> {
    use reconciliation::Column::{AccountId, CompletedAt, StatementDate};
    let of_account = || reconciliation::Entity::find().filter(AccountId.eq(account_id));
    let in_progress = of_account().filter(CompletedAt.is_null()).one(db).await?;
    seen.in_progress = in_progress.map(|session| session.reconciliation_id);
    let last = of_account().filter(CompletedAt.is_not_null()).order_by_desc(StatementDate).one(db).await?;
    if let Some(session) = last.map(row::read).transpose()? {
        seen.last_completed = Some((session.reconciliation_id, session.statement_date));
    }
    Ok(())
}

async fn transactions(
    db: &impl ConnectionTrait,
    session: &Reconciliation,
    ids: &[TransactionId],
    base: Currency,
    lock: bool,
    seen: &mut SessionState,
) -> Result<(), StoreError> {
    let mut meant: BTreeSet<DocumentKey> = BTreeSet::new();
    for id in ids {
        meant.extend(id.keys().map(|key| key.source));
    }
    seen.documents = statuses(db, &meant, lock).await?;
    let there: BTreeSet<DocumentKey> = seen.documents.keys().cloned().collect();
    seen.lines = lines_of(db, &session.account_id, &there, session.currency, base).await?;
    let marks = marks_of(db, &there).await?.into_iter().filter(|mark| mark.account_id == session.account_id);
    seen.marks = marks.map(|mark| (mark.key.clone(), mark)).collect();
    Ok(())
}

/// The documents' statuses. The lock keeps a void that runs beside it out, and lets other readers in.
async fn statuses(
    db: &impl ConnectionTrait,
    documents: &BTreeSet<DocumentKey>,
    lock: bool,
) -> Result<BTreeMap<DocumentKey, Status>, StoreError> {
    use document::Column::{DocumentId, Kind, Status as StatusColumn};
    let mut found = BTreeMap::new();
    for (kind, ids) in by_kind(documents) {
        for chunk in ids.chunks(ROWS_PER_STATEMENT) {
            let rows: Vec<(String, String)> = document::Entity::find()
                .select_only()
                .columns([DocumentId, StatusColumn])
                .filter(Kind.eq(kind))
                .filter(DocumentId.is_in(chunk.iter().copied()))
                .order_by_asc(DocumentId)
                .apply_if(lock.then_some(()), |query, ()| query.lock_shared())
                .into_tuple()
                .all(db)
                .await?;
            for (id, status) in rows {
                let name = RowName { table: "document", key: &id };
                let kind = name.some("kind", DocumentKind::parse(kind))?;
                let status = name.some("status", Status::parse(&status))?;
                found.insert(DocumentKey::new(kind, id), status);
            }
        }
    }
    Ok(found)
}

/// Writes one change, guarded by the version it was decided on.
pub async fn write(tx: &impl ConnectionTrait, change: &SessionChange) -> Result<(), StoreError> {
    match change {
        SessionChange::Insert(session) => {
            let model = row::session(session)?.into_active_model();
            reconciliation::Entity::insert(model).exec_without_returning(tx).await?;
            Ok(())
        }
        SessionChange::Update(session) => update(tx, session).await,
        SessionChange::Delete { reconciliation_id, version } => delete(tx, reconciliation_id, *version).await,
        SessionChange::Mark { marks, .. } => mark(tx, marks).await,
        SessionChange::Unmark { account_id, keys, .. } => unmark(tx, account_id, keys).await,
        SessionChange::Lock { account_id, up_to, completed_in, at } => {
            cleared_mark::Entity::update_many()
                .col_expr(cleared_mark::Column::CompletedIn, Expr::value(completed_in.as_str()))
                .col_expr(cleared_mark::Column::CompletedAt, Expr::value(at.micros()))
                .filter(cleared_mark::Column::AccountId.eq(account_id.as_str()))
                .filter(cleared_mark::Column::CompletedIn.is_null())
                .filter(cleared_mark::Column::ClearedDate.lte(up_to.to_string()))
                .exec(tx)
                .await?;
            bank_match::Entity::update_many()
                .col_expr(bank_match::Column::CompletedIn, Expr::value(completed_in.as_str()))
                .col_expr(bank_match::Column::CompletedAt, Expr::value(at.micros()))
                .filter(bank_match::Column::AccountId.eq(account_id.as_str()))
                .filter(bank_match::Column::CompletedIn.is_null())
                .filter(bank_match::Column::LastDate.lte(up_to.to_string()))
                .exec(tx)
                .await?;
            Ok(())
        }
        SessionChange::Unlock { completed_in } => {
            cleared_mark::Entity::update_many()
                .col_expr(cleared_mark::Column::CompletedIn, Expr::value(None::<String>))
                .col_expr(cleared_mark::Column::CompletedAt, Expr::value(None::<i64>))
                .filter(cleared_mark::Column::CompletedIn.eq(completed_in.as_str()))
                .exec(tx)
                .await?;
            bank_match::Entity::update_many()
                .col_expr(bank_match::Column::CompletedIn, Expr::value(None::<String>))
                .col_expr(bank_match::Column::CompletedAt, Expr::value(None::<i64>))
                .filter(bank_match::Column::CompletedIn.eq(completed_in.as_str()))
                .exec(tx)
                .await?;
            Ok(())
        }
    }
}

async fn update(tx: &impl ConnectionTrait, session: &Reconciliation) -> Result<(), StoreError> {
    let model = row::session(session)?.into_active_model().reset_all();
    let done = reconciliation::Entity::update_many()
        .set(model)
        .filter(reconciliation::Column::ReconciliationId.eq(session.reconciliation_id.as_str()))
        .filter(reconciliation::Column::Version.eq(session.version.saturating_sub(1)))
        .exec(tx)
        .await?;
    gone(done.rows_affected)
}

async fn delete(tx: &impl ConnectionTrait, id: &str, version: i64) -> Result<(), StoreError> {
    let done = reconciliation::Entity::delete_many()
        .filter(reconciliation::Column::ReconciliationId.eq(id))
        .filter(reconciliation::Column::Version.eq(version))
        .exec(tx)
        .await?;
    gone(done.rows_affected)?;
    cleared_mark::Entity::delete_many().filter(cleared_mark::Column::ReconciliationId.eq(id)).exec(tx).await?;
    Ok(())
}

async fn mark(tx: &impl ConnectionTrait, marks: &[Mark]) -> Result<(), StoreError> {
    for chunk in marks.chunks(ROWS_PER_STATEMENT) {
        let models = chunk.iter().filter_map(row::mark).map(IntoActiveModel::into_active_model);
        cleared_mark::Entity::insert_many::<cleared_mark::ActiveModel, _>(models).exec_without_returning(tx).await?;
    }
    Ok(())
}

/// SQLite compares no lists of rows, so the marks of one document type and line number go together.
async fn unmark(tx: &impl ConnectionTrait, account_id: &str, keys: &[TransactionKey]) -> Result<(), StoreError> {
    let mut ids: BTreeMap<(DocumentKind, i64), Vec<&str>> = BTreeMap::new();
    for key in keys {
        ids.entry((key.source.kind, key.line_number)).or_default().push(&key.source.id);
    }
    let mut removed = 0_u64;
    for ((kind, line_number), ids) in ids {
        for chunk in ids.chunks(ROWS_PER_STATEMENT) {
            let done = cleared_mark::Entity::delete_many()
                .filter(cleared_mark::Column::AccountId.eq(account_id))
                .filter(cleared_mark::Column::SourceKind.eq(kind.name()))
                .filter(cleared_mark::Column::LineNumber.eq(line_number))
                .filter(cleared_mark::Column::SourceId.is_in(chunk.iter().copied()))
                .filter(cleared_mark::Column::CompletedIn.is_null())
                .exec(tx)
                .await?;
            removed = removed.saturating_add(done.rows_affected);
        }
    }
    if usize::try_from(removed) == Ok(keys.len()) { Ok(()) } else { gone(0) }
}
