//! Sessions of the console, kept beside the books: begun, found again by their secret, and ended. See docs/rules/console.md#sessions.

pub(crate) mod check;
mod link;
pub mod link_rows;
pub mod row;
pub mod session_rows;
mod state;
pub mod state_rows;

pub(crate) use self::check::DoneIn;
pub(crate) use self::link_rows::purge as purge_links;
pub(crate) use self::session_rows::purge as purge_sessions;
pub(crate) use self::state_rows::purge as purge_states;

use std::collections::BTreeSet;

use sea_orm::DatabaseTransaction;
use sha2::{Digest, Sha256};

use crate::approval::access::{SYSTEM, UserId};
use crate::books::command::AuditEntry;
use crate::features::sign_in::session_rows::{Rotation, Used};
use crate::kernel::engine::Engine;
use crate::kernel::session::{
    AskedBy, LONGEST, NewSession, RESOURCE, SIGN_IN, SIGN_OUT, Seen, Session, SessionKey, Standing,
};
use crate::kernel::store::jobs::Due;
use crate::kernel::store::writes::Writes;
use crate::kernel::store::{StoreError, lock};
use crate::values::error::Error;
use crate::values::id;

/// Why nobody signs in.
const WITHOUT_KEY: &str = "this process has no key for sessions: set GL_JWT_SECRET or GL_SESSION_KEY_FILE";

impl Engine {
    /// Begins a session, with its row in the trail; its secret, for the browser's cookie, is given here only. Whether the person is
    /// active is asked of each request, as of a token's user.
    pub async fn begin_session(&self, who: NewSession) -> Result<(Session, String), Error> {
        let (key, now) = (self.key()?, self.clock.wall());
        let secret = fresh_secret()?;
        let begun = Session {
            session_id: id::ulid(),
            user_id: who.user_id,
            roles: who.roles,
            permissions: who.permissions,
            csrf: fresh_secret()?,
            signed_in_by: who.signed_in_by,
            began_at: now,
            seen_at: now,
            ends_at: now.plus(LONGEST),
        };
        let writes = async |tx: &DatabaseTransaction| {
            lock::enter(tx, false).await?;
            session_rows::begin(tx, key, &begun, &digest(&secret)).await?;
            self.record(tx, [signed_in(&begun)]).await
        };
        self.aside(writes).await?;
        Ok((begun, secret))
    }

    /// The live session of this secret; `None` when there is none, or none any more. A new secret takes the place of the one in the
    /// cookie at once; the former is good until the new one was used, since an answer may be lost.
    pub async fn session(&self, secret: &str, asked_by: AskedBy) -> Result<Option<Seen>, Error> {
        let Some(key) = self.session_key() else { return Ok(None) };
        let hash = digest(secret);
        loop {
            let Some(kept) = session_rows::find(&self.store.reader, key, &hash).await? else { return Ok(None) };
            let now = self.clock.wall();
            let at = match asked_by {
                AskedBy::Person => Used { now, seen_at: Some(now) },
                AskedBy::Page => Used { now, seen_at: None },
            };
            // Another request changed or ended it where the answer is false: it is looked for again, as that left it.
            let (written, secret) = match kept.found.standing(now) {
                Standing::Over => return Ok(None),
                Standing::Replayed => {
                    self.end_replayed(&kept.found.session).await?;
                    return Ok(None);
                }
                Standing::Fresh => (Some(true), None),
                Standing::Seen if asked_by == AskedBy::Page => (Some(true), None),
                Standing::Seen => (if_writable(self.aside(async |tx| kept.seen(tx, key, at).await).await)?, None),
                Standing::Confirms => {
                    (if_writable(self.aside(async |tx| kept.confirm(tx, key, at).await).await)?, None)
                }
                Standing::Rotates | Standing::RotatesAnew => {
                    let fresh = fresh_secret()?;
                    let rotation = Rotation { from: &hash, to: &digest(&fresh) };
                    let rotated = self.aside(async |tx| kept.rotate(tx, key, rotation, at).await).await;
                    (if_writable(rotated)?, Some(fresh))
                }
            };
            match written {
                Some(false) => {}
                Some(true) => return Ok(Some(Seen { session: kept.found.session, secret })),
                None => return Ok(Some(Seen { session: kept.found.session, secret: None })),
            }
        }
    }

    /// Signs out of one session.
    pub async fn end_session(&self, session_id: &str) -> Result<(), Error> {
        self.end_each(&[session_id.to_owned()], None).await.map(drop)
    }

    /// Signs a person out everywhere; of how many sessions.
    pub async fn end_sessions_of(&self, user_id: &UserId) -> Result<u64, Error> {
        let live = session_rows::of_person(&self.store.reader, user_id, self.clock.wall()).await?;
        self.end_each(&live, None).await
    }

    /// Ends them, each with its row in the trail: of the person, or of the service where it has a reason. How many were not ended yet.
    async fn end_each(&self, session_ids: &[String], reason: Option<&str>) -> Result<u64, Error> {
        let now = self.clock.wall();
        let writes = async |tx: &DatabaseTransaction| {
            lock::enter(tx, false).await?;
            let mut rows = Vec::new();
            for session_id in session_ids {
                let Some(user_id) = session_rows::end(tx, session_id, now).await? else { continue };
                let by = if reason.is_some() { SYSTEM } else { user_id.as_str() };
                rows.push(AuditEntry::about(RESOURCE, session_id, SIGN_OUT, by).with("reason", reason));
            }
            let ended = u64::try_from(rows.len()).unwrap_or(u64::MAX);
            self.record(tx, rows).await?;
            Ok(ended)
        };
        Ok(self.aside(writes).await?)
    }

    /// Writes rows of the trail on this transaction, which has entered the books.
    async fn record(
        &self,
        tx: &DatabaseTransaction,
        rows: impl IntoIterator<Item = AuditEntry>,
    ) -> Result<(), StoreError> {
        let mut writes = Writes::default();
        writes.audit(rows, self.clock.now())?;
        writes.send(tx, Due::Now).await
    }

    fn key(&self) -> Result<&SessionKey, Error> {
        self.session_key().ok_or_else(|| Error::Internal(WITHOUT_KEY.into()))
    }

    async fn end_replayed(&self, replayed: &Session) -> Result<(), Error> {
        let Session { session_id, user_id, .. } = replayed;
        tracing::warn!(%session_id, %user_id, "a secret that was replaced was used again: the session is ended");
        self.end_each(std::slice::from_ref(session_id), Some("a secret that was replaced was used again"))
            .await
            .map(drop)
    }

    /// Writes beside the books, in a transaction of its own.
    pub(crate) async fn aside<T>(
        &self,
        writes: impl AsyncFnOnce(&DatabaseTransaction) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let tx = self.store.begin_write().await?;
        let written = writes(&tx).await?;
        self.store.commit(tx).await?;
        Ok(written)
    }
}

/// The row of the trail of a sign-in: who, how, and what claims gave them. Its secret is nowhere.
fn signed_in(begun: &Session) -> AuditEntry {
    let texts = |texts: &BTreeSet<String>| texts.iter().cloned().collect::<Vec<String>>();
    let entry = AuditEntry::about(RESOURCE, &begun.session_id, SIGN_IN, begun.user_id.as_str());
    let entry = entry.with("signed_in_by", begun.signed_in_by.name()).with("roles", begun.roles.as_ref().map(texts));
    if begun.permissions.is_empty() { entry } else { entry.with("permissions", texts(&begun.permissions)) }
}

/// What is kept of a secret.
fn digest(secret: &str) -> String {
    id::hex(&Sha256::digest(secret))
}

fn fresh_secret() -> Result<String, Error> {
    id::secret().map_err(|error| Error::Internal(format!("the machine gives no randomness: {error}")))
}

/// Without what could not be written just now: books that cannot be written can still be read, in a session, too.
fn if_writable<T>(written: Result<T, StoreError>) -> Result<Option<T>, StoreError> {
    match written {
        Ok(written) => Ok(Some(written)),
        Err(
            StoreError::Contended(why)
            | StoreError::Busy(why)
            | StoreError::Disconnected(why)
            | StoreError::Unavailable(why),
        ) => {
            tracing::warn!("a session is not kept up to date: {why}");
            Ok(None)
        }
        Err(error @ (StoreError::TooLarge(_) | StoreError::Broken(_))) => Err(error),
    }
}
