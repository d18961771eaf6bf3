//! The examples of the description: each fits its schema, is about what its request was about, and adds up.

mod laws;
pub mod schema;

use tests::prelude::*;

use tests::seen::{description, operations, parameters};

/// An example with the place where it stands, and the schema that it must fit.
pub struct Example {
    pub name: String,
    pub value: Value,
    pub schema: Value,
}

/// One operation's examples: what is sent (path and query, body) and what is answered.
pub struct Told {
    pub parameters: Vec<Example>,
    pub sent: Option<Example>,
    pub answers: Vec<Example>,
}

fn json_of(holder: &Value, name: String) -> Option<Example> {
    let json = holder["content"].get("application/json").filter(|json| !json["example"].is_null())?;
    Some(Example { name, value: json["example"].clone(), schema: json["schema"].clone() })
}

fn all(spec: &Value) -> Vec<Told> {
    let told = |(_, _, operation): (String, String, Value)| {
        let id = operation["operationId"].as_str().unwrap_or_default();
        let parameters = parameters(spec, &operation).into_iter().filter(|it| !it["example"].is_null());
        let parameter = |it: &Value| Example {
            name: it["name"].as_str().unwrap_or_default().to_owned(),
            value: it["example"].clone(),
            schema: it["schema"].clone(),
        };
        let answers = operation["responses"].as_object().into_iter().flatten();
        let answers = answers.filter(|(status, _)| status.starts_with('2'));
        Told {
            parameters: parameters.map(parameter).collect(),
            sent: json_of(&operation["requestBody"], format!("{id} sends")),
            answers: answers.filter_map(|(status, answer)| json_of(answer, format!("{id} {status}"))).collect(),
        }
    };
    operations(spec).into_iter().map(told).collect()
}

#[test]
fn every_example_fits_its_schema() {
    let spec = description();
    let mut wrong = Vec::new();
    for told in all(&spec) {
        let whose = told.answers.first().map_or_else(String::new, |answer| answer.name.clone());
        for example in told.parameters.iter().chain(&told.sent).chain(&told.answers) {
            schema::faults(&spec, &example.schema, &example.value, &example.name, &mut |fault| {
                wrong.push(format!("{whose}: {fault}"));
            });
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn an_answer_is_about_what_was_asked() {
    let mut wrong = Vec::new();
    for told in all(&description()) {
        for answer in &told.answers {
            let said = |name: &str| answer.value.get(name).filter(|value| !value.is_object() && !value.is_array());
            for asked in &told.parameters {
                // The id in a document's path stands first in its answers, under its own name.
                let found = match asked.name.as_str() {
                    "id" if said("original_entry_id").is_some_and(Value::is_string) => said("original_entry_id"),
                    "id" => answer.schema["$ref"].as_str().and_then(|_| own_id(&answer.value, &asked.value)),
                    name => said(name),
                };
                if found.is_some_and(|found| *found != asked.value) || (asked.name == "id" && found.is_none()) {
                    wrong.push(format!("{}: {} is {}, in the answer {found:?}", answer.name, asked.name, asked.value));
                }
            }
            for (name, sent) in told.sent.iter().filter_map(|sent| sent.value.as_object()).flatten() {
                if said(name).is_some_and(|found| !laws::same(found, sent)) {
                    wrong.push(format!(
                        "{}: {name} was sent as {sent}, the answer has {}",
                        answer.name, answer.value[name]
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The id of the document that the answer is about, or of those in its list.
fn own_id<'a>(answer: &'a Value, asked: &Value) -> Option<&'a Value> {
    // What is the same for all types calls it `document_id`.
    let ids = engine::values::kind::DocumentKind::ALL
        .map(engine::values::kind::DocumentKind::id_field)
        .into_iter()
        .chain(["document_id"]);
    let here = |value: &'a Value| ids.clone().filter_map(|id| value.get(id)).find(|found| *found == asked);
    here(answer).or_else(|| answer["data"].as_array()?.iter().find_map(here))
}

#[test]
fn every_answer_adds_up() {
    let mut laws = laws::Laws::default();
    for told in all(&description()) {
        for answer in told.answers {
            laws.look_at(&answer.name, &answer.value);
        }
    }
    laws.hold();
}
