//! Server-sent events: a page that is open learns that what it shows has changed. The server compares, so that a busy company does
//! not make every open page read anew.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::io;
use std::sync::Arc;
use std::time::Duration;

use futures_util::stream;
use poem::http::{HeaderValue, header};
use poem::{Body, Response};

use super::page::waiting;
use crate::fields::Fields;
use crate::interface::schema::{Document, Page, PendingDocument};
use crate::json::Members;
use crate::operations::segment;
use crate::problem::Problem;
use crate::visit::Visit;
use crate::vocabulary::DocumentType;

/// The least time between two looks for one page.
const PAUSE: Duration = Duration::from_secs(1);
/// After so long without a change a comment is sent: a connection that nobody reads is found out, and the session is looked at.
const BEAT: Duration = Duration::from_secs(15);

/// What a page watches: the inbox with its filters, or one document.
async fn fingerprint(visit: &Visit) -> Result<u64, Problem> {
    let mut hash = DefaultHasher::new();
    if let Some((kind, id)) = visit.query.given("document").and_then(|key| key.split_once(':')) {
        let kind = DocumentType::of(kind).ok_or_else(Problem::not_found)?;
        let path = format!("/{}/{}", kind.collection(), segment(id));
        visit.operations.aside(&path, &Fields::default()).await?.text(Document::VERSION).hash(&mut hash);
    } else {
        let answer = waiting(visit, &visit.query).await?;
        for document in answer.list(Page::DATA) {
            (
                document.text(PendingDocument::DOCUMENT_ID),
                document.text(PendingDocument::DOCUMENT_TYPE),
                document.text(PendingDocument::VERSION),
            )
                .hash(&mut hash);
        }
        answer.text(Page::TOTAL).hash(&mut hash);
    }
    Ok(hash.finish())
}

/// Waits for the next thing to send; nothing when the stream ends.
async fn next(visit: &Visit, changes: &mut tokio::sync::watch::Receiver<u64>, known: &mut u64) -> Option<&'static str> {
    loop {
        tokio::time::sleep(PAUSE).await;
        tokio::select! {
            () = visit.host.stopped() => return None,
            moved = tokio::time::timeout(BEAT, changes.changed()) => match moved {
                Ok(Ok(())) => {}
                Ok(Err(_)) => return None,
                // The page opens the stream again with its session as it is then.
                Err(_) => return Some(": still here\n\n"),
            },
        }
        let now = fingerprint(visit).await.ok()?;
        if now != *known {
            *known = now;
            return Some("data: changed\n\n");
        }
    }
}

/// The events of a page.
pub async fn events(visit: Arc<Visit>) -> Result<Response, Problem> {
    let known = fingerprint(&visit).await?;
    let changes = visit.host.changes();
    // A stream ends after a while, so that a session that was ended elsewhere does not go on watching.
    let beats_left = 40_u32;
    let pieces =
        stream::unfold((visit, changes, known, beats_left), |(visit, mut changes, mut known, left)| async move {
            let left = left.checked_sub(1)?;
            let piece = next(&visit, &mut changes, &mut known).await?;
            Some((Ok::<_, io::Error>(piece), (visit, changes, known, left)))
        });
    let first = stream::iter([Ok("retry: 2000\n\n")]);
    let mut response = Response::builder()
        .content_type("text/event-stream")
        .body(Body::from_bytes_stream(futures_util::StreamExt::chain(first, pieces)));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}
