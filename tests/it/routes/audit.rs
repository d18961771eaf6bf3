//! `GET /audit` and `GET /audit/head`: everything that was ever done, with its seal; and the trails of customers and vendors.

use tests::prelude::*;

/// Every row of the trail, page by page.
async fn walk(app: &TestApp, query: &str) -> Vec<Value> {
    let (auditor, mut rows) = (app.token("audrey", &[], &["audit.read"]), Vec::new());
    let mut path = format!("audit?limit=7{query}");
    loop {
        let page = app.get(&path, &auditor).await.expect(200);
        rows.extend(page.data().iter().cloned());
        if page["has_more"] == false {
            return rows;
        }
        path = format!("audit?limit=7{query}&cursor={}", page.string("next_cursor"));
    }
}

fn told(rows: &[Value]) -> Vec<String> {
    let text = |row: &Value, field: &str| row[field].as_str().unwrap_or("-").to_owned();
    rows.iter()
        .map(|row| format!("{} {} {}", text(row, "resource_id"), text(row, "action"), text(row, "performed_by")))
        .collect()
}

tests::on_both! {
    async fn everything_is_told_newest_first(app: TestApp) {
        app.open_books().await;
        app.posted(BILL, bill("B-1", "10.00")).await;
        app.draft(JOURNAL_ENTRY, entry_named("JE-1", "5.00")).await;
        let all = walk(&app, "").await;
        assert_eq!(told(&all)[..6], ["JE-1 Created carl", "B-1 Post to GL system", "B-1 Approve mona", "B-1 Submit for Approval carl", "B-1 Created carl", "journal_entry-3 Created alma"]);
        let at = |row: &Value| row["performed_at"].as_str().expect("an instant").to_owned();
        assert!(all.windows(2).all(|pair| at(&pair[0]) >= at(&pair[1])));
        let total = app.get("audit?count=true&limit=1", &app.admin()).await.expect(200).number("total");
        assert_eq!(total, all.len().to_string());
        let today = &at(&all[0])[..10];
        for (query, rows) in [
            ("&resource=bill", 4), ("&resource=bill&resource_id=B-1", 4), ("&resource=bill&resource_id=B-2", 0),
            ("&performed_by=carl", 3), ("&performed_by=carl&action=Created", 2), ("&action=Approve", 1),
            ("&resource=journal_entry&action=Created&performed_by=carl", 1), ("&performed_by=nobody", 0),
            ("&resource=bill&from=2000-01-01&to=2001-01-01", 0), ("&action=Approve&to=2001-01-01", 0),
        ] {
            assert_eq!(walk(&app, query).await.len(), rows, "{query}");
        }
        assert_eq!(walk(&app, &format!("&from={today}&to={today}")).await.len(), all.len());
        assert_eq!(walk(&app, "&resource=role").await.len(), all.iter().filter(|row| row["resource"] == "role").count());
        let trail = app.get("bills/B-1/audit-trail", &app.clerk()).await.expect(200);
        let mut bill = walk(&app, "&resource=bill").await;
        bill.reverse();
        for (row, entry) in bill.iter().zip(trail["audit_trail"].as_array().expect("a trail")) {
            assert_eq!((&row["details"], &row["performed_at"]), (&entry["details"], &entry["performed_at"]));
        }
    }

    async fn each_row_tells_its_seal_and_the_head_the_last(app: TestApp) {
        let auditor = app.token("audrey", &[], &["audit.read"]);
        app.open_books().await;
        app.engine().seal(engine::kernel::outsiders::Reach::All).await.expect("sealed");
        let rows = walk(&app, "").await;
        let mut positions: Vec<i64> = rows.iter().map(|row| row["position"].as_i64().expect("a position")).collect();
        positions.sort_unstable();
        assert_eq!(positions, (1..=i64::try_from(rows.len()).expect("few")).collect::<Vec<_>>());
        let head = app.get("audit/head", &auditor).await.expect(200);
        let last = rows.iter().find(|row| row["position"] == head["position"]).expect("the head's row");
        assert_eq!((head.string("hash"), head["sealed_at"].is_string()), (last["hash"].as_str().expect("a hash"), true));
        assert_eq!(head.string("hash").len(), 64);
    }

    async fn the_trail_is_for_auditors(app: TestApp) {
        app.open_books().await;
        let auditor = app.token("audrey", &[], &["audit.read"]);
        for path in ["audit", "audit/head"] {
            let clerk = app.token("carl", &[], &["bill.read"]);
            app.get(path, &clerk).await.expect(403).problem("forbidden");
            app.get(path, &auditor).await.expect(200);
        }
        for (query, field) in [("resource_id=B-1", "resource"), ("limit=201", "limit"), ("cursor=x", "cursor"), ("cursor=5~x", "cursor"), ("from=soon", "from")] {
            let refused = app.get(&format!("audit?{query}"), &auditor).await;
            assert!([400, 422].contains(&refused.status) && refused.text.contains(field), "{query}: {}", refused.text);
        }
    }

    async fn customers_and_vendors_have_trails(app: TestApp) {
        app.open_books().await;
        let admin = app.admin();
        for (path, name) in [("customers/C-1", "customer_name"), ("vendors/V-1", "vendor_name")] {
            app.put(path, &admin, json!({ name: "Renamed" })).await.expect(200);
            let trail = app.get(&format!("{path}/audit-trail"), &app.clerk()).await.expect(200);
            let rows = trail["audit_trail"].as_array().expect("rows");
            assert_eq!(rows.iter().map(|row| row["action"].as_str().unwrap_or("-")).collect::<Vec<_>>(), ["Created", "Updated"]);
            assert_eq!(rows[1]["details"]["party_name"], "Renamed");
            let nowhere = path.replace('1', "9");
            app.get(&format!("{nowhere}/audit-trail"), &admin).await.expect(404).problem("not_found");
            let stranger = app.token("sam", &[], &["bill.read"]);
            app.get(&format!("{path}/audit-trail"), &stranger).await.expect(403).problem("forbidden");
        }
    }
}
