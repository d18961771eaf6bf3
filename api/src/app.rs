//! The state that all handlers share: the engine, how long to wait for the posting job, and the read replica.

use std::sync::Arc;
use std::time::Duration;

use engine::access::Actor;
use engine::command::{Snapshot, Wants};
use engine::engine::Engine;
use engine::replica::Replica;

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
    /// What a read may know, when the caller may read the resource.
    pub async fn look(&self, actor: &Actor, resource: &str, wants: &Wants) -> Result<Snapshot, Problem> {
        Ok(self.engine.look_up(actor, resource, wants).await?)
    }
}
