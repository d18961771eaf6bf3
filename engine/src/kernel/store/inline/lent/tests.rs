use sea_orm::{ColumnTrait, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Value};
use serde::Deserialize;

use super::*;
use crate::kernel::entity::party;

#[derive(FromQueryResult, Deserialize, PartialEq, Debug)]
struct Found {
    key: String,
    is_open: Option<bool>,
    amount: Option<i64>,
}

fn books() -> Lent {
    let books = Connection::open_in_memory().expect("opened");
    let rows = "CREATE TABLE t (key TEXT PRIMARY KEY, amount BIGINT, is_open BOOLEAN);
        INSERT INTO t VALUES ('a', 7, TRUE), ('b', NULL, FALSE), ('c', 9007199254740993, NULL)";
    books.execute_batch(rows).expect("made");
    Lent::of(books)
}

fn all<T: Record>(books: &Lent, sql: &str, values: Vec<Value>) -> Result<Vec<T>, StoreError> {
    at_once(books.records(Statement::from_sql_and_values(DbBackend::Sqlite, sql, values)))?
}

#[test]
fn a_row_is_read_by_the_names_of_its_columns() {
    let rows: Vec<Found> = all(&books(), "SELECT key, is_open, amount FROM t ORDER BY key", vec![]).expect("rows");
    let wanted = [("a", Some(true), Some(7)), ("b", Some(false), None), ("c", None, Some(9_007_199_254_740_993))];
    assert_eq!(rows, wanted.map(|(key, is_open, amount)| Found { key: key.into(), is_open, amount }));
}

#[test]
fn what_seaorm_builds_is_asked_as_it_is() {
    let books = Connection::open_in_memory().expect("opened");
    let rows = "CREATE TABLE party (party_kind TEXT, party_id TEXT, party_name TEXT, is_active BOOLEAN, version BIGINT,
            created_at BIGINT, created_by TEXT, user_id TEXT, address_lines TEXT, postal_code TEXT, city TEXT, region TEXT, country TEXT,
            vat_id TEXT, email TEXT, phone TEXT, account_holder TEXT, iban TEXT, account_number TEXT, routing_code TEXT, bic TEXT,
            bank_changed_at BIGINT, bank_changed_by TEXT, payment_terms_id TEXT);
        INSERT INTO party (party_kind, party_id, party_name, is_active, version, created_at, created_by, user_id) VALUES ('vendor', 'V-1', 'One', TRUE, 1, 2, 'alma', NULL), ('vendor', 'V-2', 'Two', FALSE, 3, 4, 'alma', 'ute')";
    books.execute_batch(rows).expect("made");
    let books = Lent::of(books);
    let select = party::Entity::find().filter(party::Column::PartyKind.eq("vendor"));
    let select = select.order_by_desc(party::Column::PartyId).limit(1);
    let found: Vec<party::Model> =
        at_once(books.records(select.build(DbBackend::Sqlite))).expect("at once").expect("rows");
    let [two] = &found[..] else { panic!("{found:?}") };
    assert_eq!((two.party_id.as_str(), two.is_active, two.version), ("V-2", false, 3));
    assert_eq!(two.user_id.as_deref(), Some("ute"));
}

#[test]
fn a_number_in_the_text_says_which_value() {
    let books = books();
    let found = |sql: &str| {
        let rows: Vec<Found> = all(&books, sql, vec!["a".into(), 7.into()]).expect("rows");
        rows.len()
    };
    assert_eq!(found("SELECT * FROM t WHERE amount = $2 AND key = $1"), 1);
    assert_eq!(found("SELECT * FROM t WHERE amount = ?2 AND key = ?1"), 1);
    assert_eq!(found("SELECT * FROM t WHERE key = ? AND amount = ?"), 1);
    assert!(all::<Found>(&books, "SELECT * FROM t WHERE key = $3", vec!["a".into()]).is_err(), "there is no third");
}

#[test]
fn what_is_of_another_type_is_an_error_and_never_none() {
    for edit in ["amount = 'mallory'", "amount = 1.5", "is_open = 7", "is_open = 'yes'"] {
        let books = books();
        books.hold().execute_batch(&format!("UPDATE t SET {edit} WHERE key = 'b'")).expect("SQLite takes it");
        assert!(all::<Found>(&books, "SELECT * FROM t", vec![]).is_err(), "{edit}");
    }
}

#[test]
fn what_waits_is_an_error() {
    assert!(at_once(std::future::pending::<()>()).is_err());
}
