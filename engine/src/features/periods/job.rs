//! `close_period`: closes a period for a scope, in the name of the user who asked. See docs/rules/periods.md#close.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::approval::access::Actor;
use crate::books::action::post::PostingJob;
use crate::books::document::Status;
use crate::books::queue::{Done, JobRecord, Task};
use crate::books::request::Asked;
use crate::features::periods::commands::close::Close;
use crate::kernel::crash;
use crate::kernel::crash::Point;
use crate::kernel::engine::Engine;
use crate::kernel::store::unposted::unposted;
use crate::values::error::{Error, RefusalName};

/// How often a close posts the documents approved meanwhile before it closes all the same.
const ROUNDS: u32 = 20;
/// How many documents it posts in one transaction.
const SET: usize = 64;

/// Posts the documents of the period that wait for it, then closes. The close ends its job itself.
pub(crate) async fn run(engine: &Arc<Engine>, record: &JobRecord) -> Result<Option<Done>, Error> {
    let Task::ClosePeriod { period_id, scope, force, requested_by } = &record.task else {
        return Err(Error::Internal(format!("job {} is not a close", record.job_id)));
    };
    let close = |over_approved| Close {
        job_id: Some(record.job_id.clone()),
        period_id: period_id.clone(),
        scope: *scope,
        force: *force,
        over_approved,
        posted_first: BTreeSet::new(),
        requested_by: requested_by.clone(),
    };
    crash::crash_point(|| Point::CloseBegun);
    let mut outcome = Ok(());
    for round in 1..=ROUNDS {
        post_what_waits_in(engine, period_id).await?;
        crash::crash_point(|| Point::ClosePosted);
        outcome = engine.perform(Asked::by(Actor::system()), close(round == ROUNDS)).await.map(|_| ());
        let again = matches!(&outcome, Err(Error::Refused(refusal)) if refusal.is(RefusalName::PostingsInHand));
        if !again {
            break;
        }
    }
    crash::crash_point(|| Point::CloseCommitted);
    outcome.map(|()| None)
}

async fn post_what_waits_in(engine: &Arc<Engine>, period_id: &str) -> Result<(), Error> {
    let found = unposted(&engine.store.reader, period_id).await?;
    let waiting = found.into_iter().filter(|found| found.status == Status::Approved);
    let set: Vec<_> = waiting.map(|found| PostingJob::of(None, found.key)).collect();
    for chunk in set.chunks(SET) {
        engine.run_postings(chunk.to_vec()).await;
    }
    Ok(())
}

impl Engine {
    /// Runs a close that was begun.
    pub async fn run_close(self: &Arc<Self>, record: &JobRecord) {
        let outcome = run(self, record).await;
        self.ended(record, outcome).await;
    }
}
