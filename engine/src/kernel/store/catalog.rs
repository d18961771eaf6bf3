//! Loading the catalog, and telling when the copy in memory is old.

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder};

use super::StoreError;
use super::read::at_once::each;
use super::read::rule_sets;
use super::row::catalog as row;
use super::row::dimension as row_of_dimension;
use super::row::party::read_party;
use crate::approval::catalog::Catalog;
use crate::kernel::entity::{
    account, approval_rule, catalog_revision, delegation, dimension, dimension_value, directory_user, fiscal_year,
    party, payment_terms, period, period_exception, role, tax_code, write_off_rule,
};

/// The present revision, and the books' base currency once it is fixed.
pub async fn revision(db: &impl ConnectionTrait) -> Result<(i64, Option<String>), StoreError> {
    let found = catalog_revision::Entity::find_by_id(1).one(db).await?;
    let found = found.ok_or_else(|| StoreError::bad_row("catalog_revision", "id", "1"))?;
    Ok((found.revision, found.base_currency))
}

/// The whole catalog as it stands.
pub async fn load(db: &impl ConnectionTrait, revision: i64) -> Result<Catalog, StoreError> {
    let mut unreadable = Vec::new();
    let catalog = readable(db, &mut unreadable).await?;
    match unreadable.into_iter().next() {
        Some(why) => Err(StoreError::Broken(why)),
        None => Ok(Catalog { revision, ..catalog }),
    }
}

/// What can be read of the catalog, at no revision; each other row is named.
pub async fn readable(db: &impl ConnectionTrait, unreadable: &mut Vec<String>) -> Result<Catalog, StoreError> {
    let mut catalog = Catalog::default();
    let accounts = account::Entity::find().order_by_asc(account::Column::AccountId);
    for account in good(each(db, accounts, unreadable).await?, row::read_account, unreadable) {
        catalog.accounts.insert(account);
    }
    for period in good(each(db, period::Entity::find(), unreadable).await?, row::read_period, unreadable) {
        catalog.periods.insert(period.period_id.clone(), period);
    }
    let codes = each(db, tax_code::Entity::find(), unreadable).await?;
    for code in good(codes, super::row::tax_code::read, unreadable) {
        catalog.tax_codes.insert(code.tax_code_id.clone(), code);
    }
    let exceptions = each(db, period_exception::Entity::find(), unreadable).await?;
    for exception in good(exceptions, super::row::period_exception::read, unreadable) {
        catalog.exceptions.insert(exception.period_exception_id.clone(), exception);
    }
    let terms = each(db, payment_terms::Entity::find(), unreadable).await?;
    for terms in good(terms, super::row::payment_terms::read, unreadable) {
        catalog.payment_terms.insert(terms.payment_terms_id.clone(), terms);
    }
    let rules = each(db, write_off_rule::Entity::find(), unreadable).await?;
    for rule in good(rules, super::row::write_off_rule::read, unreadable) {
        catalog.write_off_rules.insert(rule.write_off_rule_id.clone(), rule);
    }
    let adjusted = fiscal_year::Entity::find().filter(fiscal_year::Column::AdjustmentPeriodId.is_not_null());
    for period_id in each(db, adjusted, unreadable).await?.into_iter().filter_map(|year| year.adjustment_period_id) {
        if let Some(period) = catalog.periods.get_mut(&period_id) {
            period.is_adjustment = true;
        }
    }
    let rules = each(db, approval_rule::Entity::find(), unreadable).await?;
    for rule in good(rules, |rule| row::read_rule(&rule), unreadable) {
        catalog.rules.insert(rule.rule_id.clone(), rule);
    }
    for role in good(each(db, role::Entity::find(), unreadable).await?, row::read_role, unreadable) {
        catalog.roles.insert(role.role_id.clone(), role);
    }
    for user in good(each(db, directory_user::Entity::find(), unreadable).await?, row::read_user, unreadable) {
        catalog.users.insert(user);
    }
    let delegations = each(db, delegation::Entity::find(), unreadable).await?;
    for delegation in good(delegations, row::read_delegation, unreadable) {
        catalog.delegations.insert(delegation.delegation_id.clone(), delegation);
    }
    let linked = party::Entity::find().filter(party::Column::UserId.is_not_null());
    for party in good(each(db, linked, unreadable).await?, read_party, unreadable) {
        if let Some(user_id) = party.user_id {
            catalog.linked.insert((party.kind, party.party_id), user_id);
        }
    }
    let dimensions = each(db, dimension::Entity::find(), unreadable).await?;
    for one in good(dimensions, row_of_dimension::read_dimension, unreadable) {
        catalog.dimensions.all.insert(one.dimension_id.clone(), one);
    }
    let values = each(db, dimension_value::Entity::find(), unreadable).await?;
    for value in good(values, row_of_dimension::read_value, unreadable) {
        let of_dimension = catalog.dimensions.values.entry(value.dimension_id.clone()).or_default();
        of_dimension.insert(value.value_id.clone(), value);
    }
    match (rule_sets::latest(db).await, rule_sets::scheduled(db).await) {
        (Ok(latest), Ok(scheduled)) => {
            catalog.rule_set = latest;
            catalog.schedule(scheduled.as_ref());
        }
        (Err(StoreError::Broken(why)), _) | (_, Err(StoreError::Broken(why))) => unreadable.push(why),
        (Err(error), _) | (_, Err(error)) => return Err(error),
    }
    Ok(catalog)
}

/// The rows that make sense; each other one is named.
fn good<M, T>(
    rows: Vec<M>,
    read: impl Fn(M) -> Result<T, StoreError>,
    unreadable: &mut Vec<String>,
) -> impl Iterator<Item = T> {
    let mut found = Vec::with_capacity(rows.len());
    for row in rows {
        match read(row) {
            Ok(value) => found.push(value),
            Err(error) => unreadable.push(error.to_string()),
        }
    }
    found.into_iter()
}
