//! Recognises the next part of a deferral by an entry that goes into approval, in the owner's name. The entry and the step of the deferral
//! are one transaction, so that a part is recognised once. See docs/rules/deferrals.md#exactly-once.

use std::sync::Arc;

use super::row;
use crate::approval::access::SYSTEM;
use crate::books::action::create::Create;
use crate::books::action::create_and_submit::CreateAndSubmit;
use crate::books::command::{Command, Decision, Effects, Needed, Snapshot, Wants};
use crate::books::document::draft::{Body, JournalEntryDraft, JournalLineDraft, NamedDraft};
use crate::books::document::{Document, Draft, EntryType, Line};
use crate::features::deferrals::model::{Deferral, RESOURCE, Standing};
use crate::features::deferrals::parts::Part;
use crate::features::deferrals::records::{WantedDeferral, seen};
use crate::values::clock::Date;
use crate::values::error::{Faults, Refusal};
use crate::values::kind::DocumentKind;
use crate::values::money::MoneyError;

/// Recognises this part, as the deferral stood when it was read.
pub struct Recognize {
    deferral: Deferral,
    part: Part,
    entry: CreateAndSubmit,
}

impl Recognize {
    /// The deferral's next part; none when none is left. `source` is the document, with its lines.
    pub fn next_of(deferral: Deferral, source: &Document) -> Option<Self> {
        let part = deferral.next()?;
        let line = source.lines().find(|line| line.line_number == deferral.line_number)?;
        let key = deferral.entry_of(&part);
        let draft = draft(&deferral, &part, line).ok()?;
        let entry = CreateAndSubmit(Create { kind: key.kind, id: key.id, draft, faults: Faults::default() });
        Some(Self { deferral, part, entry })
    }

    /// The part.
    pub const fn part(&self) -> Part {
        self.part
    }

    /// The date of its entry.
    pub fn date(&self) -> Date {
        self.deferral.date_of(&self.part)
    }

    /// The entry, as its own command decides it; its trail names the deferral.
    fn entry(&self, snapshot: &Snapshot) -> Result<Effects, Refusal> {
        let mut effects = self.entry.decide(snapshot)?.effects;
        for row in effects.audit.iter_mut().filter(|row| row.action == "Created") {
            row.details.insert(format!("{RESOURCE}_id"), self.deferral.deferral_id.clone().into());
        }
        Ok(effects)
    }
}

/// The entry of a part, as its owner would write it: from the account on which the amount waits to the other, with the departments of the
/// line.
fn draft(deferral: &Deferral, part: &Part, line: &Line) -> Result<Draft, MoneyError> {
    let amount = deferral.currency.to_decimal(part.amount.magnitude()?);
    let side = |account_id: &str, is_debit: bool| JournalLineDraft {
        line_number: None,
        account_id: Some(account_id.to_owned()),
        debit: is_debit.then_some(amount),
        credit: (!is_debit).then_some(amount),
        memo: line.memo.clone(),
        department_id: line.department_id.clone(),
        cost_center_id: line.cost_center_id.clone(),
        dimensions: NamedDraft::all(&line.dimensions),
    };
    let was_debited = part.amount.is_positive();
    let lines = vec![side(&deferral.account_id, was_debited), side(&deferral.from_account_id, !was_debited)];
    let (title, id) = (deferral.source.kind.title(), &deferral.source.id);
    Ok(Draft {
        kind: DocumentKind::JournalEntry,
        id: None,
        tran_date: Some(deferral.date_of(part)),
        posting_period_id: None,
        currency: Some(deferral.currency.code().to_owned()),
        exchange_rate: None,
        exchange_rate_reason: None,
        memo: Some(format!("Of {title} {id}, line {}, up to {}", deferral.line_number, part.scheduled_on)),
        body: Body::JournalEntry(JournalEntryDraft {
            entry_type: Some(EntryType::Adjusting.name().to_owned()),
            reversal_date: None,
            lines,
        }),
    })
}

impl Command for Recognize {
    /// The deferral as it stands now; none where somebody else was faster, the day has not come, or the document stands no more.
    type Answer = Option<Deferral>;

    fn needs(&self) -> Vec<Needed> {
        self.entry.needs()
    }

    fn wants(&self) -> Wants {
        let mut wants = self.entry.wants();
        wants.documents.insert(self.deferral.source.clone());
        wants.of_features.push(Arc::new(WantedDeferral::one(&self.deferral.deferral_id)));
        wants
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Option<Deferral>>, Refusal> {
        let is_present = seen(snapshot).is_some_and(|present| present.version == self.deferral.version);
        let stands = snapshot.documents.get(&self.deferral.source).is_some_and(|of| of.status().is_in_ledger());
        if !is_present || !stands || self.date() > snapshot.today {
            return Ok(Decision::unchanged(None, snapshot));
        }
        let mut effects = self.entry(snapshot)?;
        let mut after = Deferral {
            recognized_through: Some(self.part.scheduled_on),
            problem: None,
            ..self.deferral.next_version()
        };
        if after.next().is_none() {
            after.standing = Standing::Completed;
        }
        let entry = row(&after, "Recognized", SYSTEM)
            .with("journal_entry_id", self.deferral.entry_of(&self.part).id)
            .with("scheduled_date", self.part.scheduled_on.to_string());
        effects.changes.push(after.clone().into());
        effects.audit.push(entry);
        Ok(Decision::new(effects, Some(after)))
    }
}
