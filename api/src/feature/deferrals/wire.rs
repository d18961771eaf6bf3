//! Deferrals on the wire. See docs/rules/deferrals.md.

use engine::features::deferrals::commands::defer::Defer;
use engine::features::deferrals::model;
use engine::features::deferrals::model::{Deferral, ID_PREFIX};
use engine::features::deferrals::parts::Spread;
use engine::values::error::Faults;
use engine::values::kind::DocumentKey;
use poem_openapi::Object;

use crate::feature::recurring::RecurringProblem;
use crate::schema::document::shared::amount;
use crate::schema::document_type::DocumentType;
use crate::schema::leaf::wire_word;
use crate::schema::{Amount, Id, Required, WireDate, WireTimestamp};

wire_word! {
    /// Whether parts are recognised.
    DeferralStatus(model::Standing) as "DeferralStatus"
}

/// A new deferral of a posted line.
#[derive(Object, Debug)]
pub struct DeferralInput {
    /// Made by the service when left out; at most 53 characters.
    pub deferral_id: Option<Id>,
    pub document_type: Required<DocumentType>,
    pub document_id: Required<Id>,
    #[oai(validator(minimum(value = "1"), maximum(value = "1000000")))]
    pub line_number: Required<i64>,
    /// The account of income or expense on which it is recognised.
    pub account_id: Required<Id>,
    pub start_date: Required<WireDate>,
    /// Over so many months with the same share each, or:
    #[oai(validator(minimum(value = "1"), maximum(value = "120")))]
    pub months: Option<u32>,
    /// over the days up to this one.
    pub end_date: Option<WireDate>,
}

/// What is recognised in one month.
#[derive(Object, Debug)]
pub struct DeferralPart {
    /// That of its entry.
    pub date: WireDate,
    pub amount: Amount,
    /// The entry's id, be it made or not yet.
    pub journal_entry_id: String,
    pub is_recognized: bool,
}

/// A line of a posted document that is recognised over time.
#[derive(Object, Debug)]
#[oai(rename = "Deferral")]
pub struct DeferralView {
    pub deferral_id: String,
    pub document_type: DocumentType,
    pub document_id: String,
    pub line_number: i64,
    /// The line's account, on which the amount waits.
    pub from_account_id: String,
    pub account_id: String,
    pub currency: String,
    /// As the line was posted, debit positive; what an earlier deferral recognised of it is left out.
    pub amount: Amount,
    pub recognized_amount: Amount,
    pub start_date: WireDate,
    pub months: Option<u32>,
    pub end_date: Option<WireDate>,
    pub status: DeferralStatus,
    pub owner: String,
    pub parts: Vec<DeferralPart>,
    pub last_problem: Option<RecurringProblem>,
    pub version: i64,
    pub created_at: WireTimestamp,
    pub created_by: String,
    pub updated_at: WireTimestamp,
    pub updated_by: String,
}

impl From<&Deferral> for DeferralView {
    fn from(of: &Deferral) -> Self {
        let (months, end_date) = match of.spread {
            Spread::Months(months) => (Some(months), None),
            Spread::Until(end) => (None, Some(WireDate(end))),
        };
        let part = |part| DeferralPart {
            date: WireDate(of.date_of(&part)),
            amount: amount(part.amount, of.currency),
            journal_entry_id: of.entry_of(&part).id,
            is_recognized: of.is_recognized(&part),
        };
        Self {
            deferral_id: of.deferral_id.clone(),
            document_type: of.source.kind.into(),
            document_id: of.source.id.clone(),
            line_number: of.line_number,
            from_account_id: of.from_account_id.clone(),
            account_id: of.account_id.clone(),
            currency: of.currency.code().into(),
            amount: amount(of.amount, of.currency),
            recognized_amount: amount(of.recognized(), of.currency),
            start_date: WireDate(of.start_date),
            months,
            end_date,
            status: of.standing.into(),
            owner: of.owner.to_string(),
            parts: of.parts().into_iter().map(part).collect(),
            last_problem: of.problem.as_ref().map(RecurringProblem::from),
            version: of.version,
            created_at: of.created_at.into(),
            created_by: of.created_by.clone(),
            updated_at: of.updated_at.into(),
            updated_by: of.updated_by.clone(),
        }
    }
}

impl DeferralInput {
    /// What the engine is asked to check. What is wrong goes into the faults.
    pub fn into_command(self, mut faults: Faults) -> Defer {
        let kind = self.document_type.0.map(|of| of.0);
        let spread = match (self.months, self.end_date) {
            (Some(months), None) => Some(Spread::Months(months)),
            (None, Some(end)) => Some(Spread::Until(end.0)),
            (Some(_), Some(_)) => {
                faults.add("/end_date", "is not given beside months");
                None
            }
            (None, None) => {
                if !faults.has("/months") && !faults.has("/end_date") {
                    faults.add("/months", "is required, or end_date");
                }
                None
            }
        };
        Defer {
            deferral_id: self.deferral_id.map_or_else(|| engine::values::id::fresh(ID_PREFIX), Into::into),
            source: kind.zip(self.document_id.0).map(|(kind, id)| DocumentKey::new(kind, String::from(id))),
            line_number: self.line_number.0,
            account_id: self.account_id.0.map(Into::into),
            start_date: self.start_date.0.map(|start| start.0),
            spread,
            faults,
        }
    }
}
