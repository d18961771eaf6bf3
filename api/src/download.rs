//! Answers that are written while they are read: the whole of a long report, or of the journal, is never in memory.
//!
//! Such an answer holds a connection to the database and its state of the books. So few are written at a time, and one whose
//! reader takes nothing for a while is broken off. What goes wrong on the way breaks the connection off, too: a text that ends
//! early is never taken for a whole one.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use futures_util::stream;
use poem::http::{StatusCode, header};
use poem::{Body, Response};
use tokio::sync::{Semaphore, mpsc};

use crate::problem::Problem;

/// How many are written at a time, in one process.
static AT_A_TIME: Semaphore = Semaphore::const_new(4);
/// How long one waits for its turn.
const TURN: Duration = Duration::from_secs(10);
/// How long the reader may take nothing.
const PATIENCE: Duration = Duration::from_secs(30);

/// An answer of that type whose text `write` sends piece by piece, in a task of its own.
pub async fn answer<F>(
    content_type: &str,
    file: &str,
    write: impl FnOnce(mpsc::Sender<String>) -> F,
) -> Result<Response, Problem>
where
    F: Future<Output = Result<(), Problem>> + Send + 'static,
{
    let turn = tokio::time::timeout(TURN, AT_A_TIME.acquire()).await;
    let Ok(Ok(turn)) = turn else {
        return Err(Problem::unavailable("too many downloads at a time; send the request again"));
    };
    let (pieces, mut written) = mpsc::channel::<String>(1);
    let (taken, taking) = mpsc::channel::<Result<String, std::io::Error>>(1);
    let writing = write(pieces);
    let id = crate::request_id::current();
    tokio::spawn(crate::request_id::scope(id, async move {
        let pass_on = async move {
            while let Some(piece) = written.recv().await {
                if taken.send_timeout(Ok(piece), PATIENCE).await.is_err() {
                    return None;
                }
            }
            Some(taken)
        };
        let (ended, reader) = tokio::join!(writing, pass_on);
        if let (Err(problem), Some(reader)) = (ended, reader) {
            tracing::error!("a download was broken off: {problem}");
            let _ = reader.send_timeout(Err(std::io::Error::other("broken off")), PATIENCE).await;
        }
        drop(turn);
    }));
    let taking = Arc::new(tokio::sync::Mutex::new(taking));
    let pieces = stream::unfold(taking, |taking| async move {
        let piece = taking.lock().await.recv().await?;
        Some((piece, taking))
    });
    Ok(Response::builder()
        .status(StatusCode::OK)
        .header(header::CONTENT_TYPE, content_type)
        .header(header::CONTENT_DISPOSITION, format!("attachment; filename=\"{file}\""))
        .body(Body::from_bytes_stream(pieces)))
}
