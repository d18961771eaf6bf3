//! Entries that matching rules have made of lines, as a bulk of journal entries.

use engine::books::action::bulk::Item;
use engine::books::action::create_and_submit::CreateAndSubmit;
use engine::books::action::submit::Submit;
use engine::books::command::Permitted;
use engine::features::matching::query::{MakeEntries, ToBeMade};
use engine::kernel::perform::bulk::Bulk;
use engine::values::error::{Faults, Refusal};
use engine::values::kind::DocumentKind;
use poem::Request;
use poem_openapi::{OpenApi, param::Path};

use crate::app::App;
use crate::auth::Auth;
use crate::body::Body;
use crate::call::Call;
use crate::feature::documents::{BulkResults, carry_out};
use crate::feature::matching::rules::wire::ApplyRulesInput;
use crate::headers::{IdempotencyKey, IfMatch};
use crate::problem::refused::Refused;
use crate::reply::{Ok200, Reply};
use crate::schema::Id;

/// Entries by rules.
pub struct ApplyRulesApi(pub App);

#[OpenApi(prefix_path = "/accounts")]
impl ApplyRulesApi {
    /// Have matching rules make entries
    ///
    /// Of each line of which an active rule `makes` one: a journal entry of the line's day and amount between the bank account and the
    /// rule's, as a draft or submitted into its approval like any other. It bears the line's id, so a line has one at most, and once it is
    /// posted it is a sure proposal for its line. Up to 500 a call, each with a result of its own, as in `POST /journal-entries/bulk`. What
    /// is submitted needs `journal_entry.submit`, too.
    #[oai(path = "/:account_id/apply-matching-rules", method = "post")]
    async fn apply(
        &self,
        auth: Auth,
        raw: &Request,
        account_id: Path<Id>,
        key: IdempotencyKey,
        body: Body<ApplyRulesInput>,
    ) -> Result<Reply<Ok200, BulkResults>, Refused<MakeEntries>> {
        let call = Call::new(auth, raw, key, IfMatch(None), &body.raw);
        let (input, faults) = body.into_parts();
        if !faults.is_empty() {
            return Err(Refusal::Invalid(faults).into());
        }
        let named = input.line_ids.map(|list| list.0.into_iter().map(Into::into).collect());
        let found = self.0.engine.entries_to_be_made(call.actor(), &account_id.0, named).await?;
        let submits = found.iter().any(|(_, entry)| entry.as_ref().is_some_and(|entry| entry.submit));
        let mut needs = MakeEntries::TAKES.permissions(None);
        let of_submits = || Submit::TAKES.permissions(Some(DocumentKind::JournalEntry));
        needs.extend(submits.then(of_submits).into_iter().flatten());
        let (items, ids) = found.into_iter().map(|(line_id, entry)| (item(entry), Some(line_id))).unzip();
        Ok(carry_out(&self.0, call, Bulk { items, atomic: false, needs }, ids).await?)
    }
}

fn item(entry: Option<ToBeMade>) -> Item {
    match entry {
        Some(ToBeMade { create, submit: true }) => Item::CreateAndSubmit(CreateAndSubmit(create)),
        Some(ToBeMade { create, submit: false }) => Item::Create(create),
        None => {
            Item::Unreadable(Faults::one("journal_entry_id", "is no open line of which an active rule makes an entry"))
        }
    }
}
