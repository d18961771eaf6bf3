//! What one process has to tell the others.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use tokio::sync::Notify;

/// The most ended jobs that are told at once: PostgreSQL carries 8,000 bytes, and a job's id has 26.
const AT_ONCE: usize = 200;

/// What other processes are told.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct News {
    /// Queues that got jobs.
    pub queues: BTreeSet<String>,
    /// Jobs that ended.
    pub ended: Vec<String>,
}

/// News that gather until they are told; none where nobody tells them.
#[derive(Debug, Default)]
pub struct Untold {
    news: Mutex<Option<News>>,
    gathered: Notify,
}

impl Untold {
    /// From now on they are told.
    pub fn gather(&self) {
        self.news().get_or_insert_default();
    }

    pub(super) fn add(&self, what: impl FnOnce(&mut News)) {
        if let Some(news) = self.news().as_mut() {
            what(news);
            self.gathered.notify_one();
        }
    }

    /// As much as can be told at once, as soon as there is something.
    pub async fn next(&self) -> News {
        loop {
            if let Some(news) = self.take() {
                return news;
            }
            self.gathered.notified().await;
        }
    }

    pub(super) fn take(&self) -> Option<News> {
        let mut news = self.news();
        let all = news.as_mut().filter(|news| **news != News::default())?;
        let later = all.ended.split_off(all.ended.len().min(AT_ONCE));
        Some(std::mem::replace(all, News { ended: later, ..News::default() }))
    }

    fn news(&self) -> std::sync::MutexGuard<'_, Option<News>> {
        self.news.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_is_longer_than_postgresql_carries() {
        let untold = Untold::default();
        untold.gather();
        let job_ids: Vec<String> = (0..=AT_ONCE).map(|number| format!("{number:026}")).collect();
        untold.add(|news| news.ended.clone_from(&job_ids));
        let first = untold.take().expect("as much as can be told at once");
        assert!(serde_json::to_string(&first).expect("JSON").len() < 7_500);
        assert_eq!(first.ended, job_ids[..AT_ONCE]);
        let rest = untold.take().expect("and the rest with the next");
        assert_eq!(rest.ended, job_ids[AT_ONCE..]);
        assert_eq!(untold.take(), None);
    }
}
