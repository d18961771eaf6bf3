//! Several writes that cross to the database as one text.
//!
//! What a command costs is mostly the way there and back: a round trip on PostgreSQL, a hop to the connection's own thread on
//! SQLite. So the writes of a command are gathered and sent at once. On PostgreSQL they are the parts of one `WITH`, on SQLite
//! statements one after the other in one call. The text of a command is the same each time, so that it is prepared once.
//!
//! The parts of one text see none of each other's rows. What must follow another write begins a new text: [`Batch::then`].

use sea_orm::sea_query::{
    DeleteStatement, InsertStatement, PostgresQueryBuilder, QueryBuilder, SqlWriterValues, SqliteQueryBuilder,
    UpdateStatement, Values,
};
use sea_orm::{ConnectionTrait, DbBackend, Statement};

use super::StoreError;

/// The most bind parameters in one text; SQLite takes 32,766, PostgreSQL 65,535.
const PARAMETERS: usize = 16_000;

/// Writes to be sent, in the order in which they were added.
#[derive(Default)]
pub struct Batch {
    texts: Vec<Text>,
}

#[derive(Default)]
struct Text {
    parts: Vec<Part>,
    parameters: usize,
}

struct Part {
    write: Write,
    /// How many rows it must touch; `None` when that is open.
    rows: Option<u64>,
}

enum Write {
    Insert(InsertStatement),
    Update(UpdateStatement),
    Delete(DeleteStatement),
}

impl Batch {
    /// Rows that are not there yet. `parameters` is how many values they bind.
    pub fn insert(&mut self, statement: InsertStatement, parameters: usize) {
        self.add(Part { write: Write::Insert(statement), rows: None }, parameters);
    }

    /// A change of any number of rows.
    pub fn update(&mut self, statement: UpdateStatement, parameters: usize) {
        self.add(Part { write: Write::Update(statement), rows: None }, parameters);
    }

    /// A change of exactly so many rows; with fewer, someone else was faster, and nothing is written.
    pub fn guarded_update(&mut self, statement: UpdateStatement, rows: usize, parameters: usize) {
        let rows = Some(u64::try_from(rows).unwrap_or(u64::MAX));
        self.add(Part { write: Write::Update(statement), rows }, parameters);
    }

    /// Takes away any number of rows.
    pub fn delete(&mut self, statement: DeleteStatement, parameters: usize) {
        self.add(Part { write: Write::Delete(statement), rows: None }, parameters);
    }

    /// Takes away exactly one row.
    pub fn guarded_delete(&mut self, statement: DeleteStatement, parameters: usize) {
        self.add(Part { write: Write::Delete(statement), rows: Some(1) }, parameters);
    }

    /// What is added from here on finds everything before it written.
    pub fn then(&mut self) {
        self.texts.push(Text::default());
    }

    fn add(&mut self, part: Part, parameters: usize) {
        match self.texts.last_mut() {
            Some(text) if text.parameters.saturating_add(parameters) <= PARAMETERS => {
                text.parameters = text.parameters.saturating_add(parameters);
                text.parts.push(part);
            }
            _ => self.texts.push(Text { parts: vec![part], parameters }),
        }
    }

    /// Writes everything. A guard that does not hold is [`StoreError::Contended`].
    pub async fn send(self, tx: &impl ConnectionTrait) -> Result<(), StoreError> {
        for text in self.texts.iter().filter(|text| !text.parts.is_empty()) {
            let wanted = text.parts.iter().filter_map(|part| part.rows).fold(0, u64::saturating_add);
            let held = match tx.get_database_backend() {
                DbBackend::Postgres => text.send_as_with(tx).await? == wanted,
                backend => text.send_in_a_row(tx, backend).await? == wanted,
            };
            if !held {
                return Err(StoreError::Contended("a row changed meanwhile".into()));
            }
        }
        Ok(())
    }
}

impl Text {
    /// One `WITH`; answers how many rows the guarded parts touched.
    async fn send_as_with(&self, tx: &impl ConnectionTrait) -> Result<u64, StoreError> {
        let row = tx.query_one_raw(self.as_with()).await?;
        let touched: Option<i64> = row.map(|row| row.try_get("", "touched")).transpose()?;
        Ok(touched.and_then(|count| u64::try_from(count).ok()).unwrap_or(0))
    }

    /// Statement after statement; answers how many rows the guarded parts touched, for only they return any.
    async fn send_in_a_row(&self, tx: &impl ConnectionTrait, backend: DbBackend) -> Result<u64, StoreError> {
        let touched = tx.query_all_raw(self.in_a_row(backend)).await?.len();
        Ok(u64::try_from(touched).unwrap_or(u64::MAX))
    }

    fn as_with(&self) -> Statement {
        let mut sql = SqlWriterValues::new("$", true);
        let mut guarded = Vec::new();
        for (index, part) in self.parts.iter().enumerate() {
            push(&mut sql, &format!("{} p{index} AS (", if index == 0 { "WITH" } else { "," }));
            part.write.build(PostgresQueryBuilder, &mut sql);
            if part.rows.is_some() {
                push(&mut sql, " RETURNING 1");
                guarded.push(format!("(SELECT count(*) FROM p{index})"));
            }
            push(&mut sql, ")");
        }
        let count = if guarded.is_empty() { "0::bigint".to_owned() } else { guarded.join(" + ") };
        push(&mut sql, &format!(" SELECT {count} AS touched"));
        statement(DbBackend::Postgres, sql)
    }

    fn in_a_row(&self, backend: DbBackend) -> Statement {
        let mut sql = SqlWriterValues::new("$", true);
        for part in &self.parts {
            part.write.build(SqliteQueryBuilder, &mut sql);
            push(&mut sql, if part.rows.is_some() { " RETURNING 1; " } else { "; " });
        }
        statement(backend, sql)
    }
}

impl Write {
    fn build(&self, builder: impl QueryBuilder, sql: &mut SqlWriterValues) {
        match self {
            Self::Insert(statement) => statement.build_collect_into(builder, sql),
            Self::Update(statement) => statement.build_collect_into(builder, sql),
            Self::Delete(statement) => statement.build_collect_into(builder, sql),
        }
    }
}

fn push(sql: &mut SqlWriterValues, text: &str) {
    use std::fmt::Write as _;
    // Writing into memory does not fail.
    let _ = sql.write_str(text);
}

fn statement(backend: DbBackend, sql: SqlWriterValues) -> Statement {
    let (text, Values(values)): (String, Values) = sql.into_parts();
    Statement::from_sql_and_values(backend, text, values)
}

#[cfg(test)]
mod tests {
    use sea_orm::sea_query::{Expr, ExprTrait, Query};

    use super::*;

    fn insert(name: &str) -> InsertStatement {
        Query::insert().into_table("account").columns(["name"]).values_panic([name.into()]).to_owned()
    }

    fn update(name: &str, version: i64) -> UpdateStatement {
        Query::update().table("account").value("name", name).and_where(Expr::col("version").eq(version)).to_owned()
    }

    #[test]
    fn parts_number_their_parameters_on() {
        let mut batch = Batch::default();
        batch.insert(insert("cash"), 1);
        batch.guarded_update(update("bank", 2), 1, 2);
        let text = batch.texts.first().expect("one text");
        let on_postgres = text.as_with();
        assert_eq!(
            on_postgres.sql,
            "WITH p0 AS (INSERT INTO \"account\" (\"name\") VALUES ($1)), p1 AS (UPDATE \"account\" SET \"name\" = $2 \
             WHERE \"version\" = $3 RETURNING 1) SELECT (SELECT count(*) FROM p1) AS touched"
        );
        let on_sqlite = text.in_a_row(DbBackend::Sqlite);
        assert_eq!(
            on_sqlite.sql,
            "INSERT INTO \"account\" (\"name\") VALUES ($1); UPDATE \"account\" SET \"name\" = $2 WHERE \"version\" = $3 \
             RETURNING 1; "
        );
        assert_eq!(on_sqlite.values, on_postgres.values);
    }

    #[test]
    fn what_must_follow_or_does_not_fit_begins_a_new_text() {
        let mut batch = Batch::default();
        batch.insert(insert("a"), 1);
        batch.then();
        batch.insert(insert("b"), 1);
        batch.insert(insert("c"), PARAMETERS);
        batch.insert(insert("d"), 1);
        let parts: Vec<_> = batch.texts.iter().map(|text| text.parts.len()).collect();
        assert_eq!(parts, [1, 1, 1, 1]);
    }
}
