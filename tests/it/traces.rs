//! Traces: what a collector gets, and that no request waits for an unreachable one.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

use tests::prelude::*;

/// A collector that takes one export, and what was in it.
fn one_sending(listener: &TcpListener) -> (String, Value) {
    let (mut stream, _) = listener.accept().expect("a sending");
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a time limit");
    let (mut got, mut piece) = (Vec::new(), [0_u8; 4096]);
    loop {
        let read = stream.read(&mut piece).expect("more of it");
        got.extend_from_slice(&piece[..read]);
        let text = String::from_utf8_lossy(&got).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n")
            && let Ok(json) = serde_json::from_str(body)
        {
            answer(&mut stream);
            return (head.to_owned(), json);
        }
    }
}

fn answer(stream: &mut TcpStream) {
    stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}").expect("answered");
}

fn sqlite() -> String {
    let folder = tests::scratch::folder(&format!("traces-{}", tests::scratch::number()));
    format!("sqlite://{}", folder.join("gl.db").display())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_is_a_span_of_the_trace_that_it_came_with() {
    let collector = TcpListener::bind("127.0.0.1:0").expect("a port");
    let endpoint = format!("http://{}", collector.local_addr().expect("its number"));
    let mut service = Process::serve(&sqlite(), &settings(&[("GL_OTLP_ENDPOINT", &endpoint)]));
    let url = format!("{}{}accounts/NO-SUCH", service.base_url, tests::app::PREFIX);
    tests::app::prepare_client().await;
    let client = reqwest::Client::new();
    let trace = "0af7651916cd43dd8448eb211c80319c";
    for (flags, token) in [("00", Token::none()), ("01", Token::new("ann", &["admin"], &[]))] {
        let asked = client.get(&url).header("traceparent", format!("00-{trace}-b7ad6b7169203331-{flags}"));
        let answer = asked.header("Authorization", format!("jwt {}", token.0)).send().await.expect("an answer");
        assert!(answer.status().is_client_error());
    }
    let sent = tokio::task::spawn_blocking(move || one_sending(&collector)).await.expect("sent");
    assert!(sent.0.starts_with("POST /v1/traces HTTP/1.1\r\n"), "{}", sent.0);
    let spans = sent.1["resourceSpans"][0]["scopeSpans"][0]["spans"].as_array().cloned().expect("spans");
    assert_eq!(spans.len(), 1, "one was not to be kept: {spans:?}");
    assert_eq!((&spans[0]["traceId"], &spans[0]["parentSpanId"]), (&json!(trace), &json!("b7ad6b7169203331")));
    assert_eq!(spans[0]["name"], format!("GET {}accounts/{{account_id}}", tests::app::PREFIX));
    let told = spans[0].to_string();
    assert!(told.contains("\"404\"") && !told.contains("NO-SUCH") && !told.contains("ann"), "{told}");
    // The collector is gone now: requests go on, and the service stops in time.
    let answer = client.get(format!("{}/livez", service.base_url)).send().await.expect("an answer");
    assert_eq!(answer.status().as_u16(), 200);
    assert!(service.terminate(Duration::from_secs(15)).success());
}
