//! The machine's clock jumped ahead and came back: no user stays locked out, work goes on, and the trail stays in
//! order.

use sea_orm::{ConnectionTrait, Statement};
use tests::prelude::*;

const DAY: i64 = 86_400_000;

/// The instants of the trail, in the order of its rows. The rows of one command share an instant, and the start alone
/// writes several: the roles and the baseline.
async fn instants(app: &TestApp) -> Vec<i64> {
    let db = sea_orm::Database::connect(app.database.url()).await.expect("opened");
    let all = Statement::from_string(
        db.get_database_backend(),
        "SELECT at FROM audit_entry WHERE resource <> 'role' AND action <> 'Baseline' ORDER BY seq",
    );
    let rows = db.query_all_raw(all).await.expect("rows");
    let instants = rows.iter().map(|row| row.try_get("", "at").expect("an instant")).collect();
    db.close().await.expect("closed");
    instants
}

fn ascend(instants: &[i64]) -> bool {
    instants.windows(2).all(|pair| pair[0] < pair[1])
}

on_both! {
    async fn a_clock_that_jumped_ahead_and_came_back_locks_nobody_out(app: TestApp) {
        app.open_books().await;
        let clock = app.engine().clock.clone();
        let (clerk, manager) = (app.clerk(), app.manager());
        app.post("journal-entries", &clerk, entry_named("JE-1", "5.00")).await.expect(201);

        clock.shift(400 * DAY);
        app.get("journal-entries/JE-1", &clerk).await.expect(401).problem("unauthorized");
        let claims = json!({ "sub": "carl", "exp": tests::token::now() + 500 * 86_400, "roles": ["clerk"] });
        app.post("journal-entries", &Token::of(&claims), entry_named("JE-2", "5.00")).await.expect(201);

        clock.shift(-400 * DAY);
        app.get("journal-entries/JE-1", &clerk).await.expect(200);
        app.act("journal-entries/JE-1/submit-for-approval", &clerk).await.expect(200);
        let approved = app.act("journal-entries/JE-1/approve", &manager).await.expect(200);
        assert_eq!(approved["posted"], true, "{}", approved.text);
        let before = instants(&app).await;
        assert!(ascend(&before), "{before:?}");

        // A process that starts now continues the order of the books, and also checks tokens by the machine's clock.
        let other = TestApp::start_on(Database::at(app.database.url().to_owned()), &[]).await;
        other.post("journal-entries", &clerk, entry_named("JE-3", "5.00")).await.expect(201);
        let after = instants(&app).await;
        assert!(ascend(&after) && after.len() > before.len(), "{after:?}");
        let shown = other.get("journal-entries/JE-3/audit-trail", &clerk).await.expect(200);
        assert!(shown.text.contains("Created"), "{}", shown.text);
    }
}
