//! Answers that are written while they are read: the whole of a long report, or of the journal, is never in memory.
//!
//! Such an answer holds a connection to the database and its state of the books. So few are written at a time, and one whose
//! reader takes nothing for a while is broken off. Whatever ends the writing early, a panic too, breaks the connection off: only a
//! text that was written to its end ends well, so that no part is ever taken for the whole.

use std::future::Future;
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
    // None is the end; a channel that closes without it was broken off.
    let (taken, taking) = mpsc::channel::<Option<String>>(1);
    let writing = write(pieces);
    let id = crate::request_id::current();
    tokio::spawn(crate::request_id::scope(id, async move {
        let pass_on = async {
            while let Some(piece) = written.recv().await {
                if !piece.is_empty() && taken.send_timeout(Some(piece), PATIENCE).await.is_err() {
                    break;
                }
            }
            // Whoever still writes learns that nobody takes it.
            drop(written);
        };
        let (ended, ()) = tokio::join!(writing, pass_on);
        match ended {
            Ok(()) => drop(taken.send_timeout(None, PATIENCE).await),
            Err(problem) => tracing::error!("a download was broken off: {problem}"),
        }
        drop(turn);
    }));
    let pieces = stream::unfold(Some(taking), |taking| async move {
        let mut taking = taking?;
        match taking.recv().await {
            Some(Some(piece)) => Some((Ok(piece), Some(taking))),
            Some(None) => None,
            None => Some((Err(std::io::Error::other("broken off")), None)),
        }
    });
    Ok(Response::builder()
        .status(StatusCode::OK)
        .header(header::CONTENT_TYPE, content_type)
        .header(header::CONTENT_DISPOSITION, format!("attachment; filename=\"{file}\""))
        .body(Body::from_bytes_stream(pieces)))
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn read<F>(write: impl FnOnce(mpsc::Sender<String>) -> F) -> Result<String, ()>
    where
        F: Future<Output = Result<(), Problem>> + Send + 'static,
    {
        let answer = answer("text/plain", "x", write).await.map_err(drop)?;
        answer.into_body().into_string().await.map_err(drop)
    }

    async fn two(out: mpsc::Sender<String>) {
        for piece in ["one ", "", "two"] {
            out.send(piece.into()).await.expect("a reader");
        }
    }

    #[tokio::test]
    async fn only_what_was_written_to_its_end_ends_well() {
        let whole = read(|out| async move {
            two(out).await;
            Ok::<(), Problem>(())
        })
        .await;
        assert_eq!(whole.as_deref(), Ok("one two"));
        let failed = |out| async move {
            two(out).await;
            Err(Problem::unavailable("gone"))
        };
        assert_eq!(read(failed).await, Err(()));
        let panicked = |out| async move {
            two(out).await;
            panic!("half way")
        };
        assert_eq!(read(panicked).await, Err(()));
    }
}
