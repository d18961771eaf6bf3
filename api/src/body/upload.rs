//! A body that is a file: kept in a file without a name while it comes in, and read from there as often as is needed. What is in memory of
//! it is a piece at a time.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::sync::{Arc, LazyLock, Mutex};
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
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::body_limit::MAX_FILE_BYTES;
use crate::download::{put, spool, take};
use crate::problem::Problem;

/// How many files are worked on at a time.
const PLACES: usize = 4;
/// Who finds no room or place waits for it for so long.
const PATIENCE: Duration = Duration::from_secs(5);
/// What is read of the client, and written, at a time.
const PIECE: usize = 256 * 1024;
/// In pieces, what all files together may take of the disk: eight of the largest. A file takes as much as has come of it, so that who
/// sends slowly keeps nobody else out.
const ROOM: usize = 8 * MAX_FILE_BYTES / PIECE;

static SPACE: LazyLock<Arc<Semaphore>> = LazyLock::new(|| Arc::new(Semaphore::new(ROOM)));
static WORK: LazyLock<Arc<Semaphore>> = LazyLock::new(|| Arc::new(Semaphore::new(PLACES)));

async fn acquired(of: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Problem> {
    match tokio::time::timeout(PATIENCE, Arc::clone(of).acquire_owned()).await {
        Ok(Ok(permit)) => Ok(permit),
        Ok(Err(_)) | Err(_) => Err(Problem::busy()),
    }
}

/// The file, until the last that has it is dropped.
#[derive(Clone, Debug)]
pub struct Upload {
    file: Arc<Mutex<File>>,
    bytes: u64,
    /// Of its bytes, in hex: what an idempotency key stands for.
    pub digest: String,
    /// What it takes of the room, and its place once all of it has come.
    taken: Arc<Vec<OwnedSemaphorePermit>>,
}

impl Upload {
    /// Takes the body in: as it is, or the one file of `multipart/form-data`.
    pub async fn received(request: &Request, body: poem::Body) -> Result<Self, Problem> {
        let file = spool().map_err(|error| no_room(&error))?;
        let taken = Arc::new(Vec::new());
        let mut upload = Self { file: Arc::new(Mutex::new(file)), bytes: 0, digest: String::new(), taken };
        let of = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        if of.trim_start().to_ascii_lowercase().starts_with("multipart/form-data") {
            upload.take_part(request, body).await?;
        } else {
            upload.take_in(body.into_async_read()).await?;
        }
        upload.hold(acquired(&WORK).await?);
        Ok(upload)
    }

    /// Until the last that has the file is dropped.
    fn hold(&mut self, permit: OwnedSemaphorePermit) {
        if let Some(taken) = Arc::get_mut(&mut self.taken) {
            taken.push(permit);
        }
    }

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
        let mut hash = Sha256::new();
        let most = u64::try_from(MAX_FILE_BYTES).unwrap_or(u64::MAX);
        loop {
            let mut piece = Vec::with_capacity(PIECE);
            // A piece is filled, so that little is written often.
            let limit = u64::try_from(PIECE).unwrap_or(u64::MAX);
            let read = (&mut from).take(limit).read_to_end(&mut piece).await;
            let count = read.map_err(|_| Problem::new(400, "broken_request", "the body ended before its time"))?;
            if count == 0 {
                break;
            }
            let at = self.bytes;
            self.bytes = at.saturating_add(u64::try_from(count).unwrap_or(u64::MAX));
            if self.bytes > most {
                // Read on, so that the client gets to read its 413.
                let _ = tokio::time::timeout(PATIENCE, tokio::io::copy(&mut from, &mut tokio::io::sink())).await;
                return Err(Problem::too_large(MAX_FILE_BYTES));
            }
            self.hold(acquired(&SPACE).await?);
            hash.update(&piece);
            let file = Arc::clone(&self.file);
            let written = tokio::task::spawn_blocking(move || put(&file, at, &piece)).await;
            written.map_err(Problem::internal)?.map_err(|error| no_room(&error))?;
        }
        self.digest = hex(&hash.finalize());
        Ok(())
    }

    /// Its first bytes.
    pub fn head(&self) -> std::io::Result<Vec<u8>> {
        take(&self.file, 0, 4 * 1024)
    }

    pub const fn is_empty(&self) -> bool {
        self.bytes == 0
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

/// The types that the description names; a file may be sent by any, for what is in it decides.
const TYPES: [&str; 2] = ["application/octet-stream", "multipart/form-data"];

impl<'a> ApiExtractor<'a> for Upload {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::RequestObject];
    type ParamType = ();
    type ParamRawType = ();

    fn register(_: &mut Registry) {}

    fn request_meta() -> Option<MetaRequest> {
        let plain = || MetaSchema { format: Some("binary"), ..MetaSchema::new("string") };
        let schema = |of: &str| {
            let part = vec![("file", MetaSchemaRef::Inline(Box::new(plain())))];
            MetaSchemaRef::Inline(Box::new(if of == "multipart/form-data" {
                MetaSchema { properties: part, required: vec!["file"], ..MetaSchema::new("object") }
            } else {
                plain()
            }))
        };
        let content = TYPES.map(|of| MetaMediaType { content_type: of, schema: schema(of) }).into();
        Some(MetaRequest { description: None, content, required: true })
    }

    async fn from_request(request: &'a Request, _: &mut RequestBody, _: ExtractParamOptions<()>) -> poem::Result<Self> {
        let found = request.extensions().get::<Self>().cloned();
        Ok(found.ok_or_else(|| Problem::internal("a file was not taken in"))?)
    }
}
