//! Writing a decision's effects. Every write is guarded by the version it was decided on; a guard that
//! no longer holds is [`StoreError::Contended`], and the command is read and decided again.

use std::collections::BTreeSet;

use sea_orm::sea_query::{Expr, ExprTrait, IntoIden, Query, TableRef, ValueTuple};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryTrait, Set, Value,
};

use super::batch::Batch;
use super::jobs::Due;
use super::row::{self, to_json};
use super::statement::{ROWS_PER_STATEMENT, gone, parameters};
use super::{StoreError, document_type, jobs, ledger, stated};
use crate::access::User;
use crate::clock::Timestamp;
use crate::command::{Application, AuditEntry, Change, Effects, Signature};
use crate::document::Document;
use crate::entity::{
    account, audit_entry, catalog_revision, credit_application, document, document_line, role, signature,
};
use crate::kind::DocumentKey;
use crate::queue::JobEnd;

/// Writes the catalog's changes, and gathers all others for one [`Batch`], on the caller's transaction.
pub async fn effects(
    tx: &impl ConnectionTrait,
    effects: &Effects,
    due: Due,
    batch: &mut Batch,
) -> Result<(), StoreError> {
    let mut postings = Vec::new();
    let mut ended: Vec<(&str, &JobEnd)> = Vec::new();
    let mut moved: Vec<&Document> = Vec::new();
    for change in &effects.changes {
        match change {
            Change::InsertDocument(document) => insert_document(batch, document)?,
            Change::UpdateDocument { document, lines: true } => rewrite_document(batch, document)?,
            Change::UpdateDocument { document, lines: false } => moved.push(document),
            Change::DeleteDocument { key, version } => delete_document(batch, key, *version),
            Change::Sign(signature) => sign(batch, signature),
            Change::Post(posting) => postings.push(posting.as_ref()),
            Change::Apply(application) => apply(batch, application),
            Change::SaveAccount(saved) => {
                save(tx, row::catalog::account(saved).into_active_model(), saved.version).await?;
            }
            Change::DeleteAccount(id) => {
                gone(account::Entity::delete_by_id(id.as_str()).exec(tx).await?.rows_affected)?;
            }
            Change::SaveParty { party, .. } => {
                save(tx, row::catalog::party(party).into_active_model(), party.version).await?;
            }
            Change::SaveExchangeRate(saved) => {
                save(tx, row::catalog::exchange_rate(saved).into_active_model(), saved.version).await?;
            }
            Change::SaveRule(saved) => save(tx, row::catalog::rule(saved)?.into_active_model(), saved.version).await?,
            Change::SaveRole(saved) => save(tx, row::catalog::role(saved)?.into_active_model(), saved.version).await?,
            Change::DeleteRole(id) => gone(role::Entity::delete_by_id(id.as_str()).exec(tx).await?.rows_affected)?,
            Change::RecordDocumentType(kind) => document_type::record(batch, *kind),
            Change::SaveUser(saved) => save_user(tx, saved).await?,
            Change::SavePeriod(saved) => {
                save(tx, row::catalog::period(saved)?.into_active_model(), saved.version).await?;
            }
            Change::Reconciliation(change) => super::reconciliation::write(tx, change).await?,
            Change::EndJob { job_id, end } => ended.push((job_id, end)),
            Change::RetryJob(record) => jobs::retry(tx, record, effects.at).await?,
        }
    }
    move_documents(batch, &moved)?;
    ledger::post(batch, &postings)?;
    let mut entries = effects.audit.clone();
    stated::attach(&effects.changes, &mut entries)?;
    audit(batch, &entries, effects.at)?;
    jobs::enqueue(batch, tx.get_database_backend(), &effects.jobs, effects.at, due)?;
    jobs::end(batch, tx.get_database_backend(), &ended, effects.at)?;
    if effects.changes.iter().any(Change::is_catalog) {
        raise_revision(tx).await?;
    }
    Ok(())
}

fn insert_document(batch: &mut Batch, document: &Document) -> Result<(), StoreError> {
    let header = row::document::header(document)?;
    batch.insert(document::Entity::insert(header).into_query(), parameters::<document::Entity>(1));
    insert_lines(batch, document);
    Ok(())
}

fn insert_lines(batch: &mut Batch, document: &Document) {
    for rows in row::document::lines(document).chunks(ROWS_PER_STATEMENT) {
        let models = rows.iter().cloned().map(IntoActiveModel::into_active_model);
        let insert = document_line::Entity::insert_many::<document_line::ActiveModel, _>(models).into_query();
        batch.insert(insert, parameters::<document_line::Entity>(rows.len()));
    }
}

/// Writes the document's new version, with other content and other lines, over the one before it.
fn rewrite_document(batch: &mut Batch, changed: &Document) -> Result<(), StoreError> {
    let before = changed.version.saturating_sub(1);
    let header = row::document::header(changed)?;
    let update = document::Entity::update_many()
        .set(header)
        .filter(document::Column::Kind.eq(changed.key.kind.name()))
        .filter(document::Column::DocumentId.eq(changed.key.id.as_str()))
        .filter(document::Column::Version.eq(before));
    batch.guarded_update(update.into_query(), 1, parameters::<document::Entity>(1));
    delete_lines(batch, &changed.key);
    // The same line numbers come again.
    batch.then();
    insert_lines(batch, changed);
    Ok(())
}

/// Writes the new versions of documents over those before them, all in one statement.
fn move_documents(batch: &mut Batch, moved: &[&Document]) -> Result<(), StoreError> {
    use document::Column::{DocumentId, Kind, Version};
    // One statement changes a row once; a second move of a document follows the first.
    let mut seen = BTreeSet::new();
    let (moved, again): (Vec<&Document>, Vec<&Document>) =
        moved.iter().partition(|document| seen.insert(&document.key));
    for chunk in moved.chunks(ROWS_PER_STATEMENT) {
        let mut columns = Vec::new();
        let mut rows = Vec::with_capacity(chunk.len());
        for document in chunk {
            let before = Value::from(document.version.saturating_sub(1));
            let keys = [Value::from(document.key.kind.name()), Value::from(document.key.id.as_str()), before];
            let (moving, values): (Vec<_>, Vec<_>) = row::document::moves(document)?.into_iter().unzip();
            rows.push(keys.into_iter().chain(values).collect::<Vec<Value>>());
            columns = moving;
        }
        let mut update = Query::update();
        update.table(document::Entity);
        let parameters = rows.iter().map(Vec::len).fold(0, usize::saturating_add);
        // The same of every document: `row::document::moves`.
        let columns = [Kind, DocumentId, Version].into_iter().chain(columns);
        if let [only] = rows.as_slice() {
            for (index, (column, value)) in columns.zip(only).enumerate() {
                if index < 3 {
                    update.and_where(Expr::col((document::Entity, column)).eq(value.clone()));
                } else {
                    update.value(column, value.clone());
                }
            }
        } else {
            // PostgreSQL and SQLite both name the columns of a list of rows so.
            for (index, column) in columns.enumerate() {
                let from = Expr::col(("moved", format!("column{}", index.saturating_add(1))));
                if index < 3 {
                    update.and_where(Expr::col((document::Entity, column)).eq(from));
                } else {
                    update.value(column, from);
                }
            }
            update.from(TableRef::ValuesList(rows.into_iter().map(ValueTuple::Many).collect(), "moved".into_iden()));
        }
        batch.guarded_update(update, chunk.len(), parameters);
    }
    if again.is_empty() {
        return Ok(());
    }
    batch.then();
    move_documents(batch, &again)
}

fn delete_lines(batch: &mut Batch, key: &DocumentKey) {
    let delete = document_line::Entity::delete_many()
        .filter(document_line::Column::Kind.eq(key.kind.name()))
        .filter(document_line::Column::DocumentId.eq(key.id.as_str()));
    batch.delete(delete.into_query(), 2);
}

fn delete_document(batch: &mut Batch, key: &DocumentKey, version: i64) {
    let delete = document::Entity::delete_many()
        .filter(document::Column::Kind.eq(key.kind.name()))
        .filter(document::Column::DocumentId.eq(key.id.as_str()))
        .filter(document::Column::Version.eq(version));
    batch.guarded_delete(delete.into_query(), 3);
    // Those of rounds that were returned to Draft: an entry made anew under this id counts its rounds from one again, and
    // could never be signed over them. That they were given stays in the trail.
    let signatures = signature::Entity::delete_many()
        .filter(signature::Column::Kind.eq(key.kind.name()))
        .filter(signature::Column::DocumentId.eq(key.id.as_str()));
    batch.delete(signatures.into_query(), 2);
    delete_lines(batch, key);
}

fn sign(batch: &mut Batch, signed: &Signature) {
    let model = signature::ActiveModel {
        kind: Set(signed.key.kind.name().into()),
        document_id: Set(signed.key.id.clone()),
        round: Set(signed.round),
        level: Set(i64::from(signed.level)),
        user_id: Set(signed.user_id.to_string()),
        signed_at: Set(signed.signed_at.micros()),
        digest: Set(signed.digest.hash.clone()),
        digest_version: Set(signed.digest.version),
        comments: Set(signed.comments.clone()),
    };
    batch.insert(signature::Entity::insert(model).into_query(), parameters::<signature::Entity>(1));
}

fn apply(batch: &mut Batch, applied: &Application) {
    let model = credit_application::ActiveModel {
        credit_kind: Set(applied.credit.kind.name().into()),
        credit_id: Set(applied.credit.id.clone()),
        position: Set(i64::from(applied.position)),
        settled_kind: Set(applied.settled.kind.name().into()),
        settled_id: Set(applied.settled.id.clone()),
        amount: Set(applied.amount),
        base_amount: Set(applied.base_amount),
        credit_base_amount: Set(applied.credit_base_amount),
        applied_on: Set(applied.applied_on.to_string()),
        applied_at: Set(applied.applied_at.micros()),
        applied_by: Set(applied.applied_by.clone()),
    };
    let insert = credit_application::Entity::insert(model).into_query();
    batch.insert(insert, parameters::<credit_application::Entity>(1));
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
pub(super) fn audit(batch: &mut Batch, entries: &[AuditEntry], at: Timestamp) -> Result<(), StoreError> {
    for chunk in entries.chunks(ROWS_PER_STATEMENT) {
        let mut models = Vec::with_capacity(chunk.len());
        for entry in chunk {
            if let Some(why) = &entry.unwritable {
                let (resource, id) = (&entry.resource, &entry.resource_id);
                return Err(StoreError::Broken(format!(
                    "table audit_entry, column details, of {resource} {id}: {why}"
                )));
            }
            models.push(audit_entry::ActiveModel {
                seq: sea_orm::NotSet,
                at: Set(at.micros()),
                performed_by: Set(entry.performed_by.clone()),
                resource: Set(entry.resource.clone()),
                resource_id: Set(entry.resource_id.clone()),
                action: Set(entry.action.clone()),
                before_status: Set(entry.before_status.map(|status| status.name().into())),
                after_status: Set(entry.after_status.map(|status| status.name().into())),
                details: Set(to_json(&entry.details)?),
            });
        }
        let insert = audit_entry::Entity::insert_many(models).into_query();
        batch.insert(insert, parameters::<audit_entry::Entity>(chunk.len()));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_that_could_not_be_encoded_is_not_written() {
        let mut entry = AuditEntry::about("bill", "B-1", "Updated", "carl");
        let at = Timestamp::from_micros(1);
        assert!(audit(&mut Batch::default(), std::slice::from_ref(&entry), at).is_ok());
        entry.unwritable = Some("plan: no text can be made of it".into());
        let refused = audit(&mut Batch::default(), &[entry], at).expect_err("refused").to_string();
        assert!(refused.contains("table audit_entry, column details, of bill B-1: plan: no text"), "{refused}");
    }
}
