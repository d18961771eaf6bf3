//! A bill and an invoice may have the same id; the subject of a job is one of them.

use sea_orm::ConnectionTrait;
use tests::prelude::*;

/// The job of the bill is lost; the job of the invoice with the same id waits, or was set aside.
async fn a_bill_does_not_wait_behind_an_invoice(backend: Backend) {
    let app = TestApp::start_with(backend, &[("GL_WORKERS", "none"), ("GL_POSTING_WAIT", "20ms")]).await;
    let end = app.end();
    app.open_books().await;
    for (kind, body) in [(INVOICE, invoice("X-1", "5.00")), (BILL, bill("X-1", "7.00"))] {
        let path = app.pending(kind, body).await;
        let signed = app.approve(&path).await.expect(200);
        assert_eq!(signed["posted"], false, "{}", signed.text);
    }
    let db = &app.engine().store.writer;
    for statement in ["DELETE FROM job WHERE resource_type = 'bill'", "UPDATE job SET state = 'quarantined'"] {
        db.execute_unprepared(statement).await.expect("changed");
    }
    let swept = app.engine().sweep().await.expect("swept");
    assert_eq!(swept.enqueued, 1, "the bill has no job of its own");
    let jobs = app.get("jobs?state=queued", &app.admin()).await.expect(200);
    assert_eq!((jobs.data().len(), &jobs.data()[0]["resource_id"]), (1, &json!("X-1")));
    assert_eq!(app.engine().sweep().await.expect("swept").enqueued, 0, "now it has one");
    let quarantined = app.get("jobs?state=quarantined", &app.admin()).await.expect(200);
    let job_id = quarantined.data()[0]["job_id"].as_str().expect("an id").to_owned();
    app.act(&format!("jobs/{job_id}/retry"), &app.admin()).await.expect(200);
    app.work_off().await;
    for path in [BILL.at("X-1"), INVOICE.at("X-1")] {
        assert_eq!(app.get(&path, &app.admin()).await.expect(200)["status"], "Posted", "{path}");
    }
    end.check().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bill_does_not_wait_behind_an_invoice_on_sqlite() {
    a_bill_does_not_wait_behind_an_invoice(Backend::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bill_does_not_wait_behind_an_invoice_on_postgres() {
    a_bill_does_not_wait_behind_an_invoice(Backend::Postgres).await;
}
