//! Downloads: answers that are written while they are read, so that a long report or the journal is never in memory as a whole.
//!
//! The writer fills a file without a name, and the client reads from it at its own pace. The writer holds a connection to the
//! database and a snapshot of the books; a slow client does not prolong that. A few downloads are written at a time, more may wait
//! for their clients, and no client may take longer than [`LONGEST`].
//!
//! When the writer ends early, by a panic too, the connection breaks off. Only a complete text ends well, so no client takes a
//! part for the whole.

pub mod aside;
pub mod pieces;
pub mod rows;

use std::fs::File;
use std::future::Future;
use std::io::{Read, Seek, SeekFrom, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::stream;
use poem::http::{StatusCode, header};
use poem::{Body, Response};
use tokio::sync::{Semaphore, SemaphorePermit, mpsc, watch};
use tokio::time::Instant;

use crate::problem::Problem;

/// How many downloads are written at a time, and how many are open at a time, in one process.
static WRITTEN: Semaphore = Semaphore::const_new(4);
static OPEN: Semaphore = Semaphore::const_new(32);
/// How long a request waits for a place to write.
const TURN: Duration = Duration::from_secs(10);
/// How long a client may take for the whole download.
const LONGEST: Duration = Duration::from_mins(15);
/// For so long a text that was begun may still fail as a whole: what a read replica breaks off by then, the primary answers.
const WHOLE: Duration = Duration::from_secs(1);
/// How many bytes are read from the file at a time.
const PIECE: u64 = 64 * 1024;

/// How far the writer is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Progress {
    written: u64,
    end: Option<End>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Whole,
    BrokenOff,
}

/// A file to download, of this type and name. `write` sends its text piece by piece, in a task of its own.
pub async fn answer<F>(
    content_type: &str,
    file: &str,
    write: impl FnOnce(mpsc::Sender<String>) -> F,
) -> Result<Response, Problem>
where
    F: Future<Output = Result<(), Problem>> + Send + 'static,
{
    Ok(Response::builder()
        .status(StatusCode::OK)
        .header(header::CONTENT_TYPE, content_type)
        .header(header::CONTENT_DISPOSITION, format!("attachment; filename=\"{file}\""))
        .body(body(write).await?))
}

/// The text alone. An error before its first piece, or in its first second, is answered as a problem document.
pub async fn body<F>(write: impl FnOnce(mpsc::Sender<String>) -> F) -> Result<Body, Problem>
where
    F: Future<Output = Result<(), Problem>> + Send + 'static,
{
    let place = turn(&OPEN).await?;
    let turn = turn(&WRITTEN).await?;
    let spool = Arc::new(Mutex::new(spool().map_err(|error| {
        tracing::warn!("no file for a download: {error}");
        Problem::unavailable("there is no room for a download")
    })?));
    let (pieces, written) = mpsc::channel::<String>(1);
    let (progress, mut seen) = watch::channel(Progress { written: 0, end: None });
    let writing = write(pieces);
    let id = crate::request_id::current();
    let work = crate::request_id::scope(id, run(writing, written, Arc::clone(&spool), progress));
    let task = tokio::spawn(async move {
        let ended = work.await;
        drop(turn);
        ended
    });
    // Wait for the first piece or the end, and then a moment for the end: what is known by then decides the answer.
    let _ = seen.wait_for(|progress| progress.written > 0 || progress.end.is_some()).await;
    let _ = tokio::time::timeout(WHOLE, seen.wait_for(|progress| progress.end.is_some())).await;
    if seen.borrow().end == Some(End::BrokenOff) {
        return match task.await.map_err(Problem::internal)? {
            Some(problem) => Err(problem),
            None => Err(Problem::internal("a download ended without a text")),
        };
    }
    let reading = Reading { spool, seen, at: 0, until: Instant::now().checked_add(LONGEST), _place: place };
    Ok(Body::from_bytes_stream(stream::unfold(Some(reading), next)))
}

/// A place among those that write, for an answer that is whole before it is sent.
pub async fn to_write() -> Result<SemaphorePermit<'static>, Problem> {
    turn(&WRITTEN).await
}

async fn turn(of: &'static Semaphore) -> Result<SemaphorePermit<'static>, Problem> {
    match tokio::time::timeout(TURN, of.acquire()).await {
        Ok(Ok(permit)) => Ok(permit),
        Ok(Err(_)) | Err(_) => Err(Problem::unavailable("too many downloads at a time; send the request again")),
    }
}

/// A file without a name: nobody else can open it, and it is deleted when it is closed.
pub fn spool() -> std::io::Result<File> {
    let path = std::env::temp_dir().join(engine::values::id::fresh("gl-download-"));
    let mut options = File::options();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(&path)?;
    std::fs::remove_file(&path)?;
    Ok(file)
}

/// A text that is whole, kept in a file until its reader has it. It blocks.
pub fn kept(text: &[u8]) -> std::io::Result<Body> {
    let file = Arc::new(Mutex::new(spool()?));
    put(&file, 0, text)?;
    let length = u64::try_from(text.len()).unwrap_or(u64::MAX);
    let until = Instant::now().checked_add(LONGEST);
    let pieces = stream::try_unfold((file, 0_u64), move |(file, at)| async move {
        if at >= length {
            return Ok(None);
        }
        if until.is_none_or(|until| Instant::now() > until) {
            return Err(std::io::Error::other("the client took too long"));
        }
        let most = PIECE.min(length.saturating_sub(at));
        let reading = Arc::clone(&file);
        let piece = tokio::task::spawn_blocking(move || take(&reading, at, most)).await;
        let piece = piece.map_err(std::io::Error::other)??;
        Ok(Some((piece, (file, at.saturating_add(most)))))
    });
    Ok(Body::from_bytes_stream(pieces))
}

/// Marks the end when dropped, so also when the task panics or is cancelled.
struct Ending(watch::Sender<Progress>);

impl Ending {
    fn as_whole(&self) {
        self.0.send_modify(|progress| progress.end = Some(End::Whole));
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        self.0.send_modify(|progress| progress.end = progress.end.or(Some(End::BrokenOff)));
    }
}

/// Puts the pieces into the file until the writer ends or the client is gone. Returns the error, if there was one.
async fn run(
    writing: impl Future<Output = Result<(), Problem>>,
    mut written: mpsc::Receiver<String>,
    spool: Arc<Mutex<File>>,
    progress: watch::Sender<Progress>,
) -> Option<Problem> {
    let ending = Ending(progress);
    let keep = async {
        while let Some(piece) = written.recv().await {
            let length = u64::try_from(piece.len()).unwrap_or(u64::MAX);
            let (spool, at) = (Arc::clone(&spool), ending.0.borrow().written);
            let kept = tokio::task::spawn_blocking(move || put(&spool, at, piece.as_bytes())).await;
            match kept {
                Ok(Ok(())) => {}
                Ok(Err(error)) => return Err(Problem::internal(format!("a download could not be kept: {error}"))),
                Err(error) => return Err(Problem::internal(error)),
            }
            ending.0.send_modify(|progress| progress.written = progress.written.saturating_add(length));
            if ending.0.is_closed() {
                break;
            }
        }
        // The next send of the writer fails: its pieces are not wanted any more.
        drop(written);
        Ok(())
    };
    let (ended, kept) = tokio::join!(writing, keep);
    match ended.and(kept) {
        Ok(()) => {
            ending.as_whole();
            None
        }
        Err(_) if ending.0.is_closed() => None,
        Err(problem) => {
            tracing::warn!("a download was broken off: {problem}");
            Some(problem)
        }
    }
}

pub fn put(spool: &Mutex<File>, at: u64, bytes: &[u8]) -> std::io::Result<()> {
    let mut file = spool.lock().unwrap_or_else(PoisonError::into_inner);
    file.seek(SeekFrom::Start(at))?;
    file.write_all(bytes)
}

pub fn take(spool: &Mutex<File>, at: u64, most: u64) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut file = spool.lock().unwrap_or_else(PoisonError::into_inner);
    file.seek(SeekFrom::Start(at))?;
    (&mut *file).take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The client's position in the file.
struct Reading {
    spool: Arc<Mutex<File>>,
    seen: watch::Receiver<Progress>,
    at: u64,
    until: Option<Instant>,
    _place: SemaphorePermit<'static>,
}

type Piece = Option<(std::io::Result<Vec<u8>>, Option<Reading>)>;

async fn next(reading: Option<Reading>) -> Piece {
    let mut reading = reading?;
    let broken_off = || Some((Err(std::io::Error::other("broken off")), None));
    loop {
        if reading.until.is_none_or(|until| until <= Instant::now()) {
            return broken_off();
        }
        let progress = *reading.seen.borrow_and_update();
        if reading.at < progress.written {
            let most = progress.written.saturating_sub(reading.at).min(PIECE);
            let (spool, at) = (Arc::clone(&reading.spool), reading.at);
            return match tokio::task::spawn_blocking(move || take(&spool, at, most)).await {
                Ok(Ok(piece)) if !piece.is_empty() => {
                    reading.at = at.saturating_add(u64::try_from(piece.len()).unwrap_or(u64::MAX));
                    Some((Ok(piece), Some(reading)))
                }
                Ok(Err(error)) => Some((Err(error), None)),
                Ok(Ok(_)) | Err(_) => broken_off(),
            };
        }
        match progress.end {
            Some(End::Whole) => return None,
            Some(End::BrokenOff) => return broken_off(),
            None => {
                let _ = reading.seen.changed().await;
            }
        }
    }
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

    #[tokio::test]
    async fn what_fails_at_once_is_a_problem() {
        let refused = body(|_| async { Err(Problem::unavailable("gone")) }).await;
        assert_eq!(refused.map(drop).expect_err("refused").status, 503);
        assert_eq!(read(|_| async { Ok(()) }).await.as_deref(), Ok(""));
    }

    #[tokio::test]
    async fn the_writing_ends_though_nobody_reads() {
        let (done, ended) = tokio::sync::oneshot::channel();
        let body = body(|out| async move {
            for _ in 0..100 {
                out.send("x".repeat(10_000)).await.map_err(|_| Problem::unavailable("nobody reads"))?;
            }
            let _ = done.send(());
            Ok(())
        })
        .await
        .expect("a body");
        tokio::time::timeout(Duration::from_secs(20), ended).await.expect("in time").expect("written to its end");
        assert_eq!(body.into_string().await.expect("the text").len(), 1_000_000);
    }
}
