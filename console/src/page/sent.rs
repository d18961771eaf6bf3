//! A form with a file: its fields come first, and the file last, so that it is passed on while it comes in.

use std::time::Duration;

use poem::web::Multipart;
use poem::{Body, FromRequest, Request, RequestBody};
use tokio::io::{AsyncRead, AsyncReadExt};

use crate::fields::Fields;
use crate::problem::Problem;
use crate::text::text;

/// How many fields stand before the file, and how long each may be.
const MOST_FIELDS: usize = 20;
const LONGEST_FIELD: u64 = 4 * 1024;
/// How long the sender of a form that is refused may go on sending it.
const THROWN_AWAY_FOR: Duration = Duration::from_secs(5);

/// What a form sent.
#[derive(Default)]
pub struct Sent {
    pub fields: Fields,
    pub file: Option<Body>,
}

impl Sent {
    /// Reads the fields up to the file. The name of the file is the field `file_name`.
    pub async fn read(request: &Request, body: Body) -> Result<Self, Problem> {
        let mut body = RequestBody::new(body);
        let mut parts = <Multipart as FromRequest>::from_request(request, &mut body).await.map_err(|_| broken())?;
        let mut sent = Self::default();
        while let Some(part) = parts.next_field().await.map_err(|_| broken())? {
            if let Some(name) = part.file_name().map(str::to_owned) {
                // A browser sends a file without a name where none was chosen.
                if !name.is_empty() {
                    sent.fields.0.push(("file_name".into(), name));
                    sent.file = Some(Body::from_async_read(part.into_async_read()));
                }
                return Ok(sent);
            }
            let name = part.name().unwrap_or_default().to_owned();
            let mut rest = part.into_async_read();
            match value(&mut rest).await? {
                Some(value) if sent.fields.0.len() < MOST_FIELDS => sent.fields.0.push((name, value)),
                _ => {
                    throw_away(rest);
                    return Err(Problem::of(413, "too_large", text("problem.too_large")));
                }
            }
        }
        Ok(sent)
    }
}

/// The text of a field; nothing when it is too long.
async fn value(from: &mut (impl AsyncRead + Unpin)) -> Result<Option<String>, Problem> {
    let mut bytes = Vec::new();
    from.take(LONGEST_FIELD.saturating_add(1)).read_to_end(&mut bytes).await.map_err(|_| broken())?;
    let is_whole = u64::try_from(bytes.len()).is_ok_and(|length| length <= LONGEST_FIELD);
    Ok(is_whole.then(|| String::from_utf8_lossy(&bytes).into_owned()))
}

fn broken() -> Problem {
    Problem::of(400, "broken_request", text("problem.broken"))
}

/// Goes on reading while the client gets the answer: otherwise the connection could break before it has read that.
pub fn throw_away(mut rest: impl AsyncRead + Send + Unpin + 'static) {
    tokio::spawn(tokio::time::timeout(THROWN_AWAY_FOR, async move {
        // The client is told anyhow.
        let _ = tokio::io::copy(&mut rest, &mut tokio::io::sink()).await;
    }));
}
