//! The mapping of an account's CSV files: which column means what. Kept for the account, so that each file after the first needs none.

use crate::books::command::{
    AuditEntry, Command, Decision, Effects, Needed, Permitted, Refuses, Snapshot, Takes, Wants,
};
use crate::features::bank_statements::formats::CsvMapping;
use crate::features::bank_statements::model::Mapping;
use crate::features::bank_statements::model::RESOURCE;
use crate::features::bank_statements::model::change::StatementChange;
use crate::features::bank_statements::model::state::{WantedStatements, bank_account, seen};
use crate::values::error::{Faults, Refusal, RefusalName};

/// The resource of mappings in the trail.
pub const MAPPING: &str = "csv_mapping";

/// Keeps a mapping, in place of the one before it.
#[derive(Debug)]
pub struct SaveMapping {
    pub account_id: String,
    pub mapping: Option<CsvMapping>,
    pub faults: Faults,
}

impl Refuses for SaveMapping {
    const REFUSALS: &'static [RefusalName] = &[];
}

impl Permitted for SaveMapping {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "write")]);
}

impl Command for SaveMapping {
    type Answer = Mapping;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn wants(&self) -> Wants {
        let wanted = WantedStatements::Mapping { account_id: self.account_id.clone() };
        // Of two at once the second one stands on the first.
        Wants { exclusive: true, ..Wants::of_feature(wanted) }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Mapping>, Refusal> {
        bank_account(&self.account_id, snapshot)?;
        self.faults.clone().or(())?;
        let mapping = self.mapping.clone().ok_or_else(|| Faults::one("", "is required"))?;
        mapping.check().map_err(|reason| Faults::one("", reason.to_string()))?;
        let before = seen(snapshot).and_then(|state| state.mapping.as_ref());
        if let Some(before) = before.filter(|before| before.mapping == mapping) {
            return Ok(Decision::unchanged(before.clone(), snapshot));
        }
        let saved = Mapping {
            account_id: self.account_id.clone(),
            mapping,
            version: before.map_or(1, |before| before.version.saturating_add(1)),
            updated_at: snapshot.now,
            updated_by: snapshot.actor.user_id.to_string(),
        };
        let action = if before.is_none() { "Created" } else { "Updated" };
        let entry = AuditEntry::about(MAPPING, &self.account_id, action, &snapshot.actor.user_id)
            .with_stored("mapping", &saved.mapping);
        let change = StatementChange::SaveMapping(Box::new(saved.clone()));
        Ok(Decision::new(Effects::one(snapshot.now, change.into(), entry), saved))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}
