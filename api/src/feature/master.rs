//! Master data: what is kept under an id of its own and changed by plain saves. Its handlers, once; each resource describes itself
//! as a [`Master`] and gives its operations their words.

use engine::approval::catalog::Catalog;
use engine::books::command::{Command, Refuses, Snapshot, Wants};
use engine::values::error::{Faults, Refusal};
use engine::values::money::Currency;
use engine::values::page::{Cursor, PageRequest, slice};
use poem::Request;
use poem_openapi::types::{ParseFromJSON, ToJSON, Type};

use crate::app::App;
use crate::auth::Auth;
use crate::auth::reads::{Readable, Reads};
use crate::body::{Body, Edit};
use crate::call::Call;
use crate::feature::documents::EmptyBody;
use crate::feature::trail;
use crate::headers::{IdempotencyKey, IfMatch};
use crate::order::about::About;
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Created201, NoContent, Ok200, Reply, Status};
use crate::schema::page::{PageOf, filled};
use crate::schema::trail::Trail;
use crate::spec::PREFIX;

/// One kind of master data.
pub trait Master: Readable + Send + Sync + 'static {
    /// What the engine keeps of one.
    type Record: Clone + Send + 'static;
    type View: ToJSON + ParseFromJSON + Type + Send + Sync + 'static;
    type Input: ParseFromJSON + Send + 'static;
    type Update: ParseFromJSON + Send + 'static;
    type Save: Command<Answer = Self::Record> + Refuses;

    /// The path of the collection.
    const PATH: &'static str;
    /// What its ids name: what must be read for one, and what it is called.
    const ABOUT: About;

    /// The one with this id, as the books have it.
    fn find(seen: &Snapshot, id: &str) -> Option<Self::Record>;
    /// How it is shown; `base` is what its amounts are in.
    fn view(record: &Self::Record, base: Currency) -> Self::View;
    /// The last segment of its path, and its version.
    fn place(record: &Self::Record) -> (String, i64);
    /// Creates one.
    fn create(input: Self::Input, faults: Faults) -> Self::Save;
    /// Changes the one with this id.
    fn update(id: String, input: Self::Update, faults: Faults) -> Self::Save;
}

/// Master data that the catalog holds, all of it.
pub trait InCatalog: Master {
    fn rows(catalog: &Catalog) -> impl Iterator<Item = &Self::Record>;
    /// Where one stands in the list.
    fn at(record: &Self::Record) -> Cursor;
}

fn shown<M: Master, S: Status>(record: &M::Record, base: Currency) -> Reply<S, M::View> {
    Reply::new(&M::view(record, base)).version(M::place(record).1)
}

pub async fn create<M: Master>(
    app: &App,
    auth: Auth,
    raw: &Request,
    key: IdempotencyKey,
    body: Body<M::Input>,
) -> Result<Reply<Created201, M::View>, Refused<M::Save, true>> {
    let call = Call::new(auth, raw, key, IfMatch(None), &body.raw);
    let (input, faults) = body.into_parts();
    let base = app.engine.settings.base_currency;
    let render = move |record: &M::Record| {
        Reply::new(&M::view(record, base))
            .location(format!("{PREFIX}{}/{}", M::PATH, M::place(record).0))
            .version(M::place(record).1)
    };
    Ok(app.run(call, M::create(input, faults), render).await?)
}

/// One page of those that are wanted.
pub async fn list<M: InCatalog>(
    app: &App,
    auth: &Reads<M>,
    page: &PageRequest,
    wanted: impl Fn(&M::Record) -> bool + Send,
) -> Result<Reply<Ok200, PageOf<M::View>>, Problem> {
    let seen = app.look(auth, &Wants::default()).await?;
    let at = |record: &&M::Record| M::at(record);
    let rows = M::rows(&seen.catalog).filter(|record| wanted(record));
    let base = seen.settings.base_currency;
    Ok(filled(slice(rows, page, at), at, |record| M::view(record, base)))
}

pub async fn read<M: Master>(app: &App, auth: &Reads<M>, id: &str) -> Result<Reply<Ok200, M::View>, Problem> {
    let seen = app.look(auth, &M::ABOUT.wants(id)).await?;
    let found = M::find(&seen, id).ok_or_else(|| Refusal::not_found(M::ABOUT.names().0, id))?;
    Ok(shown::<M, _>(&found, seen.settings.base_currency))
}

pub async fn update<M: Master>(
    app: &App,
    auth: Auth,
    raw: &Request,
    id: &str,
    (key, if_match): (IdempotencyKey, IfMatch),
    mut body: Edit<M::Update>,
) -> Result<Reply<Ok200, M::View>, Refused<M::Save>> {
    let call = Call::new(auth, raw, key, if_match, &body.raw);
    let seen = app.engine.look(call.actor(), &M::ABOUT.wants(id)).await?;
    let base = seen.settings.base_currency;
    let stored = M::find(&seen, id).and_then(|record| M::view(&record, base).to_json());
    body.check_read_only(&stored.unwrap_or_default());
    let (input, faults) = body.into_parts();
    app.run(call, M::update(id.to_owned(), input, faults), move |record| shown::<M, _>(record, base)).await
}

/// Deletes a row by that command.
pub async fn delete<C: Command<Answer = ()> + Refuses>(
    app: &App,
    auth: Auth,
    raw: &Request,
    if_match: IfMatch,
    command: C,
) -> Result<NoContent, Refused<C>> {
    let call = Call::new(auth, raw, IdempotencyKey(None), if_match, &[]);
    Ok(app.run::<_, Ok200, EmptyBody>(call, command, |()| Reply::new(&EmptyBody {})).await?.into())
}

/// What was done to it, though it may be gone.
pub async fn audit_trail<M: Master>(
    app: &App,
    auth: &Reads<M, true>,
    id: &str,
) -> Result<Reply<Ok200, Trail>, Problem> {
    app.look(auth, &Wants::default()).await?;
    let (title, resource) = M::ABOUT.names();
    trail::of(app, resource, title, id).await
}
