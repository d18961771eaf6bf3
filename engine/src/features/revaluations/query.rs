//! The proposal of a revaluation, as it is read.

use super::proposal::Proposal;
use super::records::WantedRevaluation;
use crate::approval::access::Actor;
use crate::books::command::{Permitted, Refuses, Snapshot, Takes, Wants};
use crate::kernel::engine::Engine;
use crate::values::error::{Error, Faults, RefusalName};

/// Whose permission it asks for.
pub const READ_AS: &str = "report";

/// The read of a proposal.
pub enum ReadProposal {}

impl Refuses for ReadProposal {
    const REFUSALS: &'static [RefusalName] = &[RefusalName::NoExchangeRate];
}

impl Permitted for ReadProposal {
    const TAKES: Takes = Takes::These(&[(READ_AS, "read")]);
}

impl Engine {
    /// What is revalued at the end of the period's last day, and what of it is still to be posted; with what was seen beside it.
    pub async fn revaluation_proposal(&self, actor: &Actor, period_id: &str) -> Result<(Proposal, Snapshot), Error> {
        let catalog = self.look_up(actor, READ_AS, &Wants::default()).await?.catalog;
        let Some(period) = catalog.periods.get(period_id) else {
            return Err(Faults::one("period_id", format!("there is no accounting period {period_id:?}")).into());
        };
        let day = period.end_date;
        let seen = self.look_up(actor, READ_AS, &Wants::of_feature(WantedRevaluation { day })).await?;
        let proposal = Proposal::of(day, &seen)?;
        Ok((proposal, seen))
    }
}
