//! Exchange rates as master data: one for each currency and day. The built-in roles of old books get permissions for
//! them.

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

use crate::grant;

#[derive(DeriveMigrationName)]
pub struct Migration;

/// The unique index also finds the latest rate on or before a day; the other one has the order of the list.
const UP: [&str; 3] = [
    "CREATE TABLE exchange_rate (
        exchange_rate_id TEXT NOT NULL PRIMARY KEY, currency TEXT NOT NULL, date TEXT NOT NULL, rate TEXT NOT NULL, source TEXT,
        version BIGINT NOT NULL, created_at BIGINT NOT NULL, created_by TEXT NOT NULL, updated_at BIGINT NOT NULL,
        updated_by TEXT NOT NULL)",
    "CREATE UNIQUE INDEX exchange_rate_day ON exchange_rate (currency, date)",
    "CREATE INDEX exchange_rate_newest ON exchange_rate (date, exchange_rate_id)",
];

const DOWN: [&str; 1] = ["DROP TABLE exchange_rate"];

const GRANTS: [(&str, &[&str]); 6] = [
    ("viewer", &["exchange_rate.read"]),
    ("clerk", &["exchange_rate.read"]),
    ("accountant", &["exchange_rate.read"]),
    ("manager", &["exchange_rate.read"]),
    ("controller", &["exchange_rate.read", "exchange_rate.write"]),
    ("cfo", &["exchange_rate.override", "exchange_rate.read", "exchange_rate.write"]),
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::run(manager, &UP).await?;
        grant::give(manager, &GRANTS).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        grant::take_back(manager, &GRANTS).await?;
        crate::run(manager, &DOWN).await
    }
}

#[cfg(test)]
mod tests {
    use sea_orm_migration::sea_orm::{ConnectionTrait, Database, DatabaseConnection, Statement};

    /// One text column of every row.
    async fn texts(db: &DatabaseConnection, sql: &str) -> Vec<String> {
        let rows = db.query_all_raw(Statement::from_string(db.get_database_backend(), sql)).await.expect(sql);
        rows.iter().map(|row| row.try_get_by_index(0).expect(sql)).collect()
    }

    #[tokio::test]
    async fn the_roles_of_old_books_learn_what_is_new() {
        let file = std::env::temp_dir().join(format!("gl-grant-{}.db", std::process::id()));
        let db = Database::connect(format!("sqlite://{}?mode=rwc", file.display())).await.expect("open");
        crate::up_to(&db, "m0007_whole_balances").await.expect("old books");
        for row in [
            r#"('clerk', '["bill.read","bill.write"]', TRUE, 3, 5, 'alma')"#,
            r#"('cfo', '["*.approve"]', TRUE, 1, 5, 'system')"#,
            r#"('own', '["bill.read"]', FALSE, 1, 5, 'alma')"#,
        ] {
            db.execute_unprepared(&format!("INSERT INTO role VALUES {row}")).await.expect(row);
        }
        crate::up_to(&db, "m0009_exchange_rates").await.expect("up");
        let roles = "SELECT role_id || ' ' || version || ' ' || permissions FROM role ORDER BY role_id";
        let rows = "SELECT resource_id || ' ' || action || ' ' || json_remove(details, '$.updated_at', '$.updated_by') \
            FROM audit_entry WHERE resource = 'role' ORDER BY seq";
        let cfo = r#"["*.approve","exchange_rate.override","exchange_rate.read","exchange_rate.write"]"#;
        let clerk = r#"["bill.read","bill.write","exchange_rate.read"]"#;
        assert_eq!(
            texts(&db, roles).await,
            [format!("cfo 2 {cfo}"), format!("clerk 4 {clerk}"), r#"own 1 ["bill.read"]"#.to_owned()]
        );
        let told = [
            format!(r#"clerk Updated {{"permissions":{clerk},"version":4}}"#),
            format!(r#"cfo Updated {{"permissions":{cfo},"version":2}}"#),
        ];
        assert_eq!(texts(&db, rows).await, told);
        crate::down(&db).await.expect("down");
        let before = [r#"cfo 3 ["*.approve"]"#, r#"clerk 5 ["bill.read","bill.write"]"#, r#"own 1 ["bill.read"]"#];
        assert_eq!(texts(&db, roles).await, before);
        std::fs::remove_file(file).expect("removed");
    }
}
