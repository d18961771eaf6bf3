//! Columns and values that later refusals need.
//!
//! - `reference_key`: a vendor's number without case and blanks, unique among the vendor's bills that are not Voided or
//!   Rejected. Bills of older books that share one stay; `reference_twin` distinguishes them, and is empty for every
//!   other bill.
//! - A plain account that payments go through becomes `cash`, or `card` where it is a liability, since payments go through
//!   `bank`, `cash` and `card` alone. The trail records it like any other change of an account.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend, Statement, Value};

#[derive(DeriveMigrationName)]
pub struct Migration;

/// How many bills are read and written at a time.
const PAGE: usize = 500;

const COLUMNS: [&str; 2] = [
    "ALTER TABLE document ADD COLUMN reference_key TEXT",
    "ALTER TABLE document ADD COLUMN reference_twin TEXT NOT NULL DEFAULT ''",
];

/// The words of the engine's query (`engine/src/kernel/store/snapshot.rs`).
const LIVING: &str = "kind = 'bill' AND reference_key IS NOT NULL AND status <> 'Voided' AND status <> 'Rejected'";

/// Accounts without a subtype through which a payment was posted, or is going to be.
const PAID_THROUGH: &str = "subtype IS NULL AND account_type IN ('asset', 'liability') AND account_id IN (
    SELECT cash_account_id FROM document WHERE kind IN ('bill_payment', 'invoice_payment')
    AND status IN ('Pending Approval', 'On Hold', 'Approved', 'Posted', 'Deposited', 'Cleared')
    UNION SELECT l.account_id FROM posting_line l JOIN document d ON d.kind = l.source_kind AND d.document_id = l.source_id
    WHERE d.kind IN ('bill_payment', 'invoice_payment') AND d.cash_account_id = l.account_id)";

const TO_MONEY: &str = "UPDATE account SET version = version + 1,
    subtype = CASE account_type WHEN 'liability' THEN 'card' ELSE 'cash' END WHERE ";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, &COLUMNS).await?;
        let db = manager.get_connection();
        fill_keys(db).await?;
        let statements = [
            "DROP INDEX document_bill_reference".to_owned(),
            format!(
                "UPDATE document SET reference_twin = document_id WHERE {LIVING} AND (party_id, reference_key) IN (
                    SELECT party_id, reference_key FROM document WHERE {LIVING} GROUP BY party_id, reference_key HAVING COUNT(*) > 1)"
            ),
            format!(
                "CREATE UNIQUE INDEX document_vendor_reference ON document (party_id, reference_key, reference_twin) WHERE {LIVING}"
            ),
            format!("{TO_MONEY}{PAID_THROUGH}"),
            in_the_trail(db.get_database_backend(), "subtype", "version"),
            "UPDATE catalog_revision SET revision = revision + 1".to_owned(),
        ];
        for statement in statements {
            db.execute_unprepared(&statement).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let db = manager.get_connection();
        // The older program knows neither subtype.
        let statements = [
            in_the_trail(db.get_database_backend(), "NULL", "version + 1"),
            "UPDATE account SET subtype = NULL, version = version + 1 WHERE subtype IN ('cash', 'card')".to_owned(),
            "UPDATE catalog_revision SET revision = revision + 1".to_owned(),
            "DROP INDEX document_vendor_reference".to_owned(),
            "ALTER TABLE document DROP COLUMN reference_twin".to_owned(),
            "ALTER TABLE document DROP COLUMN reference_key".to_owned(),
            "CREATE UNIQUE INDEX document_bill_reference ON document (party_id, reference)
                WHERE kind = 'bill' AND reference IS NOT NULL AND status <> 'Voided' AND status <> 'Rejected'"
                .to_owned(),
        ];
        for statement in statements {
            db.execute_unprepared(&statement).await?;
        }
        Ok(())
    }
}

/// Gives every bill its key, a page at a time, in the order of ids.
async fn fill_keys(db: &impl ConnectionTrait) -> Result<(), DbErr> {
    let backend = db.get_database_backend();
    let mut last = String::new();
    loop {
        let sql = format!(
            "SELECT document_id, reference FROM document WHERE kind = 'bill' AND reference IS NOT NULL AND document_id > $1
                ORDER BY document_id LIMIT {PAGE}"
        );
        let rows = db.query_all_raw(Statement::from_sql_and_values(backend, sql, [last.clone().into()])).await?;
        let mut values: Vec<Value> = Vec::new();
        for row in &rows {
            last = row.try_get("", "document_id")?;
            values.push(last.clone().into());
            values.push(reference_key(&row.try_get::<String>("", "reference")?).into());
        }
        if rows.is_empty() {
            return Ok(());
        }
        let places: Vec<String> = (0..rows.len()).map(|row| format!("(${}, ${})", row * 2 + 1, row * 2 + 2)).collect();
        let sql = format!(
            "WITH keyed (id, own) AS (VALUES {}) UPDATE document SET reference_key = keyed.own FROM keyed
                WHERE document.kind = 'bill' AND document.document_id = keyed.id",
            places.join(", ")
        );
        db.execute_raw(Statement::from_sql_and_values(backend, sql, values)).await?;
    }
}

/// A copy of `engine::books::action::kind::bill::reference_key`: migrations do not depend on the engine.
pub fn reference_key(reference: &str) -> String {
    let told = reference.chars().filter(|letter| !letter.is_whitespace());
    let folded: String = told.flat_map(char::to_uppercase).flat_map(char::to_lowercase).collect();
    if folded.is_empty() { reference.to_owned() } else { folded }
}

/// An audit row for each `cash` or `card` account, with the account after the change; later than every row before it.
fn in_the_trail(backend: DbBackend, subtype: &str, version: &str) -> String {
    let (now, object, is_active) = match backend {
        DbBackend::Postgres => {
            ("CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT)", "json_build_object", "is_active")
        }
        _ => (
            "CAST(unixepoch('subsec') * 1000000 AS INTEGER)",
            "json_object",
            "json(CASE WHEN is_active THEN 'true' ELSE 'false' END)",
        ),
    };
    let greatest = if backend == DbBackend::Postgres { "GREATEST" } else { "MAX" };
    let details = format!(
        "{object}('account', {object}('account_id', account_id, 'account_name', account_name, 'account_type', account_type,
            'subtype', {subtype}, 'currency', currency, 'is_active', {is_active}, 'version', {version},
            'created_at', created_at, 'created_by', created_by))"
    );
    format!(
        "INSERT INTO audit_entry (at, performed_by, resource, resource_id, action, details)
            SELECT {greatest}({now}, COALESCE((SELECT at FROM audit_entry ORDER BY seq DESC LIMIT 1), 0))
                + ROW_NUMBER() OVER (ORDER BY account_id), 'system', 'account', account_id, 'Updated', CAST({details} AS TEXT)
            FROM account WHERE subtype IN ('cash', 'card') ORDER BY account_id"
    )
}

#[cfg(test)]
mod tests {
    use super::reference_key;

    #[test]
    fn case_and_blanks_do_not_tell_numbers_apart() {
        for (one, other) in
            [("INV 17", "inv17"), (" a-1\t", "A-1"), ("ΣΑΣ", "σας"), ("Straße", "STRASSE"), ("1\u{a0}2", "12")]
        {
            assert_eq!(reference_key(one), reference_key(other), "{one} {other}");
        }
        assert_ne!(reference_key("A-1"), reference_key("A1"));
        assert_eq!(reference_key("  "), "  ");
    }
}
