//! Whether a body of ours is on its way over a connection: what goes out meanwhile is never hyper's own answer, whatever it looks like.
//! hyper lets a body go when it has buffered the last piece; none of ours ends in what looks so.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use hyper::body::{Body, Frame, SizeHint};

/// The mark of a connection.
#[derive(Clone, Debug, Default)]
pub struct UnderWay(Arc<AtomicBool>);

impl UnderWay {
    /// This body is on its way until hyper has all of it, or gives it up.
    pub fn sent<B>(&self, body: B) -> Sent<B> {
        self.0.store(true, Ordering::Relaxed);
        Sent { body, under_way: self.clone() }
    }

    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The body of an answer that is under way.
#[derive(Debug)]
pub struct Sent<B> {
    body: B,
    under_way: UnderWay,
}

impl<B> Drop for Sent<B> {
    fn drop(&mut self) {
        self.under_way.0.store(false, Ordering::Relaxed);
    }
}

impl<B: Body + Unpin> Body for Sent<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
