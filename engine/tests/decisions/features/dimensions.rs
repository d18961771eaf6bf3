//! Dimensions and what lines name in them. See docs/rules/dimensions.md.
//!
//! `create dimension project, name Project, any` makes one, `create value project:P-1, of P-0, from 2024-01-01, until 2024-12-31` a value
//! of it. A line names it by `dimensions project=P-1+region=EU`, and an account asks for it by `requires project+department`.

use std::sync::Arc;

use engine::features::dimensions::commands::save::{DimensionFields, SaveDimension};
use engine::features::dimensions::commands::save_value::{SaveDimensionValue, ValueFields};
use engine::features::dimensions::records::{DimensionChange, DimensionState, WantedDimension};
use engine::values::clock::Timestamp;
use engine::values::dimension::{COST_CENTER, DEPARTMENT, Dimension, Dimensions, Takes, parts_of};

use crate::books::{Asked, Books};
use crate::table::{cases, story};
use crate::words::Said;

/// Those that new books have.
pub(crate) fn first() -> Dimensions {
    let one = |id: &str| {
        let (at, by) = (Timestamp::from_micros(0), "system".to_owned());
        Dimension {
            dimension_id: id.into(),
            dimension_name: id.into(),
            takes: Takes::Any,
            is_active: true,
            version: 1,
            created_at: at,
            created_by: by.clone(),
            updated_at: at,
            updated_by: by,
        }
    };
    let all = [DEPARTMENT, COST_CENTER].map(|id| (id.to_owned(), one(id))).into();
    Dimensions { all, ..Dimensions::default() }
}

/// `dimension project Project listed`; `value project:P-1 of P-0, 2024-01-01 to 2024-12-31`.
pub(crate) fn changed(change: &DimensionChange) -> String {
    let active = |is_active: bool| if is_active { "" } else { ", inactive" };
    match change {
        DimensionChange::Dimension(of) => {
            let (id, name, takes) = (&of.dimension_id, &of.dimension_name, of.takes.name());
            format!("dimension {id} {name} {takes}{}", active(of.is_active))
        }
        DimensionChange::Value(of) => {
            let parent = of.parent_id.as_ref().map(|parent| format!(" of {parent}")).unwrap_or_default();
            let from = of.valid_from.map(|day| format!(" from {day}")).unwrap_or_default();
            let to = of.valid_to.map(|day| format!(" to {day}")).unwrap_or_default();
            format!("value {} {}{parent}{from}{to}{}", of.id(), of.value_name, active(of.is_active))
        }
    }
}

/// Keeps it as the tables would.
pub(crate) fn kept(books: &mut Books, change: &DimensionChange) {
    let dimensions = &mut Arc::make_mut(&mut books.catalog).dimensions;
    let (version, before) = match change {
        DimensionChange::Dimension(of) => {
            let before = dimensions.all.insert(of.dimension_id.clone(), (**of).clone());
            (of.version, before.map(|before| before.version))
        }
        DimensionChange::Value(of) => {
            let values = dimensions.values.entry(of.dimension_id.clone()).or_default();
            (of.version, values.insert(of.value_id.clone(), (**of).clone()).map(|before| before.version))
        }
    };
    assert_eq!(version, before.unwrap_or_default() + 1, "the version of {change:?}");
}

/// What a command sees.
pub(crate) fn seen(books: &Books, wanted: &WantedDimension) -> DimensionState {
    let dimensions = &books.catalog.dimensions;
    match wanted {
        WantedDimension::Dimension(id) => DimensionState { dimension: dimensions.all.get(id).cloned(), value: None },
        WantedDimension::Value(id) => {
            let value = parts_of(id).and_then(|(dimension_id, value_id)| dimensions.value(dimension_id, value_id));
            DimensionState { dimension: None, value: value.cloned() }
        }
    }
}

pub(crate) fn words(verb: &str, id: &str, said: &mut Said) -> Box<dyn Asked> {
    let create = verb == "create";
    let takes = if said.has("any") { Some(Takes::Any) } else { said.has("listed").then_some(Takes::Listed) };
    let fields = DimensionFields {
        dimension_name: said.text("name", Some("Dimension").filter(|_| create)),
        takes,
        is_active: said.has("inactive").then_some(false),
    };
    Box::new(SaveDimension { dimension_id: id.into(), fields, create, faults: said.faults() })
}

pub(crate) fn words_of_value(verb: &str, id: &str, said: &mut Said) -> Box<dyn Asked> {
    let create = verb == "create";
    let fields = ValueFields {
        value_name: said.text("name", Some("Value").filter(|_| create)),
        parent_id: said.text("of", None).map(|parent| Some(parent).filter(|parent| parent != "nothing")),
        valid_from: said.date("from", None).map(Some),
        valid_to: said.date("until", None).map(Some),
        is_active: said.has("inactive").then_some(false),
    };
    Box::new(SaveDimensionValue { dimension_value_id: id.into(), fields, create, faults: said.faults() })
}

#[test]
fn dimensions_are_kept() {
    story(
        &Books::demo(),
        "
        conrad | create dimension project, name Project | dimension project Project listed; trail Created project
        conrad | create dimension project | refused already_exists: dimension 'project' exists already
        conrad | create dimension Project | refused invalid: /dimension_id must be 1 to 32 of a-z, 0-9 and _, and begin with a
               |                          | letter
        vera | create dimension region | refused forbidden: needs the permission dimension.write
        conrad | edit dimension moon, any | refused not_found: there is no dimension 'moon'
        conrad | edit dimension project, listed | nothing
        conrad | edit dimension project, any | dimension project Project any; trail Updated project
        conrad | edit dimension department, inactive | refused invalid: /is_active of dimension department stays true: lines have a
               |                                     | field for it
        conrad | edit dimension department, listed, name Team | dimension department Team listed; trail Updated department
        alma | edit account 6000, requires project | account 6000 expense plain any currency; trail Updated 6000
        conrad | edit dimension project, inactive | refused in_use: account 6000 requires dimension project
        alma | edit account 6000, requires project+moon | refused invalid: /required_dimensions/1 there is no active dimension
             |                                          | 'moon'
        alma | edit account 6000, requires department | account 6000 expense plain any currency; trail Updated 6000
        conrad | edit dimension project, inactive | dimension project Project any, inactive; trail Updated project
        conrad | create value project:P-1 | refused invalid: /dimension_id there is no active dimension 'project'
        ",
    );
}

#[test]
fn at_most_ten() {
    let ids = ["a", "b", "c", "d", "e", "f", "g", "h"].map(|id| format!("conrad | create dimension {id}")).join("\n");
    cases(
        &Books::demo().given(&ids),
        "
        conrad | create dimension i | refused invalid: /dimension_id there are 10 dimensions already
        conrad | edit dimension h, inactive | dimension h Dimension listed, inactive; trail Updated h
        ",
    );
}

#[test]
fn values_are_kept() {
    story(
        &Books::demo().given("conrad | create dimension project, name Project"),
        "
        conrad | create value project:P-1, name Bridge, from 2024-01-01, until 2024-12-31 | value project:P-1 Bridge from 2024-01-01 to
               |                                                                          | 2024-12-31; trail Created project:P-1
        conrad | create value project:P-1 | refused already_exists: dimension value 'project:P-1' exists already
        conrad | create value moon:P-1 | refused invalid: /dimension_id there is no active dimension 'moon'
        conrad | create value project:P-2, of P-3 | refused invalid: /parent_id there is no 'P-3' in dimension project
        conrad | create value project:P-2, of P-1 | value project:P-2 Value of P-1; trail Created project:P-2
        conrad | create value project:P-3, of P-2 | value project:P-3 Value of P-2; trail Created project:P-3
        conrad | edit value project:P-1, of P-3 | refused invalid: /parent_id 'P-3' is 'P-1' itself or a part of it
        conrad | edit value project:P-1, of P-1 | refused invalid: /parent_id 'P-1' is 'P-1' itself or a part of it
        conrad | edit value project:P-1, until 2023-12-31 | refused invalid: /valid_to is before valid_from, 2024-01-01
        conrad | edit value project:P-3, of nothing, inactive | value project:P-3 Value, inactive; trail Updated project:P-3
        conrad | edit value project:P-3, inactive | nothing
        conrad | edit value project:P-9, inactive | refused not_found: there is no dimension value 'project:P-9'
        conrad | create value project:1234567890123456789012345678901234567890123456789012345678901234 | refused invalid: /value_id of this dimension
               |                                                                                       | must have at most 56 characters
        vera | edit value project:P-3, name Pier | refused forbidden: needs the permission dimension.write
        ",
    );
}

#[test]
fn parts_stand_at_most_eight_deep() {
    let chain = (2..=8).map(|at| format!("conrad | create value project:P-{at}, of P-{}", at - 1));
    let start = ["conrad | create dimension project".to_owned(), "conrad | create value project:P-1".to_owned()];
    let all: Vec<String> = start.into_iter().chain(chain).collect();
    cases(
        &Books::demo().given(&all.join("\n")).given("conrad | create value project:TOP"),
        "
        conrad | create value project:P-9, of P-8 | refused invalid: /parent_id values stand at most 8 deep
        conrad | create value project:P-9, of P-7 | value project:P-9 Value of P-7; trail Created project:P-9
        conrad | edit value project:P-1, of TOP | refused invalid: /parent_id values stand at most 8 deep
        conrad | edit value project:P-2, of TOP | value project:P-2 Value of TOP; trail Updated project:P-2
        ",
    );
}

fn projects() -> Books {
    Books::demo().given(
        "
        conrad | create dimension project, name Project
        conrad | create dimension region, any
        conrad | create dimension old, any
        conrad | edit dimension old, inactive
        conrad | create value project:P-1
        conrad | create value project:P-2, from 2024-02-01
        conrad | create value project:P-3, inactive
        conrad | edit value project:P-3, inactive
        ",
    )
}

#[test]
fn what_lines_name() {
    cases(
        &projects(),
        "
        carl | create JE-1, debit 6000 5.00 dimensions project=P-1+region=EU, credit 1000 5.00 | JE-1 new, Draft, 5.00 USD on 2024-01-15 in
             |                                                                                 | 2024-01; trail Created JE-1
        carl | create JE-1, debit 6000 5.00 dimensions project=P-2, credit 1000 5.00 | refused invalid:
             |                                                                       | /lines/0/dimensions/0/value_id 'P-2' of
             |                                                                       | dimension project is not valid on 2024-01-15
        carl | create JE-1, debit 6000 5.00 dimensions project=P-3, credit 1000 5.00 | refused invalid:
             |                                                                       | /lines/0/dimensions/0/value_id 'P-3' of
             |                                                                       | dimension project is inactive
        carl | create JE-1, debit 6000 5.00 dimensions project=P-4, credit 1000 5.00 | refused invalid:
             |                                                                       | /lines/0/dimensions/0/value_id there is no
             |                                                                       | 'P-4' in dimension project
        carl | create JE-1, debit 6000 5.00 dimensions moon=P-4, credit 1000 5.00 dimensions old=X | refused invalid:
             |                                                                                     | /lines/0/dimensions/0/dimension_id there is
             |                                                                                     | no active dimension 'moon',
             |                                                                                     | /lines/1/dimensions/0/dimension_id there is
             |                                                                                     | no active dimension 'old'
        carl | create JE-1, debit 6000 5.00 dimensions project=P-1+project=P-1, credit 1000 5.00 | refused invalid:
             |                                                                                   | /lines/0/dimensions/1/dimension_id names
             |                                                                                   | dimension 'project' a second time
        carl | create JE-1, debit 6000 5.00 dimensions department=D-1, credit 1000 5.00 | refused invalid:
             |                                                                          | /lines/0/dimensions/0/dimension_id is a
             |                                                                          | field of the line: department_id
        carl | create BILL-1, line 6000 5.00 dimensions project=P-3 | refused invalid: /lines/0/dimensions/0/value_id 'P-3' of
             |                                                      | dimension project is inactive
        carl | create BILL-1, line 6000 5.00 dimensions project=P-1 | BILL-1 new, Draft, 5.00 USD on 2024-01-15 in 2024-01; trail
             |                                                      | Created BILL-1
        ",
    );
}

#[test]
fn what_accounts_require() {
    story(
        &projects().given("alma | edit account 6000, requires department+project"),
        "
        carl | create JE-1, debit 6000 5.00, credit 1000 5.00 | JE-1 new, Draft, 5.00 USD on 2024-01-15 in 2024-01; trail Created
             |                                                | JE-1
        carl | submit JE-1 | refused invalid: /lines/0/department_id account 6000 requires dimension department,
             |             | /lines/0/dimensions account 6000 requires dimension project
        carl | edit JE-1, debit 6000 5.00 department D-1, credit 1000 5.00 | JE-1 rewritten, Draft, 5.00 USD on 2024-01-15 in
             |                                                             | 2024-01; trail Updated JE-1
        carl | submit JE-1 | refused invalid: /lines/0/dimensions account 6000 requires dimension project
        carl | edit JE-1, debit 6000 5.00 department D-1 dimensions project=P-1, credit 1000 5.00 | JE-1 rewritten, Draft, 5.00 USD on
             |                                                                                    | 2024-01-15 in 2024-01; trail Updated JE-1
        conrad | edit value project:P-1, inactive | value project:P-1 Value, inactive; trail Updated project:P-1
        carl | submit JE-1 | refused invalid: /lines/0/dimensions 'P-1' of dimension project is inactive
        conrad | edit dimension department, listed | dimension department department listed; trail Updated department
        carl | submit JE-1 | refused invalid: /lines/0/department_id there is no 'D-1' in dimension department,
             |             | /lines/0/dimensions 'P-1' of dimension project is inactive
        ",
    );
}

#[test]
fn what_was_named_stays_though_it_is_inactive_now() {
    story(
        &projects().given(
            "
            alma | edit account 6000, requires project
            carl | create JE-1, debit 6000 5.00 dimensions project=P-1, credit 1000 5.00
            carl | submit JE-1
            mona | approve JE-1
            system | work
            conrad | edit value project:P-1, inactive
            ",
        ),
        "
        abel | reverse JE-1, as JE-9, on 2024-02-05 | JE-9 new, Draft, 5.00 USD on 2024-02-05 in 2024-02; trail Created JE-9,
             |                                      | Reverse JE-1
        abel | edit JE-9, memo Again, credit 6000 5.00 dimensions project=P-1, debit 1000 5.00 | JE-9 rewritten, Draft, 5.00 USD on
             |                                                                                 | 2024-01-15 in 2024-01; trail Updated JE-9
        abel | submit JE-9 | JE-9 Draft → Pending Approval (1: manager); trail Submit for Approval JE-9
        ",
    );
}
