//! Fiscal years: recorded with their periods, closed and reopened. See docs/rules/fiscal-years.md#close-of-a-year.

use engine::books::command::{Takes, Wants};
use engine::books::period::Period;
use engine::features::fiscal_years::commands::adjustment::AddAdjustmentPeriod;
use engine::features::fiscal_years::commands::close::{CloseFiscalYear, YearClosed};
use engine::features::fiscal_years::commands::create::{CreateFiscalYear, WithPeriods};
use engine::features::fiscal_years::commands::delete::DeleteFiscalYear;
use engine::features::fiscal_years::commands::reopen::ReopenFiscalYear;
use engine::features::fiscal_years::model::{FiscalYear, RESOURCE, TITLE};
use engine::features::fiscal_years::query::cursor as cursor_of;
use poem::Request;
use poem_openapi::{OpenApi, param::Path, param::Query};

use super::wire::{CloseYearInput, ClosedYear, FiscalYearInput, FiscalYearView, ReopenYearInput};
use crate::app::App;
use crate::auth::Auth;
use crate::auth::reads::{Readable, Reads};
use crate::body::Body;
use crate::call::Call;
use crate::feature::documents::posting_itself;
use crate::feature::periods::PeriodView;
use crate::feature::{master, trail};
use crate::headers::{IdempotencyKey, IfMatch};
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Created201, NoContent, Ok200, Reply};
use crate::schema::Id;
use crate::schema::page::{PageOf, filled, request};
use crate::schema::trail::Trail;
use crate::schema::words::NoInput;
use crate::spec::PREFIX;

/// Fiscal years.
pub struct FiscalYearApi(pub App);

impl Readable for FiscalYearApi {
    const TAKES: Takes = Takes::These(&[("accounting_period", "read")]);
}

#[OpenApi(prefix_path = "/fiscal-years")]
impl FiscalYearApi {
    /// Record a fiscal year
    ///
    /// With its periods: those that are not there yet are made. A year has at most 13, beside that of adjustments.
    #[oai(path = "/", method = "post")]
    async fn create(
        &self,
        auth: Auth,
        raw: &Request,
        key: IdempotencyKey,
        body: Body<FiscalYearInput>,
    ) -> Result<Reply<Created201, FiscalYearView>, Refused<CreateFiscalYear>> {
        let call = Call::new(auth, raw, key, IfMatch(None), &body.raw);
        let (input, faults) = body.into_parts();
        let command = CreateFiscalYear {
            fiscal_year_id: input.fiscal_year_id.0.map(Into::into).unwrap_or_default(),
            fiscal_year_name: input.fiscal_year_name.0.map(Into::into),
            start_date: input.start_date.0.map(|date| date.0),
            end_date: input.end_date.map(|date| date.0),
            pattern: input.period_pattern.map(Into::into),
            adjustment_period: input.adjustment_period.unwrap_or(false),
            faults,
        };
        let render = |made: &WithPeriods| {
            Reply::new(&FiscalYearView::made(made))
                .location(format!("{PREFIX}/fiscal-years/{}", made.year.fiscal_year_id))
                .version(made.year.version)
        };
        self.0.run(call, command, render).await
    }

    /// List fiscal years
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
    ) -> Result<Reply<Ok200, PageOf<FiscalYearView>>, Problem> {
        let page = request(limit.0, cursor.0, count.0)?;
        let catalog = self.0.look(&auth, &Wants::default()).await?.catalog;
        let found = self.0.engine.list_fiscal_years(&auth.0, &page).await?;
        Ok(filled(found, cursor_of, |year: FiscalYear| FiscalYearView::of(&year, &catalog)))
    }

    /// Read a fiscal year
    ///
    /// Its `version` is the `ETag`.
    #[oai(path = "/:fiscal_year_id", method = "get")]
    async fn read(&self, auth: Reads<Self>, fiscal_year_id: Path<Id>) -> Result<Reply<Ok200, FiscalYearView>, Problem> {
        let catalog = self.0.look(&auth, &Wants::default()).await?.catalog;
        let year = self.0.engine.fiscal_year(&auth.0, &fiscal_year_id.0).await?;
        Ok(Reply::new(&FiscalYearView::of(&year, &catalog)).version(year.version))
    }

    /// Take a fiscal year back
    ///
    /// With the periods that came with it; those that were there before stay. Only the first or the last year goes, that was never
    /// closed, and on whose periods nothing rests: 409 `in_use` names what does in `used_by`.
    #[oai(path = "/:fiscal_year_id", method = "delete")]
    async fn delete(
        &self,
        auth: Auth,
        raw: &Request,
        fiscal_year_id: Path<Id>,
        if_match: IfMatch,
    ) -> Result<NoContent, Refused<DeleteFiscalYear>> {
        let command = DeleteFiscalYear { fiscal_year_id: fiscal_year_id.0.into() };
        master::delete(&self.0, auth, raw, if_match, command).await
    }

    /// Add the period of adjustments
    ///
    /// As `adjustment_period` makes it with the year, which must not be closed.
    #[oai(path = "/:fiscal_year_id/adjustment-period", method = "post", operation_id = "addFiscalYearAdjustmentPeriod")]
    async fn adjustment_period(
        &self,
        auth: Auth,
        raw: &Request,
        fiscal_year_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Body<NoInput>,
    ) -> Result<Reply<Created201, PeriodView>, Refused<AddAdjustmentPeriod>> {
        let call = Call::new(auth, raw, key, if_match, &body.raw);
        let command = AddAdjustmentPeriod { fiscal_year_id: fiscal_year_id.0.into(), faults: body.faults };
        let render = |period: &Period| {
            Reply::new(&PeriodView::from(period))
                .location(format!("{PREFIX}/accounting-periods/{}", period.period_id))
                .version(period.version)
        };
        self.0.run(call, command, render).await
    }

    /// Close a fiscal year
    ///
    /// When all its periods are closed, and every earlier year. One closing entry, of the year's last day, carries income and
    /// expenses into retained earnings; the income statement goes on to show the year. Again, after adjustments, it carries the
    /// difference. A dry run shows the entry, and as `would_post` what it posts.
    #[oai(path = "/:fiscal_year_id/close", method = "post")]
    #[allow(clippy::too_many_arguments, reason = "each is a part of the request")]
    async fn close(
        &self,
        auth: Auth,
        raw: &Request,
        fiscal_year_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        /// Decide and answer, and change nothing.
        dry_run: Query<Option<bool>>,
        body: Body<CloseYearInput>,
    ) -> Result<Reply<Ok200, ClosedYear>, Refused<CloseFiscalYear>> {
        let call = Call::new(auth, raw, key, if_match, &body.raw).dry(dry_run.0);
        let (input, faults) = body.into_parts();
        let retained_earnings_account_id = input.retained_earnings_account_id.map(Into::into);
        let year = self.named(&fiscal_year_id.0).await?;
        let command = CloseFiscalYear { year, retained_earnings_account_id, faults };
        let base = self.0.engine.settings.base_currency;
        let render = move |done: &YearClosed| Reply::new(&ClosedYear::of(done, base)).version(done.year.version);
        posting_itself(&self.0, call, command, render).await
    }

    /// Reopen a fiscal year
    ///
    /// Its closing entries are taken back on their own day. Its periods stay closed, until they are reopened.
    #[oai(path = "/:fiscal_year_id/reopen", method = "post")]
    async fn reopen(
        &self,
        auth: Auth,
        raw: &Request,
        fiscal_year_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Body<ReopenYearInput>,
    ) -> Result<Reply<Ok200, FiscalYearView>, Refused<ReopenFiscalYear>> {
        let call = Call::new(auth, raw, key, if_match, &body.raw);
        let (input, faults) = body.into_parts();
        let year = self.named(&fiscal_year_id.0).await?;
        let catalog = self.0.engine.present_catalog().await?;
        let command = ReopenFiscalYear { year, reason: input.reason.0.map(Into::into), faults };
        let render = move |year: &FiscalYear| Reply::new(&FiscalYearView::of(year, &catalog)).version(year.version);
        self.0.run(call, command, render).await
    }

    /// Everything that was done to the fiscal year
    ///
    /// Oldest first.
    #[oai(path = "/:fiscal_year_id/audit-trail", method = "get")]
    async fn audit_trail(
        &self,
        auth: Reads<Self, true>,
        fiscal_year_id: Path<Id>,
    ) -> Result<Reply<Ok200, Trail>, Problem> {
        self.0.look(&auth, &Wants::default()).await?;
        trail::of(&self.0, RESOURCE, TITLE, &fiscal_year_id.0).await
    }

    /// The year as it stands, for a command that names its closing entries.
    async fn named(&self, id: &str) -> Result<FiscalYear, Problem> {
        Ok(self.0.engine.present_fiscal_year(id).await?)
    }
}
