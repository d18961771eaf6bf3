//! Dimensions, as master data. See docs/rules/dimensions.md#what-dimensions-there-are.

use engine::approval::catalog::Catalog;
use engine::books::command::{Snapshot, Takes};
use engine::features::dimensions::commands::save::{DimensionFields, SaveDimension};
use engine::features::dimensions::model::DIMENSION;
use engine::features::dimensions::records::seen as seen_dimensions;
use engine::values::dimension::Dimension;
use engine::values::error::Faults;
use engine::values::money::Currency;
use engine::values::page::Cursor;
use poem::Request;
use poem_openapi::{OpenApi, param::Path, param::Query};

use crate::app::App;
use crate::auth::Auth;
use crate::auth::reads::{Readable, Reads};
use crate::body::{Body, Edit};
use crate::feature::dimensions::wire::{DimensionInput, DimensionUpdate, DimensionView};
use crate::feature::master;
use crate::feature::master::{InCatalog, Master};
use crate::headers::{IdempotencyKey, IfMatch};
use crate::order::about::About;
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Created201, Ok200, Reply};
use crate::schema::Id;
use crate::schema::page::{PageOf, request};
use crate::schema::trail::Trail;

/// Dimensions, as master data.
pub struct Dimensions;

impl Readable for Dimensions {
    const TAKES: Takes = Takes::These(&[(DIMENSION, "read")]);
}

impl Master for Dimensions {
    type Record = Dimension;
    type View = DimensionView;
    type Input = DimensionInput;
    type Update = DimensionUpdate;
    type Save = SaveDimension;
    const PATH: &'static str = "/dimensions";
    const ABOUT: About = About::Dimension;

    fn find(seen: &Snapshot, id: &str) -> Option<Dimension> {
        seen_dimensions(seen)?.dimension.clone().filter(|dimension| dimension.dimension_id == id)
    }

    fn view(record: &Dimension, _: Currency) -> DimensionView {
        DimensionView::from(record)
    }

    fn place(record: &Dimension) -> (String, i64) {
        (record.dimension_id.clone(), record.version)
    }

    fn create(input: DimensionInput, faults: Faults) -> SaveDimension {
        let fields = DimensionFields {
            dimension_name: input.dimension_name.0.map(Into::into),
            takes: input.takes.map(Into::into),
            is_active: input.is_active,
        };
        let dimension_id = input.dimension_id.0.map(Into::into).unwrap_or_default();
        SaveDimension { dimension_id, fields, create: true, faults }
    }

    fn update(dimension_id: String, input: DimensionUpdate, faults: Faults) -> SaveDimension {
        SaveDimension { dimension_id, fields: input.into(), create: false, faults }
    }
}

impl InCatalog for Dimensions {
    fn rows(catalog: &Catalog) -> impl Iterator<Item = &Dimension> {
        catalog.dimensions.all.values()
    }

    fn at(record: &Dimension) -> Cursor {
        Cursor { at: record.created_at.micros(), id: record.dimension_id.clone() }
    }
}

/// Dimensions, as master data.
pub struct DimensionApi(pub App);

#[OpenApi(prefix_path = "/dimensions")]
impl DimensionApi {
    /// Make a dimension
    ///
    /// Lines of documents name a value in it under `dimensions`, and reports tell them apart by it. At most ten, with `department` and
    /// `cost_center`, which are always there.
    #[oai(path = "/", method = "post")]
    async fn create(
        &self,
        auth: Auth,
        raw: &Request,
        key: IdempotencyKey,
        body: Body<DimensionInput>,
    ) -> Result<Reply<Created201, DimensionView>, Refused<SaveDimension, true>> {
        master::create::<Dimensions>(&self.0, auth, raw, key, body).await
    }

    /// List dimensions
    ///
    /// The newest first.
    #[oai(path = "/", method = "get")]
    async fn list(
        &self,
        auth: Reads<Dimensions>,
        /// Only active, or only inactive ones.
        is_active: Query<Option<bool>>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<DimensionView>>, Problem> {
        let page = request(limit.0, cursor.0, count.0)?;
        let wanted = |one: &Dimension| is_active.0.is_none_or(|only| only == one.is_active);
        master::list::<Dimensions>(&self.0, &auth, &page, wanted).await
    }

    /// Read a dimension
    ///
    /// Its `version` is the `ETag`.
    #[oai(path = "/:dimension_id", method = "get")]
    async fn read(
        &self,
        auth: Reads<Dimensions>,
        dimension_id: Path<Id>,
    ) -> Result<Reply<Ok200, DimensionView>, Problem> {
        master::read::<Dimensions>(&self.0, &auth, &dimension_id.0).await
    }

    /// Change a dimension
    ///
    /// Or switch it off: no new line may name it then. One that accounts require stays on (409 `in_use`).
    #[oai(path = "/:dimension_id", method = "put")]
    async fn update(
        &self,
        auth: Auth,
        raw: &Request,
        dimension_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Edit<DimensionUpdate>,
    ) -> Result<Reply<Ok200, DimensionView>, Refused<SaveDimension>> {
        master::update::<Dimensions>(&self.0, auth, raw, &dimension_id.0, (key, if_match), body).await
    }

    /// Everything that was done to the dimension
    ///
    /// Oldest first, as it stood after each change.
    #[oai(path = "/:dimension_id/audit-trail", method = "get")]
    async fn audit_trail(
        &self,
        auth: Reads<Dimensions, true>,
        dimension_id: Path<Id>,
    ) -> Result<Reply<Ok200, Trail>, Problem> {
        master::audit_trail::<Dimensions>(&self.0, &auth, &dimension_id.0).await
    }
}
