//! The room for large bodies: memory for those of bulks, of more than 1 MiB, and the disk for files.
//!
//! While such a body comes in, it takes as much of the space for all of them as has come: who sends slowly keeps nobody else out. Once it
//! is there it takes one of a few places, for a bulk that is carried out is several times as large as its body.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::body_limit::{MAX_BULK_BYTES, MAX_BYTES, MAX_FILE_BYTES};
use crate::problem::Problem;

/// How many bulks with a large body are carried out at a time, and how many files.
const PLACES: usize = 4;
/// What is taken at a time of the space for bodies that come in.
const PIECE: usize = 64 * 1024;
/// In pieces: as many bodies of the largest size.
const SPACE: usize = PLACES * MAX_BULK_BYTES / PIECE;
/// In pieces, what all files together may take of the disk: eight of the largest.
const SPACE_FOR_FILES: usize = 8 * MAX_FILE_BYTES / PIECE;

/// The space and the places of all requests.
#[derive(Clone, Debug)]
pub struct LargeBodies {
    space: Arc<Semaphore>,
    places: Arc<Semaphore>,
    /// So many bytes of a body take none.
    free: usize,
    patience: Duration,
}

impl LargeBodies {
    /// Those of bulks. Who finds no space or place waits for it for this time.
    pub fn new(patience: Duration) -> Self {
        Self::of(SPACE, MAX_BYTES, patience)
    }

    /// Files, small ones as well.
    pub fn files(patience: Duration) -> Self {
        Self::of(SPACE_FOR_FILES, 0, patience)
    }

    fn of(space: usize, free: usize, patience: Duration) -> Self {
        let permits = |count: usize| Arc::new(Semaphore::new(count));
        Self { space: permits(space), places: permits(PLACES), free, patience }
    }

    /// For a body of which nothing has come yet.
    pub fn begin(&self) -> Incoming {
        Incoming { all: self.clone(), pieces: Vec::new() }
    }

    async fn acquire(&self, of: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Problem> {
        match tokio::time::timeout(self.patience, Arc::clone(of).acquire_owned()).await {
            Ok(Ok(permit)) => Ok(permit),
            Ok(Err(_)) | Err(_) => Err(Problem::busy()),
        }
    }
}

/// A body that is coming in.
#[derive(Debug)]
pub struct Incoming {
    all: LargeBodies,
    pieces: Vec<OwnedSemaphorePermit>,
}

impl Incoming {
    /// Makes room for so many bytes in all, of which the first MiB of a bulk takes none; 503 when there is none for too long.
    pub async fn make_room(&mut self, bytes: usize) -> Result<(), Problem> {
        while self.pieces.len().saturating_mul(PIECE) < bytes.saturating_sub(self.all.free) {
            self.pieces.push(self.all.acquire(&self.all.space).await?);
        }
        Ok(())
    }

    /// All of it has come; 503 when there is no place for too long.
    pub async fn complete(self) -> Result<Complete, Problem> {
        if self.pieces.is_empty() {
            return Ok(Complete::default());
        }
        let place = self.all.acquire(&self.all.places).await?;
        Ok(Complete { _pieces: self.pieces, _place: Some(place) })
    }
}

/// What a body takes until this is dropped.
#[derive(Default, Debug)]
pub struct Complete {
    _pieces: Vec<OwnedSemaphorePermit>,
    _place: Option<OwnedSemaphorePermit>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> LargeBodies {
        LargeBodies::new(Duration::from_millis(20))
    }

    #[tokio::test]
    async fn who_has_sent_little_keeps_nobody_out() {
        let all = all();
        let mut slow: Vec<Incoming> = (0..100).map(|_| all.begin()).collect();
        for body in &mut slow {
            body.make_room(MAX_BYTES + 1).await.expect("one piece");
        }
        let mut quick = all.begin();
        quick.make_room(MAX_BULK_BYTES).await.expect("room");
        quick.complete().await.map(drop).expect("a place");
    }

    #[tokio::test]
    async fn together_they_take_no_more_than_there_is() {
        let all = all();
        let mut begun = Vec::new();
        for _ in 0..PLACES {
            let mut body = all.begin();
            body.make_room(MAX_BULK_BYTES).await.expect("room");
            begun.push(body);
        }
        // The first MiB of each takes none.
        let mut rest = all.begin();
        rest.make_room(MAX_BYTES * (PLACES + 1)).await.expect("what is left");
        assert_eq!(rest.make_room(MAX_BULK_BYTES).await.expect_err("full").status, 503);
        drop(rest);
        let mut complete = Vec::new();
        for body in begun {
            complete.push(body.complete().await.expect("a place"));
        }
        let small = all.begin();
        small.complete().await.map(drop).expect("what is small takes none");
        let mut fifth = all.begin();
        fifth.make_room(MAX_BYTES + 1).await.expect("a piece");
        assert_eq!(fifth.complete().await.map(drop).expect_err("no place").status, 503);
        complete.pop();
        let mut next = all.begin();
        next.make_room(MAX_BYTES + 1).await.expect("a piece");
        next.complete().await.map(drop).expect("a place");
    }
}
