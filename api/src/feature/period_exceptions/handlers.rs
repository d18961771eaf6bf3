//! Exceptions of a close. See docs/rules/periods.md#exceptions.

use std::collections::BTreeSet;

use engine::approval::access::Actor;
use engine::approval::catalog::Catalog;
use engine::books::command::{Snapshot, Takes, Wants};
use engine::features::period_exceptions::commands::SaveException;
use engine::features::period_exceptions::revoke::RevokeException;
use engine::values::error::{Error, Faults};
use engine::values::id::fresh;
use engine::values::kind::DocumentKind;
use engine::values::money::Currency;
use engine::values::page::Cursor;
use engine::values::period_exception::{PeriodException, RESOURCE};
use poem::Request;
use poem_openapi::{OpenApi, param::Path, param::Query};

use crate::app::App;
use crate::auth::Auth;
use crate::auth::reads::{Readable, Reads};
use crate::body::{Body, Edit};
use crate::call::Call;
use crate::feature::master;
use crate::feature::master::{InCatalog, Master};
use crate::feature::period_exceptions::wire::{PeriodExceptionInput, PeriodExceptionUpdate, PeriodExceptionView};
use crate::headers::{IdempotencyKey, IfMatch};
use crate::order::about::About;
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Created201, NoContent, Ok200, Reply};
use crate::schema::page::{PageOf, request};
use crate::schema::trail::Trail;
use crate::schema::{Id, WireDate};

/// Exceptions of a close, as master data.
pub struct PeriodExceptions;

impl Readable for PeriodExceptions {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "read")]);
}

impl Master for PeriodExceptions {
    type Record = PeriodException;
    type View = PeriodExceptionView;
    type Input = PeriodExceptionInput;
    type Update = PeriodExceptionUpdate;
    type Save = SaveException;
    const PATH: &'static str = "/period-exceptions";
    const ABOUT: About = About::PeriodException;

    fn find(seen: &Snapshot, id: &str) -> Option<PeriodException> {
        seen.catalog.exceptions.get(id).cloned()
    }

    fn view(record: &PeriodException, _: Currency) -> PeriodExceptionView {
        PeriodExceptionView::from(record)
    }

    fn place(exception: &PeriodException) -> (String, i64) {
        (exception.period_exception_id.clone(), exception.version)
    }

    fn create(input: PeriodExceptionInput, faults: Faults) -> SaveException {
        let (id, fields) = input.into_fields();
        SaveException { period_exception_id: id.map_or_else(|| fresh("PE"), Into::into), fields, create: true, faults }
    }

    fn update(period_exception_id: String, input: PeriodExceptionUpdate, faults: Faults) -> SaveException {
        SaveException { period_exception_id, fields: input.into(), create: false, faults }
    }
}

impl InCatalog for PeriodExceptions {
    fn rows(catalog: &Catalog) -> impl Iterator<Item = &PeriodException> {
        catalog.exceptions.values()
    }

    fn at(exception: &PeriodException) -> Cursor {
        Cursor { at: exception.created_at.micros(), id: exception.period_exception_id.clone() }
    }
}

/// Exceptions of a close.
pub struct PeriodExceptionApi(pub App);

impl PeriodExceptionApi {
    /// The payroll entries that the caller is not to know of, among all that come in by way of exception.
    async fn hidden(&self, auth: &Reads<PeriodExceptions>) -> Result<BTreeSet<String>, Problem> {
        let seen = self.0.look(auth, &Wants::default()).await?;
        let documents = seen.catalog.exceptions.values().map(|exception| &exception.document);
        let entries = documents.filter(|key| key.kind == DocumentKind::JournalEntry).map(|key| key.id.as_str());
        Ok(self.0.engine.hidden_payroll(&seen, entries).await?)
    }

    /// Refuses a caller who is not to know which document this exception is of.
    async fn known(&self, actor: &Actor, id: &str) -> Result<(), Error> {
        let seen = self.0.engine.look(actor, &Wants::default()).await?;
        let Some(exception) = seen.catalog.exceptions.get(id) else { return Ok(()) };
        self.0.engine.require_payroll_of(&seen, &exception.document).await
    }
}

#[OpenApi(prefix_path = "/period-exceptions")]
impl PeriodExceptionApi {
    /// Let a document into a soft-closed period
    ///
    /// Until `last_day` this one document may be written, submitted, signed and posted there, and one that was approved is posted now. The
    /// period stays closed for all others. An open period is 409 `not_closed`; one of a closed fiscal year has no exceptions.
    #[oai(path = "/", method = "post")]
    async fn create(
        &self,
        auth: Auth,
        raw: &Request,
        key: IdempotencyKey,
        body: Body<PeriodExceptionInput>,
    ) -> Result<Reply<Created201, PeriodExceptionView>, Refused<SaveException, true>> {
        master::create::<PeriodExceptions>(&self.0, auth, raw, key, body).await
    }

    /// List period exceptions
    ///
    /// The newest first, those that ended included; without `payroll.read` none of a payroll entry that is there.
    #[oai(path = "/", method = "get")]
    #[allow(clippy::too_many_arguments, reason = "each is a part of the request")]
    async fn list(
        &self,
        auth: Reads<PeriodExceptions>,
        /// Only those of this period.
        period_id: Query<Option<Id>>,
        /// Only those that serve on this day.
        on: Query<Option<WireDate>>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<PeriodExceptionView>>, Problem> {
        let page = request(limit.0, cursor.0, count.0)?;
        let hidden = self.hidden(&auth).await?;
        let (period_id, on) = (period_id.0.map(String::from), on.0.map(|day| day.0));
        let is_wanted = move |exception: &PeriodException| {
            period_id.as_ref().is_none_or(|id| *id == exception.period_id)
                && on.is_none_or(|day| exception.serves_on(day))
                && !(exception.document.kind == DocumentKind::JournalEntry && hidden.contains(&exception.document.id))
        };
        master::list::<PeriodExceptions>(&self.0, &auth, &page, is_wanted).await
    }

    /// Read a period exception
    ///
    /// Its `version` is the `ETag`.
    #[oai(path = "/:period_exception_id", method = "get")]
    async fn read(
        &self,
        auth: Reads<PeriodExceptions>,
        period_exception_id: Path<Id>,
    ) -> Result<Reply<Ok200, PeriodExceptionView>, Problem> {
        self.known(&auth.0, &period_exception_id.0).await?;
        master::read::<PeriodExceptions>(&self.0, &auth, &period_exception_id.0).await
    }

    /// Change until when a period exception serves
    ///
    /// Never which document, nor which period. One that is revoked is 409 `wrong_status`.
    #[oai(path = "/:period_exception_id", method = "put")]
    async fn update(
        &self,
        auth: Auth,
        raw: &Request,
        period_exception_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Edit<PeriodExceptionUpdate>,
    ) -> Result<Reply<Ok200, PeriodExceptionView>, Refused<SaveException>> {
        self.known(&auth.0, &period_exception_id.0).await?;
        master::update::<PeriodExceptions>(&self.0, auth, raw, &period_exception_id.0, (key, if_match), body).await
    }

    /// Revoke a period exception
    ///
    /// What was posted by it stays posted; what was not waits for the period to be reopened. It stays readable.
    #[oai(path = "/:period_exception_id", method = "delete", operation_id = "revokePeriodException")]
    async fn revoke(
        &self,
        auth: Auth,
        raw: &Request,
        period_exception_id: Path<Id>,
        if_match: IfMatch,
    ) -> Result<NoContent, Refused<RevokeException>> {
        self.known(&auth.0, &period_exception_id.0).await?;
        let call = Call::new(auth, raw, IdempotencyKey(None), if_match, &[]);
        let command = RevokeException { period_exception_id: period_exception_id.0.into() };
        let render = |exception: &PeriodException| Reply::new(&PeriodExceptionView::from(exception));
        Ok(self.0.run::<_, Ok200, PeriodExceptionView>(call, command, render).await?.into())
    }

    /// Everything that was done to the period exception
    ///
    /// Oldest first.
    #[oai(path = "/:period_exception_id/audit-trail", method = "get")]
    async fn audit_trail(
        &self,
        auth: Reads<PeriodExceptions, true>,
        period_exception_id: Path<Id>,
    ) -> Result<Reply<Ok200, Trail>, Problem> {
        self.known(&auth.0, &period_exception_id.0).await?;
        master::audit_trail::<PeriodExceptions>(&self.0, &auth, &period_exception_id.0).await
    }
}
