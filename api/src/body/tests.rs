//! One table per law of the body.

use poem_openapi::{Enum, Object};

use super::*;
use crate::schema::{Amount, Id, List, Memo, Reason, Required, WireDate};

#[derive(Object, Debug)]
struct Line {
    account_id: Required<Id>,
    debit: Option<Amount>,
    memo: Option<Memo>,
}

#[derive(Enum, Debug, PartialEq, Eq, Clone, Copy)]
enum Kind {
    Standard,
    Adjusting,
}

#[derive(Object, Debug)]
struct Entry {
    /// A description makes poem-openapi wrap references in `allOf`.
    tran_date: Required<WireDate>,
    reason: Required<Reason>,
    memo: Option<Memo>,
    kind: Option<Kind>,
    #[oai(validator(minimum(value = "1"), maximum(value = "5")))]
    level: Option<u32>,
    is_active: Option<bool>,
    /// The lines.
    lines: Required<List<Line, 2, 4>>,
    /// Described, so an `allOf`.
    extra: Option<Line>,
}

fn read(text: &str) -> Result<Body<Entry>, Problem> {
    Body::from_bytes(text.as_bytes().to_vec())
}

fn pointers(text: &str) -> Vec<String> {
    let faults = match read(text) {
        Ok(body) => body.faults,
        Err(problem) => problem.faults.clone(),
    };
    let mut pointers: Vec<String> = faults.0.into_iter().map(|fault| fault.pointer).collect();
    pointers.sort();
    pointers
}

const LINES: &str = r#""lines":[{"account_id":"a"},{"account_id":"b","debit":1.10}]"#;

fn with(more: &str) -> String {
    format!(r#"{{"tran_date":"2024-01-31","reason":"why",{LINES}{}{more}}}"#, if more.is_empty() { "" } else { "," })
}

#[test]
fn a_right_body_has_no_faults() {
    let body = read(&with(r#""memo":null,"kind":"Adjusting","level":5,"is_active":true"#)).expect("right");
    assert!(body.faults.is_empty(), "{:?}", body.faults);
    assert_eq!(body.value.kind, Some(Kind::Adjusting));
    let lines = body.value.lines.0.expect("lines").0;
    assert_eq!(lines.get(1).and_then(|line| line.debit).map(|debit| debit.0.to_string()).as_deref(), Some("1.1"));
}

#[test]
fn no_body_equals_an_empty_object() {
    assert_eq!(pointers(""), ["/lines", "/reason", "/tran_date"]);
    assert_eq!(pointers("{}"), pointers("  \n"));
}

#[test]
fn each_wrong_field_is_named() {
    for (more, pointer) in [
        (r#""memo":5"#, "/memo"),
        (r#""memo":"a\u0000b""#, "/memo"),
        (r#""kind":"standard""#, "/kind"),
        (r#""level":0"#, "/level"),
        (r#""level":6"#, "/level"),
        (r#""level":1.5"#, "/level"),
        (r#""level":-1"#, "/level"),
        (r#""level":"1""#, "/level"),
        (r#""is_active":"true""#, "/is_active"),
        (r#""surprise":1"#, "/surprise"),
        (r#""a/b":1"#, "/a~1b"),
        (r#""extra":[]"#, "/extra"),
        (r#""extra":{}"#, "/extra/account_id"),
        (r#""extra":{"account_id":"x","debit":1e400}"#, "/extra/debit"),
        (r#""extra":{"account_id":"x","debit":"5"}"#, "/extra/debit"),
        (r#""extra":{"account_id":null}"#, "/extra/account_id"),
        (r#""extra":{"account_id":"a b"}"#, "/extra/account_id"),
    ] {
        assert_eq!(pointers(&with(more)), [pointer], "{more}");
    }
}

#[test]
fn all_are_named_at_once_and_the_rest_is_parsed() {
    let text = r#"{"tran_date":"2031-02-30","reason":" ","memo":"kept","surprise":1,
        "lines":[{"account_id":"a","debit":"5"}, 7, {"debit":2}]}"#;
    let body = read(text).expect("parses");
    assert_eq!(
        pointers(text),
        ["/lines/0/debit", "/lines/1", "/lines/2/account_id", "/reason", "/surprise", "/tran_date"]
    );
    assert!(body.value.tran_date.0.is_none());
    assert_eq!(body.value.memo.map(String::from).as_deref(), Some("kept"));
    assert_eq!(body.value.lines.0.map(|lines| lines.0.len()), Some(3));
}

#[test]
fn lengths_of_arrays_are_bounded() {
    assert_eq!(pointers(r#"{"tran_date":"2024-01-31","reason":"r","lines":[]}"#), ["/lines"]);
    let five = [r#"{"account_id":"a"}"#; 5].join(",");
    assert_eq!(pointers(&format!(r#"{{"tran_date":"2024-01-31","reason":"r","lines":[{five}]}}"#)), ["/lines"]);
    assert_eq!(pointers("[]"), [""]);
}

#[test]
fn faults_stop_at_a_bound() {
    let many: Vec<String> = (0..5_000).map(|index| format!("\"x{index}\":1")).collect();
    assert!(read(&with(&many.join(","))).is_ok());
}

#[test]
fn an_edit_takes_read_only_fields_that_are_unchanged() {
    let stored: Value = serde_json::from_str(
        r#"{"status":"Draft","total":1.10,"lines":[{"line_number":1},{"line_number":2}],"memo":null}"#,
    )
    .expect("json");
    let edit = |more: &str| {
        let mut body = Body::<Entry, true>::from_bytes(with(more).into_bytes()).expect("parses");
        body.check_read_only(&stored);
        body.faults.0.into_iter().map(|fault| fault.pointer).collect::<Vec<_>>()
    };
    assert!(edit(r#""status":"Draft","total":1.1"#).is_empty());
    assert_eq!(edit(r#""status":"Posted""#), ["/status"]);
    assert_eq!(edit(r#""surprise":1"#), ["/surprise"]);
}

#[derive(Object, Debug)]
struct Item {
    account_id: Option<Id>,
}

#[derive(Object, Debug)]
struct Edited {
    lines: Option<Vec<Item>>,
}

#[test]
fn the_work_grows_with_the_body_and_no_faster() {
    // Fields in the tens of thousands took minutes when each was compared with each.
    let members = |from: usize, count: usize| {
        (from..from + count).map(|n| format!(r#""f{n}":null"#)).collect::<Vec<_>>().join(",")
    };
    let began = std::time::Instant::now();
    let wide = read(&format!("{{{}}}", members(0, 60_000))).expect("parsed");
    assert_eq!((wide.faults.0.len(), wide.faults.more() > 50_000), (100, true));
    let items = (0..1_000).map(|line| format!("{{{}}}", members(line * 60, 60))).collect::<Vec<_>>().join(",");
    let text = format!(r#"{{"lines":[{items}]}}"#);
    let mut body = Body::<Edited, true>::from_bytes(text.into_bytes()).expect("an edit");
    let line = serde_json::json!({ "account_id": "a", "line_id": 5 });
    body.check_read_only(&serde_json::json!({ "lines": vec![line; 1_000] }));
    assert!(body.faults.is_empty(), "null for what there is not is no fault");
    assert!(began.elapsed() < std::time::Duration::from_secs(20), "took {:?}", began.elapsed());
}
