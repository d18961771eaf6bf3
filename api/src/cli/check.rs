//! `gl check`: derives every balance and status again and says what differs.

use super::progress::Progress;
use crate::boot;
use crate::config::Config;

/// Whether the books agree with themselves, and what to print.
pub async fn run(config: &Config) -> Result<(bool, String), String> {
    let engine = boot::present_books(config).await?;
    let progress = Progress::start("checking the books");
    let found = engine.check().await.map_err(|error| error.to_string())?;
    drop(progress);
    let mut lines = found.differences.clone();
    lines.push(format!(
        "checked {} documents, {} postings, {} balances: {} differences",
        found.documents,
        found.postings,
        found.balances,
        found.differences.len()
    ));
    Ok((found.differences.is_empty(), lines.join("\n")))
}
