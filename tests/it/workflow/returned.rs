//! Who wrote a document hears that it came back, by whom and why. See docs/rules/documents.md#returned.

use tests::prelude::*;

/// What `GET /approvals/returned` shows this person: `type id status by comments`.
async fn list(app: &TestApp, who: &Token, query: &str) -> Vec<String> {
    let found = app.get(&format!("approvals/returned{query}"), who).await.expect(200);
    let one = |row: &Value| {
        let text = |value: &Value| value.as_str().unwrap_or("?").to_owned();
        let returned = &row["returned"];
        assert!(returned["at"].as_str().is_some_and(|at| at.ends_with('Z')), "{row}");
        [&row["document_type"], &row["document_id"], &row["status"], &returned["by"], &returned["comments"]]
            .map(text)
            .join(" ")
    };
    found.data().iter().map(one).collect()
}

async fn sent_back(app: &TestApp, path: &str, comments: &str) {
    let body = json!({ "comments": comments });
    app.post(&format!("{path}/request-change"), &app.manager(), body).await.expect(200);
}

tests::on_both! {
    async fn a_draft_says_why_it_came_back_until_it_is_submitted_again(app: TestApp) {
        app.open_debts().await;
        let clerk = app.clerk();
        for kind in all_kinds() {
            let path = app.pending(kind, kind.of_amount("R-1", "1.00")).await;
            assert_eq!(app.get(&path, &clerk).await.expect(200)["returned"], Value::Null);
            sent_back(&app, &path, "No receipt, Zoë!").await;
            let read = app.get(&path, &clerk).await.expect(200);
            let returned = &read["returned"];
            assert_eq!((&returned["by"], &returned["comments"]), (&json!("mona"), &json!("No receipt, Zoë!")), "{}", read.text);
            let listed = app.get(kind.path, &clerk).await.expect(200);
            let row = listed.data().iter().find(|row| row[kind.id] == "R-1").cloned().unwrap_or_default();
            assert_eq!(&row["returned"], returned, "{}", listed.text);
            // What was read may be sent back.
            let body = with(read.json.clone(), json!({ "memo": "with its receipt" }));
            let edited = app.put(&path, &clerk, body).await.expect(200);
            assert_eq!(&edited["returned"], returned, "an edit answers nothing yet: {}", edited.text);
            let of_type = format!("?document_type={}", kind.name);
            assert_eq!(list(&app, &clerk, &of_type).await, [format!("{} R-1 Draft mona No receipt, Zoë!", kind.name)]);
            app.act(&format!("{path}/submit-for-approval"), &clerk).await.expect(200);
            assert_eq!(app.get(&path, &clerk).await.expect(200)["returned"], Value::Null);
            assert_eq!(list(&app, &clerk, &of_type).await, Vec::<String>::new());
            app.post(&format!("{path}/reject"), &app.manager(), json!({ "reason": "Not ours" })).await.expect(200);
            let read = app.get(&path, &clerk).await.expect(200);
            assert_eq!((&read["status"], &read["returned"]["comments"]), (&json!("Rejected"), &json!("Not ours")));
            assert_eq!(list(&app, &clerk, &of_type).await, [format!("{} R-1 Rejected mona Not ours", kind.name)]);
        }
    }

    async fn what_came_back_is_listed_for_its_author_and_its_submitter(app: TestApp) {
        app.open_books().await;
        let (clerk, nina) = (app.clerk(), app.token("Nina", &["clerk"], &[]));
        for id in ["B-1", "B-2", "B-3"] {
            let path = app.draft(BILL, bill(id, "1.00")).await;
            app.act(&format!("{path}/submit-for-approval"), &nina).await.expect(200);
            sent_back(&app, &path, id).await;
        }
        let all = ["bill B-3 Draft mona B-3", "bill B-2 Draft mona B-2", "bill B-1 Draft mona B-1"];
        assert_eq!(list(&app, &clerk, "").await, all);
        assert_eq!(list(&app, &app.token("NINA", &["clerk"], &[]), "").await, all, "however she is spelt");
        assert_eq!(list(&app, &app.manager(), "").await, Vec::<String>::new(), "who sent it back wrote none");
        assert_eq!(list(&app, &app.token("nina", &[], &["invoice.read"]), "").await, Vec::<String>::new());
        assert_eq!(list(&app, &clerk, "?document_type=invoice").await, Vec::<String>::new());

        // Page by page, with a count; a page of another list leads nowhere.
        let first = app.get("approvals/returned?limit=2&count=true", &clerk).await.expect(200);
        assert_eq!((first.data().len(), &first["has_more"], &first["total"]), (2, &json!(true), &json!(3)));
        let next = first.string("next_cursor").replace(' ', "%20");
        assert_eq!(list(&app, &clerk, &format!("?limit=2&cursor={next}")).await, all[2..]);
        app.get("approvals/returned?cursor=1~B-1", &clerk).await.expect(422).names("cursor");

        // Nobody is told what they did themselves; the other is.
        app.act("bills/B-1/submit-for-approval", &nina).await.expect(200);
        app.post("bills/B-1/request-change", &nina, json!({ "comments": "Wait" })).await.expect(200);
        assert_eq!(list(&app, &nina, "").await, all[..2]);
        let recalled = ["bill B-1 Draft Nina Wait", all[0], all[1]];
        assert_eq!(list(&app, &clerk, "").await, recalled);
        // What is gone, called off or submitted came back to nobody.
        app.delete("bills/B-2", &clerk).await.expect(204);
        app.void("bills/B-3").await.expect(200);
        assert_eq!(app.get("bills/B-3", &clerk).await.expect(200)["returned"], Value::Null);
        assert_eq!(list(&app, &clerk, "").await, recalled[..1]);
        app.act("bills/B-1/submit-for-approval", &clerk).await.expect(200);
        assert_eq!(list(&app, &clerk, "").await, Vec::<String>::new());
    }

    async fn what_a_bulk_sent_back_is_walked_page_by_page(app: TestApp) {
        app.open_books().await;
        let mut items = Vec::new();
        for at in 0..7 {
            // A type whose name sorts otherwise in most languages.
            let kind = if at % 2 == 0 { BILL } else { CREDIT_MEMO };
            let id = format!("D-{at}");
            app.pending(kind, kind.of_amount(&id, "1.00")).await;
            items.push(json!({ "document_type": kind.name, "id": id, "action": "reject", "reason": "r" }));
        }
        app.post("approvals/bulk", &app.manager(), json!({ "items": items })).await.expect(200);
        let (mut seen, mut cursor) = (Vec::new(), String::new());
        loop {
            let page = app.get(&format!("approvals/returned?limit=2{cursor}"), &app.clerk()).await.expect(200);
            seen.extend(page.data().iter().map(|row| row["document_id"].as_str().unwrap_or("?").to_owned()));
            if page["has_more"] != json!(true) {
                break;
            }
            cursor = format!("&cursor={}", page.string("next_cursor").replace(' ', "%20"));
        }
        seen.sort();
        assert_eq!(seen, (0..7).map(|at| format!("D-{at}")).collect::<Vec<_>>());
    }
}
