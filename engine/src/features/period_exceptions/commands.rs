//! Lets a document into a soft-closed period, and changes until when. See docs/rules/periods.md#exceptions.

use crate::books::command::{Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Wants};
use crate::books::document::Status;
use crate::books::period::{Closing, Period};
use crate::features::fiscal_years;
use crate::features::period_exceptions::decided::decision;
use crate::kernel::records::one_row::{ById, target};
use crate::values::clock::Date;
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::id::check_free_for_document;
use crate::values::kind::{DocumentKey, DocumentKind, SubLedger, Thing};
use crate::values::period_exception::{PeriodException, RESOURCE, TITLE};

/// So many days from today an exception may serve at most: it is for what is being written.
pub const MOST_DAYS: i64 = 92;

/// What may be set of an exception; `None` leaves it as it is.
#[derive(Clone, Default, Debug)]
pub struct ExceptionFields {
    /// Only when it is made.
    pub period_id: Option<String>,
    /// Only when it is made.
    pub document_type: Option<DocumentKind>,
    /// Only when it is made; the document need not be there yet.
    pub document_id: Option<String>,
    pub last_day: Option<Date>,
    pub reason: Option<String>,
}

/// Makes an exception, or changes the one that is there.
#[derive(Debug)]
pub struct SaveException {
    pub period_exception_id: String,
    pub fields: ExceptionFields,
    /// Whether it must be new, or must exist.
    pub create: bool,
    pub faults: Faults,
}

impl Refuses for SaveException {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] =
        &[RefusalName::WrongStatus, RefusalName::HardClosed, RefusalName::FiscalYearClosed];
    const WHEN_NEW: &'static [RefusalName] =
        &[RefusalName::AlreadyExists, RefusalName::NotClosed, RefusalName::HardClosed, RefusalName::FiscalYearClosed];
}

impl Permitted for SaveException {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "write")]);
}

impl Command for SaveException {
    type Answer = PeriodException;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn guarded<'a>(&'a self, _: &'a Snapshot, _: &Effects) -> Option<Guarded<'a>> {
        Some(Guarded::saved(Thing::PeriodException, self.create, &self.period_exception_id))
    }

    fn wants(&self) -> Wants {
        let mut wants = Wants {
            target: Some(target::<PeriodException>(&self.period_exception_id)),
            exclusive: true,
            documents: self.given_document().into_iter().collect(),
            ..Wants::of_feature(ById::<PeriodException>::new(&self.period_exception_id))
        };
        wants.of_features.extend(fiscal_years::all());
        wants
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<PeriodException>, Refusal> {
        let before = snapshot.catalog.exceptions.get(&self.period_exception_id);
        let saved = match before {
            Some(_) if self.create => {
                let detail = format!("{TITLE} {:?} exists already", self.period_exception_id);
                return Err(RefusalName::AlreadyExists.because(detail).at("/period_exception_id"));
            }
            None if !self.create => return Err(Refusal::not_found(TITLE, &self.period_exception_id)),
            Some(revoked) if revoked.is_revoked => {
                return Err(RefusalName::WrongStatus.because(format!("{:?} is revoked", self.period_exception_id)));
            }
            Some(before) => self.changed(before, snapshot)?,
            None => self.made(snapshot)?,
        };
        let as_it_was = |before: &&PeriodException| {
            (before.last_day, &before.reason) == (saved.last_day, &saved.reason) && !self.create
        };
        if let Some(before) = before.filter(as_it_was) {
            return Ok(Decision::unchanged(before.clone(), snapshot));
        }
        decision(saved, if before.is_some() { "Updated" } else { "Created" }, snapshot)
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

impl SaveException {
    fn given_document(&self) -> Option<DocumentKey> {
        let fields = &self.fields;
        Some(DocumentKey::new(fields.document_type?, fields.document_id.clone()?))
    }

    fn changed(&self, before: &PeriodException, snapshot: &Snapshot) -> Result<PeriodException, Refusal> {
        let mut faults = self.faults.clone();
        let last_day = self.fields.last_day.unwrap_or(before.last_day);
        if last_day != before.last_day {
            check_last_day(last_day, snapshot, &mut faults);
        }
        faults.or(())?;
        if last_day > before.last_day
            && let Some(period) = snapshot.catalog.periods.get(&before.period_id)
        {
            // It may have ended, and what it ended before stands by now.
            not_hard_closed(period)?;
            fiscal_years::not_closed_over(period, snapshot)?;
        }
        Ok(PeriodException {
            last_day,
            reason: self.fields.reason.clone().unwrap_or_else(|| before.reason.clone()),
            version: before.version.saturating_add(1),
            updated_at: snapshot.now,
            updated_by: snapshot.actor.user_id.to_string(),
            ..before.clone()
        })
    }

    fn made(&self, snapshot: &Snapshot) -> Result<PeriodException, Refusal> {
        let mut faults = self.faults.clone();
        let fields = &self.fields;
        let period = fields.period_id.as_ref().and_then(|id| {
            let found = snapshot.catalog.periods.get(id);
            if found.is_none() && !faults.has("/period_id") {
                faults.add("/period_id", format!("there is no accounting period {id:?}"));
            }
            found
        });
        let document = self.given_document();
        if let Some(key) = &document {
            check_document(key, snapshot, &mut faults);
        }
        if let Some(day) = fields.last_day {
            check_last_day(day, snapshot, &mut faults);
        }
        for (pointer, is_missing) in [
            ("/period_id", fields.period_id.is_none()),
            ("/document_type", fields.document_type.is_none()),
            ("/document_id", fields.document_id.is_none()),
            ("/last_day", fields.last_day.is_none()),
            ("/reason", fields.reason.is_none()),
        ] {
            if is_missing && !faults.has(pointer) {
                faults.add(pointer, "is required");
            }
        }
        let (Some(period), Some(document), Some(last_day), Some(reason), true) =
            (period, document, fields.last_day, fields.reason.clone(), faults.is_empty())
        else {
            return Err(Refusal::Invalid(faults));
        };
        soft_closed(period)?;
        fiscal_years::not_closed_over(period, snapshot)?;
        let by = snapshot.actor.user_id.to_string();
        Ok(PeriodException {
            period_exception_id: self.period_exception_id.clone(),
            period_id: period.period_id.clone(),
            document,
            last_day,
            reason,
            is_revoked: false,
            version: 1,
            created_at: snapshot.now,
            created_by: by.clone(),
            updated_at: snapshot.now,
            updated_by: by,
        })
    }
}

/// An exception is for what is not posted yet. How a document stands is told to who may read it.
fn check_document(key: &DocumentKey, snapshot: &Snapshot, faults: &mut Faults) {
    let Some(document) = snapshot.documents.get(key) else {
        if let Err(detail) = check_free_for_document(key.kind.collection(), &key.id) {
            faults.add("/document_id", detail);
        }
        return;
    };
    let status = document.status();
    let is_open = matches!(status, Status::Draft | Status::PendingApproval | Status::OnHold | Status::Approved);
    if !is_open && snapshot.require_on(document, "read").is_ok() {
        faults.add("/document_id", format!("is {}: nothing of it is to be posted any more", status.name()));
    }
}

fn check_last_day(day: Date, snapshot: &Snapshot, faults: &mut Faults) {
    let (first, last) = (snapshot.today, snapshot.today.plus_days(MOST_DAYS));
    if !(first..=last).contains(&day) && !faults.has("/last_day") {
        faults.add("/last_day", format!("must be from today, {first}, to {last}, {MOST_DAYS} days later"));
    }
}

/// What is open needs no exception, and what is hard-closed has none.
fn soft_closed(period: &Period) -> Result<(), Refusal> {
    not_hard_closed(period)?;
    if is_any(period, Closing::SoftClosed) {
        return Ok(());
    }
    let id = &period.period_id;
    Err(RefusalName::NotClosed.because(format!("accounting period {id} is open: it takes the document")))
}

fn not_hard_closed(period: &Period) -> Result<(), Refusal> {
    if !is_any(period, Closing::HardClosed) {
        return Ok(());
    }
    Err(RefusalName::HardClosed.because(format!("accounting period {} is hard-closed", period.period_id)))
}

fn is_any(period: &Period, closing: Closing) -> bool {
    SubLedger::ALL.iter().any(|of| period.closing_of(*of) == closing)
}
