//! Tasks of the close, as master data.

use engine::books::command::{Snapshot, Takes};
use engine::features::close_tasks::commands::save::SaveCloseTask;
use engine::features::close_tasks::model::{CloseTask, ID_PREFIX, RESOURCE};
use engine::features::close_tasks::reads::cursor as cursor_of;
use engine::features::close_tasks::records::seen as seen_tasks;
use engine::values::error::Faults;
use engine::values::money::Currency;
use poem::Request;
use poem_openapi::{OpenApi, param::Path, param::Query};

use crate::app::App;
use crate::auth::Auth;
use crate::auth::reads::{Readable, Reads};
use crate::body::{Body, Edit};
use crate::feature::close_tasks::wire::{CloseTaskInput, CloseTaskKind, CloseTaskUpdate, CloseTaskView};
use crate::feature::master;
use crate::feature::master::Master;
use crate::headers::{IdempotencyKey, IfMatch};
use crate::order::about::About;
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Created201, Ok200, Reply};
use crate::schema::Id;
use crate::schema::page::{PageOf, filled, request};
use crate::schema::trail::Trail;

/// Tasks of the close, as master data.
pub struct CloseTasks;

impl Readable for CloseTasks {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "read")]);
}

impl Master for CloseTasks {
    type Record = CloseTask;
    type View = CloseTaskView;
    type Input = CloseTaskInput;
    type Update = CloseTaskUpdate;
    type Save = SaveCloseTask;
    const PATH: &'static str = "/close-tasks";
    const ABOUT: About = About::CloseTask;

    fn find(seen: &Snapshot, id: &str) -> Option<CloseTask> {
        seen_tasks(seen)?.task.clone().filter(|task| task.close_task_id == id)
    }

    fn view(record: &CloseTask, _: Currency) -> CloseTaskView {
        CloseTaskView::from(record)
    }

    fn place(task: &CloseTask) -> (String, i64) {
        (task.close_task_id.clone(), task.version)
    }

    fn create(input: CloseTaskInput, faults: Faults) -> SaveCloseTask {
        let (id, fields) = input.into_fields();
        let close_task_id = id.unwrap_or_else(|| engine::values::id::fresh(ID_PREFIX));
        SaveCloseTask { close_task_id, fields, create: true, faults }
    }

    fn update(close_task_id: String, input: CloseTaskUpdate, faults: Faults) -> SaveCloseTask {
        SaveCloseTask { close_task_id, fields: input.into(), create: false, faults }
    }
}

/// Tasks of the close.
pub struct CloseTaskApi(pub App);

#[OpenApi(prefix_path = "/close-tasks")]
impl CloseTaskApi {
    /// Keep a task of the close
    ///
    /// Each period from then on has it in its checklist. The service checks every kind but `manual`. At most 100 are active.
    #[oai(path = "/", method = "post")]
    async fn create(
        &self,
        auth: Auth,
        raw: &Request,
        key: IdempotencyKey,
        body: Body<CloseTaskInput>,
    ) -> Result<Reply<Created201, CloseTaskView>, Refused<SaveCloseTask, true>> {
        master::create::<CloseTasks>(&self.0, auth, raw, key, body).await
    }

    /// List tasks of the close
    ///
    /// The newest first.
    #[oai(path = "/", method = "get")]
    #[allow(clippy::too_many_arguments, reason = "each is a part of the request")]
    async fn list(
        &self,
        auth: Reads<CloseTasks>,
        /// Only those that are, or are not.
        is_active: Query<Option<bool>>,
        /// Only those of this kind.
        kind: Query<Option<CloseTaskKind>>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<CloseTaskView>>, Problem> {
        let page = request(limit.0, cursor.0, count.0)?;
        let wanted = (is_active.0, kind.0.map(Into::into));
        let found = self.0.engine.list_close_tasks(&auth.0, wanted, &page).await?;
        Ok(filled(found, cursor_of, |task| CloseTaskView::from(&task)))
    }

    /// Read a task of the close
    ///
    /// Its `version` is the `ETag`.
    #[oai(path = "/:close_task_id", method = "get")]
    async fn read(
        &self,
        auth: Reads<CloseTasks>,
        close_task_id: Path<Id>,
    ) -> Result<Reply<Ok200, CloseTaskView>, Problem> {
        master::read::<CloseTasks>(&self.0, &auth, &close_task_id.0).await
    }

    /// Change a task of the close
    ///
    /// Or switch it off, with `is_active`. All but its kind; sign-offs stay.
    #[oai(path = "/:close_task_id", method = "put")]
    async fn update(
        &self,
        auth: Auth,
        raw: &Request,
        close_task_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Edit<CloseTaskUpdate>,
    ) -> Result<Reply<Ok200, CloseTaskView>, Refused<SaveCloseTask>> {
        master::update::<CloseTasks>(&self.0, auth, raw, &close_task_id.0, (key, if_match), body).await
    }

    /// Everything that was done to the task of the close
    ///
    /// Oldest first, with the task after each change.
    #[oai(path = "/:close_task_id/audit-trail", method = "get")]
    async fn audit_trail(
        &self,
        auth: Reads<CloseTasks, true>,
        close_task_id: Path<Id>,
    ) -> Result<Reply<Ok200, Trail>, Problem> {
        master::audit_trail::<CloseTasks>(&self.0, &auth, &close_task_id.0).await
    }
}
