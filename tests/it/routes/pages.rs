//! Pages of large documents end early, by size in bytes, and no row of a list is lost.

use std::collections::BTreeSet;

use tests::prelude::*;

/// What a page may hold, and a little for what is around its rows.
const MOST: usize = 2 * 1024 * 1024 + 1024;

/// A draft of a thousand lines, some 400 kB of JSON.
async fn large(app: &TestApp, id: &str) {
    let memo = "m".repeat(200);
    let line = |at: usize| {
        let line = if at.is_multiple_of(2) { debit(CASH, "1.00") } else { credit(EXPENSE, "1.00") };
        with(line, json!({ "memo": memo }))
    };
    let lines: Vec<Value> = (0..1_000).map(line).collect();
    let body = json!({ "journal_entry_id": id, "tran_date": DAY, "lines": lines });
    app.post("journal-entries", &app.clerk(), body).await.expect(201);
}

/// All ids along `next_cursor`, and how many pages they took.
async fn walk(app: &TestApp, query: &str) -> (Vec<String>, usize) {
    walk_through(app, &format!("journal-entries?{query}"), "journal_entry_id", &app.clerk()).await
}

/// One member of each row along `next_cursor`, and how many pages they took.
async fn walk_through(app: &TestApp, path: &str, member: &str, who: &Token) -> (Vec<String>, usize) {
    let (mut ids, mut pages, mut cursor) = (Vec::new(), 0, String::new());
    loop {
        let page = app.get(&format!("{path}{cursor}"), who).await.expect(200);
        assert!(page.text.len() <= MOST, "a page of {} bytes", page.text.len());
        assert!(!page.data().is_empty(), "an empty page");
        pages += 1;
        ids.extend(page.data().iter().map(|row| row[member].as_str().map_or(row[member].to_string(), str::to_owned)));
        if let Some(next) = page["next_cursor"].as_str() {
            cursor = format!("&cursor={next}");
        } else {
            assert_eq!(page["has_more"], false);
            return (ids, pages);
        }
    }
}

tests::on_both! {
    async fn a_page_ends_before_it_is_too_large(app: TestApp) {
        app.open_books().await;
        for at in 0..8 {
            large(&app, &format!("L-{at}")).await;
            app.draft(JOURNAL_ENTRY, entry_named(&format!("S-{at}"), "1.00")).await;
        }
        let (ids, pages) = walk(&app, "limit=200").await;
        assert_eq!((ids.len(), ids.iter().collect::<BTreeSet<_>>().len()), (16, 16));
        assert!(pages > 1, "all on one page");
        let (short, pages) = walk(&app, "limit=200&lines=false").await;
        assert_eq!((short, pages), (ids, 1));
        let page = app.get("journal-entries?limit=3&lines=false", &app.clerk()).await.expect(200);
        assert!(page.data().iter().all(|row| row.get("lines").is_none() && row["allowed_actions"].is_array()));
        assert!(page["has_more"] == true && page.data().len() == 3);
        let page = app.get("journal-entries?limit=3", &app.clerk()).await.expect(200);
        assert!(page.data().iter().all(|row| row["lines"].as_array().is_some_and(|lines| lines.len() >= 2)));
        let trial = app.get("accounting-periods/2024-01/unposted-entries", &app.controller()).await.expect(200);
        assert_eq!(trial["total_unposted"], 16);
        assert_eq!(trial["by_document_type"]["journal_entries"]["draft"].as_array().map(Vec::len), Some(16));
    }

    async fn every_list_ends_its_page_before_it_is_too_large(app: TestApp) {
        app.open_books().await;
        let admin = app.admin();
        // An audit row of some 35 kB for each version of the rule.
        let departments: Vec<String> = (0..500).map(|at| format!("{at}-{}", "d".repeat(58))).collect();
        let rule = json!({
            "rule_id": "R", "rule_name": "r", "document_type": "bill", "rule_type": "Department Routing", "is_active": true, "priority": 1,
            "approval_level": 1, "approver_type": "role", "approver_role": "manager", "department_ids": departments,
        });
        app.post("approval-rules", &admin, rule).await.expect(201);
        for at in 2..=90 {
            app.put("approval-rules/R", &admin, json!({ "priority": at })).await.expect(200);
        }
        let rows = "audit?resource=approval_rule&resource_id=R&limit=200";
        let (all, pages) = walk_through(&app, rows, "performed_at", &admin).await;
        assert_eq!((all.len(), all.iter().collect::<BTreeSet<_>>().len()), (90, 90));
        assert!(all.is_sorted_by(|one, other| one > other) && pages > 1, "{pages} pages");
        // The trail is whole, and the same.
        let trail = app.get("approval-rules/R/audit-trail", &admin).await.expect(200);
        let told: Vec<&str> = trail["audit_trail"].as_array().expect("a trail").iter().rev().map(|row| row["performed_at"].as_str().expect("at")).collect();
        assert_eq!(told, all);
        assert_eq!((trail.header("content-type"), !trail.header("content-length").is_empty()), ("application/json", false));
        assert!(trail.text.len() > MOST);
        let missing = app.get("approval-rules/Q/audit-trail", &admin).await.expect(404);
        missing.problem("not_found");
    }

    async fn reconciliations_of_many_adjustments_end_their_page(app: TestApp) {
        app.open_books().await;
        let accountant = app.token("bo", &["accountant"], &[]);
        let item = json!({ "amount": 1, "reason": "\u{1F4B6}".repeat(1_000) });
        for at in 0..4 {
            let (account, id) = (format!("9{at}"), format!("R-{at}"));
            let bank = json!({ "account_id": account, "account_name": "Bank", "account_type": "asset", "subtype": "bank" });
            app.post("accounts", &app.admin(), bank).await.expect(201);
            let session = json!({ "reconciliation_id": id, "account_id": account, "statement_date": "2024-01-31", "statement_ending_balance": 0 });
            app.post("reconciliations", &accountant, session).await.expect(201);
            let items = json!({ "bankAdjustmentItems": vec![&item; 200] });
            app.put(&format!("reconciliations/{id}"), &accountant, items).await.expect(200);
        }
        let (ids, pages) = walk_through(&app, "reconciliations?limit=200", "reconciliation_id", &accountant).await;
        assert_eq!((ids.join(" ").as_str(), pages), ("R-3 R-2 R-1 R-0", 2));
    }
}
