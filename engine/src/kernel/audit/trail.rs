//! Reading and sealing the trail of these books.

use sea_orm::DatabaseTransaction;

use crate::kernel::audit::verify::{Finding, Verified, Verifier};
use crate::kernel::chain::line::{Head, KeptHead, Line};
use crate::kernel::crash;
use crate::kernel::crash::Point;
use crate::kernel::engine::Engine;
use crate::kernel::store::seal;
use crate::kernel::store::seal::Reach;
use crate::kernel::store::stated::{self, Stated};
use crate::kernel::store::{Store, StoreError, baseline, lock};
use crate::values::error::Error;

impl Engine {
    /// Seals what is committed and unsealed; how many rows that were. Safe to call from many processes at once.
    pub async fn seal(&self, reach: Reach) -> Result<u64, Error> {
        let mut sealed = 0_u64;
        loop {
            let tx = self.store.begin_write().await?;
            match seal::batch(&tx, self.clock.now(), reach, &self.gaps).await {
                Ok(0) => {
                    tx.rollback().await.map_err(StoreError::from)?;
                    return Ok(sealed);
                }
                Ok(rows) => {
                    self.store.commit(tx).await?;
                    crash::crash_point(|| Point::SealCommitted);
                    sealed = sealed.saturating_add(rows);
                    // Another look would find the rows written meanwhile, and so on for ever, with a commit for each few rows.
                    if rows < seal::PAGE {
                        return Ok(sealed);
                    }
                }
                Err(error) => {
                    let _ = tx.rollback().await;
                    return Err(error.into());
                }
            }
        }
    }

    /// Writes the baseline of books that are older than what their audit rows state, once. Safe to call from many processes at once.
    pub async fn baseline(&self) -> Result<(), Error> {
        if baseline::is_written(&self.store.reader).await? {
            return Ok(());
        }
        let tx = self.store.begin_write().await?;
        let written = async {
            lock::enter(&tx, true).await?;
            if baseline::is_written(&tx).await? {
                return Ok(());
            }
            let mut unreadable = Vec::new();
            let rows = self.stated_rows(&tx, &mut unreadable).await?;
            match unreadable.into_iter().next() {
                Some(why) => Err(StoreError::Broken(why)),
                None => baseline::write(&tx, rows, self.clock.now()).await,
            }
        };
        match written.await {
            Ok(()) => Ok(self.store.commit(tx).await?),
            Err(error) => {
                let _ = tx.rollback().await;
                Err(error.into())
            }
        }
    }

    /// What every row that is no document decides, those of features last. What cannot be read is named.
    pub(crate) async fn stated_rows(
        &self,
        db: &DatabaseTransaction,
        unreadable: &mut Vec<String>,
    ) -> Result<Vec<Stated>, StoreError> {
        let mut rows = stated::every(db, unreadable).await?;
        rows.extend(self.records.every(db, unreadable).await?);
        Ok(rows)
    }

    /// The newest seal, with everything committed so far under it.
    pub async fn audit_head(&self) -> Result<Head, Error> {
        self.seal(Reach::All).await?;
        seal::head(&self.store.reader, self.clock.now())
            .await?
            .ok_or_else(|| Error::Internal("the audit trail has no head".into()))
    }
}

impl Store {
    /// Hands every line of the trail to `visit`, in pages of one consistent state, until it objects.
    pub async fn audit_lines<E>(
        &self,
        clock: &crate::values::clock::Clock,
        mut visit: impl FnMut(&Line) -> Result<(), E> + Send,
    ) -> Result<Result<(), E>, Error>
    where
        E: Send,
    {
        let tx = self.begin_read().await?;
        let outcome = seal::lines(&tx, clock, &mut visit).await;
        tx.rollback().await.map_err(StoreError::from)?;
        Ok(outcome?)
    }

    /// Verifies the trail as the caller's transaction sees it.
    pub async fn audit_verify_on(
        &self,
        tx: &DatabaseTransaction,
        clock: &crate::values::clock::Clock,
    ) -> Result<Result<Verified, Finding>, Error> {
        let mut verifier = Verifier::new(None);
        let walked = seal::lines(tx, clock, &mut |line: &Line| verifier.push(line)).await?;
        Ok(walked.and_then(|()| verifier.finish()))
    }

    /// How many rows the trail has, sealed or not.
    pub async fn audit_rows(&self) -> Result<u64, Error> {
        Ok(seal::rows(&self.reader).await?)
    }

    /// Verifies the trail as it stands, and lets each line be seen; `Ok(Err(_))` names the first finding.
    pub async fn audit_verify(
        &self,
        clock: &crate::values::clock::Clock,
        kept: Option<KeptHead>,
        seen: impl Fn(&Line) + Send + Sync,
    ) -> Result<Result<Verified, Finding>, Error> {
        let mut verifier = Verifier::new(kept);
        let visit = |line: &Line| {
            seen(line);
            verifier.push(line)
        };
        let walked = self.audit_lines(clock, visit).await?;
        Ok(walked.and_then(|()| verifier.finish()))
    }
}
