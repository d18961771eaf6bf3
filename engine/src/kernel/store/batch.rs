//! Several writes that cross to the database as one text.
//!
//! What a command costs is mostly the way there and back: a round trip on PostgreSQL, a hop to the connection's own thread on
//! SQLite. So the writes are gathered by table and sent at once. On PostgreSQL they are the parts of one `WITH`, on SQLite
//! statements one after the other in one call.
//!
//! The parts of one text see none of each other's rows. What must follow another write begins a new text: [`Batch::then`].

use rusqlite::Connection;
use sea_orm::sea_query::Values;
use sea_orm::{ConnectionTrait, DbBackend, Statement, Value};

use super::rows::{RowChange, Rows, SqlText};
use super::standing::Standing;
use super::unchanged;
use super::{StoreError, row_by_row};

/// The most values in one statement on SQLite, which takes 32,766 in a text.
const VALUES: usize = 16_000;

/// Writes to be sent, in the order in which they were added.
pub struct Batch {
    backend: DbBackend,
    texts: Vec<Vec<Part>>,
}

struct Part {
    change: RowChange,
    /// Whether it must touch as many rows as it names: with fewer, someone else was faster, and nothing is written.
    guarded: bool,
}

impl Batch {
    pub const fn on(backend: DbBackend) -> Self {
        Self { backend, texts: Vec::new() }
    }

    /// Rows that are not there yet.
    pub fn insert(&mut self, rows: Rows) {
        self.insert_or(rows, "");
    }

    /// Rows that may be there, and the clause for those that are.
    pub fn insert_or(&mut self, rows: Rows, conflict: &str) {
        let conflict = conflict.to_owned();
        self.in_parts(rows, false, |rows| RowChange::Insert { rows, taking: &[], conflict: conflict.clone() });
    }

    /// Rows that are made of these by expressions over `m`. PostgreSQL only.
    pub fn insert_made(&mut self, rows: Rows, taking: &'static [(&'static str, &'static str)], conflict: &str) {
        let conflict = conflict.to_owned();
        self.in_parts(rows, false, |rows| RowChange::Insert { rows, taking, conflict: conflict.clone() });
    }

    /// New versions of exactly these rows.
    pub fn update_versions(&mut self, rows: Rows, keys: &'static [&'static str]) {
        self.in_parts(rows, true, |rows| RowChange::Update { rows, keys, counted: Some("version"), also: "" });
    }

    /// Writes over those of the rows that are there and for which the condition holds, ` AND …`.
    pub fn update(&mut self, rows: Rows, keys: &'static [&'static str], also: &'static str) {
        self.in_parts(rows, false, |rows| RowChange::Update { rows, keys, counted: None, also });
    }

    /// Takes away any rows that are alike in these columns.
    pub fn delete(&mut self, rows: Rows) {
        self.in_parts(rows, false, RowChange::Delete);
    }

    /// Takes away exactly these rows.
    pub fn delete_exactly(&mut self, rows: Rows) {
        self.in_parts(rows, true, RowChange::Delete);
    }

    /// A statement that must change exactly one row; `$?` stands for each of its values.
    pub fn plain(&mut self, sql: &'static str, values: Vec<Value>) {
        self.add(Part { change: RowChange::Plain { sql, values }, guarded: true });
    }

    /// What is added from here on finds everything before it written.
    pub fn then(&mut self) {
        if self.texts.last().is_some_and(|text| !text.is_empty()) {
            self.texts.push(Vec::new());
        }
    }

    fn in_parts(&mut self, rows: Rows, guarded: bool, change: impl Fn(Rows) -> RowChange) {
        match self.backend {
            DbBackend::Postgres if rows.is_empty() => {}
            DbBackend::Postgres => self.add(Part { change: change(rows), guarded }),
            _ => {
                for part in rows.in_parts(VALUES) {
                    self.add(Part { change: change(part), guarded });
                }
            }
        }
    }

    fn add(&mut self, part: Part) {
        match self.texts.last_mut() {
            Some(text) => text.push(part),
            None => self.texts.push(vec![part]),
        }
    }

    /// Writes everything. A guard that does not hold is [`StoreError::Contended`].
    pub async fn send(self, tx: &impl ConnectionTrait) -> Result<(), StoreError> {
        let backend = self.backend;
        for text in self.texts.into_iter().filter(|text| !text.is_empty()) {
            let wanted = named(&text);
            let touched = match backend {
                DbBackend::Postgres => touched(tx, as_with(text)?).await?,
                _ => in_a_row(tx, text).await?,
            };
            if touched != wanted {
                return Err(StoreError::row_changed());
            }
        }
        Ok(())
    }

    /// Writes everything on SQLite's own thread, row by row: there a further statement costs nothing, and a text for one row is always
    /// the same, so that it is prepared once. A guard that does not hold is [`StoreError::Contended`].
    pub fn send_inline(self, books: &Connection) -> Result<(), StoreError> {
        for Part { change, guarded } in self.texts.into_iter().flatten() {
            let wanted = change.len();
            let touched = row_by_row::carry_out(books, change)?;
            if guarded && touched != wanted {
                return Err(StoreError::row_changed());
            }
        }
        Ok(())
    }

    /// Whether all of it is one text without conditions of its own: then an optimistic write can send it.
    pub fn is_one_text(&self) -> bool {
        let mut texts = self.texts.iter().filter(|text| !text.is_empty());
        let plain = |part: &Part| matches!(part.change, RowChange::Plain { .. });
        texts.next().is_some_and(|text| !text.iter().any(plain)) && texts.next().is_none()
    }

    /// Writes everything in one statement, which is a transaction of its own: it takes the books' lock, shared, and writes only if the
    /// catalog has this revision, every guard holds, and this still stands; the number of the transaction, as a row
    /// has it. PostgreSQL only.
    pub async fn send_at(
        self,
        db: &impl ConnectionTrait,
        revision: i64,
        standing: &Standing,
    ) -> Result<u32, StoreError> {
        let parts = self.texts.into_iter().flatten().collect();
        // All rows are read, so that the answer to the commit is heard.
        let rows = db.query_all_raw(as_transaction(parts, revision, standing)?).await?;
        unchanged::number(rows.first().map(|row| row.try_get_by_index(1)).transpose()?)
    }
}

/// How many rows the guarded parts name.
fn named(parts: &[Part]) -> usize {
    parts.iter().filter(|part| part.guarded).map(|part| part.change.len()).fold(0, usize::saturating_add)
}

/// How many rows the guarded parts of a `WITH` touched.
async fn touched(tx: &impl ConnectionTrait, with: Statement) -> Result<usize, StoreError> {
    let row = tx.query_one_raw(with).await?;
    let touched: Option<i64> = row.map(|row| row.try_get_by_index(0)).transpose()?;
    Ok(touched.and_then(|count| usize::try_from(count).ok()).unwrap_or(0))
}

/// Statement after statement, in as many calls as the values need; how many rows the guarded parts touched, for only they return
/// any.
async fn in_a_row(tx: &impl ConnectionTrait, parts: Vec<Part>) -> Result<usize, StoreError> {
    let mut touched = 0_usize;
    let mut sql = SqlText::new(DbBackend::Sqlite);
    for Part { change, guarded } in parts {
        sql.write(change)?;
        sql.push(if guarded { " RETURNING 1; " } else { "; " });
        if sql.values.len() > VALUES / 2 {
            let full = std::mem::replace(&mut sql, SqlText::new(DbBackend::Sqlite));
            touched = touched.saturating_add(tx.query_all_raw(statement(full)).await?.len());
        }
    }
    if !sql.sql.is_empty() {
        touched = touched.saturating_add(tx.query_all_raw(statement(sql)).await?.len());
    }
    Ok(touched)
}

fn as_with(parts: Vec<Part>) -> Result<Statement, StoreError> {
    let mut sql = SqlText::new(DbBackend::Postgres);
    sql.push("WITH ");
    let count = write_parts(&mut sql, parts)?;
    sql.push(" SELECT ");
    sql.push(&count);
    Ok(statement(sql))
}

/// As [`as_with`], as a whole transaction. Each part reads `entered`, so nothing is written before the books' lock is there.
/// `gl_all_written` is asked when the guarded parts have run, and undoes everything when it refuses.
fn as_transaction(parts: Vec<Part>, revision: i64, standing: &Standing) -> Result<Statement, StoreError> {
    let named = i64::try_from(named(&parts)).unwrap_or(i64::MAX);
    let mut sql = SqlText::new(DbBackend::Postgres);
    sql.push("WITH entered AS MATERIALIZED (SELECT gl_enter_at(");
    sql.bind(revision.into());
    sql.push(", ");
    sql.bind(Value::String(standing.json()?));
    sql.push("::json)), ");
    sql.after = Some("entered");
    let count = write_parts(&mut sql, parts)?;
    sql.push(" SELECT gl_all_written(");
    sql.push(&count);
    sql.push(", ");
    sql.bind(named.into());
    sql.push("), ");
    sql.push(unchanged::NUMBER);
    Ok(statement(sql))
}

/// The parts of a `WITH`; an expression for how many rows the guarded ones touched.
fn write_parts(sql: &mut SqlText, parts: Vec<Part>) -> Result<String, StoreError> {
    use std::fmt::Write as _;
    let mut counts = String::new();
    for (index, Part { change, guarded }) in parts.into_iter().enumerate() {
        // Writing into memory does not fail.
        let _ = write!(sql.sql, "{}p{index} AS (", if index == 0 { "" } else { ", " });
        sql.write(change)?;
        if guarded {
            sql.push(" RETURNING 1");
            let _ = write!(counts, "{}(SELECT count(*) FROM p{index})", if counts.is_empty() { "" } else { " + " });
        }
        sql.push(")");
    }
    Ok(if counts.is_empty() { "0::bigint".to_owned() } else { counts })
}

fn statement(text: SqlText) -> Statement {
    Statement { sql: text.sql, values: Some(Values(text.values)), db_backend: text.backend }
}

#[cfg(test)]
mod tests;
