//! What bars a close, whole and in one state of the books, written while it is read: a period may have very many documents.

use std::sync::Arc;

use engine::command::Snapshot;
use engine::document::{DocumentKind, Status};
use engine::engine::Engine;
use engine::error::Refusal;
use engine::page::PageRequest;
use engine::period::Period;
use engine::period::action::close::status_key;
use engine::report::unposted::Unposted;
use serde_json::{Value, json};
use tokio::sync::mpsc::Sender;

use crate::app::App;
use crate::download;
use crate::problem::Problem;
use crate::reply::{Ok200, Reply};
use crate::schema::period::{StatusCounts, UnpostedEntries, item};

/// So many documents are read at a time.
const AT_ONCE: u64 = 500;

/// The report. All documents are counted; those of types that the caller may read are shown.
pub async fn answer(app: &App, seen: &Snapshot, period_id: &str) -> Result<Reply<Ok200, UnpostedEntries>, Problem> {
    let found = seen.catalog.periods.get(period_id);
    let period = found.ok_or_else(|| Refusal::not_found("accounting period", period_id))?.clone();
    // In the order of their names, as all members of answers are.
    let mut kinds = DocumentKind::ALL.map(|kind| (kind, seen.may(kind, "read")));
    kinds.sort_by_key(|(kind, _)| kind.collection());
    let engine = Arc::clone(&app.engine);
    let write = |out| async move {
        let reading = engine.read_unposted(&period.period_id).await?;
        let written = write(&engine, &reading, &period, &kinds, &out).await;
        reading.end().await?;
        written
    };
    Ok(Reply::streamed(download::body(write).await?))
}

async fn send(out: &Sender<String>, text: impl Into<String>) -> Result<(), Problem> {
    out.send(text.into()).await.map_err(|_| Problem::unavailable("nobody reads any more"))
}

async fn write(
    engine: &Engine,
    reading: &Unposted,
    period: &Period,
    kinds: &[(DocumentKind, bool)],
    out: &Sender<String>,
) -> Result<(), Problem> {
    let mut statuses = Status::UNPOSTED;
    statuses.sort_by_key(|status| status_key(*status));
    let mut counts = StatusCounts::default();
    send(out, "{\"by_document_type\":{").await?;
    for (at, (kind, is_shown)) in kinds.iter().enumerate() {
        let comma = if at == 0 { "" } else { "," };
        send(out, format!("{comma}\"{}\":{{", kind.collection().replace('-', "_"))).await?;
        for (at, status) in statuses.into_iter().enumerate() {
            let comma = if at == 0 { "" } else { "," };
            send(out, format!("{comma}\"{}\":[", status_key(status))).await?;
            let page = PageRequest { limit: if *is_shown { AT_ONCE } else { 1 }, after: None, count: !is_shown };
            let count = rows(engine, reading, (*kind, status), page, out).await?;
            counts.add(status, count);
            send(out, "]").await?;
        }
        send(out, "}").await?;
    }
    let summary = json!({ "by_status": {
        "draft": counts.draft, "pending_approval": counts.pending_approval, "on_hold": counts.on_hold, "approved": counts.approved,
    } });
    let (id, name) = (Value::from(period.period_id.as_str()), Value::from(period.period_name.as_str()));
    let total = counts.total();
    let end =
        format!("}},\"period_id\":{id},\"period_name\":{name},\"summary\":{summary},\"total_unposted\":{total}}}");
    send(out, end).await
}

/// The documents of one type and status; how many there are. Those that are only counted are not read.
async fn rows(
    engine: &Engine,
    reading: &Unposted,
    (kind, status): (DocumentKind, Status),
    mut page: PageRequest,
    out: &Sender<String>,
) -> Result<u64, Problem> {
    let mut count = 0_u64;
    loop {
        let found = reading.page(kind, status, &page).await?;
        if let Some(total) = found.total {
            return Ok(total);
        }
        let names = engine.party_names(&found.data).await?;
        let mut text = String::new();
        for document in &found.data {
            if count > 0 {
                text.push(',');
            }
            count = count.saturating_add(1);
            text.push_str(&item(document, &names).to_string());
        }
        send(out, text).await?;
        match found.next {
            Some(next) => page.after = Some(next),
            None => return Ok(count),
        }
    }
}
