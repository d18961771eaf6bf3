//! Who may sign a step. Pure; flat guards in a stated order. See docs/rules/signing.md#the-signers-of-a-step.

use std::collections::BTreeSet;

use super::plan::{Alternative, Signer, Step};
use super::signature::Signatures;
use crate::approval::access::{UserId, within};
use crate::values::error::{Refusal, RefusalName};
use crate::values::money::{Currency, Minor, number};

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
    /// How much they may sign of the document's type; `None` is without limit.
    pub limit: Option<Minor>,
    /// Those who named this person their delegate for today and for this document.
    pub stands_in_for: Vec<Principal<'a>>,
}

/// Somebody whom a delegate stands in for.
#[derive(Clone, PartialEq, Debug)]
pub struct Principal<'a> {
    pub user_id: &'a UserId,
    /// The roles that the delegation covers.
    pub roles: Option<&'a BTreeSet<String>>,
    /// How much the delegate may sign for them; `None` is without limit.
    pub limit: Option<Minor>,
}

/// Whom the document keeps from signing.
#[derive(Clone, Debug)]
pub struct Guarded<'a> {
    /// The document's size in base currency minor units.
    pub amount: Minor,
    pub base_currency: Currency,
    /// Who created, last edited and submitted it.
    pub authors: BTreeSet<&'a UserId>,
    /// Its beneficiaries, who never sign; `GL_SELF_APPROVAL` does not lift this.
    pub beneficiaries: &'a BTreeSet<UserId>,
    /// What was signed of it in this round.
    pub signatures: &'a Signatures,
    pub self_approval: SelfApproval,
}

/// The right by which somebody signs a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Right {
    /// Whose right it is, where a delegate signs.
    pub on_behalf_of: Option<UserId>,
    /// The alternatives that the signature counts for, by their places in the step.
    pub counts_for: Vec<u32>,
    pub limit: Option<Minor>,
}

impl Guarded<'_> {
    fn is_author(&self, person: &UserId) -> bool {
        self.self_approval == SelfApproval::Deny && self.authors.contains(person)
    }

    fn has_signed(&self, person: &UserId) -> bool {
        self.signatures.has_signed(person) || self.signatures.was_signed_for(person)
    }

    fn is_barred(&self, person: &UserId) -> bool {
        self.beneficiaries.contains(person) || self.is_author(person) || self.has_signed(person)
    }

    /// Whether the amount is more than the limit, and nobody signed before who may sign more.
    fn is_over(&self, limit: Option<Minor>) -> bool {
        !within(limit, self.amount) && !limit.is_some_and(|limit| self.signatures.has_above(limit))
    }
}

/// The right by which the candidate signs the step; or the refusal, which names who can.
///
/// 1. the permission, 2. not a beneficiary, 3. not an author, 4. no second signature by one person, nor by somebody for whom a
///    delegate signed, 5. named by the step, in person or as the delegate of someone named to whom none of this applies either,
///    6. the limit of whose right it is. A right of their own comes before one on behalf of another.
pub fn may_sign(step: &Step, candidate: &Candidate<'_>, guarded: &Guarded<'_>) -> Result<Right, Refusal> {
    let refused = |why: &str| Err(refusal(why, step, guarded.signatures));
    if !candidate.may_approve {
        return refused("needs the document type's approve permission");
    }
    if guarded.beneficiaries.contains(candidate.user_id) {
        return refused(
            "who gains from a document, or changed the bank details that it pays to, signs neither it nor what pays it",
        );
    }
    if guarded.is_author(candidate.user_id) {
        return refused("who created, edited or submitted a document does not sign it");
    }
    if guarded.signatures.of_level(step.level).any(|(person, _)| person == candidate.user_id) {
        return refused("this person has signed this level already");
    }
    if guarded.signatures.has_signed(candidate.user_id) {
        return refused("nobody signs two levels of one document");
    }
    if guarded.signatures.was_signed_for(candidate.user_id) {
        return refused("a delegate has signed for this person");
    }
    let rights = rights(step, candidate, guarded);
    let Some(first) = rights.first() else { return refused("this level is for others to sign") };
    let right = rights.iter().find(|right| !guarded.is_over(right.limit));
    right.cloned().ok_or_else(|| over_limit(first, step, guarded))
}

/// The rights by which the candidate is named by the step: their own first.
fn rights(step: &Step, candidate: &Candidate<'_>, guarded: &Guarded<'_>) -> Vec<Right> {
    let own = counted(step, |signer| match signer {
        Signer::Role { role } => candidate.roles.contains(role),
        Signer::Anyone => true,
        of_one => of_one.person() == Some(candidate.user_id),
    });
    let own = Right { on_behalf_of: None, counts_for: own, limit: candidate.limit };
    let others = candidate.stands_in_for.iter().filter(|principal| !guarded.is_barred(principal.user_id));
    let others = others.map(|principal| Right {
        on_behalf_of: Some(principal.user_id.clone()),
        counts_for: counted(step, |signer| names(signer, principal)),
        limit: principal.limit,
    });
    std::iter::once(own).chain(others).filter(|right| !right.counts_for.is_empty()).collect()
}

/// Whether the delegate of this person is meant by the signer.
fn names(signer: &Signer, principal: &Principal<'_>) -> bool {
    match signer {
        Signer::Role { role } => principal.roles.is_some_and(|roles| roles.contains(role)),
        // Whoever has the permission signs for themselves.
        Signer::Anyone => false,
        of_one => of_one.person() == Some(principal.user_id),
    }
}

fn counted(step: &Step, is_named: impl Fn(&Signer) -> bool) -> Vec<u32> {
    let named = |alternative: &Alternative| alternative.who_may_sign().any(&is_named);
    let places = step.alternatives.iter().enumerate().filter(|(_, alternative)| named(alternative));
    places.filter_map(|(place, _)| u32::try_from(place).ok()).collect()
}

fn refusal(why: &str, step: &Step, signatures: &Signatures) -> Refusal {
    let (level, who, (given, required)) = (step.level, who_still_can(step, signatures), signatures.progress(step));
    let detail = if required == 1 {
        format!("{why}; level {level} can be signed by {who}")
    } else {
        format!("{why}; level {level} has {given} of {required} signatures and can be signed by {who}")
    };
    RefusalName::Forbidden.because(detail).with("level", level).with("approvers", as_data(step))
}

fn over_limit(right: &Right, step: &Step, guarded: &Guarded<'_>) -> Refusal {
    let in_base = |amount: Minor| guarded.base_currency.to_decimal(amount);
    let (amount, limit) = (in_base(guarded.amount), right.limit.map(in_base).unwrap_or_default());
    let whose = match &right.on_behalf_of {
        Some(person) => format!("the approval limit for {person}"),
        None => "the approval limit".to_owned(),
    };
    RefusalName::OverLimit
        .because(format!("{amount} is above {whose}, {limit}; somebody with a higher limit must sign before"))
        .with("level", step.level)
        .with("approval_limit", number(limit))
        .with("amount", number(amount))
}

/// Who can sign the step, but for those who did, in words.
pub fn who_still_can(step: &Step, signatures: &Signatures) -> String {
    let has_signed =
        |signer: &Signer| signatures.of_level(step.level).any(|(person, _)| signer.person() == Some(person));
    signers(step).filter(|signer| !has_signed(signer)).map(Signer::in_words).collect::<Vec<_>>().join(" or ")
}

/// Who can sign the step, by any of its ways.
pub fn signers(step: &Step) -> impl Iterator<Item = &Signer> {
    step.alternatives.iter().flat_map(Alternative::who_may_sign)
}

fn as_data(step: &Step) -> Vec<serde_json::Value> {
    signers(step).map(Signer::as_data).collect()
}

#[cfg(test)]
mod tests;
