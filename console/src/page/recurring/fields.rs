//! The fields of a template and its schedule, and what they are sent as.

use serde_json::{Map, Value};

use crate::interface::Member;
use crate::interface::enumeration::{BusinessDay, RecurringMakes, RecursEvery, Weekday};
use crate::interface::schema::{RecurringDocumentInput as Input, ScheduleInput as Schedule};
use crate::json::{Members, plain};
use crate::page::form_field::{FormField, placed};
use crate::problem::Problem;
use crate::text::text;
use crate::visit::Visit;

/// Those of the schedule, in the order in which they are asked for.
const OF_SCHEDULE: [Member; 9] = [
    Schedule::EVERY,
    Schedule::INTERVAL,
    Schedule::DAY,
    Schedule::WEEKDAY,
    Schedule::START_DATE,
    Schedule::END_DATE,
    Schedule::OCCURRENCES,
    Schedule::BUSINESS_DAY,
    Schedule::HOLIDAYS,
];

/// Those of the template itself.
const OWN: [Member; 3] = [Input::NAME, Input::MAKES, Input::DUE_DAYS];

/// Where the interface has a field of the form.
fn pointer(name: &str) -> String {
    let is_of_schedule = OF_SCHEDULE.iter().any(|member| member.name() == name);
    if is_of_schedule { format!("/{}/{name}", Input::SCHEDULE) } else { format!("/{name}") }
}

/// Filled with what was typed, or else with what is recorded. `has_due_days`: whether documents of the type have a due date.
pub fn filled_with(visit: &Visit, recorded: &Value, has_due_days: bool, problem: Option<&Problem>) -> Vec<FormField> {
    let schedule = recorded.at(Input::SCHEDULE);
    let own = OWN.into_iter().filter(|member| has_due_days || *member != Input::DUE_DAYS);
    let own = own.map(|member| (member, recorded.text(member)));
    let of_schedule = OF_SCHEDULE.into_iter().map(|member| {
        let recorded =
            if member == Schedule::HOLIDAYS { schedule.texts(member).join(" ") } else { schedule.text(member) };
        (member, recorded)
    });
    own.chain(of_schedule).map(|(member, recorded)| field(visit, member, recorded, problem)).collect()
}

fn field(visit: &Visit, member: Member, recorded: String, problem: Option<&Problem>) -> FormField {
    let value = visit.form.get(member).map_or(recorded, str::to_owned);
    let pointer = pointer(member.name());
    let fault = problem.and_then(|problem| {
        let within = problem.faults.iter().find(|fault| fault.pointer.starts_with(&format!("{pointer}/")));
        problem.at(&pointer).or(within.map(|fault| fault.detail.as_str()))
    });
    let label = text(&format!("recurring.label.{member}"));
    let field = FormField::new(member, value).called(label).wrong(fault);
    match member {
        Input::NAME => field.required(),
        Input::MAKES => field.chosen(named("recurring.makes.", &RecurringMakes::NAMES, false)),
        Schedule::EVERY => field.chosen(named("recurring.unit.", &RecursEvery::NAMES, false)),
        Schedule::WEEKDAY => field.chosen(named("recurring.weekday.", &Weekday::NAMES, true)),
        Schedule::BUSINESS_DAY => field.chosen(named("recurring.business_day.", &BusinessDay::NAMES, false)),
        Schedule::START_DATE => field.required().date(),
        Schedule::END_DATE => field.date(),
        Schedule::INTERVAL => field.hint(text("recurring.hint.interval")),
        Schedule::DAY => field.hint(text("recurring.hint.day")),
        Schedule::OCCURRENCES => field.hint(text("recurring.hint.occurrences")),
        Schedule::HOLIDAYS => field.hint(text("recurring.hint.holidays")),
        _ => field,
    }
}

fn named(begin: &str, names: &[&'static str], may_be_empty: bool) -> Vec<(&'static str, String)> {
    let empty = may_be_empty.then(|| ("", text("recurring.none").to_owned()));
    let each = names.iter().map(|name| (*name, text(&format!("{begin}{name}")).to_owned()));
    empty.into_iter().chain(each).collect()
}

/// The refusal with the labels and ids of the form.
pub fn in_form(problem: Problem, fields: &[FormField]) -> Problem {
    placed(problem, fields, pointer)
}

/// What the form says. What it leaves empty is left out of the schedule, which is sent as a whole; due days are taken away.
pub fn body(visit: &Visit) -> Map<String, Value> {
    let given = |member: Member| visit.form.given(member);
    let mut schedule = Map::new();
    for member in OF_SCHEDULE {
        let Some(typed) = given(member) else { continue };
        let value = match member {
            Schedule::INTERVAL | Schedule::DAY | Schedule::OCCURRENCES => visit.reader.figure(typed),
            Schedule::HOLIDAYS => days(typed),
            _ => Value::from(typed),
        };
        schedule.insert(member.into(), value);
    }
    // What belongs to the other kind of schedule may still stand in the form.
    let other = match given(Schedule::EVERY).and_then(RecursEvery::of) {
        Some(RecursEvery::Month) => Some(Schedule::WEEKDAY),
        Some(RecursEvery::Week) => Some(Schedule::DAY),
        None => None,
    };
    if let Some(other) = other {
        schedule.remove(other.name());
    }
    let mut body = Map::from_iter([(Input::SCHEDULE.into(), Value::Object(schedule))]);
    for member in [Input::NAME, Input::MAKES] {
        body.insert(member.into(), given(member).unwrap_or_default().into());
    }
    if let Some(typed) = visit.form.get(Input::DUE_DAYS) {
        let typed = typed.trim();
        body.insert(Input::DUE_DAYS.into(), if typed.is_empty() { Value::Null } else { visit.reader.figure(typed) });
    }
    body
}

/// Days with blanks or commas between them.
fn days(typed: &str) -> Value {
    typed.split([' ', ',', ';', '\n']).filter(|day| !day.is_empty()).map(Value::from).collect()
}

/// A content as a template takes it: the day decides the rest.
pub fn content(document: &Value, left_out: &[Member]) -> Value {
    let mut content = document.clone();
    if let Some(members) = content.as_object_mut() {
        members.retain(|name, value| !plain(value).is_empty() && !left_out.iter().any(|member| member.name() == name));
    }
    content
}
