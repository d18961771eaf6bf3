//! `/bills`: what a vendor charges. See docs/rules/documents.md#bill.

use super::every_type::{self, pointers, set};
use tests::prelude::*;

const SHOWN: &str =
    "bill_id vendor_id vendor_name ap_account_id tran_date due_date posting_period_id currency exchange_rate
    status subtotal tax_total total amount_paid amount_due amount_pending amount_left lines current_approval_level created_at created_by updated_by
    version allowed_actions";

const STATES: every_type::States<'_> = &[
    ("Draft", "edit delete submit-for-approval void"),
    ("Pending Approval", "approve reject request-change hold void"),
    ("On Hold", "unhold void"),
    ("Posted", "void"),
    ("Rejected", ""),
    ("Voided", ""),
];

const WRONG: [(&str, &str, &str); 11] = [
    ("vendor_id", r#""V-9""#, "/vendor_id"),
    ("vendor_id", "null", "/vendor_id"),
    ("ap_account_id", r#""1100""#, "/ap_account_id"),
    ("ap_account_id", r#""9999""#, "/ap_account_id"),
    ("due_date", "null", "/due_date"),
    ("due_date", r#""soon""#, "/due_date"),
    ("reference", r#""""#, "/reference"),
    ("customer_id", r#""C-1""#, "/customer_id"),
    ("amount_due", "0", "/amount_due"),
    ("lines", "[]", "/lines"),
    ("lines.0.account_id", r#""2000""#, "/lines/0/account_id"),
];

tests::on_both! {
    async fn a_bill_is_kept_as_written(app: TestApp) {
        app.prepare(BILL).await;
        every_type::is_kept_as_written(&app, BILL, SHOWN).await;
        every_type::requires(&app, BILL, "/vendor_id /ap_account_id /tran_date /due_date /lines").await;
        every_type::refuses_wrong_values(&app, BILL, &WRONG).await;
    }

    async fn a_bill_walks_the_workflow(app: TestApp) {
        app.prepare(BILL).await;
        every_type::walks_the_workflow(&app, BILL).await;
        every_type::asks_for_permissions(&app, BILL).await;
        every_type::heeds_if_match(&app, BILL).await;
    }

    async fn a_bill_follows_the_table(app: TestApp) {
        app.prepare(BILL).await;
        every_type::follows_the_table(&app, BILL, STATES).await;
    }

    async fn a_bill_can_be_tried_and_retried(app: TestApp) {
        app.prepare(BILL).await;
        every_type::can_be_tried_dry(&app, BILL, "2000 -100.00 -100.00\n 6000 100.00 100.00").await;
        every_type::can_be_retried(&app, BILL, &[("void", json!({ "reason": "r" }))]).await;
    }

    async fn a_void_tells_what_it_did(app: TestApp) {
        app.prepare(BILL).await;
        let path = app.posted(BILL, bill("B-1", "10.00")).await;
        let done = app.void(&path).await.expect(200);
        let wanted = set("bill_id status void_reason voided_at voided_by reversal_period_id reversal_date");
        assert_eq!(every_type::fields(&done.json), wanted, "{}", done.text);
        assert_eq!((done.string("void_reason"), done.string("voided_by")), ("by mistake", "conrad"));
        app.expect_fields(&path, &[("status", "Voided"), ("void_reason", "by mistake"), ("voided_by", "conrad"), ("amount_due", "0.00")]).await;
        let draft = app.draft(BILL, bill("B-2", "10.00")).await;
        let done = app.void(&draft).await.expect(200);
        assert_eq!(every_type::fields(&done.json), wanted, "{}", done.text);
        assert_eq!(every_type::valued(&done.json), set("bill_id status void_reason voided_at voided_by"), "{}", done.text);
        let trail = app.get(&format!("{draft}/audit-trail"), &app.clerk()).await.expect(200);
        assert_eq!(every_type::told(&trail), ["Created carl", "Void conrad"]);
    }

    async fn a_vendors_number_is_taken_once(app: TestApp) {
        app.prepare(BILL).await;
        let clerk = app.clerk();
        app.post("vendors", &app.admin(), vendor("V-2", "Violet Paints")).await.expect(201);
        let numbered = |id: &str| with(bill(id, "5.00"), json!({ "reference": "R-1" }));
        let first = app.draft(BILL, numbered("B-1")).await;
        let taken = app.post("bills", &clerk, numbered("B-2")).await.expect(409).problem("already_exists");
        assert_eq!((pointers(&taken), taken.string("bill_id")), (set("/reference"), "B-1"));
        app.draft(BILL, with(numbered("B-3"), json!({ "vendor_id": "V-2" }))).await;
        app.put(&first, &clerk, with(numbered("B-1"), json!({ "memo": "its own number" }))).await.expect(200);
        app.draft(BILL, bill("B-4", "5.00")).await;
        app.put("bills/B-4", &clerk, numbered("B-4")).await.expect(409).problem("already_exists").names("/reference");
        app.void(&first).await.expect(200);
        app.put("bills/B-4", &clerk, numbered("B-4")).await.expect(200);
        for round in 0..20 {
            let raced = |id: String| with(bill(&id, "5.00"), json!({ "reference": format!("race-{round}") }));
            let (a, b) = tokio::join!(
                app.post("bills", &clerk, raced(format!("a-{round}"))),
                app.post("bills", &clerk, raced(format!("b-{round}")))
            );
            assert_eq!((a.status.min(b.status), a.status.max(b.status)), (201, 409), "{} {}", a.text, b.text);
        }
    }

    async fn a_vendors_number_is_the_same_whatever_its_case_and_blanks(app: TestApp) {
        app.prepare(BILL).await;
        let clerk = app.clerk();
        let numbered = |id: &str, reference: &str| with(bill(id, "5.00"), json!({ "reference": reference }));
        app.draft(BILL, numbered("B-1", "Inv 2024/Ä-7")).await;
        for same in ["inv 2024/ä-7", "INV2024/Ä-7", " inv  2024 / ä - 7 ", "Inv\u{a0}2024/Ä-7"] {
            let taken = app.post("bills", &clerk, numbered("B-2", same)).await.expect(409).problem("already_exists");
            assert_eq!((pointers(&taken), taken.string("bill_id")), (set("/reference"), "B-1"), "{same:?}");
        }
        for same in ["Inv\u{200b} 2024/Ä-7", "Inv 2024/Ä\u{2011}7", "Inv 2024/Ä\u{2212}7", "Inv 2024/Ä-\u{ff17}", "Inv 2024/Ä-7\u{fe0f}"] {
            let taken = app.post("bills", &clerk, numbered("B-2", same)).await.expect(409).problem("already_exists");
            assert_eq!((pointers(&taken), taken.string("bill_id")), (set("/reference"), "B-1"), "{same:?}");
        }
        for (at, other) in ["Inv 2024/A-7", "Inv 2024-Ä-7", "Inv 2024/Ä-77"].into_iter().enumerate() {
            app.draft(BILL, numbered(&format!("B-other-{at}"), other)).await;
        }
        // Its own number, spelt otherwise.
        app.put("bills/B-1", &clerk, numbered("B-1", "INV 2024/Ä-7")).await.expect(200);
        app.draft(BILL, bill("B-3", "5.00")).await;
        app.put("bills/B-3", &clerk, numbered("B-3", "inv2024/ä-7")).await.expect(409).problem("already_exists").names("/reference");
        for round in 0..10 {
            let (a, b) = tokio::join!(
                app.post("bills", &clerk, numbered(&format!("a-{round}"), &format!("race {round}"))),
                app.post("bills", &clerk, numbered(&format!("b-{round}"), &format!("RACE{round}")))
            );
            assert_eq!((a.status.min(b.status), a.status.max(b.status)), (201, 409), "{} {}", a.text, b.text);
        }
    }

    async fn left_out_fields_are_filled_in(app: TestApp) {
        app.prepare(BILL).await;
        let short = with(bill("", "10.00"), json!({ "bill_id": null, "posting_period_id": null }));
        let made = app.post("bills", &app.clerk(), short).await.expect(201);
        assert!(made.string("bill_id").starts_with("BILL-"), "{}", made.text);
        assert_eq!((made.string("posting_period_id"), made.string("currency")), (PERIOD, "USD"));
        assert_eq!((made["lines"][0]["line_number"].to_string(), made["lines"][0]["account_name"].as_str()), ("1".into(), Some("Office expense")));
        let nowhere = with(due(bill("B-9", "1.00"), "2030-02-01"), json!({ "posting_period_id": null, "tran_date": "2030-01-01" }));
        app.post("bills", &app.clerk(), nowhere).await.expect(422).problem("no_open_period").names("/tran_date");
        let late = with(bill("B-10", "1.00"), json!({ "tran_date": "2023-11-30" }));
        app.post("bills", &app.clerk(), late).await.expect(201);
        app.post("vendors", &app.admin(), vendor("V-2", "Gone")).await.expect(201);
        app.put("vendors/V-2", &app.admin(), json!({ "vendor_name": "Gone", "is_active": false })).await.expect(200);
        let gone = with(bill("B-11", "1.00"), json!({ "vendor_id": "V-2" }));
        app.post("bills", &app.clerk(), gone).await.expect(422).names("/vendor_id");
    }
}
