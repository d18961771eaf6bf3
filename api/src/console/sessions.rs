//! Sessions of the console, in the words of the engine and back. (In memory until the engine keeps them.)

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use console::host::{Person, Seen, Session, SignedInBy, Unavailable};
use engine::engine::Engine;

static OPEN: LazyLock<Mutex<HashMap<String, Session>>> = LazyLock::new(Mutex::default);

pub async fn find(_: &Arc<Engine>, secret: &str) -> Result<Option<Seen>, Unavailable> {
    let open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(open.get(secret).map(|session| Seen { session: session.clone(), secret: None }))
}

pub async fn begin(_: &Arc<Engine>, person: Person, _: SignedInBy) -> Result<(Session, String), Unavailable> {
    let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    let secret = engine::id::fresh("");
    let session = Session { session_id: engine::id::fresh(""), person, csrf: engine::id::fresh("") };
    open.insert(secret.clone(), session.clone());
    Ok((session, secret))
}

pub async fn end(_: &Arc<Engine>, session_id: &str) -> Result<(), Unavailable> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner).retain(|_, session| session.session_id != session_id);
    Ok(())
}

pub async fn link(_: &Arc<Engine>, _: &str, _: bool) -> Result<Option<String>, Unavailable> {
    Ok(None)
}
