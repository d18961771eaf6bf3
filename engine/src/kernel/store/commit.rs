//! Writing what only a command without neighbours changes: the catalog, jobs that were set aside. All else is
//! gathered by [`super::writes`].

use std::collections::BTreeSet;

use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, IntoActiveModel, QueryFilter};

use super::read::submissions;
use super::row;
use super::statement::gone;
use super::{StoreError, document_type, jobs};
use crate::approval::Rule;
use crate::approval::access::User;
use crate::books::command::{Change, Effects};
use crate::kernel::entity::{account, catalog_revision, period, role};
use crate::values::clock::Timestamp;
use crate::values::kind::DocumentKind;

/// Writes these changes on the caller's transaction.
pub async fn catalog(tx: &impl ConnectionTrait, effects: &Effects) -> Result<(), StoreError> {
    for change in &effects.changes {
        match change {
            Change::InsertDocument(_) | Change::UpdateDocument { .. } | Change::DeleteDocument { .. } => {}
            Change::Sign(_) | Change::Post(_) | Change::Apply(_) | Change::EndJob { .. } => {}
            Change::SaveChangeRequest(_) => {}
            // The feature writes it.
            Change::OfFeature(_) => {}
            Change::SaveAccount(saved) => {
                save(tx, row::catalog::account(saved).into_active_model(), saved.version).await?;
            }
            Change::DeleteAccount(id) => {
                gone(account::Entity::delete_by_id(id.as_str()).exec(tx).await?.rows_affected)?;
            }
            Change::SaveParty { party, .. } => {
                save(tx, row::party::party(party)?.into_active_model(), party.version).await?;
            }
            Change::SaveRule(saved) => {
                save(tx, row::catalog::rule(saved)?.into_active_model(), saved.version).await?;
                begin_to_add_up(tx, std::slice::from_ref(&**saved), effects.at).await?;
            }
            Change::SaveRole(saved) => save(tx, row::catalog::role(saved)?.into_active_model(), saved.version).await?,
            Change::DeleteRole(id) => gone(role::Entity::delete_by_id(id.as_str()).exec(tx).await?.rows_affected)?,
            Change::RecordDocumentType(kind) => document_type::record(tx, *kind).await?,
            Change::SaveUser(saved) => save_user(tx, saved).await?,
            Change::SaveDelegation(saved) => {
                save(tx, row::catalog::delegation(saved)?.into_active_model(), saved.version).await?;
            }
            Change::SavePeriod(saved) => {
                save(tx, row::catalog::period(saved)?.into_active_model(), saved.version).await?;
            }
            Change::DeletePeriod(id) => gone(period::Entity::delete_by_id(id.as_str()).exec(tx).await?.rows_affected)?,
            Change::RetryJob(record) => jobs::retry(tx, record, effects.at).await?,
        }
    }
    if effects.changes.iter().any(Change::raises_revision) {
        raise_revision(tx, effects.at).await?;
    }
    Ok(())
}

/// What was submitted before of a type that one of the rules adds up is found from now on.
pub(crate) async fn begin_to_add_up(
    tx: &impl ConnectionTrait,
    rules: &[Rule],
    at: Timestamp,
) -> Result<(), StoreError> {
    let adding = rules.iter().filter(|rule| rule.is_active && rule.aggregate.is_some());
    let kinds: BTreeSet<DocumentKind> = adding.flat_map(|rule| rule.governs.documents()).collect();
    for kind in kinds {
        submissions::begin(tx, kind, submissions::longest_ago(at)).await?;
    }
    Ok(())
}

/// Inserts version 1, and updates any later one. The exclusive lock, or the row's key, keeps others out.
pub(crate) async fn save<A>(tx: &impl ConnectionTrait, model: A, version: i64) -> Result<(), StoreError>
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

/// The next revision is the moment, in microseconds, unless the present one is later already. Were it the next number, a database that lost
/// the last changes (a standby that had not got them, a restored backup) would give that number again, to another catalog than the one
/// that a process remembers under it.
async fn raise_revision(tx: &impl ConnectionTrait, at: Timestamp) -> Result<(), StoreError> {
    let present = || Expr::col(catalog_revision::Column::Revision);
    let next = Expr::case(present().lt(at.micros()), at.micros()).finally(present().add(1));
    catalog_revision::Entity::update_many()
        .col_expr(catalog_revision::Column::Revision, next.into())
        .filter(catalog_revision::Column::Id.eq(1))
        .exec(tx)
        .await?;
    Ok(())
}
