//! Recurring documents, as master data, and what is done with them.

use engine::books::command::{Snapshot, Takes};
use engine::features::recurring::commands::save::SaveRecurring;
use engine::features::recurring::commands::step::{Step, TakeStep};
use engine::features::recurring::model::{ID_PREFIX, RESOURCE, RecurringDocument};
use engine::features::recurring::reads::cursor as cursor_of;
use engine::features::recurring::records::readable;
use engine::values::error::Faults;
use engine::values::money::Currency;
use poem::Request;
use poem_openapi::{OpenApi, param::Path, param::Query};

use crate::app::App;
use crate::auth::Auth;
use crate::auth::reads::{Readable, Reads};
use crate::body::{Body, Edit};
use crate::call::Call;
use crate::feature::master;
use crate::feature::master::Master;
use crate::feature::recurring::wire::{
    MadeDocument, RecurringDocumentInput, RecurringDocumentUpdate, RecurringDocumentView, RecurringStatus,
};
use crate::headers::{IdempotencyKey, IfMatch};
use crate::order::about::About;
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Created201, Ok200, Reply};
use crate::schema::Id;
use crate::schema::page::{PageOf, filled, request};
use crate::schema::trail::Trail;
use crate::schema::words::NoInput;

/// Recurring documents, as master data.
pub struct RecurringDocuments;

impl Readable for RecurringDocuments {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "read")]);
}

impl Master for RecurringDocuments {
    type Record = RecurringDocument;
    type View = RecurringDocumentView;
    type Input = RecurringDocumentInput;
    type Update = RecurringDocumentUpdate;
    type Save = SaveRecurring;
    const PATH: &'static str = "/recurring-documents";
    const ABOUT: About = About::RecurringDocument;

    fn find(seen: &Snapshot, id: &str) -> Option<RecurringDocument> {
        readable(seen).cloned().filter(|found| found.recurring_document_id == id)
    }

    fn view(record: &RecurringDocument, _: Currency) -> RecurringDocumentView {
        RecurringDocumentView::from(record)
    }

    fn place(record: &RecurringDocument) -> (String, i64) {
        (record.recurring_document_id.clone(), record.version)
    }

    fn create(input: RecurringDocumentInput, mut faults: Faults) -> SaveRecurring {
        let (id, fields) = input.into_fields(&mut faults);
        let recurring_document_id = id.unwrap_or_else(|| engine::values::id::fresh(ID_PREFIX));
        SaveRecurring { recurring_document_id, fields, create: true, faults }
    }

    fn update(recurring_document_id: String, input: RecurringDocumentUpdate, mut faults: Faults) -> SaveRecurring {
        let fields = input.into_fields(&mut faults);
        SaveRecurring { recurring_document_id, fields, create: false, faults }
    }
}

/// Recurring documents.
pub struct RecurringDocumentApi(pub App);

impl RecurringDocumentApi {
    async fn step(
        &self,
        (auth, raw): (Auth, &Request),
        id: Path<Id>,
        (key, if_match): (IdempotencyKey, IfMatch),
        body: Body<NoInput>,
        step: Step,
    ) -> Result<Reply<Ok200, RecurringDocumentView>, Refused<TakeStep>> {
        let call = Call::new(auth, raw, key, if_match, &body.raw);
        let command = TakeStep { recurring_document_id: id.0.into(), step, faults: body.faults };
        let shown = |of: &RecurringDocument| Reply::new(&RecurringDocumentView::from(of)).version(of.version);
        self.0.run(call, command, shown).await
    }
}

#[OpenApi(prefix_path = "/recurring-documents")]
impl RecurringDocumentApi {
    /// Keep a recurring document
    ///
    /// A document that is made on each day of a schedule, once, in the name of whoever wrote it, who then may not sign it. That takes the
    /// permission to write such documents, and to submit them where it `makes` `submitted` ones. Days that have passed are made at once.
    #[oai(path = "/", method = "post")]
    async fn create(
        &self,
        auth: Auth,
        raw: &Request,
        key: IdempotencyKey,
        body: Body<RecurringDocumentInput>,
    ) -> Result<Reply<Created201, RecurringDocumentView>, Refused<SaveRecurring, true>> {
        master::create::<RecurringDocuments>(&self.0, auth, raw, key, body).await
    }

    /// List recurring documents
    ///
    /// The newest first.
    #[oai(path = "/", method = "get")]
    async fn list(
        &self,
        auth: Reads<RecurringDocuments>,
        /// Only those that stand so.
        status: Query<Option<RecurringStatus>>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<RecurringDocumentView>>, Problem> {
        let page = request(limit.0, cursor.0, count.0)?;
        let found = self.0.engine.list_recurring_documents(&auth.0, status.0.map(Into::into), &page).await?;
        Ok(filled(found, cursor_of, |recurring| RecurringDocumentView::from(&recurring)))
    }

    /// Read a recurring document
    ///
    /// Its `version` is the `ETag`; it changes with each document that is made.
    #[oai(path = "/:recurring_document_id", method = "get")]
    async fn read(
        &self,
        auth: Reads<RecurringDocuments>,
        recurring_document_id: Path<Id>,
    ) -> Result<Reply<Ok200, RecurringDocumentView>, Problem> {
        master::read::<RecurringDocuments>(&self.0, &auth, &recurring_document_id.0).await
    }

    /// Change a recurring document
    ///
    /// What was made stays. Whoever changes it owns it from then on, and nobody who wrote it signs its documents.
    #[oai(path = "/:recurring_document_id", method = "put")]
    async fn update(
        &self,
        auth: Auth,
        raw: &Request,
        recurring_document_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Edit<RecurringDocumentUpdate>,
    ) -> Result<Reply<Ok200, RecurringDocumentView>, Refused<SaveRecurring>> {
        let id = &recurring_document_id.0;
        master::update::<RecurringDocuments>(&self.0, auth, raw, id, (key, if_match), body).await
    }

    /// Leave the next day out
    #[oai(path = "/:recurring_document_id/skip", method = "post")]
    async fn skip(
        &self,
        auth: Auth,
        raw: &Request,
        recurring_document_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Body<NoInput>,
    ) -> Result<Reply<Ok200, RecurringDocumentView>, Refused<TakeStep>> {
        self.step((auth, raw), recurring_document_id, (key, if_match), body, Step::Skip).await
    }

    /// Make nothing until it is resumed
    #[oai(path = "/:recurring_document_id/pause", method = "post")]
    async fn pause(
        &self,
        auth: Auth,
        raw: &Request,
        recurring_document_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Body<NoInput>,
    ) -> Result<Reply<Ok200, RecurringDocumentView>, Refused<TakeStep>> {
        self.step((auth, raw), recurring_document_id, (key, if_match), body, Step::Pause).await
    }

    /// Go on with the first day that has not passed
    ///
    /// Of one that is paused or ended. Days that passed meanwhile are left out.
    #[oai(path = "/:recurring_document_id/resume", method = "post")]
    async fn resume(
        &self,
        auth: Auth,
        raw: &Request,
        recurring_document_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Body<NoInput>,
    ) -> Result<Reply<Ok200, RecurringDocumentView>, Refused<TakeStep>> {
        self.step((auth, raw), recurring_document_id, (key, if_match), body, Step::Resume).await
    }

    /// Make nothing any more
    #[oai(path = "/:recurring_document_id/end", method = "post")]
    async fn end(
        &self,
        auth: Auth,
        raw: &Request,
        recurring_document_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Body<NoInput>,
    ) -> Result<Reply<Ok200, RecurringDocumentView>, Refused<TakeStep>> {
        self.step((auth, raw), recurring_document_id, (key, if_match), body, Step::End).await
    }

    /// List what was made of a recurring document
    ///
    /// The last one first, with how it stands now.
    #[oai(path = "/:recurring_document_id/documents", method = "get")]
    async fn documents(
        &self,
        auth: Reads<RecurringDocuments>,
        recurring_document_id: Path<Id>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<MadeDocument>>, Problem> {
        let page = request(limit.0, cursor.0, count.0)?;
        let found = self.0.engine.documents_of_recurring(&auth.0, &recurring_document_id.0, &page).await?;
        Ok(filled(found, |made| made.place.clone(), |made| MadeDocument::from(&made)))
    }

    /// Everything that was done to the recurring document
    ///
    /// Oldest first. `Made` rows name the documents.
    #[oai(path = "/:recurring_document_id/audit-trail", method = "get")]
    async fn audit_trail(
        &self,
        auth: Reads<RecurringDocuments, true>,
        recurring_document_id: Path<Id>,
    ) -> Result<Reply<Ok200, Trail>, Problem> {
        master::audit_trail::<RecurringDocuments>(&self.0, &auth, &recurring_document_id.0).await
    }
}
