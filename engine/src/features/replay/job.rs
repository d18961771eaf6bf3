//! `replay_approval_rules`: routes the documents of a span again. See docs/rules/rule-sets.md#replay.
//!
//! It reads the submissions from the trail, a few hundred at a time and without a transaction around them: what was submitted before
//! the replay was asked for changes no more, but for a document that came back since, which is passed over. What it finds it writes
//! beside the books, once a second, together with how far it is.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use crate::approval::catalog::history::PeopleAsOf;
use crate::approval::replay::summary::Summary;
use crate::approval::replay::{Diverted, Replay};
use crate::books::document::Document;
use crate::books::queue::{Done, JobEnd, JobRecord, Task};
use crate::features::replay::commands::reroute::Rerouting;
use crate::features::replay::people;
use crate::features::replay::reads as read;
use crate::features::replay::rows;
use crate::features::replay::rows::Run;
use crate::kernel::crash;
use crate::kernel::crash::Point;
use crate::kernel::engine::Engine;
use crate::kernel::store::batch::Batch;
use crate::kernel::store::{StoreError, jobs};
use crate::values::clock::Timestamp;
use crate::values::error::{Error, Refusal};

/// How often it says how far it is.
const EVERY: Duration = Duration::from_secs(1);
/// What it found is written when it is so much, even before.
const MOST_HELD: usize = 2_000;

/// Runs a replay that was begun. It ends its job itself, together with its figures.
pub(crate) async fn run(engine: &Arc<Engine>, record: &JobRecord) -> Result<Option<Done>, Error> {
    let Task::Replay { replay_id } = &record.task else {
        return Err(Error::Internal(format!("job {} is not a replay", record.job_id)));
    };
    // It is finished, or it was asked for more than a week ago.
    let kept = read::one(&engine.store.reader, replay_id).await?.filter(|kept| kept.summary.is_none());
    let Some(asked) = kept.map(|kept| kept.asked()) else { return Ok(Some(Done::Plain)) };
    let mark = crate::values::id::fresh("");
    let run = Run { replay_id: replay_id.clone(), job_id: record.job_id.clone(), mark };
    let total = read::count(&engine.store.reader, &asked).await?;
    let begun = write(engine, async |tx| rows::begin(tx, &run, total).await).await?;
    if begun && let Some((way, summary)) = through(engine, &asked, &run).await? {
        way.finish(&summary).await?;
    }
    Ok(None)
}

/// All submissions, one after another; `None` when another run has begun meanwhile.
async fn through<'a>(
    engine: &'a Arc<Engine>,
    asked: &Replay,
    run: &'a Run,
) -> Result<Option<(Way<'a>, Summary)>, Error> {
    let changes = people::changes(&engine.store.reader, asked.requested_at).await?;
    let people = PeopleAsOf::new(&*engine.present_catalog().await?, changes);
    let rejected = if asked.adds_up() { read::rejections(&engine.store.reader, asked).await? } else { BTreeMap::new() };
    let (rules, self_approval) = (asked.rules.clone(), engine.settings.self_approval);
    let mut rerouting = Rerouting::new(rules, people, self_approval, asked.first(), rejected);
    // The first look is written at once: whoever waits sees that it has begun.
    let mut way = Way { engine, run, done: 0, held: Vec::new(), written_at: Timestamp::from_micros(0) };
    let mut last = None;
    loop {
        let submitted = read::submissions(&engine.store.reader, asked, last.as_ref()).await?;
        let Some(latest) = submitted.last().cloned() else { break };
        let documents = read::documents(&engine.store.reader, &submitted).await?;
        let found;
        (rerouting, found) = reroute(rerouting, documents, way.done).await?;
        way.held.extend(found);
        way.done = way.done.saturating_add(i64::try_from(submitted.len()).unwrap_or(i64::MAX));
        if !way.go_on().await? {
            return Ok(None);
        }
        last = Some(latest);
    }
    Ok(Some((way, rerouting.finish())))
}

/// Away from the threads that serve requests: a thousand rules and some hundred documents take a while.
async fn reroute(
    mut rerouting: Rerouting,
    documents: Vec<(usize, Document)>,
    done: i64,
) -> Result<(Rerouting, Vec<Diverted>), Error> {
    let routed = tokio::task::spawn_blocking(move || {
        let mut found = Vec::new();
        for (place, document) in documents {
            let position = done.saturating_add(i64::try_from(place).unwrap_or(i64::MAX)).saturating_add(1);
            found.extend(rerouting.next(&document, position)?);
        }
        Ok::<_, Refusal>((rerouting, found))
    });
    Ok(routed.await.map_err(|error| Error::Internal(error.to_string()))??)
}

/// How far a run is, and what it found since it last wrote.
struct Way<'a> {
    engine: &'a Arc<Engine>,
    run: &'a Run,
    done: i64,
    held: Vec<Diverted>,
    written_at: Timestamp,
}

impl Way<'_> {
    /// Writes what is held, when it is time. False when another run has begun meanwhile.
    async fn go_on(&mut self) -> Result<bool, Error> {
        let now = self.engine.clock.wall();
        if now < self.written_at.plus(EVERY) && now >= self.written_at && self.held.len() < MOST_HELD {
            return Ok(true);
        }
        self.written_at = now;
        let (run, done, held) = (self.run, self.done, std::mem::take(&mut self.held));
        let now = self.engine.clock.now();
        let is_last = write(self.engine, async |tx| rows::go_on(tx, run, done, &held, now).await).await?;
        crash::crash_point(|| Point::ReplayWritten);
        Ok(is_last)
    }

    /// Writes the rest, the figures and the end of the job, together.
    async fn finish(self, summary: &Summary) -> Result<(), Error> {
        let Self { engine, run, done, held, .. } = self;
        let at = engine.clock.now();
        write(engine, async |tx| {
            if !rows::finish(tx, run, done, &held, summary, at).await? {
                return Ok(false);
            }
            let mut batch = Batch::on(engine.store.backend());
            let ended =
                jobs::Ended { job_id: run.job_id.clone(), end: JobEnd::Done(Done::Plain), is_delivered: true, at };
            jobs::end(&mut batch, engine.store.backend(), &[ended])?;
            batch.send(tx).await?;
            Ok(true)
        })
        .await?;
        Ok(())
    }
}

/// Writes in a transaction of its own; what is false is taken back.
async fn write(
    engine: &Engine,
    writes: impl AsyncFnOnce(&sea_orm::DatabaseTransaction) -> Result<bool, StoreError>,
) -> Result<bool, Error> {
    let tx = engine.store.begin_write().await?;
    let holds = writes(&tx).await;
    if matches!(holds, Ok(true)) {
        engine.store.commit(tx).await?;
    } else {
        tx.rollback().await.map_err(StoreError::from)?;
    }
    Ok(holds?)
}
