//! The deciding fields of rows, as their audit rows state them, table by table. `gl check` compares them with the trail.
//!
//! A command that changes a row states the new values of these fields in its audit row, as `details.states_<version>`. [`attach`]
//! adds that to every change that passes through the store, so no command can forget it; it is not shown in an audit-trail, whose
//! details say the same in the interface's words. A further field, or table, is another [`VERSION`]: the next start then writes a
//! new baseline ([`super::baseline`]).
//!
//! Documents state only what their sequence of audit rows does not say: the digest of what their author wrote, at each writing and at
//! their submission, the sub-ledger, the day of a void; a credit the figures of each application. Those rows say the rest: who wrote,
//! submitted, signed and ended them, when, by which plan (`features/check/trail.rs`).

mod documents;
mod fields;
mod lists;

use sea_orm::{ConnectionTrait, EntityTrait, Select};

pub use self::documents::{APPLICATIONS, MOVES_PAYMENT, application_row, applications, content, document};
pub use self::fields::{Checked, List, Stated, Table, VERSION, member, version_of};
pub use self::lists::parsed;
use super::read::at_once::each;
use super::{StoreError, row};
use crate::books::command::{AuditEntry, Change};
use crate::kernel::entity::{account, approval_rule, change_request, delegation, directory_user, party, period, role};

/// Every row of the tables that have lists. What cannot be read is named.
pub async fn every(db: &impl ConnectionTrait, unreadable: &mut Vec<String>) -> Result<Vec<Stated>, StoreError> {
    let mut all = of(db, account::Entity::find(), lists::account, unreadable).await?;
    all.extend(of(db, party::Entity::find(), lists::party, unreadable).await?);
    all.extend(of(db, approval_rule::Entity::find(), |row| lists::rule(&row), unreadable).await?);
    all.extend(of(db, role::Entity::find(), |row| lists::role(&row), unreadable).await?);
    all.extend(of(db, directory_user::Entity::find(), lists::user, unreadable).await?);
    all.extend(of(db, delegation::Entity::find(), lists::delegation, unreadable).await?);
    all.extend(of(db, period::Entity::find(), lists::period, unreadable).await?);
    all.extend(of(db, change_request::Entity::find(), lists::change_request, unreadable).await?);
    Ok(all)
}

async fn of<E: EntityTrait>(
    db: &impl ConnectionTrait,
    rows: Select<E>,
    list: impl Fn(E::Model) -> Stated,
    unreadable: &mut Vec<String>,
) -> Result<Vec<Stated>, StoreError> {
    Ok(each(db, rows, unreadable).await?.into_iter().map(list).collect())
}

/// What the row decides after this change; `None` for what no list speaks of, and for what goes.
fn of_change(change: &Change) -> Result<Option<Stated>, StoreError> {
    Ok(match change {
        Change::SaveAccount(saved) => Some(lists::account(row::catalog::account(saved))),
        Change::SaveParty { party: saved, .. } => Some(lists::party(row::party::party(saved)?)),
        Change::SaveRule(saved) => Some(lists::rule(&row::catalog::rule(saved)?)),
        Change::SaveRole(saved) => Some(lists::role(&row::catalog::role(saved)?)),
        Change::SaveUser(saved) => Some(lists::user(row::catalog::user(saved)?)),
        Change::SaveDelegation(saved) => Some(lists::delegation(row::catalog::delegation(saved)?)),
        Change::SavePeriod(saved) => Some(lists::period(row::catalog::period(saved)?)),
        Change::SaveChangeRequest(saved) => Some(lists::change_request(row::change_request::row(saved)?)),
        Change::InsertDocument(_) | Change::UpdateDocument { .. } | Change::DeleteDocument { .. } => None,
        Change::Sign(_) | Change::Post(_) | Change::Apply(_) => None,
        Change::DeleteAccount(_) | Change::DeleteRole(_) | Change::RecordDocumentType(_) => None,
        Change::DeletePeriod(_) | Change::EndJob { .. } | Change::RetryJob(_) => None,
        // The feature states its own.
        Change::OfFeature(_) => None,
    })
}

/// Has the audit rows state what these changes leave. A change of such a row without an audit row about it is our own fault.
pub fn attach(changes: &[Change], entries: &mut [AuditEntry]) -> Result<(), StoreError> {
    for change in changes {
        if let Some(stated) = of_change(change)? {
            stated.put_among(entries)?;
        }
        documents::attach(change, entries);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
