//! Customers and vendors have an address, a VAT id, e-mail, phone and bank details, all of which may be missing.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};
use sea_orm_migration::sea_orm::{ConnectionTrait, Statement};

#[derive(DeriveMigrationName)]
pub struct Migration;

const COLUMNS: [(&str, &str); 15] = [
    ("address_lines", "TEXT"),
    ("postal_code", "TEXT"),
    ("city", "TEXT"),
    ("region", "TEXT"),
    ("country", "TEXT"),
    ("vat_id", "TEXT"),
    ("email", "TEXT"),
    ("phone", "TEXT"),
    ("account_holder", "TEXT"),
    ("iban", "TEXT"),
    ("account_number", "TEXT"),
    ("routing_code", "TEXT"),
    ("bic", "TEXT"),
    ("bank_changed_at", "BIGINT"),
    ("bank_changed_by", "TEXT"),
];

/// For the built-in roles of old books.
const GRANTS: &[(&str, &[&str])] = &[
    ("controller", &["bank_details.read", "bank_details.write"]),
    ("cfo", &["bank_details.read", "bank_details.write"]),
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let add = COLUMNS.map(|(name, kind)| format!("ALTER TABLE party ADD COLUMN {name} {kind}"));
        crate::run(manager, &add.each_ref().map(String::as_str)).await?;
        crate::grant::give(manager, GRANTS).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let db = manager.get_connection();
        let any = COLUMNS.map(|(name, _)| format!("{name} IS NOT NULL")).join(" OR ");
        let any = format!("SELECT 1 AS one FROM party WHERE {any} LIMIT 1");
        if db.query_one_raw(Statement::from_string(db.get_database_backend(), any)).await?.is_some() {
            return Err(DbErr::Custom(
                "table party has addresses or bank details: the program before this step would lose them".into(),
            ));
        }
        crate::refuse_if_guarded(manager, "bank_details").await?;
        crate::grant::take_back(manager, GRANTS).await?;
        let drop = COLUMNS.map(|(name, _)| format!("ALTER TABLE party DROP COLUMN {name}"));
        crate::run(manager, &drop.each_ref().map(String::as_str)).await
    }
}
