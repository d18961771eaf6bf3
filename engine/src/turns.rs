//! SQLite has one writer, and a commit waits for the disk. So the commands that want to write at one moment do it in turn, in one
//! transaction, and one commit puts them all on the disk. No timer: while one commit waits for the disk, the next gathers.
//!
//! Nobody is answered before that commit. A command reads, decides, and only then writes; one that is refused has written nothing,
//! and the others go on. When a write fails the transaction is undone, and each of its commands runs in one of its own: a bad one
//! stops nobody. A command that wants the books alone never shares, so what it changed of the catalog is seen only once committed.

use std::future::Future;
use std::pin::Pin;

use sea_orm::DatabaseTransaction;
use tokio::sync::mpsc;

use crate::store::lock::Revision;
use crate::store::{Store, StoreError};

/// The most commands in one transaction.
const SHARING: usize = 64;

/// A command that waits for the writer.
pub(crate) trait Turn: Send {
    /// Whether it must have a transaction to itself.
    fn is_alone(&self) -> bool;

    /// Runs it. `revision` is what the first in the transaction read; none that changes it shares. `false`: it failed and may have left half of its writes, so the transaction must be undone.
    fn run<'a>(
        &'a mut self,
        tx: &'a DatabaseTransaction,
        revision: &'a mut Option<Revision>,
    ) -> Pin<Box<dyn Future<Output = bool> + Send + 'a>>;

    /// Answers, now that it is known what became of the transaction.
    fn tell(self: Box<Self>, committed: Result<(), StoreError>);
}

/// Where commands queue for SQLite's writer.
#[derive(Debug)]
pub(crate) struct Turns {
    sender: mpsc::Sender<Box<dyn Turn>>,
}

impl Turns {
    /// Starts the writer; it ends with the engine.
    pub(crate) fn start(store: Store) -> Self {
        let (sender, mut receiver) = mpsc::channel::<Box<dyn Turn>>(SHARING.saturating_mul(16));
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
    pub(crate) async fn wait(&self, turn: Box<dyn Turn>) {
        let _ = self.sender.send(turn).await;
    }
}

/// Runs all, in order, in as few transactions as may be.
async fn all(store: Store, turns: Vec<Box<dyn Turn>>) {
    let mut sharing: Vec<Box<dyn Turn>> = Vec::with_capacity(turns.len());
    for turn in turns {
        if turn.is_alone() {
            together(&store, std::mem::take(&mut sharing)).await;
            together(&store, vec![turn]).await;
        } else {
            sharing.push(turn);
        }
    }
    together(&store, sharing).await;
}

/// Runs these in one transaction; when one of them fails, each in its own.
async fn together(store: &Store, mut turns: Vec<Box<dyn Turn>>) {
    match try_together(store, &mut turns).await {
        Ok(true) => tell(turns, &Ok(())),
        Ok(false) if turns.len() > 1 => {
            for turn in turns {
                Box::pin(together(store, vec![turn])).await;
            }
        }
        Ok(false) => tell(turns, &Err(StoreError::Contended("the transaction was undone".into()))),
        Err(error) => tell(turns, &Err(error)),
    }
}

/// Whether all of them are committed; if not, nothing of them is.
async fn try_together(store: &Store, turns: &mut [Box<dyn Turn>]) -> Result<bool, StoreError> {
    if turns.is_empty() {
        return Ok(true);
    }
    let tx = store.begin_write().await?;
    let mut revision = None;
    for turn in turns {
        if !turn.run(&tx, &mut revision).await {
            // A transaction that cannot be rolled back died with its connection.
            if let Err(error) = tx.rollback().await {
                tracing::debug!(%error, "rollback failed");
            }
            return Ok(false);
        }
    }
    tx.commit().await.map_err(StoreError::of_commit)?;
    Ok(true)
}

fn tell(turns: Vec<Box<dyn Turn>>, committed: &Result<(), StoreError>) {
    for turn in turns {
        turn.tell(committed.clone());
    }
}
