//! The newest close or reopening of a period.

use super::*;
use crate::books::period::Scope;
use crate::values::clock::Timestamp;

pub const REOPENED: &str = r#"{"closed_at":null,"closed_by":null,"close_type":null,"reopened_at":1795301030407540,"reopened_by":"conrad","reopen_type":"all","reason":"A late bill"}"#;

pub fn closed(at: i64, scope: Scope) -> PeriodChange {
    PeriodChange {
        closed_at: Some(Timestamp::from_micros(at)),
        closed_by: Some("conrad".into()),
        close_type: Some(scope),
        reopened_at: None,
        reopened_by: None,
        reopen_type: None,
        reason: None,
    }
}

#[test]
fn a_close_and_a_reopening() {
    of_1268427(
        r#"{"closed_at":1795301030362584,"closed_by":"conrad","close_type":"all","reopened_at":null,"reopened_by":null,"reopen_type":null,"reason":null}"#,
        &closed(1_795_301_030_362_584, Scope::All),
    );
    of_1268427(
        REOPENED,
        &PeriodChange {
            closed_at: None,
            closed_by: None,
            close_type: None,
            reopened_at: Some(Timestamp::from_micros(1_795_301_030_407_540)),
            reopened_by: Some("conrad".into()),
            reopen_type: Some(Scope::All),
            reason: Some("A late bill".into()),
        },
    );
    for scope in [Scope::Ap, Scope::Ar, Scope::Payroll, Scope::Gl] {
        let text = closed(1, scope).written().expect("a text");
        assert!(text.contains(&format!(r#""close_type":"{}""#, scope.name())), "{text}");
        golden(&text, &closed(1, scope));
    }
    assert_eq!(
        refused::<PeriodChange>(&REOPENED.replace("\"all\"", "\"most\"")),
        r#"its reopen_type "most" is not known"#
    );
}
