//! Sessions of the console, in the words of the engine and back. See docs/rules/console.md#sessions.

use std::sync::Arc;

use console::host::{self, AskedBy, Person, SignedInBy, Unavailable};
use engine::approval::access::UserId;
use engine::kernel::engine::Engine;
use engine::kernel::session;
use engine::kernel::session::NewSession;
use engine::values::error::Error;

/// The log says why the books could not be asked.
#[allow(clippy::needless_pass_by_value, reason = "it stands where errors are mapped")]
pub fn away(error: Error) -> Unavailable {
    tracing::warn!(%error, "a session could not be read or written");
    Unavailable
}

fn shown(session: session::Session) -> host::Session {
    let person = Person {
        user_id: session.user_id.to_string(),
        roles: session.roles,
        permissions: session.permissions,
        session_id: Some(session.session_id.clone()),
    };
    host::Session { session_id: session.session_id, person, csrf: session.csrf }
}

/// The open session of a secret.
pub async fn find(engine: &Arc<Engine>, secret: &str, by: AskedBy) -> Result<Option<host::Seen>, Unavailable> {
    let by = match by {
        AskedBy::Person => session::AskedBy::Person,
        AskedBy::Page => session::AskedBy::Page,
    };
    let seen = engine.session(secret, by).await.map_err(away)?;
    Ok(seen.map(|seen| host::Seen { session: shown(seen.session), secret: seen.secret }))
}

/// Opens a session. Claims that name nobody open none.
pub async fn begin(
    engine: &Arc<Engine>,
    person: Person,
    by: SignedInBy,
) -> Result<(host::Session, String), Unavailable> {
    let user_id = UserId::parse(&person.user_id).map_err(|why| {
        tracing::warn!(why, "the claims name nobody");
        Unavailable
    })?;
    let signed_in_by = match by {
        SignedInBy::Link => session::SignedInBy::Link,
        SignedInBy::Provider => session::SignedInBy::Provider,
        SignedInBy::Demo => session::SignedInBy::Demo,
    };
    let new = NewSession { user_id, roles: person.roles, permissions: person.permissions, signed_in_by };
    let (session, secret) = engine.begin_session(new).await.map_err(away)?;
    Ok((shown(session), secret))
}

/// Ends a session.
pub async fn end(engine: &Arc<Engine>, session_id: &str) -> Result<(), Unavailable> {
    engine.end_session(session_id).await.map_err(away)
}

/// Whom a one-time link signs in.
pub async fn link(engine: &Arc<Engine>, secret: &str, use_up: bool) -> Result<Option<String>, Unavailable> {
    let found = if use_up { engine.use_sign_in_link(secret).await } else { engine.sign_in_link(secret).await };
    Ok(found.map_err(away)?.map(|user_id| user_id.to_string()))
}
