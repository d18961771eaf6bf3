//! Counts the changes of the books for pages that show them live: by the head of the sealed trail, which every change moves, in
//! whatever process it was made. It is looked at once a second, and only while somebody waits for it.

use std::sync::{Arc, Weak};
use std::time::Duration;

use engine::kernel::engine::Engine;
use tokio::sync::watch;

/// How often the trail is looked at.
const LOOK: Duration = Duration::from_secs(1);

/// The count of changes.
pub struct Changes {
    engine: Arc<Engine>,
    count: watch::Sender<u64>,
}

impl Changes {
    pub fn of(engine: Arc<Engine>) -> Self {
        Self { engine, count: watch::Sender::new(0) }
    }

    /// A receiver of the count; the first one begins the looking, and the last one ends it.
    pub fn receiver(&self) -> watch::Receiver<u64> {
        let is_first = self.count.receiver_count() == 0;
        let receiver = self.count.subscribe();
        if is_first {
            tokio::spawn(look(Arc::downgrade(&self.engine), self.count.clone()));
        }
        receiver
    }
}

async fn look(engine: Weak<Engine>, count: watch::Sender<u64>) {
    while count.receiver_count() > 0 {
        let Some(engine) = engine.upgrade() else { return };
        if let Ok(head) = engine.audit_head().await {
            let position = head.position.unsigned_abs();
            count.send_if_modified(|known| std::mem::replace(known, position) != position);
        }
        drop(engine);
        tokio::time::sleep(LOOK).await;
    }
}
