//! Which permissions each operation requires, and which resource it addresses: derived from its method and path.

use engine::access::{Actor, DELEGATION, missing};
use engine::action::change_request::guard::{self as change_guard, Move};
use engine::action::document::guard;
use engine::approval::rule_set;
use engine::catalog::Catalog;
use engine::change_request;
use engine::command::{Snapshot, Target, Wants};
use engine::document::lifecycle::Action;
use engine::error::Refusal;
use engine::kind::{DocumentKey, DocumentKind};
use engine::master::exchange_rate;
use engine::master::party::PartyKind;
use engine::reconciliation::{self, WantedSession};

/// A permission: resource and action.
pub type Permission = (&'static str, &'static str);

/// What one operation requires.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Need {
    /// The caller must have all of them.
    pub permissions: Vec<Permission>,
    /// The type of the resource that the id in the path names.
    pub about: Option<About>,
    pub exception: Option<Exception>,
    /// Whether the operation also answers for a deleted resource.
    pub outlives: bool,
}

/// Callers who need no permission. The books record who they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exception {
    /// The submitter may recall a document; the user who put it on hold may release it.
    Concerned(Action),
    /// The user who requested a job may read it.
    OwnJob,
    /// Who asked for a change may read and withdraw it; who put it aside takes it up again.
    OwnChange(Option<Move>),
}

/// The types of resources that paths name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum About {
    Document(DocumentKind),
    Account,
    Party(PartyKind),
    Rule,
    RuleSet,
    RuleDraft,
    Replay,
    Role,
    User,
    Delegation,
    Period,
    Reconciliation,
    ExchangeRate,
    Job,
    ChangeRequest,
}

/// The collections other than those of documents: path, resource of the permission, type of one item. A new collection needs a line
/// here; without it the test `every_operation_is_known` fails.
const COLLECTIONS: [(&str, &str, Option<About>); 19] = [
    ("accounts", "account", Some(About::Account)),
    ("customers", "party", Some(About::Party(PartyKind::Customer))),
    ("vendors", "party", Some(About::Party(PartyKind::Vendor))),
    ("approval-rules", "approval_rule", Some(About::Rule)),
    ("approval-rule-sets", "approval_rule", Some(About::RuleSet)),
    ("approval-rule-drafts", "approval_rule", Some(About::RuleDraft)),
    (REPLAYS, "approval_rule", Some(About::Replay)),
    ("accounting-periods", "accounting_period", Some(About::Period)),
    ("reconciliations", "reconciliation", Some(About::Reconciliation)),
    ("roles", "role", Some(About::Role)),
    ("users", "user", Some(About::User)),
    ("delegations", "delegation", Some(About::Delegation)),
    ("jobs", "job", Some(About::Job)),
    ("queues", "job", None),
    ("reports", "report", None),
    ("export", "report", None),
    ("audit", "audit", None),
    ("exchange-rates", "exchange_rate", Some(About::ExchangeRate)),
    ("change-requests", change_request::RESOURCE, Some(About::ChangeRequest)),
];

/// Operations on whatever the caller may sign, or wrote. They need no permission: the list may be empty, and each item of a bulk is asked for by
/// itself.
const FOR_EVERYBODY: [(&str, &str); 6] = [
    ("me", ""),
    ("approvals", "pending"),
    ("approvals", "overdue"),
    ("approvals", "returned"),
    ("approvals", "bulk"),
    ("journal-entries", "pending-approvals"),
];

/// The actions on resources other than documents: the last word of the path, and the permission.
const DEEDS: [(&str, &str); 17] = [
    ("close", "close"),
    ("reopen", "reopen"),
    ("hard-close", "hard_close"),
    ("clear", "clear"),
    ("unclear", "clear"),
    ("complete", "clear"),
    ("retry", "write"),
    ("simulate", "read"),
    ("put-in-force", "write"),
    ("unschedule", "write"),
    ("replay", "read"),
    ("coverage", "read"),
    ("approve", "approve"),
    ("reject", "approve"),
    ("hold", "approve"),
    ("unhold", "approve"),
    ("withdraw", "read"),
];

/// What replays of rules found.
const REPLAYS: &str = "approval-rule-replays";

impl Need {
    /// The need of the operation with this method (in upper case) and path, relative to the prefix. `None`: no such operation.
    pub fn of(method: &str, path: &str) -> Option<Self> {
        let segments: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
        let (collection, rest) = segments.split_first()?;
        let has_id = rest.first().is_some_and(|segment| segment.starts_with('{'));
        let word = rest.last().copied().filter(|segment| !segment.starts_with('{'));
        if FOR_EVERYBODY.contains(&(collection, word.unwrap_or_default())) {
            return Some(Self { permissions: Vec::new(), about: None, exception: None, outlives: false });
        }
        let kind = DocumentKind::ALL.into_iter().find(|kind| kind.collection() == *collection);
        let (resource, about) = match kind {
            Some(kind) => (kind.name(), Some(About::Document(kind))),
            None => COLLECTIONS.iter().find(|known| known.0 == *collection).map(|known| (known.1, known.2))?,
        };
        let deed = word.and_then(|word| Action::ALL.into_iter().find(|action| action.name() == word));
        let action = match (method, word) {
            ("GET", _) => "read",
            ("POST" | "PUT" | "DELETE", None) => "write",
            ("POST", Some("bulk")) if kind.is_some() => "write",
            ("POST", Some(_)) if kind.is_some() => deed?.permission(),
            ("POST", Some(word)) => DEEDS.iter().find(|known| known.0 == word)?.1,
            _ => return None,
        };
        let exception = match (about, method, deed) {
            (Some(About::Document(_)), "POST", Some(action)) if action.facts().spares.is_some() => {
                Some(Exception::Concerned(action))
            }
            (Some(About::Job), "GET", _) if has_id => Some(Exception::OwnJob),
            (Some(About::ChangeRequest), _, _) if has_id => Some(Exception::OwnChange(word.and_then(Move::parse))),
            _ => None,
        };
        let mut permissions = vec![(resource, action)];
        // The answer to an application shows what it settles.
        let settled = kind.and_then(DocumentKind::items).and_then(|items| items.credits);
        if let Some(settled) = settled.filter(|_| deed == Some(Action::Apply)) {
            permissions.push((settled.name(), "read"));
        }
        // It shows the plans of all types.
        if *collection == REPLAYS || word == Some("replay") {
            permissions.push(("report", "read"));
        }
        Some(Self {
            permissions,
            about: about.filter(|_| has_id),
            exception,
            outlives: kind.is_none() && word == Some("audit-trail"),
        })
    }

    /// Checks the permissions against this catalog. An operation with an exception passes: only [`Self::permit`] can decide it.
    pub fn refuse(&self, catalog: &Catalog, actor: &Actor) -> Result<(), Refusal> {
        let lacks = |(resource, action): &&Permission| !catalog.allows(actor, resource, action);
        match self.permissions.iter().find(lacks) {
            Some((resource, action)) if self.exception.is_none() => Err(missing(resource, action)),
            Some(_) | None => Ok(()),
        }
    }

    /// Checks the permission and the exception against the books.
    pub fn permit(&self, id: &str, seen: &Snapshot) -> Result<(), Refusal> {
        match (self.exception, self.about) {
            (Some(Exception::Concerned(action)), Some(About::Document(kind))) => {
                if let Some(document) = seen.documents.get(&DocumentKey::new(kind, id)) {
                    return guard::permission(action, document, seen);
                }
            }
            (Some(Exception::OwnJob), _)
                if seen.job.as_ref().is_some_and(|job| seen.actor.user_id == job.created_by.as_str().into()) =>
            {
                return Ok(());
            }
            (Some(Exception::OwnChange(step)), _) => {
                let request = seen.change_request.as_ref();
                match (request, step) {
                    (Some(request), Some(step)) => return change_guard::permission(step, request, seen),
                    (Some(request), None) if *request.requested_by() == seen.actor.user_id => return Ok(()),
                    (Some(_) | None, _) => {}
                }
            }
            (Some(_) | None, _) => {}
        }
        self.permissions.iter().try_for_each(|(resource, action)| seen.require(resource, action))
    }
}

impl About {
    /// What must be read to know whether the resource exists, and its version.
    pub fn wants(self, id: &str) -> Wants {
        let target = self.target(id);
        match self {
            Self::Document(kind) => Wants::document(&DocumentKey::new(kind, id)),
            Self::Party(kind) => Wants { target, parties: [(kind, id.to_owned())].into(), ..Wants::default() },
            Self::Reconciliation => {
                let session = WantedSession::Session { reconciliation_id: id.to_owned() };
                Wants { target, reconciliation: Some(session), ..Wants::default() }
            }
            Self::ExchangeRate => {
                let row = engine::command::wants::ExchangeRateRow { exchange_rate_id: id.to_owned(), day: None };
                Wants { target, exchange_rate: Some(row), ..Wants::default() }
            }
            Self::Job => Wants { job: Some(id.to_owned()), ..Wants::default() },
            // Asked for by itself: no command is about one.
            Self::Replay | Self::RuleSet => Wants::default(),
            Self::RuleDraft => Wants { target, rule_draft: Some(id.to_owned()), ..Wants::default() },
            Self::ChangeRequest => Wants::change_request(id),
            Self::Account | Self::Rule | Self::Role | Self::User | Self::Delegation | Self::Period => {
                Wants { target, ..Wants::default() }
            }
        }
    }

    /// The resource whose version `If-Match` names; jobs, replays and rule sets have no version.
    pub fn target(self, id: &str) -> Option<Target> {
        let id = id.to_owned();
        Some(match self {
            Self::Document(kind) => Target::Document(DocumentKey::new(kind, id)),
            Self::Account => Target::Account(id),
            Self::Party(kind) => Target::Party(kind, id),
            Self::Rule => Target::Rule(id),
            Self::Role => Target::Role(id),
            Self::User => Target::User(id.into()),
            Self::Delegation => Target::Delegation(id),
            Self::Period => Target::Period(id),
            Self::Reconciliation => Target::Reconciliation(id),
            Self::ExchangeRate => Target::ExchangeRate(id),
            Self::ChangeRequest => Target::ChangeRequest(id),
            Self::RuleDraft => Target::RuleDraft(id),
            Self::Job | Self::Replay | Self::RuleSet => return None,
        })
    }

    /// Its name in a 404, and in the trail.
    pub const fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Document(kind) => (kind.title(), kind.name()),
            Self::Account => ("account", "account"),
            Self::Party(kind) => (kind.name(), kind.name()),
            Self::Rule => ("approval rule", "approval_rule"),
            Self::RuleSet => ("rule set", "approval_rule_set"),
            Self::RuleDraft => (rule_set::TITLE, rule_set::DRAFT),
            Self::Replay => ("replay", "approval_rule_replay"),
            Self::Role => ("role", "role"),
            Self::User => ("user", "user"),
            Self::Delegation => (DELEGATION, DELEGATION),
            Self::Period => ("accounting period", "accounting_period"),
            Self::Reconciliation => (reconciliation::RESOURCE, reconciliation::RESOURCE),
            Self::ExchangeRate => ("exchange rate", exchange_rate::RESOURCE),
            Self::Job => ("job", "job"),
            Self::ChangeRequest => (change_request::TITLE, change_request::RESOURCE),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_tells_what_is_needed() {
        for (method, path, permission, has_target) in [
            ("GET", "/bills", Some("bill.read"), false),
            ("POST", "/bills", Some("bill.write"), false),
            ("PUT", "/bills/{id}", Some("bill.write"), true),
            ("POST", "/bills/{id}/void", Some("bill.void"), true),
            ("POST", "/bills/bulk", Some("bill.write"), false),
            ("POST", "/approvals/bulk", None, false),
            ("POST", "/credit-memos/{id}/apply", Some("credit_memo.apply"), true),
            ("POST", "/journal-entries/{id}/unhold", Some("journal_entry.approve"), true),
            ("GET", "/journal-entries/pending-approvals", None, false),
            ("GET", "/vendors/{vendor_id}", Some("party.read"), true),
            ("POST", "/accounting-periods/{period_id}/hard-close", Some("accounting_period.hard_close"), true),
            ("POST", "/reconciliations/{reconciliation_id}/unclear", Some("reconciliation.clear"), true),
            ("POST", "/approval-rules/simulate", Some("approval_rule.read"), false),
            ("POST", "/approval-rules/replay", Some("approval_rule.read"), false),
            ("GET", "/approval-rule-replays", Some("approval_rule.read"), false),
            ("GET", "/approval-rule-replays/{replay_id}/documents", Some("approval_rule.read"), true),
            ("POST", "/approval-rules/coverage", Some("approval_rule.read"), false),
            ("GET", "/approval-rule-sets/{rule_set}", Some("approval_rule.read"), true),
            ("POST", "/approval-rule-drafts/{draft_id}/put-in-force", Some("approval_rule.write"), true),
            ("POST", "/change-requests/{change_request_id}/hold", Some("change_request.approve"), true),
            ("POST", "/change-requests/{change_request_id}/withdraw", Some("change_request.read"), true),
            ("GET", "/reports/aging", Some("report.read"), false),
        ] {
            let need = Need::of(method, path).expect(path);
            let asked = need.permissions.first().map(|(resource, action)| format!("{resource}.{action}"));
            assert_eq!(asked.as_deref(), permission, "{method} {path}");
            assert_eq!(need.about.is_some(), has_target, "{method} {path}");
        }
        assert_eq!(Need::of("POST", "/bills/{id}/invent"), None);
        assert_eq!(Need::of("GET", "/inventions"), None);
    }
}
