//! A file comes in once, by body or form, as often as it is sent.

use tests::prelude::*;

use super::*;

fn january() -> Sheet {
    let lines = ["2024-01-10 50.00 A1 | Cobalt Corp | invoice I-1", "2024-01-12 -20.00 A2 | Verdant Supplies | B-1"];
    sheet("1", "2024-01-01 2024-01-31", "100.00", &lines)
}

/// The file as the one part of a form.
fn form(name: &str, file: &str) -> String {
    format!(
        "--bound\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"january.xml\"\r\nContent-Type: text/xml\r\n\r\n{file}\r\n--bound--\r\n"
    )
}

const OF_FORM: (&str, &str) = ("Content-Type", "multipart/form-data; boundary=bound");

tests::on_both! {
    async fn a_file_tells_what_it_brought_in(app: TestApp) {
        app.open_books().await;
        let answer = import(&app, camt(&[january()])).await.expect(200);
        assert_eq!((counted(&answer), answer.string("account_id"), &answer["of_others"]), ((2, 0), CASH, &json!(0)));
        let own = &answer["statements"][0];
        let figure = |name: &str| own[name].to_string();
        assert_eq!(
            [figure("opening_balance"), figure("closing_balance"), figure("total"), figure("lines"), figure("new_lines")],
            ["100.00", "130.00", "30.00", "2", "2"]
        );
        assert_eq!((&own["format"], &own["number"], &own["bank_account"]), (&json!("camt053"), &json!("1"), &json!(IBAN)));
        assert_eq!((&own["from"], &own["to"], &own["is_known"]), (&json!("2024-01-01"), &json!("2024-01-31"), &json!(false)));
        assert_eq!((breaks(own).len(), &own["created_by"]), (0, &json!("bo")));
        assert_eq!(waiting(&app).await, ["2024-01-10 50.00 A1", "2024-01-12 -20.00 A2"]);
        let id = own["statement_id"].as_str().expect("an id");
        let read = app.get(&format!("bank-statements/{id}"), &accountant(&app)).await.expect(200);
        for (name, value) in read.json.as_object().expect("a statement") {
            assert_eq!(value, &own[name.as_str()], "{name}: {}", read.text);
        }
    }

    async fn a_form_brings_in_what_the_body_would(app: TestApp) {
        app.open_books().await;
        let (file, bo, query) = (camt(&[january()]), accountant(&app), format!("account_id={CASH}"));
        let answer = send(&app, &bo, &query, &[OF_FORM], form("file", &file)).await.expect(200);
        assert_eq!(counted(&answer), (2, 0));
        assert_eq!(counted(&import(&app, file.clone()).await.expect(200)), (0, 2));
        // A form without a part, with two, or that ends before its time is none.
        let two = form("file", &file).replace("--bound--\r\n", &form("other", "x"));
        for broken in ["--bound--\r\n".to_owned(), two, form("file", &file).replace("--bound--\r\n", "")] {
            send(&app, &bo, &query, &[OF_FORM], broken).await.expect(400).problem("broken_request");
        }
        assert_eq!(waiting(&app).await.len(), 2);
    }

    async fn a_dry_run_says_what_would_come_in_and_changes_nothing(app: TestApp) {
        app.open_books().await;
        let before = told(&app).await;
        let query = format!("account_id={CASH}&dry_run=true");
        let tried = send(&app, &accountant(&app), &query, &[], camt(&[january()])).await.expect(200);
        assert_eq!((counted(&tried), told(&app).await), ((2, 0), before));
        let id = tried["statements"][0]["statement_id"].as_str().expect("an id").to_owned();
        app.get(&format!("bank-statements/{id}/audit-trail"), &accountant(&app)).await.expect(404);
        assert_eq!(counted(&import(&app, camt(&[january()])).await.expect(200)), (2, 0));
        let again = send(&app, &accountant(&app), &query, &[], camt(&[january()])).await.expect(200);
        assert_eq!(counted(&again), (0, 2));
    }

    async fn the_same_file_brings_nothing_in_twice(app: TestApp) {
        app.open_books().await;
        let id = brought_in(&app, &[january()]).await;
        let before = told(&app).await;
        let again = import(&app, camt(&[january()])).await.expect(200);
        let own = &again["statements"][0];
        assert_eq!((counted(&again), &own["is_known"], &own["statement_id"]), ((0, 2), &json!(true), &json!(id)));
        // What it tells of a statement that it has is what a read tells.
        let read = app.get(&format!("bank-statements/{id}"), &accountant(&app)).await.expect(200);
        for (name, value) in read.json.as_object().expect("a statement") {
            assert_eq!(value, &own[name.as_str()], "{name} of a known statement: {}", again.text);
        }
        assert_eq!(told(&app).await, before);
    }

    async fn each_line_of_an_overlap_comes_in_once(app: TestApp) {
        app.open_books().await;
        // Two equal lines on one day are two.
        let first = ["2024-01-10 5.00 A1 | Cobalt | x", "2024-01-15 7.00 - | Kiosk | fee", "2024-01-15 7.00 - | Kiosk | fee"];
        brought_in(&app, &[sheet("1", "2024-01-01 2024-01-15", "0.00", &first)]).await;
        let twins = ["2024-01-15 7.00 -", "2024-01-15 7.00 -"];
        assert_eq!(waiting(&app).await[1..], twins);
        let second = [&first[1..], &["2024-01-15 7.00 - | Kiosk | fee", "2024-01-20 9.00 A3 | Cobalt | y"][..]].concat();
        let overlapping = sheet("2", "2024-01-11 2024-01-31", "5.00", &second);
        let answer = import(&app, camt(&[overlapping])).await.expect(200);
        assert_eq!(counted(&answer), (2, 2));
        let all = ["2024-01-10 5.00 A1", "2024-01-15 7.00 -", "2024-01-15 7.00 -", "2024-01-15 7.00 -", "2024-01-20 9.00 A3"];
        assert_eq!(waiting(&app).await, all);
        // The whole month in one file brings nothing more.
        let month = [&first[..], &second[2..]].concat();
        let answer = import(&app, camt(&[sheet("3", "2024-01-01 2024-01-31", "0.00", &month)])).await.expect(200);
        assert_eq!((counted(&answer), waiting(&app).await.len()), ((0, 5), 5));
    }

    async fn an_overlap_from_a_day_that_comes_to_nothing_brings_it_in_once(app: TestApp) {
        app.open_books().await;
        // What the account held before the 15th and after it is the same.
        let day = ["2024-01-15 7.00 A2 | Cobalt | x", "2024-01-15 -7.00 A3 | Cobalt | back"];
        let first = [&["2024-01-10 5.00 A1 | Cobalt | x"][..], &day[..]].concat();
        brought_in(&app, &[sheet("1", "2024-01-01 2024-01-15", "0.00", &first)]).await;
        let second = [&day[..], &["2024-01-20 9.00 A4 | Cobalt | y"][..]].concat();
        let answer = import(&app, camt(&[sheet("2", "2024-01-15 2024-01-31", "5.00", &second)])).await.expect(200);
        assert_eq!((counted(&answer), breaks(&answer["statements"][0]).len()), ((1, 2), 0));
        assert_eq!(waiting(&app).await.len(), 4);
    }

    async fn statements_of_one_file_that_overlap_bring_each_line_in_once(app: TestApp) {
        app.open_books().await;
        let lines = ["2024-01-10 5.00 A1 | Cobalt | x", "2024-01-20 6.00 A2 | Cobalt | y", "2024-02-03 7.00 A3 | Cobalt | z"];
        let one = sheet("1", "2024-01-01 2024-01-31", "0.00", &lines[..2]);
        let two = sheet("2", "2024-01-15 2024-02-15", "5.00", &lines[1..]);
        let answer = import(&app, camt(&[one.clone(), two.clone(), one])).await.expect(200);
        assert_eq!((counted(&answer), waiting(&app).await.len()), ((3, 3), 3), "{}", answer.text);
        for at in 0..3 {
            assert!(breaks(&answer["statements"][at]).is_empty(), "{}", answer.text);
        }
        assert_eq!(answer["statements"][2]["is_known"], true);
        assert_eq!(answer["statements"][2]["statement_id"], answer["statements"][0]["statement_id"]);
    }

    async fn a_retry_gets_the_answer_of_the_first_time(app: TestApp) {
        app.open_books().await;
        let (bo, query) = (accountant(&app), format!("account_id={CASH}"));
        let key = [("X-Idempotency-Key", "january")];
        let first = send(&app, &bo, &query, &key, camt(&[january()])).await.expect(200);
        let again = send(&app, &bo, &query, &key, camt(&[january()])).await.expect(200);
        assert_eq!((&again.text, again.header("Idempotent-Replayed")), (&first.text, "true"));
        let other = camt(&[sheet("9", "2024-02-01 2024-02-29", "130.00", &[])]);
        send(&app, &bo, &query, &key, other).await.expect(422).problem("idempotency_key_reused");
        assert_eq!(waiting(&app).await.len(), 2);
    }
}
