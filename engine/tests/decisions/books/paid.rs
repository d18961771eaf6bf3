//! Whether a customer or a vendor was paid since their bank details changed, as the store reads it.

use engine::books::ledger::PostingKind;
use engine::books::party::Party;

use super::Books;

impl Books {
    /// Whether a payment that was submitted since their bank details changed is in the ledger.
    pub(super) fn was_paid(&self, party: &Party) -> bool {
        let posted = self.postings.iter().filter(|of| of.kind == PostingKind::Document).map(|of| &of.source);
        let payments = posted.filter(|key| key.kind.sends_to() == Some(party.kind)).map(|key| &self.documents[key]);
        let own = payments.filter(|found| found.content.party() == Some(&party.party_id));
        let submitted = own.filter_map(|found| found.stage.submitted()).map(|submitted| submitted.at).max();
        party.bank.last_change.as_ref().is_some_and(|change| submitted > Some(change.at))
    }
}
