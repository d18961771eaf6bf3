//! Edit and delete: of a draft alone. See docs/rules/documents.md#edit-and-delete.

use engine::approval::access::UserId;

use crate::books::Books;
use crate::table::cases;
use crate::words::{Deed, deed, person};

#[test]
fn a_draft_takes_new_content() {
    cases(
        &Books::demo(),
        "
        carl | create BILL-1, line 6000 5.00
        cora | edit BILL-1, line 6000 6.00, on 2024-02-10            | BILL-1 rewritten, Draft, 6.00 USD on 2024-02-10
             |                                                       | in 2024-02; trail Updated BILL-1
        vera | edit BILL-1, line 6000 6.00                           | refused forbidden: needs the permission
             |                                                       | bill.write
        carl | edit BILL-9, line 6000 6.00                           | refused not_found: there is no bill 'BILL-9'
        carl | edit BILL-1                                           | refused invalid: /lines must be 1 to 1000 lines
        carl | edit BILL-1, line 6000 6.00, if version 1             | BILL-1 rewritten, Draft, 6.00 USD on 2024-01-15
             |                                                       | in 2024-01; trail Updated BILL-1
        carl | edit BILL-1, line 6000 6.00, if version 2             | refused stale_version: If-Match names another
             |                                                       | version than the present one, 1
        carl | edit BILL-1, line 6000 6.00, vendor V-9, if version 2 | refused stale_version: If-Match names another
             |                                                       | version than the present one, 1
        carl | delete BILL-1                                         | BILL-1 gone; trail Deleted BILL-1
        vera | delete BILL-1                                         | refused forbidden: needs the permission
             |                                                       | bill.write
        carl | delete BILL-9                                         | refused not_found: there is no bill 'BILL-9'
        carl | delete BILL-1, if version 2                           | refused stale_version: If-Match names another
             |                                                       | version than the present one, 1
        ",
    );
}

#[test]
fn what_is_wrong_with_the_content_goes_before_the_status() {
    cases(
        &Books::demo(),
        "
        carl | create BILL-1, line 6000 5.00
        carl | submit BILL-1
        carl | edit BILL-1, line 6000 6.00             | refused wrong_status: bill 'BILL-1' is Pending Approval;
             |                                         | allowed now: approve, …
        carl | edit BILL-1, line 6000 6.00, vendor V-9 | refused invalid: /vendor_id there is no vendor 'V-9'
        vera | edit BILL-1, line 6000 6.00, vendor V-9 | refused forbidden: needs the permission bill.write
        carl | delete BILL-1                           | refused wrong_status: bill 'BILL-1' is Pending Approval;
             |                                         | allowed now: approve, …
        ",
    );
}

#[test]
fn a_draft_leaves_a_closed_period_and_enters_none() {
    cases(
        &Books::demo(),
        "
        carl   | create BILL-1, line 6000 5.00
        conrad | close 2024-01, ap, force
        system | work
        carl   | edit BILL-1, line 6000 5.00             | refused period_closed: accounting period 2024-01 is closed
               |                                         | for ap; send posting_period_id 2024-02 to post it later
        carl   | edit BILL-1, line 6000 5.00, in 2024-02 | BILL-1 rewritten, Draft, 5.00 USD on 2024-01-15 in 2024-02;
               |                                         | trail Updated BILL-1
        carl   | delete BILL-1                           | BILL-1 gone; trail Deleted BILL-1

        carl   | create BILL-1, line 6000 5.00
        conrad | close 2024-02, ap, force
        system | work
        carl   | edit BILL-1, line 6000 5.00, in 2024-02 | refused period_closed: accounting period 2024-02 is closed
               |                                         | for ap; send posting_period_id 2024-03 to post it later
        ",
    );
}

#[test]
fn what_is_paid_does_not_move_behind_its_payments() {
    cases(
        &Books::demo(),
        "
        carl | create BILL-1, line 6000 5.00
        carl | create BPAY-1, pays BILL-1 5.00
        carl | edit BILL-1, line 6000 5.00, on 2024-01-21 | BILL-1 rewritten, Draft, 5.00 USD on 2024-01-21 in
             |                                            | 2024-01; trail Updated BILL-1
        carl | submit BPAY-1
        carl | edit BILL-1, line 6000 5.00, on 2024-01-21 | refused invalid: /tran_date is after 2024-01-20, the date
             |                                            | of bill payment 'BPAY-1', which pays it
        carl | edit BILL-1, line 6000 5.00, on 2024-01-20 | BILL-1 rewritten, Draft, 5.00 USD on 2024-01-20 in
             |                                            | 2024-01; trail Updated BILL-1
        mona | reject BPAY-1
        carl | edit BILL-1, line 6000 5.00, on 2024-01-21 | BILL-1 rewritten, Draft, 5.00 USD on 2024-01-21 in
             |                                            | 2024-01; trail Updated BILL-1
        ",
    );
}

#[test]
fn a_number_that_a_bill_has_already_it_may_keep() {
    cases(
        &Books::demo(),
        "
        alma   | create vendor V-2, name Vulcan
        carl   | create BILL-1, line 6000 5.00, reference 'inv 17'
        carl   | create BILL-2, line 6000 5.00, reference INV17             | refused already_exists /reference: bill 'BILL-1' of
               |                                                            | this vendor has the reference 'INV17' already, or one
               |                                                            | that looks the same
        carl   | create BILL-2, line 6000 5.00, reference INV17, vendor V-2 | BILL-2 new, Draft, 5.00 USD on 2024-01-15 in 2024-01;
               |                                                            | trail Created BILL-2
        carl   | create BILL-2, line 6000 5.00, reference INV18
        carl   | edit BILL-2, line 6000 6.00, reference INV18               | BILL-2 rewritten, Draft, 6.00 USD on 2024-01-15 in
               |                                                            | 2024-01; trail Updated BILL-2
        carl   | edit BILL-2, line 6000 6.00, reference Inv17               | refused already_exists /reference: bill 'BILL-1' of
               |                                                            | this vendor has the reference 'Inv17' already, or one
               |                                                            | that looks the same
        carl   | edit BILL-1, line 6000 6.00, reference INV17               | BILL-1 rewritten, Draft, 6.00 USD on 2024-01-15 in
               |                                                            | 2024-01; trail Updated BILL-1
        conrad | void BILL-1
        carl   | edit BILL-2, line 6000 6.00, reference Inv17               | BILL-2 rewritten, Draft, 6.00 USD on 2024-01-15 in
               |                                                            | 2024-01; trail Updated BILL-2
        ",
    );
}

/// A PUT of what stands there already writes nothing: no version, no row of the trail, and nobody who edited it. What differs only in
/// its spelling, such as a number's, does not differ.
#[test]
fn what_changes_nothing_is_written_nowhere() {
    cases(
        &Books::demo(),
        "
        carl | create BILL-1, line 6000 5.00
        cora | edit BILL-1, line 6000 5.00               | nothing
        cora | edit BILL-1, line 6000 5.000              | nothing
        cora | edit BILL-1, line 6000 5.00, if version 2 | refused stale_version: If-Match names another version than the
             |                                               | present one, 1
        cora | edit BILL-1, line 6000 5.00, vendor V-9   | refused invalid: /vendor_id there is no vendor 'V-9'
        vera | edit BILL-1, line 6000 5.00               | refused forbidden: needs the permission bill.write
        cora | edit BILL-1, line 6000 5.00, memo m       | BILL-1 rewritten, Draft, 5.00 USD on 2024-01-15 in 2024-01; trail
             |                                               | Updated BILL-1

        carl | create JE-1, debit 6000 5.00, credit 1000 5.00
        cora | edit JE-1, debit 6000 5.00, credit 1000 5.00 | nothing
        cora | edit JE-1, credit 1000 5.00, debit 6000 5.00 | JE-1 rewritten, Draft, 5.00 USD on 2024-01-15 in 2024-01; trail
             |                                                  | Updated JE-1

        carl | create BILL-1, line 6000 5.00
        carl | create BPAY-1, pays BILL-1 5.00
        cora | edit BPAY-1, pays BILL-1 5.00             | nothing
        cora | edit BPAY-1, pays BILL-1 4.00             | BPAY-1 rewritten, Draft, 4.00 USD on 2024-01-20 in 2024-01; trail
             |                                               | Updated BPAY-1
        ",
    );
    let mut books = Books::demo().given("carl | create BILL-1, line 6000 5.00");
    let before = books.document("BILL-1").clone();
    books = books.given("cora | edit BILL-1, line 6000 5.00");
    assert_eq!(*books.document("BILL-1"), before);
    let edited = books.given("cora | edit BILL-1, line 6000 6.00\ncarl | edit BILL-1, line 6000 7.00");
    let bill = edited.document("BILL-1");
    let editors: Vec<&str> = bill.editors.iter().map(UserId::as_str).collect();
    assert_eq!((bill.edited_by.as_str(), editors), ("carl", vec!["carl", "cora"]));
}

/// What the trail says of the edit, each change as `field before → after`.
fn changes(given: &str, who: &str, words: &str) -> Vec<String> {
    let mut books = Books::demo().given(given);
    let (Deed::One(asked), versions) = deed(words, &books) else { panic!("{words}: a command") };
    let effects = books.run(&person(who), &*asked, versions).1.expect(words);
    let Some(row) = effects.audit.first() else { return Vec::new() };
    let details = &row.details;
    assert!(!details.contains_key("changes_left_out"));
    let listed = details.get("changes").map(|listed| listed.as_array().expect("a list").as_slice()).unwrap_or_default();
    let text = |value: &serde_json::Value| value.as_str().unwrap_or("null").to_owned();
    listed
        .iter()
        .map(|one| format!("{} {} → {}", text(&one["field"]), text(&one["before"]), text(&one["after"])))
        .collect()
}

#[test]
fn the_trail_says_what_an_edit_changed() {
    let given = "carl | create BILL-1, line 6000 5.00";
    for (words, wanted) in [
        ("edit BILL-1, line 6000 5.00", &[][..]),
        (
            "edit BILL-1, line 6000 6.00, on 2024-02-10",
            &[
                "tran_date 2024-01-15 → 2024-02-10",
                "posting_period_id 2024-01 → 2024-02",
                "total 5.00 → 6.00",
                "lines/1/rate 5 → 6",
                "lines/1/amount 5.00 → 6.00",
            ],
        ),
        ("edit BILL-1, line 6000 5.00, reference INV17", &["reference null → INV17"]),
    ] {
        assert_eq!(changes(given, "carl", words), wanted, "{words}");
    }
    // Also of what came back.
    let returned = "
        carl | create BILL-1, line 6000 5.00
        carl | submit BILL-1
        mona | request-change BILL-1
    ";
    let told = changes(returned, "cora", "edit BILL-1, line 6000 5.00, reference INV17");
    assert_eq!(told, ["reference null → INV17"]);
}
