//! The state of the books at one instant, as far as the command asked for it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::application::Application;
use super::of_feature::Seen;
use super::wants::{Needed, Target};
use crate::approval::access::payroll;
use crate::approval::access::{Actor, Permissions, missing};
use crate::approval::catalog::Catalog;
use crate::approval::signing::SelfApproval;
use crate::approval::splitting::EarlierDocuments;
use crate::books::change_request;
use crate::books::change_request::ChangeRequest;
use crate::books::cleared::Mark;
use crate::books::document::deferred::Deferred;
use crate::books::document::{Document, Pending, Status};
use crate::books::exchange_rate::ExchangeRate;
use crate::books::ledger::{LedgerSums, Posting};
use crate::books::party::{Party, PartyKind};
use crate::books::queue::{JobIds, JobRecord};
use crate::values::clock::{Date, Timestamp};
use crate::values::error::{Refusal, RefusalName};
use crate::values::kind::{DocumentKey, DocumentKind, SubLedger};
use crate::values::money::Currency;
use rust_decimal::Decimal;

/// How these books are kept.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    pub base_currency: Currency,
    pub self_approval: SelfApproval,
    /// The fraction of the table's rate by which a given rate may differ from it; `None` allows any rate.
    pub rate_tolerance: Option<Decimal>,
}

/// One unposted document of a period.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unposted {
    pub key: DocumentKey,
    pub status: Status,
    /// Its own, and those of the control accounts on its lines: all that its posting needs open.
    pub sub_ledgers: BTreeSet<SubLedger>,
}

/// What stands open in a control account.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct OpenIn {
    pub documents: u64,
    /// In base minor units, what is owed positive and credits negative: of however many documents.
    pub base_amount: i128,
}

/// The earliest of the submitted payments of a document that post in one period.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EarliestPayment {
    pub key: DocumentKey,
    pub tran_date: Date,
    pub period_id: String,
}

/// How an account is used.
#[allow(clippy::struct_excessive_bools, reason = "each is a fact by itself")]
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct AccountUse {
    pub has_postings: bool,
    pub in_unposted_documents: bool,
    /// A bank reconciliation of it was begun, or a statement of it was brought in.
    pub in_reconciliations: bool,
    /// A line of a budget names it.
    pub in_budgets: bool,
    /// A document that is open offers a discount that is posted there.
    pub in_offers: bool,
    /// Whether any document at all is approved and not posted yet.
    pub approved_documents: bool,
    pub open: OpenIn,
}

/// The answers to a command's [`crate::books::command::Wants`].
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The books' instant: later than all before it.
    pub now: Timestamp,
    /// The calendar day in UTC by the machine's clock.
    pub today: Date,
    pub actor: Arc<Actor>,
    pub settings: Settings,
    pub catalog: Arc<Catalog>,
    /// The versions of which the caller believes one to be present (`If-Match`); with none in it, nothing is what they believe.
    pub expected_versions: Option<Vec<i64>>,
    pub documents: BTreeMap<DocumentKey, Document>,
    /// Of the submitted payments of the document asked about, the earliest of each posting period.
    pub earliest_payments: Vec<EarliestPayment>,
    /// What is under way for the document asked about.
    pub pending: Pending,
    /// The id of the live reversal of the entry asked about.
    pub live_reversal: Option<String>,
    /// Of the entry asked about, the document that it defers a line of.
    pub deferred: Option<Deferred>,
    pub parties: BTreeMap<(PartyKind, String), Party>,
    /// Whether a payment was made to the bank details of the vendor asked about as they are; `false` where nobody asks.
    pub paid_since_change: bool,
    /// The id of another document with the same party and reference.
    pub same_reference: Option<String>,
    /// What stands in the ledger for the documents in `postings_of`, and for the originals of unposted reversals in a foreign currency.
    pub postings: Vec<Posting>,
    /// From which day on nothing settles the document asked about any more, where something did for some days.
    pub given_back_on: Option<Date>,
    /// What was applied of the credit to the document asked about, and taken back, in the order of their positions; of a payment, all
    /// that it was reassigned by.
    pub applied: Vec<Application>,
    /// How often the credit asked about was applied.
    pub applications: u32,
    pub unposted: Vec<Unposted>,
    pub account_use: AccountUse,
    pub job: Option<JobRecord>,
    pub change_request: Option<ChangeRequest>,
    /// For the jobs that the decision wants done.
    pub job_ids: JobIds,
    /// The table's latest rate on or before the day asked about, however old.
    pub table_rate: Option<ExchangeRate>,
    /// What was submitted before that the document asked about is added to.
    pub earlier: EarlierDocuments,
    /// What is marked as cleared of the documents asked about.
    pub cleared_marks: Vec<Mark>,
    /// The posting jobs that were set aside, by the Approved documents that they do not post.
    pub set_aside: BTreeMap<DocumentKey, String>,
    /// What the ledger and what is about to be posted sum up to, where a very large document asks.
    pub ledger_sums: Option<LedgerSums>,
    /// Those of the document types asked about that are new to the books.
    pub new_types: Vec<DocumentKind>,
    /// What features were asked for of their own records.
    pub of_features: Seen,
}

impl Snapshot {
    /// Whether the caller may do this. See docs/rules/access.md#grants.
    pub fn allows(&self, resource: &str, action: &str) -> bool {
        self.catalog.allows(&self.actor, resource, action)
    }

    /// All that the caller may do.
    pub fn grants(&self) -> Permissions {
        self.catalog.grants(&self.actor)
    }

    /// Refuses a caller without the permission.
    pub fn require(&self, resource: &str, action: &str) -> Result<(), Refusal> {
        if self.allows(resource, action) { Ok(()) } else { Err(missing(resource, action)) }
    }

    /// Refuses a caller without one of the permissions.
    pub fn require_all(&self, needs: &[Needed]) -> Result<(), Refusal> {
        needs.iter().try_for_each(|(resource, action)| self.require(resource, action))
    }

    /// Refuses a caller without the permission on the document's type, and on payroll where it is that.
    pub fn require_on(&self, document: &Document, permission: &str) -> Result<(), Refusal> {
        self.require(document.key.kind.name(), permission)?;
        self.require_payroll(document, permission)
    }

    /// Refuses a caller who lacks the permission of payroll that goes with this one, where the document is payroll.
    pub fn require_payroll(&self, document: &Document, permission: &str) -> Result<(), Refusal> {
        if document.is_payroll() { self.require_all(&[payroll::beside(permission)]) } else { Ok(()) }
    }

    /// Whether the caller may read payroll, where they may read journal entries.
    pub fn reads_payroll(&self) -> bool {
        self.allows(payroll::RESOURCE, "read")
    }

    /// The document, or 404.
    pub fn document(&self, key: &DocumentKey) -> Result<&Document, Refusal> {
        self.documents.get(key).ok_or_else(|| Refusal::not_found(key.kind.title(), &key.id))
    }

    /// The change request that was asked about, or 404.
    pub fn change_request(&self, id: &str) -> Result<&ChangeRequest, Refusal> {
        self.change_request.as_ref().ok_or_else(|| Refusal::not_found(change_request::TITLE, id))
    }

    /// Whether the caller may do the action on documents of the type.
    pub fn may(&self, kind: DocumentKind, action: &str) -> bool {
        self.allows(kind.name(), action)
    }

    /// The present version of what `If-Match` is about; `None` when it does not exist.
    pub fn version_of(&self, target: &Target) -> Option<i64> {
        match target {
            Target::Document(key) => self.documents.get(key).map(|document| document.version),
            Target::Account(id) => self.catalog.accounts.get(id).map(|account| account.version),
            Target::Party(kind, id) => self.parties.get(&(*kind, id.clone())).map(|party| party.version),
            Target::Rule(id) => self.catalog.rules.get(id).map(|rule| rule.version),
            Target::Role(id) => self.catalog.roles.get(id).map(|role| role.version),
            Target::User(id) => self.catalog.users.get(id).map(|user| user.version),
            Target::Delegation(id) => self.catalog.delegations.get(id).map(|given| given.version),
            Target::Period(id) => self.catalog.periods.get(id).map(|period| period.version),
            Target::ChangeRequest(_) => self.change_request.as_ref().map(|request| request.version),
            Target::OfFeature(feature, _) => self.of_features.pin(feature).map(|pin| pin.version),
        }
    }

    /// Refuses a stale `If-Match`. What does not exist is for the command to refuse.
    pub fn check_version(&self, target: &Target) -> Result<(), Refusal> {
        match (&self.expected_versions, self.version_of(target)) {
            (Some(expected), Some(present)) if !expected.contains(&present) => Err(RefusalName::StaleVersion
                .because(format!("If-Match names another version than the present one, {present}"))
                .with("version", present)),
            _ => Ok(()),
        }
    }
}
