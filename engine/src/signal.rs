//! Who waits for what, within one process: workers for new jobs, requests for ended ones.
//!
//! Signals only save time. What is true stands in the database, and everyone who waits also looks there.

use tokio::sync::{Notify, broadcast};

use crate::queue::{CLOSE_PERIOD, POST_DOCUMENT};

/// The signals of one process.
#[derive(Debug)]
pub struct Signals {
    posting: Notify,
    closing: Notify,
    ended: broadcast::Sender<String>,
}

impl Default for Signals {
    fn default() -> Self {
        Self { posting: Notify::new(), closing: Notify::new(), ended: broadcast::channel(4_096).0 }
    }
}

impl Signals {
    /// Jobs were committed to these queues.
    pub fn enqueued(&self, queues: &[&'static str]) {
        for queue in queues {
            if let Some(queue) = self.queue(queue) {
                queue.notify_one();
            }
        }
    }

    /// Resolves when a job was committed to the queue.
    pub async fn work(&self, queue: &str) {
        match self.queue(queue) {
            Some(queue) => queue.notified().await,
            None => std::future::pending().await,
        }
    }

    fn queue(&self, queue: &str) -> Option<&Notify> {
        match queue {
            POST_DOCUMENT => Some(&self.posting),
            CLOSE_PERIOD => Some(&self.closing),
            _ => None,
        }
    }

    /// A job ended.
    pub fn job_ended(&self, job_id: &str) {
        // Nobody waiting is no error.
        let _ = self.ended.send(job_id.to_owned());
    }

    /// Hears of every job that ends from now on.
    pub fn endings(&self) -> broadcast::Receiver<String> {
        self.ended.subscribe()
    }
}
