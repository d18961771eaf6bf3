//! Delegations: made, changed and revoked. See docs/rules/signing.md#delegations.

use std::collections::BTreeSet;

use rust_decimal::Decimal;

use crate::approval::access::{DELEGATION, Delegation, UserId};
use crate::approval::subject::Subject;
use crate::books::command::guarded::Part;
use crate::books::command::{
    AuditEntry, Change, Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Target, Wants,
};
use crate::features::change_requests::lock_out;
use crate::values::clock::Date;
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::{DocumentKind, GovernedAction, GovernedType, Thing};
use crate::values::money::Minor;

/// What may be set of a delegation; `None` leaves it as it is.
#[derive(Clone, Default, Debug)]
pub struct DelegationDraft {
    /// Only when it is made; the caller when left out.
    pub from_user_id: Option<UserId>,
    /// Only when it is made.
    pub to_user_id: Option<UserId>,
    pub first_day: Option<Date>,
    pub last_day: Option<Date>,
    pub document_types: Option<Option<BTreeSet<DocumentKind>>>,
    /// In base currency.
    pub amount_limit: Option<Option<Decimal>>,
    pub reason: Option<String>,
}

/// Makes a delegation, or changes the one that is there.
pub struct SaveDelegation {
    pub delegation_id: String,
    pub draft: DelegationDraft,
    pub create: bool,
    pub faults: Faults,
}

impl Refuses for SaveDelegation {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] = &[RefusalName::WrongStatus, RefusalName::LocksEverybodyOut];
}

impl Permitted for SaveDelegation {
    const TAKES: Takes = Takes::These(&[(DELEGATION, "write")]);
}

impl Command for SaveDelegation {
    type Answer = Delegation;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn guarded<'a>(&'a self, _: &'a Snapshot, effects: &Effects) -> Option<Guarded<'a>> {
        guarded(if self.create { GovernedAction::Create } else { GovernedAction::Change }, effects)
    }

    fn wants(&self) -> Wants {
        Wants::catalog(Target::Delegation(self.delegation_id.clone()))
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Delegation>, Refusal> {
        let before = snapshot.catalog.delegations.get(&self.delegation_id);
        match before {
            Some(_) if self.create => {
                let detail = format!("delegation {:?} exists already", self.delegation_id);
                return Err(RefusalName::AlreadyExists.because(detail).at("/delegation_id"));
            }
            None if !self.create => return Err(Refusal::not_found(DELEGATION, &self.delegation_id)),
            Some(revoked) if revoked.is_revoked => {
                return Err(RefusalName::WrongStatus.because(format!("{:?} is revoked", self.delegation_id)));
            }
            _ => {}
        }
        let given = self.draft.from_user_id.as_ref().unwrap_or(&snapshot.actor.user_id);
        let from_user_id = before.map_or(given, |before| &before.from_user_id).clone();
        for_oneself(&from_user_id, snapshot)?;
        let mut faults = self.faults.clone();
        let saved = self.merged(before, from_user_id, snapshot, &mut faults);
        let Some(saved) = saved.filter(|saved| is_sound(saved, snapshot, &mut faults)) else {
            return Err(Refusal::Invalid(faults));
        };
        let as_it_was = |before: &&Delegation| {
            let (updated_at, updated_by) = (before.updated_at, before.updated_by.clone());
            Delegation { version: before.version, updated_at, updated_by, ..saved.clone() } == **before
        };
        if let Some(before) = before.filter(as_it_was) {
            return Ok(Decision::unchanged(before.clone(), snapshot));
        }
        let word = if before.is_some() { "Updated" } else { "Created" };
        decision(saved, word, snapshot)
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

impl SaveDelegation {
    /// `None` where something is missing or wrong, which the faults then name.
    fn merged(
        &self,
        before: Option<&Delegation>,
        from_user_id: UserId,
        snapshot: &Snapshot,
        faults: &mut Faults,
    ) -> Option<Delegation> {
        let draft = &self.draft;
        let amount_limit = match draft.amount_limit {
            Some(Some(limit)) => limit_in_base(limit, snapshot, faults),
            Some(None) => None,
            None => before.and_then(|before| before.amount_limit),
        };
        let to_user_id = draft.to_user_id.clone().or_else(|| before.map(|before| before.to_user_id.clone()));
        let first_day = draft.first_day.or(before.map(|before| before.first_day));
        let last_day = draft.last_day.or(before.map(|before| before.last_day));
        let reason = draft.reason.clone().or_else(|| before.map(|before| before.reason.clone()));
        for (pointer, is_missing) in [
            ("/to_user_id", to_user_id.is_none()),
            ("/first_day", first_day.is_none()),
            ("/last_day", last_day.is_none()),
            ("/reason", reason.is_none()),
        ] {
            if is_missing && !faults.has(pointer) {
                faults.add(pointer, "is required");
            }
        }
        let now = snapshot.now;
        let by = snapshot.actor.user_id.to_string();
        Some(Delegation {
            delegation_id: self.delegation_id.clone(),
            from_user_id,
            to_user_id: to_user_id?,
            first_day: first_day?,
            last_day: last_day?,
            document_types: draft
                .document_types
                .clone()
                .unwrap_or_else(|| before.and_then(|before| before.document_types.clone())),
            amount_limit,
            reason: reason?,
            is_revoked: before.is_some_and(|before| before.is_revoked),
            version: before.map_or(1, |before| before.version.saturating_add(1)),
            created_at: before.map_or(now, |before| before.created_at),
            created_by: before.map_or_else(|| by.clone(), |before| before.created_by.clone()),
            updated_at: now,
            updated_by: by,
        })
    }
}

fn limit_in_base(limit: Decimal, snapshot: &Snapshot, faults: &mut Faults) -> Option<Minor> {
    match snapshot.settings.base_currency.to_minor(limit) {
        Ok(limit) => Some(limit),
        Err(error) => {
            faults.add("/amount_limit", error.to_string());
            None
        }
    }
}

/// Everybody delegates what is theirs; for another, who keeps the directory does.
fn for_oneself(from_user_id: &UserId, snapshot: &Snapshot) -> Result<(), Refusal> {
    if *from_user_id == snapshot.actor.user_id { Ok(()) } else { snapshot.require("user", "write") }
}

/// No loops: nobody signs for somebody who signs for them on the same day.
fn is_sound(saved: &Delegation, snapshot: &Snapshot, faults: &mut Faults) -> bool {
    let (from, to) = (&saved.from_user_id, &saved.to_user_id);
    if from == to {
        faults.add("/to_user_id", "nobody is their own delegate");
    }
    if to.is_system() {
        faults.add("/to_user_id", "\"system\" is the service itself");
    }
    if snapshot.catalog.is_inactive(to) {
        faults.add("/to_user_id", format!("{to} is recorded as inactive"));
    }
    if saved.last_day < saved.first_day {
        faults.add("/last_day", "is before first_day");
    }
    if saved.document_types.as_ref().is_some_and(BTreeSet::is_empty) {
        faults.add("/document_types", "name a type, or none at all for every type");
    }
    let back = |other: &Delegation| {
        other.delegation_id != saved.delegation_id
            && (&other.from_user_id, &other.to_user_id) == (to, from)
            && other.overlaps(saved.first_day, saved.last_day)
    };
    if let Some(other) = snapshot.catalog.delegations.values().find(|other| back(other)) {
        faults.add("/to_user_id", format!("{to} delegates to {from} in that time, by {:?}", other.delegation_id));
    }
    let simple = snapshot.catalog.users.get(to).into_iter().flat_map(|user| &user.delegations);
    let mut simple = simple.filter(|given| given.delegate_user_id == *from);
    if simple.any(|given| given.overlaps(saved.first_day, saved.last_day)) {
        faults.add("/to_user_id", format!("{to} has {from} as their delegate in that time"));
    }
    faults.is_empty()
}

/// `DELETE`: it is in force no longer, and stays readable for what was signed by it.
pub struct RevokeDelegation {
    pub delegation_id: String,
}

impl Refuses for RevokeDelegation {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] = &[RefusalName::LocksEverybodyOut];
}

impl Permitted for RevokeDelegation {
    const TAKES: Takes = Takes::These(&[(DELEGATION, "write")]);
}

impl Command for RevokeDelegation {
    type Answer = Delegation;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn guarded<'a>(&'a self, _: &'a Snapshot, effects: &Effects) -> Option<Guarded<'a>> {
        guarded(GovernedAction::Revoke, effects)
    }

    fn wants(&self) -> Wants {
        Wants::catalog(Target::Delegation(self.delegation_id.clone()))
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Delegation>, Refusal> {
        let before = snapshot.catalog.delegations.get(&self.delegation_id);
        let before = before.ok_or_else(|| Refusal::not_found(DELEGATION, &self.delegation_id))?;
        // The delegate may give it back.
        if before.to_user_id != snapshot.actor.user_id {
            for_oneself(&before.from_user_id, snapshot)?;
        }
        if before.is_revoked {
            return Ok(Decision::new(Effects::at(snapshot.now), before.clone()));
        }
        let saved = Delegation {
            is_revoked: true,
            version: before.version.saturating_add(1),
            updated_at: snapshot.now,
            updated_by: snapshot.actor.user_id.to_string(),
            ..before.clone()
        };
        decision(saved, "Revoked", snapshot)
    }
}

/// As what rules guard it: what is done to a delegation or, where no rule guards that, a change of the user whose signatures it gives.
/// See docs/rules/change-requests.md#delegations.
pub(crate) fn part(action: GovernedAction) -> Part<'static> {
    let of = |thing, action| Subject::without_amount(GovernedType::Thing(thing), action);
    vec![of(Thing::Delegation, action), of(Thing::User, GovernedAction::Change)]
}

fn guarded(action: GovernedAction, effects: &Effects) -> Option<Guarded<'static>> {
    effects.changes.iter().find_map(|change| match change {
        Change::SaveDelegation(saved) => Some(Guarded {
            beneficiaries: [saved.from_user_id.clone(), saved.to_user_id.clone()].into(),
            parts: vec![part(action)],
            ..Guarded::thing(Thing::Delegation, action, &saved.delegation_id)
        }),
        _ => None,
    })
}

fn decision(saved: Delegation, word: &str, snapshot: &Snapshot) -> Result<Decision<Delegation>, Refusal> {
    let types = saved.document_types.as_ref().map(|types| types.iter().map(|kind| kind.name()).collect::<Vec<_>>());
    let limit = saved.amount_limit.map(|limit| snapshot.settings.base_currency.to_decimal(limit).to_string());
    let audit = AuditEntry::about(DELEGATION, &saved.delegation_id, word, &snapshot.actor.user_id)
        .with("from_user_id", saved.from_user_id.as_str())
        .with("to_user_id", saved.to_user_id.as_str())
        .with("first_day", saved.first_day.to_string())
        .with("last_day", saved.last_day.to_string())
        .with("document_types", types)
        .with("amount_limit", limit)
        .with("reason", saved.reason.as_str());
    let change = Change::SaveDelegation(Box::new(saved.clone()));
    lock_out::check(&change, snapshot)?;
    Ok(Decision::new(Effects::one(snapshot.now, change, audit), saved))
}
