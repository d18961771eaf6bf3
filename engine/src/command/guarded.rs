//! What a sensitive command changes, as approval rules are asked about it. See docs/rules/change-requests.md#what-rules-may-guard.

use std::collections::BTreeSet;

use crate::access::UserId;
use crate::approval::subject::Subject;
use crate::error::RefusalName;
use crate::kind::{GovernedAction, Thing};

/// The thing and the action on it.
#[derive(Clone, Debug)]
pub struct Guarded<'a> {
    pub subject: Subject<'a>,
    pub resource_id: String,
    /// Who gains by it, and so never signs it.
    pub beneficiaries: BTreeSet<UserId>,
}

/// What a command that rules may guard is refused with besides, when nobody could sign what it asks for.
pub const REFUSALS: &[RefusalName] = &[RefusalName::NoManager, RefusalName::NoApprover];

impl Guarded<'_> {
    /// A thing that has neither amount nor anybody who gains by it.
    pub fn thing(thing: Thing, action: GovernedAction, id: &str) -> Self {
        let subject = Subject::without_amount(crate::kind::GovernedType::Thing(thing), action);
        Self { subject, resource_id: id.to_owned(), beneficiaries: BTreeSet::new() }
    }

    /// A record of master data that is made or changed.
    pub fn saved(thing: Thing, is_new: bool, id: &str) -> Self {
        Self::thing(thing, if is_new { GovernedAction::Create } else { GovernedAction::Change }, id)
    }
}
