//! Admission control: a fixed number of requests run at a time, and a fixed number wait in a queue for a short time. A request
//! that finds the queue full is refused at once with 503, and so is one that waits too long. So an overload costs no memory, does
//! not slow the admitted requests down, and leaves no backlog behind.
//!
//! A request that only waits for its posting job gives its place up for that time ([`Place::leave`]): hundreds of waiting
//! approvals do not block other requests.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use poem::http::{HeaderMap, header};
use poem::{Body, Endpoint, Middleware, Request, Response};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::body::reading::{read_limited, read_within};
use crate::body::upload::Upload;
use crate::body_limit;
use crate::large_bodies::{Complete, LargeBodies};
use crate::problem::Problem;

/// How long the sender of a body that is too large may go on sending it.
const THROWN_AWAY_FOR: Duration = Duration::from_secs(5);

/// The admission limits, shared by all requests.
#[derive(Clone, Debug)]
pub struct Admission {
    /// The requests that run.
    inside: Arc<Semaphore>,
    /// The requests that wait for a place.
    queue: Arc<Semaphore>,
    large: LargeBodies,
    files: LargeBodies,
    patience: Duration,
}

impl Admission {
    /// Admits `concurrency` requests at a time; `length` more may wait, each for `patience` at most.
    pub fn new(concurrency: usize, length: usize, patience: Duration) -> Self {
        let permits = |count: usize| Arc::new(Semaphore::new(count.min(Semaphore::MAX_PERMITS)));
        let (large, files) = (LargeBodies::new(patience), LargeBodies::files(patience));
        Self { inside: permits(concurrency), queue: permits(length), large, files, patience }
    }

    /// Takes a place for a request with this body, waiting in the queue if need be. 503 when the queue is full or the wait is too long.
    pub async fn enter(&self, body: Complete) -> Result<Place, Problem> {
        if let Ok(permit) = Arc::clone(&self.inside).try_acquire_owned() {
            return Ok(Place::with(permit, body));
        }
        let _waiting = self.queue.try_acquire().map_err(|_| Problem::busy())?;
        match tokio::time::timeout(self.patience, Arc::clone(&self.inside).acquire_owned()).await {
            Ok(Ok(permit)) => Ok(Place::with(permit, body)),
            Ok(Err(_)) | Err(_) => Err(Problem::busy()),
        }
    }
}

/// The place of an admitted request, with that of its body. It is free again when given up, or when the request is over.
#[derive(Clone, Default, Debug)]
pub struct Place(Arc<Mutex<Option<Held>>>);

#[derive(Debug)]
struct Held {
    _inside: OwnedSemaphorePermit,
    _body: Complete,
}

impl Place {
    fn with(inside: OwnedSemaphorePermit, body: Complete) -> Self {
        Self(Arc::new(Mutex::new(Some(Held { _inside: inside, _body: body }))))
    }

    /// Gives the place to the next request before this one is over.
    pub fn leave(&self) {
        self.take();
    }

    /// Whether it was not given up.
    pub fn is_held(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// Has what the other place has.
    fn refill(&self, other: &Self) {
        let held = other.take();
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = held;
    }

    /// The same place for a task that goes on when the client has closed the connection, and that holds the request in memory.
    #[must_use]
    pub fn taken_over(&self) -> Self {
        Self(Arc::new(Mutex::new(self.take())))
    }

    fn take(&self) -> Option<Held> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

tokio::task_local! {
    static HELD: Place;
}

/// The place of the request that this task answers. Outside of a request, an empty one: leaving it does nothing.
pub fn place() -> Place {
    HELD.try_with(Clone::clone).unwrap_or_default()
}

/// Gives the place up when dropped, also when the request is cancelled.
struct Leaving(Place);

impl Drop for Leaving {
    fn drop(&mut self) {
        self.0.leave();
    }
}

impl<E: Endpoint> Middleware<E> for Admission {
    type Output = Entered<E>;

    fn transform(&self, inner: E) -> Entered<E> {
        Entered { room: self.clone(), inner }
    }
}

/// An endpoint behind the [`Admission`].
pub struct Entered<E> {
    room: Admission,
    inner: E,
}

impl<E: Endpoint> Endpoint for Entered<E> {
    type Output = E::Output;

    async fn call(&self, mut request: Request) -> poem::Result<E::Output> {
        // The body is read before admission: a client that sends slowly must not occupy a place.
        let body = request.take_body();
        let most = body_limit::most(request.method(), request.uri().path());
        let length = content_length(request.headers());
        if length.is_some_and(|length| length > most) {
            throw_away(body, request.headers());
            return Err(Problem::too_large(most).into());
        }
        let mut incoming = self.room.large.begin();
        if body_limit::is_file(request.method(), request.uri().path()) {
            let upload = Upload::received(&request, body, self.room.files.begin()).await?;
            request.extensions_mut().insert(upload);
        } else if !body.is_empty() {
            request.set_body(read_within(body, most, &mut incoming).await?);
        }
        let body = incoming.complete().await?;
        if place().is_held() {
            // A page calls it, which has a place already: with another one, pages could wait for each other.
            let answer = self.inner.call(request).await;
            drop(body);
            return answer;
        }
        let place = self.room.enter(body).await?;
        let _leaving = Leaving(place.clone());
        HELD.scope(place, self.inner.call(request)).await
    }
}

/// The pages, behind the same admission, whatever their paths. A page has its place before it looks anything up, and its operations run
/// in it. Its body is read when it asks for it ([`Admission::body_of_page`]), after the checks that need none.
pub struct Pages<E> {
    pub admission: Admission,
    pub inner: E,
}

/// The body of a request to a page, until it is asked for.
#[derive(Clone)]
struct Unasked(Arc<Mutex<Option<Body>>>);

impl Unasked {
    fn take(&self) -> Option<Body> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take().filter(|body| !body.is_empty())
    }
}

impl<E: Endpoint<Output = Response>> Endpoint for Pages<E> {
    type Output = Response;

    async fn call(&self, mut request: Request) -> poem::Result<Response> {
        let Ok(place) = self.admission.enter(Complete::default()).await else {
            return Ok(console::refusal(503, "busy", "problem.busy"));
        };
        let (body, headers) = (request.take_body(), request.headers().clone());
        let unasked = Unasked(Arc::new(Mutex::new(Some(body))));
        request.extensions_mut().insert(unasked.clone());
        let _leaving = Leaving(place.clone());
        let answer = HELD.scope(place, self.inner.call(request)).await;
        if let Some(body) = unasked.take() {
            throw_away(body, &headers);
        }
        answer
    }
}

impl Admission {
    /// The body of a request to a page, at most as long as one of an operation. While it comes in, the page has no place: a client that
    /// sends slowly must not occupy one.
    pub async fn body_of_page(&self, request: &Request) -> Result<Vec<u8>, Problem> {
        let Some(body) = request.extensions().get::<Unasked>().and_then(Unasked::take) else { return Ok(Vec::new()) };
        let most = body_limit::MAX_BYTES;
        if content_length(request.headers()).is_some_and(|length| length > most) {
            throw_away(body, request.headers());
            return Err(Problem::too_large(most));
        }
        let place = place();
        place.leave();
        let bytes = read_limited(body, most).await?;
        place.refill(&self.enter(Complete::default()).await?);
        Ok(bytes)
    }
}

impl Admission {
    /// A file that was sent to a page, as it comes in, for an operation to take. From here on the page has no place, and each of its
    /// operations takes one of its own: none is held while the file comes in.
    pub fn file_of_page(&self, request: &Request) -> Result<Body, Problem> {
        let Some(body) = request.extensions().get::<Unasked>().and_then(Unasked::take) else {
            return Ok(Body::empty());
        };
        // The operation counts what is in the file. Around it are the few fields of the form.
        let most = body_limit::MAX_FILE_BYTES.saturating_add(body_limit::MAX_BYTES);
        if content_length(request.headers()).is_some_and(|length| length > most) {
            throw_away(body, request.headers());
            return Err(Problem::too_large(body_limit::MAX_FILE_BYTES));
        }
        place().leave();
        Ok(body)
    }
}

/// What `Content-Length` says, when it does.
fn content_length(headers: &HeaderMap) -> Option<usize> {
    let length: u64 = headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()?;
    Some(usize::try_from(length).unwrap_or(usize::MAX))
}

/// Reads and discards a refused body while the client gets the answer. Otherwise the connection could break before the client has
/// read the answer. A client that waits for permission to send (`Expect: 100-continue`) does not get it.
fn throw_away(body: Body, headers: &HeaderMap) {
    if !headers.contains_key(header::EXPECT) {
        tokio::spawn(tokio::time::timeout(THROWN_AWAY_FOR, async { read_limited(body, 0).await.map(drop) }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room() -> Admission {
        Admission::new(1, 1, Duration::from_millis(50))
    }

    #[tokio::test]
    async fn who_finds_it_full_is_told_at_once_and_who_waits_gets_in() {
        let room = room();
        let first = room.enter(Complete::default()).await.expect("empty");
        let waiting = tokio::spawn({
            let room = room.clone();
            async move { room.enter(Complete::default()).await.map(drop) }
        });
        tokio::task::yield_now().await;
        let refused = room.enter(Complete::default()).await.expect_err("full");
        assert_eq!((refused.status, refused.headers[0].0), (503, "Retry-After"));
        first.leave();
        waiting.await.expect("ended").expect("let in");
        room.enter(Complete::default()).await.expect("empty again");
    }

    #[tokio::test]
    async fn who_goes_on_without_its_client_keeps_the_place() {
        let room = room();
        let first = room.enter(Complete::default()).await.expect("empty");
        let task = first.taken_over();
        drop(Leaving(first));
        assert_eq!(room.enter(Complete::default()).await.map(drop).expect_err("full").status, 503);
        drop(task);
        room.enter(Complete::default()).await.expect("empty again");
    }

    #[tokio::test]
    async fn nobody_waits_for_long() {
        let room = room();
        let _first = room.enter(Complete::default()).await.expect("empty");
        assert_eq!(room.enter(Complete::default()).await.map(drop).expect_err("too long").status, 503);
        // The queue is free again.
        assert_eq!(room.enter(Complete::default()).await.map(drop).expect_err("too long").status, 503);
    }
}
