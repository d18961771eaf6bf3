//! The catalog's rows: accounts, roles, people, rules, periods.

use std::collections::BTreeSet;

use super::{RowName, to_json};
use crate::approval::Rule;
use crate::approval::access::{Delegation, Role, User};
use crate::books::exchange_rate::ExchangeRate;
use crate::books::period::{Closing, Period};
use crate::kernel::entity::{account, approval_rule, delegation, directory_user, exchange_rate, period, role};
use crate::kernel::store::StoreError;
use crate::values::account::{Account, AccountType, Subtype};
use crate::values::clock::Timestamp;
use crate::values::kind::{DocumentKind, SubLedger};

pub fn read_account(row: account::Model) -> Result<Account, StoreError> {
    let name = RowName { table: "account", key: &row.account_id.clone() };
    Ok(Account {
        account_type: name.some("account_type", AccountType::parse(&row.account_type))?,
        subtype: row.subtype.as_deref().map(|text| name.some("subtype", Subtype::parse(text))).transpose()?,
        currency: row.currency.as_deref().map(|code| name.currency("currency", code)).transpose()?,
        account_id: row.account_id,
        account_name: row.account_name,
        is_active: row.is_active,
        required_dimensions: row.required_dimensions.iter().flat_map(|all| all.split(' ')).map(str::to_owned).collect(),
        version: row.version,
        created_at: Timestamp::from_micros(row.created_at),
        created_by: row.created_by,
    })
}

pub fn account(account: &Account) -> account::Model {
    let required: Vec<&str> = account.required_dimensions.iter().map(String::as_str).collect();
    account::Model {
        account_id: account.account_id.clone(),
        account_name: account.account_name.clone(),
        account_type: account.account_type.name().into(),
        subtype: account.subtype.map(|subtype| subtype.name().into()),
        currency: account.currency.map(|currency| currency.code().into()),
        is_active: account.is_active,
        version: account.version,
        created_at: account.created_at.micros(),
        created_by: account.created_by.clone(),
        required_dimensions: (!required.is_empty()).then(|| required.join(" ")),
    }
}

pub fn read_exchange_rate(row: exchange_rate::Model) -> Result<ExchangeRate, StoreError> {
    let name = RowName { table: "exchange_rate", key: &row.exchange_rate_id.clone() };
    Ok(ExchangeRate {
        currency: name.currency("currency", &row.currency)?,
        date: name.date("date", &row.date)?,
        rate: name.decimal("rate", &row.rate)?,
        exchange_rate_id: row.exchange_rate_id,
        source: row.source,
        version: row.version,
        created_at: Timestamp::from_micros(row.created_at),
        created_by: row.created_by,
        updated_at: Timestamp::from_micros(row.updated_at),
        updated_by: row.updated_by,
    })
}

pub fn exchange_rate(rate: &ExchangeRate) -> exchange_rate::Model {
    exchange_rate::Model {
        exchange_rate_id: rate.exchange_rate_id.clone(),
        currency: rate.currency.code().into(),
        date: rate.date.to_string(),
        rate: rate.rate.to_string(),
        source: rate.source.clone(),
        version: rate.version,
        created_at: rate.created_at.micros(),
        created_by: rate.created_by.clone(),
        updated_at: rate.updated_at.micros(),
        updated_by: rate.updated_by.clone(),
    }
}

pub fn read_role(row: role::Model) -> Result<Role, StoreError> {
    let name = RowName { table: "role", key: &row.role_id.clone() };
    Ok(Role {
        permissions: name.json("permissions", &row.permissions)?,
        approval_limits: name.json("approval_limits", &row.approval_limits)?,
        role_id: row.role_id,
        is_builtin: row.is_builtin,
        version: row.version,
        updated_at: Timestamp::from_micros(row.updated_at),
        updated_by: row.updated_by,
    })
}

pub fn role(role: &Role) -> Result<role::Model, StoreError> {
    Ok(role::Model {
        role_id: role.role_id.clone(),
        permissions: to_json(&role.permissions)?,
        approval_limits: to_json(&role.approval_limits)?,
        is_builtin: role.is_builtin,
        version: role.version,
        updated_at: role.updated_at.micros(),
        updated_by: role.updated_by.clone(),
    })
}

pub fn read_delegation(row: delegation::Model) -> Result<Delegation, StoreError> {
    let name = RowName { table: "delegation", key: &row.delegation_id.clone() };
    let types = row.document_types.as_ref().map(|types| name.json::<BTreeSet<String>>("document_types", types));
    let known = |kind: &String| name.some("document_types", DocumentKind::parse(kind));
    Ok(Delegation {
        first_day: name.date("first_day", &row.first_day)?,
        last_day: name.date("last_day", &row.last_day)?,
        document_types: match types.transpose()? {
            Some(types) => Some(types.iter().map(known).collect::<Result<_, _>>()?),
            None => None,
        },
        delegation_id: row.delegation_id,
        from_user_id: row.from_user_id.into(),
        to_user_id: row.to_user_id.into(),
        amount_limit: row.amount_limit,
        reason: row.reason,
        is_revoked: row.is_revoked,
        version: row.version,
        created_at: Timestamp::from_micros(row.created_at),
        created_by: row.created_by,
        updated_at: Timestamp::from_micros(row.updated_at),
        updated_by: row.updated_by,
    })
}

pub fn delegation(given: &Delegation) -> Result<delegation::Model, StoreError> {
    let types = given.document_types.as_ref();
    let types = types.map(|types| types.iter().map(|kind| kind.name().to_owned()).collect::<BTreeSet<String>>());
    Ok(delegation::Model {
        delegation_id: given.delegation_id.clone(),
        from_user_id: given.from_user_id.to_string(),
        to_user_id: given.to_user_id.to_string(),
        first_day: given.first_day.to_string(),
        last_day: given.last_day.to_string(),
        document_types: types.as_ref().map(to_json).transpose()?,
        amount_limit: given.amount_limit,
        reason: given.reason.clone(),
        is_revoked: given.is_revoked,
        version: given.version,
        created_at: given.created_at.micros(),
        created_by: given.created_by.clone(),
        updated_at: given.updated_at.micros(),
        updated_by: given.updated_by.clone(),
    })
}

pub fn read_user(row: directory_user::Model) -> Result<User, StoreError> {
    let name = RowName { table: "directory_user", key: &row.user_id.clone() };
    Ok(User {
        delegations: name.json("delegations", &row.delegations)?,
        roles: name.json("roles", &row.roles)?,
        approval_limits: name.json("approval_limits", &row.approval_limits)?,
        user_id: row.user_id.into(),
        name: row.name,
        manager_user_id: row.manager_user_id.map(Into::into),
        is_active: row.is_active,
        inactive_by_admin: row.inactive_by_admin,
        version: row.version,
        updated_at: Timestamp::from_micros(row.updated_at),
        updated_by: row.updated_by,
    })
}

pub fn user(user: &User) -> Result<directory_user::Model, StoreError> {
    Ok(directory_user::Model {
        user_id: user.user_id.to_string(),
        name: user.name.clone(),
        manager_user_id: user.manager_user_id.as_ref().map(ToString::to_string),
        is_active: user.is_active,
        inactive_by_admin: user.inactive_by_admin,
        delegations: to_json(&user.delegations)?,
        roles: to_json(&user.roles)?,
        approval_limits: to_json(&user.approval_limits)?,
        version: user.version,
        updated_at: user.updated_at.micros(),
        updated_by: user.updated_by.clone(),
    })
}

pub fn read_rule(row: &approval_rule::Model) -> Result<Rule, StoreError> {
    RowName { table: "approval_rule", key: &row.rule_id }.json("rule", &row.rule)
}

pub fn rule(rule: &Rule) -> Result<approval_rule::Model, StoreError> {
    Ok(approval_rule::Model {
        rule_id: rule.rule_id.clone(),
        document_type: rule.governs.name(),
        rule: to_json(rule)?,
        version: rule.version,
        created_at: rule.created_at.micros(),
    })
}

pub fn read_period(row: period::Model) -> Result<Period, StoreError> {
    let name = RowName { table: "period", key: &row.period_id.clone() };
    let closing = |column, text: &str| name.some(column, Closing::parse(text));
    Ok(Period {
        // Its fiscal year says.
        is_adjustment: false,
        start_date: name.date("start_date", &row.start_date)?,
        end_date: name.date("end_date", &row.end_date)?,
        closing: [
            closing("closing_gl", &row.closing_gl)?,
            closing("closing_ap", &row.closing_ap)?,
            closing("closing_ar", &row.closing_ar)?,
            closing("closing_payroll", &row.closing_payroll)?,
        ],
        last_change: row.last_change.as_ref().map(|text| name.json("last_change", text)).transpose()?,
        period_id: row.period_id,
        period_name: row.period_name,
        version: row.version,
        created_at: Timestamp::from_micros(row.created_at),
        created_by: row.created_by,
    })
}

pub fn period(period: &Period) -> Result<period::Model, StoreError> {
    let closing = |sub_ledger| period.closing_of(sub_ledger).name().to_owned();
    Ok(period::Model {
        period_id: period.period_id.clone(),
        period_name: period.period_name.clone(),
        start_date: period.start_date.to_string(),
        end_date: period.end_date.to_string(),
        closing_gl: closing(SubLedger::Gl),
        closing_ap: closing(SubLedger::Ap),
        closing_ar: closing(SubLedger::Ar),
        closing_payroll: closing(SubLedger::Payroll),
        last_change: period.last_change.as_ref().map(to_json).transpose()?,
        version: period.version,
        created_at: period.created_at.micros(),
        created_by: period.created_by.clone(),
    })
}
