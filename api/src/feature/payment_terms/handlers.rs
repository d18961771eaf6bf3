//! Payment terms. See docs/rules/payment-terms.md#terms-of-payment.

use engine::approval::catalog::Catalog;
use engine::books::command::{Snapshot, Takes};
use engine::features::payment_terms::commands::SaveTerms;
use engine::values::error::Faults;
use engine::values::money::Currency;
use engine::values::page::Cursor;
use engine::values::payment_terms::{PaymentTerms, RESOURCE};
use poem::Request;
use poem_openapi::{OpenApi, param::Path, param::Query};

use crate::app::App;
use crate::auth::Auth;
use crate::auth::reads::{Readable, Reads};
use crate::body::{Body, Edit};
use crate::feature::master;
use crate::feature::master::{InCatalog, Master};
use crate::feature::payment_terms::wire::{PaymentTermsInput, PaymentTermsUpdate, PaymentTermsView};
use crate::headers::{IdempotencyKey, IfMatch};
use crate::order::about::About;
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Created201, Ok200, Reply};
use crate::schema::Id;
use crate::schema::page::{PageOf, request};
use crate::schema::trail::Trail;

/// Payment terms, as master data.
pub struct AllTerms;

impl Readable for AllTerms {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "read")]);
}

impl Master for AllTerms {
    type Record = PaymentTerms;
    type View = PaymentTermsView;
    type Input = PaymentTermsInput;
    type Update = PaymentTermsUpdate;
    type Save = SaveTerms;
    const PATH: &'static str = "/payment-terms";
    const ABOUT: About = About::PaymentTerms;

    fn find(seen: &Snapshot, id: &str) -> Option<PaymentTerms> {
        seen.catalog.payment_terms.get(id).cloned()
    }

    fn view(record: &PaymentTerms, _: Currency) -> PaymentTermsView {
        PaymentTermsView::from(record)
    }

    fn place(terms: &PaymentTerms) -> (String, i64) {
        (terms.payment_terms_id.clone(), terms.version)
    }

    fn create(input: PaymentTermsInput, faults: Faults) -> SaveTerms {
        let (payment_terms_id, fields) = input.into_fields();
        SaveTerms { payment_terms_id, fields, create: true, faults }
    }

    fn update(payment_terms_id: String, input: PaymentTermsUpdate, faults: Faults) -> SaveTerms {
        SaveTerms { payment_terms_id, fields: input.into(), create: false, faults }
    }
}

impl InCatalog for AllTerms {
    fn rows(catalog: &Catalog) -> impl Iterator<Item = &PaymentTerms> {
        catalog.payment_terms.values()
    }

    fn at(terms: &PaymentTerms) -> Cursor {
        Cursor { at: terms.created_at.micros(), id: terms.payment_terms_id.clone() }
    }
}

/// Payment terms.
pub struct PaymentTermsApi(pub App);

#[OpenApi(prefix_path = "/payment-terms")]
impl PaymentTermsApi {
    /// Keep payment terms
    ///
    /// A bill or an invoice that names them is due `net_days` after its `tran_date`, and keeps their discount as it was then.
    #[oai(path = "/", method = "post")]
    async fn create(
        &self,
        auth: Auth,
        raw: &Request,
        key: IdempotencyKey,
        body: Body<PaymentTermsInput>,
    ) -> Result<Reply<Created201, PaymentTermsView>, Refused<SaveTerms, true>> {
        master::create::<AllTerms>(&self.0, auth, raw, key, body).await
    }

    /// List payment terms
    ///
    /// The newest first.
    #[oai(path = "/", method = "get")]
    async fn list(
        &self,
        auth: Reads<AllTerms>,
        /// Only those that are, or are not.
        is_active: Query<Option<bool>>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<PaymentTermsView>>, Problem> {
        let page = request(limit.0, cursor.0, count.0)?;
        let is_wanted = |terms: &PaymentTerms| is_active.0.is_none_or(|wanted| terms.is_active == wanted);
        master::list::<AllTerms>(&self.0, &auth, &page, is_wanted).await
    }

    /// Read payment terms
    ///
    /// Their `version` is the `ETag`.
    #[oai(path = "/:payment_terms_id", method = "get")]
    async fn read(
        &self,
        auth: Reads<AllTerms>,
        payment_terms_id: Path<Id>,
    ) -> Result<Reply<Ok200, PaymentTermsView>, Problem> {
        master::read::<AllTerms>(&self.0, &auth, &payment_terms_id.0).await
    }

    /// Change payment terms
    ///
    /// What was written with them stays as it is.
    #[oai(path = "/:payment_terms_id", method = "put")]
    async fn update(
        &self,
        auth: Auth,
        raw: &Request,
        payment_terms_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Edit<PaymentTermsUpdate>,
    ) -> Result<Reply<Ok200, PaymentTermsView>, Refused<SaveTerms>> {
        master::update::<AllTerms>(&self.0, auth, raw, &payment_terms_id.0, (key, if_match), body).await
    }

    /// Everything that was done to the payment terms
    ///
    /// Oldest first, with the terms after each change.
    #[oai(path = "/:payment_terms_id/audit-trail", method = "get")]
    async fn audit_trail(
        &self,
        auth: Reads<AllTerms, true>,
        payment_terms_id: Path<Id>,
    ) -> Result<Reply<Ok200, Trail>, Problem> {
        master::audit_trail::<AllTerms>(&self.0, &auth, &payment_terms_id.0).await
    }
}
