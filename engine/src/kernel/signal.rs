//! Notifications within one process: workers wait for new jobs, requests for ended ones. [`crate::kernel::relay`] carries them to other
//! processes.
//!
//! Signals only save time. The database has the true state, and every waiter also looks there.

mod notice;

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::{Mutex, PoisonError, RwLock};

use tokio::sync::{Notify, oneshot, watch};

pub use notice::{Notice, Unsent};

use crate::books::action::post::PostingJob;
use crate::books::document::Document;
use crate::books::queue::Queue;

/// The signals of one process.
#[derive(Debug)]
pub struct Signals {
    queues: BTreeMap<Queue, Notify>,
    /// The jobs whose end somebody waits for. A sender is dropped when its job has ended.
    awaited: Mutex<HashMap<String, watch::Sender<()>>>,
    batcher: RwLock<Option<PostingBatcher>>,
    /// The jobs that the batcher is working on, with the requests that wait for them.
    in_hand: Mutex<HashMap<String, Option<oneshot::Sender<Option<Document>>>>>,
    pub(crate) unsent: Unsent,
}

/// Gives a job to this process' posting batcher; `false` when it takes no more.
struct PostingBatcher(Box<dyn Fn(PostingJob) -> bool + Send + Sync>);

impl fmt::Debug for PostingBatcher {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("PostingBatcher")
    }
}

impl Default for Signals {
    fn default() -> Self {
        Self {
            queues: Queue::ALL.map(|queue| (queue, Notify::new())).into(),
            awaited: Mutex::default(),
            batcher: RwLock::default(),
            in_hand: Mutex::default(),
            unsent: Unsent::default(),
        }
    }
}

impl Signals {
    /// Jobs were committed to these queues. Where this process has no workers, others do.
    pub fn enqueued(&self, queues: &[Queue]) {
        for queue in queues {
            self.wake(*queue);
        }
        if !queues.is_empty() && !self.posts_here() {
            self.unsent.add(|notice| notice.queues.extend(queues.iter().map(|queue| queue.name().to_owned())));
        }
    }

    fn wake(&self, queue: Queue) {
        if let Some(queue) = self.queues.get(&queue) {
            queue.notify_one();
        }
    }

    /// Resolves when a job was committed to the queue.
    pub async fn work(&self, queue: Queue) {
        match self.queues.get(&queue) {
            Some(queue) => queue.notified().await,
            None => std::future::pending().await,
        }
    }

    /// A job ended. When it was handed to the batcher of this process, no other process waits for its end.
    pub fn job_ended(&self, job_id: &str) {
        self.tell_of(job_id);
        if !self.is_in_hand(job_id) {
            self.unsent.add(|notice| notice.ended.push(job_id.to_owned()));
        }
    }

    /// Passes on a notice from another process.
    pub(crate) fn heard(&self, notice: &Notice) {
        // A queue that only a later version knows is ignored.
        for queue in notice.queues.iter().filter_map(|name| Queue::parse(name)) {
            self.wake(queue);
        }
        for job_id in &notice.ended {
            self.tell_of(job_id);
        }
    }

    fn tell_of(&self, job_id: &str) {
        self.awaited().remove(job_id);
    }

    /// Waits for the end of this job from now on.
    pub fn ending(&self, job_id: &str) -> Ending<'_> {
        let end = self.awaited().entry(job_id.to_owned()).or_default().subscribe();
        Ending { signals: self, job_id: job_id.to_owned(), end: Some(end) }
    }

    fn awaited(&self) -> std::sync::MutexGuard<'_, HashMap<String, watch::Sender<()>>> {
        self.awaited.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on the batcher of this process posts the documents approved in it, at once.
    pub fn open_batcher(&self, batcher: impl Fn(PostingJob) -> bool + Send + Sync + 'static) {
        *self.batcher.write().unwrap_or_else(PoisonError::into_inner) = Some(PostingBatcher(Box::new(batcher)));
    }

    /// From now on workers find it.
    pub fn close_batcher(&self) {
        *self.batcher.write().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Whether a batcher of this process takes postings.
    pub fn posts_here(&self) -> bool {
        self.batcher.read().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// Gives a committed posting job to the batcher. A worker finds a job that the batcher does not take, when it is due.
    pub(crate) fn hand_over(&self, job: PostingJob) {
        let Some(job_id) = job.job_id.clone() else { return };
        self.waiting().insert(job_id.clone(), None);
        let batcher = self.batcher.read().unwrap_or_else(PoisonError::into_inner);
        if !batcher.as_ref().is_some_and(|batcher| (batcher.0)(job)) {
            self.waiting().remove(&job_id);
        }
    }

    /// How many jobs the batcher of this process has.
    pub(crate) fn in_hand(&self) -> usize {
        self.waiting().len()
    }

    /// Whether the batcher of this process has this job.
    pub(crate) fn is_in_hand(&self, job_id: &str) -> bool {
        self.waiting().contains_key(job_id)
    }

    /// Receives the end of a job that the batcher is working on: the posted document, or nothing when it was not posted. `None`:
    /// the batcher does not have the job, or is done with it.
    pub(crate) fn posting(&self, job_id: &str) -> Option<oneshot::Receiver<Option<Document>>> {
        let (sender, receiver) = oneshot::channel();
        *self.waiting().get_mut(job_id)? = Some(sender);
        Some(receiver)
    }

    /// The batcher is done with a job.
    pub(crate) fn posted(&self, job_id: &str, document: Option<&Document>) {
        if let Some(Some(waiting)) = self.waiting().remove(job_id) {
            // The waiter may be gone.
            let _ = waiting.send(document.cloned());
        }
    }

    fn waiting(&self) -> std::sync::MutexGuard<'_, HashMap<String, Option<oneshot::Sender<Option<Document>>>>> {
        self.in_hand.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The end of a job that somebody waits for.
#[derive(Debug)]
pub struct Ending<'a> {
    signals: &'a Signals,
    job_id: String,
    /// `None` once the waiter has given up.
    end: Option<watch::Receiver<()>>,
}

impl Ending<'_> {
    /// Resolves when a process has told that the job ended.
    pub async fn told(&self) {
        // Nothing is ever sent: it ends with its sender.
        if let Some(mut end) = self.end.clone() {
            let _ = end.changed().await;
        }
    }
}

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        let mut awaited = self.signals.awaited();
        self.end = None;
        if awaited.get(&self.job_id).is_some_and(|end| end.receiver_count() == 0) {
            awaited.remove(&self.job_id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::kind::{DocumentKey, DocumentKind};

    #[test]
    fn others_are_told_what_they_wait_for_and_nothing_else() {
        let signals = Signals::default();
        signals.enqueued(&[Queue::PostDocument]);
        assert_eq!(signals.unsent.take(), None, "nobody relays yet");

        signals.unsent.gather();
        signals.enqueued(&[Queue::PostDocument, Queue::ClosePeriod]);
        signals.enqueued(&[Queue::PostDocument]);
        let queues = [Queue::PostDocument, Queue::ClosePeriod].map(|queue| queue.name().to_owned()).into();
        assert_eq!(signals.unsent.take(), Some(Notice { queues, ended: Vec::new() }));
        assert_eq!(signals.unsent.take(), None, "told once");

        signals.open_batcher(|_| true);
        signals.enqueued(&[Queue::PostDocument]);
        assert_eq!(signals.unsent.take(), None, "this process has workers of its own");

        let key = DocumentKey::new(DocumentKind::JournalEntry, "JE-1");
        signals.hand_over(PostingJob::of(Some("here".into()), key));
        signals.job_ended("here");
        assert_eq!(signals.unsent.take(), None, "who approved it is here");
        signals.job_ended("elsewhere");
        assert_eq!(signals.unsent.take(), Some(Notice { ended: vec!["elsewhere".into()], ..Notice::default() }));
    }

    #[tokio::test]
    async fn what_others_tell_is_heard_here_and_not_told_on() {
        let signals = Signals::default();
        let (ending, given_up) = (signals.ending("job"), signals.ending("job"));
        drop(given_up);
        signals.unsent.gather();
        signals.heard(&Notice { queues: [Queue::ClosePeriod.name().to_owned()].into(), ended: vec!["job".into()] });
        signals.work(Queue::ClosePeriod).await;
        ending.told().await;
        drop((ending, signals.ending("another")));
        assert!(signals.awaited().is_empty(), "nobody waits any more");
        assert_eq!(signals.unsent.take(), None);
    }
}
