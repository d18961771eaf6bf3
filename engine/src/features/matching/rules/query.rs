//! Matching rules as they are listed and read, and those that decisions speak for.

use super::model::{MatchingRule, RESOURCE};
use super::{offers, reads};
use crate::approval::access::Actor;
use crate::books::command::Wants;
use crate::features::bank_statements::bank_account;
use crate::features::matching::proposing::learn::{Offer, offers as offered};
use crate::kernel::engine::Engine;
use crate::kernel::store::StoreError;
use crate::values::error::Error;
use crate::values::page::{Page, PageRequest};

impl Engine {
    /// One page of the rules, newest first: all, or those that are active, or that are not.
    pub async fn list_matching_rules(
        &self,
        actor: &Actor,
        is_active: Option<bool>,
        page: &PageRequest,
    ) -> Result<Page<MatchingRule>, Error> {
        self.look_up(actor, RESOURCE, &Wants::default()).await?;
        Ok(reads::list(&self.store.reader, is_active, page).await?)
    }

    /// The rules that earlier decisions about the account's lines speak for, and that nobody has kept yet.
    pub async fn matching_rule_offers(&self, actor: &Actor, account_id: &str) -> Result<Vec<Offer>, Error> {
        let seen = self.look_up(actor, RESOURCE, &Wants::default()).await?;
        bank_account(account_id, &seen)?;
        let tx = self.store.begin_read().await?;
        let found = async {
            let decisions = offers::decisions(&tx, account_id).await?;
            Ok::<_, StoreError>((decisions, reads::of_account(&tx, account_id, false).await?))
        };
        let found = found.await;
        tx.rollback().await.map_err(StoreError::from)?;
        let (decisions, known) = found?;
        // Much to compare: not on a thread that serves requests.
        let compared = tokio::task::spawn_blocking(move || {
            let known: Vec<_> = known.iter().map(MatchingRule::as_learned).collect();
            offered(&decisions, &known)
        });
        compared.await.map_err(|error| Error::Internal(format!("the comparison ended: {error}")))
    }
}
