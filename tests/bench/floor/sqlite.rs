//! SQLite's floor: one connection in a tight loop. The four transactions of a life are one call: the driver hands each to a thread of
//! its own, which would cost more than the statements.

use std::time::{Duration, Instant};

use sqlx::query::Query;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions, Executor, SqliteConnection};
use tests::dice::Dice;

use super::{filled, tables, together, transactions};
use crate::{Accounts, Cell, Scenario};

/// Of 1,000 accounts half are debited, the others credited.
const HALF: usize = 500;

pub async fn run(url: &str, cell: Cell, span: Duration) -> f64 {
    let options: SqliteConnectOptions = url.parse().expect("a SQLite URL");
    let options = options.create_if_missing(true).journal_mode(SqliteJournalMode::Wal);
    let options = options.synchronous(SqliteSynchronous::Full).disable_statement_logging();
    let mut connection = options.connect().await.expect("the file opens");
    let instant = "text NOT NULL DEFAULT '2031-01-15T00:00:00.000000Z'";
    let types = [("{key}", "INTEGER PRIMARY KEY"), ("{instant}", instant), ("{json}", "text")];
    for table in tables(cell) {
        let keyed_alone = table.starts_with("CREATE TABLE line") || table.starts_with("CREATE TABLE bal");
        let table = filled(table, &types) + if keyed_alone { " WITHOUT ROWID" } else { "" };
        connection.execute(AssertSqlSafe(table)).await.expect("a table");
    }
    let documents = together(cell);
    let life = transactions(cell).into_iter().map(|statements| text(statements, documents));
    let life = life.collect::<Vec<_>>().join("; ");
    // What a life pays with has a number, too.
    let numbers = if matches!(cell.scenario, Scenario::Invoice | Scenario::Bill) { 2 } else { documents };
    let mut dice = Dice::new(7);
    let (mut rounds, start) = (0_usize, Instant::now());
    let small = |number: usize| i64::try_from(number).expect("a small number");
    let mut up_to = |most: usize| small(dice.roll(most));
    while start.elapsed() < span {
        let (debited, credited) = match cell.accounts {
            Accounts::Spread => (1 + up_to(HALF), 501 + up_to(HALF)),
            Accounts::Hot => (1, 2),
        };
        let amount = 100 + up_to(99_900);
        let ids = (1..=numbers).map(|at| small(rounds * numbers + at));
        commit(&mut connection, &life, [debited, credited, amount].into_iter().chain(ids)).await;
        rounds += 1;
    }
    (rounds * documents) as f64 / start.elapsed().as_secs_f64()
}

fn text(statements: &[&str], documents: usize) -> String {
    let of = |document: usize| {
        // After the accounts and the amount, which are the same for all.
        let (id, value) = (format!("${}", document + 4), format!("${}, ", document + 4));
        let places = [
            ("{a}", "$1"),
            ("{b}", "$2"),
            ("{amount}", "$3"),
            ("{id}", id.as_str()),
            ("{given}", "id, "),
            ("{value}", value.as_str()),
            ("{new}", ""),
            ("{pay}", "$5"),
            ("{paying}", "$5, "),
            ("{new_payment}", ""),
        ];
        statements.iter().map(|statement| filled(statement, &places)).collect::<Vec<_>>()
    };
    format!("BEGIN IMMEDIATE; {}; COMMIT", (0..documents).flat_map(of).collect::<Vec<_>>().join("; "))
}

async fn commit(connection: &mut SqliteConnection, text: &str, values: impl Iterator<Item = i64>) {
    let query = values.fold(sqlx::query(AssertSqlSafe(text.to_owned())), Query::bind);
    query.execute(connection).await.expect("the rows are written");
}
