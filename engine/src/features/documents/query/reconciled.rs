//! Which completed reconciliations did not see what a document puts into their days. See docs/rules/reconciliation.md#posted-afterwards.

use crate::approval::catalog::Catalog;
use crate::books::action::kind::order;
use crate::books::document::stage::{End, Stage};
use crate::books::document::{Document, Status};
use crate::books::ledger::Posting;
use crate::kernel::engine::Engine;
use crate::kernel::store::read::reconciled::reconciled_over;
use crate::values::account::Subtype;
use crate::values::clock::{Date, Timestamp};
use crate::values::error::Error;

pub use crate::kernel::store::read::reconciled::Reconciled;

impl Engine {
    /// Those of the document's bank accounts with a statement of the day of its posting or later that were completed before it was posted:
    /// of its void, where it was voided; of its return as well.
    pub async fn reconciled(&self, document: &Document, catalog: &Catalog) -> Result<Vec<Reconciled>, Error> {
        let of_lines = document.lines().map(|line| line.account_id.as_str());
        let accounts: Vec<&str> = of_lines.chain(document.content.cash_account()).collect();
        self.reconciled_at(days(document, catalog).map(|(day, before)| (day, before, accounts.clone())), catalog).await
    }

    /// Those of bank accounts that these postings would move.
    pub async fn reconciled_by(&self, postings: &[Posting], catalog: &Catalog) -> Result<Vec<Reconciled>, Error> {
        let each = postings.iter().map(|posting| (posting.posting_date, None, accounts_of(posting)));
        self.reconciled_at(each, catalog).await
    }

    async fn reconciled_at<'a>(
        &self,
        postings: impl Iterator<Item = (Date, Option<Timestamp>, Vec<&'a str>)>,
        catalog: &Catalog,
    ) -> Result<Vec<Reconciled>, Error> {
        let has_statements = |id: &&str| {
            let account = catalog.accounts.get(*id);
            account.and_then(|account| account.subtype).is_some_and(Subtype::has_statements)
        };
        let mut all: Vec<Reconciled> = Vec::new();
        for (day, before, accounts) in postings {
            let banks = accounts.into_iter().filter(has_statements).collect();
            for found in reconciled_over(&self.store.reader, &banks, day, before).await? {
                if !all.contains(&found) {
                    all.push(found);
                }
            }
        }
        Ok(all)
    }
}

fn accounts_of(posting: &Posting) -> Vec<&str> {
    posting.lines.iter().map(|line| line.account_id.as_str()).collect()
}

/// The days of its postings, each with the instant at which it was made.
fn days(document: &Document, catalog: &Catalog) -> impl Iterator<Item = (Date, Option<Timestamp>)> {
    let own = (order::posts_on(&document.content, catalog), document.stage.posted_at());
    let (own, later) = match &document.stage {
        Stage::Voided(voided) => (None, document.stage.posted_at().map(|_| (voided.ended.on, Some(voided.ended.at)))),
        Stage::InLedger(posted) => match &posted.end {
            End::Returned(returned) => (Some(own), Some((returned.ended.on, Some(returned.ended.at)))),
            _ => (Some(own), None),
        },
        _ if document.status() == Status::Rejected => (None, None),
        _ => (Some(own), None),
    };
    own.into_iter().chain(later)
}
