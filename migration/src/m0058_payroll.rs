//! Payroll entries ask for permissions of their own: the roles of old books keep what they could do.

use std::collections::BTreeSet;

use sea_orm_migration::prelude::{DbErr, DeriveMigrationName, MigrationTrait, SchemaManager, async_trait};

#[derive(DeriveMigrationName)]
pub struct Migration;

/// What goes with a permission of journal entries.
const BESIDE: &[(&str, &str)] = &[
    ("journal_entry.read", "payroll.read"),
    ("journal_entry.write", "payroll.write"),
    ("journal_entry.approve", "payroll.approve"),
    ("journal_entry.*", "payroll.*"),
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        crate::grant::of_all(manager, |permissions| {
            let had = permissions.clone();
            let beside = BESIDE.iter().filter(|(entries, _)| had.contains(*entries));
            permissions.extend(beside.map(|(_, payroll)| (*payroll).to_owned()));
        })
        .await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let is_left = |permission: &String| !permission.starts_with("payroll.");
        crate::grant::of_all(manager, |permissions: &mut BTreeSet<String>| permissions.retain(is_left)).await
    }
}
