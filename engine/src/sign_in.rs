//! Sessions of the console, kept beside the books: begun, found again by their secret, and ended. See docs/rules/console.md#sessions.

mod link;

use sea_orm::DatabaseTransaction;
use sha2::{Digest, Sha256};

use crate::access::UserId;
use crate::engine::Engine;
use crate::error::Error;
use crate::id;
use crate::session::{AskedBy, LONGEST, NewSession, Seen, Session, Standing};
use crate::store::session::{Rotation, Used};
use crate::store::{StoreError, session};

impl Engine {
    /// Begins a session; its secret, for the browser's cookie, is given here only. Whether the person is active is asked of each
    /// request, as of a token's user.
    pub async fn begin_session(&self, who: NewSession) -> Result<(Session, String), Error> {
        let now = self.clock.wall();
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
        self.aside(async |tx| session::begin(tx, &begun, &digest(&secret)).await).await?;
        Ok((begun, secret))
    }

    /// The live session of this secret; `None` when there is none, or none any more. A new secret takes the place of the one in the
    /// cookie at once; the former is good until the new one was used, since an answer may be lost.
    pub async fn session(&self, secret: &str, asked_by: AskedBy) -> Result<Option<Seen>, Error> {
        let hash = digest(secret);
        loop {
            let Some(found) = session::find(&self.store.reader, &hash).await? else { return Ok(None) };
            let now = self.clock.wall();
            let at = match asked_by {
                AskedBy::Person => Used { now, seen_at: Some(now) },
                AskedBy::Page => Used { now, seen_at: None },
            };
            let secret = match found.standing(now) {
                Standing::Over => return Ok(None),
                Standing::Replayed => {
                    self.end_replayed(&found.session).await?;
                    return Ok(None);
                }
                Standing::Fresh => None,
                Standing::Seen if asked_by == AskedBy::Page => None,
                Standing::Seen => {
                    let session_id = &found.session.session_id;
                    if_writable(self.aside(async |tx| session::seen(tx, session_id, now).await).await)?;
                    None
                }
                Standing::Confirms => {
                    match if_writable(self.aside(async |tx| session::confirm(tx, &hash, at).await).await)? {
                        Some(false) => continue,
                        Some(true) | None => None,
                    }
                }
                Standing::Rotates | Standing::RotatesAnew => {
                    let fresh = fresh_secret()?;
                    let rotation = Rotation { from: &hash, to: &digest(&fresh) };
                    match if_writable(self.aside(async |tx| session::rotate(tx, &found, rotation, at).await).await)? {
                        Some(true) => Some(fresh),
                        // Another request rotated, confirmed or ended it: it is looked for again, as that left it.
                        Some(false) => continue,
                        None => None,
                    }
                }
            };
            return Ok(Some(Seen { session: found.session, secret }));
        }
    }

    /// Signs out of one session.
    pub async fn end_session(&self, session_id: &str) -> Result<(), Error> {
        let now = self.clock.wall();
        Ok(self.aside(async |tx| session::end(tx, session_id, now).await).await?)
    }

    /// Signs a person out everywhere; of how many sessions.
    pub async fn end_sessions_of(&self, user_id: &UserId) -> Result<u64, Error> {
        let now = self.clock.wall();
        Ok(self.aside(async |tx| session::end_all_of(tx, user_id, now).await).await?)
    }

    async fn end_replayed(&self, replayed: &Session) -> Result<(), Error> {
        let Session { session_id, user_id, .. } = replayed;
        tracing::warn!(%session_id, %user_id, "a secret that was replaced was used again: the session is ended");
        self.end_session(session_id).await
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
