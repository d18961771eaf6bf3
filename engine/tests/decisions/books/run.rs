//! Carrying out the words of a row, and the jobs that wait.

use std::collections::BTreeSet;

use engine::approval::access::Actor;
use engine::books::action::post::{Post, PostingJob};
use engine::books::command::Effects;
use engine::books::document::Status;
use engine::books::queue::{JobEnd, JobRecord, JobState, Task};
use engine::books::request::CarriedOut;
use engine::features::change_requests::commands::end::FailChange;
use engine::features::periods::commands::close::Close;
use engine::values::error::{Refusal, RefusalName};
use engine::values::kind::DocumentKey;

use super::{Asked, Books, How};
use crate::outcome::{outcome, refused};
use crate::words::{Deed, deed, person};

impl Books {
    /// Carries the words out, and says in one line what they led to.
    pub fn try_command(&mut self, who: &str, words: &str) -> String {
        match deed(words, self) {
            (Deed::One(asked), versions) => {
                self.run_as(&person(who), &*asked, versions, &How::Said(words.to_owned())).0
            }
            (Deed::Work, _) => self.work(),
            (Deed::SetAside(key), _) => self.set_posting_aside(&key),
            (Deed::Pass(hours), _) => {
                self.pass_seconds(hours * 3_600);
                "time passes".to_owned()
            }
        }
    }

    /// Carries a command out: what it led to, in one line and as it is.
    pub fn run(
        &mut self,
        who: &Actor,
        asked: &dyn Asked,
        versions: Option<Vec<i64>>,
    ) -> (String, Result<Effects, Refusal>) {
        self.run_as(who, asked, versions, &How::Said(String::new()))
    }

    fn run_as(
        &mut self,
        who: &Actor,
        asked: &dyn Asked,
        versions: Option<Vec<i64>>,
        how: &How,
    ) -> (String, Result<Effects, Refusal>) {
        self.pass_seconds(1);
        let led_to = self.decide(who, asked, versions.clone(), how);
        let again = self.decide(who, asked, versions, how);
        assert_eq!(format!("{led_to:?}"), format!("{again:?}"), "the same snapshot leads to the same decision");
        let line = outcome(self, who, &led_to);
        if let Ok(effects) = &led_to {
            self.write(effects);
        }
        (line, led_to)
    }

    /// The job that waits for the document's posting.
    pub fn job_of(&self, key: &DocumentKey) -> Option<String> {
        let posts = |job: &&JobRecord| matches!(&job.task, Task::PostDocument { key: of } if of == key);
        self.waiting().filter(posts).map(|job| job.job_id.clone()).next()
    }

    pub fn waiting(&self) -> impl Iterator<Item = &JobRecord> {
        self.jobs.iter().filter(|job| matches!(job.state, JobState::Queued | JobState::Running))
    }

    /// As after five starts that never ended.
    fn set_posting_aside(&mut self, key: &DocumentKey) -> String {
        let Some(job_id) = self.job_of(key) else { return "nothing".to_owned() };
        let job = self.jobs.iter_mut().find(|job| job.job_id == job_id).expect("it waits");
        job.state = JobState::Quarantined;
        "its posting is set aside".to_owned()
    }

    /// Does every job that waits, in order.
    pub fn work(&mut self) -> String {
        let waiting: Vec<JobRecord> = self.waiting().cloned().collect();
        let done: Vec<String> = waiting.iter().flat_map(|job| self.do_job(job)).collect();
        if done.is_empty() { "nothing".to_owned() } else { done.join("; ") }
    }

    /// As the workers do it: what jobs do by commands. Another says that it waits.
    pub fn do_job(&mut self, job: &JobRecord) -> Vec<String> {
        if let Task::PostDocument { key } = &job.task {
            return vec![self.run_posting(Some(job.job_id.clone()), key.clone())];
        }
        if let Task::CarryOut { change_request_id } = &job.task {
            return vec![self.carry_out(change_request_id, &job.job_id)];
        }
        let Task::ClosePeriod { period_id, scope, force, requested_by } = &job.task else {
            return vec![format!("{} waits", job.task.queue().name())];
        };
        let unposted = self.unposted_in(period_id).into_iter();
        let approved: Vec<_> = unposted.filter(|found| found.status == Status::Approved).collect();
        let mut done: Vec<String> = approved.into_iter().map(|found| self.run_posting(None, found.key)).collect();
        let close = |over_approved| Close {
            job_id: Some(job.job_id.clone()),
            period_id: period_id.clone(),
            scope: *scope,
            force: *force,
            over_approved,
            posted_first: BTreeSet::new(),
            requested_by: requested_by.clone(),
        };
        let (mut line, mut led_to) = self.run(&Actor::system(), &close(false), None);
        if led_to.as_ref().is_err_and(|refusal| refusal.is(RefusalName::PostingsInHand)) {
            (line, led_to) = self.run(&Actor::system(), &close(true), None);
        }
        if let Err(refusal) = led_to {
            self.end_job(&job.job_id, &JobEnd::Refused(refusal.clone()));
            line = format!("job {}", refused(&refusal));
        }
        done.push(line);
        done
    }

    /// As the job does it: the words again, by who said them.
    fn carry_out(&mut self, id: &str, job_id: &str) -> String {
        let carried = CarriedOut { change_request_id: id.into(), job_id: job_id.into() };
        let request = self.request(id).expect("a change request").clone();
        let (Deed::One(asked), versions) = deed(&request.call.uri, self) else { panic!("no command") };
        let how = How::CarriesOut(carried.clone());
        let (line, led_to) = self.run_as(&request.requester(), &*asked, versions, &how);
        match led_to {
            Ok(_) => line,
            Err(refusal) => self.run(&Actor::system(), &FailChange { carried, refusal }, None).0,
        }
    }

    fn run_posting(&mut self, job_id: Option<String>, key: DocumentKey) -> String {
        self.run(&Actor::system(), &Post { jobs: vec![PostingJob::of(job_id, key)] }, None).0
    }
}
