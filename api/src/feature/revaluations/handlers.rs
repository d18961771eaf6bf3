//! Revaluations: what would be posted, and the entries that are submitted. See docs/rules/revaluation.md.

use std::sync::Arc;

use engine::features::revaluations::commands::{Revaluation, Revalue};
use engine::features::revaluations::query::ReadProposal;
use engine::values::kind::DocumentKind;
use poem::Request;
use poem_openapi::{OpenApi, param::Query};

use super::wire::{RevaluationInput, RevaluationView};
use crate::app::App;
use crate::auth::Auth;
use crate::body::Body;
use crate::call::Call;
use crate::feature::documents::posting_once_signed;
use crate::headers::{IdempotencyKey, IfMatch};
use crate::problem::refused::Refused;
use crate::reply::{Ok200, Reply};
use crate::schema::Id;

/// Revaluations.
pub struct RevaluationApi(pub App);

#[OpenApi(prefix_path = "/revaluations")]
impl RevaluationApi {
    /// What a revaluation would post
    ///
    /// Open items and accounts in other currencies at the end of the period's last day, in the books and at that day's rate, which is
    /// at most 31 days old.
    #[oai(path = "/proposal", method = "get", operation_id = "getRevaluationProposal")]
    async fn proposal(
        &self,
        auth: Auth,
        /// Its last day is shown.
        period_id: Query<Id>,
    ) -> Result<Reply<Ok200, RevaluationView>, Refused<ReadProposal>> {
        let period_id = String::from(period_id.0);
        let (proposal, seen) = self.0.engine.revaluation_proposal(&auth.0, &period_id).await?;
        Ok(Reply::new(&RevaluationView::of(period_id, &proposal, &seen.catalog, self.0.engine.settings.base_currency)))
    }

    /// Revalue open items and accounts
    ///
    /// Submits a journal entry of the period's last day for each account in which something is missing, and for open items one that
    /// reverses it on the next day.
    #[oai(path = "/", method = "post", operation_id = "createRevaluation")]
    async fn create(
        &self,
        auth: Auth,
        raw: &Request,
        key: IdempotencyKey,
        /// Decide and answer, and change nothing.
        dry_run: Query<Option<bool>>,
        body: Body<RevaluationInput>,
    ) -> Result<Reply<Ok200, RevaluationView>, Refused<Revalue>> {
        let call = Call::new(auth, raw, key, IfMatch(None), &body.raw).dry(dry_run.0);
        let (input, faults) = body.into_parts();
        let catalog = self.0.engine.present_catalog().await?;
        let period_id: Option<String> = input.period_id.0.map(Into::into);
        let period = period_id.as_ref().and_then(|id| catalog.periods.get(id));
        let command = Revalue {
            day: period.map(|period| period.end_date),
            period_id,
            reverse: input.reverse,
            exchange_gain_loss_account_id: input.exchange_gain_loss_account_id.map(Into::into),
            first_id: engine::values::id::fresh(DocumentKind::JournalEntry.id_prefix()),
            faults,
        };
        let (base, names) = (self.0.engine.settings.base_currency, Arc::clone(&catalog));
        let render = move |done: &Revaluation| Reply::new(&RevaluationView::done(done, &names, base));
        posting_once_signed(&self.0, call, command, render, |done| &done.would_post).await
    }
}
