//! Books that know nobody yet, and how the first person comes in. See docs/rules/operation.md#first-person.

use engine::kernel::engine::Engine;
use engine::values::error::Error;

/// What there is to do.
pub const NOBODY: &str = "nobody is recorded in these books yet: gl init --user YOU records the first administrator, and prints the \
    link that signs them in";

/// Whether nobody is recorded.
pub async fn is_awaited(engine: &Engine) -> Result<bool, Error> {
    Ok(engine.present_catalog().await?.users.values().next().is_none())
}
