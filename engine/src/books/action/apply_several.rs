//! Apply to several: a posted credit settles several documents of its party in one step, each with its part: all of them or none. Each
//! application is one as [`super::apply`] makes it. See docs/rules/payments.md#applied-to-several.

use std::collections::BTreeSet;

use rust_decimal::Decimal;

use crate::books::action::apply::{applied, found, record, settled_key, tell};
use crate::books::action::{guarded, permitted};
use crate::books::command::{
    Application, Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Target, Wants,
};
use crate::books::document::Action;
use crate::books::document::model::Document;
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::{DocumentKey, GovernedAction};
use crate::values::money::Minor;

/// Applies parts of a credit to documents.
pub struct ApplySeveral {
    pub key: DocumentKey,
    pub parts: Vec<Part>,
    pub faults: Faults,
}

/// How much goes to which document, of the type that the credit is for.
#[derive(Clone, Default, Debug)]
pub struct Part {
    pub settled_id: Option<String>,
    pub amount: Option<Decimal>,
}

/// The outcome: the credit as it stands after all of them, and the applications in their order.
#[derive(Clone, Debug)]
pub struct AppliedSeveral {
    pub credit: Document,
    pub applications: Vec<Application>,
}

impl Refuses for ApplySeveral {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] =
        &[RefusalName::WrongStatus, RefusalName::Overpayment, RefusalName::NoOpenPeriod, RefusalName::MissingAccount];
}

impl Permitted for ApplySeveral {
    const TAKES: Takes = Takes::Action(Action::Apply);
}

impl Command for ApplySeveral {
    type Answer = AppliedSeveral;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(Some(self.key.kind))
    }

    fn guarded<'a>(&'a self, snapshot: &'a Snapshot, effects: &Effects) -> Option<Guarded<'a>> {
        guarded::on(&self.key, GovernedAction::Apply, snapshot, effects)
    }

    fn wants(&self) -> Wants {
        let settled = self.parts.iter().filter_map(|part| settled_key(&self.key, part.settled_id.as_deref()));
        Wants {
            target: Some(Target::Document(self.key.clone())),
            documents: settled.chain([self.key.clone()]).collect(),
            applications_of: Some(self.key.clone()),
            ..Wants::default()
        }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<AppliedSeveral>, Refusal> {
        let credit = permitted(Action::Apply, &self.key, snapshot)?;
        let parts = self.checked(credit, snapshot)?;
        let mut effects = Effects::at(snapshot.now);
        let mut used = credit.clone();
        let mut all = Vec::with_capacity(parts.len());
        let first = snapshot.applications.saturating_add(1);
        for (position, (at, (settled, amount))) in (first..).zip(parts.into_iter().enumerate()) {
            let pointer = format!("/applications/{at}/amount");
            let done = applied(&used, settled, amount, (&pointer, position), snapshot)?;
            tell(&used, settled, &done, snapshot, &mut effects);
            used = done.credit.clone();
            all.push(done);
        }
        // However many there are, the credit is one version on.
        used.version = credit.next_version().version;
        record(&used, &all, &mut effects);
        let applications = all.into_iter().map(|done| done.application).collect();
        Ok(Decision::new(effects, AppliedSeveral { credit: used, applications }))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

impl ApplySeveral {
    /// Each document with its amount, in their order, when all of them can be applied to.
    fn checked<'a>(&self, credit: &Document, snapshot: &'a Snapshot) -> Result<Vec<(&'a Document, Minor)>, Refusal> {
        let mut faults = self.faults.clone();
        if self.parts.is_empty() && faults.is_empty() {
            faults.add("/applications", "is required");
        }
        let (mut parts, mut known) = (Vec::with_capacity(self.parts.len()), BTreeSet::new());
        for (at, part) in self.parts.iter().enumerate() {
            let within = format!("/applications/{at}");
            let asked = (part.settled_id.as_deref(), part.amount);
            parts.extend(found(credit, &within, asked, snapshot, &mut faults)?);
            let key = settled_key(&credit.key, part.settled_id.as_deref());
            if let Some(DocumentKey { kind, id }) = key.filter(|key| !known.insert(key.clone())) {
                let field = format!("{within}/{}", kind.id_field());
                if !faults.has(&field) {
                    faults.add(field, format!("{} {id:?} stands in the list already", kind.title()));
                }
            }
        }
        if faults.is_empty() { Ok(parts) } else { Err(Refusal::Invalid(faults)) }
    }
}
