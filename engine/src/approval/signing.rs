//! Who may sign a step. Pure; flat guards in a stated order. See docs/rules/signing.md#the-signers-of-a-step.

use std::collections::BTreeSet;

use super::plan::{Signer, Step};
use crate::access::UserId;
use crate::error::{Refusal, RefusalName};

/// May the submitter approve their own document (`GL_SELF_APPROVAL`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SelfApproval {
    Deny,
    Allow,
}

/// The user who wants to sign.
#[derive(Clone, Debug)]
pub struct Candidate<'a> {
    pub user_id: &'a UserId,
    pub roles: &'a BTreeSet<String>,
    /// Has the document type's `approve` permission.
    pub may_approve: bool,
    /// Those who named this person their delegate for today.
    pub stands_in_for: BTreeSet<&'a UserId>,
}

/// Whom the document keeps from signing.
#[derive(Clone, Debug)]
pub struct Guarded<'a> {
    /// Who created, last edited and submitted it.
    pub authors: BTreeSet<&'a UserId>,
    /// Its beneficiaries, who never sign; `GL_SELF_APPROVAL` does not lift this.
    pub beneficiaries: &'a BTreeSet<UserId>,
    /// Who signed another level of it.
    pub signed_by: &'a BTreeSet<UserId>,
    pub self_approval: SelfApproval,
}

/// Lets the candidate sign the step, or refuses, naming who can.
///
/// 1. the permission, 2. not a beneficiary, 3. not an author, 4. no second level by one person, 5. named by the step, in person or
///    as the delegate of someone named to whom none of this applies either.
pub fn may_sign(step: &Step, candidate: &Candidate<'_>, guarded: &Guarded<'_>) -> Result<(), Refusal> {
    if !candidate.may_approve {
        return Err(refusal("needs the document type's approve permission", step));
    }
    if guarded.beneficiaries.contains(candidate.user_id) {
        return Err(refusal("who gains from a document signs neither it nor what pays it", step));
    }
    let deny_authors = guarded.self_approval == SelfApproval::Deny;
    if deny_authors && guarded.authors.contains(candidate.user_id) {
        return Err(refusal("who created, edited or submitted a document does not sign it", step));
    }
    if guarded.signed_by.contains(candidate.user_id) {
        return Err(refusal("nobody signs two levels of one document", step));
    }
    let is_barred = |person: &UserId| {
        guarded.beneficiaries.contains(person)
            || (deny_authors && guarded.authors.contains(person))
            || guarded.signed_by.contains(person)
    };
    let may_stand_for = |person: &UserId| {
        person == candidate.user_id || (candidate.stands_in_for.contains(person) && !is_barred(person))
    };
    let named = signers(step).any(|signer| match signer {
        Signer::Role { role } => candidate.roles.contains(role),
        Signer::User { user_id } | Signer::Manager { user_id } => may_stand_for(user_id),
        Signer::Anyone => true,
    });
    if named { Ok(()) } else { Err(refusal("this level is for others to sign", step)) }
}

fn refusal(why: &str, step: &Step) -> Refusal {
    RefusalName::Forbidden
        .because(format!("{why}; level {} can be signed by {}", step.level, who_can(step)))
        .with("level", step.level)
        .with("approvers", as_data(step))
}

/// Who can sign the step, in words.
pub fn who_can(step: &Step) -> String {
    signers(step).map(Signer::in_words).collect::<Vec<_>>().join(" or ")
}

/// Who can sign the step, as data for dry runs.
pub fn signers(step: &Step) -> impl Iterator<Item = &Signer> {
    step.alternatives.iter().map(|alternative| &alternative.signer)
}

fn as_data(step: &Step) -> Vec<serde_json::Value> {
    signers(step).map(Signer::as_data).collect()
}

#[cfg(test)]
mod tests;
