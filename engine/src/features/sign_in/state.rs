//! The states of sign-ins at a provider: each is good for one answer. See docs/rules/console.md#provider.

use std::time::Duration;

use super::digest;
use crate::features::sign_in::state_rows as states;
use crate::kernel::engine::Engine;
use crate::values::error::Error;

impl Engine {
    /// A sign-in with this state begins, and is good for so long.
    pub async fn begin_sign_in(&self, state: &str, ttl: Duration) -> Result<(), Error> {
        let (hash, ends_at) = (digest(state), self.clock.wall().plus(ttl));
        Ok(self.aside(async |tx| states::begin(tx, &hash, ends_at).await).await?)
    }

    /// Its answer is here. Of all that come with one state, in all processes, one is taken: for the others this is false.
    pub async fn use_sign_in(&self, state: &str) -> Result<bool, Error> {
        let (hash, now) = (digest(state), self.clock.wall());
        Ok(self.aside(async |tx| states::use_up(tx, &hash, now).await).await?)
    }
}
