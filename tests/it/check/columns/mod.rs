//! `gl check` against edits of every column: the columns are those that the database's own schema names, so a later one is caught by
//! itself. Each edit stands alone in a transaction that is rolled back. What may differ stands in [`free`], with the reason.

mod books;
mod edits;
pub mod free;
mod months_and_years;
pub mod schema;

use std::collections::BTreeSet;

use sea_orm::{ConnectionTrait, TransactionTrait};
use tests::prelude::*;

use self::edits::Edit;
use self::schema::Table;

/// What became of an edit.
enum Outcome {
    /// The database refused it.
    Refused,
    Unnoticed,
    Noticed,
}

/// Makes the edit, asks `gl check`, and takes it back. `None`: the database refused it.
async fn found(app: &TestApp, sql: &str) -> Option<Vec<String>> {
    let engine = app.engine();
    let tx = engine.store.writer.begin().await.expect("a transaction");
    let found = match tx.execute_unprepared(sql).await {
        Err(_) => None,
        Ok(done) => {
            assert!(done.rows_affected() > 0, "{sql}: nothing changed");
            // What cannot be read must be a finding: it hides nothing else.
            let found = engine.check_on(&tx, &|_| {}).await;
            let found = found.unwrap_or_else(|error| panic!("{sql}: the check ends: {error}"));
            Some(found.differences)
        }
    };
    tx.rollback().await.expect("rolled back");
    found
}

/// As [`found`], for a table of the trail, which is verified beside it.
async fn tried(app: &TestApp, table: &str, sql: &str) -> Outcome {
    if table.starts_with("audit_") {
        let engine = app.engine();
        let tx = engine.store.writer.begin().await.expect("a transaction");
        let outcome = match tx.execute_unprepared(sql).await {
            Err(_) => Outcome::Refused,
            // A row that cannot be read is as good as one that was changed.
            Ok(_) => match engine.store.audit_verify_on(&tx, &engine.clock).await {
                Ok(Ok(_)) => Outcome::Unnoticed,
                Ok(Err(_)) | Err(_) => Outcome::Noticed,
            },
        };
        tx.rollback().await.expect("rolled back");
        return outcome;
    }
    match found(app, sql).await {
        None => Outcome::Refused,
        Some(found) if found.is_empty() => Outcome::Unnoticed,
        Some(_) => Outcome::Noticed,
    }
}

/// Tries one after another until the database takes one. Says so where it was not noticed.
async fn edited(app: &TestApp, table: &str, edit: &Edit, unnoticed: &mut Vec<String>) -> bool {
    for sql in &edit.tries {
        match tried(app, table, sql).await {
            Outcome::Refused => {}
            Outcome::Noticed => return true,
            Outcome::Unnoticed => {
                unnoticed.push(format!("{}: {sql}", edit.name));
                return true;
            }
        }
    }
    false
}

/// What compares the columns is the same code on both databases: SQLite shows that all are compared, on PostgreSQL some of each table
/// show that it is read there.
fn is_walked(backend: Backend, at: usize) -> bool {
    backend == Backend::Sqlite || at % 5 == 1
}

/// Edits each column of the table, takes rows out and puts copies in; adds what is not noticed.
async fn walk(app: &TestApp, table: &Table, unnoticed: &mut Vec<String>) {
    let rows = schema::rows(app, table).await;
    let backend = app.database.backend;
    let walked = table.columns.iter().enumerate().filter(|(at, _)| is_walked(backend, *at)).map(|(_, column)| column);
    for column in walked.filter(|column| free::column(&table.name, &column.name).is_none()) {
        let edits = edits::of_column(app.database.backend, table, column, &rows);
        let mut taken = false;
        for edit in &edits {
            taken |= edited(app, &table.name, edit, unnoticed).await;
        }
        // A column whose edits were all refused is held by the database; one without any is not tested.
        assert!(taken || !edits.is_empty(), "{}.{}: no row to edit", table.name, column.name);
    }
    for edit in edits::unreadable(app.database.backend, table, &rows) {
        let mut told = Vec::new();
        edited(app, &table.name, &edit, &mut told).await;
        // What may differ may be unreadable as well, as long as the rest is checked.
        if free::column(&table.name, &edit.column).is_none() {
            unnoticed.append(&mut told);
        }
    }
    assert!(!rows.is_empty(), "{}: no row to take out", table.name);
    for edit in edits::of_rows(app.database.backend, table, &rows, free::copy(&table.name).is_none()) {
        edited(app, &table.name, &edit, unnoticed).await;
    }
}

/// Every name in the list of what may differ is one of the schema's.
fn the_list_is_of_this_schema(tables: &[Table]) {
    let known = |table: &str, column: Option<&str>| {
        let table = tables.iter().find(|one| one.name == table);
        table.is_some_and(|table| column.is_none_or(|column| table.columns.iter().any(|one| one.name == column)))
    };
    for (table, column) in free::names() {
        assert!(known(table, column), "{table} {column:?} is in the list of what may differ, and not in the schema");
    }
}

async fn every_edit_is_noticed(app: &TestApp) {
    books::make(app).await;
    schema::unlock(app).await;
    assert_eq!(super::differences(app).await, Vec::<String>::new());
    let tables = schema::tables(app).await;
    the_list_is_of_this_schema(&tables);
    let mut unnoticed = Vec::new();
    for table in tables.iter().filter(|table| free::table(&table.name).is_none()) {
        walk(app, table, &mut unnoticed).await;
    }
    assert!(unnoticed.is_empty(), "{} edits are not noticed:\n{}", unnoticed.len(), unnoticed.join("\n"));
}

/// An edit, and what tells of it.
const UNREADABLE: [(&str, &str); 8] = [
    ("account SET account_type = 'boat' WHERE account_id = '6000'", "table account, column account_type, key \"6000\""),
    ("document SET tran_date = 'soon' WHERE document_id = 'JE-07'", "table document, column tran_date, key \"JE-07\""),
    ("document SET plan = '[' WHERE document_id = 'JE-07'", "table document, column plan, key \"JE-07\""),
    ("posting SET sub_ledger = 'boat' WHERE source_id = 'JE-07'", "table posting, column sub_ledger, key \"JE-07\""),
    (
        "cleared_mark SET source_kind = 'boat' WHERE source_id = 'JE-22'",
        "table cleared_mark, column source_kind, key \"JE-22\"",
    ),
    (
        "reconciliation SET statement_date = 'soon' WHERE reconciliation_id = 'S-1'",
        "table reconciliation, column statement_date, key \"S-1\"",
    ),
    // The account's lines are in another currency, and are not counted.
    ("reconciliation SET currency = 'EUR'", "reconciliation S-1 is completed and does not balance"),
    (
        "audit_entry SET details = '[' WHERE resource_id = 'JE-07' AND action = 'Created'",
        "its details are no JSON object",
    ),
];

tests::on_both! {
    async fn what_cannot_be_read_is_a_finding_and_hides_nothing(app: TestApp) {
        books::make(&app).await;
        schema::unlock(&app).await;
        for (sql, named) in UNREADABLE {
            let also = "UPDATE role SET is_builtin = NOT is_builtin WHERE role_id = 'clerk'";
            let found = found(&app, &format!("{also}; UPDATE {sql}")).await.expect("the database takes it");
            for named in [named, "role clerk: is_builtin"] {
                assert!(found.iter().any(|found| found.contains(named)), "{sql}\nwanted {named}\nfound {found:#?}");
            }
        }
    }

    async fn a_share_in_base_currency_is_compared_for_every_type_and_status(app: TestApp) {
        books::make(&app).await;
        schema::unlock(&app).await;
        let documents: BTreeSet<(String, String)> =
            schema::pairs(&app, "SELECT kind, status FROM document").await.into_iter().collect();
        assert!(documents.len() > 12, "{documents:?}");
        for (kind, status) in documents {
            let one = format!("SELECT min(document_id) FROM document WHERE kind = '{kind}' AND status = '{status}'");
            let edit = "UPDATE document SET base_settled = base_settled + 1";
            let sql = format!("{edit} WHERE kind = '{kind}' AND document_id = ({one})");
            let found = found(&app, &sql).await.expect("the database takes it");
            assert!(!found.is_empty(), "{kind} {status}: not noticed");
        }
    }

    async fn an_edit_of_any_column_is_noticed(app: TestApp) {
        every_edit_is_noticed(&app).await;
    }
}
