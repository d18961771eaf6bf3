//! Balances held against lines: what a statement opens with is what the one before it closed with.

use tests::prelude::*;

use super::*;

async fn breaks_of(app: &TestApp, id: &str) -> Vec<String> {
    let read = app.get(&format!("bank-statements/{id}"), &accountant(app)).await.expect(200);
    breaks(&read.json)
}

fn january() -> Sheet {
    sheet("1", "2024-01-01 2024-01-31", "0.00", &["2024-01-10 5.00 A1 | Cobalt | x"])
}

fn february() -> Sheet {
    sheet("2", "2024-02-01 2024-02-29", "5.00", &["2024-02-10 7.00 A2 | Cobalt | y"])
}

fn march() -> Sheet {
    sheet("3", "2024-03-01 2024-03-31", "12.00", &["2024-03-10 -2.00 A3 | Verdant | z"])
}

tests::on_both! {
    async fn a_gap_is_closed_by_what_comes_later(app: TestApp) {
        app.open_books().await;
        let first = brought_in(&app, &[january()]).await;
        let answer = import(&app, camt(&[march()])).await.expect(200);
        let gap = ["gap 2024-03-01 7.00"];
        assert_eq!(breaks(&answer["statements"][0]), gap);
        let last = answer["statements"][0]["statement_id"].as_str().expect("an id").to_owned();
        assert_eq!(breaks_of(&app, &last).await, gap);
        let answer = import(&app, camt(&[february()])).await.expect(200);
        assert!(breaks(&answer["statements"][0]).is_empty(), "{}", answer.text);
        let between = answer["statements"][0]["statement_id"].as_str().expect("an id").to_owned();
        for id in [&first, &between, &last] {
            assert_eq!(breaks_of(&app, id).await, Vec::<String>::new());
        }
        // Without it the gap is there again.
        app.delete(&format!("bank-statements/{between}"), &accountant(&app)).await.expect(204);
        assert_eq!(breaks_of(&app, &last).await, gap);
    }

    async fn a_wrong_sum_is_told_with_its_difference(app: TestApp) {
        app.open_books().await;
        let answer = import(&app, camt(&[january().closing("5.50"), february()])).await.expect(200);
        assert_eq!(breaks(&answer["statements"][0]), ["lines 2024-01-31 0.50"]);
        assert_eq!(breaks(&answer["statements"][1]), ["gap 2024-02-01 -0.50"]);
    }

    async fn a_file_in_any_order_chains(app: TestApp) {
        app.open_books().await;
        let answer = import(&app, camt(&[march(), january(), february()])).await.expect(200);
        for at in 0..3 {
            assert!(breaks(&answer["statements"][at]).is_empty(), "{}", answer.text);
        }
        assert_eq!(counted(&answer), (3, 0));
    }

    async fn pages_of_one_day_follow_each_other(app: TestApp) {
        app.open_books().await;
        let day = "2024-01-05 2024-01-05";
        // Both pages have the same line: of one day, in two pages, it is two lines.
        let twin = "2024-01-05 1.00 - | Kiosk | fee";
        let page = |number: &str, opening: &str, reference: &str| {
            sheet(number, day, opening, &[twin, &format!("2024-01-05 -11.00 {reference} | Verdant | w")])
        };
        let (one, two) = (page("1/1", "100.00", "P1"), page("1/2", "90.00", "P2"));
        let first = brought_in(&app, std::slice::from_ref(&one)).await;
        let answer = import(&app, camt(std::slice::from_ref(&two))).await.expect(200);
        assert_eq!((counted(&answer), breaks(&answer["statements"][0]).len()), ((2, 0), 0), "{}", answer.text);
        assert_eq!(waiting(&app).await.len(), 4);
        assert_eq!(breaks_of(&app, &first).await, Vec::<String>::new());
        // Each again, in one file, brings nothing.
        assert_eq!(counted(&import(&app, camt(&[two, one])).await.expect(200)), (0, 4));
        assert_eq!(waiting(&app).await.len(), 4);
    }

    async fn pages_of_one_month_follow_each_other(app: TestApp) {
        app.open_books().await;
        let month = "2024-01-01 2024-01-31";
        // A fee like another one of the same day stands on the next page.
        let twin = "2024-01-15 -1.00 - | Kiosk | fee";
        let one = sheet("7/1", month, "0.00", &["2024-01-10 5.00 A1 | Cobalt | x", twin]);
        let two = sheet("7/2", month, "4.00", &[twin, "2024-01-20 9.00 A2 | Cobalt | y"]);
        brought_in(&app, std::slice::from_ref(&one)).await;
        let answer = import(&app, camt(std::slice::from_ref(&two))).await.expect(200);
        assert_eq!((counted(&answer), breaks(&answer["statements"][0]).len()), ((2, 0), 0), "{}", answer.text);
        assert_eq!((counted(&import(&app, camt(&[one, two])).await.expect(200)), waiting(&app).await.len()), ((0, 4), 4));
    }

    async fn pages_of_one_day_in_one_file_are_whole(app: TestApp) {
        app.open_books().await;
        let twin = "2024-01-05 1.00 - | Kiosk | fee";
        let pages = |numbers: [&str; 2]| [sheet(numbers[0], "2024-01-05 2024-01-05", "10.00", &[twin]), sheet(numbers[1], "2024-01-05 2024-01-05", "11.00", &[twin])];
        let answer = import(&app, camt(&pages(["1/1", "1/2"]))).await.expect(200);
        assert_eq!((counted(&answer), waiting(&app).await.len()), ((2, 0), 2));
        for at in 0..2 {
            assert!(breaks(&answer["statements"][at]).is_empty(), "{}", answer.text);
        }
        assert_eq!(counted(&import(&app, camt(&pages(["1/1", "1/2"]))).await.expect(200)), (0, 2));
    }
}
