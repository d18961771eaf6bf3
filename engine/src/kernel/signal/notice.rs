//! The notice that one process sends to the others.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use tokio::sync::Notify;

/// The most ended jobs in one notice: PostgreSQL carries 8,000 bytes, and a job's id has 26.
const AT_ONCE: usize = 200;

/// A notice to other processes.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Notice {
    /// Queues that got jobs.
    pub queues: BTreeSet<String>,
    /// Jobs that ended.
    pub ended: Vec<String>,
}

/// Notices that gather until they are sent; none gather where they are not sent.
#[derive(Debug, Default)]
pub struct Unsent {
    notice: Mutex<Option<Notice>>,
    gathered: Notify,
}

impl Unsent {
    /// From now on notices gather.
    pub fn gather(&self) {
        self.notice().get_or_insert_default();
    }

    pub(super) fn add(&self, what: impl FnOnce(&mut Notice)) {
        if let Some(notice) = self.notice().as_mut() {
            what(notice);
            self.gathered.notify_one();
        }
    }

    /// The next notice, as soon as there is one, no larger than one message holds.
    pub async fn next(&self) -> Notice {
        loop {
            if let Some(notice) = self.take() {
                return notice;
            }
            self.gathered.notified().await;
        }
    }

    pub(super) fn take(&self) -> Option<Notice> {
        let mut notice = self.notice();
        let all = notice.as_mut().filter(|notice| **notice != Notice::default())?;
        let later = all.ended.split_off(all.ended.len().min(AT_ONCE));
        Some(std::mem::replace(all, Notice { ended: later, ..Notice::default() }))
    }

    fn notice(&self) -> std::sync::MutexGuard<'_, Option<Notice>> {
        self.notice.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_is_longer_than_postgresql_carries() {
        let unsent = Unsent::default();
        unsent.gather();
        let job_ids: Vec<String> = (0..=AT_ONCE).map(|number| format!("{number:026}")).collect();
        unsent.add(|notice| notice.ended.clone_from(&job_ids));
        let first = unsent.take().expect("as much as can be told at once");
        assert!(serde_json::to_string(&first).expect("JSON").len() < 7_500);
        assert_eq!(first.ended, job_ids[..AT_ONCE]);
        let rest = unsent.take().expect("and the rest with the next");
        assert_eq!(rest.ended, job_ids[AT_ONCE..]);
        assert_eq!(unsent.take(), None);
    }
}
