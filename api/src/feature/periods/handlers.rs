//! Accounting periods: open, soft-closed, hard-closed, per sub-ledger. See docs/rules/periods.md#close.

use engine::approval::access::Actor;
use engine::books::command::{Takes, Wants};
use engine::books::period::{Period, Scope};
use engine::books::queue::JobEnd;
use engine::books::request::{LedTo, Unanswered};
use engine::features::close_tasks;
use engine::features::periods::commands::close::RequestClose;
use engine::features::periods::commands::create::CreatePeriod;
use engine::features::periods::commands::delete::DeletePeriod;
use engine::features::periods::commands::hard_close::HardClose;
use engine::features::periods::commands::reopen::Reopen;
use engine::values::error::{Faults, Refusal};
use engine::values::page::{Cursor, slice};
use poem::Request;
use poem_openapi::{OpenApi, param::Path, param::Query};

use super::dry_close;
use crate::app::App;
use crate::auth::Auth;
use crate::auth::reads::{Readable, Reads};
use crate::body::Body;
use crate::call::{Call, Outcome, led_elsewhere};
use crate::feature::periods::wire::{
    CloseInput, Closed, HardCloseInput, PeriodInput, PeriodView, ReopenInput, Reopened, UnpostedEntries,
};
use crate::feature::{master, trail};
use crate::headers::{IdempotencyKey, IfMatch};
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Created201, NoContent, Ok200, Ok200Or202, Reply};
use crate::schema::Id;
use crate::schema::page::{PageOf, check_limit, filled, request};
use crate::schema::trail::Trail;
use crate::spec::PREFIX;

/// Accounting periods.
pub struct PeriodApi(pub App);

impl Readable for PeriodApi {
    const TAKES: Takes = Takes::These(&[("accounting_period", "read")]);
}

#[OpenApi(prefix_path = "/accounting-periods")]
impl PeriodApi {
    /// Open a new accounting period
    ///
    /// Periods do not overlap.
    #[oai(path = "/", method = "post")]
    async fn create(
        &self,
        auth: Auth,
        raw: &Request,
        key: IdempotencyKey,
        body: Body<PeriodInput>,
    ) -> Result<Reply<Created201, PeriodView>, Refused<CreatePeriod>> {
        let call = Call::new(auth, raw, key, IfMatch(None), &body.raw);
        let (input, faults) = body.into_parts();
        let command = CreatePeriod {
            period_id: input.period_id.0.map(Into::into).unwrap_or_default(),
            period_name: input.period_name.0.map(Into::into),
            start_date: input.start_date.0.map(|date| date.0),
            end_date: input.end_date.0.map(|date| date.0),
            faults,
        };
        let render = |period: &Period| {
            Reply::new(&PeriodView::from(period))
                .location(format!("{PREFIX}/accounting-periods/{}", period.period_id))
                .version(period.version)
        };
        self.0.run(call, command, render).await
    }

    /// List accounting periods
    ///
    /// The latest first.
    #[oai(path = "/", method = "get")]
    async fn list(
        &self,
        auth: Reads<Self>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<PeriodView>>, Problem> {
        let seen = self.0.look(&auth, &Wants::default()).await?;
        let page = request(limit.0, cursor.0, count.0)?;
        let at = |period: &&Period| {
            let day = period.start_date.to_string().replace('-', "").parse().unwrap_or(0);
            Cursor { at: day, id: period.period_id.clone() }
        };
        Ok(filled(slice(seen.catalog.periods.values(), &page, at), at, PeriodView::from))
    }

    /// Read an accounting period
    ///
    /// `is_closed` speaks of the whole period; `sub_ledgers` tells how far each part is closed.
    #[oai(path = "/:period_id", method = "get")]
    async fn read(&self, auth: Reads<Self>, period_id: Path<Id>) -> Result<Reply<Ok200, PeriodView>, Problem> {
        let seen = self.0.look(&auth, &Wants::default()).await?;
        let found = seen.catalog.periods.get(period_id.0.0.as_str());
        let period = found.ok_or_else(|| Refusal::not_found("accounting period", &period_id.0))?;
        Ok(Reply::new(&PeriodView::from(period)).version(period.version))
    }

    /// Take an accounting period back
    ///
    /// One that belongs to no fiscal year, or the period of adjustments of one that is not closed. Only the first or the last period
    /// goes, that was never closed, and on which nothing rests: 409 `in_use` names what does in `used_by`.
    #[oai(path = "/:period_id", method = "delete")]
    async fn delete(
        &self,
        auth: Auth,
        raw: &Request,
        period_id: Path<Id>,
        if_match: IfMatch,
    ) -> Result<NoContent, Refused<DeletePeriod>> {
        master::delete(&self.0, auth, raw, if_match, DeletePeriod { period_id: period_id.0.into() }).await
    }

    /// Close a period for a scope
    ///
    /// A job does it, after the period's queued postings, and the request waits for it: when it outlasts the wait the answer
    /// is 202 with a `job_id`. Unposted documents bar the close (409 `unposted_documents`, with the counts) unless `force`;
    /// required tasks of the checklist that are not signed off bar the close of the last part (409 `close_tasks_open`).
    /// A dry run tells in `would_post` what the job would post before it closes.
    #[oai(path = "/:period_id/close", method = "post")]
    #[allow(clippy::too_many_arguments, reason = "each is a part of the request")]
    async fn close(
        &self,
        auth: Auth,
        raw: &Request,
        period_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        /// Decide and answer, and change nothing.
        dry_run: Query<Option<bool>>,
        body: Body<CloseInput>,
    ) -> Result<Reply<Ok200Or202, Closed>, Refused<RequestClose>> {
        let call = Call::new(auth, raw, key, if_match, &body.raw).dry(dry_run.0);
        let (input, faults) = body.into_parts();
        faults.or(())?;
        let scope: Scope = input.close_type.map_or(Scope::All, Into::into);
        let (period_id, force) = (period_id.0.0, input.force.unwrap_or(false));
        let ask = RequestClose { period_id: period_id.clone(), scope, force };
        if call.is_dry() {
            return dry_close::answer(&self.0, call, ask).await;
        }
        let led_to = |job_id: &String| LedTo::Job { job_id: job_id.clone() };
        self.0
            .run_waiting(call, ask, led_to, move |app, asked: Outcome<String>| async move {
                let job_id = match asked {
                    Outcome::Decided(job_id)
                    | Outcome::Interrupted(Unanswered { led_to: LedTo::Job { job_id }, .. }) => job_id,
                    Outcome::Interrupted(earlier) => return Err(led_elsewhere(&earlier.led_to)),
                };
                let ended = app.engine.wait_for_job(&job_id, app.posting_wait).await?;
                if let Some(JobEnd::Refused(refusal)) = ended.as_ref().and_then(|record| record.end.clone()) {
                    return Err(refusal.into());
                }
                let wants = Wants { of_features: close_tasks::checklist_of(&period_id), ..Wants::default() };
                let seen = app.engine.look(&Actor::system(), &wants).await?;
                let period = seen
                    .catalog
                    .periods
                    .get(&period_id)
                    .ok_or_else(|| Refusal::not_found("accounting period", &period_id))?;
                let is_done = ended.is_some();
                let status = if is_done { 200 } else { 202 };
                Ok(Reply::new(&Closed::of(period, scope, (!is_done).then_some(job_id)).with_tasks(&seen))
                    .status(status)
                    .version(period.version))
            })
            .await
    }

    /// Reopen a soft-closed period for a scope
    ///
    /// What was approved under the close is posted now. A hard-closed period stays closed.
    #[oai(path = "/:period_id/reopen", method = "post")]
    async fn reopen(
        &self,
        auth: Auth,
        raw: &Request,
        period_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Body<ReopenInput>,
    ) -> Result<Reply<Ok200, Reopened>, Refused<Reopen>> {
        let call = Call::new(auth, raw, key, if_match, &body.raw);
        let (input, faults) = body.into_parts();
        let scope: Scope = input.reopen_type.map_or(Scope::All, Into::into);
        let command = Reopen { period_id: period_id.0.into(), scope, reason: input.reason.0.map(Into::into), faults };
        let render = move |period: &Period| {
            let change = period.last_change.as_ref();
            let answer = Reopened {
                period_id: period.period_id.clone(),
                period_name: period.period_name.clone(),
                is_closed: period.is_closed(scope),
                reopened_at: change.and_then(|change| change.reopened_at).map(Into::into),
                reopened_by: change.and_then(|change| change.reopened_by.clone()),
                reason: change.and_then(|change| change.reason.clone()),
                reopen_type: scope.into(),
            };
            Reply::new(&answer).version(period.version)
        };
        self.0.run(call, command, render).await
    }

    /// Close a period for good
    ///
    /// Only when everything in it is soft-closed, nothing is unposted, and every earlier period is hard-closed.
    #[oai(path = "/:period_id/hard-close", method = "post")]
    async fn hard_close(
        &self,
        auth: Auth,
        raw: &Request,
        period_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Body<HardCloseInput>,
    ) -> Result<Reply<Ok200, PeriodView>, Refused<HardClose>> {
        let call = Call::new(auth, raw, key, if_match, &body.raw);
        let (input, faults) = body.into_parts();
        let command = HardClose { period_id: period_id.0.into(), reason: input.reason.0.map(Into::into), faults };
        self.0.run(call, command, |period: &Period| Reply::new(&PeriodView::from(period)).version(period.version)).await
    }

    /// The documents that bar a close
    ///
    /// Documents in Draft, Pending Approval, On Hold or Approved, by type and status. Documents of types
    /// that the caller may not read are counted and not shown.
    #[oai(path = "/:period_id/unposted-entries", method = "get")]
    async fn unposted_entries(
        &self,
        auth: Reads<Self>,
        period_id: Path<Id>,
        /// So many of each type and status, the newest; `summary` then also has `by_type`. All when left out.
        at_most: Query<Option<u64>>,
    ) -> Result<Reply<Ok200, UnpostedEntries>, Problem> {
        let mut faults = Faults::default();
        if let Some(most) = at_most.0 {
            check_limit("at_most", most, &mut faults);
        }
        faults.or(()).map_err(Problem::from)?;
        let seen = self.0.look(&auth, &Wants::default()).await?;
        super::unposted::answer(&self.0, &seen, &period_id.0, at_most.0).await
    }

    /// Everything that was done to the period
    ///
    /// A forced close names the documents that it stranded; without `payroll.read`, `stranded_not_shown` counts those of payroll.
    #[oai(path = "/:period_id/audit-trail", method = "get")]
    async fn audit_trail(&self, auth: Reads<Self, true>, period_id: Path<Id>) -> Result<Reply<Ok200, Trail>, Problem> {
        let seen = self.0.look(&auth, &Wants::default()).await?;
        trail::of_period(&self.0, &period_id.0, !seen.reads_payroll()).await
    }
}
