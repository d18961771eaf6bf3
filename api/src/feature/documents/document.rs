//! Create, list, read, edit and delete: the same for every document type. See docs/rules/documents.md#document-types.

use std::marker::PhantomData;

use engine::approval::access::Actor;
use engine::books::action::create::Create;
use engine::books::action::delete::Delete;
use engine::books::action::edit::Edit as EditCommand;
use engine::books::action::names::Written;
use engine::books::action::to_ledger;
use engine::books::command::{Snapshot, Takes, Wants};
use engine::books::document::{Document, Status};
use engine::features::documents::query::documents::{Filter, Surveyed};
use engine::features::documents::query::reconciled::Reconciled;
use engine::values::kind::DocumentKey;
use engine::values::money::{Currency, number};
use poem::Request;
use poem_openapi::types::ToJSON;
use poem_openapi::{OpenApi, param::Path, param::Query};
use serde_json::{Map, Value, json};

use crate::app::App;
use crate::auth::Auth;
use crate::auth::reads::{Readable, Reads};
use crate::body::{Body, Edit};
use crate::call::{Call, with_members};
use crate::headers::{IdempotencyKey, IfMatch};
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Created201, NoContent, Ok200, Reply};
use crate::schema::document::after_reconciliation::AfterReconciliation;
use crate::schema::document::change::Change;
use crate::schema::document::collection::{Collection, Seen};
use crate::schema::document::sort::DocumentSort;
use crate::schema::document::totals::CurrencyTotals;
use crate::schema::page::{PageOf, filled_run_by_run, request};
use crate::schema::{Id, WireDate};
use crate::spec::PREFIX;

/// What the document would put into the ledger.
pub async fn would_post(app: &App, document: &Document) -> Result<Map<String, Value>, Problem> {
    let wants = Wants {
        documents: document
            .content
            .payment()
            .map_or_else(Default::default, |payment| payment.settles.keys().into_iter().collect()),
        postings_of: document.undoes().into_iter().collect(),
        ..Wants::default()
    };
    let seen = app.engine.look(&Actor::system(), &wants).await?;
    let reconciled = app.engine.reconciled(document, &seen.catalog).await?;
    Ok(members(rows_of(document, &seen), &reconciled))
}

/// What the document would put into the ledger, as the snapshot has what it pays or undoes.
pub fn rows_of(document: &Document, seen: &Snapshot) -> Vec<Value> {
    let lines = to_ledger::lines(document, seen).unwrap_or_default();
    rows(lines, document.content.currency, seen.settings.base_currency)
}

/// The members of a dry run's answer: what would be posted, and the completed reconciliations into whose days that is.
pub fn members(would_post: Vec<Value>, reconciled: &[Reconciled]) -> Map<String, Value> {
    let after = AfterReconciliation::told(reconciled).and_then(|told| told.to_json());
    let after = after.map(|told| ("after_reconciliations".to_owned(), told));
    [("would_post".to_owned(), Value::Array(would_post))].into_iter().chain(after).collect()
}

/// Posting lines as `would_post` shows them.
pub fn rows(lines: Vec<engine::books::ledger::PostingLine>, own: Currency, base: Currency) -> Vec<Value> {
    let row = |line: engine::books::ledger::PostingLine| {
        let number = |minor, currency: Currency| number(currency.to_decimal(minor));
        json!({
            "account_id": line.account_id,
            "currency": own.code(),
            "amount": number(line.amount, own),
            "base_amount": number(line.base_amount, base),
            "memo": line.memo,
        })
    };
    lines.into_iter().map(row).collect()
}

/// The handlers of one collection.
pub struct Documents<K> {
    app: App,
    collection: PhantomData<fn() -> K>,
}

impl<K: Collection> Documents<K> {
    pub fn new(app: &App) -> Self {
        Self { app: app.clone(), collection: PhantomData }
    }

    fn location(id: &str) -> String {
        format!("{PREFIX}{}/{id}", K::PATH)
    }

    /// The document as this caller's read shows it, for what a PUT sends back.
    async fn shown(&self, actor: &Actor, key: &DocumentKey) -> Result<Value, Problem> {
        let shown = self.app.engine.document_before_edit(actor, key).await?;
        Ok(shown.and_then(|found| K::view(&found.document, &Seen::read(&found)).to_json()).unwrap_or_default())
    }
}

impl<K: Collection> Readable for Documents<K> {
    const TAKES: Takes = Takes::OnType("read");
}

#[OpenApi(prefix_path = K::PATH)]
impl<K: Collection> Documents<K> {
    /// Create a draft
    ///
    /// Nothing reaches the ledger before it is signed at every level, and posted by the job.
    #[oai(path = "/", method = "post")]
    async fn create(
        &self,
        auth: Auth,
        raw: &Request,
        key: IdempotencyKey,
        /// Decide and answer, and change nothing.
        dry_run: Query<Option<bool>>,
        body: Body<K::Input>,
    ) -> Result<Reply<Created201, K::View>, Refused<Create>> {
        let call = Call::new(auth, raw, key, IfMatch(None), &body.raw).dry(dry_run.0);
        let (input, mut faults) = body.into_parts();
        let draft = K::draft(input, &mut faults);
        let id = draft.id.clone().unwrap_or_else(|| engine::values::id::fresh(K::KIND.id_prefix()));
        let command = Create { kind: K::KIND, id, draft, faults };
        let render = |created: &Written| {
            let document = &created.document;
            Reply::new(&K::view(document, &Seen::written(created)))
                .location(Self::location(&document.key.id))
                .version(document.version)
        };
        if call.is_dry() {
            let created = self.app.engine.perform(call.into_asked(), command).await?;
            return Ok(with_members(render(&created), would_post(&self.app, &created.document).await?));
        }
        self.app.run(call, command, render).await
    }

    /// List documents
    ///
    /// Page by page, in the order of `sort`.
    #[oai(path = "/", method = "get")]
    #[allow(clippy::too_many_arguments, reason = "each is a query parameter")]
    async fn list(
        &self,
        auth: Reads<Self>,
        /// Only documents in this status, such as `Pending Approval`; several separated by commas.
        status: Query<Option<String>>,
        /// Only documents of this posting period.
        period: Query<Option<Id>>,
        /// Only documents of this customer, vendor or employee. An employee is found however they are spelt.
        party: Query<Option<K::Party>>,
        /// Only payments of this invoice, bill or expense; only credits about this document.
        pays: Query<Option<Id>>,
        /// Only documents with a `tran_date` on or after this day.
        from: Query<Option<WireDate>>,
        /// Only documents with a `tran_date` on or before this day.
        to: Query<Option<WireDate>>,
        /// `-created_at`, newest first, when left out. A cursor belongs to its order. `amount` is in base currency. By `amount` and
        /// `due_date` up to 20,000 matches are sorted; of more, 422 asks for filters.
        sort: Query<Option<DocumentSort>>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
        /// Also sum all of them up by currency, as `totals`.
        totals: Query<Option<bool>>,
        /// `false` leaves the documents' lines out.
        lines: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<K::View>>, Problem> {
        let page = request(limit.0, cursor.0, count.0)?;
        let filter = Filter {
            statuses: statuses(status.0.as_deref())?,
            period_id: period.0.map(Into::into),
            party_id: party.0.map(Into::into),
            settles_id: pays.0.map(Into::into),
            from: from.0.map(|date| date.0),
            to: to.0.map(|date| date.0),
            order: sort.0.map(Into::into).unwrap_or_default(),
            ..Filter::of(K::KIND)
        };
        let listing = self.app.engine.list_documents(&auth.0, &filter, &page).await?;
        let without_lines = lines.0 == Some(false);
        let view =
            |found: Surveyed| K::view(&found.document, &Seen { without_lines, why_not: None, ..Seen::read(&found) });
        let page = filled_run_by_run(listing, view).await?;
        if totals.0 != Some(true) {
            return Ok(page);
        }
        let found = self.app.engine.total_documents(&auth.0, &filter).await?;
        let totals: Vec<_> = found.iter().map(|total| CurrencyTotals::of(total, K::KIND)).collect();
        Ok(with_members(page, Map::from_iter([("totals".to_owned(), totals.to_json().unwrap_or_default())])))
    }

    /// Read one document
    ///
    /// `allowed_actions` are what the caller can do to it now; `explain=true` says why not the rest.
    #[oai(path = "/:id", method = "get")]
    async fn read(
        &self,
        auth: Reads<Self>,
        id: Path<Id>,
        /// Add `why_not` for every action that the caller cannot take.
        explain: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, K::View>, Problem> {
        let key = DocumentKey::new(K::KIND, id.0);
        let found = self.app.engine.read_document(&auth.0, &key).await?;
        let seen = Seen::read(&found);
        let why_not = seen.why_not.filter(|_| explain.0.unwrap_or(false));
        Ok(Reply::new(&K::view(&found.document, &Seen { why_not, ..seen })).version(found.document.version))
    }

    /// Replace the content of a draft
    ///
    /// Only in Draft. Who edits a document last does not sign it.
    #[oai(path = "/:id", method = "put")]
    async fn update(
        &self,
        auth: Auth,
        raw: &Request,
        id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Edit<Change<K>>,
    ) -> Result<Reply<Ok200, K::View>, Refused<EditCommand>> {
        let mut body = body;
        let document_key = DocumentKey::new(K::KIND, id.0);
        let call = Call::new(auth, raw, key, if_match, &body.raw);
        let shown = self.shown(call.actor(), &document_key).await?;
        body.check_read_only(&shown);
        let (Change(input), mut faults) = body.into_parts();
        let draft = K::draft(input, &mut faults);
        if draft.id.as_ref().is_some_and(|sent| *sent != document_key.id) {
            faults.add(format!("/{}", K::KIND.id_field()), "is not the id in the path");
        }
        let command = EditCommand { key: document_key, draft, faults };
        let render = |written: &Written| {
            Reply::new(&K::view(&written.document, &Seen::written(written))).version(written.document.version)
        };
        self.app.run(call, command, render).await
    }

    /// Delete a draft
    ///
    /// Only in Draft. Its audit trail stays.
    #[oai(path = "/:id", method = "delete")]
    async fn delete(
        &self,
        auth: Auth,
        raw: &Request,
        id: Path<Id>,
        if_match: IfMatch,
    ) -> Result<NoContent, Refused<Delete>> {
        let call = Call::new(auth, raw, IdempotencyKey(None), if_match, &[]);
        let command = Delete { key: DocumentKey::new(K::KIND, id.0) };
        self.app.run::<_, Ok200, EmptyBody>(call, command, |()| Reply::new(&EmptyBody {})).await?;
        Ok(NoContent::default())
    }
}

/// A body that is not sent.
#[derive(poem_openapi::Object)]
pub struct EmptyBody {}

/// The statuses named in a filter.
pub fn statuses(text: Option<&str>) -> Result<Vec<Status>, Problem> {
    let Some(text) = text else { return Ok(Vec::new()) };
    let parse = |name: &str| {
        Status::parse(name.trim()).ok_or_else(|| {
            let known = Status::ALL.map(Status::name).join(", ");
            Problem::from(engine::values::error::Faults::one("status", format!("must be one of {known}")))
        })
    };
    let mut statuses = Vec::new();
    for status in text.split(',').map(parse) {
        let status = status?;
        // Each is read by itself, and once.
        if !statuses.contains(&status) {
            statuses.push(status);
        }
    }
    Ok(statuses)
}
