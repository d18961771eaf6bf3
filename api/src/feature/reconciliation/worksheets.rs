//! A worksheet: whole, in one state of the books, written while it is read. What is cleared stands before the figures, which are
//! known when all was read, and what is uncleared after them: so that is kept aside until then.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use engine::features::reconciliation::model::Reconciliation;
use engine::features::reconciliation::query::worksheet::Worksheet;
use engine::kernel::engine::Engine;
use engine::kernel::query::Reading;
use poem_openapi::types::ToJSON;
use serde_json::{Value, json};

use crate::app::App;
use crate::download;
use crate::download::aside::Aside;
use crate::download::pieces::Pieces;
use crate::feature::reconciliation::wire::{SummaryView, WorksheetView, cleared, items, uncleared};
use crate::problem::Problem;
use crate::reply::{Ok200, Reply};

/// The worksheet, with the version of the session that it shows.
pub async fn answer(app: &App, reconciliation_id: &str) -> Result<Reply<Ok200, WorksheetView>, Problem> {
    let (engine, id, version) = (&app.engine, Arc::<str>::from(reconciliation_id), Arc::new(AtomicI64::new(0)));
    let body =
        download::pieces::written(|out| write(Arc::clone(engine), Arc::clone(&id), Arc::clone(&version), out)).await?;
    Ok(Reply::streamed(body).version(version.load(Ordering::Relaxed)))
}

async fn write(engine: Arc<Engine>, id: Arc<str>, version: Arc<AtomicI64>, mut out: Pieces) -> Result<(), Problem> {
    let mut reading = engine.read_worksheet().await?;
    let written = match reading.session(&id).await {
        Ok(session) => {
            // The headers are sent after the first piece of the text.
            version.store(session.version, Ordering::Relaxed);
            rows(&mut reading, &session, &mut out).await
        }
        Err(refused) => Err(refused.into()),
    };
    out.finish(reading, written).await
}

async fn rows(reading: &mut Reading<Worksheet>, session: &Reconciliation, out: &mut Pieces) -> Result<(), Problem> {
    let currency = session.currency;
    let (bank, book) = (items(&session.bank_adjustments, currency), items(&session.book_adjustments, currency));
    let list = |items: Option<Value>| items.unwrap_or_default();
    out.text(&format!("{{\"bank_adjustment_items\":{}", list(bank.to_json())));
    out.text(&format!(",\"book_adjustment_items\":{}", list(book.to_json())));
    out.begin(",\"cleared_transactions\":[");
    // The answer begins now: where nothing is cleared, the next text comes when all was read.
    out.send().await?;
    let mut kept = Aside::default();
    while let Some(found) = reading.next(session).await? {
        for row in &found.cleared {
            if let Some(row) = cleared(row, currency).and_then(|row| row.to_json()) {
                out.element(&row).await?;
            }
        }
        for row in &found.uncleared {
            out.keep(&mut kept, &uncleared(row, currency).to_json().unwrap_or_default()).await?;
        }
    }
    let summary = SummaryView::of(&reading.summary(session)?, currency).to_json();
    out.text(&format!("],\"reconciliation_id\":{}", json!(session.reconciliation_id)));
    out.text(&format!(",\"summary\":{}", summary.unwrap_or_default()));
    out.begin(",\"uncleared_transactions\":[");
    out.kept(kept).await?;
    out.text("]}");
    Ok(())
}
