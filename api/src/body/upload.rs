//! A body that is a file: kept in a file without a name while it comes in, and read from there as often as is needed. What is in memory of
//! it is a piece at a time.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use engine::features::bank_statements::model::StatementFile;
use engine::values::id::hex;
use poem::http::header;
use poem::web::Multipart;
use poem::{FromRequest, Request, RequestBody};
use poem_openapi::registry::{MetaMediaType, MetaRequest, MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};
use sha2::{Digest, Sha256};
use tokio::io::{AsyncRead, AsyncReadExt};

use crate::body_limit::MAX_FILE_BYTES;
use crate::download::{put, spool, take};
use crate::large_bodies::{Complete, Incoming};
use crate::problem::Problem;

/// What is read of the client, and written, at a time.
const PIECE: usize = 256 * 1024;
/// How long the sender of a file that is too large may go on sending it.
const THROWN_AWAY_FOR: Duration = Duration::from_secs(5);

/// The file, until the last that has it is dropped.
#[derive(Clone, Debug)]
pub struct Upload {
    file: Arc<Mutex<File>>,
    pub is_empty: bool,
    /// Of its bytes, in hex: what an idempotency key stands for.
    pub digest: String,
    _room: Arc<Complete>,
}

/// A file that is coming in.
struct Receiving {
    file: Arc<Mutex<File>>,
    bytes: usize,
    hash: Sha256,
    room: Incoming,
}

impl Upload {
    /// Takes the body in: as it is, or the one file of `multipart/form-data`.
    pub async fn received(request: &Request, body: poem::Body, room: Incoming) -> Result<Self, Problem> {
        let file = spool().map_err(|error| no_room(&error))?;
        let mut coming = Receiving { file: Arc::new(Mutex::new(file)), bytes: 0, hash: Sha256::new(), room };
        let of = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        if of.trim_start().to_ascii_lowercase().starts_with("multipart/form-data") {
            coming.take_part(request, body).await?;
        } else {
            coming.take_in(body.into_async_read()).await?;
        }
        let Receiving { file, bytes, hash, room } = coming;
        let room = Arc::new(room.complete().await?);
        Ok(Self { file, is_empty: bytes == 0, digest: hex(&hash.finalize()), _room: room })
    }

    /// Its first bytes.
    pub fn head(&self) -> std::io::Result<Vec<u8>> {
        take(&self.file, 0, 4 * 1024)
    }
}

impl Receiving {
    async fn take_part(&mut self, request: &Request, body: poem::Body) -> Result<(), Problem> {
        let broken = |why: String| Problem::new(400, "broken_request", why);
        let mut body = RequestBody::new(body);
        let mut parts = <Multipart as FromRequest>::from_request(request, &mut body)
            .await
            .map_err(|error| broken(error.to_string()))?;
        let mut found = false;
        while let Some(part) = parts.next_field().await.map_err(|error| broken(error.to_string()))? {
            if found {
                return Err(broken("the form has more than one part: send the file alone".into()));
            }
            found = true;
            self.take_in(part.into_async_read()).await?;
        }
        if found { Ok(()) } else { Err(broken("the form has no part".into())) }
    }

    async fn take_in(&mut self, mut from: impl AsyncRead + Send + Unpin) -> Result<(), Problem> {
        let limit = u64::try_from(PIECE).unwrap_or(u64::MAX);
        loop {
            let mut piece = Vec::with_capacity(PIECE);
            // A piece is filled, so that little is written often.
            let read = (&mut from).take(limit).read_to_end(&mut piece).await;
            let count = read.map_err(|_| Problem::new(400, "broken_request", "the body ended before its time"))?;
            if count == 0 {
                return Ok(());
            }
            let at = u64::try_from(self.bytes).unwrap_or(u64::MAX);
            self.bytes = self.bytes.saturating_add(count);
            if self.bytes > MAX_FILE_BYTES {
                // Read on, so that the client gets to read its 413.
                let _ = tokio::time::timeout(THROWN_AWAY_FOR, tokio::io::copy(&mut from, &mut tokio::io::sink())).await;
                return Err(Problem::too_large(MAX_FILE_BYTES));
            }
            self.room.make_room(self.bytes).await?;
            self.hash.update(&piece);
            let file = Arc::clone(&self.file);
            let written = tokio::task::spawn_blocking(move || put(&file, at, &piece)).await;
            written.map_err(Problem::internal)?.map_err(|error| no_room(&error))?;
        }
    }
}

fn no_room(error: &std::io::Error) -> Problem {
    Problem::unavailable(format!("there is no room for the file: {error}"))
}

impl StatementFile for Upload {
    fn open(&self) -> std::io::Result<Box<dyn BufRead + Send>> {
        Ok(Box::new(BufReader::with_capacity(PIECE, Reading { file: self.clone(), at: 0 })))
    }
}

/// One reading of it.
struct Reading {
    file: Upload,
    at: u64,
}

impl Read for Reading {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let most = u64::try_from(into.len()).unwrap_or(u64::MAX);
        let found = take(&self.file.file, self.at, most)?;
        into.iter_mut().zip(&found).for_each(|(to, from)| *to = *from);
        self.at = self.at.saturating_add(u64::try_from(found.len()).unwrap_or(u64::MAX));
        Ok(found.len())
    }
}

/// The schema of a form with a file.
const FORM: &str = "FileForm";

/// A file as the description has it, by the two types that it names; it may be sent by any, for what is in it decides.
fn bytes() -> MetaSchema {
    MetaSchema { format: Some("binary"), ..MetaSchema::new("string") }
}

impl<'a> ApiExtractor<'a> for Upload {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::RequestObject];
    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        let file = vec![("file", MetaSchemaRef::Inline(Box::new(bytes())))];
        let form = MetaSchema { properties: file, required: vec!["file"], ..MetaSchema::new("object") };
        registry.create_schema::<Self, _>(FORM.to_owned(), |_| form);
    }

    fn request_meta() -> Option<MetaRequest> {
        let content = vec![
            MetaMediaType {
                content_type: "application/octet-stream",
                schema: MetaSchemaRef::Inline(Box::new(bytes())),
            },
            MetaMediaType { content_type: "multipart/form-data", schema: MetaSchemaRef::Reference(FORM.to_owned()) },
        ];
        Some(MetaRequest { description: None, content, required: true })
    }

    async fn from_request(request: &'a Request, _: &mut RequestBody, _: ExtractParamOptions<()>) -> poem::Result<Self> {
        let found = request.extensions().get::<Self>().cloned();
        Ok(found.ok_or_else(|| Problem::internal("a file was not taken in"))?)
    }
}
