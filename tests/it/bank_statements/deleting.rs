//! A statement that should not have come in goes with its lines, unless something rests on them.

use tests::prelude::*;

use super::*;

fn january() -> Sheet {
    let lines = ["2024-01-10 5.00 A1 | Cobalt | x", "2024-01-20 6.00 A2 | Cobalt | y"];
    sheet("1", "2024-01-01 2024-01-31", "0.00", &lines)
}

async fn deleted(app: &TestApp, id: &str) -> Answer {
    app.delete(&format!("bank-statements/{id}"), &accountant(app)).await
}

async fn actions(app: &TestApp, id: &str) -> Vec<String> {
    let trail = app.get(&format!("bank-statements/{id}/audit-trail"), &accountant(app)).await.expect(200);
    let rows = trail["audit_trail"].as_array().cloned().unwrap_or_default();
    rows.iter().map(|row| format!("{} {}", row["action"], row["performed_by"]).replace('"', "")).collect()
}

tests::on_both! {
    async fn a_deleted_statement_comes_in_again(app: TestApp) {
        app.open_books().await;
        let none = told(&app).await;
        let id = brought_in(&app, &[january()]).await;
        deleted(&app, &id).await.expect(204);
        assert_eq!(told(&app).await, none);
        assert_eq!(actions(&app, &id).await, ["Created bo", "Deleted bo"]);
        app.get(&format!("bank-statements/{id}"), &accountant(&app)).await.expect(404).problem("not_found");
        deleted(&app, &id).await.expect(404).problem("not_found");
        let answer = import(&app, camt(&[january()])).await.expect(200);
        assert_eq!((counted(&answer), waiting(&app).await.len()), ((2, 0), 2));
        assert_ne!(answer["statements"][0]["statement_id"], id);
    }

    async fn the_trail_says_what_came_in(app: TestApp) {
        app.open_books().await;
        let id = brought_in(&app, &[january()]).await;
        let trail = app.get(&format!("bank-statements/{id}/audit-trail"), &accountant(&app)).await.expect(200);
        let details = &trail["audit_trail"][0]["details"];
        assert_eq!((&details["account_id"], &details["format"], &details["new_lines"]), (&json!(CASH), &json!("camt053"), &json!(2)));
        assert_eq!((&details["closing"], &details["from"]), (&json!("11.00"), &json!("2024-01-01")), "{}", trail.text);
    }

    async fn a_statement_stays_while_a_line_of_it_is_matched(app: TestApp) {
        app.open_books().await;
        let id = brought_in(&app, &[january()]).await;
        let first = line(&app, "A1").await;
        match_with(&app, &["A1"], &[], Some("interest")).await.expect(200);
        let before = told(&app).await;
        deleted(&app, &id).await.expect(409).problem("in_use");
        assert_eq!(told(&app).await, before);
        unmatch(&app, &first).await.expect(200);
        deleted(&app, &id).await.expect(204);
    }

    async fn a_statement_stays_while_another_counts_on_its_lines(app: TestApp) {
        app.open_books().await;
        let first = brought_in(&app, &[january()]).await;
        let lines = ["2024-01-20 6.00 A2 | Cobalt | y", "2024-02-03 7.00 A3 | Cobalt | z"];
        let second = brought_in(&app, &[sheet("2", "2024-01-15 2024-02-15", "5.00", &lines)]).await;
        let march = brought_in(&app, &[sheet("3", "2024-03-01 2024-03-31", "18.00", &[])]).await;
        for (id, other) in [(&first, &second), (&second, &first)] {
            let refused = deleted(&app, id).await.expect(409).problem("in_use");
            assert_eq!(refused.string("statement_id"), other);
        }
        deleted(&app, &march).await.expect(204);
        assert_eq!(waiting(&app).await.len(), 3);
    }
}
