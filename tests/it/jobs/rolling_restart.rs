//! A graceful stop under load: servers behind a balancer are restarted one after the other, and no request fails.
//! See docs/rules/operation.md#stopping.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use tests::balancer::Balancer;
use tests::prelude::*;
use tokio::task::JoinSet;

const CLIENTS: usize = 6;
/// How often each server is restarted.
const ROUNDS: usize = 3;

/// One connection for each request, without a retry: a request without an answer fails the test.
async fn send(http: &reqwest::Client, url: String, token: &Token, body: Option<Value>) -> Answer {
    let mut request = http.post(&url).header("Authorization", format!("jwt {}", token.0));
    if let Some(body) = body {
        request = request.header("Content-Type", "application/json").body(body.to_string());
    }
    let response = request.send().await.unwrap_or_else(|error| panic!("POST {url}: {error:?}"));
    Answer::read(format!("POST {url}"), response).await.unwrap_or_else(|error| panic!("POST {url}: {error:?}"))
}

async fn client(number: usize, base_url: String, stop: Arc<AtomicBool>, done: Arc<AtomicUsize>) {
    let http = reqwest::Client::builder().pool_max_idle_per_host(0).build().expect("an HTTP client");
    let base = format!("{base_url}{}journal-entries", tests::app::PREFIX);
    let (clerk, manager) = (Token::new("carl", &["clerk"], &[]), Token::new("mona", &["manager"], &[]));
    let mut entries = 0;
    while !stop.load(Ordering::SeqCst) {
        let id = format!("JE-{number}-{entries}");
        send(&http, base.clone(), &clerk, Some(entry_named(&id, "5.00"))).await.expect(201);
        send(&http, format!("{base}/{id}/submit-for-approval"), &clerk, None).await.expect(200);
        let signed = send(&http, format!("{base}/{id}/approve"), &manager, None).await.expect(200);
        // The stopping server finishes its jobs in hand; no other has to take them over.
        assert_eq!(signed["posted"], true, "{}", signed.text);
        entries += 1;
        done.fetch_add(1, Ordering::SeqCst);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_request_fails_while_servers_are_restarted_one_by_one() {
    let app = TestApp::start_with(Backend::Postgres, &[("GL_WORKERS", "none")]).await;
    app.open_books().await;
    let settings = settings(&[("GL_LOG", "warn,api::server=info")]);
    let mut servers = [(); 2].map(|()| Process::serve(app.database.url(), &settings));
    let balancer = Balancer::start().await;
    for server in &servers {
        balancer.add(&server.base_url);
    }
    let (stop, done, mut clients) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)), JoinSet::new());
    for number in 0..CLIENTS {
        clients.spawn(client(number, balancer.base_url.clone(), Arc::clone(&stop), Arc::clone(&done)));
    }
    for round in 0..2 * ROUNDS {
        tokio::time::sleep(Duration::from_millis(150)).await;
        let server = &mut servers[round % 2];
        balancer.drain(&server.base_url);
        let ended = tokio::task::block_in_place(|| server.terminate(Duration::from_secs(12)));
        assert!(ended.success(), "SIGTERM ends gl with {ended}; its log:\n{}", server.log());
        assert!(!server.log().contains("gave up"), "something was cut off:\n{}", server.log());
        let before = done.load(Ordering::SeqCst);
        while done.load(Ordering::SeqCst) <= before + CLIENTS {
            // The other server runs the jobs meanwhile.
            assert!(!clients.is_empty() && clients.try_join_next().is_none(), "a client gave up");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        tokio::task::block_in_place(|| server.restart());
        balancer.add(&server.base_url);
    }
    stop.store(true, Ordering::SeqCst);
    clients.join_all().await;
    let entries = done.load(Ordering::SeqCst);
    let posted = number(&format!("{}.00", 5 * entries));
    let trial = "reports/trial-balance?as_of=2024-12-31";
    app.eventually(trial, &app.controller(), |trial| trial["total_debit"] == posted).await;
    app.books_agree();
}
