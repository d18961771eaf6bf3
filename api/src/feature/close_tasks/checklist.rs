//! The checklist of a period, and its sign-offs. See docs/rules/close-checklist.md#sign-off.

use engine::books::command::Wants;
use engine::features::close_tasks::checklist::Item;
use engine::features::close_tasks::checklist_of;
use engine::features::close_tasks::commands::sign::SignOffTask;
use engine::features::close_tasks::commands::withdraw::WithdrawSignOff;
use engine::features::close_tasks::records::items;
use engine::values::error::Refusal;
use poem::Request;
use poem_openapi::{OpenApi, param::Path};

use super::handlers::CloseTasks;
use crate::app::App;
use crate::auth::Auth;
use crate::auth::reads::Reads;
use crate::body::Body;
use crate::call::Call;
use crate::feature::close_tasks::wire::{Checklist, ChecklistTask, SignOffInput};
use crate::headers::{IdempotencyKey, IfMatch};
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Ok200, Reply};
use crate::schema::Id;
use crate::schema::words::ReasonInput;

/// The checklists of periods.
pub struct ChecklistApi(pub App);

fn shown(item: &Item) -> Reply<Ok200, ChecklistTask> {
    Reply::new(&ChecklistTask::from(item))
}

#[OpenApi(prefix_path = "/accounting-periods")]
impl ChecklistApi {
    /// The checklist of a period
    ///
    /// Its tasks in the order of their due days, each with what its check finds now, in one state of the books. A sign-off is `suspended`
    /// when something was posted that it rested on, or its check is open again. Ids of documents that the caller may not read are left
    /// out. A period of adjustments has no tasks.
    #[oai(path = "/:period_id/checklist", method = "get")]
    async fn read(&self, auth: Reads<CloseTasks>, period_id: Path<Id>) -> Result<Reply<Ok200, Checklist>, Problem> {
        let id = &period_id.0.0;
        let wants = Wants { of_features: checklist_of(id), ..Wants::default() };
        let seen = self.0.look(&auth, &wants).await?;
        let period = seen.catalog.periods.get(id.as_str());
        let period = period.ok_or_else(|| Refusal::not_found("accounting period", id))?;
        let shown = items(&seen).iter().map(|item| item.clone().shown_to(&seen));
        Ok(Reply::new(&Checklist::of(period, &shown.collect::<Vec<_>>())))
    }

    /// Sign a task of the checklist off
    ///
    /// When its check finds nothing missing; or once more, where it is suspended.
    #[oai(path = "/:period_id/checklist/:close_task_id/sign-off", method = "post", operation_id = "signOffCloseTask")]
    async fn sign_off(
        &self,
        auth: Auth,
        raw: &Request,
        period_id: Path<Id>,
        close_task_id: Path<Id>,
        key: IdempotencyKey,
        body: Body<SignOffInput>,
    ) -> Result<Reply<Ok200, ChecklistTask>, Refused<SignOffTask>> {
        let call = Call::new(auth, raw, key, IfMatch(None), &body.raw);
        let (input, faults) = body.into_parts();
        let evidence = input.evidence.0.map(Into::into);
        let command =
            SignOffTask { period_id: period_id.0.into(), close_task_id: close_task_id.0.into(), evidence, faults };
        self.0.run(call, command, shown).await
    }

    /// Take the sign-off of a task back
    #[oai(path = "/:period_id/checklist/:close_task_id/withdraw", method = "post", operation_id = "withdrawCloseTask")]
    async fn withdraw(
        &self,
        auth: Auth,
        raw: &Request,
        period_id: Path<Id>,
        close_task_id: Path<Id>,
        key: IdempotencyKey,
        body: Body<ReasonInput>,
    ) -> Result<Reply<Ok200, ChecklistTask>, Refused<WithdrawSignOff>> {
        let call = Call::new(auth, raw, key, IfMatch(None), &body.raw);
        let (input, faults) = body.into_parts();
        let reason = input.reason.0.map(Into::into);
        let command =
            WithdrawSignOff { period_id: period_id.0.into(), close_task_id: close_task_id.0.into(), reason, faults };
        self.0.run(call, command, shown).await
    }
}
