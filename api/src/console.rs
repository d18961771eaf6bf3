//! What the console needs of this program: the operations of the interface called in the process, sessions, and a sign of changes.
//! See docs/adr/0039-the-console-is-a-client-of-the-interface.md.

mod changes;
mod sessions;

use std::sync::Arc;
use std::time::Duration;

use console::host::{
    AskedBy, DemoPerson, Host, Later, Person, Provider, Seen, Session, SignedInBy, Unavailable, Unread,
};
use engine::approval::access::{Actor, Permissions, UserId};
use engine::kernel::engine::Engine;
use poem::endpoint::BoxEndpoint;
use poem::http::HeaderValue;
use poem::{Body, Endpoint, EndpointExt, Request, Response, Route};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use self::changes::Changes;
use crate::admission::Admission;
use crate::auth::SignedIn;
use crate::docs::{Demo, is_ours};
use crate::first_person;
use crate::problem::Problem;
use crate::request_id;
use crate::spec::PREFIX;

/// The program around the console.
pub struct InProcess {
    engine: Arc<Engine>,
    /// The operations, with all their checks.
    operations: BoxEndpoint<'static, Response>,
    demo: Option<Demo>,
    people: Vec<DemoPerson>,
    public_url: Option<String>,
    company_name: Option<String>,
    provider: Option<Provider>,
    changes: Changes,
    stop: CancellationToken,
    admission: Admission,
}

impl InProcess {
    /// `resources` answers the paths below the prefix.
    pub fn new(
        engine: Arc<Engine>,
        resources: impl Endpoint + 'static,
        demo: Option<Demo>,
        public_url: Option<String>,
        provider: Option<Provider>,
        stop: CancellationToken,
        admission: Admission,
    ) -> Self {
        let operations = Route::new().nest(PREFIX, resources).map_to_response().boxed();
        let people = demo.iter().flat_map(|demo| &demo.people).map(|person| DemoPerson {
            user_id: person.user_id.clone(),
            name: person.name.clone(),
            role: person.role.clone(),
        });
        let people = people.collect();
        let changes = Changes::of(Arc::clone(&engine));
        Self { engine, operations, demo, people, public_url, company_name: None, provider, changes, stop, admission }
    }

    /// With the name of the company whose books these are.
    #[must_use]
    pub fn of_company(self, company_name: Option<String>) -> Self {
        Self { company_name, ..self }
    }

    /// The caller: who has no roles by claims has those that are recorded of them now.
    async fn actor(&self, person: &Person) -> Result<Actor, Problem> {
        let user_id = UserId::parse(&person.user_id).map_err(Problem::unauthorized)?;
        if user_id.is_system() {
            return Err(Problem::unauthorized("the user system is the service itself"));
        }
        let roles = if let Some(roles) = &person.roles {
            roles.clone()
        } else {
            let catalog = self.engine.present_catalog().await?;
            catalog.users.get(&user_id).map(|user| user.roles.iter().cloned().collect()).unwrap_or_default()
        };
        let token_permissions = Permissions(person.permissions.clone());
        Ok(Actor { user_id, roles, token_permissions, session_id: person.session_id.clone() })
    }

    async fn carry_out(&self, person: &Person, mut request: Request) -> Result<Response, Problem> {
        let actor = self.actor(person).await?;
        request.extensions_mut().insert(SignedIn(actor));
        self.operations.call(request).await.map_err(|error| Problem::from_poem(&error))
    }
}

fn unread(problem: &Problem) -> Unread {
    match problem.status {
        413 => Unread::TooLarge,
        503 => Unread::Busy,
        _ => Unread::BrokenOff,
    }
}

impl Host for InProcess {
    fn call<'a>(&'a self, person: &'a Person, request: Request) -> Later<'a, Response> {
        Box::pin(async move {
            let mut response = self.carry_out(person, request).await.unwrap_or_else(|problem| problem.response());
            // The id of the request for the page, which the log has.
            if let Ok(id) = HeaderValue::try_from(request_id::current()) {
                response.headers_mut().insert(request_id::HEADER, id);
            }
            response
        })
    }

    fn body<'a>(&'a self, request: &'a mut Request) -> Later<'a, Result<Vec<u8>, Unread>> {
        Box::pin(async { self.admission.body_of_page(request).await.map_err(|problem| unread(&problem)) })
    }

    fn file<'a>(&'a self, request: &'a mut Request) -> Later<'a, Result<Body, Unread>> {
        Box::pin(async { self.admission.file_of_page(request).map_err(|problem| unread(&problem)) })
    }

    fn session<'a>(&'a self, secret: &'a str, asked_by: AskedBy) -> Later<'a, Result<Option<Seen>, Unavailable>> {
        Box::pin(sessions::find(&self.engine, secret, asked_by))
    }

    fn signs_in(&self) -> bool {
        self.engine.session_key().is_some()
    }

    fn is_without_people(&self) -> Later<'_, bool> {
        // What cannot be read now is told by whatever is asked next.
        Box::pin(async { first_person::is_awaited(&self.engine).await.unwrap_or(false) })
    }

    fn begin(&self, person: Person, by: SignedInBy) -> Later<'_, Result<(Session, String), Unavailable>> {
        Box::pin(sessions::begin(&self.engine, person, by))
    }

    fn end<'a>(&'a self, session_id: &'a str) -> Later<'a, Result<(), Unavailable>> {
        Box::pin(sessions::end(&self.engine, session_id))
    }

    fn link<'a>(&'a self, secret: &'a str, use_up: bool) -> Later<'a, Result<Option<String>, Unavailable>> {
        Box::pin(sessions::link(&self.engine, secret, use_up))
    }

    fn begin_sign_in<'a>(&'a self, state: &'a str, ttl: Duration) -> Later<'a, Result<(), Unavailable>> {
        Box::pin(async move { self.engine.begin_sign_in(state, ttl).await.map_err(sessions::away) })
    }

    fn use_sign_in<'a>(&'a self, state: &'a str) -> Later<'a, Result<bool, Unavailable>> {
        Box::pin(async move { self.engine.use_sign_in(state).await.map_err(sessions::away) })
    }

    fn seconds(&self) -> i64 {
        self.engine.clock.wall().micros().div_euclid(1_000_000)
    }

    fn demo_people(&self) -> &[DemoPerson] {
        &self.people
    }

    fn is_ours(&self, authority: &str) -> bool {
        self.demo.as_ref().is_some_and(|demo| is_ours(authority, &demo.hosts))
    }

    fn public_url(&self) -> Option<&str> {
        self.public_url.as_deref()
    }

    fn company_name(&self) -> Option<&str> {
        self.company_name.as_deref()
    }

    fn provider(&self) -> Option<&Provider> {
        self.provider.as_ref()
    }

    fn changes(&self) -> watch::Receiver<u64> {
        self.changes.receiver()
    }

    fn stopped(&self) -> Later<'_, ()> {
        Box::pin(self.stop.cancelled())
    }
}
