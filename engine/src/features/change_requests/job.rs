//! `carry_out`: carries out a change request that has its signatures, in the name of the user who asked.
//! See docs/rules/change-requests.md#carrying-out.

use std::sync::Arc;

use crate::approval::access::Actor;
use crate::books::change_request::ChangeStage;
use crate::books::queue::{Done, JobRecord, Task};
use crate::books::request::{Asked, CarriedOut};
use crate::features::change_requests::commands::end::FailChange;
use crate::kernel::crash;
use crate::kernel::crash::Point;
use crate::kernel::engine::Engine;
use crate::kernel::interface::Carried;
use crate::kernel::store::read::change_requests;
use crate::values::error::Error;

/// Has the interface carry the call out. What it changes, the change request and this job end in one transaction; so does a failure.
pub(crate) async fn run(engine: &Arc<Engine>, record: &JobRecord) -> Result<Option<Done>, Error> {
    let Task::CarryOut { change_request_id } = &record.task else {
        return Err(Error::Internal(format!("job {} carries nothing out", record.job_id)));
    };
    let found = change_requests::one(&engine.store.reader, change_request_id, false).await?;
    let approved = found.filter(|request| matches!(request.stage, ChangeStage::Approved { .. }));
    // It ended before: so has its job, in the same transaction.
    let Some(request) = approved else { return Ok(Some(Done::Plain)) };
    let carried = CarriedOut { change_request_id: change_request_id.clone(), job_id: record.job_id.clone() };
    crash::crash_point(|| Point::CarryOutBegun);
    match engine.interface()?.carry_out(&request, carried.clone()).await? {
        Carried::Done => {}
        Carried::Refused(refusal) => {
            engine.perform(Asked::by(Actor::system()), FailChange { carried, refusal }).await?;
        }
    }
    crash::crash_point(|| Point::CarryOutCommitted);
    Ok(None)
}
