//! A retry while another process may still work on the answer. See docs/rules/interface.md#interrupted-answers.

use std::time::Duration;

use crate::books::request::Unanswered;
use crate::kernel::engine::{Engine, still_running};
use crate::values::error::Error;

/// What an answer may take beside its wait for a job: to be made, and to be kept.
const TO_ANSWER: Duration = Duration::from_secs(10);
/// What PostgreSQL may take to see that a process has died.
const TO_BE_SEEN_DEAD: Duration = Duration::from_millis(100);

impl Engine {
    /// Refuses with 409 while the process that carried the request out lives and may still answer it, `wait` being what the answer
    /// waits for its job. One that lives and has not kept its answer by then lost the database.
    pub async fn no_longer_answered(&self, earlier: &Unanswered, wait: Duration) -> Result<(), Error> {
        let Some(process) = earlier.running_in.as_deref().filter(|process| *process != self.store.process) else {
            return Ok(());
        };
        let has_had_time = self.clock.now().since(earlier.at) > wait.saturating_add(TO_ANSWER);
        if has_had_time || !self.store.is_alive(process).await? {
            return Ok(());
        }
        tokio::time::sleep(TO_BE_SEEN_DEAD).await;
        if self.store.is_alive(process).await? { Err(still_running().into()) } else { Ok(()) }
    }
}
