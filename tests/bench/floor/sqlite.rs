//! SQLite's floor: one connection in a tight loop, one call for each of the four transactions.

use std::time::{Duration, Instant};

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions, SqliteConnection};

use super::{TRANSACTIONS, fill};
use crate::Accounts;
use crate::figures::{Figures, Life};

pub async fn run(url: &str, accounts: Accounts, clients: u32, span: Duration) -> Figures {
    let options: SqliteConnectOptions = url.parse().expect("a SQLite URL");
    let options = options.journal_mode(SqliteJournalMode::Wal).synchronous(SqliteSynchronous::Full);
    let mut connection = options.disable_statement_logging().connect().await.expect("the file opens");
    let transactions = TRANSACTIONS.map(text);
    let from = Instant::now() + span / 5;
    let mut lives = Vec::new();
    let mut count = 0_u32;
    while Instant::now() < from + span {
        count += 1;
        let (debit, credit) = crate::lives::pair(accounts, count % clients);
        let start = Instant::now();
        for text in &transactions {
            commit(&mut connection, text, &format!("JE-{count}"), &debit, &credit).await;
        }
        if start >= from {
            lives.push(Life { whole: start.elapsed(), steps: [Duration::ZERO; 3] });
        }
    }
    Figures::new(&lives, span)
}

fn text(statements: &[&str]) -> String {
    let statements: Vec<_> = statements.iter().map(|statement| fill(statement, "$1", "$2", "$3")).collect();
    format!("BEGIN IMMEDIATE; {}; COMMIT", statements.join("; "))
}

async fn commit(connection: &mut SqliteConnection, text: &str, id: &str, debit: &str, credit: &str) {
    let query = sqlx::query(AssertSqlSafe(text.to_owned())).bind(id).bind(debit).bind(credit);
    query.execute(connection).await.expect("the rows are written");
}
