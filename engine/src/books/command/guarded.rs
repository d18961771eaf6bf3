//! What a sensitive command changes, as approval rules are asked about it. See docs/rules/change-requests.md#what-rules-may-guard.

use std::collections::BTreeSet;

use crate::approval::Rule;
use crate::approval::access::UserId;
use crate::approval::routing::is_guarded;
use crate::approval::subject::Subject;
use crate::values::error::RefusalName;
use crate::values::kind::{GovernedAction, GovernedType, Thing};

/// The thing and the action on it.
#[derive(Clone, Debug)]
pub struct Guarded<'a> {
    pub subject: Subject<'a>,
    pub resource_id: String,
    /// Who gains by it, and so never signs it.
    pub beneficiaries: BTreeSet<UserId>,
    /// What the call does, where rules may guard it as something else or as several things; empty where it is the subject alone.
    pub parts: Vec<Part<'a>>,
}

/// One of the things that a call does, as what rules may guard it: the first of these that a rule guards.
pub type Part<'a> = Vec<Subject<'a>>;

/// What a command that rules may guard is refused with besides, when nobody could sign what it asks for.
pub const REFUSALS: &[RefusalName] = &[RefusalName::NoManager, RefusalName::NoApprover];

impl<'a> Guarded<'a> {
    /// Something done to a thing, by which those gain.
    pub fn of(subject: Subject<'a>, id: &str, beneficiaries: BTreeSet<UserId>) -> Self {
        Self { subject, resource_id: id.to_owned(), beneficiaries, parts: Vec::new() }
    }

    /// A thing that has neither amount nor anybody who gains by it.
    pub fn thing(thing: Thing, action: GovernedAction, id: &str) -> Self {
        Self::of(Subject::without_amount(GovernedType::Thing(thing), action), id, BTreeSet::new())
    }

    /// A record of master data that is made or changed.
    pub fn saved(thing: Thing, is_new: bool, id: &str) -> Self {
        Self::thing(thing, if is_new { GovernedAction::Create } else { GovernedAction::Change }, id)
    }

    /// What the rules guard of it, each once: a signature is asked for each.
    pub fn guarded_by<'r>(&self, rules: &(impl Iterator<Item = &'r Rule> + Clone)) -> Vec<&Subject<'a>> {
        let is_guarded = |subject: &&Subject<'_>| is_guarded(subject, rules.clone());
        if self.parts.is_empty() {
            return Some(&self.subject).filter(is_guarded).into_iter().collect();
        }
        let mut found: Vec<&Subject<'_>> = Vec::new();
        for subject in self.parts.iter().filter_map(|part| part.iter().find(is_guarded)) {
            let is_known =
                |other: &&Subject<'_>| (other.document_type, other.action) == (subject.document_type, subject.action);
            if !found.iter().any(is_known) {
                found.push(subject);
            }
        }
        found
    }
}
