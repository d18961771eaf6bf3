//! Writes a recurring document: made, changed. Its document is checked as its type's create would check it.

use std::collections::BTreeSet;

use super::{decided, row, words};
use crate::books::action::create::{Create, of_draft};
use crate::books::action::kind;
use crate::books::action::submit::Submit;
use crate::books::command::{
    Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Wants, as_expected,
};
use crate::books::document::Draft;
use crate::books::document::draft::Body;
use crate::features::recurring::model::{
    MAX_ID, MAX_REFERENCE, MOST_DUE_DAYS, MadeAs, RESOURCE, RecurringDocument, Rights, Standing, TITLE,
};
use crate::features::recurring::records::{WantedRecurring, seen, target};
use crate::features::recurring::schedule::{Occurrence, Schedule};
use crate::values::clock::Date;
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::{DocumentKey, DocumentKind, Thing};

/// How far back the first day may be: all days since are made.
pub const LONGEST_AGO: i64 = 366;

/// What may be set: `None` leaves it as it is, `Some(None)` takes it away.
#[derive(Clone, Default, Debug)]
pub struct RecurringFields {
    pub name: Option<String>,
    /// Fixed once it is made.
    pub kind: Option<DocumentKind>,
    /// Without id, dates and period.
    pub draft: Option<Draft>,
    pub makes: Option<MadeAs>,
    pub due_days: Option<Option<u32>>,
    pub schedule: Option<Schedule>,
}

/// Makes a recurring document, or changes the one that is there.
#[derive(Debug)]
pub struct SaveRecurring {
    pub recurring_document_id: String,
    pub fields: RecurringFields,
    /// Whether it must be new, or must exist.
    pub create: bool,
    pub faults: Faults,
}

impl Refuses for SaveRecurring {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] = &[];
}

impl Permitted for SaveRecurring {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "write")]);
}

impl Command for SaveRecurring {
    type Answer = RecurringDocument;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn guarded<'a>(&'a self, _: &'a Snapshot, _: &Effects) -> Option<Guarded<'a>> {
        Some(Guarded::saved(Thing::RecurringDocument, self.create, &self.recurring_document_id))
    }

    fn wants(&self) -> Wants {
        let wanted = WantedRecurring { recurring_document_id: self.recurring_document_id.clone() };
        let mut wants = Wants { target: Some(target(&self.recurring_document_id)), ..Wants::of_feature(wanted) };
        if let Some(draft) = &self.fields.draft {
            // The latest rate that there is.
            let draft = Draft { tran_date: Some(Date::LAST), ..draft.clone() };
            kind::wants(&DocumentKey::new(draft.kind, &self.recurring_document_id), &draft, &mut wants);
        }
        wants
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<RecurringDocument>, Refusal> {
        let before = seen(snapshot);
        as_expected(before, self.create, TITLE, ("recurring_document_id", &self.recurring_document_id))?;
        let mut faults = self.faults.clone();
        let Some(saved) = self.merged(before, snapshot) else {
            // What is missing was named when it was read.
            faults.or(())?;
            return Err(Faults::one("", "is no recurring document"));
        };
        snapshot.require_all(&needed(&saved))?;
        self.check(&saved, before, snapshot, &mut faults);
        faults.or(())?;
        if let Some(before) = before.filter(|before| is_as_it_was(before, &saved)) {
            return Ok(Decision::unchanged(before.clone(), snapshot));
        }
        let entry = row(&saved, if self.create { "Created" } else { "Updated" }, &snapshot.actor.user_id)
            .with("name", saved.name.clone())
            .with("document_type", saved.kind().name())
            .with("makes", saved.makes.name())
            .with("due_days", saved.due_days)
            .with("schedule", words(&saved.schedule))
            .with("owner", saved.owner.as_str());
        Ok(decided(saved, entry, snapshot))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

/// Nobody has documents made that they may not write themselves.
fn needed(saved: &RecurringDocument) -> Vec<Needed> {
    let mut needed = of_draft(Create::TAKES, &saved.draft);
    match saved.makes {
        MadeAs::Draft => {}
        MadeAs::Submitted => needed.extend(Submit::TAKES.permissions(Some(saved.kind()))),
    }
    needed
}

/// Whether what its author writes is as it was.
fn is_as_it_was(before: &RecurringDocument, saved: &RecurringDocument) -> bool {
    let written =
        |of: &RecurringDocument| (of.name.clone(), of.draft.clone(), of.makes, of.due_days, of.schedule.clone());
    written(before) == written(saved)
}

impl SaveRecurring {
    /// It as it would be; none where something that it needs was not given.
    fn merged(&self, before: Option<&RecurringDocument>, snapshot: &Snapshot) -> Option<RecurringDocument> {
        let fields = &self.fields;
        let by = snapshot.actor.user_id.clone();
        let (updated_at, updated_by) = (snapshot.now, by.to_string());
        let rights = Rights::of(&snapshot.actor);
        let saved = match before {
            None => RecurringDocument {
                recurring_document_id: self.recurring_document_id.clone(),
                name: fields.name.clone()?,
                draft: fields.draft.clone()?,
                makes: fields.makes?,
                due_days: fields.due_days.flatten(),
                schedule: fields.schedule.clone()?,
                standing: Standing::Active,
                owner: by,
                rights,
                writers: BTreeSet::new(),
                handled_through: None,
                made: 0,
                last_document_id: None,
                problem: None,
                version: 1,
                created_at: updated_at,
                created_by: updated_by.clone(),
                updated_at,
                updated_by,
            },
            Some(before) => {
                let mut writers = before.writers.clone();
                writers.insert(before.owner.clone());
                writers.remove(&by);
                let schedule = fields.schedule.clone().unwrap_or_else(|| before.schedule.clone());
                // Another first day brings back what was left out since, and nothing that was made.
                let begins_anew = schedule.start_date != before.schedule.start_date;
                RecurringDocument {
                    name: fields.name.clone().unwrap_or_else(|| before.name.clone()),
                    draft: fields.draft.clone().unwrap_or_else(|| before.draft.clone()),
                    makes: fields.makes.unwrap_or(before.makes),
                    due_days: fields.due_days.unwrap_or(before.due_days),
                    handled_through: if begins_anew { before.last_made_on() } else { before.handled_through },
                    schedule,
                    owner: by,
                    rights,
                    writers,
                    problem: None,
                    updated_at,
                    updated_by,
                    ..before.next_version()
                }
            }
        };
        Some(saved.settled())
    }

    /// What is wrong with it as it would be. Its document is asked about where it is given: one whose account became inactive can still be
    /// given another schedule.
    fn check(
        &self,
        saved: &RecurringDocument,
        before: Option<&RecurringDocument>,
        snapshot: &Snapshot,
        faults: &mut Faults,
    ) {
        if saved.recurring_document_id.len() > MAX_ID {
            let why = format!("must have at most {MAX_ID} characters: its documents' ids have their day behind it");
            faults.add("/recurring_document_id", why);
        }
        let given = self.fields.kind.unwrap_or_else(|| saved.kind());
        if before.is_some_and(|before| before.kind() != saved.kind() || before.kind() != given) {
            faults.add("/document_type", "cannot be changed");
        }
        if saved.due_days.is_some_and(|days| days > MOST_DUE_DAYS) {
            faults.add("/due_days", format!("must be at most {MOST_DUE_DAYS}"));
        }
        if saved.due_days.is_some() && saved.kind().items().is_none() {
            faults.add("/due_days", format!("a {} has no due date", saved.kind().title()));
        }
        if saved.due_days.is_none() && saved.kind().items().is_some_and(|items| items.needs_due_date) {
            faults.add("/due_days", format!("is required: a {} has a due date", saved.kind().title()));
        }
        if self.fields.schedule.is_some() {
            check_schedule(saved, before, snapshot, faults);
        }
        if self.fields.draft.is_some() {
            check_document(saved, snapshot, faults);
        }
    }
}

fn check_schedule(
    saved: &RecurringDocument,
    before: Option<&RecurringDocument>,
    snapshot: &Snapshot,
    faults: &mut Faults,
) {
    let schedule = &saved.schedule;
    let is_new = before.is_none_or(|before| before.schedule.start_date != schedule.start_date);
    if is_new && snapshot.today.days_since(schedule.start_date) > LONGEST_AGO {
        faults.add("/schedule/start_date", format!("must be at most {LONGEST_AGO} days ago"));
    }
    if schedule.end_date.is_some_and(|end| end < schedule.start_date) {
        faults.add("/schedule/end_date", "is before start_date");
    }
    if schedule.after(None).next().is_none() && !faults.has("/schedule/end_date") {
        faults.add("/schedule", "has no day");
    }
}

/// The document, as its create would find it today. What only the day itself can tell is left to the day: its period, its rate.
fn check_document(saved: &RecurringDocument, snapshot: &Snapshot, faults: &mut Faults) {
    let today = snapshot.today;
    let draft = saved.draft_on(Occurrence { scheduled_on: today, date: today });
    let reference = match &saved.draft.body {
        Body::Items(items) => items.reference.as_deref(),
        Body::JournalEntry(_) | Body::Payment(_) => None,
    };
    if reference.is_some_and(|reference| reference.chars().count() > MAX_REFERENCE) {
        let why = format!("must have at most {MAX_REFERENCE} characters: each document's has its day behind it");
        faults.add("/document/reference", why);
    }
    let found = match kind::compose(&draft, None, snapshot, Faults::default()) {
        Ok(_) => return,
        Err(Refusal::Invalid(found)) => found,
        Err(refusal) if refusal.is(RefusalName::Unbalanced) => {
            faults.add("/document/lines", refusal.detail());
            return;
        }
        Err(_) => return,
    };
    let of_the_day = ["/tran_date", "/due_date", "/posting_period_id"];
    let own = found.0.into_iter().filter(|fault| !of_the_day.contains(&fault.pointer.as_str()));
    // What the schema found wrong in the document is named already.
    for fault in own {
        faults.add(format!("/document{}", fault.pointer), fault.detail);
    }
}
