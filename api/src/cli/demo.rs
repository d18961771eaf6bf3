//! `gl demo`: loads the demo company; a second call changes nothing. See docs/rules/operation.md#demo.

use engine::kernel::outsiders::Reach;

use super::progress::Progress;
use crate::config::Config;
use crate::{boot, demo};

/// Loads the demo company, and returns the text to print.
pub async fn run(config: &Config) -> Result<String, String> {
    let engine = boot::books(config, false).await?;
    let progress = Progress::start("loading the demo company");
    let loaded = demo::load(&engine).await?;
    engine.seal(Reach::All).await.map_err(|error| error.to_string())?;
    drop(progress);
    Ok(if loaded {
        "the demo company is loaded".into()
    } else {
        "the demo company was there already; nothing changed".into()
    })
}
