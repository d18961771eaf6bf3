//! The tables and columns as the database itself names them, and their rows.

use sea_orm::{ConnectionTrait, DbBackend, QueryResult, Statement};
use tests::prelude::*;

#[derive(Debug)]
pub struct Table {
    pub name: String,
    pub columns: Vec<Column>,
}

#[derive(Clone, Debug)]
pub struct Column {
    pub name: String,
    pub kind: Type,
    pub is_nullable: bool,
    pub is_key: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    Text,
    Number,
    Bool,
    /// Of apalis alone.
    Other,
}

/// A row: what the database finds it by, and its values as texts.
#[derive(Debug)]
pub struct Row {
    pub place: String,
    pub values: Vec<Option<String>>,
}

async fn query(app: &TestApp, sql: &str) -> Vec<QueryResult> {
    let backend = match app.database.backend {
        Backend::Sqlite => DbBackend::Sqlite,
        Backend::Postgres => DbBackend::Postgres,
    };
    let db = &app.engine().store.writer;
    db.query_all_raw(Statement::from_string(backend, sql)).await.unwrap_or_else(|error| panic!("{sql}: {error}"))
}

const OF_SQLITE: &str = "SELECT m.name, p.name, lower(p.type), p.\"notnull\" = 0 AND p.pk = 0, p.pk > 0 FROM sqlite_master m \
    JOIN pragma_table_info(m.name) p WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY m.name, p.cid";

const OF_POSTGRES: &str = "SELECT CASE c.table_schema WHEN 'public' THEN '' ELSE c.table_schema || '.' END || c.table_name, \
    c.column_name::text, c.data_type::text, c.is_nullable = 'YES', EXISTS (SELECT 1 FROM information_schema.key_column_usage k \
    JOIN information_schema.table_constraints t USING (constraint_schema, constraint_name) \
    WHERE t.constraint_type = 'PRIMARY KEY' AND k.table_schema = c.table_schema AND k.table_name = c.table_name \
    AND k.column_name = c.column_name) FROM information_schema.columns c JOIN information_schema.tables b \
    ON b.table_schema = c.table_schema AND b.table_name = c.table_name AND b.table_type = 'BASE TABLE' \
    WHERE c.table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1, c.ordinal_position";

/// Every table with every column, also those of apalis.
pub async fn tables(app: &TestApp) -> Vec<Table> {
    let sql = match app.database.backend {
        Backend::Sqlite => OF_SQLITE,
        Backend::Postgres => OF_POSTGRES,
    };
    let mut tables: Vec<Table> = Vec::new();
    for row in query(app, sql).await {
        let text = |at: usize| row.try_get_by_index::<String>(at).expect("a text");
        let column = Column {
            name: text(1),
            kind: match text(2).as_str() {
                "text" | "character varying" => Type::Text,
                "bigint" | "integer" => Type::Number,
                "boolean" => Type::Bool,
                _ => Type::Other,
            },
            is_nullable: row.try_get_by_index(3).expect("yes or no"),
            is_key: row.try_get_by_index(4).expect("yes or no"),
        };
        let name = text(0);
        match tables.last_mut().filter(|table| table.name == name) {
            Some(table) => table.columns.push(column),
            None => tables.push(Table { name, columns: vec![column] }),
        }
    }
    assert!(tables.len() > 20, "{tables:?}");
    tables
}

/// All rows of the table, in the order of their keys.
pub async fn rows(app: &TestApp, table: &Table) -> Vec<Row> {
    let place = match app.database.backend {
        Backend::Sqlite => "CAST(rowid AS TEXT)",
        Backend::Postgres => "ctid::text",
    };
    let values: Vec<String> = table.columns.iter().map(|column| format!("CAST({} AS TEXT)", column.name)).collect();
    let keys: Vec<&str> =
        table.columns.iter().filter(|column| column.is_key).map(|column| column.name.as_str()).collect();
    let sql = format!("SELECT {place}, {} FROM {} ORDER BY {}", values.join(", "), table.name, keys.join(", "));
    let read = |row: &QueryResult| Row {
        place: row.try_get_by_index(0).expect("a place"),
        values: (1..=values.len()).map(|at| row.try_get_by_index(at).expect("a text")).collect(),
    };
    query(app, &sql).await.iter().map(read).collect()
}

/// The first two columns of what is selected.
pub async fn pairs(app: &TestApp, sql: &str) -> Vec<(String, String)> {
    let text = |row: &QueryResult, at| row.try_get_by_index(at).expect("a text");
    query(app, sql).await.iter().map(|row| (text(row, 0), text(row, 1))).collect()
}

/// The tables that triggers keep from changes may be changed, as by somebody who owns the database.
pub async fn unlock(app: &TestApp) {
    let statements: Vec<String> = match app.database.backend {
        Backend::Sqlite => {
            let names = query(app, "SELECT name FROM sqlite_master WHERE type = 'trigger'").await;
            names
                .iter()
                .map(|row| format!("DROP TRIGGER {}", row.try_get_by_index::<String>(0).expect("a name")))
                .collect()
        }
        Backend::Postgres => {
            let names =
                query(app, "SELECT DISTINCT tgrelid::regclass::text FROM pg_trigger WHERE NOT tgisinternal").await;
            let name = |row: &QueryResult| row.try_get_by_index::<String>(0).expect("a name");
            names.iter().map(|row| format!("ALTER TABLE {} DISABLE TRIGGER USER", name(row))).collect()
        }
    };
    for sql in statements {
        app.run(&sql).await;
    }
}
