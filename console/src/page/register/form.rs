//! The forms of accounts, parties, exchange rates and the like: what is written, and what is sent of it.

use serde_json::{Map, Value};

use super::kind::{Control, Input, Register};
use super::rates;
use crate::interface::Member;
use crate::json::plain;
use crate::problem::{Place, Problem, is_at_or_below};
use crate::text::known;
use crate::visit::Visit;
use crate::vocabulary::word;

/// A field as a form shows it.
pub struct Field {
    pub name: Member,
    pub label: &'static str,
    pub hint: Option<&'static str>,
    /// `text`, `number`, `date`, `flag` or `choice`.
    pub control: &'static str,
    pub value: String,
    pub is_on: bool,
    pub is_required: bool,
    /// The value, its word, and whether it is chosen.
    pub options: Vec<(String, String, bool)>,
    pub fault: Option<String>,
}

/// The fields of something new.
pub async fn blank(visit: &Visit, register: &Register) -> Vec<Field> {
    let today = visit.me.today();
    let value = |input: &Input| match input.control {
        Control::Flag => "true".to_owned(),
        Control::Date => today.clone(),
        _ => String::new(),
    };
    register.inputs.iter().map(|input| field(register, input, value(input), None)).collect()
}

/// The fields of something that is there.
pub fn of(visit: &Visit, register: &Register, item: &Value) -> Vec<Field> {
    let value = |input: &Input| match input.control {
        Control::Number => visit.reader.input(&plain(&input.of(item))),
        Control::Fraction => visit.reader.percent(&plain(&input.of(item))),
        Control::Rates => rates::lines(visit.reader, &input.of(item)).join("\n"),
        Control::Lines => input.of(item).as_array().into_iter().flatten().map(plain).collect::<Vec<_>>().join("\n"),
        _ => plain(&input.of(item)),
    };
    register.inputs.iter().filter(|input| input.stays).map(|input| field(register, input, value(input), None)).collect()
}

/// The fields as they were sent, with what is wrong with them.
pub async fn filled(visit: &Visit, register: &Register, problem: &Problem) -> Vec<Field> {
    register.inputs.iter().map(|input| again(visit, register, input, problem)).collect()
}

/// The same for something that is there.
pub fn refilled(visit: &Visit, register: &Register, problem: &Problem) -> Vec<Field> {
    register.inputs.iter().filter(|input| input.stays).map(|input| again(visit, register, input, problem)).collect()
}

fn again(visit: &Visit, register: &Register, input: &Input, problem: &Problem) -> Field {
    let value = visit.form.get(input.name).unwrap_or_default().to_owned();
    field(register, input, value, problem.at_or_below(&input.pointer()).map(str::to_owned))
}

fn field(register: &Register, input: &Input, value: String, fault: Option<String>) -> Field {
    let (control, options) = match input.control {
        Control::Text => ("text", &[][..]),
        Control::Lines | Control::Rates => ("lines", &[][..]),
        Control::Number | Control::Fraction => ("number", &[][..]),
        Control::Date | Control::AnyDate => ("date", &[][..]),
        Control::Flag => ("flag", &[][..]),
        Control::Choice(options) => ("choice", options),
    };
    Field {
        name: input.name,
        label: register.label(input.name),
        hint: known(&format!("register.hint.{}.{}", register.collection, input.name)),
        control,
        is_on: value == "true",
        is_required: input.is_required,
        options: options.iter().map(|option| ((*option).to_owned(), word(option), *option == value)).collect(),
        fault,
        value,
    }
}

/// With the labels and ids of the form.
pub fn placed(register: &Register, problem: Problem) -> Problem {
    problem.placed(|pointer| {
        let input = register.inputs.iter().find(|input| is_at_or_below(pointer, &input.pointer()))?;
        Some(Place::new(register.label(input.name), format!("field-{}", input.name)))
    })
}

/// The object that it is, or becomes.
fn object_of(value: &mut Value) -> Option<&mut Map<String, Value>> {
    if value.is_null() {
        *value = Value::Object(Map::new());
    }
    value.as_object_mut()
}

fn part(input: &Input, given: &str) -> Value {
    match input.control {
        Control::Lines => given.lines().map(str::trim).filter(|line| !line.is_empty()).collect(),
        _ => Value::String(given.to_owned()),
    }
}

/// What the form asks for: an empty field of something new is left out, one of something that is there is taken away.
pub fn body(visit: &Visit, register: &Register, is_new: bool) -> Value {
    let mut body = Map::new();
    for input in register.inputs.iter().filter(|input| is_new || input.stays) {
        let given = visit.form.given(input.name).unwrap_or_default();
        if let Some(within) = input.within {
            let whole = body.entry(within.name()).or_insert(Value::Null);
            if let (false, Some(parts)) = (given.is_empty(), object_of(whole)) {
                parts.insert(input.name.into(), part(input, given));
            }
            continue;
        }
        let value = match input.control {
            Control::Flag => Value::Bool(given == "true"),
            _ if given.is_empty() && is_new => continue,
            _ if given.is_empty() && !input.is_required => Value::Null,
            Control::Number => visit.reader.figure(given),
            Control::Fraction => visit.reader.fraction(given),
            Control::Rates => rates::read(visit.reader, given),
            _ => Value::String(given.to_owned()),
        };
        body.insert(input.name.into(), value);
    }
    Value::Object(body)
}
