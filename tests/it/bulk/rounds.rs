//! Bulks of several rounds: whatever is decided before or beside what is read and written, they are their items one after the other.
//! See docs/write-path.md#sqlite.

use sea_orm::ConnectionTrait;

use super::*;

/// More than two rounds.
pub(super) const ITEMS: usize = 300;

pub(super) fn entries(name: &str) -> Vec<Value> {
    (0..ITEMS).map(|number| entry_named(&format!("{name}-{number}"), "5.00")).collect()
}

pub(super) fn signatures(name: &str) -> Vec<Value> {
    (0..ITEMS).map(|number| sign(JOURNAL_ENTRY, &format!("{name}-{number}"), "approve")).collect()
}

/// What each item came to that did not come to this; with its place.
pub(super) fn other_than(wanted: &str, answer: &Answer) -> Vec<(usize, String)> {
    told(answer).into_iter().enumerate().filter(|(_, told)| told != wanted).collect()
}

pub(super) fn is(places: &[(usize, &str)]) -> Vec<(usize, String)> {
    places.iter().map(|(place, told)| (*place, (*told).to_owned())).collect()
}

tests::on_both! {
    async fn what_is_there_already_is_found_wherever_it_stands(app: TestApp) {
        app.open_books().await;
        let clerk = app.clerk();
        app.post("journal-entries", &clerk, entry_named("TAKEN", "5.00")).await.expect(201);
        let mut items = entries("R");
        items[5] = entry_named("TAKEN", "5.00");
        // Within a round, and in another one.
        items[8] = items[7].clone();
        items[290] = items[150].clone();
        items[200] = with(entry_named("R-200", "5.00"), json!({ "memo": 7 }));
        let answer = app.post("journal-entries/bulk", &clerk, of(&items, json!({ "submit": true }))).await.expect(200);
        let refused = [(5, "already_exists"), (8, "already_exists"), (200, "invalid"), (290, "already_exists")];
        assert_eq!(other_than("Pending Approval", &answer), is(&refused));
        assert_eq!(app.get("journal-entries/TAKEN", &clerk).await.expect(200)["status"], "Draft");

        // A document that is signed twice in one call is signed once, and what is not there is nobody's else matter.
        let mut items = signatures("R");
        items[250] = items[10].clone();
        let answer = app.post("approvals/bulk", &app.manager(), of(&items, json!({}))).await.expect(200);
        let refused = [(5, "not_found"), (8, "not_found"), (200, "not_found"), (250, "wrong_status"), (290, "not_found")];
        assert_eq!(other_than("Posted", &answer), is(&refused));
    }

    async fn a_refusal_in_a_later_round_undoes_the_rounds_before(app: TestApp) {
        app.open_books().await;
        let clerk = app.clerk();
        app.post("journal-entries", &clerk, entry_named("TAKEN", "5.00")).await.expect(201);
        let whole = json!({ "atomic": true, "submit": true });
        let mut items = entries("A");
        items[200] = entry_named("TAKEN", "5.00");
        items[270] = entry_named("TAKEN", "5.00");
        let answer = app.post("journal-entries/bulk", &clerk, of(&items, whole.clone())).await.expect(422);
        assert!(answer.text.contains("/items/200"), "{}", answer.text);
        app.get("journal-entries/A-0", &clerk).await.expect(404);

        let done = app.post("journal-entries/bulk", &clerk, of(&entries("A"), whole)).await.expect(200);
        assert_eq!(done["succeeded"], ITEMS);
        let mut items = signatures("A");
        items[270] = sign(JOURNAL_ENTRY, "NONE", "approve");
        let answer = app.post("approvals/bulk", &app.manager(), of(&items, json!({ "atomic": true }))).await.expect(422);
        assert!(answer.text.contains("/items/270"), "{}", answer.text);
        assert_eq!(app.get("journal-entries/A-0", &clerk).await.expect(200)["status"], "Pending Approval");
    }

    /// Another process changes the catalog while this one knows the one before.
    async fn a_bulk_is_decided_by_the_catalog_of_the_database(app: TestApp) {
        app.open_books().await;
        app.posted(JOURNAL_ENTRY, entry_named("JE-1", "1.00")).await;
        let db = &app.engine().store.writer;
        for change in ["UPDATE account SET is_active = FALSE WHERE account_id = '6000'",
            "UPDATE catalog_revision SET revision = revision + 1"] {
            db.execute_unprepared(change).await.expect("changed");
        }
        let call = of(&entries("C"), json!({}));
        let answer = app.post("journal-entries/bulk", &app.clerk(), call).await.expect(200);
        assert_eq!((&answer["succeeded"], &answer["failed"]), (&json!(0), &json!(ITEMS)));
        for change in ["UPDATE account SET is_active = TRUE WHERE account_id = '6000'",
            "UPDATE catalog_revision SET revision = revision + 1"] {
            db.execute_unprepared(change).await.expect("changed");
        }
    }
}
