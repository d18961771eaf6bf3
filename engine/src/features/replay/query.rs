//! Replays of approval rules: how far they are, and what they found. See docs/rules/rule-sets.md#replay.

use crate::approval::access::Actor;
use crate::approval::replay::Diverted;
use crate::approval::replay::record::{Kept, Record};
use crate::books::command::{Snapshot, Wants};
use crate::books::queue::JobRecord;
use crate::features::replay::commands::request::NEEDS;
use crate::features::replay::reads::{diverted, is_there, list, one};
use crate::kernel::engine::Engine;
use crate::kernel::store::read::jobs;
use crate::kernel::store::read::readable::Readable;
use crate::kernel::store::snapshot;
use crate::values::error::{Error, Refusal};
use crate::values::page::{Page, PageRequest};

pub use crate::features::replay::reads::{Filter, cursor, diverted_cursor};

impl Engine {
    /// One page of replays, newest first, each with its job while that is kept.
    pub async fn list_replays(
        &self,
        actor: &Actor,
        page: &PageRequest,
    ) -> Result<Page<(Record, Option<JobRecord>)>, Error> {
        self.may_read_replays(actor).await?;
        let found = list(&self.store.reader, page).await?;
        let ids = found.data.iter().map(|record| record.job_id.as_str());
        let jobs = jobs::of_ids(&self.store.reader, ids).await?;
        let with_job = |record: Record| (record.clone(), jobs.get(&record.job_id).cloned());
        Ok(found.map(with_job))
    }

    /// One replay, with its job while that is kept. Its figures are of documents that the caller may read.
    pub async fn read_replay(&self, actor: &Actor, replay_id: &str) -> Result<(Kept, Option<JobRecord>), Error> {
        let seen = self.may_read_replays(actor).await?;
        let found = one(&self.store.reader, replay_id).await?;
        let mut kept = found.ok_or_else(|| Refusal::not_found("replay", replay_id))?;
        kept.summary = kept.summary.map(|summary| summary.of_types(|kind| seen.may(kind, "read")));
        let job = snapshot::one_job(&self.store.reader, &kept.record.job_id).await?;
        Ok((kept, job))
    }

    /// Whether there is a replay of this id, for a caller who may read it.
    pub async fn is_replay(&self, replay_id: &str) -> Result<bool, Error> {
        Ok(is_there(&self.store.reader, replay_id).await?)
    }

    /// One page of the documents that would have gone another way, the latest submission first, of those that the caller may read.
    pub async fn list_diverted(
        &self,
        actor: &Actor,
        replay_id: &str,
        filter: &Filter,
        page: &PageRequest,
    ) -> Result<Page<Diverted>, Error> {
        let seen = self.may_read_replays(actor).await?;
        if !self.is_replay(replay_id).await? {
            return Err(Refusal::not_found("replay", replay_id).into());
        }
        let readable = Readable::by(&seen, None);
        Ok(diverted(&self.store.reader, replay_id, filter, &readable, page).await?)
    }

    async fn may_read_replays(&self, actor: &Actor) -> Result<Snapshot, Error> {
        let seen = self.look(actor, &Wants::default()).await?;
        seen.require_all(&NEEDS)?;
        Ok(seen)
    }
}
