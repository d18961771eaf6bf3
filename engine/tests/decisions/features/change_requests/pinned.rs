//! What a change request acts on is pinned when it is asked for: what is another thing by the time that it has its signatures fails with
//! `not_as_signed`, though all else may still fit. See docs/rules/change-requests.md#what-is-pinned.

use super::guarded;
use super::pins::{ALL, ANEW, Pinned};
use crate::books::Books;
use crate::table::story;

/// The books in which it is asked for, and the guard is gone: what others do then waits for nobody. Drafts are written without it.
fn asked_for(of: &Pinned) -> Books {
    let books = guarded(&format!("alma | create rule G, {}, level 1, role manager", of.guards));
    let books = if of.before.is_empty() { books } else { books.given(of.before) }.given(of.asks);
    if of.asks.contains("draft") {
        return books;
    }
    let books = books.given("alma | delete rule G");
    // A rule about rules guards its own end.
    if books.requests.len() > 1 { books.given("mona | approve change\nalma | work") } else { books }
}

/// The last signature, and the job.
pub(super) fn signed(mut books: Books) -> String {
    let led_to = books.try_command("mona", "approve change 1");
    assert!(led_to.contains("change Approved"), "{led_to}");
    books.try_command("alma", "work")
}

#[test]
fn what_is_no_longer_what_was_asked_about_fails() {
    let mut wrong = Vec::new();
    for of in ALL {
        let books = asked_for(of);
        // A close is done by a job of its own.
        let done = signed(books.clone());
        if !done.contains("change Done") {
            wrong.push(format!("{}: {}, untouched: {done}", of.guards, of.asks));
        }
        for (deeds, why) in of.then {
            let led_to = signed(books.clone().given(&deeds.replace("; ", "\n")));
            if !led_to.contains(&format!("change Failed refused not_as_signed: {why}")) {
                wrong.push(format!("{}: {}, after {deeds}: {led_to}", of.guards, of.asks));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Each action that rules may guard stands in the table, but those that make something new, which act on nothing that is there, and
/// the reversal, whose entry nothing changes.
#[test]
fn the_table_has_each_action() {
    use engine::values::kind::{GovernedAction, GovernedType};
    for of in GovernedType::all() {
        for action in of.actions() {
            // The other types are voided and applied by the same commands.
            let is_one_of_several =
                action == GovernedAction::Void || of.name() == "vendor_credit" || of.name().ends_with("_refund");
            let is_exempt = matches!(action, GovernedAction::Submit | GovernedAction::Create | GovernedAction::Reverse);
            let guards = format!("of {}, guards {}", of.name(), action.name());
            assert!(is_exempt || is_one_of_several || ALL.iter().any(|row| row.guards == guards), "{guards}");
        }
    }
    assert!(ALL.iter().any(|row| row.guards.ends_with("guards void")));
}

/// Between the last signature and the job, too.
#[test]
fn what_changes_after_the_last_signature_fails() {
    story(
        &guarded("alma | create rule voids, of bill, guards void, level 1, role manager").given(
            "
            carl   | create BILL-1, line 6000 100.00
            conrad | void BILL-1
            mona   | approve change
            carl   | edit BILL-1, line 6000 1.00
            ",
        ),
        "
        alma | work | change Failed refused not_as_signed: it was changed after it was asked for: it is version 2, and was
             |      | version 1; job refused not_as_signed: it was changed after it was asked for: it is version 2, and was
             |      | version 1; trail Failed change
        ",
    );
}

/// What an older release asked for has no pin, and goes on as it did.
#[test]
fn what_was_asked_for_without_a_pin() {
    let asked = |deeds: &str| {
        let mut books = guarded("alma | create rule voids, of bill, guards void, level 1, role manager")
            .given("carl | create BILL-1, line 6000 100.00\nconrad | void BILL-1");
        let request = &mut books.requests[0];
        request.pin = None;
        // As the release before took it.
        let words = [request.document_type.name(), request.action.name(), request.requested_by().as_str()];
        let hash = engine::books::change_request::Asked { words, call: &request.call, pin: None }.hashed(1);
        request.submission.digest = engine::books::document::Digest { version: 1, hash };
        signed(books.given(deeds))
    };
    assert!(asked("carl | edit BILL-1, line 6000 90.00").contains("change Done"));
    let grown = asked("carl | edit BILL-1, line 6000 100.01");
    assert!(grown.contains("not_as_signed: its amount has grown"), "{grown}");
    let anew = asked("carl | delete BILL-1\ncarl | create BILL-1, line 6000 100.00");
    assert!(anew.contains(&format!("not_as_signed: {ANEW}")), "{anew}");
}
