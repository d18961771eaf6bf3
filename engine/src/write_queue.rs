//! SQLite has one writer, and a commit waits for the disk. So the commands that want to write at one moment share a transaction,
//! and one commit puts them all on the disk (group commit). There is no timer: while one commit waits for the disk, the next group
//! gathers.
//!
//! No command is answered before that commit. A command reads, decides, and only then writes. A refused command writes nothing, and
//! the others go on. When a write fails the transaction is undone, and each of its commands runs in a transaction of its own, so a
//! failing command stops no other. A command that wants the books alone never shares, so its changes to the catalog are seen only
//! once committed.

use std::future::Future;
use std::pin::Pin;

use sea_orm::DatabaseTransaction;
use tokio::sync::mpsc;

use crate::store::lock::Revision;
use crate::store::{Store, StoreError};

/// The most commands in one transaction.
const SHARING: usize = 64;

/// A command that waits for the writer.
pub(crate) trait QueuedCommand: Send {
    /// Whether it must have a transaction to itself.
    fn is_alone(&self) -> bool;

    /// Runs it. `revision` is what the first in the transaction read; none that changes it shares. `false`: it failed and may have
    /// left half of its writes, so the transaction must be undone.
    fn run<'a>(
        &'a mut self,
        tx: &'a DatabaseTransaction,
        revision: &'a mut Option<Revision>,
    ) -> Pin<Box<dyn Future<Output = bool> + Send + 'a>>;

    /// Answers, now that the outcome of the transaction is known.
    fn reply(self: Box<Self>, committed: Result<(), StoreError>);
}

/// Where commands queue for SQLite's writer.
#[derive(Debug)]
pub(crate) struct WriteQueue {
    sender: mpsc::Sender<Box<dyn QueuedCommand>>,
}

impl WriteQueue {
    /// Starts the writer; it ends with the engine.
    pub(crate) fn start(store: Store) -> Self {
        let (sender, mut receiver) = mpsc::channel::<Box<dyn QueuedCommand>>(SHARING.saturating_mul(16));
        tokio::spawn(async move {
            let mut waiting = Vec::with_capacity(SHARING);
            while receiver.recv_many(&mut waiting, SHARING).await > 0 {
                // A task of its own, so that a panic in one command does not end the writer.
                let task = tokio::spawn(all(store.clone(), std::mem::take(&mut waiting)));
                if let Err(error) = task.await {
                    tracing::error!(%error, "commands that shared a transaction ended early");
                }
            }
        });
        Self { sender }
    }

    /// Queues a command. It is dropped when the writer has ended.
    pub(crate) async fn wait(&self, command: Box<dyn QueuedCommand>) {
        let _ = self.sender.send(command).await;
    }
}

/// Runs all, in order, in as few transactions as may be.
async fn all(store: Store, commands: Vec<Box<dyn QueuedCommand>>) {
    let mut sharing: Vec<Box<dyn QueuedCommand>> = Vec::with_capacity(commands.len());
    for command in commands {
        if command.is_alone() {
            together(&store, std::mem::take(&mut sharing)).await;
            together(&store, vec![command]).await;
        } else {
            sharing.push(command);
        }
    }
    together(&store, sharing).await;
}

/// Runs these in one transaction; when one of them fails, each in its own.
async fn together(store: &Store, mut commands: Vec<Box<dyn QueuedCommand>>) {
    match try_together(store, &mut commands).await {
        Ok(true) => reply(commands, &Ok(())),
        Ok(false) if commands.len() > 1 => {
            for command in commands {
                Box::pin(together(store, vec![command])).await;
            }
        }
        Ok(false) => reply(commands, &Err(StoreError::Contended("the transaction was undone".into()))),
        Err(error) => reply(commands, &Err(error)),
    }
}

/// Whether all of them are committed; if not, nothing of them is.
async fn try_together(store: &Store, commands: &mut [Box<dyn QueuedCommand>]) -> Result<bool, StoreError> {
    if commands.is_empty() {
        return Ok(true);
    }
    let tx = store.begin_write().await?;
    let mut revision = None;
    for command in commands {
        if !command.run(&tx, &mut revision).await {
            // A transaction that cannot be rolled back died with its connection.
            if let Err(error) = tx.rollback().await {
                tracing::debug!(%error, "rollback failed");
            }
            return Ok(false);
        }
    }
    store.commit(tx).await?;
    Ok(true)
}

fn reply(commands: Vec<Box<dyn QueuedCommand>>, committed: &Result<(), StoreError>) {
    for command in commands {
        command.reply(committed.clone());
    }
}

#[cfg(test)]
mod tests {
    use sea_orm::ConnectionTrait;
    use tokio::sync::oneshot;

    use super::*;
    use crate::store::connect::connect;

    /// What a command does between its two inserts, and what becomes of it.
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Plan {
        Write,
        /// Writes half, then fails.
        Fail,
        /// Writes what no commit takes.
        SpoilTheCommit,
        Panic,
    }

    struct Scripted {
        name: &'static str,
        plan: Plan,
        alone: bool,
        /// How often it ran, and whether it was the first in its transaction the last time.
        ran: u32,
        first: bool,
        outcome: oneshot::Sender<Outcome>,
    }

    struct Outcome {
        committed: Result<(), StoreError>,
        ran: u32,
        first: bool,
    }

    impl QueuedCommand for Scripted {
        fn is_alone(&self) -> bool {
            self.alone
        }

        fn run<'a>(
            &'a mut self,
            tx: &'a DatabaseTransaction,
            revision: &'a mut Option<Revision>,
        ) -> Pin<Box<dyn Future<Output = bool> + Send + 'a>> {
            Box::pin(async move {
                self.ran += 1;
                self.first = revision.replace((1, None)).is_none();
                let parent = if self.plan == Plan::SpoilTheCommit { "2" } else { "1" };
                let write = format!("INSERT INTO done (name, parent) VALUES ('{}', {parent})", self.name);
                tx.execute_unprepared(&write).await.expect("written");
                assert!(self.plan != Plan::Panic, "as planned");
                self.plan != Plan::Fail
            })
        }

        fn reply(self: Box<Self>, committed: Result<(), StoreError>) {
            let _ = self.outcome.send(Outcome { committed, ran: self.ran, first: self.first });
        }
    }

    fn command(name: &'static str, plan: Plan) -> (Box<Scripted>, oneshot::Receiver<Outcome>) {
        let (told, outcome) = oneshot::channel();
        (Box::new(Scripted { name, plan, alone: false, ran: 0, first: false, outcome: told }), outcome)
    }

    /// A table whose rows need a parent by the time they are committed.
    async fn store(name: &str) -> Store {
        let file = std::env::temp_dir().join(format!("gl-commands-{}-{name}.db", std::process::id()));
        let _ = std::fs::remove_file(&file);
        let store = connect(&format!("sqlite://{}", file.display()), 1).await.expect("opened");
        let schema = "PRAGMA foreign_keys = ON; CREATE TABLE parent (id INTEGER PRIMARY KEY); INSERT INTO parent VALUES (1); \
             CREATE TABLE done (name TEXT, parent INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED)";
        store.writer.execute_unprepared(schema).await.expect("a schema");
        store
    }

    /// The names that are on the disk, as another connection sees them.
    async fn done(store: &Store) -> Vec<String> {
        let rows = store.reader.query_all_raw(sea_orm::Statement::from_string(
            sea_orm::DbBackend::Sqlite,
            "SELECT name FROM done ORDER BY rowid",
        ));
        rows.await.expect("rows").iter().map(|row| row.try_get("", "name").expect("a name")).collect()
    }

    #[tokio::test]
    async fn neighbours_share_one_transaction_and_are_answered_after_its_commit() {
        let store = store("shared").await;
        let ((a, told_a), (b, told_b)) = (command("a", Plan::Write), command("b", Plan::Write));
        all(store.clone(), vec![a, b]).await;
        let (a, b) = (told_a.await.expect("told"), told_b.await.expect("told"));
        assert!(a.committed.is_ok() && b.committed.is_ok());
        assert!(a.first && !b.first, "each had a transaction of its own");
        assert_eq!(done(&store).await, ["a", "b"]);
    }

    #[tokio::test]
    async fn who_wants_to_be_alone_is_and_in_order() {
        let store = store("alone").await;
        let ((a, told_a), (mut b, told_b), (c, told_c)) =
            (command("a", Plan::Write), command("b", Plan::Write), command("c", Plan::Write));
        b.alone = true;
        all(store.clone(), vec![a, b, c]).await;
        for told in [told_a, told_b, told_c] {
            let told = told.await.expect("told");
            assert!(told.committed.is_ok() && told.first && told.ran == 1);
        }
        assert_eq!(done(&store).await, ["a", "b", "c"]);
    }

    #[tokio::test]
    async fn a_failed_write_takes_no_neighbour_with_it() {
        let store = store("failed").await;
        let ((a, told_a), (b, told_b), (c, told_c)) =
            (command("a", Plan::Write), command("b", Plan::Fail), command("c", Plan::Write));
        all(store.clone(), vec![a, b, c]).await;
        let (a, b, c) = (told_a.await.expect("told"), told_b.await.expect("told"), told_c.await.expect("told"));
        assert!(a.committed.is_ok() && c.committed.is_ok());
        assert!(matches!(b.committed, Err(StoreError::Contended(_))), "{:?}", b.committed);
        assert_eq!((a.ran, b.ran, c.ran), (2, 2, 1));
        assert_eq!(done(&store).await, ["a", "c"], "half of a failed command's writes stayed, or a neighbour's went");
    }

    #[tokio::test]
    async fn a_failed_commit_fails_all_in_it_and_nobody_after_it() {
        let store = store("commit").await;
        let ((a, told_a), (b, told_b)) = (command("a", Plan::Write), command("b", Plan::SpoilTheCommit));
        all(store.clone(), vec![a, b]).await;
        assert!(told_a.await.expect("told").committed.is_err() && told_b.await.expect("told").committed.is_err());
        assert!(done(&store).await.is_empty());
        let (c, told_c) = command("c", Plan::Write);
        all(store.clone(), vec![c]).await;
        assert!(told_c.await.expect("told").committed.is_ok());
        assert_eq!(done(&store).await, ["c"]);
    }

    #[tokio::test]
    async fn a_panic_writes_nothing_and_does_not_end_the_writer() {
        let store = store("panic").await;
        let commands = WriteQueue::start(store.clone());
        let (a, told_a) = command("a", Plan::Panic);
        commands.wait(a).await;
        assert!(told_a.await.is_err(), "it is dropped, which its caller sees");
        let (b, told_b) = command("b", Plan::Write);
        commands.wait(b).await;
        assert!(told_b.await.expect("told").committed.is_ok());
        assert_eq!(done(&store).await, ["b"]);
    }
}
