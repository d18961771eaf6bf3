//! `openapi/gl.json`, which is served, as its readers need it.

use std::collections::BTreeSet;

use serde_json::Value;
use tests::seen::{description, operations, resolved};

/// Method and path of every operation of the interface as it was given, for the document types.
const JOURNAL_ENTRIES: [&str; 10] = [
    "get /journal-entries/pending-approvals",
    "post /journal-entries",
    "post /journal-entries/{id}/submit-for-approval",
    "post /journal-entries/{id}/approve",
    "post /journal-entries/{id}/reject",
    "post /journal-entries/{id}/request-change",
    "post /journal-entries/{id}/hold",
    "post /journal-entries/{id}/unhold",
    "get /journal-entries/{id}/audit-trail",
    "post /journal-entries/{id}/reverse",
];
const RULES_AND_PERIODS: [&str; 6] = [
    "post /approval-rules",
    "get /approval-rules/{id}",
    "put /approval-rules/{id}",
    "post /accounting-periods/{id}/close",
    "post /accounting-periods/{id}/reopen",
    "get /accounting-periods/{id}/unposted-entries",
];
const RECONCILIATIONS: [&str; 2] = ["put /reconciliations/{id}", "get /reconciliations/{id}/worksheet"];

#[test]
fn it_is_what_the_code_says() {
    let said = api::cli::openapi::text().expect("a description");
    let differs = said.lines().zip(api::description::TEXT.lines()).find(|(code, file)| code != file);
    assert_eq!(differs, None, "run `just openapi` and commit what it writes");
    assert_eq!(said.len(), api::description::TEXT.len(), "run `just openapi` and commit what it writes");
}

#[test]
fn every_operation_says_what_it_does_and_how_it_refuses() {
    let mut ids = BTreeSet::new();
    let mut wrong = Vec::new();
    let spec = description();
    for (method, path, operation) in operations(&spec) {
        let mut say = |what: &str| wrong.push(format!("{method} {path}: {what}"));
        for text in ["summary", "description"] {
            if operation[text].as_str().unwrap_or_default().is_empty() {
                say(&format!("no {text}"));
            }
        }
        let id = operation["operationId"].as_str().unwrap_or_default();
        if !id.starts_with(|c: char| c.is_ascii_lowercase()) || !id.chars().all(|c| c.is_ascii_alphanumeric()) {
            say(&format!("operationId `{id}` is not camelCase"));
        }
        if !ids.insert(id.to_owned()) {
            say(&format!("operationId `{id}` a second time"));
        }
        if operation["tags"].as_array().is_none_or(Vec::is_empty) {
            say("no tag");
        }
        let answers = operation["responses"].as_object().cloned().unwrap_or_default();
        if !answers.keys().any(|status| status.starts_with('2')) || !answers.contains_key("401") {
            say("neither a success nor 401 may be missing");
        }
        for (status, answer) in &answers {
            let answer = resolved(&spec, answer);
            let problem = &answer["content"]["application/problem+json"];
            if status.starts_with(['4', '5']) && problem["examples"].as_object().is_none_or(serde_json::Map::is_empty) {
                say(&format!("{status} is no application/problem+json with an example of each code"));
            }
            let json = &answer["content"]["application/json"];
            // After a change an answer looks as the read of it does.
            let whole =
                if method == "post" { path.rsplit_once('/').map_or(path.as_str(), |(whole, _)| whole) } else { &path };
            let read = &spec["paths"][whole]["get"]["responses"]["200"]["content"]["application/json"];
            let is_read = matches!(method.as_str(), "put" | "post")
                && read["schema"] == json["schema"]
                && !read["example"].is_null();
            if !json.is_null() && json["example"].is_null() && !is_read {
                say(&format!("{status} has no example"));
            }
        }
        let body = &operation["requestBody"]["content"]["application/json"];
        // What is no JSON is a file.
        if operation["requestBody"]["required"] == true && !body.is_null() && body["example"].is_null() {
            say("its body has no example");
        }
        for tag in operation["tags"].as_array().into_iter().flatten() {
            if !spec["tags"].as_array().is_some_and(|tags| tags.iter().any(|known| known["name"] == *tag)) {
                say(&format!("nobody says what {tag} are, see api/src/spec/guide.rs"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_interface_is_all_there() {
    // Names of parameters are not part of the comparison.
    let plain = |path: &str| {
        let path = path.strip_prefix(tests::app::PREFIX.trim_end_matches('/')).unwrap_or(path);
        let parts = path.split('/').map(|part| if part.starts_with('{') { "{id}" } else { part });
        parts.collect::<Vec<_>>().join("/")
    };
    let found = operations(&description());
    let found: BTreeSet<_> = found.iter().map(|(method, path, _)| format!("{method} {}", plain(path))).collect();
    let missing: Vec<_> = JOURNAL_ENTRIES
        .iter()
        .chain(&RULES_AND_PERIODS)
        .chain(&RECONCILIATIONS)
        .filter(|wanted| !found.contains(**wanted))
        .collect();
    assert!(missing.is_empty(), "missing in openapi/gl.json: {missing:?}");
}

#[test]
fn every_code_is_in_the_catalogue() {
    let spec = description();
    let text = spec["info"]["description"].as_str().unwrap_or_default();
    let missing: Vec<_> = engine::values::error::RefusalName::ALL
        .iter()
        .map(|name| name.code())
        .filter(|code| !text.contains(&format!("`{code}`")))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn a_problem_has_one_of_the_codes_of_the_catalogue() {
    let spec = description();
    let codes = spec["components"]["schemas"]["ProblemCode"]["enum"].as_array().cloned().unwrap_or_default();
    assert_eq!(
        spec["components"]["schemas"]["Problem"]["properties"]["code"]["$ref"],
        "#/components/schemas/ProblemCode"
    );
    let codes: BTreeSet<&str> = codes.iter().filter_map(Value::as_str).collect();
    let catalogue = spec["info"]["description"].as_str().unwrap_or_default();
    let rows = catalogue.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").nth(1));
    let told: BTreeSet<&str> = rows.map(|code| code.trim_matches('`')).filter(|code| *code != "code").collect();
    assert_eq!(codes, told);
    for (method, path, operation) in operations(&spec) {
        let named = tests::seen::named(&spec, &operation);
        let strange: Vec<_> =
            named.iter().filter(|(status, code)| *status >= 400 && !codes.contains(code.as_str())).collect();
        assert!(strange.is_empty(), "{method} {path}: {strange:?}");
    }
}

#[test]
fn what_stands_once_has_a_name_that_no_new_code_changes() {
    let spec = description();
    let names: Vec<_> =
        spec["components"]["responses"].as_object().into_iter().flatten().map(|(name, _)| name).collect();
    assert!(names.len() <= 14, "an error is named by its status, and there is one answer to what waits: {names:?}");
    for (method, path, operation) in operations(&spec) {
        for (status, answer) in operation["responses"].as_object().into_iter().flatten() {
            let is_shared = answer["$ref"].as_str().is_some_and(|name| name.starts_with("#/components/responses/"));
            let waits = status == "202";
            assert!(is_shared == status.starts_with(['4', '5']) || waits, "{method} {path} {status}");
        }
    }
    let text = spec.to_string();
    for once in ["WouldPost", "Problem", "Submitted", "Page", "Amount", "DocumentStatus"] {
        let schema = spec["components"]["schemas"][once].to_string();
        assert!(schema != "null" && text.matches(&schema).count() == 1, "{once} stands once");
    }
}

#[test]
fn the_description_is_small() {
    let spec = description();
    let operations = operations(&spec).len();
    let size = spec.to_string().len();
    assert!(size <= 3_000 * operations, "{size} bytes of {operations} operations: {} each", size / operations);
}

/// Fifteen digits before the point, and as many behind it as anything may have; not what a float makes of it.
const MOST: &str = "999999999999999.9999999999";

#[test]
fn amounts_are_doubles_bounded_to_the_cent_and_sums_are_not() {
    let spec = description();
    let field = |schema: &str, field: &str| {
        tests::seen::schema(&spec, &spec["components"]["schemas"][schema]["properties"][field]).clone()
    };
    let bounds = |schema: &Value| [&schema["minimum"], &schema["maximum"]].map(Value::to_string);
    for (schema, name) in [("Invoice", "total"), ("JournalLine", "debit"), ("ItemLineInput", "amount")] {
        assert_eq!(bounds(&field(schema, name)), [format!("-{MOST}"), MOST.to_owned()], "{schema}.{name}");
    }
    assert_eq!(bounds(&field("JournalLineInput", "debit")), ["0", MOST]);
    assert_eq!(bounds(&field("InvoicePaymentInput", "payment")), ["0.0001", MOST]);
    assert_eq!(bounds(&field("ItemLineInput", "tax_rate")), ["0", "1"]);
    for (schema, name) in [
        ("TrialBalance", "total_debit"),
        ("TrialBalanceRow", "debit"),
        ("BalanceSheet", "total_liabilities_and_equity"),
        ("ReconciliationSummary", "difference"),
    ] {
        assert_eq!(bounds(&field(schema, name)), ["null", "null"], "{schema}.{name}");
    }
    // Of any other format, or none, generated clients may make a number of 32 bits.
    let numbers = spec["components"]["schemas"].as_object().into_iter().flatten();
    let numbers: Vec<_> = numbers.filter(|(_, schema)| schema["type"] == "number").collect();
    assert!(numbers.len() > 10, "{numbers:?}");
    for (name, schema) in numbers {
        assert_eq!(schema["format"], "double", "{name}");
    }
    assert_eq!(
        spec.to_string().matches(r#""type":"number""#).count(),
        spec.to_string().matches(r#""format":"double""#).count()
    );
}

/// A strict client would take a page without it for broken.
#[test]
fn what_only_some_pages_have_no_page_must_have() {
    let spec = description();
    let page = &spec["components"]["schemas"]["Page"];
    let required: Vec<&str> = page["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    assert_eq!(required, ["has_more", "next_cursor"]);
    for left_out in ["total", "totals"] {
        assert!(page["properties"][left_out].is_object(), "{left_out}");
    }
}
