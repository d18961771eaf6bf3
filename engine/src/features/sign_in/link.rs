//! Links that sign a person in once. See docs/rules/console.md#sign-in-links.

use std::time::Duration;

use super::{digest, fresh_secret};
use crate::approval::access::UserId;
use crate::features::sign_in::link_rows as links;
use crate::kernel::engine::Engine;
use crate::values::error::{Error, Refusal, RefusalName};

impl Engine {
    /// Makes a link for a person of `/users`, good for so long; returns its secret. Refused for whom nobody recorded, and for the
    /// inactive.
    pub async fn make_sign_in_link(&self, user_id: &UserId, ttl: Duration) -> Result<String, Error> {
        let catalog = self.present_catalog().await?;
        let person = catalog.users.get(user_id).ok_or_else(|| Refusal::not_found("user", user_id))?;
        if !person.is_active {
            return Err(RefusalName::UserInactive.because(format!("{user_id} is recorded as inactive")).into());
        }
        let (key, secret, now) = (self.key()?, fresh_secret()?, self.clock.wall());
        let link = links::NewLink {
            secret_hash: &digest(&secret),
            user_id: &person.user_id,
            made_at: now,
            ends_at: now.plus(ttl),
        };
        self.aside(async |tx| links::make(tx, key, &link).await).await?;
        Ok(secret)
    }

    /// Whom the link of this secret would sign in: none when it was used, its time is over, or the person is inactive by now. It is
    /// not used up.
    pub async fn sign_in_link(&self, secret: &str) -> Result<Option<UserId>, Error> {
        let Some(key) = self.session_key() else { return Ok(None) };
        let found = links::find(&self.store.reader, key, &digest(secret), self.clock.wall()).await?;
        let Some(user_id) = found else { return Ok(None) };
        let catalog = self.present_catalog().await?;
        Ok(catalog.users.get(&user_id).filter(|user| user.is_active).map(|user| user.user_id.clone()))
    }

    /// The same, and uses it up: of all who ask with one secret, one is signed in.
    pub async fn use_sign_in_link(&self, secret: &str) -> Result<Option<UserId>, Error> {
        let Some(user_id) = self.sign_in_link(secret).await? else { return Ok(None) };
        let (hash, now) = (digest(secret), self.clock.wall());
        let won = self.aside(async |tx| links::use_up(tx, &hash, now).await).await?;
        Ok(won.then_some(user_id))
    }
}
