//! What people do with jobs.

use crate::books::command::{
    AuditEntry, Change, Command, Decision, Effects, Needed, Permitted, Refuses, Snapshot, Takes, Wants,
};
use crate::books::queue::{JobRecord, JobState};
use crate::values::error::{Refusal, RefusalName};

/// Puts a job that was set aside back into its queue (`POST /jobs/{id}/retry`). Its count of starts begins again.
pub struct RetryJob {
    pub job_id: String,
}

impl Refuses for RetryJob {
    const REFUSALS: &'static [RefusalName] = &[RefusalName::JobNotRetryable];
}

impl Permitted for RetryJob {
    const TAKES: Takes = Takes::These(&[("job", "write")]);
}

impl Command for RetryJob {
    type Answer = JobRecord;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn wants(&self) -> Wants {
        Wants { job: Some(self.job_id.clone()), ..Wants::default() }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<JobRecord>, Refusal> {
        let Some(record) = &snapshot.job else { return Err(Refusal::not_found("job", &self.job_id)) };
        if record.state != JobState::Quarantined {
            let detail = format!("job {} is {}; only a quarantined job is retried", self.job_id, record.state.name());
            return Err(RefusalName::JobNotRetryable.because(detail));
        }
        let retried = JobRecord { state: JobState::Queued, starts: 0, ..record.clone() };
        let by = &snapshot.actor.user_id;
        let entry = AuditEntry::about("job", &self.job_id, "Retried", by).with("last_error", record.last_error.clone());
        Ok(Decision::new(Effects::one(snapshot.now, Change::RetryJob(Box::new(record.clone())), entry), retried))
    }
}
