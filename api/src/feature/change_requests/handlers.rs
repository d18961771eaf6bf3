//! Change requests: what waits for signatures because a rule guards it. See docs/rules/change-requests.md.

use engine::approval::access::Actor;
use engine::books::change_request::{ChangeRequest, Move, RESOURCE};
use engine::books::command::takes::Own;
use engine::books::command::{Permitted, Refuses, Snapshot, Takes, Wants};
use engine::books::request::LedTo;
use engine::features::change_requests::commands::Moved;
use engine::features::change_requests::commands::approve::{ApproveChange, ChangeApproved};
use engine::features::change_requests::commands::guard;
use engine::features::change_requests::commands::step::{Hold, Reject, Step, StepChange, Unhold, Withdraw};
use engine::features::change_requests::query::{Filter, cursor as cursor_of};
use engine::values::money::Currency;
use poem::Request;
use poem_openapi::{OpenApi, param::Path, param::Query};

use crate::app::App;
use crate::auth::Auth;
use crate::auth::reads::{Readable, Reads};
use crate::body::Body;
use crate::call::{Call, Outcome};
use crate::feature::documents::words;
use crate::feature::trail;
use crate::headers::{IdempotencyKey, IfMatch};
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Ok200, Reply};
use crate::schema::change_request::{ChangeRequestSummary, ChangeRequestView, WireChangeStatus};
use crate::schema::governed::{RuleAction, RuleDocumentType};
use crate::schema::page::{PageOf, filled, request};
use crate::schema::trail::Trail;
use crate::schema::words::{ApproveInput, NoInput, ReasonInput};
use crate::schema::{Id, WireUserId};

/// What waits for signatures because a rule guards it.
pub struct ChangeRequestApi(pub App);

type View = Reply<Ok200, ChangeRequestView>;

impl Readable for ChangeRequestApi {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "read")]);
}

/// One of them, which who asked for it reads, too.
pub enum One {}

impl Readable for One {
    const TAKES: Takes = Takes::Own(Own::ChangeRequest);
}

#[OpenApi(prefix_path = "/change-requests")]
impl ChangeRequestApi {
    /// List change requests
    ///
    /// Newest first, whatever became of them. What exactly each asks for stands in its own read.
    #[oai(path = "/", method = "get")]
    #[allow(clippy::too_many_arguments, reason = "each is a part of the request")]
    async fn list(
        &self,
        auth: Reads<Self>,
        /// Only those that stand so.
        status: Query<Option<WireChangeStatus>>,
        /// Only those that change things of this type.
        document_type: Query<Option<RuleDocumentType>>,
        /// Only those that ask for this action.
        action: Query<Option<RuleAction>>,
        /// Only those that this person asked for.
        requested_by: Query<Option<WireUserId>>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<ChangeRequestSummary>>, Problem> {
        let page = request(limit.0, cursor.0, count.0)?;
        let filter = Filter {
            status: status.0.map(Into::into),
            document_type: document_type.0.map(Into::into),
            action: action.0.map(Into::into),
            requested_by: requested_by.0.map(|id| id.0),
        };
        let found = self.0.engine.list_change_requests(&auth.0, &filter, &page).await?;
        let base = self.0.engine.settings.base_currency;
        Ok(filled(found, cursor_of, |found| ChangeRequestSummary::of(&found, base)))
    }

    /// Read a change request
    ///
    /// With the plan, and the exact change that is asked for. Who asked for it may read it, too.
    #[oai(path = "/:change_request_id", method = "get")]
    async fn read(&self, auth: Reads<One>, change_request_id: Path<Id>) -> Result<View, Problem> {
        shown(&self.0, &auth.0, &change_request_id.0).await
    }

    /// Sign the current level of a change request
    ///
    /// The last signature has it carried out by a job, in the requester's name and in the state that the books are in then; the answer
    /// waits a moment for that, and normally says `Done`, or `Failed` with the `problem` when it no longer fits. When no worker runs it is
    /// `Approved`, and carried out as soon as one does. Who asked for it does not sign it, nor who gains by it or is changed by it, and
    /// nobody signs two levels.
    #[oai(path = "/:change_request_id/approve", method = "post")]
    async fn approve(
        &self,
        auth: Auth,
        raw: &Request,
        change_request_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Body<ApproveInput>,
    ) -> Result<View, Refused<ApproveChange>> {
        let call = Call::new(auth, raw, key, if_match, &body.raw);
        let (input, faults) = body.into_parts();
        faults.or(())?;
        let (id, by) = (change_request_id.0, call.actor().clone());
        let comments = input.comments.map(Into::into);
        let command = ApproveChange { change_request_id: id.to_string(), comments };
        let led_to = |signed: &ChangeApproved| LedTo::Signed { level: signed.level, job_id: signed.job_id.clone() };
        self.0
            .run_waiting(call, command, led_to, move |app, signed| async move {
                if let Some(job_id) = job_of(signed) {
                    app.engine.wait_for_job(&job_id, app.posting_wait).await?;
                }
                // Who signed it sees what became of it.
                view(&app.engine.look(&by, &Wants::change_request(&id)).await?, &id)
            })
            .await
    }

    /// Reject a change request for good
    ///
    /// For those who may sign the current level. What it asked for does not happen.
    #[oai(path = "/:change_request_id/reject", method = "post")]
    async fn reject(
        &self,
        auth: Auth,
        raw: &Request,
        change_request_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Body<ReasonInput>,
    ) -> Result<View, Refused<Reject>> {
        let call = Call::new(auth, raw, key, if_match, &body.raw);
        let (input, faults) = body.into_parts();
        let reason = words(input.reason.0, "reason", faults)?;
        self.step(call, change_request_id.0, Reject { reason }).await
    }

    /// Put a change request on hold
    ///
    /// The levels reached are kept. `unhold` resumes it.
    #[oai(path = "/:change_request_id/hold", method = "post")]
    async fn hold(
        &self,
        auth: Auth,
        raw: &Request,
        change_request_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Body<ReasonInput>,
    ) -> Result<View, Refused<Hold>> {
        let call = Call::new(auth, raw, key, if_match, &body.raw);
        let (input, faults) = body.into_parts();
        let reason = words(input.reason.0, "reason", faults)?;
        self.step(call, change_request_id.0, Hold { reason }).await
    }

    /// Take a change request up again
    ///
    /// For those who may sign the current level, and for whoever held it.
    #[oai(path = "/:change_request_id/unhold", method = "post")]
    async fn unhold(
        &self,
        auth: Auth,
        raw: &Request,
        change_request_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Body<NoInput>,
    ) -> Result<View, Refused<Unhold>> {
        let call = Call::new(auth, raw, key, if_match, &body.raw);
        body.faults.or(())?;
        self.step(call, change_request_id.0, Unhold {}).await
    }

    /// Withdraw a change request
    ///
    /// By who asked for it, while it is pending or on hold.
    #[oai(path = "/:change_request_id/withdraw", method = "post")]
    async fn withdraw(
        &self,
        auth: Auth,
        raw: &Request,
        change_request_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Body<NoInput>,
    ) -> Result<View, Refused<Withdraw>> {
        let call = Call::new(auth, raw, key, if_match, &body.raw);
        body.faults.or(())?;
        self.step(call, change_request_id.0, Withdraw {}).await
    }

    /// Everything that was done to a change request
    ///
    /// Oldest first, from the one who asked for it to its end.
    #[oai(path = "/:change_request_id/audit-trail", method = "get")]
    async fn audit_trail(
        &self,
        auth: Reads<One, true>,
        change_request_id: Path<Id>,
    ) -> Result<Reply<Ok200, Trail>, Problem> {
        let id = change_request_id.0;
        seen(&self.0, &auth.0, &id).await?;
        trail::of_known(&self.0, RESOURCE, &id).await
    }
}

impl ChangeRequestApi {
    async fn step<S: Into<Step> + Permitted + Refuses>(&self, call: Call, id: Id, step: S) -> Result<View, Refused<S>> {
        let base = self.0.engine.settings.base_currency;
        let render =
            move |Moved { request, allowed, sees_numbers, .. }: &Moved| rendered(request, allowed, base, *sees_numbers);
        let command = StepChange { change_request_id: id.to_string(), step: step.into() };
        Ok(self.0.run(call, command, render).await.map_err(Problem::from)?)
    }
}

/// The job that a last signature led to.
fn job_of(signed: Outcome<ChangeApproved>) -> Option<String> {
    match signed {
        Outcome::Decided(signed) => signed.job_id,
        Outcome::Interrupted(earlier) => match earlier.led_to {
            LedTo::Signed { job_id, .. } | LedTo::Payment { job_id, .. } => job_id,
            LedTo::Job { job_id } => Some(job_id),
        },
    }
}

/// The change request, for its requester and for who may read all.
async fn seen(app: &App, actor: &Actor, id: &Id) -> Result<Snapshot, Problem> {
    let seen = app.engine.look(actor, &Wants::change_request(id)).await?;
    let own = seen.change_request.as_ref().is_some_and(|request| *request.requested_by() == actor.user_id);
    if !own {
        seen.require(RESOURCE, "read")?;
    }
    seen.change_request(id)?;
    Ok(seen)
}

async fn shown(app: &App, actor: &Actor, id: &Id) -> Result<View, Problem> {
    view(&seen(app, actor, id).await?, id)
}

fn view(seen: &Snapshot, id: &Id) -> Result<View, Problem> {
    let found = seen.change_request(id)?;
    let allowed = guard::allowed(found, seen);
    Ok(rendered(found, &allowed, seen.settings.base_currency, guard::sees_numbers(found, seen)))
}

/// The change request as every operation answers it.
fn rendered(found: &ChangeRequest, allowed: &[Move], base: Currency, sees_numbers: bool) -> View {
    let view = ChangeRequestView::of(found, allowed, base);
    let view = if sees_numbers { view } else { view.with_masked_numbers() };
    Reply::new(&view).version(found.version)
}
