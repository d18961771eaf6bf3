//! What each operation takes, as its handler states it, and the thing that it is about.

use std::collections::HashMap;

use engine::approval::access::{Actor, missing};
use engine::approval::catalog::Catalog;
use engine::books::action::guard;
use engine::books::command::takes::Own;
use engine::books::command::{Needed, Snapshot, Takes};
use engine::features::change_requests::commands::guard as change_guard;
use engine::values::error::Refusal;
use engine::values::kind::DocumentKey;
use poem_openapi::OpenApi;

use super::about::{About, kind_of};
use crate::app::App;
use crate::spec::PREFIX;
use crate::stated::{self, Stated};

/// What one operation takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Need {
    /// The caller must have all of them.
    pub permissions: Vec<Needed>,
    takes: Takes,
    /// The type of the resource that the id in the path names.
    pub about: Option<About>,
    /// Whether the operation also answers for a deleted resource.
    pub outlives: bool,
}

/// Method in upper case and path with the prefix → what the operation takes.
pub type Needs = HashMap<(String, String), Need>;

/// The needs of all operations of these handlers. `Err` names one that is not known.
pub fn all<T: OpenApi>() -> Result<Needs, String> {
    let mut needs = Needs::new();
    for path in T::meta().into_iter().flat_map(|api| api.paths) {
        for operation in path.operations {
            let need = stated::of(&operation).and_then(|stated| Need::of(stated, &path.path));
            let need = need.map_err(|why| format!("{} {} {why}", operation.method, path.path))?;
            needs.insert((operation.method.to_string(), format!("{PREFIX}{}", path.path)), need);
        }
    }
    Ok(needs)
}

/// The same of the handlers that this makes, before there are any.
pub fn of<'a, T: OpenApi>(_handlers: fn(&'a App) -> T) -> Result<Needs, String> {
    all::<T>()
}

impl Need {
    /// What is stated, for an operation with this path.
    fn of(stated: Stated, path: &str) -> Result<Self, &'static str> {
        let mut segments = path.split('/').filter(|segment| !segment.is_empty());
        let collection = segments.next().unwrap_or_default();
        let has_id = segments.next().is_some_and(|segment| segment.starts_with('{'));
        let (kind, about) = (kind_of(collection), About::one_of(collection).filter(|_| has_id));
        if stated.takes.is_of_a_type() && kind.is_none() {
            return Err("takes the permission of a type, and is under the path of none");
        }
        if has_id && about.is_none() {
            return Err("has an id of nothing that api/src/order/about.rs knows");
        }
        let permissions = stated.takes.permissions(kind);
        Ok(Self { permissions, takes: stated.takes, about, outlives: stated.outlives })
    }

    /// Checks the permissions against this catalog. An operation that the books may spare them passes: only [`Self::permit`] can
    /// decide it.
    pub fn refuse(&self, catalog: &Catalog, actor: &Actor) -> Result<(), Refusal> {
        let lacks = |(resource, action): &&Needed| !catalog.allows(actor, resource, action);
        match self.permissions.iter().find(lacks) {
            Some((resource, action)) if !self.takes.may_spare() => Err(missing(resource, action)),
            Some(_) | None => Ok(()),
        }
    }

    /// Checks the permissions against the books, as the command does, or the read.
    pub fn permit(&self, id: &str, seen: &Snapshot) -> Result<(), Refusal> {
        self.permit_any(id, seen)?;
        let Some(About::Document(kind)) = self.about else { return Ok(()) };
        let found = seen.documents.get(&DocumentKey::new(kind, id)).filter(|_| !self.takes.may_spare());
        let words = || self.permissions.iter().filter(|(resource, _)| *resource == kind.name());
        found.map_or(Ok(()), |document| words().try_for_each(|(_, word)| seen.require_payroll(document, word)))
    }

    /// The same, whatever the document is that it is about.
    fn permit_any(&self, id: &str, seen: &Snapshot) -> Result<(), Refusal> {
        match (self.takes, self.about) {
            (Takes::Action(action), Some(About::Document(kind))) if self.takes.may_spare() => {
                guard::permits(action, &DocumentKey::new(kind, id), seen)
            }
            (Takes::Move(step), _) => match &seen.change_request {
                Some(request) => change_guard::permission(step, request, seen),
                None => seen.require_all(&self.permissions),
            },
            (Takes::Own(own), _) if is_own(own, seen) => Ok(()),
            (Takes::Action(_) | Takes::Own(_) | Takes::These(_) | Takes::OnType(_) | Takes::Correction, _) => {
                seen.require_all(&self.permissions)
            }
        }
    }
}

/// Whether the caller asked for it.
fn is_own(own: Own, seen: &Snapshot) -> bool {
    let by = &seen.actor.user_id;
    match own {
        Own::Job => seen.job.as_ref().is_some_and(|job| *by == job.created_by.as_str().into()),
        Own::ChangeRequest => seen.change_request.as_ref().is_some_and(|request| request.requested_by() == by),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::description::Description;
    use crate::feature as resource;

    fn needs() -> Needs {
        of(resource::api).expect("every operation states what it takes")
    }

    /// Method and path of those that are wanted.
    fn only(wanted: impl Fn(&Need) -> bool) -> BTreeSet<String> {
        let found = needs().into_iter().filter(|(_, need)| wanted(need));
        found.map(|((method, path), _)| format!("{method} {}", path.trim_start_matches(PREFIX))).collect()
    }

    #[test]
    fn what_is_described_is_stated_and_nothing_else() {
        let Description { routes, .. } = Description::of_the_interface().expect("paths with operations");
        let described = routes.operations().map(|(method, path)| (method.to_owned(), path.to_owned()));
        assert_eq!(described.collect::<BTreeSet<_>>(), needs().into_keys().collect());
    }

    #[test]
    fn each_operation_takes_what_its_command_or_its_read_takes() {
        let needs = needs();
        for (method, path, permissions, has_target) in [
            ("GET", "/bills", "bill.read", false),
            ("POST", "/bills", "bill.write", false),
            ("PUT", "/bills/{id}", "bill.write", true),
            ("POST", "/bills/{id}/void", "bill.void", true),
            ("POST", "/bills/bulk", "bill.write", false),
            ("POST", "/approvals/bulk", "", false),
            ("POST", "/credit-memos/{id}/apply", "credit_memo.apply invoice.read", true),
            ("POST", "/journal-entries/{id}/unhold", "journal_entry.approve", true),
            ("GET", "/journal-entries/pending-approvals", "", false),
            ("GET", "/vendors/{vendor_id}", "party.read", true),
            ("POST", "/accounting-periods/{period_id}/hard-close", "accounting_period.hard_close", true),
            ("POST", "/reconciliations/{reconciliation_id}/unclear", "reconciliation.clear", true),
            ("POST", "/approval-rules/simulate", "approval_rule.read", false),
            ("POST", "/approval-rules/replay", "approval_rule.read report.read", false),
            ("GET", "/approval-rule-replays", "approval_rule.read report.read", false),
            ("GET", "/approval-rule-replays/{replay_id}/documents", "approval_rule.read report.read", true),
            ("POST", "/approval-rules/coverage", "approval_rule.read", false),
            ("GET", "/approval-rule-sets/{rule_set}", "approval_rule.read", true),
            ("POST", "/approval-rule-drafts/{draft_id}/put-in-force", "approval_rule.write", true),
            ("POST", "/change-requests/{change_request_id}/hold", "change_request.approve", true),
            ("POST", "/change-requests/{change_request_id}/withdraw", "change_request.read", true),
            ("GET", "/reports/aging", "report.read", false),
        ] {
            let need = needs.get(&(method.to_owned(), format!("{PREFIX}{path}"))).expect(path);
            let asked: Vec<_> =
                need.permissions.iter().map(|(resource, action)| format!("{resource}.{action}")).collect();
            assert_eq!(asked.join(" "), permissions, "{method} {path}");
            assert_eq!(need.about.is_some(), has_target, "{method} {path}");
        }
    }

    #[test]
    fn whom_the_books_name_does_without() {
        let spared = only(|need| need.takes.may_spare());
        let of_documents =
            |operation: &&String| operation.ends_with("/{id}/request-change") || operation.ends_with("/{id}/unhold");
        let (of_documents, others): (Vec<_>, Vec<_>) = spared.iter().partition(of_documents);
        assert_eq!(of_documents.len(), 2 * engine::values::kind::DocumentKind::ALL.len());
        assert_eq!(
            others,
            [
                "GET /change-requests/{change_request_id}",
                "GET /change-requests/{change_request_id}/audit-trail",
                "GET /jobs/{job_id}",
                "POST /change-requests/{change_request_id}/approve",
                "POST /change-requests/{change_request_id}/hold",
                "POST /change-requests/{change_request_id}/reject",
                "POST /change-requests/{change_request_id}/unhold",
                "POST /change-requests/{change_request_id}/withdraw",
            ]
        );
    }

    #[test]
    fn trails_outlive_what_they_are_about_but_those_of_documents() {
        let is_trail =
            |operation: &String| operation.ends_with("/audit-trail") && !operation.ends_with("/{id}/audit-trail");
        let trails: BTreeSet<String> = only(|_| true).into_iter().filter(is_trail).collect();
        assert_eq!(only(|need| need.outlives), trails);
    }

    #[test]
    fn what_fits_no_path_is_not_known() {
        let of_a_type = Stated { takes: Takes::OnType("read"), outlives: false };
        let of_all = Stated { takes: Takes::These(&[]), outlives: false };
        assert!(Need::of(of_a_type, "/reports/aging").is_err());
        assert!(Need::of(of_all, "/inventions/{id}").is_err());
        assert!(Need::of(of_all, "/inventions").is_ok());
    }
}
