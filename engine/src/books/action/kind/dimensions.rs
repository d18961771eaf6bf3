//! What lines name in the dimensions. See docs/rules/dimensions.md#what-lines-name.

use crate::approval::catalog::Catalog;
use crate::books::document::draft::NamedDraft;
use crate::books::document::{Document, EntryType, Line};
use crate::values::account::Account;
use crate::values::clock::Date;
use crate::values::dimension::{COST_CENTER, DEPARTMENT, Named};
use crate::values::error::Faults;

/// What one line was given.
pub(super) struct Given<'a> {
    /// Of the line, such as `/lines/0`.
    pub pointer: &'a str,
    pub department_id: Option<&'a str>,
    pub cost_center_id: Option<&'a str>,
    pub others: &'a [NamedDraft],
}

/// What it names in the dimensions but the first two, when a document of this day may name all of it.
pub(super) fn compose(given: &Given<'_>, day: Option<Date>, catalog: &Catalog, faults: &mut Faults) -> Named {
    let line = given.pointer;
    for (dimension_id, field, value_id) in
        [(DEPARTMENT, "department_id", given.department_id), (COST_CENTER, "cost_center_id", given.cost_center_id)]
    {
        let refused = value_id.and_then(|value_id| catalog.dimensions.refuses(dimension_id, value_id, day));
        if let Some(why) = refused {
            faults.add(format!("{line}/{field}"), why);
        }
    }
    let mut named = Named::new();
    for (at, one) in given.others.iter().enumerate() {
        let pointer = |field: &str| format!("{line}/dimensions/{at}/{field}");
        // That one is missing was named when it was read.
        let (Some(dimension_id), Some(value_id)) = (&one.dimension_id, &one.value_id) else { continue };
        if let DEPARTMENT | COST_CENTER = dimension_id.as_str() {
            faults.add(pointer("dimension_id"), format!("is a field of the line: {dimension_id}_id"));
        } else if named.contains_key(dimension_id) {
            faults.add(pointer("dimension_id"), format!("names dimension {dimension_id:?} a second time"));
        } else if let Some(why) = catalog.dimensions.refuses(dimension_id, value_id, day) {
            let is_known = catalog.dimensions.all.get(dimension_id).is_some_and(|known| known.is_active);
            faults.add(pointer(if is_known { "value_id" } else { "dimension_id" }), why);
        } else {
            named.insert(dimension_id.clone(), value_id.clone());
        }
    }
    named
}

/// What a line names that has to be another's: nothing of it is asked about.
pub(super) fn as_given(others: &[NamedDraft]) -> Named {
    others.iter().filter_map(|one| Some((one.dimension_id.clone()?, one.value_id.clone()?))).collect()
}

/// What is wrong, at its submission, with what the lines name: the dimensions may have changed since, and their accounts may require some.
pub fn of_submitted(document: &Document, catalog: &Catalog, faults: &mut Faults) {
    // What the service makes of other postings has no more than those have.
    if let Some(EntryType::Closing | EntryType::Revaluation) = document.content.entry_type() {
        return;
    }
    let day = Some(document.content.tran_date);
    for (at, line) in document.lines().enumerate() {
        for (dimension_id, value_id) in all_of(line) {
            if let Some(why) = catalog.dimensions.refuses(dimension_id, value_id, day) {
                faults.add(pointer(at, dimension_id), why);
            }
        }
        let Some(account) = catalog.accounts.get(&line.account_id) else { continue };
        for required in lacking(line, account) {
            faults.add(pointer(at, required), format!("account {} requires dimension {required}", line.account_id));
        }
    }
}

/// What lines on the account have to name and this one does not.
pub fn lacking<'a>(line: &'a Line, account: &'a Account) -> impl Iterator<Item = &'a String> {
    let is_named = |required: &&String| all_of(line).any(|(dimension_id, _)| dimension_id == required.as_str());
    account.required_dimensions.iter().filter(move |required| !is_named(required))
}

fn pointer(at: usize, dimension_id: &str) -> String {
    match dimension_id {
        DEPARTMENT | COST_CENTER => format!("/lines/{at}/{dimension_id}_id"),
        _ => format!("/lines/{at}/dimensions"),
    }
}

/// What the line names in all dimensions.
fn all_of(line: &Line) -> impl Iterator<Item = (&str, &str)> {
    let first = [(DEPARTMENT, &line.department_id), (COST_CENTER, &line.cost_center_id)];
    let first = first.into_iter().filter_map(|(dimension_id, value_id)| Some((dimension_id, value_id.as_deref()?)));
    let others = line.dimensions.iter().map(|(dimension_id, value_id)| (dimension_id.as_str(), value_id.as_str()));
    first.chain(others)
}
