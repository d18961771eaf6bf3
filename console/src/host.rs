//! What the console needs of the program that it is part of.

use std::collections::BTreeSet;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use poem::{Body, Request, Response};
use tokio::sync::watch;

/// A boxed future.
pub type Later<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Who is signed in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    pub user_id: String,
    /// The roles that a provider's claims gave; `None`: those that are recorded of the person now.
    pub roles: Option<BTreeSet<String>>,
    /// The permissions that a provider's claims gave besides those of the roles.
    pub permissions: BTreeSet<String>,
    /// The session that they ask in; `None` while they sign in. The trail names it with what they change.
    pub session_id: Option<String>,
}

/// A session that is open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    pub session_id: String,
    pub person: Person,
    /// What every form of the session carries.
    pub csrf: String,
}

/// A session that was found, with its new secret if that was changed just now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    pub session: Session,
    pub secret: Option<String>,
}

/// How somebody signed in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SignedInBy {
    Link,
    Provider,
    Demo,
}

/// A provider of OpenID Connect.
#[derive(Clone, PartialEq, Eq)]
pub struct Provider {
    /// As its discovery document spells it.
    pub issuer: String,
    pub client_id: String,
    /// A client without one is a public client: the proof of its code is the verifier alone.
    pub client_secret: Option<String>,
    pub scopes: Vec<String>,
    /// The claim of the ID token that is the user's id.
    pub user_claim: String,
}

impl fmt::Debug for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Provider")
            .field("issuer", &self.issuer)
            .field("client_id", &self.client_id)
            .finish_non_exhaustive()
    }
}

/// Someone to be in the demo.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DemoPerson {
    pub user_id: String,
    pub name: String,
    pub role: String,
}

/// Who asks something in a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AskedBy {
    Person,
    /// A page that shows changes as they come.
    Page,
}

/// The books are away for the moment, or something failed that the log names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unavailable;

/// Why a body was not read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unread {
    TooLarge,
    /// It ended before its time.
    BrokenOff,
    /// Too many requests run.
    Busy,
}

/// The program around the console.
pub trait Host: Send + Sync + 'static {
    /// Carries out an operation of the interface in the person's name, through the same checks as a request from outside, but for
    /// the token. An error is a problem document.
    fn call<'a>(&'a self, person: &'a Person, request: Request) -> Later<'a, Response>;

    /// The body of a request to a page, at most as long as one of an operation. While it comes in, the page gives up its place among the
    /// requests that run.
    fn body<'a>(&'a self, request: &'a mut Request) -> Later<'a, Result<Vec<u8>, Unread>>;

    /// The same of a body that is a file: as it comes, and as long as one of an operation may be. From here on the page has no place:
    /// each of its operations takes one of its own.
    fn file<'a>(&'a self, request: &'a mut Request) -> Later<'a, Result<Body, Unread>>;

    /// The open session of this secret. What a page asks by itself does not keep it from idling.
    fn session<'a>(&'a self, secret: &'a str, asked_by: AskedBy) -> Later<'a, Result<Option<Seen>, Unavailable>>;

    /// Whether anybody can sign in: not where the service has no key for sessions.
    fn signs_in(&self) -> bool {
        true
    }

    /// Whether nobody is recorded yet: then somebody has to be before anybody can sign in.
    fn is_without_people(&self) -> Later<'_, bool> {
        Box::pin(async { false })
    }

    /// Opens a session; also its secret, which is nowhere else.
    fn begin(&self, person: Person, by: SignedInBy) -> Later<'_, Result<(Session, String), Unavailable>>;

    /// Ends a session on the server.
    fn end<'a>(&'a self, session_id: &'a str) -> Later<'a, Result<(), Unavailable>>;

    /// Whom a one-time link signs in; using it up only `if_used`.
    fn link<'a>(&'a self, secret: &'a str, use_up: bool) -> Later<'a, Result<Option<String>, Unavailable>>;

    /// A sign-in at the provider begins with this state, and is good for so long.
    fn begin_sign_in<'a>(&'a self, state: &'a str, ttl: Duration) -> Later<'a, Result<(), Unavailable>>;

    /// Its answer is here: true for the first one alone, in whichever process, and in its time.
    fn use_sign_in<'a>(&'a self, state: &'a str) -> Later<'a, Result<bool, Unavailable>>;

    /// The machine's clock, in seconds since 1970.
    fn seconds(&self) -> i64;

    /// The people to be in a demo, under the names of this machine only; empty elsewhere.
    fn demo_people(&self) -> &[DemoPerson];

    /// Whether a demo answers under this `Host` header.
    fn is_ours(&self, authority: &str) -> bool;

    /// Where browsers reach the service, when that is configured; `https` makes cookies secure.
    fn public_url(&self) -> Option<&str>;

    /// Whose books these are, when that is configured.
    fn company_name(&self) -> Option<&str> {
        None
    }

    /// Who else says who somebody is, when that is configured.
    fn provider(&self) -> Option<&Provider> {
        None
    }

    /// Counts the changes of the books, for pages that show them live.
    fn changes(&self) -> watch::Receiver<u64>;

    /// Resolves when the service stops: what is still being sent then ends.
    fn stopped(&self) -> Later<'_, ()>;
}
