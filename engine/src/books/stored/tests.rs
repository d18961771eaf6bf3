//! Golden texts: those that release 1268427 wrote, byte for byte, and those of later versions. None of them ever
//! changes, because existing books contain such texts.

mod approval;
mod deadlines;
mod difference;
mod people;
pub(super) mod periods;
mod reconciliation;
mod replay;
mod tax_rates;

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::path::Path;

use super::*;
use crate::approval::access::{SimpleDelegation, User, UserId};
use crate::approval::{RoutingPlan, Rule};
use crate::books::period::PeriodChange;
use crate::books::queue::{JobEnd, Task};
use crate::books::request::StoredAnswer;
use crate::features::reconciliation::model::Summary;
use crate::features::reconciliation::model::adjustment::Item;
use crate::values::account::Account;

/// Asserts that the text reads as the value, and that the value writes as the text.
#[track_caller]
pub(super) fn golden<T: Stored + PartialEq + Debug>(text: &str, value: &T) {
    assert_eq!(&read::<T>(text).expect(text), value);
    assert_eq!(value.written().expect(text), text);
}

/// The same, for a text that the books of release 1268427 contain.
#[track_caller]
pub(super) fn of_1268427<T: Stored + PartialEq + Debug>(text: &str, value: &T) {
    golden(text, value);
    assert!(books_of_1268427().contains(&format!("'{}'", text.replace('\'', "''"))), "not in its books: {text}");
}

pub(super) fn books_of_1268427() -> String {
    let books = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/1268427/sqlite.sql");
    std::fs::read_to_string(&books).unwrap_or_else(|error| panic!("{}: {error}", books.display()))
}

/// The error of reading the text.
#[track_caller]
pub(super) fn refused<T: Stored + Debug>(text: &str) -> String {
    read::<T>(text).expect_err(text).to_string()
}

/// Reads a text as one shape, and returns the error.
type Refused = fn(&str) -> String;

/// A text of each shape that is an object.
const OBJECTS: [(&str, Refused); 11] = [
    (r#"{"amount":1,"required_level":1,"steps":[],"skipped_levels":[]}"#, refused::<RoutingPlan>),
    (r#"{"task":"post_document","key":{"kind":"bill","id":"B-1"}}"#, refused::<Task>),
    (r#"{"job_id":"1","task":{"task":"post_document","key":{"kind":"bill","id":"B-1"}}}"#, refused::<Delivery>),
    (r#"{"done":{"posted":true}}"#, refused::<JobEnd>),
    (r#"{"status":200,"headers":[],"body":""}"#, refused::<StoredAnswer>),
    (approval::RULE, refused::<Rule>),
    (people::USER, refused::<User>),
    (people::ACCOUNT, refused::<Account>),
    (periods::REOPENED, refused::<PeriodChange>),
    (reconciliation::SUMMARY, refused::<Summary>),
    (replay::FIGURES, refused::<crate::approval::replay::summary::Summary>),
];

#[test]
fn a_version_that_is_not_known_is_named() {
    for (text, refused) in OBJECTS {
        let later = text.replacen('{', r#"{"v":7,"#, 1);
        assert_eq!(refused(&later), "it is of version 7, which this program does not know", "{text}");
        let no_number = text.replacen('{', r#"{"v":"7","#, 1);
        assert!(refused(&no_number).contains("invalid type"), "{text}");
    }
    let later = r#"{"v":1,"list":[]}"#;
    for refused in [
        refused::<BTreeSet<UserId>>,
        refused::<BTreeSet<String>>,
        refused::<Vec<SimpleDelegation>>,
        refused::<Vec<Item>>,
        refused::<Vec<Rule>>,
    ] {
        assert_eq!(refused(later), "it is of version 1, which this program does not know");
    }
}

/// An unknown member would be lost when the row is written again; a missing one would have to be guessed.
#[test]
fn a_text_of_another_shape_is_refused() {
    for (text, refused) in OBJECTS {
        let more = text.replacen('{', r#"{"invented":1,"#, 1);
        assert_ne!(refused(&more), "", "{more}");
        let Ok(Value::Object(members)) = serde_json::from_str(text) else { panic!("{text}") };
        for gone in members.keys() {
            let fewer: Map<String, Value> = members.clone().into_iter().filter(|(name, _)| name != gone).collect();
            assert_ne!(refused(&Value::Object(fewer).to_string()), "", "{text} without {gone}");
        }
        for broken in ["", "null", "7", "\"\"", "{", "{}"] {
            assert_ne!(refused(broken), "", "{broken:?} for {text}");
        }
    }
    for refused in [
        refused::<BTreeSet<UserId>>,
        refused::<BTreeSet<String>>,
        refused::<Vec<SimpleDelegation>>,
        refused::<Vec<Item>>,
    ] {
        for broken in ["", "null", "7", "{}", "[7]", r#"["a""#, "[{}]"] {
            assert_ne!(refused(broken), "", "{broken:?}");
        }
    }
}

#[test]
fn an_answer() {
    let answer = |status, headers: &[(&str, &str)], body: &str| StoredAnswer {
        status,
        headers: headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        body: body.to_owned(),
    };
    let location = ("Location", "/service/general-ledger/customers/C-KEPT");
    of_1268427(
        r#"{"status":201,"headers":[["Location","/service/general-ledger/customers/C-KEPT"],["ETag","\"1\""]],"body":"{\"created_at\":\"2026-11-21T22:43:50.448355Z\",\"created_by\":\"bo\",\"customer_id\":\"C-KEPT\",\"customer_name\":\"Kept & Söhne\",\"is_active\":true,\"version\":1}"}"#,
        &answer(
            201,
            &[location, ("ETag", "\"1\"")],
            r#"{"created_at":"2026-11-21T22:43:50.448355Z","created_by":"bo","customer_id":"C-KEPT","customer_name":"Kept & Söhne","is_active":true,"version":1}"#,
        ),
    );
    golden(r#"{"status":204,"headers":[],"body":""}"#, &answer(204, &[], ""));
}

/// Amounts keep their digits.
#[test]
fn details() {
    let text = r#"{"amount_due":0.00,"payment_amount":801.19,"payment_id":"BP-CLEARED","status":"Posted"}"#;
    let mut details = Map::new();
    details.insert("amount_due".into(), serde_json::from_str("0.00").expect("a number"));
    details.insert("payment_amount".into(), serde_json::from_str("801.19").expect("a number"));
    details.insert("payment_id".into(), "BP-CLEARED".into());
    details.insert("status".into(), "Posted".into());
    of_1268427(text, &details);
    for broken in ["", "null", "[]", "{", r#"{"v":1}"#] {
        assert_ne!(refused::<Map<String, Value>>(broken), "", "{broken:?}");
    }
}
