//! Every kind of answer that the tests see, checked against the description.
//!
//! An answer that the description does not name for its operation fails the test that got it. All kinds are kept in
//! `target/answers-seen.it`, one a line (`post /service/general-ledger/bills 409 already_exists`), anew in each run;
//! `tests/answers` lists the named answers that no test has seen. The benchmark keeps a file of its own beside it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Write;
use std::sync::{LazyLock, Mutex, PoisonError};

use api::description::{Description, TEXT};
use api::routes::Routes;
use serde_json::Value;

/// Status and code; the code of a success is `-`.
type Kind = (u16, String);

struct Described {
    routes: Routes,
    /// Method and path as in the description → the answers that it names.
    answers: BTreeMap<(String, String), BTreeSet<Kind>>,
}

static DESCRIBED: LazyLock<Described> = LazyLock::new(|| {
    let spec = description();
    let operations = operations(&spec);
    let answers = operations.into_iter().map(|(method, path, operation)| ((method, path), named(&spec, &operation)));
    let Description { routes, .. } = Description::of_the_interface().expect("paths with operations");
    Described { routes, answers: answers.collect() }
});

static SEEN: LazyLock<Mutex<(BTreeSet<String>, File)>> = LazyLock::new(|| {
    let binary = std::env::current_exe().expect("the path of the test binary");
    let target = binary.ancestors().nth(3).expect("target/<profile>/deps/<name>-<hash>");
    let name =
        binary.file_stem().and_then(|stem| stem.to_str()?.split('-').next()).expect("the name of the test binary");
    let file = File::create(target.join(format!("answers-seen.{name}"))).expect("target/ can be written");
    Mutex::new((BTreeSet::new(), file))
});

/// The description that is served.
pub fn description() -> Value {
    serde_json::from_str(TEXT).expect("openapi/gl.json is JSON")
}

/// `(method, path, operation)` of all operations.
pub fn operations(spec: &Value) -> Vec<(String, String, Value)> {
    let of = |(path, item): (&String, &Value)| -> Vec<_> {
        let operations = item.as_object().into_iter().flatten();
        operations.map(|(method, operation)| (method.clone(), path.clone(), operation.clone())).collect()
    };
    spec["paths"].as_object().into_iter().flatten().flat_map(of).collect()
}

/// An answer of the description, with its reference resolved: the errors are defined once for all operations.
pub fn resolved<'a>(spec: &'a Value, answer: &'a Value) -> &'a Value {
    let found = answer["$ref"].as_str().and_then(|reference| spec.pointer(reference.trim_start_matches('#')));
    found.unwrap_or(answer)
}

/// The schema of a field, which may add to the schema that it refers to.
pub fn schema<'a>(spec: &'a Value, field: &'a Value) -> &'a Value {
    resolved(spec, field["allOf"].get(0).unwrap_or(field))
}

/// The parameters of an operation, with references resolved: common parameters are defined once.
pub fn parameters<'a>(spec: &'a Value, operation: &'a Value) -> Vec<&'a Value> {
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    parameters.map(|parameter| resolved(spec, parameter)).collect()
}

/// The answers that an operation names. The codes of an error are its examples, and `x-codes` may narrow them down.
pub fn named(spec: &Value, operation: &Value) -> BTreeSet<Kind> {
    let mut kinds = BTreeSet::new();
    for (status, answer) in operation["responses"].as_object().into_iter().flatten() {
        let own = operation["x-codes"][status].as_array();
        let status: u16 = status.parse().expect("a status");
        if let Some(own) = own {
            kinds.extend(own.iter().filter_map(Value::as_str).map(|code| (status, code.to_owned())));
            continue;
        }
        let examples = &resolved(spec, answer)["content"]["application/problem+json"]["examples"];
        match examples.as_object() {
            Some(examples) => kinds.extend(examples.keys().map(|code| (status, code.clone()))),
            None => _ = kinds.insert((status, "-".to_owned())),
        }
    }
    kinds
}

/// Whether the operation at this path names such an answer.
pub fn is_named(method: &str, path: &str, status: u16, code: &str) -> bool {
    let route = DESCRIBED.routes.find(path).unwrap_or_else(|| panic!("the description has no {path}"));
    let operation = (method.to_ascii_lowercase(), route.pattern.clone());
    let kinds = DESCRIBED.answers.get(&operation).unwrap_or_else(|| panic!("the description has no {method} {path}"));
    kinds.contains(&(status, code.to_owned()))
}

/// Records an answer; fails when its operation does not name it.
pub fn note(method: &str, path: &str, status: u16, json: &Value) {
    let method = method.to_ascii_lowercase();
    let code = if status < 400 { "-" } else { json["code"].as_str().unwrap_or("(no problem)") };
    let operation = DESCRIBED.routes.find(path).map(|route| (method.clone(), route.pattern.clone()));
    let named = operation.and_then(|operation| DESCRIBED.answers.get_key_value(&operation));
    // Only a HEAD or a wrong method finds no operation at a known path.
    let Some(((method, path), kinds)) = named else { return keep(format!("- - {status} {code}")) };
    keep(format!("{method} {path} {status} {code}"));
    assert!(
        kinds.contains(&(status, code.to_owned())),
        "{method} {path} answered {status} {code}, which its description does not name \
         (`Refuses` beside its command; then `just openapi`): {json}"
    );
}

fn keep(line: String) {
    let mut seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    let (lines, file) = &mut *seen;
    if !lines.contains(&line) {
        writeln!(file, "{line}").expect("target/ can be written");
        lines.insert(line);
    }
}
