//! Layouts of statements, as master data.

use engine::books::command::{Snapshot, Takes};
use engine::features::report_layouts::commands::save::SaveLayout;
use engine::features::report_layouts::model::ReportLayout;
use engine::features::report_layouts::reads::cursor as cursor_of;
use engine::features::report_layouts::records::seen;
use engine::values::error::Faults;
use engine::values::money::Currency;
use poem::Request;
use poem_openapi::{OpenApi, param::Path, param::Query};

use super::wire::{LaidOutStatement, ReportLayoutInput, ReportLayoutUpdate, ReportLayoutView};
use crate::app::App;
use crate::auth::Auth;
use crate::auth::reads::{Readable, Reads};
use crate::body::{Body, Edit};
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

/// Layouts, as master data.
pub struct ReportLayouts;

impl Readable for ReportLayouts {
    const TAKES: Takes = Takes::These(&[("report", "read")]);
}

impl Master for ReportLayouts {
    type Record = ReportLayout;
    type View = ReportLayoutView;
    type Input = ReportLayoutInput;
    type Update = ReportLayoutUpdate;
    type Save = SaveLayout;
    const PATH: &'static str = "/report-layouts";
    const ABOUT: About = About::ReportLayout;

    fn find(found: &Snapshot, id: &str) -> Option<ReportLayout> {
        seen(found).cloned().filter(|layout| layout.layout_id == id)
    }

    fn view(record: &ReportLayout, _: Currency) -> ReportLayoutView {
        ReportLayoutView::from(record)
    }

    fn place(record: &ReportLayout) -> (String, i64) {
        (record.layout_id.clone(), record.version)
    }

    fn create(input: ReportLayoutInput, faults: Faults) -> SaveLayout {
        input.into_command(faults)
    }

    fn update(layout_id: String, input: ReportLayoutUpdate, faults: Faults) -> SaveLayout {
        input.into_command(layout_id, faults)
    }
}

/// Layouts of statements.
pub struct ReportLayoutApi(pub App);

#[OpenApi(prefix_path = "/report-layouts")]
impl ReportLayoutApi {
    /// Keep a report layout
    ///
    /// The lines of an income statement, a balance sheet or a cash flow: groups of accounts, and subtotals. What no group names is shown
    /// after them.
    #[oai(path = "/", method = "post")]
    async fn create(
        &self,
        auth: Auth,
        raw: &Request,
        key: IdempotencyKey,
        body: Body<ReportLayoutInput>,
    ) -> Result<Reply<Created201, ReportLayoutView>, Refused<SaveLayout, true>> {
        master::create::<ReportLayouts>(&self.0, auth, raw, key, body).await
    }

    /// List report layouts
    ///
    /// The newest first, each in its newest version.
    #[oai(path = "/", method = "get")]
    async fn list(
        &self,
        auth: Reads<ReportLayouts>,
        /// Only those of this statement.
        statement: Query<Option<LaidOutStatement>>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<ReportLayoutView>>, Problem> {
        let page = request(limit.0, cursor.0, count.0)?;
        let found = self.0.engine.list_report_layouts(&auth.0, statement.0.map(Into::into), &page).await?;
        Ok(filled(found, cursor_of, |layout| ReportLayoutView::from(&layout)))
    }

    /// Read a report layout
    ///
    /// Its `version` is the `ETag`.
    #[oai(path = "/:layout_id", method = "get")]
    async fn read(
        &self,
        auth: Reads<ReportLayouts>,
        layout_id: Path<Id>,
        /// An earlier version.
        layout_version: Query<Option<i64>>,
    ) -> Result<Reply<Ok200, ReportLayoutView>, Problem> {
        let found = self.0.engine.report_layout(&auth.0, &layout_id.0.0, layout_version.0).await?;
        Ok(Reply::new(&ReportLayoutView::from(&found)).version(found.version))
    }

    /// Change a report layout
    ///
    /// That makes its next version; reports by earlier ones stay as they are.
    #[oai(path = "/:layout_id", method = "put")]
    async fn update(
        &self,
        auth: Auth,
        raw: &Request,
        layout_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Edit<ReportLayoutUpdate>,
    ) -> Result<Reply<Ok200, ReportLayoutView>, Refused<SaveLayout>> {
        master::update::<ReportLayouts>(&self.0, auth, raw, &layout_id.0, (key, if_match), body).await
    }

    /// Everything that was done to the report layout
    ///
    /// Oldest first, with the layout after each change.
    #[oai(path = "/:layout_id/audit-trail", method = "get")]
    async fn audit_trail(
        &self,
        auth: Reads<ReportLayouts, true>,
        layout_id: Path<Id>,
    ) -> Result<Reply<Ok200, Trail>, Problem> {
        master::audit_trail::<ReportLayouts>(&self.0, &auth, &layout_id.0).await
    }
}
