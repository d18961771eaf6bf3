//! What was done in sessions of the console, held against the sign-ins of the trail.

use std::collections::BTreeSet;
use std::sync::Arc;

use engine::approval::access::{Actor, Permissions};
use engine::books::action::approve::Approve;
use engine::books::request::Asked;
use engine::kernel::session::{NewSession, SignedInBy};
use engine::values::kind::{DocumentKey, DocumentKind};
use tests::prelude::*;

use super::differences;

/// Signs as somebody who says that they ask in this session.
async fn sign(app: &TestApp, user_id: &str, role: &str, session_id: &str) {
    let actor = Actor {
        user_id: user_id.into(),
        roles: BTreeSet::from([role.to_owned()]),
        token_permissions: Permissions::default(),
        session_id: Some(session_id.to_owned()),
    };
    let approve = Approve { key: DocumentKey::new(DocumentKind::JournalEntry, "JE-1"), comments: None };
    Arc::clone(app.engine()).perform(Asked::by(actor), approve).await.expect("signed");
}

/// Begins a session of mona's: its id, its secret, and what its forms carry.
async fn begun(app: &TestApp) -> (String, String, String) {
    let roles = Some(BTreeSet::from(["manager".to_owned()]));
    let who =
        NewSession { user_id: "mona".into(), roles, permissions: BTreeSet::new(), signed_in_by: SignedInBy::Provider };
    let (session, secret) = app.engine().begin_session(who).await.expect("begun");
    (session.session_id, secret, session.csrf)
}

async fn pending(app: &TestApp) {
    app.open_books().await;
    app.pending(JOURNAL_ENTRY, entry_named("JE-1", "50000.00")).await;
}

tests::on_both! {
    async fn what_is_signed_in_a_session_names_it(app: TestApp) {
        pending(&app).await;
        let (session_id, secret, csrf) = begun(&app).await;
        let form = app.client.post(format!("{}/journal-entries/JE-1/decide/approve", app.base_url));
        let form = form.header("cookie", format!("gl_session={secret}")).header("content-type", "application/x-www-form-urlencoded");
        let page = form.body(format!("csrf={csrf}&words=Fine")).send().await.expect("an answer");
        assert_eq!(page.status().as_u16(), 200);
        let trail = app.get("journal-entries/JE-1/audit-trail", &app.admin()).await.expect(200);
        let rows = trail["audit_trail"].as_array().expect("rows");
        let named: Vec<(&str, &Value)> = rows.iter().map(|row| (row["action"].as_str().expect("an action"), &row["details"]["session_id"])).collect();
        assert_eq!(named, [("Created", &Value::Null), ("Submit for Approval", &Value::Null), ("Approve", &json!(session_id))]);
        assert_eq!(differences(&app).await, Vec::<String>::new());
    }
}

async fn a_signature_of_a_session_that_nobody_signed_in_to_is_named(backend: Backend) {
    let app = TestApp::start(backend).await;
    pending(&app).await;
    let (session_id, _, _) = begun(&app).await;
    sign(&app, "mona", "manager", &session_id).await;
    assert_eq!(differences(&app).await, Vec::<String>::new());
    sign(&app, "conrad", "controller", &session_id).await;
    sign(&app, "felix", "cfo", "01FORGED").await;
    assert_eq!(
        differences(&app).await,
        [
            "journal_entry JE-1: Approve by felix in the session 01FORGED, and the trail knows no sign-in to it"
                .to_owned(),
            format!(
                "journal_entry JE-1: Approve by conrad in the session {session_id}, and the trail says that mona signed in to it"
            ),
        ]
    );
}

#[tokio::test]
async fn a_signature_of_a_session_that_nobody_signed_in_to_is_named_on_sqlite() {
    a_signature_of_a_session_that_nobody_signed_in_to_is_named(Backend::Sqlite).await;
}

#[tokio::test]
async fn a_signature_of_a_session_that_nobody_signed_in_to_is_named_on_postgres() {
    a_signature_of_a_session_that_nobody_signed_in_to_is_named(Backend::Postgres).await;
}
