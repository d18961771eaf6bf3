//! What bars a close, whole and in one state of the books, written while it is read: a period may have very many documents.

use std::sync::Arc;

use engine::books::command::Snapshot;
use engine::books::document::Status;
use engine::books::period::Period;
use engine::features::documents::query::unposted::Unposted;
use engine::features::periods::commands::close::status_key;
use engine::kernel::engine::Engine;
use engine::kernel::query::Reading;
use engine::values::error::Refusal;
use engine::values::kind::DocumentKind;
use engine::values::page::PageRequest;
use poem_openapi::types::ToJSON;
use serde_json::{Map, Value, json};

use crate::app::App;
use crate::download;
use crate::download::pieces::Pieces;
use crate::feature::periods::wire::{StatusCounts, UnpostedEntries, item};
use crate::problem::Problem;
use crate::reply::{Ok200, Reply};

/// So many documents are read at a time.
const AT_ONCE: u64 = 500;

/// The report. All documents are counted; those that the caller may read are shown, of each type and status `most` at most.
pub async fn answer(
    app: &App,
    seen: &Snapshot,
    period_id: &str,
    most: Option<u64>,
) -> Result<Reply<Ok200, UnpostedEntries>, Problem> {
    let found = seen.catalog.periods.get(period_id);
    let period = found.ok_or_else(|| Refusal::not_found("accounting period", period_id))?.clone();
    // In the order of their names, as all members of answers are.
    let mut kinds = DocumentKind::ALL.map(|kind| (kind, seen.may(kind, "read")));
    kinds.sort_by_key(|(kind, _)| kind.collection());
    let without_payroll = !seen.reads_payroll();
    let engine = Arc::clone(&app.engine);
    let period = Arc::new(period);
    let write = |mut out: Pieces| {
        let (engine, period) = (Arc::clone(&engine), Arc::clone(&period));
        async move {
            let reading = engine.read_unposted(&period.period_id, without_payroll).await?;
            let written = write(&engine, &reading, &period, (&kinds, most), &mut out).await;
            out.finish(reading, written).await
        }
    };
    Ok(Reply::streamed(download::pieces::written(write).await?))
}

async fn write(
    engine: &Engine,
    reading: &Reading<Unposted>,
    period: &Period,
    (kinds, most): (&[(DocumentKind, bool)], Option<u64>),
    out: &mut Pieces,
) -> Result<(), Problem> {
    let mut statuses = Status::UNPOSTED;
    statuses.sort_by_key(|status| status_key(*status));
    let mut counts = StatusCounts::default();
    let mut of_types = Map::new();
    out.text("{\"by_document_type\":{");
    for (at, (kind, is_shown)) in kinds.iter().enumerate() {
        let (comma, collection) = (if at == 0 { "" } else { "," }, kind.collection().replace('-', "_"));
        let mut of_type = StatusCounts::default();
        out.text(&format!("{comma}\"{collection}\":{{"));
        for (at, status) in statuses.into_iter().enumerate() {
            let comma = if at == 0 { "" } else { "," };
            out.begin(&format!("{comma}\"{}\":[", status_key(status)));
            let count = reading.count(*kind, status);
            if *is_shown && count > 0 {
                rows(engine, reading, (*kind, status), most, out).await?;
            }
            counts.add(status, count);
            of_type.add(status, count);
            out.text("]");
        }
        of_types.insert(collection, of_type.to_json().unwrap_or_default());
        out.text("}");
    }
    let mut summary = json!({ "by_status": counts.to_json() });
    if let (Some(_), Value::Object(summary)) = (most, &mut summary) {
        summary.insert("by_type".to_owned(), Value::Object(of_types));
    }
    let (id, name) = (Value::from(period.period_id.as_str()), Value::from(period.period_name.as_str()));
    let total = counts.total();
    let end =
        format!("}},\"period_id\":{id},\"period_name\":{name},\"summary\":{summary},\"total_unposted\":{total}}}");
    out.text(&end);
    Ok(())
}

/// The documents of one type and status; of so many, the newest.
async fn rows(
    engine: &Engine,
    reading: &Reading<Unposted>,
    (kind, status): (DocumentKind, Status),
    most: Option<u64>,
    out: &mut Pieces,
) -> Result<(), Problem> {
    let mut page = PageRequest { limit: most.unwrap_or(AT_ONCE), after: None, count: false };
    loop {
        let found = reading.page(kind, status, &page).await?;
        let names = reading.party_names(engine, &found.data).await?;
        for document in &found.data {
            out.element(&item(document, &names)).await?;
        }
        match found.next.filter(|_| most.is_none()) {
            Some(next) => page.after = Some(next),
            None => return Ok(()),
        }
    }
}
