//! Recurring documents on the wire. See docs/rules/recurring.md.

use engine::features::recurring::commands::save::RecurringFields;
use engine::features::recurring::made;
use engine::features::recurring::model;
use engine::features::recurring::model::{Problem, RecurringDocument};
use engine::values::error::Faults;
use poem_openapi::Object;

use super::document::DocumentBody;
use super::schedule::{RecurringSchedule, ScheduleInput};
use crate::schema::document::shared::amount;
use crate::schema::document_type::DocumentType;
use crate::schema::leaf::wire_word;
use crate::schema::{Amount, Id, Name, Nullable, Required, WireDate, WireStatus, WireTimestamp};

wire_word! {
    /// As what documents are made.
    RecurringMakes(model::MadeAs) as "RecurringMakes"
}

wire_word! {
    /// Whether documents are made.
    RecurringStatus(model::Standing) as "RecurringStatus"
}

/// So many of the next days are shown.
const SHOWN: usize = 12;

/// A new recurring document.
#[derive(Object, Debug)]
pub struct RecurringDocumentInput {
    /// Made by the service when left out; at most 53 characters.
    pub recurring_document_id: Option<Id>,
    pub name: Required<Name>,
    pub document_type: Required<DocumentType>,
    pub document: Required<DocumentBody>,
    /// As a draft, or submitted into its approval.
    pub makes: Required<RecurringMakes>,
    /// How many days after its date a document is due; required for types with a due date.
    #[oai(validator(minimum(value = "0"), maximum(value = "366")))]
    pub due_days: Option<u32>,
    pub schedule: Required<ScheduleInput>,
}

/// What is to change; what is left out stays. Whoever changes it is its owner from then on.
#[derive(Object, Debug)]
pub struct RecurringDocumentUpdate {
    pub name: Option<Name>,
    /// Cannot be changed; required with `document`.
    pub document_type: Option<DocumentType>,
    /// In place of the one before.
    pub document: Option<DocumentBody>,
    pub makes: Option<RecurringMakes>,
    #[oai(validator(minimum(value = "0"), maximum(value = "366")))]
    pub due_days: Nullable<u32>,
    /// In place of the one before; days up to `handled_through` stay handled.
    pub schedule: Option<ScheduleInput>,
}

/// Why the next document could not be made. It is tried again all the time.
#[derive(Object, Debug)]
pub struct RecurringProblem {
    /// That of the refusal.
    pub code: String,
    pub detail: String,
    pub since: WireTimestamp,
}

/// A template of documents, with a schedule.
#[derive(Object, Debug)]
#[oai(rename = "RecurringDocument")]
pub struct RecurringDocumentView {
    pub recurring_document_id: String,
    pub name: String,
    pub document_type: DocumentType,
    pub document: DocumentBody,
    pub makes: RecurringMakes,
    pub due_days: Option<u32>,
    pub schedule: RecurringSchedule,
    pub status: RecurringStatus,
    /// In whose name documents are made: who wrote it last.
    pub owner: String,
    /// The dates of the next documents, up to 12, while it is active.
    pub next_dates: Vec<WireDate>,
    /// The last scheduled day that was made or left out.
    pub handled_through: Option<WireDate>,
    /// How many documents were made.
    pub made: u32,
    /// Ids are that of the template with the scheduled day.
    pub last_document_id: Option<String>,
    pub last_problem: Option<RecurringProblem>,
    /// As in the `ETag`.
    pub version: i64,
    pub created_at: WireTimestamp,
    pub created_by: String,
    pub updated_at: WireTimestamp,
    pub updated_by: String,
}

/// A document that was made. `status`, `currency` and `amount` are null once it was deleted, and for whom may not read such documents.
#[derive(Object, Debug)]
pub struct MadeDocument {
    pub document_type: DocumentType,
    pub document_id: String,
    /// Its day in the schedule.
    pub scheduled_date: WireDate,
    pub status: Option<WireStatus>,
    pub currency: Option<String>,
    pub amount: Option<Amount>,
}

impl From<&made::MadeDocument> for MadeDocument {
    fn from(of: &made::MadeDocument) -> Self {
        let document = of.document.as_ref();
        Self {
            document_type: of.key.kind.into(),
            document_id: of.key.id.clone(),
            scheduled_date: WireDate(of.scheduled_on),
            status: document.map(|document| document.status().into()),
            currency: document.map(|document| document.content.currency.code().into()),
            amount: document.map(|document| amount(document.content.total, document.content.currency)),
        }
    }
}

impl From<&Problem> for RecurringProblem {
    fn from(problem: &Problem) -> Self {
        Self { code: problem.code.clone(), detail: problem.detail.clone(), since: problem.at.into() }
    }
}

impl From<&RecurringDocument> for RecurringDocumentView {
    fn from(of: &RecurringDocument) -> Self {
        Self {
            recurring_document_id: of.recurring_document_id.clone(),
            name: of.name.clone(),
            document_type: of.kind().into(),
            document: DocumentBody::of(&of.draft),
            makes: of.makes.into(),
            due_days: of.due_days,
            schedule: RecurringSchedule::from(&of.schedule),
            status: of.standing.into(),
            owner: of.owner.to_string(),
            next_dates: of.next_days().take(SHOWN).map(|on| WireDate(on.date)).collect(),
            handled_through: of.handled_through.map(WireDate),
            made: of.made,
            last_document_id: of.last_document_id.clone(),
            last_problem: of.problem.as_ref().map(RecurringProblem::from),
            version: of.version,
            created_at: of.created_at.into(),
            created_by: of.created_by.clone(),
            updated_at: of.updated_at.into(),
            updated_by: of.updated_by.clone(),
        }
    }
}

impl RecurringDocumentInput {
    /// Its id, where one is given, and its fields. What is wrong goes into the faults.
    pub fn into_fields(self, faults: &mut Faults) -> (Option<String>, RecurringFields) {
        let kind = self.document_type.0.map(|of| of.0);
        let fields = RecurringFields {
            name: self.name.0.map(Into::into),
            kind,
            draft: self.document.0.zip(kind).and_then(|(body, kind)| body.read(kind, faults)),
            makes: self.makes.0.map(Into::into),
            due_days: Some(self.due_days),
            schedule: self.schedule.0.and_then(|schedule| schedule.read(faults)),
        };
        (self.recurring_document_id.map(Into::into), fields)
    }
}

impl RecurringDocumentUpdate {
    /// What is to change. What is wrong goes into the faults.
    pub fn into_fields(self, faults: &mut Faults) -> RecurringFields {
        let kind = self.document_type.map(|of| of.0);
        if self.document.is_some() && kind.is_none() && !faults.has("/document_type") {
            faults.add("/document_type", "is required with document");
        }
        RecurringFields {
            name: self.name.map(Into::into),
            kind,
            draft: self.document.zip(kind).and_then(|(body, kind)| body.read(kind, faults)),
            makes: self.makes.map(Into::into),
            due_days: self.due_days.0,
            schedule: self.schedule.and_then(|schedule| schedule.read(faults)),
        }
    }
}
