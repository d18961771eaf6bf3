//! Tax codes. See docs/rules/tax.md#tax-codes.

use engine::approval::catalog::Catalog;
use engine::books::command::{Snapshot, Takes};
use engine::features::tax_codes::commands::SaveTaxCode;
use engine::values::error::Faults;
use engine::values::money::Currency;
use engine::values::page::Cursor;
use engine::values::tax_code::{RESOURCE, TaxCode};
use poem::Request;
use poem_openapi::{OpenApi, param::Path, param::Query};

use crate::app::App;
use crate::auth::Auth;
use crate::auth::reads::{Readable, Reads};
use crate::body::{Body, Edit};
use crate::feature::master;
use crate::feature::master::{InCatalog, Master};
use crate::feature::tax_codes::wire::{TaxCodeInput, TaxCodeUpdate, TaxCodeView};
use crate::headers::{IdempotencyKey, IfMatch};
use crate::order::about::About;
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Created201, Ok200, Reply};
use crate::schema::Id;
use crate::schema::page::{PageOf, request};
use crate::schema::trail::Trail;

/// Tax codes, as master data.
pub struct TaxCodes;

impl Readable for TaxCodes {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "read")]);
}

impl Master for TaxCodes {
    type Record = TaxCode;
    type View = TaxCodeView;
    type Input = TaxCodeInput;
    type Update = TaxCodeUpdate;
    type Save = SaveTaxCode;
    const PATH: &'static str = "/tax-codes";
    const ABOUT: About = About::TaxCode;

    fn find(seen: &Snapshot, id: &str) -> Option<TaxCode> {
        seen.catalog.tax_codes.get(id).cloned()
    }

    fn view(record: &TaxCode, _: Currency) -> TaxCodeView {
        TaxCodeView::from(record)
    }

    fn place(code: &TaxCode) -> (String, i64) {
        (code.tax_code_id.clone(), code.version)
    }

    fn create(input: TaxCodeInput, faults: Faults) -> SaveTaxCode {
        let (tax_code_id, fields) = input.into_fields();
        SaveTaxCode { tax_code_id, fields, create: true, faults }
    }

    fn update(tax_code_id: String, input: TaxCodeUpdate, faults: Faults) -> SaveTaxCode {
        SaveTaxCode { tax_code_id, fields: input.into(), create: false, faults }
    }
}

impl InCatalog for TaxCodes {
    fn rows(catalog: &Catalog) -> impl Iterator<Item = &TaxCode> {
        catalog.tax_codes.values()
    }

    fn at(code: &TaxCode) -> Cursor {
        Cursor { at: code.created_at.micros(), id: code.tax_code_id.clone() }
    }
}

/// Tax codes.
pub struct TaxCodeApi(pub App);

#[OpenApi(prefix_path = "/tax-codes")]
impl TaxCodeApi {
    /// Keep a tax code
    ///
    /// A line that names it gets its rate on the document's `tran_date`, and its accounts.
    #[oai(path = "/", method = "post")]
    async fn create(
        &self,
        auth: Auth,
        raw: &Request,
        key: IdempotencyKey,
        body: Body<TaxCodeInput>,
    ) -> Result<Reply<Created201, TaxCodeView>, Refused<SaveTaxCode, true>> {
        master::create::<TaxCodes>(&self.0, auth, raw, key, body).await
    }

    /// List tax codes
    ///
    /// The newest first.
    #[oai(path = "/", method = "get")]
    async fn list(
        &self,
        auth: Reads<TaxCodes>,
        /// Only those that are, or are not.
        is_active: Query<Option<bool>>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<TaxCodeView>>, Problem> {
        let page = request(limit.0, cursor.0, count.0)?;
        let is_wanted = |code: &TaxCode| is_active.0.is_none_or(|wanted| code.is_active == wanted);
        master::list::<TaxCodes>(&self.0, &auth, &page, is_wanted).await
    }

    /// Read a tax code
    ///
    /// Its `version` is the `ETag`.
    #[oai(path = "/:tax_code_id", method = "get")]
    async fn read(&self, auth: Reads<TaxCodes>, tax_code_id: Path<Id>) -> Result<Reply<Ok200, TaxCodeView>, Problem> {
        master::read::<TaxCodes>(&self.0, &auth, &tax_code_id.0).await
    }

    /// Change a tax code
    ///
    /// What was submitted with it stays as it is; a draft has to be written anew where it would have another tax.
    #[oai(path = "/:tax_code_id", method = "put")]
    async fn update(
        &self,
        auth: Auth,
        raw: &Request,
        tax_code_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Edit<TaxCodeUpdate>,
    ) -> Result<Reply<Ok200, TaxCodeView>, Refused<SaveTaxCode>> {
        master::update::<TaxCodes>(&self.0, auth, raw, &tax_code_id.0, (key, if_match), body).await
    }

    /// Everything that was done to the tax code
    ///
    /// Oldest first, with the tax code after each change.
    #[oai(path = "/:tax_code_id/audit-trail", method = "get")]
    async fn audit_trail(
        &self,
        auth: Reads<TaxCodes, true>,
        tax_code_id: Path<Id>,
    ) -> Result<Reply<Ok200, Trail>, Problem> {
        master::audit_trail::<TaxCodes>(&self.0, &auth, &tax_code_id.0).await
    }
}
