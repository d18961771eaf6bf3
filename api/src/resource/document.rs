//! Create, list, read, edit and delete: the same for every document type. See docs/rules/documents.md#document-types.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use engine::access::Actor;
use engine::action::document::create::Create;
use engine::action::document::delete::Delete;
use engine::action::document::edit::Edit as EditCommand;
use engine::action::document::names::{Names, Written};
use engine::action::document::{guard, kind, settlement};
use engine::command::{Snapshot, Wants};
use engine::document::lifecycle::Action;
use engine::document::{Document, Status};
use engine::kind::{DocumentKey, DocumentKind};
use engine::money::{Currency, number};
use engine::store::StoreError;
use engine::store::read::documents::{Filter, cursor as cursor_of, headers, live_reversals, with_lines};
use engine::store::read::line_counts::in_runs;
use engine::store::read::reconciliations::marks_of;
use poem::Request;
use poem_openapi::types::ToJSON;
use poem_openapi::{OpenApi, param::Path, param::Query};
use serde_json::{Map, Value, json};

use crate::app::App;
use crate::auth::Auth;
use crate::body::{Body, Edit};
use crate::call::{Call, with_members};
use crate::headers::{IdempotencyKey, IfMatch};
use crate::problem::Problem;
use crate::reply::{Created201, NoContent, Ok200, Reply};
use crate::schema::document::change::Change;
use crate::schema::document::collection::{Collection, Seen};
use crate::schema::page::{Filling, PageOf, request};
use crate::schema::{Id, WireDate};
use crate::spec::PREFIX;

/// What the caller can do to the document.
pub fn survey(document: &Document, snapshot: &Snapshot, explain: bool) -> Seen {
    let (allowed, why_not) = guard::survey(document, snapshot);
    Seen {
        allowed_actions: Some(allowed.into_iter().map(Action::name).map(str::to_owned).collect()),
        why_not: explain.then(|| why_not.into_iter().map(|(action, why)| (action.to_owned(), why)).collect()),
        reversing_entry_id: snapshot.live_reversal.clone(),
        names: Names::of(document, snapshot),
        without_lines: false,
    }
}

/// What the document would put into the ledger.
pub async fn would_post(app: &App, document: &Document) -> Result<Map<String, Value>, Problem> {
    let wants = Wants { documents: document.pays().into_iter().cloned().collect(), ..Wants::default() };
    let seen = app.engine.look(&Actor::system(), &wants).await?;
    Ok(members(rows_of(document, &seen)))
}

/// What the document would put into the ledger, as the snapshot has what it pays.
pub fn rows_of(document: &Document, seen: &Snapshot) -> Vec<Value> {
    let settled = settlement::settled_by(document, seen);
    let lines = kind::posting_lines(document, settled, &seen.catalog, &seen.settings).unwrap_or_default();
    rows(lines, document.content.currency, seen.settings.base_currency)
}

/// The member of a dry run's answer.
pub fn members(would_post: Vec<Value>) -> Map<String, Value> {
    Map::from_iter([("would_post".to_owned(), Value::Array(would_post))])
}

/// Posting lines as `would_post` shows them.
pub fn rows(lines: Vec<engine::ledger::PostingLine>, own: Currency, base: Currency) -> Vec<Value> {
    let row = |line: engine::ledger::PostingLine| {
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
    /// Only journal entries are reversed; all other types are voided.
    const HAS_REVERSALS: bool = matches!(K::KIND, DocumentKind::JournalEntry);

    pub fn new(app: &App) -> Self {
        Self { app: app.clone(), collection: PhantomData }
    }

    fn location(id: &str) -> String {
        format!("{PREFIX}{}/{id}", K::PATH)
    }

    /// What a read shows: the document, its live reversal, the names of its party and accounts.
    fn read_wants(key: &DocumentKey) -> Wants {
        let reversal_of = Self::HAS_REVERSALS.then(|| key.id.clone());
        let cleared_marks_of = [key.clone()].into();
        Wants { reversal_of, party_names: true, cleared_marks_of, ..Wants::document(key) }
    }

    /// What a list shows, with few lines in each run: their lines are read run by run.
    async fn runs(&self, listed: Vec<Document>) -> Result<Vec<Vec<Document>>, Problem> {
        Ok(in_runs(&self.app.engine.store.reader, K::KIND, listed).await.map_err(StoreError::into_error)?)
    }

    /// The documents of a list with their lines, each with what the caller can do to it.
    async fn surveyed(&self, listed: Vec<Document>, seen: &mut Snapshot) -> Result<Vec<(Seen, Document)>, Problem> {
        let reader = &self.app.engine.store.reader;
        let listed = with_lines(reader, listed).await.map_err(StoreError::into_error)?;
        let reversals = self.reversals(&listed).await?;
        let keys = listed.iter().map(|document| document.key.clone()).collect();
        seen.cleared_marks = marks_of(reader, &keys).await.map_err(StoreError::into_error)?;
        let mut parties = self.app.engine.party_names(&listed).await?;
        let mut surveyed = Vec::with_capacity(listed.len());
        for document in listed {
            seen.live_reversal = reversals.get(&document.key.id).cloned();
            let mut found = survey(&document, seen, false);
            found.names.party = parties.remove(&document.key);
            surveyed.push((found, document));
        }
        Ok(surveyed)
    }

    /// The live reversals of what a list shows.
    async fn reversals(&self, listed: &[Document]) -> Result<BTreeMap<String, String>, Problem> {
        if !Self::HAS_REVERSALS {
            return Ok(BTreeMap::new());
        }
        let ids: Vec<String> = listed.iter().map(|document| document.key.id.clone()).collect();
        let reader = &self.app.engine.store.reader;
        Ok(live_reversals(reader, &ids).await.map_err(StoreError::into_error)?)
    }

    /// The document as this caller's read shows it, for what a PUT sends back.
    async fn shown(&self, actor: &Actor, key: &DocumentKey) -> Result<Value, Problem> {
        let seen = self.app.engine.look(actor, &Self::read_wants(key)).await?;
        let view = |document| K::view(document, &survey(document, &seen, true)).to_json();
        Ok(seen.documents.get(key).and_then(view).unwrap_or_default())
    }
}

#[OpenApi(prefix_path = K::PATH)]
impl<K: Collection> Documents<K> {
    /// Create a draft
    ///
    /// Nothing reaches the ledger until the draft was submitted, signed at every level and posted by the job.
    #[oai(path = "/", method = "post")]
    async fn create(
        &self,
        auth: Auth,
        raw: &Request,
        key: IdempotencyKey,
        /// Decide and answer, and change nothing.
        dry_run: Query<Option<bool>>,
        body: Body<K::Input>,
    ) -> Result<Reply<Created201, K::View>, Problem> {
        let call = Call::new(auth, raw, key, IfMatch(None), &body.raw).dry(dry_run.0);
        let (input, mut faults) = body.into_parts();
        let draft = K::draft(input, &mut faults);
        let id = draft.id.clone().unwrap_or_else(|| engine::id::fresh(K::KIND.id_prefix()));
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
    /// Newest first, page by page.
    #[oai(path = "/", method = "get")]
    #[allow(clippy::too_many_arguments, reason = "each is a query parameter")]
    async fn list(
        &self,
        auth: Auth,
        /// Only documents in this status, such as `Pending Approval`; several separated by commas.
        status: Query<Option<String>>,
        /// Only documents of this posting period.
        period: Query<Option<Id>>,
        /// Only documents of this customer, vendor or employee. An employee is found however they are spelt.
        party: Query<Option<K::Party>>,
        /// Only payments of this invoice, bill or expense; only credit memos about this invoice.
        pays: Query<Option<Id>>,
        /// Only documents with a `tran_date` on or after this day.
        from: Query<Option<WireDate>>,
        /// Only documents with a `tran_date` on or before this day.
        to: Query<Option<WireDate>>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
        /// `false` leaves the documents' lines out.
        lines: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<K::View>>, Problem> {
        let mut seen = self.app.look(&auth.0, K::KIND.name(), &Wants::default()).await?;
        let page = request(limit.0, cursor.0, count.0)?;
        let filter = Filter {
            kind: K::KIND,
            statuses: statuses(status.0.as_deref())?,
            period_id: period.0.map(Into::into),
            party_id: party.0.map(Into::into),
            settles_id: pays.0.map(Into::into),
            from: from.0.map(|date| date.0),
            to: to.0.map(|date| date.0),
        };
        let found = headers(&self.app.engine.store.reader, &filter, &page).await.map_err(StoreError::into_error)?;
        let (next, total) = (found.next, found.total);
        let mut filling = Filling::new();
        for run in self.runs(found.data).await? {
            for (surveyed, document) in self.surveyed(run, &mut seen).await? {
                let surveyed = Seen { without_lines: lines.0 == Some(false), ..surveyed };
                if !filling.add(&K::view(&document, &surveyed), cursor_of(&document)) {
                    return Ok(filling.reply(next, total));
                }
            }
        }
        Ok(filling.reply(next, total))
    }

    /// Read one document
    ///
    /// `allowed_actions` are what the caller can do to it now; `explain=true` adds why the rest cannot be done.
    #[oai(path = "/:id", method = "get")]
    async fn read(
        &self,
        auth: Auth,
        id: Path<Id>,
        /// Add `why_not` for every action that the caller cannot take.
        explain: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, K::View>, Problem> {
        let key = DocumentKey::new(K::KIND, id.0);
        let seen = self.app.look(&auth.0, K::KIND.name(), &Self::read_wants(&key)).await?;
        let document = seen.document(&key)?;
        Ok(Reply::new(&K::view(document, &survey(document, &seen, explain.0.unwrap_or(false))))
            .version(document.version))
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
    ) -> Result<Reply<Ok200, K::View>, Problem> {
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
    async fn delete(&self, auth: Auth, raw: &Request, id: Path<Id>, if_match: IfMatch) -> Result<NoContent, Problem> {
        let call = Call::new(auth, raw, IdempotencyKey(None), if_match, &[]);
        let command = Delete { key: DocumentKey::new(K::KIND, id.0) };
        self.app.run::<_, Ok200, EmptyBody>(call, command, |()| Reply::new(&EmptyBody {})).await?;
        Ok(NoContent)
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
            Problem::from(engine::error::Faults::one("status", format!("must be one of {known}")))
        })
    };
    text.split(',').map(parse).collect()
}
