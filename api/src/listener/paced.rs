//! A connection with a limit on stalled writes: it is closed when the client does not take its answer.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

use super::open::Pulse;

/// A stalled write must progress by [`LEAST`] bytes in this time.
const STALL: Duration = Duration::from_secs(20);
const LEAST: usize = 16 * 1024;

/// The stream, watched.
pub struct Paced<S> {
    inner: S,
    pulse: Arc<Pulse>,
    stall: Duration,
    waits: Option<Wait>,
}

/// A stalled write: its deadline, and the bytes that the client has taken since.
struct Wait {
    ends: Pin<Box<Sleep>>,
    taken: usize,
}

impl<S> Paced<S> {
    pub fn new(inner: S, pulse: Arc<Pulse>) -> Self {
        Self { inner, pulse, stall: STALL, waits: None }
    }

    fn watch(&mut self, context: &mut Context<'_>, wrote: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        match &wrote {
            Poll::Ready(Ok(count)) => {
                self.pulse.moves();
                self.waits = self.waits.take().and_then(|wait| {
                    let taken = wait.taken.saturating_add(*count);
                    (taken < LEAST).then_some(Wait { taken, ..wait })
                });
            }
            Poll::Ready(Err(_)) => {}
            Poll::Pending => {
                let stall = self.stall;
                let wait = self.waits.get_or_insert_with(|| Wait { ends: Box::pin(sleep(stall)), taken: 0 });
                if wait.ends.as_mut().poll(context).is_ready() {
                    return Poll::Ready(Err(io::Error::new(
                        io::ErrorKind::TimedOut,
                        "the client does not take its answer",
                    )));
                }
            }
        }
        wrote
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Paced<S> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_read(context, into)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Paced<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.inner).poll_write(context, bytes);
        self.watch(context, wrote)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.inner).poll_write_vectored(context, parts);
        self.watch(context, wrote)
    }

    /// Without vectored writes every answer would be copied once more.
    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    /// Called when all is written: the stall, if any, is over.
    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.waits = None;
        Pin::new(&mut self.inner).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::super::open::Open;
    use super::*;

    fn paced(stall: Duration) -> (Paced<tokio::io::DuplexStream>, tokio::io::DuplexStream) {
        let (ours, theirs) = duplex(1024);
        let place = Open::new(1).enter(std::net::IpAddr::from([127, 0, 0, 1])).expect("room");
        (Paced { stall, ..Paced::new(ours, Arc::clone(&place.pulse)) }, theirs)
    }

    #[tokio::test]
    async fn who_does_not_read_is_given_up() {
        let (mut ours, theirs) = paced(Duration::from_millis(50));
        let error = ours.write_all(&[0; 4096]).await.expect_err("nobody reads");
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        drop(theirs);
    }

    #[tokio::test]
    async fn so_is_who_reads_too_little() {
        let (mut ours, mut theirs) = paced(Duration::from_millis(100));
        let trickle = tokio::spawn(async move {
            let mut byte = [0; 1];
            while theirs.read(&mut byte).await.is_ok_and(|count| count > 0) {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        });
        assert!(ours.write_all(&vec![0; 64 * 1024]).await.is_err());
        drop(ours);
        trickle.await.expect("ended");
    }

    #[tokio::test]
    async fn who_reads_gets_all() {
        let (mut ours, mut theirs) = paced(Duration::from_secs(5));
        let reader = tokio::spawn(async move {
            let mut all = Vec::new();
            theirs.read_to_end(&mut all).await.map(|_| all.len())
        });
        ours.write_all(&vec![7; 200_000]).await.expect("taken");
        ours.flush().await.expect("taken");
        drop(ours);
        assert_eq!(reader.await.expect("ended").expect("read"), 200_000);
    }
}
