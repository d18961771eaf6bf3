//! A period follows its date until somebody picks another one; then a line says so. See docs/rules/console.md#periods-of-forms.

use super::choices::Suggestions;
use super::shape;
use crate::fields::Fields;
use crate::interface::Member;
use crate::interface::schema::DocumentInput;
use crate::reader::Reader;
use crate::text::filled;
use crate::visit::Visit;
use crate::vocabulary::DocumentType;

const PERIOD: Member = DocumentInput::POSTING_PERIOD_ID;
const DATE: Member = DocumentInput::TRAN_DATE;
/// The period that the form proposed, and for which day: what stands there still was not picked.
const PROPOSED: &str = "proposed_period";
const PROPOSED_FOR: &str = "proposed_for";

/// What the form proposed, for the next time that it is sent.
pub struct Proposed {
    pub period_id: String,
    pub day: String,
}

/// Whether a form of this type must name its period; elsewhere an empty field is the period of the date.
fn is_needed(kind: DocumentType) -> bool {
    shape::head(kind).iter().any(|input| input.name == PERIOD && input.is_required)
}

/// Whether somebody picked another period than the form proposed.
fn is_picked(form: &Fields) -> bool {
    form.given(PERIOD).is_some_and(|period| form.get(PROPOSED) != Some(period))
}

/// The form with the period of its date, unless another was picked.
pub fn follow(kind: DocumentType, form: Fields, suggestions: &Suggestions) -> Fields {
    let Some(day) = form.given(DATE).filter(|_| is_needed(kind) && !is_picked(&form)) else { return form };
    let period = suggestions.period_of(day);
    form.with(PERIOD, period.as_deref())
}

/// The same for a form that was sent without a script, which changed its date alone.
pub async fn followed(visit: &Visit, kind: DocumentType) -> Fields {
    let form = visit.form.clone();
    let is_same_day = form.given(PERIOD).is_some() && form.get(PROPOSED_FOR) == form.given(DATE);
    if is_same_day || !is_needed(kind) || is_picked(&form) {
        return form;
    }
    let periods = [shape::Input { name: PERIOD, entry: shape::PERIOD, is_required: true, is_rare: false }];
    let suggestions = Suggestions::read(visit, &periods, None).await;
    follow(kind, form, &suggestions)
}

/// What the form proposes for its date.
pub fn proposed(kind: DocumentType, form: &Fields, suggestions: &Suggestions) -> Proposed {
    let day = form.given(DATE).unwrap_or_default().to_owned();
    let period_id = if is_needed(kind) { suggestions.period_of(&day) } else { None };
    Proposed { period_id: period_id.unwrap_or_default(), day }
}

/// Says that a document is posted in another period than that of its date.
pub fn note(day: &str, period_id: &str, suggestions: &Suggestions, reader: Reader) -> String {
    let is_elsewhere =
        suggestions.is_known_period(period_id) && suggestions.period_of(day).as_deref() != Some(period_id);
    if is_elsewhere && !day.is_empty() {
        filled("editor.period.elsewhere", &[period_id, &reader.date(day)])
    } else {
        String::new()
    }
}

/// The same for a form.
pub fn note_of(form: &Fields, suggestions: &Suggestions, reader: Reader) -> String {
    note(form.given(DATE).unwrap_or_default(), form.given(PERIOD).unwrap_or_default(), suggestions, reader)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn periods() -> Suggestions {
        let of = |month: &str, last: &str| json!({"period_id": format!("2026-{month}"), "start_date": format!("2026-{month}-01"), "end_date": format!("2026-{month}-{last}")});
        Suggestions::of_periods(vec![of("10", "31"), of("11", "30")])
    }

    #[test]
    fn a_period_follows_its_date_until_another_is_picked() {
        for (kind, day, period, proposed, is) in [
            // As the form came, and the date changed.
            ("invoice", "2026-10-05", "2026-11", "2026-11", Some("2026-10")),
            ("invoice_payment", "2026-10-05", "2026-11", "2026-11", Some("2026-10")),
            ("invoice", "2026-10-05", "", "2026-11", Some("2026-10")),
            // Picked.
            ("invoice", "2026-10-05", "2026-11", "2026-10", Some("2026-11")),
            ("invoice", "2026-10-05", "2026-11", "", Some("2026-11")),
            // No period holds the day: the old one does not stay.
            ("invoice", "2027-10-05", "2026-11", "2026-11", None),
            // The interface takes that of the date.
            ("bill", "2026-10-05", "", "", Some("")),
            ("bill", "2026-10-05", "2026-11", "", Some("2026-11")),
        ] {
            let form = Fields::from([(DATE.name(), day), (PERIOD.name(), period), (PROPOSED, proposed)]);
            let followed = follow(DocumentType::of(kind).expect("a type"), form, &periods());
            assert_eq!(followed.get(PERIOD), is, "{kind} {day} {period} {proposed}");
        }
    }

    #[test]
    fn another_period_is_named() {
        let said = note("2026-10-05", "2026-11", &periods(), Reader::default());
        assert_eq!(said, "Posted in 2026-11 although dated 2026-10-05.");
        for (day, period) in [("2026-10-05", "2026-10"), ("2026-10-05", "2099-01"), ("", "2026-10"), ("2026-10-05", "")]
        {
            assert_eq!(note(day, period, &periods(), Reader::default()), "", "{day} {period}");
        }
    }
}
