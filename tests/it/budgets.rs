//! Budgets over HTTP: their lines, their versions, what the books keep of them. See docs/rules/budgets.md.

use tests::prelude::*;

async fn year(app: &TestApp) {
    app.open_books().await;
    let year = json!({
        "fiscal_year_id": "FY1", "fiscal_year_name": "First", "start_date": "2024-01-01", "end_date": "2024-03-31",
    });
    app.post("fiscal-years", &app.admin(), year).await.expect(201);
}

fn line(account: &str, period: &str, amount: &str) -> Value {
    json!({ "account_id": account, "period_id": period, "amount": number(amount) })
}

fn budget(id: &str, lines: &[Value]) -> Value {
    json!({ "budget_id": id, "budget_name": id, "fiscal_year_id": "FY1", "lines": lines })
}

tests::on_both! {
    /// Lines come back by account and period, page by page, as they can be sent again.
    async fn lines_are_written_at_once_and_read_in_pages(app: TestApp) {
        year(&app).await;
        let bo = app.accountant();
        let many: Vec<Value> = (0..600)
            .map(|n| with(line(EXPENSE, "2024-01", "1.50"), json!({ "department_id": format!("D-{n:03}") })))
            .collect();
        let made = app.post("budgets", &bo, budget("BG-1", &many)).await.expect(201);
        assert_eq!((&made["line_count"], &made["status"], &made["version_number"]), (&json!(600), &json!("draft"), &json!(1)));
        let mut path = "budgets/BG-1/lines?limit=200&count=true".to_owned();
        let mut read = Vec::new();
        for page in 1..=3 {
            let answer = app.get(&path, &bo).await.expect(200);
            assert_eq!((answer.data().len(), &answer["total"], &answer["has_more"]), (200, &json!(600), &json!(page < 3)));
            read.extend(answer.data().iter().cloned());
            path = format!("budgets/BG-1/lines?limit=200&count=true&cursor={}", answer["next_cursor"].as_str().unwrap_or_default());
        }
        let departments: Vec<&str> = read.iter().filter_map(|line| line["department_id"].as_str()).collect();
        assert_eq!((departments.len(), departments.is_sorted()), (600, true));
        // What was read can be sent again, and changes nothing.
        let same = app.put("budgets/BG-1", &bo, json!({ "lines": read })).await.expect(200);
        assert_eq!(same["version"], json!(1));
        let fewer = json!({ "lines": [line(EXPENSE, "2024-02", "7.00"), line(REVENUE, "2024-01", "9.00")] });
        let fewer = app.put("budgets/BG-1", &bo, fewer).await.expect(200);
        assert_eq!((&fewer["line_count"], &fewer["version"]), (&json!(2), &json!(2)));
        let left = app.get("budgets/BG-1/lines", &bo).await.expect(200);
        let ids: Vec<&Value> = left.data().iter().map(|line| &line["account_id"]).collect();
        assert_eq!(ids, [REVENUE, EXPENSE]);
        let found = app.engine().check(|_| {}).await.expect("a check").differences;
        assert!(found.is_empty(), "{found:?}");
    }

    async fn what_is_wrong_is_named_and_nothing_is_changed(app: TestApp) {
        year(&app).await;
        let bo = app.accountant();
        let wrong = [line("9999", "2024-01", "1.00"), line(EXPENSE, "2024-04", "1.005"), json!({ "amount": "x" })];
        let answer = app.post("budgets", &bo, budget("BG-1", &wrong)).await.expect(422);
        let mut pointers: Vec<&str> = answer["errors"].as_array().expect("errors").iter().filter_map(|error| error["pointer"].as_str()).collect();
        pointers.sort_unstable();
        assert_eq!(
            pointers,
            ["/lines/0/account_id", "/lines/1/amount", "/lines/1/period_id", "/lines/2/account_id", "/lines/2/amount", "/lines/2/period_id"]
        );
        let twice = [line(EXPENSE, "2024-01", "1.00"), line(EXPENSE, "2024-01", "2.00")];
        let answer = app.post("budgets", &bo, budget("BG-1", &twice)).await.expect(422);
        assert_eq!(answer["errors"][0]["pointer"], json!("/lines/1"), "{}", answer.text);
        let many: Vec<Value> = (0..5001).map(|_| line(EXPENSE, "2024-01", "1")).collect();
        let answer = app.post("budgets", &bo, budget("BG-1", &many)).await.expect(422);
        assert_eq!(answer["errors"][0]["pointer"], json!("/lines"), "{}", answer.text);
        app.get("budgets/BG-1", &bo).await.expect(404);
        app.get("budgets/BG-1/lines", &bo).await.expect(404);
    }

    /// One is in force: the one before is locked with it, in one step, and is not written any more.
    async fn one_is_in_force(app: TestApp) {
        year(&app).await;
        let bo = app.accountant();
        app.post("budgets", &bo, budget("BG-1", &[line(EXPENSE, "2024-01", "5.00")])).await.expect(201);
        let copy = json!({ "budget_id": "BG-2", "budget_name": "Second", "copy_of": "BG-1" });
        let copy = app.post("budgets", &bo, copy).await.expect(201);
        assert_eq!((&copy["version_number"], &copy["copied_from"], &copy["line_count"]), (&json!(2), &json!("BG-1"), &json!(1)));
        app.act("budgets/BG-1/activate", &bo).await.expect(200);
        app.act("budgets/BG-1/activate", &bo).await.expect(409).problem("wrong_status");
        app.act("budgets/BG-1/lock", &bo).await.expect(409).problem("wrong_status");
        app.put("budgets/BG-1", &bo, json!({ "budget_name": "x" })).await.expect(409).problem("wrong_status");
        app.post("budgets", &bo, budget("BG-1", &[])).await.expect(409).problem("already_exists");
        let active = app.act("budgets/BG-2/activate", &bo).await.expect(200);
        assert_eq!((&active["status"], &active["activated_by"]), (&json!("active"), &active["updated_by"]));
        let before = app.get("budgets/BG-1", &bo).await.expect(200);
        assert_eq!((&before["status"], &before["version"]), (&json!("locked"), &json!(3)));
        let listed = app.get("budgets?fiscal_year_id=FY1&status=active", &bo).await.expect(200);
        let ids: Vec<&Value> = listed.data().iter().map(|budget| &budget["budget_id"]).collect();
        assert_eq!(ids, ["BG-2"]);
        let trail = app.get("budgets/BG-1/audit-trail", &bo).await.expect(200);
        let actions: Vec<&str> = trail["audit_trail"].as_array().expect("rows").iter().filter_map(|row| row["action"].as_str()).collect();
        assert_eq!(actions, ["Created", "Activated", "Superseded"]);
        // An account that a budget names is not deleted.
        let used = json!({ "account_id": "7000", "account_name": "Travel", "account_type": "expense" });
        app.post("accounts", &app.admin(), used).await.expect(201);
        app.post("budgets", &bo, budget("BG-3", &[line("7000", "2024-01", "5.00")])).await.expect(201);
        app.delete("accounts/7000", &app.admin()).await.expect(409).problem("in_use");
        let found = app.engine().check(|_| {}).await.expect("a check").differences;
        assert!(found.is_empty(), "{found:?}");
    }

    /// Two that are made at once get different numbers, and of two that come into force at once one is.
    async fn at_once(app: TestApp) {
        year(&app).await;
        let bo = app.accountant();
        let (one, two) = (budget("BG-1", &[line(EXPENSE, "2024-01", "5.00")]), budget("BG-2", &[line(EXPENSE, "2024-01", "6.00")]));
        let (one, two) = tokio::join!(app.post("budgets", &bo, one), app.post("budgets", &bo, two));
        let mut numbers = [one.expect(201), two.expect(201)].map(|made| made["version_number"].as_i64());
        numbers.sort_unstable();
        assert_eq!(numbers, [Some(1), Some(2)]);
        let (one, two) = tokio::join!(app.act("budgets/BG-1/activate", &bo), app.act("budgets/BG-2/activate", &bo));
        one.expect(200);
        two.expect(200);
        let listed = app.get("budgets?status=active&count=true", &bo).await.expect(200);
        assert_eq!(listed["total"], json!(1), "{}", listed.text);
        let found = app.engine().check(|_| {}).await.expect("a check").differences;
        assert!(found.is_empty(), "{found:?}");
    }
}
