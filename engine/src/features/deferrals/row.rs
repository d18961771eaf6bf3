//! Deferrals as rows.

use super::model::{Deferral, Standing};
use super::parts::Spread;
use crate::features::recurring::{Rights, problem_of_row};
use crate::kernel::entity::deferral;
use crate::kernel::store::StoreError;
use crate::kernel::store::row::{RowName, to_json};
use crate::values::clock::{Date, Timestamp};
use crate::values::kind::{DocumentKey, DocumentKind};

pub fn row(of: &Deferral) -> Result<deferral::Model, StoreError> {
    let (months, end_date) = match of.spread {
        Spread::Months(months) => (Some(i64::from(months)), None),
        Spread::Until(end) => (None, Some(end.to_string())),
    };
    Ok(deferral::Model {
        deferral_id: of.deferral_id.clone(),
        document_type: of.source.kind.name().into(),
        document_id: of.source.id.clone(),
        line_number: of.line_number,
        from_account_id: of.from_account_id.clone(),
        account_id: of.account_id.clone(),
        currency: of.currency.code().into(),
        amount: of.amount,
        start_date: of.start_date.to_string(),
        months,
        end_date,
        posted_on: of.posted_on.to_string(),
        status: of.standing.name().into(),
        owner: of.owner.to_string(),
        owner_roles: to_json(&of.rights.roles)?,
        owner_permissions: to_json(&of.rights.permissions)?,
        recognized_through: of.recognized_through.map(|day| day.to_string()),
        next_date: of.next().map(|part| of.date_of(&part).to_string()),
        problem_code: of.problem.as_ref().map(|problem| problem.code.clone()),
        problem_detail: of.problem.as_ref().map(|problem| problem.detail.clone()),
        problem_at: of.problem.as_ref().map(|problem| problem.at.micros()),
        version: of.version,
        created_at: of.created_at.micros(),
        created_by: of.created_by.clone(),
        updated_at: of.updated_at.micros(),
        updated_by: of.updated_by.clone(),
    })
}

pub fn read(row: deferral::Model) -> Result<Deferral, StoreError> {
    let name = RowName { table: "deferral", key: &row.deferral_id.clone() };
    let kind = name.some("document_type", DocumentKind::parse(&row.document_type))?;
    let day = |column: &'static str, text: &str| -> Result<Date, StoreError> { name.date(column, text) };
    let spread = match (row.months, &row.end_date) {
        (Some(months), None) => Spread::Months(name.u32("months", months)?),
        (None, Some(end)) => Spread::Until(day("end_date", end)?),
        (Some(_), Some(_)) | (None, None) => return Err(name.bad("months")),
    };
    let problem = problem_of_row(&name, (row.problem_code, row.problem_detail, row.problem_at))?;
    Ok(Deferral {
        source: DocumentKey::new(kind, row.document_id),
        line_number: row.line_number,
        from_account_id: row.from_account_id,
        account_id: row.account_id,
        currency: name.currency("currency", &row.currency)?,
        amount: row.amount,
        start_date: day("start_date", &row.start_date)?,
        spread,
        posted_on: day("posted_on", &row.posted_on)?,
        standing: name.some("status", Standing::parse(&row.status))?,
        owner: row.owner.as_str().into(),
        rights: Rights {
            roles: name.json("owner_roles", &row.owner_roles)?,
            permissions: name.json("owner_permissions", &row.owner_permissions)?,
        },
        recognized_through: row.recognized_through.map(|text| day("recognized_through", &text)).transpose()?,
        problem,
        deferral_id: row.deferral_id.clone(),
        version: row.version,
        created_at: Timestamp::from_micros(row.created_at),
        created_by: row.created_by,
        updated_at: Timestamp::from_micros(row.updated_at),
        updated_by: row.updated_by,
    })
}
