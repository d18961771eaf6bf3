//! Credits and their applications, for every type that gives credit. See docs/rules/payments.md#applying-a-credit.
//!
//! The words in braces stand for those of the type: `spec/words.rs` puts them into the description.

use std::marker::PhantomData;
use std::sync::Arc;

use engine::books::action::apply::{Applied as Done, Apply};
use engine::books::action::apply_several::{AppliedSeveral, ApplySeveral, Part};
use engine::books::action::unapply::{Unapplied, Unapply};
use engine::books::command::{Takes, Wants};
use engine::kernel::engine::Engine;
use engine::values::kind::DocumentKey;
use engine::values::money::Currency;
use poem::Request;
use poem_openapi::types::ToJSON;
use poem_openapi::{OpenApi, param::Path, param::Query};

use super::posting::posting_itself;
use crate::app::App;
use crate::auth::Auth;
use crate::auth::reads::{Readable, Reads};
use crate::body::Body;
use crate::call::Call;
use crate::download;
use crate::download::pieces::Pieces;
use crate::headers::{IdempotencyKey, IfMatch};
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Ok200, Reply};
use crate::schema::Id;
use crate::schema::document::collection::{Collection, CreditCollection, TakenBack};
use crate::schema::document::every_credit;

/// What every type that gives credit has, and what it is applied to.
pub fn handlers(app: &App) -> impl OpenApi + use<> {
    macro_rules! credits {
        // What is empty makes a pair of the only one, too.
        ($($collection:ty),* $(,)?) => { ((), $((Credits::<$collection>::new(app), Credited::<$collection>::new(app))),*) };
    }
    every_credit!(credits)
}

/// The credits of one type.
struct Credits<K> {
    app: App,
    collection: PhantomData<fn() -> K>,
}

/// What credits of one type are applied to.
struct Credited<K> {
    app: App,
    collection: PhantomData<fn() -> K>,
}

impl<K> Credits<K> {
    fn new(app: &App) -> Self {
        Self { app: app.clone(), collection: PhantomData }
    }
}

impl<K> Credited<K> {
    fn new(app: &App) -> Self {
        Self { app: app.clone(), collection: PhantomData }
    }
}

impl<K: CreditCollection> Readable for Credits<K> {
    const TAKES: Takes = Takes::OnType("read");
}

impl<K: CreditCollection> Readable for Credited<K> {
    const TAKES: Takes = Takes::OnType("read");
}

/// An answer that is written while the rows are read.
type Streamed<K> = Result<Reply<Ok200, <K as CreditCollection>::Applications>, Problem>;

#[OpenApi(prefix_path = K::PATH)]
impl<K: CreditCollection> Credits<K> {
    /// What the {credit} was applied to
    ///
    /// Oldest first.
    #[oai(path = "/:id/applications", method = "get")]
    async fn applications(&self, auth: Reads<Self>, id: Path<Id>) -> Streamed<K> {
        applications_of::<K>(&self.app, &auth, DocumentKey::new(K::KIND, id.0)).await
    }

    /// Apply the credit to {a settled}
    ///
    /// Only a posted {credit}, to a posted {settled} of the same {party}, currency and {control} account; never more than
    /// either has left (422 `overpayment`). Nothing moves in the ledger but the exchange gain or loss between two rates. May be done
    /// several times, to several {settled}s.
    #[oai(path = "/:id/apply", method = "post")]
    #[allow(clippy::too_many_arguments, reason = "each is a part of the request")]
    async fn apply(
        &self,
        auth: Auth,
        raw: &Request,
        id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        /// Decide and answer, and change nothing.
        dry_run: Query<Option<bool>>,
        body: Body<K::ApplyInput>,
    ) -> Result<Reply<Ok200, K::Applied>, Refused<Apply>> {
        let call = Call::new(auth, raw, key, if_match, &body.raw).dry(dry_run.0);
        let (input, faults) = body.into_parts();
        let (settled_id, amount) = K::asked(input);
        let command = Apply { key: DocumentKey::new(K::KIND, id.0), settled_id, amount, faults };
        let render = |done: &Done| Reply::new(&K::applied(done)).version(done.credit.version);
        posting_itself(&self.app, call, command, render).await
    }

    /// Apply the credit to several {settled}s
    ///
    /// As `apply` does, to each {settled} of the list: to all of them, in their order, or to none. Answers with the applications.
    #[oai(path = "/:id/apply-several", method = "post")]
    #[allow(clippy::too_many_arguments, reason = "each is a part of the request")]
    async fn apply_several(
        &self,
        auth: Auth,
        raw: &Request,
        id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        /// Decide and answer, and change nothing.
        dry_run: Query<Option<bool>>,
        body: Body<K::ApplySeveralInput>,
    ) -> Result<Reply<Ok200, K::Applications>, Refused<ApplySeveral>> {
        let call = Call::new(auth, raw, key, if_match, &body.raw).dry(dry_run.0);
        let (input, faults) = body.into_parts();
        let part = |(settled_id, amount)| Part { settled_id, amount };
        let parts = K::asked_each(input).into_iter().map(|input| part(K::asked(input))).collect();
        let command = ApplySeveral { key: DocumentKey::new(K::KIND, id.0), parts, faults };
        let render = |done: &AppliedSeveral| {
            let currency = done.credit.content.currency;
            let each = done.applications.iter().map(|applied| K::application(applied.clone(), currency));
            Reply::new(&K::applications(each.collect())).version(done.credit.version)
        };
        posting_itself(&self.app, call, command, render).await
    }

    /// Take an application of the credit back
    ///
    /// What it settled is due again, and a difference of rates is posted back, from the day of the application or the next open day. The
    /// list has another one of the opposite amount.
    #[oai(path = "/:id/unapply", method = "post")]
    #[allow(clippy::too_many_arguments, reason = "each is a part of the request")]
    async fn unapply(
        &self,
        auth: Auth,
        raw: &Request,
        id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        /// Decide and answer, and change nothing.
        dry_run: Query<Option<bool>>,
        body: Body<K::UnapplyInput>,
    ) -> Result<Reply<Ok200, K::Unapplied>, Refused<Unapply>> {
        let call = Call::new(auth, raw, key, if_match, &body.raw).dry(dry_run.0);
        let (input, faults) = body.into_parts();
        let TakenBack { settled_id, position, reason } = K::asked_back(input);
        let command = Unapply { key: DocumentKey::new(K::KIND, id.0), settled_id, position, reason, faults };
        let render = |done: &Unapplied| Reply::new(&K::unapplied(done)).version(done.credit.version);
        posting_itself(&self.app, call, command, render).await
    }
}

#[OpenApi(prefix_path = <K::Settled as Collection>::PATH)]
impl<K: CreditCollection> Credited<K> {
    /// The {credit}s that were applied to the {settled}
    ///
    /// Oldest first. Its payments are in `/{settled}-payments?pays=<{settled}_id>`.
    #[oai(path = "/:id/applications", method = "get")]
    async fn applications(&self, auth: Reads<Self>, id: Path<Id>) -> Streamed<K> {
        applications_of::<K>(&self.app, &auth, DocumentKey::new(<K::Settled as Collection>::KIND, id.0)).await
    }
}

/// The applications of a credit, or to what it settles.
async fn applications_of<K: CreditCollection>(app: &App, auth: &Reads<impl Readable>, key: DocumentKey) -> Streamed<K> {
    let seen = app.look_at(auth, Some(key.kind), &Wants::document(&key)).await?;
    let currency = seen.document(&key)?.content.currency;
    let (engine, key) = (&app.engine, Arc::new(key));
    let write = |out| write_applications::<K>(Arc::clone(engine), Arc::clone(&key), currency, out);
    Ok(Reply::streamed(download::pieces::written(write).await?))
}

async fn write_applications<K: CreditCollection>(
    engine: Arc<Engine>,
    key: Arc<DocumentKey>,
    currency: Currency,
    mut out: Pieces,
) -> Result<(), Problem> {
    out.begin("{\"data\":[");
    let mut last = None;
    loop {
        let found = engine.applications_after(&key, last.as_ref()).await?;
        let Some(newest) = found.last() else { break };
        last = Some(newest.clone());
        for applied in found {
            out.element(&K::application(applied, currency).to_json().unwrap_or_default()).await?;
        }
    }
    out.text("]}");
    out.send().await
}
