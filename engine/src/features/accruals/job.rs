//! `accrual_reversals`: reverses the accruals whose day has come. See docs/rules/accruals.md#exactly-once.

use std::sync::Arc;

use super::commands::problem::NoteRefusal;
use super::commands::reverse::ReverseAccrual;
use super::reads;
use crate::approval::access::{Actor, Permissions};
use crate::books::document::Document;
use crate::books::request::Asked;
use crate::kernel::engine::Engine;
use crate::kernel::jobs::tick::Tick;
use crate::values::error::Error;

/// How many accruals are looked for at a time.
const AT_ONCE: u64 = 100;
/// So many a tick reverses; the next one goes on.
const MOST_REVERSED: u64 = 500;

/// The reversal of what is due.
pub(crate) struct ReverseDue;

impl Tick for ReverseDue {
    async fn is_needed(engine: &Arc<Engine>) -> Result<bool, Error> {
        let today = engine.clock.wall().date();
        Ok(!reads::due(&engine.store.reader, today, None, 1).await?.is_empty())
    }

    async fn run(engine: &Arc<Engine>) -> Result<(), Error> {
        let reversed = engine.reverse_due_accruals().await?;
        if reversed > 0 {
            tracing::info!(reversed, "accruals were reversed on their day");
        }
        Ok(())
    }
}

impl Engine {
    /// Makes the reversing entries that are due today, at most 500 of them. Returns how many. One that is refused does not keep the others.
    pub async fn reverse_due_accruals(self: &Arc<Self>) -> Result<u64, Error> {
        let today = self.clock.wall().date();
        let (mut reversed, mut after, mut failed) = (0_u64, None, None);
        while reversed < MOST_REVERSED {
            let due = reads::due(&self.store.reader, today, after.as_ref(), AT_ONCE).await?;
            let Some(last) = due.last() else { break };
            after = last.content.reversal_date().map(|day| (day, last.key.id.clone()));
            for accrual in due {
                match self.reverse_accrual(accrual).await {
                    Ok(is_made) => reversed = reversed.saturating_add(u64::from(is_made)),
                    Err(error) => failed = Some(error),
                }
            }
        }
        failed.map_or(Ok(reversed), Err)
    }

    async fn reverse_accrual(self: &Arc<Self>, accrual: Document) -> Result<bool, Error> {
        let Some(reversal_date) = accrual.content.reversal_date() else { return Ok(false) };
        let (key, currency) = (accrual.key.clone(), accrual.content.currency);
        let author = self.author_of(&accrual).await?;
        match self.perform(Asked::by(author), ReverseAccrual { key: key.clone(), currency, reversal_date }).await {
            Ok(made) => Ok(made.is_some()),
            Err(Error::Refused(refusal)) => {
                self.perform(Asked::by(Actor::system()), NoteRefusal { key, refusal }).await?;
                Ok(false)
            }
            Err(error) => Err(error),
        }
    }

    /// Who submitted it, with the roles that are recorded of them. Of most people none are: what they may do is for their token to say, and
    /// the accrual itself is witness that they could write and submit it.
    async fn author_of(self: &Arc<Self>, accrual: &Document) -> Result<Actor, Error> {
        let user_id = accrual.stage.submitted().map_or(&accrual.created_by, |submitted| &submitted.by).clone();
        let catalog = self.present_catalog().await?;
        let roles = catalog.users.get(&user_id).map(|user| user.roles.clone()).unwrap_or_default();
        let payroll = accrual.is_payroll().then_some("payroll.write");
        let shown = ["journal_entry.write", "journal_entry.submit"].into_iter().chain(payroll).map(str::to_owned);
        let token_permissions = Permissions(if roles.is_empty() { shown.collect() } else { [].into() });
        Ok(Actor { user_id, roles, token_permissions, session_id: None })
    }
}
