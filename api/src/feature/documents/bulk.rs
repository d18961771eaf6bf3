//! Many documents in one call: drafts of one type, or signatures on documents of any type. See docs/rules/interface.md#bulk.

mod answer;

use std::marker::PhantomData;

use engine::books::action::bulk::{Done, Item};
use engine::books::action::create::Create;
use engine::books::action::create_and_submit::CreateAndSubmit;
use engine::books::action::submit::Submit;
use engine::books::command::Permitted;
use engine::books::request::StoredAnswer;
use engine::kernel::crash;
use engine::kernel::crash::Point;
use engine::kernel::perform::Performed;
use engine::kernel::perform::bulk::{Bulk, Ended, Outcomes};
use engine::values::error::Refusal;
use poem::Request;
use poem_openapi::OpenApi;

use self::answer::{item_refused, results};
use crate::app::App;
use crate::auth::Auth;
use crate::body;
use crate::call::Call;
use crate::feature::documents::wire::bulk::{ApprovalInput, BulkResults, CreateOptions, SignOptions};
use crate::headers::{IdempotencyKey, IfMatch};
use crate::problem::Problem;
use crate::problem::anyone::ForAnyone;
use crate::problem::refused::Refused;
use crate::reply::{Ok200, Rendered, Reply};
use crate::schema::document::collection::Collection;

/// The drafts of one collection.
pub struct Drafts<K> {
    app: App,
    collection: PhantomData<fn() -> K>,
}

impl<K: Collection> Drafts<K> {
    pub fn new(app: &App) -> Self {
        Self { app: app.clone(), collection: PhantomData }
    }

    /// The item for the engine, and the id that its author gave it.
    fn item(read: body::bulk::Item<K::Input>, submit: bool) -> (Item, Option<String>) {
        let (input, mut faults) = match read {
            Ok(read) => read,
            Err(faults) => return (Item::Unreadable(Refusal::Invalid(faults)), None),
        };
        let draft = K::draft(input, &mut faults);
        let given = draft.id.clone();
        let id = given.clone().unwrap_or_else(|| engine::values::id::fresh(K::KIND.id_prefix()));
        let create = Create { kind: K::KIND, id, draft, faults };
        (if submit { Item::CreateAndSubmit(CreateAndSubmit(create)) } else { Item::Create(create) }, given)
    }
}

#[OpenApi(prefix_path = K::PATH)]
impl<K: Collection> Drafts<K> {
    /// Create many drafts, and submit them
    ///
    /// Up to 1,000, in their order and in one transaction. Each has a result of its own; a refused item leaves the
    /// others as they are. With `atomic` the first that is refused refuses them all, and `errors` point at `/items/N/…`. With
    /// `submit` each is also submitted, or else not created. `X-Idempotency-Key` stands for the whole call.
    #[oai(path = "/bulk", method = "post")]
    async fn bulk(
        &self,
        auth: Auth,
        raw: &Request,
        key: IdempotencyKey,
        body: body::bulk::Bulk<K::Input, CreateOptions>,
    ) -> Result<Reply<Ok200, BulkResults>, Refused<Bulk>> {
        let call = Call::new(auth, raw, key, IfMatch(None), &body.raw);
        let submit = body.options.submit.unwrap_or(false);
        let (items, ids) = body.items.into_iter().map(|read| Self::item(read, submit)).unzip();
        let mut needs = Bulk::TAKES.permissions(Some(K::KIND));
        needs.extend(submit.then(|| Submit::TAKES.permissions(Some(K::KIND))).into_iter().flatten());
        let bulk = Bulk { items, atomic: body.options.atomic.unwrap_or(false), needs };
        Ok(carry_out(&self.app, call, bulk, ids).await?)
    }
}

/// Signatures on documents of any type.
pub struct Signatures(pub App);

#[OpenApi(prefix_path = "/approvals")]
impl Signatures {
    /// Approve, reject or hold many documents, of any type
    ///
    /// Up to 1,000, in their order and in one transaction. Each has a result of its own; a refused item leaves the
    /// others as they are: what the caller may not sign is refused as that item alone. So is, with the `version` that was read, what
    /// was changed since. With `atomic` the first that is refused refuses them all, and `errors` point at `/items/N/…`. After last signatures the call waits a moment for the
    /// postings, for all of them together; what is not posted by then is `Approved`, and posted soon. `X-Idempotency-Key` stands for
    /// the whole call.
    #[oai(path = "/bulk", method = "post")]
    async fn bulk(
        &self,
        auth: Auth,
        raw: &Request,
        key: IdempotencyKey,
        body: body::bulk::Bulk<ApprovalInput, SignOptions>,
    ) -> Result<Reply<Ok200, BulkResults>, ForAnyone<Refused<Bulk>>> {
        let call = Call::new(auth, raw, key, IfMatch(None), &body.raw);
        let item = |read: body::bulk::Item<ApprovalInput>| match read {
            Ok((input, faults)) => {
                let id = input.id.as_ref().map(|id| id.clone().into());
                (input.into_item(faults), id)
            }
            Err(faults) => (Item::Unreadable(Refusal::Invalid(faults)), None),
        };
        let (items, ids) = body.items.into_iter().map(item).unzip();
        let bulk = Bulk { items, atomic: body.options.atomic.unwrap_or(false), needs: Vec::new() };
        Ok(carry_out(&self.0, call, bulk, ids).await?)
    }
}

/// Carries a bulk out, waits for its postings, and answers. A client that closes the connection does not stop it. `ids` are those
/// that the items name.
pub(crate) async fn carry_out(
    app: &App,
    call: Call,
    bulk: Bulk,
    ids: Vec<Option<String>>,
) -> Result<Reply<Ok200, BulkResults>, Problem> {
    let (app, place) = (app.clone(), crate::admission::place().taken_over());
    let task = tokio::spawn(crate::request_id::scope(crate::request_id::current(), async move {
        let asked = call.into_asked();
        let key = asked.idempotency.clone();
        let _claim = app.engine.claim(&asked)?;
        let (named, request) = (ids.clone(), crate::request_id::current());
        // What is kept with the commit is true by itself: when the process dies before the postings, a retry is told of them as they
        // stood then.
        let keep = move |outcomes: &Outcomes| {
            crate::request_id::within(request.clone(), || StoredAnswer::from(results(outcomes, &named).rendered))
        };
        let mut outcomes = match app.engine.perform_bulk(asked, bulk, keep).await? {
            Performed::Fresh(Ended::Done(outcomes)) => outcomes,
            Performed::Fresh(Ended::Refused { index, refusal }) => return Err(item_refused(index, refusal)),
            Performed::AskedFor(_) => return Err(Problem::internal("no rule guards a bulk as a whole")),
            Performed::Replayed(stored) => return Ok(Rendered::from(stored).replayed().into()),
            Performed::Interrupted(at) => return Err(Problem::internal(format!("a bulk led to {at:?}"))),
        };
        place.leave();
        let posted = wait_for_postings(&app, &mut outcomes).await?;
        let reply = results(&outcomes, &ids);
        if let Some(key) = key.filter(|_| posted) {
            crash::crash_point(|| Point::AnswerUnkept);
            if let Err(error) = app.engine.complete(key, Some(reply.rendered.clone().into())).await {
                tracing::warn!(%error, "the answer could not be kept; a retry gets the one before the postings");
            }
            crash::crash_point(|| Point::AnswerUnsent);
        }
        Ok(reply)
    }));
    task.await.map_err(Problem::internal)?
}

/// Waits for the postings that the bulk led to; whether the answer is another one than before.
async fn wait_for_postings(app: &App, outcomes: &mut Outcomes) -> Result<bool, Problem> {
    let job = |done: &Done| Some((done.job_id.clone()?, done.key.clone()));
    let jobs: Vec<_> = outcomes.iter().flatten().filter_map(job).collect();
    if jobs.is_empty() {
        return Ok(false);
    }
    let present = app.engine.wait_for_postings(&jobs, app.posting_wait).await?;
    let mut is_other = false;
    for done in outcomes.iter_mut().flatten().filter(|done| done.job_id.is_some()) {
        if let Some(status) = present.get(&done.key) {
            is_other |= done.status != *status;
            done.status = *status;
        }
    }
    Ok(is_other)
}
