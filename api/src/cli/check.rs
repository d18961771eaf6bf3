//! `gl check`: derives every balance and status again, compares every row that decides something with the trail, and
//! prints the differences; after them, what should be looked at though nothing is wrong.

use super::audit;
use super::progress::Progress;
use crate::boot;
use crate::config::Config;

/// Whether there are no differences, and the text to print.
pub async fn run(config: &Config) -> Result<(bool, String), String> {
    let engine = boot::books_to_check(config).await?;
    let total = engine.documents_to_check().await.map_err(|error| error.to_string())?;
    let progress = Progress::of("checking the books", "documents", total);
    // The check compares rows with the trail, so the trail is verified, too: beside it, on another connection.
    let store = engine.store.clone();
    let trail = tokio::spawn(async move { audit::verify_books(&store, None, None).await });
    let found = engine.check(|documents| progress.more(documents)).await.map_err(|error| error.to_string())?;
    let trail = trail.await.map_err(|error| error.to_string())?;
    drop(progress);
    let mut lines = found.differences.clone();
    let trail = match &trail {
        Ok(Ok(fine)) => format!("trail of {} rows verified", fine.sealed),
        Ok(Err(finding)) => {
            lines.insert(0, format!("the trail, which rows are held against, was tampered with: {finding}"));
            "trail NOT verified".to_owned()
        }
        Err(why) => {
            lines.insert(0, format!("the trail, which rows are held against, cannot be read: {why}"));
            "trail NOT verified".to_owned()
        }
    };
    let differences = lines.len();
    let warnings = found.warnings.len();
    lines.extend(found.warnings.iter().map(|warning| format!("warning: {warning}")));
    let warned = if warnings == 0 { String::new() } else { format!(", {warnings} warnings") };
    lines.push(format!(
        "checked {} documents, {} postings, {} balances, {trail}: {differences} differences{warned}",
        found.documents, found.postings, found.balances
    ));
    Ok((differences == 0, lines.join("\n")))
}
