//! Loading the catalog, and telling when the copy in memory is old.

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder};

use super::StoreError;
use super::read::rule_sets;
use super::row::catalog as row;
use crate::catalog::Catalog;
use crate::entity::{account, approval_rule, catalog_revision, delegation, directory_user, party, period, role};

/// The present revision, and the books' base currency once it is fixed.
pub async fn revision(db: &impl ConnectionTrait) -> Result<(i64, Option<String>), StoreError> {
    let found = catalog_revision::Entity::find_by_id(1).one(db).await?;
    let found = found.ok_or_else(|| StoreError::bad_row("catalog_revision", "id", "1"))?;
    Ok((found.revision, found.base_currency))
}

/// The whole catalog as it stands.
pub async fn load(db: &impl ConnectionTrait, revision: i64) -> Result<Catalog, StoreError> {
    let mut catalog = Catalog { revision, ..Catalog::default() };
    for found in account::Entity::find().order_by_asc(account::Column::AccountId).all(db).await? {
        catalog.accounts.insert(row::read_account(found)?);
    }
    for found in period::Entity::find().all(db).await? {
        let period = row::read_period(found)?;
        catalog.periods.insert(period.period_id.clone(), period);
    }
    for found in approval_rule::Entity::find().all(db).await? {
        let rule = row::read_rule(&found)?;
        catalog.rules.insert(rule.rule_id.clone(), rule);
    }
    for found in role::Entity::find().all(db).await? {
        let role = row::read_role(found)?;
        catalog.roles.insert(role.role_id.clone(), role);
    }
    for found in directory_user::Entity::find().all(db).await? {
        catalog.users.insert(row::read_user(found)?);
    }
    for found in delegation::Entity::find().all(db).await? {
        let delegation = row::read_delegation(found)?;
        catalog.delegations.insert(delegation.delegation_id.clone(), delegation);
    }
    for found in party::Entity::find().filter(party::Column::UserId.is_not_null()).all(db).await? {
        let party = row::read_party(found)?;
        if let Some(user_id) = party.user_id {
            catalog.linked.insert((party.kind, party.party_id), user_id);
        }
    }
    catalog.rule_set = rule_sets::latest(db).await?;
    catalog.schedule(rule_sets::scheduled(db).await?.as_ref());
    Ok(catalog)
}
