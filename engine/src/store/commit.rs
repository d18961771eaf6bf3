//! Writing a decision's effects. Every write is guarded by the version it was decided on; a guard that
//! no longer holds is [`StoreError::Contended`], and the command is read and decided again.

use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, IntoActiveModel, QueryFilter, Set};

use super::row::{self, to_json};
use super::{StoreError, jobs, ledger};
use crate::access::User;
use crate::command::{Application, AuditEntry, Change, Effects, Signature};
use crate::document::{Document, DocumentKey};
use crate::entity::{
    account, audit_entry, catalog_revision, credit_application, document, document_line, role, signature,
};
use crate::queue::JobEnd;

/// Rows of one statement: far below the bind parameters that SQLite and PostgreSQL allow.
pub const ROWS_PER_STATEMENT: usize = 500;

/// Writes everything, in order, on the caller's transaction.
pub async fn effects(tx: &impl ConnectionTrait, effects: &Effects) -> Result<(), StoreError> {
    let mut postings = Vec::new();
    let mut ended: Vec<(&str, &JobEnd)> = Vec::new();
    for change in &effects.changes {
        match change {
            Change::InsertDocument(document) => insert_document(tx, document).await?,
            Change::UpdateDocument { document, lines } => update_document(tx, document, *lines).await?,
            Change::DeleteDocument { key, version } => delete_document(tx, key, *version).await?,
            Change::Sign(signature) => sign(tx, signature).await?,
            Change::Post(posting) => postings.push(posting.as_ref()),
            Change::Apply(application) => apply(tx, application).await?,
            Change::SaveAccount(saved) => {
                save(tx, row::catalog::account(saved).into_active_model(), saved.version).await?;
            }
            Change::DeleteAccount(id) => {
                gone(account::Entity::delete_by_id(id.as_str()).exec(tx).await?.rows_affected)?;
            }
            Change::SaveParty(saved) => save(tx, row::catalog::party(saved).into_active_model(), saved.version).await?,
            Change::SaveRule(saved) => save(tx, row::catalog::rule(saved)?.into_active_model(), saved.version).await?,
            Change::SaveRole(saved) => save(tx, row::catalog::role(saved)?.into_active_model(), saved.version).await?,
            Change::DeleteRole(id) => gone(role::Entity::delete_by_id(id.as_str()).exec(tx).await?.rows_affected)?,
            Change::SaveUser(saved) => save_user(tx, saved).await?,
            Change::SavePeriod(saved) => {
                save(tx, row::catalog::period(saved)?.into_active_model(), saved.version).await?;
            }
            Change::Reconciliation(change) => super::reconciliation::write(tx, change).await?,
            Change::EndJob { job_id, end } => ended.push((job_id, end)),
            Change::RetryJob(record) => {
                if let Some(entry) = effects.audit.first() {
                    jobs::retry(tx, record, entry.at).await?;
                }
            }
        }
    }
    ledger::post(tx, &postings).await?;
    audit(tx, &effects.audit).await?;
    jobs::enqueue(tx, &effects.jobs).await?;
    jobs::end(tx, &ended, effects.audit.first().map(|entry| entry.at)).await?;
    if effects.changes.iter().any(Change::is_catalog) {
        raise_revision(tx).await?;
    }
    Ok(())
}

pub(super) fn gone(rows_affected: u64) -> Result<(), StoreError> {
    if rows_affected == 1 { Ok(()) } else { Err(StoreError::Contended("the row changed meanwhile".into())) }
}

async fn insert_document(tx: &impl ConnectionTrait, document: &Document) -> Result<(), StoreError> {
    let header = row::document::header(document)?.into_active_model();
    document::Entity::insert(header).exec_without_returning(tx).await?;
    insert_lines(tx, document).await
}

async fn insert_lines(tx: &impl ConnectionTrait, document: &Document) -> Result<(), StoreError> {
    for rows in row::document::lines(document).chunks(ROWS_PER_STATEMENT) {
        let models = rows.iter().cloned().map(IntoActiveModel::into_active_model);
        document_line::Entity::insert_many::<document_line::ActiveModel, _>(models).exec_without_returning(tx).await?;
    }
    Ok(())
}

/// Writes the document's new version over the one before it.
async fn update_document(tx: &impl ConnectionTrait, changed: &Document, lines: bool) -> Result<(), StoreError> {
    let before = changed.version.saturating_sub(1);
    let header = row::document::header(changed)?.into_active_model().reset_all();
    let done = document::Entity::update_many()
        .set(header)
        .filter(document::Column::Kind.eq(changed.key.kind.name()))
        .filter(document::Column::DocumentId.eq(changed.key.id.as_str()))
        .filter(document::Column::Version.eq(before))
        .exec(tx)
        .await?;
    gone(done.rows_affected)?;
    if lines {
        delete_lines(tx, &changed.key).await?;
        insert_lines(tx, changed).await?;
    }
    Ok(())
}

async fn delete_lines(tx: &impl ConnectionTrait, key: &DocumentKey) -> Result<(), StoreError> {
    document_line::Entity::delete_many()
        .filter(document_line::Column::Kind.eq(key.kind.name()))
        .filter(document_line::Column::DocumentId.eq(key.id.as_str()))
        .exec(tx)
        .await?;
    Ok(())
}

async fn delete_document(tx: &impl ConnectionTrait, key: &DocumentKey, version: i64) -> Result<(), StoreError> {
    let done = document::Entity::delete_many()
        .filter(document::Column::Kind.eq(key.kind.name()))
        .filter(document::Column::DocumentId.eq(key.id.as_str()))
        .filter(document::Column::Version.eq(version))
        .exec(tx)
        .await?;
    gone(done.rows_affected)?;
    // Those of rounds that were returned to Draft: an entry made anew under this id counts its rounds from one again, and
    // could never be signed over them. That they were given stays in the trail.
    signature::Entity::delete_many()
        .filter(signature::Column::Kind.eq(key.kind.name()))
        .filter(signature::Column::DocumentId.eq(key.id.as_str()))
        .exec(tx)
        .await?;
    delete_lines(tx, key).await
}

async fn sign(tx: &impl ConnectionTrait, signed: &Signature) -> Result<(), StoreError> {
    let model = signature::ActiveModel {
        kind: Set(signed.key.kind.name().into()),
        document_id: Set(signed.key.id.clone()),
        round: Set(signed.round),
        level: Set(i64::from(signed.level)),
        user_id: Set(signed.user_id.clone()),
        signed_at: Set(signed.signed_at.micros()),
        digest: Set(signed.digest.clone()),
        comments: Set(signed.comments.clone()),
    };
    signature::Entity::insert(model).exec_without_returning(tx).await?;
    Ok(())
}

async fn apply(tx: &impl ConnectionTrait, applied: &Application) -> Result<(), StoreError> {
    let model = credit_application::ActiveModel {
        credit_memo_id: Set(applied.credit_memo_id.clone()),
        position: Set(i64::from(applied.position)),
        invoice_id: Set(applied.invoice_id.clone()),
        amount: Set(applied.amount),
        base_amount: Set(applied.base_amount),
        memo_base_amount: Set(applied.memo_base_amount),
        applied_on: Set(applied.applied_on.to_string()),
        applied_at: Set(applied.applied_at.micros()),
        applied_by: Set(applied.applied_by.clone()),
    };
    credit_application::Entity::insert(model).exec_without_returning(tx).await?;
    Ok(())
}

/// Inserts version 1, and updates any later one. The exclusive lock, or the row's key, keeps others out.
async fn save<A>(tx: &impl ConnectionTrait, model: A, version: i64) -> Result<(), StoreError>
where
    A: ActiveModelTrait + sea_orm::ActiveModelBehavior + Send,
    <A::Entity as EntityTrait>::Model: IntoActiveModel<A>,
{
    if version == 1 {
        A::Entity::insert(model).exec_without_returning(tx).await?;
    } else {
        A::Entity::update(model.reset_all()).exec(tx).await?;
    }
    Ok(())
}

async fn save_user(tx: &impl ConnectionTrait, saved: &User) -> Result<(), StoreError> {
    save(tx, row::catalog::user(saved)?.into_active_model(), saved.version).await
}

/// The trail's rows, all in one statement.
async fn audit(tx: &impl ConnectionTrait, entries: &[AuditEntry]) -> Result<(), StoreError> {
    for chunk in entries.chunks(ROWS_PER_STATEMENT) {
        let mut models = Vec::with_capacity(chunk.len());
        for entry in chunk {
            models.push(audit_entry::ActiveModel {
                seq: sea_orm::NotSet,
                at: Set(entry.at.micros()),
                performed_by: Set(entry.performed_by.clone()),
                resource: Set(entry.resource.clone()),
                resource_id: Set(entry.resource_id.clone()),
                action: Set(entry.action.clone()),
                before_status: Set(entry.before_status.map(|status| status.name().into())),
                after_status: Set(entry.after_status.map(|status| status.name().into())),
                details: Set(to_json(&entry.details)?),
            });
        }
        audit_entry::Entity::insert_many(models).exec_without_returning(tx).await?;
    }
    Ok(())
}

async fn raise_revision(tx: &impl ConnectionTrait) -> Result<(), StoreError> {
    let next = Expr::col(catalog_revision::Column::Revision).add(1);
    catalog_revision::Entity::update_many()
        .col_expr(catalog_revision::Column::Revision, next)
        .filter(catalog_revision::Column::Id.eq(1))
        .exec(tx)
        .await?;
    Ok(())
}

/// What an upsert of a balance adds to.
pub(super) fn adding<C: sea_orm::sea_query::IntoIden + Copy>(table: &str, keys: [C; 3], sums: [C; 4]) -> OnConflict {
    let mut conflict = OnConflict::columns(keys);
    for sum in sums {
        let iden = sum.into_iden();
        let name = iden.to_string();
        let both = Expr::col((table.to_owned(), iden)).add(Expr::cust(format!("excluded.{name}")));
        conflict.value(sum, both);
    }
    conflict
}
