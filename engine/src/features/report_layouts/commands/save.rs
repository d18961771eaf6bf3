//! Saves a layout: made, or written anew as its next version. See docs/rules/report-layouts.md#versions.

use super::given::{GivenLine, checked};
use crate::books::command::{
    AuditEntry, Command, Decision, Effects, Needed, Permitted, Refuses, Snapshot, Takes, Wants, as_expected,
};
use crate::features::report_layouts::model::{RESOURCE, ReportLayout, Statement, TITLE, VERSION_RESOURCE};
use crate::features::report_layouts::records::{LayoutChange, WantedLayout, seen, target};
use crate::values::error::{Faults, Refusal, RefusalName};

/// Makes a layout, or its next version.
#[derive(Debug)]
pub struct SaveLayout {
    pub layout_id: String,
    pub layout_name: Option<String>,
    /// Fixed once it is made.
    pub statement: Option<Statement>,
    pub lines: Option<Vec<GivenLine>>,
    /// Whether it must be new, or must exist.
    pub create: bool,
    pub faults: Faults,
}

impl Refuses for SaveLayout {
    const REFUSALS: &'static [RefusalName] = &[];
}

impl Permitted for SaveLayout {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "write")]);
}

impl Command for SaveLayout {
    type Answer = ReportLayout;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn wants(&self) -> Wants {
        let wanted = WantedLayout(self.layout_id.clone());
        // Of two at once the second one is the version after the first.
        Wants { target: Some(target(&self.layout_id)), exclusive: true, ..Wants::of_feature(wanted) }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<ReportLayout>, Refusal> {
        let before = seen(snapshot);
        as_expected(before, self.create, TITLE, ("layout_id", &self.layout_id))?;
        let mut faults = self.faults.clone();
        let lines = self.lines.as_ref().map(|lines| checked(lines, &mut faults));
        faults.or(())?;
        let by = snapshot.actor.user_id.to_string();
        let (name, lines) = (self.layout_name.clone(), lines);
        let saved = if let Some(before) = before {
            let layout_name = name.unwrap_or_else(|| before.layout_name.clone());
            let lines = lines.unwrap_or_else(|| before.lines.clone());
            if (&layout_name, &lines) == (&before.layout_name, &before.lines) {
                return Ok(Decision::unchanged(before.clone(), snapshot));
            }
            let version = before.version.saturating_add(1);
            ReportLayout { layout_name, lines, version, updated_at: snapshot.now, updated_by: by, ..before.clone() }
        } else {
            let (Some(layout_name), Some(statement), Some(lines)) = (name, self.statement, lines) else {
                // What is missing was named when it was read.
                return Err(Faults::one("", "is no report layout"));
            };
            ReportLayout {
                layout_id: self.layout_id.clone(),
                layout_name,
                statement,
                lines,
                version: 1,
                created_at: snapshot.now,
                created_by: by.clone(),
                updated_at: snapshot.now,
                updated_by: by,
            }
        };
        let word = if self.create { "Created" } else { "Updated" };
        let mut effects = Effects::at(snapshot.now);
        effects.audit.push(row(RESOURCE, &saved.layout_id, word, &saved));
        effects.audit.push(row(VERSION_RESOURCE, &saved.version_id(), "Created", &saved));
        effects.changes.push(LayoutChange(Box::new(saved.clone())).into());
        Ok(Decision::new(effects, saved))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

fn row(resource: &str, id: &str, word: &str, saved: &ReportLayout) -> AuditEntry {
    AuditEntry::about(resource, id, word, &saved.updated_by)
        .with("layout_name", saved.layout_name.clone())
        .with("statement", saved.statement.name())
        .with_stored("lines", &saved.lines)
        .with("version", saved.version)
}
