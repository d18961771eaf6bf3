//! Budgets: written, listed, read, put in force and locked.

use engine::books::command::{Takes, Wants};
use engine::features::budgets::commands::create::CreateBudget;
use engine::features::budgets::commands::edit::EditBudget;
use engine::features::budgets::commands::step::{ActivateBudget, LockBudget};
use engine::features::budgets::model::{Budget, RESOURCE, TITLE};
use engine::features::budgets::reads::{cursor as cursor_of, line_cursor};
use engine::features::budgets::records::{found, seen};
use engine::values::money::Currency;
use poem::Request;
use poem_openapi::types::ToJSON;
use poem_openapi::{OpenApi, param::Path, param::Query};

use super::wire::{BudgetInput, BudgetLine, BudgetStatus, BudgetUpdate, BudgetView};
use crate::app::App;
use crate::auth::Auth;
use crate::auth::reads::{Readable, Reads};
use crate::body::{Body, Edit};
use crate::call::Call;
use crate::feature::trail;
use crate::headers::{IdempotencyKey, IfMatch};
use crate::order::about::About;
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Created201, Ok200, Reply};
use crate::schema::Id;
use crate::schema::page::{PageOf, filled, request};
use crate::schema::trail::Trail;
use crate::schema::words::NoInput;
use crate::spec::PREFIX;

/// Budgets.
pub struct BudgetApi(pub App);

impl Readable for BudgetApi {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "read")]);
}

impl BudgetApi {
    fn base(&self) -> Currency {
        self.0.engine.settings.base_currency
    }

    /// How a budget is answered.
    fn shown(&self) -> impl Fn(&Budget) -> Reply<Ok200, BudgetView> + Send + Sync + 'static {
        let base = self.base();
        move |of: &Budget| Reply::new(&BudgetView::of(of, base)).version(of.version)
    }
}

#[OpenApi(prefix_path = "/budgets")]
impl BudgetApi {
    /// Keep a budget
    ///
    /// A draft, as a new version of its fiscal year's: empty, with `lines`, or with those of another one.
    #[oai(path = "/", method = "post")]
    async fn create(
        &self,
        auth: Auth,
        raw: &Request,
        key: IdempotencyKey,
        body: Body<BudgetInput>,
    ) -> Result<Reply<Created201, BudgetView>, Refused<CreateBudget>> {
        let call = Call::new(auth, raw, key, IfMatch(None), &body.raw);
        let (input, faults) = body.into_parts();
        let base = self.base();
        let render = move |of: &Budget| {
            Reply::new(&BudgetView::of(of, base))
                .location(format!("{PREFIX}/budgets/{}", of.budget_id))
                .version(of.version)
        };
        self.0.run(call, input.into_command(faults), render).await
    }

    /// List budgets
    ///
    /// The newest first.
    #[oai(path = "/", method = "get")]
    #[allow(clippy::too_many_arguments, reason = "each is a part of the request")]
    async fn list(
        &self,
        auth: Reads<Self>,
        /// Only the versions of this year's.
        fiscal_year_id: Query<Option<Id>>,
        /// Only those that stand so.
        status: Query<Option<BudgetStatus>>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<BudgetView>>, Problem> {
        let page = request(limit.0, cursor.0, count.0)?;
        let year = fiscal_year_id.0.map(String::from);
        let wanted = (year.as_deref(), status.0.map(Into::into));
        let found = self.0.engine.list_budgets(&auth.0, wanted, &page).await?;
        let base = self.base();
        Ok(filled(found, cursor_of, |budget| BudgetView::of(&budget, base)))
    }

    /// Read a budget
    ///
    /// Its `version` is the `ETag`.
    #[oai(path = "/:budget_id", method = "get")]
    async fn read(&self, auth: Reads<Self>, budget_id: Path<Id>) -> Result<Reply<Ok200, BudgetView>, Problem> {
        let seen = self.0.look(&auth, &About::Budget.wants(&budget_id.0)).await?;
        Ok(self.shown()(found(&budget_id.0, &seen)?))
    }

    /// Change a budget
    ///
    /// A draft's name, and all its lines at once.
    #[oai(path = "/:budget_id", method = "put")]
    async fn update(
        &self,
        auth: Auth,
        raw: &Request,
        budget_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        mut body: Edit<BudgetUpdate>,
    ) -> Result<Reply<Ok200, BudgetView>, Refused<EditBudget>> {
        let call = Call::new(auth, raw, key, if_match, &body.raw);
        let now = self.0.engine.look(call.actor(), &About::Budget.wants(&budget_id.0)).await?;
        let stored = seen(&now).budget.as_ref().and_then(|budget| BudgetView::of(budget, self.base()).to_json());
        body.check_read_only(&stored.unwrap_or_default());
        let (input, faults) = body.into_parts();
        self.0.run(call, input.into_command(budget_id.0.into(), faults), self.shown()).await
    }

    /// The lines of a budget
    ///
    /// By account and period.
    #[oai(path = "/:budget_id/lines", method = "get")]
    async fn lines(
        &self,
        auth: Reads<Self>,
        budget_id: Path<Id>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<BudgetLine>>, Problem> {
        let page = request(limit.0, cursor.0, count.0)?;
        let found = self.0.engine.budget_lines(&auth.0, &budget_id.0, &page).await?;
        let base = self.base();
        Ok(filled(found, line_cursor, |(_, line)| BudgetLine::of(&line, base)))
    }

    /// Put a budget in force
    ///
    /// The one that was in force in the year is locked. A locked one may come into force again.
    #[oai(path = "/:budget_id/activate", method = "post")]
    async fn activate(
        &self,
        auth: Auth,
        raw: &Request,
        budget_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Body<NoInput>,
    ) -> Result<Reply<Ok200, BudgetView>, Refused<ActivateBudget>> {
        let call = Call::new(auth, raw, key, if_match, &body.raw);
        let command = ActivateBudget { budget_id: budget_id.0.into(), faults: body.faults };
        self.0.run(call, command, self.shown()).await
    }

    /// Lock a draft
    ///
    /// It stays as it is; a copy of it can be written.
    #[oai(path = "/:budget_id/lock", method = "post")]
    async fn lock(
        &self,
        auth: Auth,
        raw: &Request,
        budget_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Body<NoInput>,
    ) -> Result<Reply<Ok200, BudgetView>, Refused<LockBudget>> {
        let call = Call::new(auth, raw, key, if_match, &body.raw);
        let command = LockBudget { budget_id: budget_id.0.into(), faults: body.faults };
        self.0.run(call, command, self.shown()).await
    }

    /// Everything that was done to the budget
    ///
    /// Oldest first.
    #[oai(path = "/:budget_id/audit-trail", method = "get")]
    async fn audit_trail(&self, auth: Reads<Self, true>, budget_id: Path<Id>) -> Result<Reply<Ok200, Trail>, Problem> {
        self.0.look(&auth, &Wants::default()).await?;
        trail::of(&self.0, RESOURCE, TITLE, &budget_id.0).await
    }
}
