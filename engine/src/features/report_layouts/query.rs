//! Layouts as they are listed and read.

use super::model::{READ_AS, ReportLayout, Statement, TITLE};
use super::reads;
use crate::approval::access::Actor;
use crate::books::command::Wants;
use crate::kernel::engine::Engine;
use crate::values::error::{Error, Faults, Refusal};
use crate::values::page::{Page, PageRequest};

impl Engine {
    /// One page of the layouts, newest first: all, or those of the statement.
    pub async fn list_report_layouts(
        &self,
        actor: &Actor,
        statement: Option<Statement>,
        page: &PageRequest,
    ) -> Result<Page<ReportLayout>, Error> {
        self.look_up(actor, READ_AS, &Wants::default()).await?;
        Ok(reads::list(&self.store.reader, statement, page).await?)
    }

    /// The layout in that version, or in its newest one.
    pub async fn report_layout(
        &self,
        actor: &Actor,
        layout_id: &str,
        version: Option<i64>,
    ) -> Result<ReportLayout, Error> {
        self.look_up(actor, READ_AS, &Wants::default()).await?;
        let found = self.layout(layout_id, version).await?;
        Ok(found.ok_or_else(|| Refusal::not_found(TITLE, layout_id))?)
    }

    /// The layout that a statement is laid out by, for a caller who may read reports.
    pub async fn layout_of(
        &self,
        statement: Statement,
        layout_id: &str,
        version: Option<i64>,
    ) -> Result<ReportLayout, Error> {
        let wrong = |name: &str, why: String| -> Error { Faults::one(name, why).into() };
        let Some(found) = self.layout(layout_id, version).await? else {
            let name = if version.is_some() { "layout_version" } else { "layout_id" };
            return Err(wrong(name, format!("there is no such {TITLE}")));
        };
        if found.statement != statement {
            return Err(wrong("layout_id", format!("is a layout of another statement: {}", found.statement.name())));
        }
        Ok(found)
    }

    async fn layout(&self, layout_id: &str, version: Option<i64>) -> Result<Option<ReportLayout>, Error> {
        let db = &self.store.reader;
        Ok(match version {
            Some(version) => reads::version(db, layout_id, version).await?,
            None => reads::newest(db, layout_id).await?,
        })
    }
}
