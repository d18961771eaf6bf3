//! The state that all handlers share: the engine, how long to wait for the posting job, and the read replica.

use std::sync::Arc;
use std::time::Duration;

use engine::books::command::{Snapshot, Wants};
use engine::kernel::engine::Engine;
use engine::kernel::replica::Replica;
use engine::values::kind::DocumentKind;

use crate::auth::reads::{Readable, Reads};
use crate::problem::Problem;

/// Shared by all handlers.
#[derive(Clone, Debug)]
pub struct App {
    pub engine: Arc<Engine>,
    /// How long an approve or a close waits for its job.
    pub posting_wait: Duration,
    /// What answers reports in the primary's place, when one is configured.
    pub replica: Option<Arc<Replica>>,
}

impl App {
    /// What a read may know, when the caller may read it.
    pub async fn look<R: Readable, const GONE: bool>(
        &self,
        reader: &Reads<R, GONE>,
        wants: &Wants,
    ) -> Result<Snapshot, Problem> {
        self.look_at(reader, None, wants).await
    }

    /// The same about documents of this type.
    pub async fn look_at<R: Readable, const GONE: bool>(
        &self,
        reader: &Reads<R, GONE>,
        kind: Option<DocumentKind>,
        wants: &Wants,
    ) -> Result<Snapshot, Problem> {
        let seen = self.engine.look(&reader.0, wants).await?;
        seen.require_all(&R::TAKES.permissions(kind))?;
        seen.documents.values().try_for_each(|document| seen.require_payroll(document, "read"))?;
        Ok(seen)
    }
}
