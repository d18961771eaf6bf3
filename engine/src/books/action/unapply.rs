//! Unapply: an application of a credit is taken back. What it settled is due again, and the credit is there to be applied; a difference
//! of rates is posted back, to the account that took it. See docs/rules/payments.md#taking-an-application-back.
//!
//! The application stays as it was. Another one of the opposite amounts undoes it from its own day on, so that what was reported of the
//! days between stays.

use crate::books::action::guarded;
use crate::books::action::reassigned::standing_of;
use crate::books::action::{audit, guard, landing, permitted, settlement};
use crate::books::command::{
    Application, Change, Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Target,
    Wants,
};
use crate::books::document::Action;
use crate::books::document::model::Document;
use crate::books::ledger::{Posting, PostingKind};
use crate::books::period::Period;
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::{DocumentKey, GovernedAction};
use crate::values::money::{MoneyError, number};

/// Takes one application of a credit back.
pub struct Unapply {
    pub key: DocumentKey,
    /// The id of the document that it was applied to, of the type that the credit is for.
    pub settled_id: Option<String>,
    /// Which application it is, where several to the document stand.
    pub position: Option<u32>,
    pub reason: Option<String>,
    pub faults: Faults,
}

/// The outcome: both documents as they stand after it.
#[derive(Clone, Debug)]
pub struct Unapplied {
    pub credit: Document,
    pub settled: Document,
    /// The application that is taken back.
    pub applied: Application,
    /// The application that undoes it, with the opposite amounts.
    pub undone: Application,
    pub reason: Option<String>,
}

impl Refuses for Unapply {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] = &[RefusalName::WrongStatus, RefusalName::NoOpenPeriod];
}

impl Permitted for Unapply {
    const TAKES: Takes = Takes::Action(Action::Unapply);
}

impl Command for Unapply {
    type Answer = Unapplied;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(Some(self.key.kind))
    }

    fn guarded<'a>(&'a self, snapshot: &'a Snapshot, effects: &Effects) -> Option<Guarded<'a>> {
        guarded::on(&self.key, GovernedAction::Unapply, snapshot, effects)
    }

    fn wants(&self) -> Wants {
        let settled = self.settled_key();
        Wants {
            target: Some(Target::Document(self.key.clone())),
            documents: [self.key.clone()].into_iter().chain(settled.clone()).collect(),
            applied: settled.map(|settled| (self.key.clone(), settled)),
            applications_of: Some(self.key.clone()),
            postings_of: [self.key.clone()].into(),
            ..Wants::default()
        }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Unapplied>, Refusal> {
        let credit = permitted(Action::Unapply, &self.key, snapshot)?;
        let (settled, applied) = self.checked(credit, snapshot)?;
        let too_large = |error: MoneyError| Faults::one("", error.to_string());
        // From the day of the application, or the first day of the earliest later period that is open: what was reported at the end of a
        // closed one stays as it was.
        let period = landing::open_from(applied.applied_on, &[credit.sub_ledger], snapshot)?;
        let undone = undone(applied, period, snapshot).map_err(too_large)?;
        let free = settlement::unapplied(credit, applied.amount, applied.credit_base_amount).map_err(too_large)?;
        let due = settlement::unapplied(settled, applied.amount, applied.base_amount).map_err(too_large)?;
        let mut effects = Effects::at(snapshot.now);
        let posting = posted_back(applied, &undone, period, snapshot).map_err(too_large)?;
        effects.changes.extend(posting.map(|posting| Change::Post(Box::new(posting))));
        self.audit_rows(credit, &free, settled, &due, applied, snapshot, &mut effects);
        for document in [&free, &due] {
            effects.changes.push(Change::UpdateDocument { document: Box::new(document.clone()), lines: false });
        }
        effects.changes.push(Change::Apply(undone.clone()));
        let (applied, reason) = (applied.clone(), self.reason.clone());
        Ok(Decision::new(effects, Unapplied { credit: free, settled: due, applied, undone, reason }))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

impl Unapply {
    fn settled_key(&self) -> Option<DocumentKey> {
        let kind = self.key.kind.items().and_then(|items| items.credits)?;
        Some(DocumentKey::new(kind, self.settled_id.clone()?))
    }

    /// The document, and the application to it that stands and is meant.
    fn checked<'a>(
        &self,
        credit: &Document,
        snapshot: &'a Snapshot,
    ) -> Result<(&'a Document, &'a Application), Refusal> {
        let Some(kind) = credit.key.kind.items().and_then(|items| items.credits) else {
            return Err(guard::wrong_status(credit));
        };
        let (field, title) = (format!("/{}", kind.id_field()), kind.title());
        let mut faults = self.faults.clone();
        let settled = self.settled_key().and_then(|key| snapshot.documents.get(&key));
        let wrong = match (&self.settled_id, settled) {
            (None, _) if !faults.has(&field) => Some("is required".to_owned()),
            (Some(id), None) => Some(format!("there is no {title} {id:?}")),
            (None | Some(_), _) => None,
        };
        if let Some(wrong) = wrong {
            faults.add(field.clone(), wrong);
        }
        let Some(settled) = settled.filter(|_| faults.is_empty()) else { return Err(Refusal::Invalid(faults)) };
        let standing: Vec<&Application> = standing_of(&snapshot.applied).collect();
        let meant = |applied: &&&Application| self.position.is_none_or(|position| applied.position == position);
        match (standing.iter().filter(meant).collect::<Vec<_>>().as_slice(), self.position) {
            ([only], _) => Ok((settled, only)),
            ([], Some(position)) => {
                let why = format!("no application {position} of it to {title} {:?} stands", settled.key.id);
                Err(Faults::one("/application_number", why))
            }
            ([], None) => Err(Faults::one(&field, format!("nothing of it is applied to {title} {:?}", settled.key.id))),
            (several, _) => {
                let numbers: Vec<String> = several.iter().map(|applied| applied.position.to_string()).collect();
                let why = format!("is required: applications {} to it stand", numbers.join(", "));
                Err(Faults::one("/application_number", why))
            }
        }
    }

    /// A row in both trails.
    #[allow(clippy::too_many_arguments, reason = "both documents, before and after")]
    fn audit_rows(
        &self,
        credit: &Document,
        free: &Document,
        settled: &Document,
        due: &Document,
        applied: &Application,
        snapshot: &Snapshot,
        effects: &mut Effects,
    ) {
        let currency = credit.content.currency;
        let of = |before: &Document, after: &Document, other: &DocumentKey| {
            audit(Action::Unapply, before, after.status(), snapshot)
                .with(other.kind.id_field(), other.id.clone())
                .with("application_number", applied.position)
                .with("amount", number(currency.to_decimal(applied.amount)))
                .with("amount_due", number(currency.to_decimal(after.amount_due())))
                .with("reason", self.reason.clone())
        };
        effects.audit.push(of(credit, free, &settled.key));
        effects.audit.push(of(settled, due, &credit.key));
    }
}

/// The application of the opposite amounts, which counts within this period.
fn undone(applied: &Application, period: &Period, snapshot: &Snapshot) -> Result<Application, MoneyError> {
    Ok(Application {
        position: snapshot.applications.saturating_add(1),
        amount: applied.amount.negated()?,
        base_amount: applied.base_amount.negated()?,
        credit_base_amount: applied.credit_base_amount.negated()?,
        applied_on: applied.applied_on.max(period.start_date),
        applied_at: snapshot.now,
        applied_by: snapshot.actor.user_id.to_string(),
        undoes: Some(applied.position),
        ..applied.clone()
    })
}

/// What the application put into the ledger, the other way round.
fn posted_back(
    applied: &Application,
    undone: &Application,
    period: &Period,
    snapshot: &Snapshot,
) -> Result<Option<Posting>, MoneyError> {
    let of_application = PostingKind::Application(applied.position);
    let original = snapshot.postings.iter().find(|posting| posting.kind == of_application);
    let kind = PostingKind::Application(undone.position);
    original.map(|original| original.opposite(kind, period, undone.applied_on, snapshot.now)).transpose()
}
