//! `GET /bills/{id}/postings` and the like: what one document has put into the ledger, or would.

use tests::prelude::*;

/// Account, amount and posting of each line.
fn told(answer: &Answer) -> Vec<String> {
    let text = |line: &Value, field: &str| line[field].as_str().map_or_else(|| line[field].to_string(), str::to_owned);
    answer
        .data()
        .iter()
        .map(|line| format!("{} {} {}", text(line, "account_id"), text(line, "amount"), text(line, "posting")))
        .collect()
}

/// Of an amount with two decimals.
fn cents(amount: &Value) -> i64 {
    amount.to_string().replace('.', "").parse().expect("an amount")
}

tests::on_both! {
    async fn a_draft_shows_what_it_would_post_and_a_posted_one_what_it_has(app: TestApp) {
        app.open_books().await;
        let posted = app.posted(BILL, bill("B-1", "10.00")).await;
        app.draft(BILL, bill("B-2", "10.00")).await;
        let asked = |id: &str| format!("bills/{id}/postings");
        let stands = app.get(&asked("B-1"), &app.clerk()).await.expect(200);
        let would = app.get(&asked("B-2"), &app.clerk()).await.expect(200);
        assert_eq!((&stands["is_posted"], &would["is_posted"]), (&json!(true), &json!(false)));
        assert_eq!(told(&stands), told(&would));
        assert_eq!(stands.data().len(), 2);
        assert!(stands.data().iter().all(|line| line["posting_date"].is_string() && line["account_name"].is_string()));
        assert!(would.data().iter().all(|line| line["posting_date"].is_null()));

        app.post(&format!("{posted}/void"), &app.controller(), json!({ "reason": "r" })).await.expect(200);
        let voided = app.get(&asked("B-1"), &app.clerk()).await.expect(200);
        assert_eq!(voided.data().len(), 4, "the void stands beside what it undoes");
        app.post("bills/B-2/void", &app.controller(), json!({ "reason": "r" })).await.expect(200);
        let never = app.get(&asked("B-2"), &app.clerk()).await.expect(200);
        assert_eq!((never.data().len(), &never["is_posted"]), (0, &json!(false)));
    }

    async fn it_needs_the_right_to_read_the_type(app: TestApp) {
        app.open_books().await;
        app.draft(BILL, bill("B-1", "10.00")).await;
        let nobody = app.token("nobody", &[], &["invoice.read"]);
        app.get("bills/B-1/postings", &nobody).await.expect(403).problem("forbidden");
        app.get("bills/B-9/postings", &app.clerk()).await.expect(404).problem("not_found");
        app.get("cheques/B-1/postings", &app.clerk()).await.expect(404);
    }

    async fn every_type_tells_its_postings(app: TestApp) {
        app.open_debts().await;
        for kind in all_kinds() {
            app.draft(kind, kind.body("D-1")).await;
            let would = app.get(&format!("{}/postings", kind.at("D-1")), &app.admin()).await.expect(200);
            assert_eq!((would.string("document_id"), &would["is_posted"]), ("D-1", &json!(false)));
            let sum: i64 = would.data().iter().map(|line| cents(&line["base_amount"])).sum();
            assert_eq!((sum, would.data().len() >= 2), (0, true), "{}", would.text);
        }
    }
}
