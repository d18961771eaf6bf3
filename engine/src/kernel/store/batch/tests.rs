//! The texts that writes become.

use super::*;

fn names(names: &[&'static str]) -> Rows {
    let mut rows = Rows::new("account", vec!["name", "version"]);
    for name in names {
        rows.push(vec![(*name).into(), 2_i64.into()]);
    }
    rows
}

fn on_postgres(batch: Batch) -> Vec<(String, Vec<Value>)> {
    let texts = batch.texts.into_iter().map(|text| as_with(text).expect("a text"));
    texts.map(|text| (text.sql, text.values.expect("values").0)).collect()
}

fn on_sqlite(changes: impl IntoIterator<Item = RowChange>) -> String {
    let mut sql = SqlText::new(DbBackend::Sqlite);
    for change in changes {
        sql.write(change).expect("written");
        sql.push("; ");
    }
    sql.sql
}

#[test]
fn on_postgresql_a_text_is_the_same_for_any_number_of_rows() {
    let texts = [&["cash"][..], &["cash", "bank"]].map(|rows| {
        let mut batch = Batch::on(DbBackend::Postgres);
        batch.insert(names(rows));
        batch.update_versions(names(rows), &["name"]);
        batch.delete(names(rows));
        on_postgres(batch)
    });
    let [one, two] = texts;
    assert_eq!(one[0].0, two[0].0);
    assert_eq!(
        one[0].0,
        "WITH p0 AS (INSERT INTO account (name, version) SELECT m.name, m.version FROM \
         json_populate_recordset(NULL::account, $1::json) AS m), p1 AS (UPDATE account SET version = m.version FROM \
         json_populate_recordset(NULL::account, $2::json) AS m WHERE account.name = m.name AND account.version = m.version - 1 \
         AND m.name || '' = m.name RETURNING 1), p2 AS (DELETE FROM account WHERE (name, version) IN (SELECT m.name, m.version FROM \
         json_populate_recordset(NULL::account, $3::json) AS m WHERE m.name || '' = m.name)) SELECT (SELECT count(*) FROM p1)"
    );
    assert_eq!(two[0].1[0], r#"[{"name":"cash","version":2},{"name":"bank","version":2}]"#.into());
}

#[test]
fn on_sqlite_rows_are_lists_of_values() {
    let insert = |rows| RowChange::Insert { rows, taking: &[], conflict: " ON CONFLICT DO NOTHING".into() };
    let update = |rows| RowChange::Update { rows, keys: &["name"], counted: Some("version"), also: " AND 1" };
    assert_eq!(
        on_sqlite([insert(names(&["cash", "bank"])), update(names(&["cash"]))]),
        "INSERT INTO account (name, version) VALUES (?, ?), (?, ?) ON CONFLICT DO NOTHING; UPDATE account SET version = ? \
         WHERE name = ? AND version = ? - 1 AND 1; "
    );
    assert_eq!(
        on_sqlite([update(names(&["cash", "bank"])), RowChange::Delete(names(&["cash"]))]),
        "WITH m (name, version) AS (VALUES (?, ?), (?, ?)) UPDATE account SET version = m.version FROM m \
         WHERE account.name = m.name AND account.version = m.version - 1 AND 1; \
         WITH m (name, version) AS (VALUES (?, ?)) DELETE FROM account WHERE (name, version) IN (SELECT m.name, m.version FROM m); "
    );
}

#[test]
fn what_must_follow_begins_a_new_text() {
    let mut batch = Batch::on(DbBackend::Postgres);
    batch.insert(names(&["a"]));
    batch.then();
    batch.insert(names(&[]));
    batch.then();
    batch.insert(names(&["b"]));
    assert_eq!(batch.texts.iter().map(Vec::len).collect::<Vec<_>>(), [1, 1]);
}

#[test]
fn what_sqlite_cannot_take_at_once_is_parted() {
    let mut batch = Batch::on(DbBackend::Sqlite);
    let mut many = Rows::new("account", vec!["name", "version"]);
    for number in 0..VALUES {
        many.push(vec![number.to_string().into(), 1_i64.into()]);
    }
    batch.insert(many);
    assert_eq!(batch.texts[0].iter().map(|part| part.change.len()).collect::<Vec<_>>(), [VALUES / 2, VALUES / 2]);
}
