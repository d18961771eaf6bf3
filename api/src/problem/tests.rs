use engine::values::error::RefusalName;

use super::*;

#[test]
fn each_class_has_its_status() {
    for (error, status, code) in [
        (Error::from(RefusalName::Forbidden.because("no")), 403, "forbidden"),
        (Refusal::not_found("bill", "B-1").into(), 404, "not_found"),
        (RefusalName::WrongStatus.because("no").into(), 409, "wrong_status"),
        (RefusalName::StaleVersion.because("no").into(), 412, "stale_version"),
        (Faults::one("/memo", "too long").into(), 422, "invalid"),
        (Error::Unavailable("gone".into()), 503, "unavailable"),
        (Error::Contended("secret cause".into()), 503, "unavailable"),
        (Error::Internal("secret cause".into()), 500, "internal"),
    ] {
        let problem = Problem::from(error);
        assert_eq!((problem.status, problem.code.as_str()), (status, code));
        assert!(!problem.document().to_string().contains("secret cause"));
    }
}

#[test]
fn the_document_names_every_wrong_field() {
    let mut faults = Faults::default();
    faults.add("/memo", "too long");
    faults.add("/lines/0/debit", "is required");
    let document = Problem::invalid(faults).document();
    assert_eq!(document["errors"][1]["pointer"], "/lines/0/debit");
    assert_eq!(document["type"], "urn:gl:problem:invalid");
    assert_eq!(document["title"], "Invalid");
    let unbalanced = Problem::from(RefusalName::Unbalanced.because("no").with("debit_total", 5));
    assert_eq!(unbalanced.document()["debit_total"], 5);
}

#[test]
fn reasons_are_told_plainly() {
    assert_eq!(plain_reason("failed to parse \"WireDate\": is no date"), "is no date");
    assert_eq!(plain_reason("Type \"WireDate\" expects an input value."), "is required");
}
