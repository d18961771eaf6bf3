//! PURE: the lines of a layout, as they are given. See docs/rules/report-layouts.md#lines.

use std::collections::BTreeSet;

use crate::features::report_layouts::model::{LayoutLine, LineOf, MOST_NAMED, Side};
use crate::values::error::Faults;
use crate::values::named_accounts::Named;

/// What no line may be called: what no group names stands there.
const RESERVED: [&str; 2] = ["other_debit", "other_credit"];

/// A line as it is given: what is required and missing was named when it was read.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct GivenLine {
    pub line_id: Option<String>,
    pub title: Option<String>,
    pub positive: Option<Side>,
    pub accounts: Option<Vec<String>>,
    pub sum_of: Option<Vec<String>>,
}

/// The lines. What is wrong with them goes into the faults.
pub fn checked(given: &[GivenLine], faults: &mut Faults) -> Vec<LayoutLine> {
    let mut lines: Vec<LayoutLine> = Vec::with_capacity(given.len());
    let mut named: Vec<(usize, Named)> = Vec::new();
    for (at, line) in given.iter().enumerate() {
        let line_id = line.line_id.clone().unwrap_or_default();
        if RESERVED.contains(&line_id.as_str()) {
            faults.add(format!("/lines/{at}/line_id"), "is the service's own");
        }
        if !line_id.is_empty() && lines.iter().any(|other| other.line_id == line_id) {
            faults.add(format!("/lines/{at}/line_id"), format!("{line_id:?} is there already"));
        }
        let of = match (&line.accounts, &line.sum_of) {
            (Some(accounts), None) => LineOf::Accounts(group(at, accounts, &mut named, faults)),
            (None, Some(ids)) => {
                subtotal(at, ids, &lines, faults);
                LineOf::Lines(ids.clone())
            }
            (Some(_), Some(_)) => {
                faults.add(format!("/lines/{at}/sum_of"), "is not given beside accounts");
                continue;
            }
            (None, None) => {
                let is_named = |field: &str| faults.has(&format!("/lines/{at}/{field}"));
                if !is_named("accounts") && !is_named("sum_of") {
                    faults.add(format!("/lines/{at}/accounts"), "is required, or sum_of");
                }
                continue;
            }
        };
        let title = line.title.clone().unwrap_or_default();
        lines.push(LayoutLine { line_id, title, positive: line.positive.unwrap_or(Side::Credit), of });
    }
    lines
}

/// The accounts of a group: none of them is in another one.
fn group(at: usize, accounts: &[String], named: &mut Vec<(usize, Named)>, faults: &mut Faults) -> Vec<Named> {
    let mut group = Vec::with_capacity(accounts.len());
    if accounts.len() > MOST_NAMED {
        return group;
    }
    for (place, text) in accounts.iter().enumerate() {
        let pointer = format!("/lines/{at}/accounts/{place}");
        let Some(own) = Named::parse(text) else {
            faults.add(pointer, "is neither an account nor a range such as 4000..4999");
            continue;
        };
        if let Some((other, taken)) = named.iter().find(|(_, taken)| taken.overlaps(&own)) {
            faults.add(pointer, format!("has accounts of {taken} in /lines/{other}: an account is in one group"));
        }
        named.push((at, own.clone()));
        group.push(own);
    }
    group
}

/// What a subtotal adds up stands above it, and nothing of it is counted twice.
fn subtotal(at: usize, ids: &[String], above: &[LayoutLine], faults: &mut Faults) {
    let mut counted = BTreeSet::new();
    for (place, id) in ids.iter().enumerate() {
        let pointer = format!("/lines/{at}/sum_of/{place}");
        if !above.iter().any(|line| line.line_id == *id) {
            faults.add(pointer, format!("there is no line {id:?} above"));
            continue;
        }
        let groups = groups_of(id, above);
        if let Some(twice) = groups.iter().find(|group| counted.contains(*group)) {
            faults.add(pointer, format!("counts {twice:?} twice"));
        }
        counted.extend(groups);
    }
}

/// The groups that a line comes to. Lines name lines above them alone, so this ends.
pub fn groups_of(line_id: &str, lines: &[LayoutLine]) -> BTreeSet<String> {
    let Some(place) = lines.iter().position(|line| line.line_id == line_id) else { return BTreeSet::new() };
    let above = lines.get(..place).unwrap_or_default();
    match lines.get(place).map(|line| &line.of) {
        Some(LineOf::Lines(ids)) => ids.iter().flat_map(|id| groups_of(id, above)).collect(),
        Some(LineOf::Accounts(_)) => BTreeSet::from([line_id.to_owned()]),
        None => BTreeSet::new(),
    }
}
