//! How much waits for somebody, beside a page that does not show it all. See docs/rules/signing.md#what-waits-for-me.

use tests::prelude::*;

/// The counts beside a short page, for which the database counts, are those beside a page that has all, which are decided one by one.
async fn counts_are_those_of_all(app: &TestApp, who: &Token) {
    let all = app.get("approvals/pending?limit=200", who).await.expect(200);
    assert_eq!(all["has_more"], json!(false), "{}", all.text);
    let by_type =
        |kind: &str| all.data().iter().filter(|row| row["document_type"].as_str() == Some(kind)).count().to_string();
    for row in all["counts"].as_array().expect("counts") {
        let kind = row["document_type"].as_str().expect("a type");
        assert_eq!(row["waiting"].to_string(), by_type(kind), "{}", all.text);
        let of_type = app.get(&format!("approvals/pending?limit=1&document_type={kind}"), who).await.expect(200);
        assert_eq!((of_type.number("total"), &of_type["counts"]), (by_type(kind), &all["counts"]), "{}", of_type.text);
    }
    let short = app.get("approvals/pending?limit=1", who).await.expect(200);
    assert_eq!((&short["total"], &short["counts"]), (&all["total"], &all["counts"]), "{}", short.text);
    let entries = app.get("journal-entries/pending-approvals?limit=1", who).await.expect(200);
    assert_eq!(entries.number("total"), by_type("journal_entry"), "{}", entries.text);
}

/// Somebody with these roles who may also write everything.
fn anybody(app: &TestApp, who: &str, roles: &[&str]) -> Token {
    app.token(who, roles, &["*.*"])
}

async fn sign(app: &TestApp, id: &str, who: &Token) {
    app.act(&format!("journal-entries/{id}/approve"), who).await.expect(200);
}

/// Entries that wait for their first or second level, with whatever keeps somebody from signing them, and bills, which anybody signs
/// who may approve them.
async fn books(app: &TestApp) {
    app.open_books().await;
    let (admin, clerk) = (app.admin(), app.clerk());
    let limits = json!([{ "document_type": "journal_entry", "approval_limit": number("100.00") }]);
    for user in [
        json!({ "user_id": "lena", "name": "Lena", "approval_limits": limits, "roles": ["manager"] }),
        json!({ "user_id": "mia", "name": "Mia", "roles": ["manager"] }),
    ] {
        app.post("users", &admin, user).await.expect(201);
    }
    let given = json!({
        "delegation_id": "D-1", "to_user_id": "dora", "first_day": "2020-01-01", "last_day": "2099-12-31",
        "document_types": ["journal_entry"], "reason": "holidays",
    });
    app.post("delegations", &app.token("mia", &["manager"], &[]), given).await.expect(201);
    for (id, amount) in [
        ("JE-0", "5.00"),
        ("JE-1", "99.99"),
        ("JE-2", "100.00"),
        ("JE-3", "100.01"),
        ("JE-4", "5000.00"),
        ("JE-5", "6000.00"),
        ("JE-6", "7000.00"),
    ] {
        app.pending(JOURNAL_ENTRY, entry_named(id, amount)).await;
    }
    for id in ["BILL-1", "BILL-2"] {
        app.pending(BILL, bill(id, "5.00")).await;
    }
    // The Kelvin sign folds to a k: this person is Kim.
    for (id, author) in [("JE-mona", "mona"), ("JE-kim", "\u{212a}im")] {
        app.post("journal-entries", &anybody(app, author, &[]), entry_named(id, "6.00")).await.expect(201);
        app.act(&format!("journal-entries/{id}/submit-for-approval"), &clerk).await.expect(200);
    }
    let edited = app.draft(JOURNAL_ENTRY, entry_named("JE-edited", "6.00")).await;
    app.put(&edited, &anybody(app, "mona", &[]), entry_named("JE-edited", "7.00")).await.expect(200);
    app.put(&edited, &clerk, entry_named("JE-edited", "8.00")).await.expect(200);
    app.act(&format!("{edited}/submit-for-approval"), &clerk).await.expect(200);
    sign(app, "JE-4", &app.token("mona", &["manager"], &[])).await;
    sign(app, "JE-6", &app.token("dora", &[], &["journal_entry.approve", "journal_entry.read"])).await;
}

tests::on_both! {
    async fn what_is_counted_is_what_may_be_signed(app: TestApp) {
        books(&app).await;
        let both: &[&str] = &["manager", "controller"];
        let people: [(&str, &[&str]); 13] = [
            ("mona", both), ("MONA", both), ("mia", both), ("dora", both), ("dora", &[]), ("kim", both), ("lena", both),
            ("Lena", &["manager"]), ("nora", both), ("j\u{fc}rgen", both), ("say \"x\"", both), ("carl", both), ("alma", &[]),
        ];
        for (who, roles) in people {
            counts_are_those_of_all(&app, &anybody(&app, who, roles)).await;
        }
        let waiting = async |who: &str, roles: &[&str]| {
            let ask = "approvals/pending?limit=1&document_type=journal_entry";
            app.get(ask, &anybody(&app, who, roles)).await.expect(200).number("total")
        };
        // Of ten entries two wait for the controller; one is hers, and one she edited.
        assert_eq!(waiting("mona", &["manager"]).await, "6");
        assert_eq!(waiting("nora", &["manager"]).await, "8");
        // One of the two she signed; of the other a delegate signed for Mia.
        assert_eq!(waiting("mona", &["controller"]).await, "1");
        assert_eq!(waiting("mia", &["controller"]).await, "1");
        assert_eq!(waiting("kim", &["manager"]).await, "7");
        // Up to 100.00.
        assert_eq!(waiting("lena", &["manager"]).await, "6");
    }
}
