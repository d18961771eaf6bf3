//! JSON and CSV that are written piece by piece. Most such texts are short and are answered directly; a longer one is spooled.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use engine::kernel::query::Reading;
use poem::Body;
use serde_json::Value;
use tokio::sync::mpsc::{self, Receiver, Sender};

use super::aside::Aside;
use crate::problem::Problem;
use crate::table::{self, Cell};

/// A text up to this size is answered directly.
const SHORT: usize = 64 * 1024;
/// How many bytes are gathered before they are sent on.
const PIECE: usize = 32 * 1024;

/// The text that `write` writes. An error before its first piece is sent is answered as a problem document.
///
/// Only a text that turns out to be long takes one of the few places for downloads. It is then written anew, so that no database
/// connection is held while the request waits for the place.
pub async fn written<F>(write: impl Fn(Pieces) -> F) -> Result<Body, Problem>
where
    F: Future<Output = Result<(), Problem>> + Send + 'static,
{
    let (out, pieces) = mpsc::channel(1);
    let is_long = Arc::new(AtomicBool::new(false));
    let trial = Pieces { trial: Some(Arc::clone(&is_long)), ..Pieces::new(out) };
    if let Some(text) = short(write(trial), pieces, &is_long).await? {
        return Ok(Body::from(text));
    }
    super::body(|out| write(Pieces::new(out))).await
}

/// The whole text, when it is short.
async fn short(
    writing: impl Future<Output = Result<(), Problem>>,
    mut pieces: Receiver<String>,
    is_long: &AtomicBool,
) -> Result<Option<String>, Problem> {
    let gather = async move {
        let mut text = String::new();
        while let Some(piece) = pieces.recv().await {
            text.push_str(&piece);
            if text.len() > SHORT {
                return None;
            }
        }
        Some(text)
    };
    match tokio::join!(writing, gather) {
        (_, None) => Ok(None),
        (Err(_), _) if is_long.load(Ordering::Relaxed) => Ok(None),
        (Ok(()), text) => Ok(text),
        (Err(problem), Some(_)) => Err(problem),
    }
}

/// The output that a text is written to.
pub struct Pieces {
    out: Sender<String>,
    text: String,
    is_first: bool,
    /// While it is tried whether the text is short: set when it is not, though what is sent so far is.
    trial: Option<Arc<AtomicBool>>,
}

impl Pieces {
    fn new(out: Sender<String>) -> Self {
        Self { out, text: String::new(), is_first: true, trial: None }
    }

    /// Adds brackets, names and other short text.
    pub fn text(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Begins an array.
    pub fn begin(&mut self, text: &str) {
        self.text.push_str(text);
        self.is_first = true;
    }

    /// Adds one element of an array.
    pub async fn element(&mut self, value: &Value) -> Result<(), Problem> {
        if !std::mem::take(&mut self.is_first) {
            self.text.push(',');
        }
        self.text.push_str(&value.to_string());
        if self.text.len() >= PIECE {
            self.send().await?;
        }
        Ok(())
    }

    /// Keeps one element of an array that stands further down. A trial ends here when that is too much to be short.
    pub async fn keep(&self, aside: &mut Aside, value: &Value) -> Result<(), Problem> {
        aside.put(value);
        if aside.in_memory() <= SHORT {
            return Ok(());
        }
        match &self.trial {
            None => aside.write_down().await,
            Some(is_long) => {
                is_long.store(true, Ordering::Relaxed);
                Err(Problem::unavailable("the text is no short one"))
            }
        }
    }

    /// Adds the elements that were kept.
    pub async fn kept(&mut self, mut aside: Aside) -> Result<(), Problem> {
        aside.rewind();
        while let Some(text) = aside.next().await? {
            self.text.push_str(&text);
            if self.text.len() >= PIECE {
                self.send().await?;
            }
        }
        Ok(())
    }

    /// Adds rows of a table.
    pub async fn rows(&mut self, rows: &[Vec<Cell>]) -> Result<(), Problem> {
        self.text.push_str(&table::rows(rows)?);
        if self.text.len() >= PIECE {
            self.send().await?;
        }
        Ok(())
    }

    /// Ends the text: ends the database read, whether the writing succeeded or not, and sends the rest.
    pub async fn finish<T>(mut self, reading: Reading<T>, written: Result<(), Problem>) -> Result<(), Problem> {
        reading.end().await?;
        written?;
        self.send().await
    }

    /// Sends what is gathered.
    pub async fn send(&mut self) -> Result<(), Problem> {
        let piece = std::mem::take(&mut self.text);
        self.out.send(piece).await.map_err(|_| Problem::unavailable("nobody reads any more"))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    async fn texts(mut out: Pieces, count: usize) -> Result<(), Problem> {
        out.begin("[");
        for _ in 0..count {
            out.element(&Value::from("x".repeat(100))).await?;
        }
        out.text("]");
        out.send().await
    }

    /// How many elements are read, and how often the text was begun.
    async fn read(count: usize) -> (usize, usize) {
        let begun = Arc::new(AtomicUsize::new(0));
        let write = |out| {
            begun.fetch_add(1, Ordering::Relaxed);
            texts(out, count)
        };
        let text = written(write).await.expect("a body").into_string().await.expect("a text");
        let read: Vec<String> = serde_json::from_str(&text).expect("JSON");
        (read.len(), begun.load(Ordering::Relaxed))
    }

    #[tokio::test]
    async fn a_long_text_is_whole_and_a_short_one_takes_no_place() {
        assert_eq!(read(20_000).await, (20_000, 2));
        let all = super::super::WRITTEN.acquire_many(4).await.expect("all places");
        for count in [0, 1, 600] {
            assert_eq!(read(count).await, (count, 1));
        }
        drop(all);
    }

    /// An array that is known last and stands first.
    async fn turned_round(mut out: Pieces, count: usize) -> Result<(), Problem> {
        let mut aside = Aside::default();
        out.text("[");
        for number in 0..count {
            out.keep(&mut aside, &format!("{number} ü").into()).await?;
        }
        out.begin("\"first\"");
        out.text(if count == 0 { "" } else { "," });
        out.kept(aside).await?;
        out.text("]");
        out.send().await
    }

    #[tokio::test]
    async fn what_was_kept_aside_is_whole_and_in_order() {
        for count in [0, 1, 600, 40_000] {
            let begun = Arc::new(AtomicUsize::new(0));
            let write = |out| {
                begun.fetch_add(1, Ordering::Relaxed);
                turned_round(out, count)
            };
            let text = written(write).await.expect("a body").into_string().await.expect("a text");
            let expected = (0..count).map(|number| format!("{number} ü"));
            let expected: Vec<String> = std::iter::once("first".to_owned()).chain(expected).collect();
            assert_eq!(serde_json::from_str::<Vec<String>>(&text).expect("JSON"), expected);
            assert_eq!(begun.load(Ordering::Relaxed), if count > 600 { 2 } else { 1 });
        }
    }

    #[tokio::test]
    async fn what_fails_before_the_first_piece_is_a_problem() {
        let refused = written(|_| async { Err(Problem::unavailable("gone")) }).await;
        assert_eq!(refused.map(drop).expect_err("refused").status, 503);
    }
}
