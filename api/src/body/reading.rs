//! The bytes of a body, as they come.

use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt};

use crate::body_limit::MAX_BYTES;
use crate::large_bodies::Incoming;
use crate::problem::Problem;

/// How much of a body that is too large is read and thrown away, so that the client gets to read its 413.
const MAX_DRAINED: usize = 32 * MAX_BYTES;
/// How long the sender of a body for which there is no room may go on sending it.
const THROWN_AWAY_FOR: Duration = Duration::from_secs(5);

/// Reads at most so many bytes, whatever `Content-Length` says. They take no room of their own.
pub async fn read_limited(body: poem::Body, most: usize) -> Result<Vec<u8>, Problem> {
    read(body, most, None).await
}

/// The same of a body that may be large, as long as there is room for what has come of it.
pub async fn read_within(body: poem::Body, most: usize, incoming: &mut Incoming) -> Result<Vec<u8>, Problem> {
    read(body, most, Some(incoming)).await
}

async fn read(body: poem::Body, most: usize, mut incoming: Option<&mut Incoming>) -> Result<Vec<u8>, Problem> {
    let mut reader = body.into_async_read();
    let mut bytes = Vec::new();
    let mut buffer = vec![0_u8; 16 * 1024];
    let mut seen = 0_usize;
    loop {
        let count = reader
            .read(&mut buffer)
            .await
            .map_err(|_| Problem::new(400, "broken_request", "the body ended before its time"))?;
        seen = seen.saturating_add(count);
        if count == 0 || seen > MAX_DRAINED {
            break;
        }
        if seen > most {
            continue;
        }
        if let Some(incoming) = &mut incoming
            && let Err(full) = incoming.make_room(seen).await
        {
            throw_away(reader);
            return Err(full);
        }
        bytes.extend_from_slice(buffer.get(..count).unwrap_or_default());
    }
    if seen > most { Err(Problem::too_large(most)) } else { Ok(bytes) }
}

/// Goes on reading while the client gets the answer: otherwise the connection could break before the client has read it.
fn throw_away(mut rest: impl AsyncRead + Send + Unpin + 'static) {
    tokio::spawn(tokio::time::timeout(THROWN_AWAY_FOR, async move {
        // The client is told anyhow.
        let _ = tokio::io::copy(&mut rest, &mut tokio::io::sink()).await;
    }));
}
