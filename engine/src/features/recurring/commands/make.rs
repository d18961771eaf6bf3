//! Makes the document of the next day, in the owner's name. The document and the step of its template are one transaction, so that a day is
//! made once, whoever looks and however often. See docs/rules/recurring.md#exactly-once.

use std::sync::Arc;

use super::row;
use crate::approval::access::{SYSTEM, UserId};
use crate::books::action::create::Create;
use crate::books::action::create_and_submit::CreateAndSubmit;
use crate::books::command::{Change, Command, Decision, Effects, Needed, Snapshot, Wants};
use crate::features::recurring::made::{DOCUMENT_ID, MADE, SCHEDULED_DATE};
use crate::features::recurring::model::{MadeAs, RESOURCE, RecurringDocument};
use crate::features::recurring::records::{WantedRecurring, seen};
use crate::features::recurring::schedule::Occurrence;
use crate::values::error::{Faults, Refusal};

/// Makes the document of this day, as the template stood when it was read.
pub struct MakeDocument {
    template: RecurringDocument,
    on: Occurrence,
    made: Made,
}

/// The command that its owner would give.
enum Made {
    Draft(Create),
    Submitted(CreateAndSubmit),
}

impl MakeDocument {
    /// Of the template's next day; none when none is left.
    pub fn next_of(template: RecurringDocument) -> Option<Self> {
        let on = template.next()?;
        let key = template.document_of(on.scheduled_on);
        let create = Create { kind: key.kind, id: key.id, draft: template.draft_on(on), faults: Faults::default() };
        let made = match template.makes {
            MadeAs::Draft => Made::Draft(create),
            MadeAs::Submitted => Made::Submitted(CreateAndSubmit(create)),
        };
        Some(Self { template, on, made })
    }

    /// The day.
    pub const fn on(&self) -> Occurrence {
        self.on
    }

    fn id(&self) -> String {
        self.template.document_of(self.on.scheduled_on).id
    }

    /// The document, as its own command decides it. Everybody who wrote the template is among its authors, as the trail says.
    fn document(&self, snapshot: &Snapshot) -> Result<Effects, Refusal> {
        let mut effects = match &self.made {
            Made::Draft(create) => create.decide(snapshot)?.effects,
            Made::Submitted(both) => both.decide(snapshot)?.effects,
        };
        let writers: Vec<&str> = self.template.writers.iter().map(UserId::as_str).collect();
        for change in &mut effects.changes {
            if let Change::InsertDocument(document) = change {
                document.editors.extend(self.template.writers.iter().cloned());
            }
        }
        for entry in effects.audit.iter_mut().filter(|entry| entry.action == "Created") {
            entry.details.insert(format!("{RESOURCE}_id"), self.template.recurring_document_id.clone().into());
            if !writers.is_empty() {
                entry.details.insert(WRITTEN_BY.into(), writers.clone().into());
            }
        }
        Ok(effects)
    }
}

/// The detail of a document's `Created` that names who else wrote its content.
pub const WRITTEN_BY: &str = "written_by";

impl Command for MakeDocument {
    /// The template as it stands now; none where somebody else was faster, or the day has not come.
    type Answer = Option<RecurringDocument>;

    fn needs(&self) -> Vec<Needed> {
        match &self.made {
            Made::Draft(create) => create.needs(),
            Made::Submitted(both) => both.needs(),
        }
    }

    fn wants(&self) -> Wants {
        let mut wants = match &self.made {
            Made::Draft(create) => create.wants(),
            Made::Submitted(both) => both.wants(),
        };
        let recurring_document_id = self.template.recurring_document_id.clone();
        wants.of_features.push(Arc::new(WantedRecurring { recurring_document_id }));
        wants
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Option<RecurringDocument>>, Refusal> {
        let is_present = seen(snapshot).is_some_and(|present| present.version == self.template.version);
        if !is_present || self.on.date > snapshot.today {
            return Ok(Decision::unchanged(None, snapshot));
        }
        let mut effects = self.document(snapshot)?;
        let after = RecurringDocument {
            handled_through: Some(self.on.scheduled_on),
            made: self.template.made.saturating_add(1),
            last_document_id: Some(self.id()),
            problem: None,
            ..self.template.next_version()
        };
        let after = after.settled();
        let entry = row(&after, MADE, SYSTEM)
            .with(DOCUMENT_ID, self.id())
            .with(SCHEDULED_DATE, self.on.scheduled_on.to_string());
        effects.changes.push(after.clone().into());
        effects.audit.push(entry);
        Ok(Decision::new(effects, Some(after)))
    }
}
