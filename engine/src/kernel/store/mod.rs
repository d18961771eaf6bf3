//! The only place that knows SQL: rows to domain and back, snapshots, and commits in one transaction.

mod account_use;
pub mod backup;
pub mod baseline;
pub mod batch;
pub mod catalog;
pub mod commit;
pub mod connect;
pub mod document_type;
pub mod facts;
pub mod failure;
pub mod file;
pub mod health;
pub mod idempotency;
pub mod inline;
pub mod inside;
pub mod jobs;
mod json_rows;
pub mod known_parties;
mod lease;
pub mod ledger;
pub mod lock;
pub mod master_data;
pub mod notify;
pub mod optimistic;
mod party_key;
pub mod period_use;
mod pragmas;
mod probe;
pub mod read;
pub mod reads;
mod record;
pub mod replica;
pub mod row;
mod row_by_row;
pub(crate) mod rows;
pub mod schedule;
pub mod seal;
mod signs_of_life;
pub mod snapshot;
pub mod standing;
pub mod stated;
pub mod statement;
pub mod status;
pub mod unchanged;
pub mod unposted;
mod watched;
pub mod writes;

use std::sync::Arc;

use sea_orm::{
    DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, IsolationLevel, RuntimeErr, SqliteTransactionMode,
    TransactionOptions, TransactionTrait,
};

pub use failure::StoreError;

use health::Health;

/// At how many connections that were left inside a transaction a read passes by.
const LEFT_BEHIND: u32 = 8;

/// The database: one writer and several readers on SQLite, one pool on PostgreSQL.
#[derive(Clone, Debug)]
pub struct Store {
    pub writer: DatabaseConnection,
    pub reader: DatabaseConnection,
    /// Where sets are optimistic: on PostgreSQL.
    pub optimistic: Option<optimistic::OptimisticWrites>,
    /// Where sets and bulks are carried out in one piece: on SQLite.
    pub inline: Option<Arc<inline::InlineWriter>>,
    /// Whether it can be written.
    pub health: Arc<Health>,
    /// Names this process among those on one database.
    pub process: String,
}

impl Store {
    pub fn backend(&self) -> DbBackend {
        self.writer.get_database_backend()
    }

    /// A transaction that writes. On SQLite it takes the write lock at once, so that it cannot fail half way.
    pub async fn begin_write(&self) -> Result<DatabaseTransaction, StoreError> {
        let options = TransactionOptions {
            sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
            ..TransactionOptions::default()
        };
        self.health.same_file()?;
        let _waits = self.inline.as_ref().map(|way| way.leases.give_way());
        begin(&self.writer, options).await.map_err(|error| {
            let crowded = matches!(error, DbErr::ConnectionAcquire(_));
            // The file is there: that its one writing connection did not come free says nothing about the disk.
            if crowded && self.backend() == DbBackend::Sqlite {
                return StoreError::Busy(error.to_string());
            }
            let error = StoreError::from(error);
            // A server that is away takes as long as one whose connections are all in use.
            if !crowded {
                self.health.failed(&error);
            }
            error
        })
    }

    /// A transaction that reads one consistent state.
    pub async fn begin_read(&self) -> Result<DatabaseTransaction, StoreError> {
        let isolation_level = (self.backend() == DbBackend::Postgres).then_some(IsolationLevel::RepeatableRead);
        let options = TransactionOptions { isolation_level, ..TransactionOptions::default() };
        begin(&self.reader, options).await.map_err(|error| {
            let error = StoreError::from(error);
            self.health.found_dead_with(&error);
            error
        })
    }
}

/// A transaction that cannot be rolled back died with its connection.
pub async fn rolled_back(tx: DatabaseTransaction) {
    if let Err(error) = tx.rollback().await {
        tracing::debug!(%error, "rollback failed");
    }
}

/// Begins in a task of its own. A BEGIN whose caller goes away in the middle, because a client hung up, would be carried out and
/// not counted: its connection would go back into the pool inside a transaction that never ends. So the BEGIN always runs to its
/// end, and a transaction whose caller is gone is rolled back when the task drops it.
///
/// apalis' workers share the connections, and when one is stopped in the middle of a BEGIN it leaves such a connection behind.
/// PostgreSQL reports an error when a transaction of another isolation is begun there; the old one is rolled back with that, and
/// the next try has a clean connection.
async fn begin(database: &DatabaseConnection, options: TransactionOptions) -> Result<DatabaseTransaction, DbErr> {
    let database = database.clone();
    let begun = tokio::spawn(async move {
        let mut begun = database.begin_with_options(options).await;
        for _ in 0..LEFT_BEHIND {
            match &begun {
                Err(error) if failure::is_within_another(error) => begun = database.begin_with_options(options).await,
                _ => break,
            }
        }
        begun
    });
    begun.await.unwrap_or_else(|error| Err(DbErr::Conn(RuntimeErr::Internal(error.to_string()))))
}
