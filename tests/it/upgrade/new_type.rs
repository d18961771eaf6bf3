//! Books that do not know a document type yet: the next start gives its permissions to the built-in roles that nobody edited, once,
//! however many processes start.

use std::collections::{BTreeMap, BTreeSet};

use engine::approval::access::builtin_roles;
use sea_orm::{ConnectionTrait, Statement};
use tests::database::Database;
use tests::fixture;
use tests::prelude::*;

use super::{RELEASES, agree, fine};

/// The type that these books do not know.
const NEW: &str = "expense";

type Roles = BTreeMap<String, (BTreeSet<String>, i64)>;

/// Each role's permissions and version.
async fn roles(database: &Database) -> Roles {
    let db = fixture::connect(database).await;
    let asked = Statement::from_string(db.get_database_backend(), "SELECT role_id, permissions, version FROM role");
    let mut roles = Roles::new();
    for row in db.query_all_raw(asked).await.expect("roles") {
        let text = |column: &str| row.try_get::<String>("", column).expect(column);
        let permissions = serde_json::from_str(&text("permissions")).expect("permissions");
        roles.insert(text("role_id"), (permissions, row.try_get("", "version").expect("a version")));
    }
    db.close().await.expect("closed");
    roles
}

/// Books of a release as if it had known nothing of the type.
async fn old_books(release: &str, backend: Backend) -> Database {
    let database = fixture::books(release, backend).await;
    fine(&["migrate", "up"], &database);
    let before = roles(&database).await;
    let db = fixture::connect(&database).await;
    let run = async |sql: &str, values: Vec<sea_orm::Value>| {
        let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, values);
        db.execute_raw(statement).await.expect("changed");
    };
    run("DELETE FROM document_type WHERE name = $1", vec![NEW.into()]).await;
    for (role_id, (mut permissions, _)) in before {
        permissions.retain(|permission| !permission.starts_with("expense."));
        let kept = serde_json::to_string(&permissions).expect("a text");
        run("UPDATE role SET permissions = $1 WHERE role_id = $2", vec![kept.into(), role_id.into()]).await;
    }
    db.close().await.expect("closed");
    database
}

async fn given_once(backend: Backend) {
    for release in RELEASES {
        let database = old_books(release, backend).await;
        let before = roles(&database).await;
        let mut started = [(); 3].map(|()| Process::spawn(&["serve"], database.url(), &settings(&[])));
        started.iter_mut().for_each(Process::await_address);
        let after = roles(&database).await;
        for (role_id, permissions) in builtin_roles() {
            let (known, version) = &before[role_id];
            // Somebody edited its viewer, and the admin may do everything.
            let gained = i64::from(!matches!(role_id, "admin" | "viewer"));
            // What they could do before payroll had permissions of its own, they still may.
            let payroll = known.iter().filter(|permission| permission.starts_with("payroll.")).cloned();
            let wanted = if gained == 0 { known.clone() } else { permissions.into_iter().chain(payroll).collect() };
            assert_eq!(after[role_id], (wanted, version + gained), "{role_id}");
        }
        drop(started);
        let app = TestApp::start_on(database, &[]).await;
        assert_eq!(roles(&app.database).await, after, "the next start changes nothing");
        let told = app.get("roles/manager/audit-trail", &app.admin()).await.expect(200);
        let rows = told["audit_trail"].as_array().expect("a trail");
        assert_eq!(i64::try_from(rows.len()).ok(), Some(after["manager"].1), "a row for each version: {}", told.text);
        let given = rows.last().expect("a row");
        assert_eq!((&given["action"], &given["performed_by"]), (&json!("Updated"), &json!("system")));
        assert!(given["details"].to_string().contains("expense.approve"), "{given}");
        app.end().check().await;
        agree(&app.database);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_type_is_given_once_on_sqlite() {
    given_once(Backend::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_type_is_given_once_on_postgres() {
    given_once(Backend::Postgres).await;
}

/// `GL_STARTS` says how many times three start at once on nothing.
async fn three_start_on_nothing(backend: Backend) {
    let times = std::env::var("GL_STARTS").map_or(2, |text| text.parse().expect("GL_STARTS is a number"));
    for _ in 0..times {
        let database = backend.empty().await;
        let serve = ["serve", "--migrate"];
        let mut started = [(); 3].map(|()| Process::spawn(&serve, database.url(), &settings(&[])));
        started.iter_mut().for_each(Process::await_address);
        let made = roles(&database).await;
        let wanted = builtin_roles().into_iter().map(|(role_id, permissions)| (role_id.to_owned(), (permissions, 1)));
        assert_eq!(made, wanted.collect::<Roles>());
        drop(started);
        agree(&database);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_start_at_once_on_nothing_with_sqlite() {
    three_start_on_nothing(Backend::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_start_at_once_on_nothing_with_postgres() {
    three_start_on_nothing(Backend::Postgres).await;
}
