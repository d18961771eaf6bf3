//! Futures whose bodies are compiled here, wherever they are polled.

use std::future::Future;
use std::pin::Pin;

/// A future at the border of this crate. The body of an `async` function is compiled where it is polled; in its box, that is here.
pub type Boxed<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
