//! The orders of lists of documents: a walk of the pages under writes neither repeats nor skips what was there all along, in every
//! order, whatever the list is narrowed to. See docs/rules/interface.md#lists.

use std::cmp::Ordering;

use engine::books::document::DocumentOrder;
use engine::kernel::entity::document;
use engine::values::kind::DocumentKind;
use sea_orm::{ConnectionTrait, IdenStatic, Iterable};
use tests::prelude::*;

/// What is asked, the member that it is by besides the entry, and whether the first is the least.
const ORDERS: [(&str, Option<&str>, bool); 9] = [
    ("", None, false),
    ("&sort=-created_at", None, false),
    ("&sort=created_at", None, true),
    ("&sort=tran_date", Some("tran_date"), true),
    ("&sort=-tran_date", Some("tran_date"), false),
    ("&sort=due_date", Some("due_date"), true),
    ("&sort=-due_date", Some("due_date"), false),
    ("&sort=amount", Some("total"), true),
    ("&sort=-amount", Some("total"), false),
];

/// What the list is narrowed to, and how many of the old bills that leaves.
const FILTERS: [(&str, usize); 10] = [
    ("", 14),
    ("&status=Draft", 7),
    ("&status=Draft,Pending%20Approval", 14),
    ("&status=Pending%20Approval,Posted,Voided&party=V-1", 7),
    ("&period=2024-01", 14),
    ("&period=2024-01&status=Draft", 7),
    ("&party=V-1", 14),
    ("&from=2024-01-03&to=2024-01-05", 8),
    ("&from=2024-01-03", 10),
    ("&to=2024-01-05&status=Draft", 6),
];

/// Two bulks of seven bills on five days, due on three, of four amounts: those of a bulk bear one instant.
async fn bills(app: &TestApp) {
    app.open_books().await;
    for (bulk, submit) in [("B", true), ("a", false)] {
        let item = |at: usize| {
            let amount = format!("{}.50", [2, 10, 9, 100][at % 4]);
            let item = dated(bill(&format!("{bulk}-{}", at * 5 % 7), &amount), "2024-01", &day(2 + at % 5));
            with(item, json!({ "due_date": day(10 + at * 2 % 3) }))
        };
        let items: Vec<Value> = (0..7).map(item).collect();
        let made = app.post("bills/bulk", &app.clerk(), json!({ "items": items, "submit": submit })).await.expect(200);
        assert_eq!(made.number("succeeded"), "7", "{}", made.text);
    }
}

fn day(number: usize) -> String {
    format!("2024-01-{number:02}")
}

fn in_order(one: &Value, other: &Value, (_, by, is_ascending): (&str, Option<&str>, bool)) -> Ordering {
    let text = |row: &Value, name: &str| row[name].as_str().expect(name).to_owned();
    // Amounts as text of one width, so that they compare as dates do.
    let value = |row: &Value, name: &str| {
        row[name].as_str().map_or_else(|| format!("{:>20}", row[name].to_string()), str::to_owned)
    };
    let place = |row: &Value| (by.map(|name| value(row, name)), text(row, "created_at"), text(row, "bill_id"));
    let order = place(one).cmp(&place(other));
    if is_ascending { order } else { order.reverse() }
}

fn ids(rows: &[Value]) -> Vec<&str> {
    rows.iter().map(|row| row["bill_id"].as_str().expect("an id")).collect()
}

/// All rows of a list, two at a time. Between pages another bill is written, on the first day or the last, and the one before it
/// deleted.
async fn walk_under_writes(app: &TestApp, query: &str) -> Vec<Value> {
    let (clerk, mut rows, mut cursor, mut written) = (app.clerk(), Vec::new(), String::new(), None::<String>);
    for page in 0.. {
        let found = app.get(&format!("bills?limit=2{query}{cursor}"), &clerk).await.expect(200);
        rows.extend(found.data().iter().cloned());
        let body = dated(bill("between", "1.00"), "2024-01", &day(if page % 2 == 0 { 1 } else { 31 }));
        let body = with(body, json!({ "bill_id": format!("new-{page}") }));
        if let Some(before) = written.replace(app.draft(BILL, body).await) {
            app.delete(&before, &clerk).await.expect(204);
        }
        if found["has_more"] == false {
            break;
        }
        cursor = format!("&cursor={}", found.string("next_cursor"));
    }
    app.delete(&written.expect("a bill"), &clerk).await.expect(204);
    rows
}

/// Copies the bill as it stands in the database, so many times.
async fn copied(app: &TestApp, id: &str, times: u64) {
    let columns: Vec<String> = document::Column::iter().map(|column| format!("\"{}\"", column.as_str())).collect();
    let copied = columns.join(", ").replace("\"document_id\"", "'copy-' || n");
    let into = columns.join(", ");
    let all = format!(
        "WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < {times}) \
         INSERT INTO document ({into}) SELECT {copied} FROM document, number WHERE document_id = '{id}'"
    );
    app.engine().store.writer.execute_unprepared(&all).await.expect("copies");
}

tests::on_both! {
    async fn no_more_are_sorted_without_an_index_than_are_sorted_in_a_moment(app: TestApp) {
        app.open_books().await;
        let clerk = app.clerk();
        for (id, amount) in [("B-1", "1.00"), ("B-2", "2.00")] {
            app.post("bills", &clerk, bill(id, amount)).await.expect(201);
        }
        copied(&app, "B-1", DocumentOrder::MOST_SORTED - 2).await;
        let largest = app.get("bills?sort=-amount&limit=1", &clerk).await.expect(200);
        assert_eq!(largest.data()[0]["bill_id"], "B-2");
        app.post("bills", &clerk, bill("B-3", "3.00")).await.expect(201);
        for sort in ["amount", "-amount", "due_date", "-due_date"] {
            app.get(&format!("bills?sort={sort}"), &clerk).await.expect(422).problem("invalid").names("sort");
            app.get(&format!("bills?sort={sort}&period=2024-02"), &clerk).await.expect(200);
        }
        app.get("bills?sort=-tran_date", &clerk).await.expect(200);
        // Nobody wrote the copies: the books would not agree with the trail.
        let gone = "DELETE FROM document WHERE document_id LIKE 'copy-%'";
        app.engine().store.writer.execute_unprepared(gone).await.expect("no copies");
    }

    async fn a_walk_in_every_order_sees_every_old_row_once(app: TestApp) {
        bills(&app).await;
        for (filter, count) in FILTERS {
            for order in ORDERS {
                let query = format!("{filter}{}", order.0);
                let mut wanted = app.get(&format!("bills?limit=200{filter}"), &app.clerk()).await.expect(200).data().to_vec();
                assert_eq!(wanted.len(), count, "{filter}");
                wanted.sort_by(|one, other| in_order(one, other, order));
                let seen = walk_under_writes(&app, &query).await;
                assert!(seen.is_sorted_by(|one, other| in_order(one, other, order).is_lt()), "{query}: {:?}", ids(&seen));
                let old: Vec<&str> = ids(&seen).into_iter().filter(|id| !id.starts_with("new")).collect();
                assert_eq!(old, ids(&wanted), "{query}");
            }
        }
    }

    async fn counts_and_pages_that_are_asked_for_again_are_the_same(app: TestApp) {
        bills(&app).await;
        let clerk = app.clerk();
        for (sort, _, _) in ORDERS {
            let first = app.get(&format!("bills?limit=5&count=true&party=V-1{sort}"), &clerk).await.expect(200);
            assert_eq!((first.number("total"), first.data().len()), ("14".to_owned(), 5), "{sort}");
            let next = format!("bills?limit=5&party=V-1{sort}&cursor={}", first.string("next_cursor"));
            let next = [app.get(&next, &clerk).await.expect(200), app.get(&next, &clerk).await.expect(200)];
            assert_eq!(next[0].text, next[1].text, "{sort}");
        }
    }

    async fn a_cursor_belongs_to_its_order(app: TestApp) {
        bills(&app).await;
        let clerk = app.clerk();
        for (of, (mark, _, _)) in ORDERS.iter().enumerate() {
            let page = app.get(&format!("bills?limit=2{mark}"), &clerk).await.expect(200);
            let cursor = page.string("next_cursor");
            for (at, (sort, _, _)) in ORDERS.iter().enumerate() {
                let answer = app.get(&format!("bills?limit=2{sort}&cursor={cursor}"), &clerk).await;
                // The order of the first two is the same.
                if of == at || of + at == 1 {
                    assert_eq!(answer.expect(200).data().len(), 2);
                } else {
                    answer.expect(422).problem("invalid").names("cursor");
                }
            }
        }
        // As they were before there was an order.
        let page = app.get("bills?cursor=9000000000000000~B", &clerk).await.expect(200);
        assert_eq!(page.data().len(), 14);
        for wrong in ["1~tran_date~B-1", "1~tran_date~2024-02-30~B-1", "1~B-1", "1~-tran_date~2024-01-02~B-1"] {
            app.get(&format!("bills?sort=tran_date&cursor={wrong}"), &clerk).await.expect(422).names("cursor");
        }
    }

    async fn every_type_is_sorted_and_knows_its_orders(app: TestApp) {
        app.open_books().await;
        let clerk = app.token("alma", &["admin", "manager"], &["*.*"]);
        for kind in DocumentKind::ALL {
            let path = Kind::of(kind).path;
            for sort in ["-created_at", "created_at", "tran_date", "-tran_date", "amount", "-amount"] {
                app.get(&format!("{path}?sort={sort}"), &clerk).await.expect(200);
            }
            for sort in ["due_date", "-due_date"] {
                let answer = app.get(&format!("{path}?sort={sort}"), &clerk).await;
                if kind.items().is_some() { answer.expect(200) } else { answer.expect(422).names("sort") };
            }
            for wrong in ["total", "", "-Created_at", "tran_date,created_at"] {
                app.get(&format!("{path}?sort={wrong}"), &clerk).await.expect(422).problem("invalid").names("sort");
            }
        }
    }
}
