//! A read replica: a streaming standby of PostgreSQL that answers reports in the primary's place.
//! See docs/rules/operation.md#read-replica and docs/adr/0030-reports-from-a-replica.md.
//!
//! Before each read the primary is asked how far it is, and then the replica whether it has that. So the lag does not rest on what
//! the replica has received, which says nothing when it is cut off, and it is an upper bound: the read begins later. Every few
//! seconds it is also held against the primary whether both have the same books.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::kernel::engine::Engine;
use crate::kernel::store::StoreError;
use crate::kernel::store::connect::connect_replica;
use crate::kernel::store::replica::{Standing, end, is_of, standing};
use crate::values::page::PageRequest;

/// How long a replica has to say how it stands.
const PATIENCE: Duration = Duration::from_millis(500);
/// A replica that did not do is left alone for so long, so that not every request waits for it.
const LEFT_ALONE: Duration = Duration::from_secs(1);
/// For so long both are taken to have the same books.
const CONFIRMED: Duration = Duration::from_secs(5);

/// Why the primary answered in the replica's place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfit {
    /// It cannot be reached, or does not answer in time.
    Away,
    /// It is further behind than the bound, or cannot say how far.
    Behind,
    /// It follows no server, has another schema, or other books.
    OtherBooks,
    /// It was fit, but the read failed there: cancelled by the replay, for one.
    Failed,
}

impl Unfit {
    const ALL: [Self; 4] = [Self::Away, Self::Behind, Self::OtherBooks, Self::Failed];

    /// Its name in the metrics.
    const fn name(self) -> &'static str {
        match self {
            Self::Away => "away",
            Self::Behind => "behind",
            Self::OtherBooks => "other_books",
            Self::Failed => "failed",
        }
    }
}

/// How much of the books a read asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asks {
    /// A state within the bound.
    Recent,
    /// All that there is at this moment.
    All,
}

impl Asks {
    /// A page that goes on from another asks for all: on a replica that is behind the primary, which may have answered the page
    /// before, it would pass rows by.
    pub const fn of(page: &PageRequest) -> Self {
        if page.after.is_some() { Self::All } else { Self::Recent }
    }
}

/// The replica for one read.
#[derive(Debug)]
pub struct Fit {
    /// The books as the replica has them.
    pub books: Arc<Engine>,
    /// Everything that was committed until so long before the read is in it.
    pub lag: Duration,
}

/// The replica of a primary, and what is known of it.
#[derive(Debug)]
pub struct Replica {
    primary: Arc<Engine>,
    books: Arc<Engine>,
    bound: Duration,
    known: Mutex<Known>,
    answered: AtomicU64,
    unfit: [AtomicU64; Unfit::ALL.len()],
}

#[derive(Default, Debug)]
struct Known {
    confirmed: Option<Instant>,
    /// Why it did not do when it was last asked, and when.
    unfit: Option<(Unfit, Instant)>,
}

impl Replica {
    /// The replica at this URL, which need not be there. `bound` is how far behind it may be; `connections` bounds its pool.
    pub async fn of(
        primary: &Arc<Engine>,
        url: &str,
        connections: u32,
        bound: Duration,
    ) -> Result<Arc<Self>, StoreError> {
        let books = primary.read_from(connect_replica(url, connections).await?);
        let (known, answered, unfit) = (Mutex::default(), AtomicU64::new(0), Default::default());
        Ok(Arc::new(Self { primary: Arc::clone(primary), books, bound, known, answered, unfit }))
    }

    /// The replica, when it can answer the read; else the primary is to answer.
    pub async fn fit(&self, asks: Asks) -> Option<Fit> {
        if let Some(why) = self.left_alone() {
            self.count(why);
            return None;
        }
        match self.lag().await {
            Ok(lag) if asks == Asks::All && lag > Duration::ZERO => {
                self.count(Unfit::Behind);
                None
            }
            Ok(lag) => {
                self.does_again();
                Some(Fit { books: Arc::clone(&self.books), lag })
            }
            Err((why, cause)) => {
                self.does_not(why, &cause);
                None
            }
        }
    }

    /// A read on it went well.
    pub fn answered(&self) {
        self.answered.fetch_add(1, Ordering::Relaxed);
    }

    /// A read on it failed, and the primary is to answer.
    pub fn failed(&self, cause: &str) {
        tracing::warn!(cause, "a read failed on the replica; the primary answers");
        self.count(Unfit::Failed);
    }

    /// How far it is behind; `Err` says why it is not fit, and more for the log.
    pub async fn lag(&self) -> Result<Duration, (Unfit, String)> {
        let asked = tokio::time::timeout(PATIENCE, self.standing()).await;
        let away = |cause: String| (Unfit::Away, cause);
        let (standing, same) =
            asked.map_err(|_| away(format!("no answer within {PATIENCE:?}")))?.map_err(|error| match error {
                StoreError::Broken(cause) => (Unfit::OtherBooks, cause),
                other => away(other.to_string()),
            })?;
        if !standing.follows || !same {
            return Err((Unfit::OtherBooks, "it is not a standby of these books with this schema".into()));
        }
        match standing.lag {
            Some(lag) if lag <= self.bound => Ok(lag),
            Some(lag) => Err((Unfit::Behind, format!("it is {lag:.1?} behind"))),
            None => Err((Unfit::Behind, "it cannot say how far it is behind".into())),
        }
    }

    async fn standing(&self) -> Result<(Standing, bool), StoreError> {
        let primary = &self.primary.store.reader;
        let end = end(primary).await?;
        let standing = standing(&self.books.store.reader, &end).await?;
        if self.known().confirmed.is_some_and(|at| at.elapsed() < CONFIRMED) {
            return Ok((standing, true));
        }
        let same = is_of(primary, &standing).await?;
        self.known().confirmed = same.then(Instant::now);
        Ok((standing, same))
    }

    fn left_alone(&self) -> Option<Unfit> {
        self.known().unfit.filter(|(_, at)| at.elapsed() < LEFT_ALONE).map(|(why, _)| why)
    }

    fn does_again(&self) {
        if self.known().unfit.take().is_some() {
            tracing::info!("the replica answers reports again");
        }
    }

    /// Says so in the log when it did before, or did not for another reason.
    fn does_not(&self, why: Unfit, cause: &str) {
        let before = {
            let mut known = self.known();
            known.confirmed = None;
            known.unfit.replace((why, Instant::now()))
        };
        if before.is_none_or(|(before, _)| before != why) {
            tracing::warn!(why = why.name(), cause, "the primary answers reports in the replica's place");
        }
        self.count(why);
    }

    fn count(&self, why: Unfit) {
        if let Some((_, counter)) = Unfit::ALL.iter().zip(&self.unfit).find(|(known, _)| **known == why) {
            counter.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Who answered reads that the replica may answer, by name: the replica, or the primary and why.
    pub fn reads(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let unfit = Unfit::ALL.iter().zip(&self.unfit).map(|(why, counter)| (why.name(), counter));
        let all = std::iter::once(("replica", &self.answered)).chain(unfit);
        all.map(|(name, counter)| (name, counter.load(Ordering::Relaxed)))
    }

    fn known(&self) -> std::sync::MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
