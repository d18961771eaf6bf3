//! Values of dimensions, as master data. See docs/rules/dimensions.md#values.

use engine::approval::catalog::Catalog;
use engine::books::command::{Snapshot, Takes};
use engine::features::dimensions::commands::save_value::{SaveDimensionValue, ValueFields};
use engine::features::dimensions::model::DIMENSION;
use engine::features::dimensions::records::seen as seen_dimensions;
use engine::values::dimension::{DimensionValue, record_id};
use engine::values::error::Faults;
use engine::values::money::Currency;
use engine::values::page::Cursor;
use poem::Request;
use poem_openapi::{OpenApi, param::Path, param::Query};

use crate::app::App;
use crate::auth::Auth;
use crate::auth::reads::{Readable, Reads};
use crate::body::{Body, Edit};
use crate::feature::dimensions::wire::{DimensionValueInput, DimensionValueUpdate, DimensionValueView};
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

/// Values of dimensions, as master data.
pub struct DimensionValues;

impl Readable for DimensionValues {
    const TAKES: Takes = Takes::These(&[(DIMENSION, "read")]);
}

impl Master for DimensionValues {
    type Record = DimensionValue;
    type View = DimensionValueView;
    type Input = DimensionValueInput;
    type Update = DimensionValueUpdate;
    type Save = SaveDimensionValue;
    const PATH: &'static str = "/dimension-values";
    const ABOUT: About = About::DimensionValue;

    fn find(seen: &Snapshot, id: &str) -> Option<DimensionValue> {
        seen_dimensions(seen)?.value.clone().filter(|value| value.id() == id)
    }

    fn view(record: &DimensionValue, _: Currency) -> DimensionValueView {
        DimensionValueView::from(record)
    }

    fn place(record: &DimensionValue) -> (String, i64) {
        (record.id(), record.version)
    }

    fn create(input: DimensionValueInput, faults: Faults) -> SaveDimensionValue {
        let fields = ValueFields {
            value_name: input.value_name.0.map(Into::into),
            parent_id: Some(input.parent_id.map(Into::into)),
            valid_from: Some(input.valid_from.map(|day| day.0)),
            valid_to: Some(input.valid_to.map(|day| day.0)),
            is_active: input.is_active,
        };
        let part = |id: Option<Id>| id.map(String::from).unwrap_or_default();
        let dimension_value_id = record_id(&part(input.dimension_id.0), &part(input.value_id.0));
        SaveDimensionValue { dimension_value_id, fields, create: true, faults }
    }

    fn update(dimension_value_id: String, input: DimensionValueUpdate, faults: Faults) -> SaveDimensionValue {
        SaveDimensionValue { dimension_value_id, fields: input.into(), create: false, faults }
    }
}

impl InCatalog for DimensionValues {
    fn rows(catalog: &Catalog) -> impl Iterator<Item = &DimensionValue> {
        catalog.dimensions.values.values().flat_map(|of_dimension| of_dimension.values())
    }

    fn at(record: &DimensionValue) -> Cursor {
        Cursor { at: record.created_at.micros(), id: record.id() }
    }
}

/// Values of dimensions, as master data.
pub struct DimensionValueApi(pub App);

#[OpenApi(prefix_path = "/dimension-values")]
impl DimensionValueApi {
    /// Make a value of a dimension
    ///
    /// At most 5,000 in each, up to 8 levels deep. Of `any` dimension it gives an id its name and its place; of a `listed` one lines
    /// may name it.
    #[oai(path = "/", method = "post")]
    async fn create(
        &self,
        auth: Auth,
        raw: &Request,
        key: IdempotencyKey,
        body: Body<DimensionValueInput>,
    ) -> Result<Reply<Created201, DimensionValueView>, Refused<SaveDimensionValue, true>> {
        master::create::<DimensionValues>(&self.0, auth, raw, key, body).await
    }

    /// List values of dimensions
    ///
    /// The newest first.
    #[oai(path = "/", method = "get")]
    #[allow(clippy::too_many_arguments, reason = "each is a part of the request")]
    async fn list(
        &self,
        auth: Reads<DimensionValues>,
        /// Only those of this dimension.
        dimension_id: Query<Option<Id>>,
        /// Only active, or only inactive ones.
        is_active: Query<Option<bool>>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<DimensionValueView>>, Problem> {
        let page = request(limit.0, cursor.0, count.0)?;
        let wanted = |one: &DimensionValue| {
            dimension_id.0.as_ref().is_none_or(|only| only.0 == one.dimension_id)
                && is_active.0.is_none_or(|only| only == one.is_active)
        };
        master::list::<DimensionValues>(&self.0, &auth, &page, wanted).await
    }

    /// Read a value of a dimension
    ///
    /// Its `version` is the `ETag`.
    #[oai(path = "/:dimension_value_id", method = "get")]
    async fn read(
        &self,
        auth: Reads<DimensionValues>,
        dimension_value_id: Path<Id>,
    ) -> Result<Reply<Ok200, DimensionValueView>, Problem> {
        master::read::<DimensionValues>(&self.0, &auth, &dimension_value_id.0).await
    }

    /// Change a value of a dimension
    ///
    /// Or switch it off: no new line may name it then. What names it already stays.
    #[oai(path = "/:dimension_value_id", method = "put")]
    async fn update(
        &self,
        auth: Auth,
        raw: &Request,
        dimension_value_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Edit<DimensionValueUpdate>,
    ) -> Result<Reply<Ok200, DimensionValueView>, Refused<SaveDimensionValue>> {
        master::update::<DimensionValues>(&self.0, auth, raw, &dimension_value_id.0, (key, if_match), body).await
    }

    /// Everything that was done to the value
    ///
    /// Oldest first, as it stood after each change.
    #[oai(path = "/:dimension_value_id/audit-trail", method = "get")]
    async fn audit_trail(
        &self,
        auth: Reads<DimensionValues, true>,
        dimension_value_id: Path<Id>,
    ) -> Result<Reply<Ok200, Trail>, Problem> {
        master::audit_trail::<DimensionValues>(&self.0, &auth, &dimension_value_id.0).await
    }
}
