//! Who could sign a change of the rules by one way of a step, as far as is known.

use std::collections::BTreeSet;

use crate::approval::access::{UserId, allow};
use crate::approval::catalog::Catalog;
use crate::approval::plan::{Alternative, Signer};
use crate::books::change_request::RESOURCE;
use crate::features::change_requests::commands::enough_signers::Looks;
use crate::values::clock::Date;
use crate::values::kind::{GovernedType, Thing};
use crate::values::money::Minor;

/// What they would sign a change of.
const RULES: GovernedType = GovernedType::Thing(Thing::ApprovalRule);

/// Those whose signature counts, and those who would give it: each person or, where they may not sign themselves, their delegates.
type Found<'a> = (BTreeSet<&'a UserId>, BTreeSet<&'a UserId>);

/// Those other than the requester who could sign by the way. `Some(None)`: enough of them, as far as is known. `None`: the looks are used
/// up.
#[allow(clippy::option_option, reason = "enough of them, and no more looks, are two answers")]
pub(super) fn signers<'a>(
    way: &'a Alternative,
    requester: &UserId,
    (catalog, today): (&'a Catalog, Date),
    looks: &mut Looks,
) -> Option<Option<Found<'a>>> {
    let mut found: Found<'a> = (BTreeSet::new(), BTreeSet::new());
    for signer in &way.signers {
        let (people, is_named) = match signer {
            Signer::Anyone => return Some(None),
            Signer::Role { role } => match catalog.holders(role) {
                Some(holders) => (holders, false),
                None if grants_nothing(role, catalog) => continue,
                None => return Some(None),
            },
            Signer::User { user_id } | Signer::Manager { user_id } | Signer::ManagerChain { user_id, .. } => {
                ([user_id].into(), true)
            }
        };
        for person in people.into_iter().filter(|person| *person != requester) {
            looks.take(1).then_some(())?;
            if may_sign(person, catalog) && !catalog.is_inactive(person) {
                found.0.insert(person);
                found.1.insert(person);
                continue;
            }
            looks.take(catalog.delegations.len()).then_some(())?;
            let delegates = catalog.stand_ins(person, is_named, (RULES, Minor::ZERO), today).into_keys();
            let delegates: Vec<&UserId> =
                delegates.filter(|delegate| *delegate != requester && may_sign(delegate, catalog)).collect();
            if !delegates.is_empty() {
                found.0.insert(person);
                found.1.extend(delegates);
            }
        }
    }
    Some(Some(found))
}

/// Whether the role is known, and does not let its holders sign change requests.
fn grants_nothing(role: &str, catalog: &Catalog) -> bool {
    catalog.roles.get(role).is_some_and(|role| !allow(&role.permissions, RESOURCE, "approve"))
}

/// Whether the person may sign change requests: by the roles that are recorded of them, where something is known of one.
fn may_sign(person: &UserId, catalog: &Catalog) -> bool {
    let recorded = catalog.users.get(person).into_iter().flat_map(|user| &user.roles);
    let known: Vec<&String> = recorded.filter(|role| catalog.roles.contains_key(*role)).collect();
    known.is_empty() || known.iter().any(|role| !grants_nothing(role, catalog))
}
