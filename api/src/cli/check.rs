//! `gl check`: derives every balance and status again, compares every row that decides something with the trail, and
//! prints the differences.

use super::audit;
use super::progress::Progress;
use crate::boot;
use crate::config::Config;

/// Whether there are no differences, and the text to print.
pub async fn run(config: &Config) -> Result<(bool, String), String> {
    let engine = boot::present_books(config).await?;
    // The check compares rows with the trail, so the trail is verified first.
    let trail = audit::verify_books(&engine.store, None).await?;
    let progress = Progress::start("checking the books");
    let found = engine.check().await.map_err(|error| error.to_string())?;
    drop(progress);
    let mut lines = found.differences.clone();
    let trail = match &trail {
        Ok(fine) => format!("trail of {} rows verified", fine.sealed),
        Err(finding) => {
            lines.insert(0, format!("the trail, which rows are held against, was tampered with: {finding}"));
            "trail NOT verified".to_owned()
        }
    };
    let differences = lines.len();
    lines.push(format!(
        "checked {} documents, {} postings, {} balances, {trail}: {differences} differences",
        found.documents, found.postings, found.balances
    ));
    Ok((differences == 0, lines.join("\n")))
}
