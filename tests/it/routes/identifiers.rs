//! Ids that are refused because no path could name them: words that stand in a path where others have an id, and segments that HTTP
//! clients remove from a path.
//! See docs/rules/interface.md#ids.

use std::collections::BTreeSet;

use engine::values::id::{RESERVED, RESERVED_OF_DOCUMENTS};
use tests::prelude::*;
use tests::seen::{description, operations};

/// Collection and word of every path that has a fixed word where another path has an id.
fn shadowing() -> BTreeSet<(String, String)> {
    let paths: BTreeSet<Vec<String>> = operations(&description())
        .into_iter()
        .map(|(_, path, _)| path.trim_start_matches(tests::app::PREFIX).split('/').map(str::to_owned).collect())
        .collect();
    let is_parameter = |word: &String| word.starts_with('{');
    let mut found = BTreeSet::new();
    for ours in &paths {
        for theirs in &paths {
            for (at, word) in ours.iter().enumerate().filter(|(_, word)| !is_parameter(word)) {
                let same_place = ours.iter().zip(theirs).take(at).all(|(our, their)| our == their);
                if same_place && theirs.get(at).is_some_and(is_parameter) {
                    found.insert((ours[..at].join("/"), word.clone()));
                }
            }
        }
    }
    found
}

#[test]
fn every_word_that_shadows_an_id_is_reserved() {
    let of_documents = all_kinds().map(|kind| (kind.path, RESERVED_OF_DOCUMENTS));
    let reserved = RESERVED.into_iter().chain(of_documents).map(|(of, word)| (of.to_owned(), word.to_owned()));
    assert_eq!(shadowing(), reserved.collect::<BTreeSet<_>>());
}

tests::on_both! {
    async fn what_is_reserved_is_refused(app: TestApp) {
        app.open_books().await;
        for (collection, word) in RESERVED {
            let (body, pointer) = match collection {
                "journal-entries" => (entry_named(word, "1.00"), "/journal_entry_id"),
                "approval-rules" => (rule(word, "bill", 1, "0", None, "manager"), "/rule_id"),
                other => panic!("how is something made in {other}?"),
            };
            let refused = app.post(collection, &app.admin(), body).await.expect(422).problem("invalid").names(pointer);
            assert_eq!(refused["errors"].as_array().map(Vec::len), Some(1), "{}", refused.text);
        }
        for kind in all_kinds() {
            let body = kind.body(RESERVED_OF_DOCUMENTS);
            app.post(kind.path, &app.admin(), body).await.expect(422).problem("invalid").names(&format!("/{}", kind.id));
        }
        // Elsewhere they are words like any other.
        app.post("accounts", &app.admin(), account("coverage", "Coverage", "asset")).await.expect(201);
        app.get("accounts/coverage", &app.admin()).await.expect(200);
    }

    async fn dots_alone_are_no_id(app: TestApp) {
        app.open_books().await;
        let admin = app.admin();
        for dots in [".", ".."] {
            for (collection, body, pointer) in [
                ("journal-entries", entry_named(dots, "1.00"), "/journal_entry_id"),
                ("accounts", account(dots, "Dots", "asset"), "/account_id"),
                ("customers", customer(dots, "Dots"), "/customer_id"),
                ("approval-rules", rule(dots, "bill", 1, "0", None, "manager"), "/rule_id"),
            ] {
                app.post(collection, &admin, body).await.expect(422).names(pointer);
            }
        }
        app.post("accounts", &admin, account("...", "Dots", "asset")).await.expect(201);
        app.get("accounts/...", &admin).await.expect(200);
    }

    async fn a_path_that_is_no_text_leads_nowhere(app: TestApp) {
        app.open_books().await;
        let admin = app.admin();
        for path in ["invoices/%ff", "accounts/%C3", "journal-entries/%80/audit-trail", "approval-rules/a%fe"] {
            app.get(path, &admin).await.expect(404).problem("not_found");
        }
        app.act("journal-entries/%ff/approve", &admin).await.expect(404).problem("not_found");
    }
}
