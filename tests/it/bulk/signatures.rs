//! `POST /approvals/bulk`: approve, reject and hold documents of any type.

use reqwest::Method;
use tests::prelude::*;

use super::{of, sign, told};

tests::on_both! {
    async fn documents_of_every_type_are_signed_in_one_call(app: TestApp) {
        app.open_debts().await;
        let mut items = Vec::new();
        for kind in all_kinds() {
            for (id, action) in [("S-1", "approve"), ("S-2", "reject"), ("S-3", "hold")] {
                app.pending(kind, kind.of_amount(id, "1.00")).await;
                items.push(sign(kind, id, action));
            }
        }
        let answer = app.post("approvals/bulk", &app.manager(), of(&items, json!({}))).await.expect(200);
        assert_eq!(told(&answer), ["Posted", "Rejected", "On Hold"].repeat(all_kinds().len()), "{}", answer.text);
        assert_eq!(answer["data"][1], json!({ "index": 1, "status": "Rejected", "id": "S-2" }));
        for kind in all_kinds() {
            app.expect_fields(&kind.at("S-1"), &[("status", "Posted")]).await;
        }
    }

    async fn what_was_changed_since_it_was_read_is_not_signed(app: TestApp) {
        app.open_books().await;
        let (clerk, manager) = (app.clerk(), app.manager());
        for id in ["JE-1", "JE-2", "JE-3"] {
            app.pending(JOURNAL_ENTRY, entry_named(id, "1.00")).await;
        }
        let read = app.get("approvals/pending", &manager).await.expect(200);
        let version = |id: &str| {
            let rows = read["data"].as_array().into_iter().flatten();
            rows.filter(|row| row["document_id"] == id).map(|row| row["version"].clone()).next().expect("listed")
        };
        app.post("journal-entries/JE-1/request-change", &clerk, json!({ "comments": "c" })).await.expect(200);
        app.put("journal-entries/JE-1", &clerk, entry_named("JE-1", "9.00")).await.expect(200);
        app.act("journal-entries/JE-1/submit-for-approval", &clerk).await.expect(200);
        let items = [("JE-1", "approve"), ("JE-2", "approve"), ("JE-3", "hold"), ("JE-1", "reject")]
            .map(|(id, action)| with(sign(JOURNAL_ENTRY, id, action), json!({ "version": version(id) })));
        let answer = app.post("approvals/bulk", &manager, of(&items, json!({}))).await.expect(200);
        assert_eq!(told(&answer), ["stale_version", "Posted", "On Hold", "stale_version"], "{}", answer.text);
        assert_eq!(answer["data"][0]["problem"]["status"], 412, "{}", answer.text);
        app.expect_fields("journal-entries/JE-1", &[("status", "Pending Approval")]).await;
        // A stale version goes before what is wrong with the item.
        let mut faulty = with(sign(JOURNAL_ENTRY, "JE-1", "reject"), json!({ "version": version("JE-1") }));
        faulty["reason"] = json!("");
        let answer = app.post("approvals/bulk", &manager, of(&[faulty], json!({}))).await.expect(200);
        assert_eq!(told(&answer), ["stale_version"], "{}", answer.text);
        // One that nobody can see, of what nobody knows, and one that is no version.
        let again = [
            with(sign(JOURNAL_ENTRY, "JE-9", "approve"), json!({ "version": 1 })),
            with(sign(JOURNAL_ENTRY, "JE-1", "approve"), json!({ "version": "x" })),
        ];
        let answer = app.post("approvals/bulk", &manager, of(&again, json!({}))).await.expect(200);
        assert_eq!(told(&answer), ["not_found", "invalid"], "{}", answer.text);
    }

    async fn each_item_is_permitted_and_refused_by_itself(app: TestApp) {
        app.open_debts().await;
        let mona = app.token("mona", &[], &["journal_entry.approve", "journal_entry.write", "journal_entry.submit", "bill.read"]);
        for id in ["JE-1", "JE-2", "JE-3"] {
            app.pending(JOURNAL_ENTRY, entry_named(id, "1.00")).await;
        }
        app.pending(BILL, bill("B-1", "1.00")).await;
        app.post("journal-entries/bulk", &mona, of(&[entry_named("OWN", "1.00")], json!({ "submit": true }))).await.expect(200);
        let manager = app.token("mona", &["manager"], &["journal_entry.approve"]);
        let items = [
            sign(JOURNAL_ENTRY, "JE-1", "approve"),
            sign(JOURNAL_ENTRY, "JE-1", "approve"),
            sign(JOURNAL_ENTRY, "JE-9", "approve"),
            sign(JOURNAL_ENTRY, "OWN", "approve"),
            json!({ "document_type": "journal_entry", "id": "JE-2", "action": "reject" }),
            json!({ "document_type": "journal_entry", "id": "JE-9", "action": "reject" }),
            with(sign(JOURNAL_ENTRY, "JE-2", "approve"), json!({ "reason": "r" })),
            with(sign(JOURNAL_ENTRY, "JE-2", "hold"), json!({ "comments": "c" })),
            json!({ "document_type": "journal_entries", "action": "void", "id": "a/b", "level": 1 }),
            json!("JE-2"),
            sign(JOURNAL_ENTRY, "JE-2", "hold"),
            sign(JOURNAL_ENTRY, "JE-2", "approve"),
            with(sign(JOURNAL_ENTRY, "JE-3", "approve"), json!({ "comments": "seen" })),
        ];
        let answer = app.post("approvals/bulk", &manager, of(&items, json!({}))).await.expect(200);
        let wanted = [
            "Posted", "wrong_status", "not_found", "forbidden", "invalid", "not_found", "invalid", "invalid", "invalid", "invalid",
            "On Hold", "wrong_status", "Posted",
        ];
        assert_eq!(told(&answer), wanted, "{}", answer.text);
        let pointers = |at: usize| {
            let errors = answer["data"][at]["problem"]["errors"].as_array().cloned().unwrap_or_default();
            errors.iter().map(|error| error["pointer"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!((pointers(4), pointers(6), pointers(7)), (vec!["/reason".to_owned()], vec!["/reason".to_owned()], vec!["/comments".to_owned()]));
        assert_eq!(pointers(8), ["/action", "/document_type", "/id", "/level"]);
        // Without the permission nothing is said of what is wrong, or of what there is.
        let nobody = app.token("nobody", &[], &[]);
        let items = [
            sign(BILL, "B-1", "approve"),
            json!({ "document_type": "bill", "id": "B-1", "action": "reject" }),
            json!({ "document_type": "bill", "id": "B-9", "action": "reject" }),
        ];
        let answer = app.post("approvals/bulk", &nobody, of(&items, json!({}))).await.expect(200);
        assert_eq!(told(&answer), ["forbidden"; 3], "{}", answer.text);
        let trail = app.get("journal-entries/JE-3/audit-trail", &app.clerk()).await.expect(200);
        assert_eq!(trail["audit_trail"][2]["details"]["comments"], "seen", "{}", trail.text);
    }

    async fn all_are_signed_or_none(app: TestApp) {
        app.open_books().await;
        for id in ["JE-1", "JE-2", "JE-3"] {
            app.pending(JOURNAL_ENTRY, entry_named(id, "1.00")).await;
        }
        let items = ["JE-1", "JE-2", "JE-1", "JE-3"].map(|id| sign(JOURNAL_ENTRY, id, "approve"));
        let all = json!({ "atomic": true });
        let refused = app.post("approvals/bulk", &app.manager(), of(&items, all.clone())).await.expect(422);
        let refused = refused.problem("item_refused").names("/items/2");
        assert_eq!((&refused["index"], &refused["problem"]["code"]), (&json!(2), &json!("wrong_status")));
        app.expect_fields("journal-entries/JE-2", &[("status", "Pending Approval"), ("current_approval_level", "0")]).await;
        // The first that is refused is named, though a later one is found first.
        let items = ["JE-1", "JE-1", "JE-9"].map(|id| sign(JOURNAL_ENTRY, id, "approve"));
        let refused = app.post("approvals/bulk", &app.manager(), of(&items, all.clone())).await.expect(422);
        assert_eq!(refused["index"], json!(1), "{}", refused.text);
        let items = ["JE-1", "JE-2", "JE-3"].map(|id| sign(JOURNAL_ENTRY, id, "approve"));
        let done = app.post("approvals/bulk", &app.manager(), of(&items, all)).await.expect(200);
        assert_eq!(told(&done), ["Posted"; 3]);
    }

    async fn no_more_is_paid_than_is_due(app: TestApp) {
        app.open_books().await;
        app.posted(BILL, bill("B-0", "100.00")).await;
        for id in ["P-1", "P-2", "P-3"] {
            app.pending(BILL_PAYMENT, bill_payment(id, "B-0", "40.00")).await;
        }
        let items = ["P-1", "P-2", "P-3"].map(|id| sign(BILL_PAYMENT, id, "approve"));
        let answer = app.post("approvals/bulk", &app.manager(), of(&items, json!({}))).await.expect(200);
        assert_eq!(told(&answer), ["Posted", "Posted", "overpayment"], "{}", answer.text);
        app.expect_fields("bills/B-0", &[("amount_due", "20.00")]).await;
    }

    async fn a_thousand_signatures_and_a_replay_of_them(app: TestApp) {
        app.open_books().await;
        let drafts: Vec<Value> = (0..1_000).map(|number| entry_named(&format!("JE-{number}"), "1.00")).collect();
        app.post("journal-entries/bulk", &app.clerk(), of(&drafts, json!({ "submit": true }))).await.expect(200);
        let items: Vec<Value> = (0..1_000).map(|number| sign(JOURNAL_ENTRY, &format!("JE-{number}"), "approve")).collect();
        let (manager, headers) = (app.manager(), [("X-Idempotency-Key", "sign-1")]);
        let send = || app.send(Method::POST, "approvals/bulk", &manager, &headers, Some(of(&items, json!({}))));
        let first = send().await.expect(200);
        assert_eq!((&first["succeeded"], &first["data"][999]["status"]), (&json!(1_000), &json!("Posted")), "{}", first.text);
        let again = send().await.expect(200);
        assert_eq!((again.header("Idempotent-Replayed"), &again.text), ("true", &first.text));
    }

    async fn the_call_itself_may_be_wrong(app: TestApp) {
        app.open_books().await;
        for (body, pointer) in [
            (json!({}), "/items"),
            (of(&[], json!({})), "/items"),
            (of(&[sign(BILL, "B-1", "approve")], json!({ "submit": true })), "/submit"),
            (of(&[sign(BILL, "B-1", "approve")], json!({ "atomic": 1 })), "/atomic"),
        ] {
            app.post("approvals/bulk", &app.manager(), body).await.expect(422).problem("invalid").names(pointer);
        }
    }
}
