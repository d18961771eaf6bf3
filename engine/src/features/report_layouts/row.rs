//! Versions of layouts as rows.

use super::model::{ReportLayout, Statement};
use crate::kernel::entity::report_layout;
use crate::kernel::store::StoreError;
use crate::kernel::store::row::{RowName, to_json};
use crate::values::clock::Timestamp;

pub fn row(of: &ReportLayout) -> Result<report_layout::Model, StoreError> {
    Ok(report_layout::Model {
        layout_version_id: of.version_id(),
        layout_id: of.layout_id.clone(),
        version: of.version,
        layout_name: of.layout_name.clone(),
        statement: of.statement.name().into(),
        lines: to_json(&of.lines)?,
        created_at: of.created_at.micros(),
        created_by: of.created_by.clone(),
        updated_at: of.updated_at.micros(),
        updated_by: of.updated_by.clone(),
    })
}

pub fn read(row: report_layout::Model) -> Result<ReportLayout, StoreError> {
    let name = RowName { table: "report_layout", key: &row.layout_version_id };
    Ok(ReportLayout {
        statement: name.some("statement", Statement::parse(&row.statement))?,
        lines: name.json("lines", &row.lines)?,
        layout_id: row.layout_id,
        layout_name: row.layout_name,
        version: row.version,
        created_at: Timestamp::from_micros(row.created_at),
        created_by: row.created_by,
        updated_at: Timestamp::from_micros(row.updated_at),
        updated_by: row.updated_by,
    })
}
