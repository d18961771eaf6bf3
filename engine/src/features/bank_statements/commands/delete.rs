//! Delete: a statement that should not have been brought in, with the lines that it brought. Not while a line of it is matched or explained,
//! and not while another statement may count on its lines.

use crate::books::command::{
    AuditEntry, Command, Decision, Effects, Needed, Permitted, Refuses, Snapshot, Takes, Wants,
};
use crate::features::bank_statements::model::change::StatementChange;
use crate::features::bank_statements::model::state::{WantedStatements, seen};
use crate::features::bank_statements::model::{RESOURCE, Rung};
use crate::values::error::{Refusal, RefusalName};

/// Deletes a statement.
pub struct DeleteStatement {
    pub statement_id: String,
}

impl Refuses for DeleteStatement {
    const REFUSALS: &'static [RefusalName] = &[RefusalName::InUse];
}

impl Permitted for DeleteStatement {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "write")]);
}

impl Command for DeleteStatement {
    type Answer = ();

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn wants(&self) -> Wants {
        let wanted = WantedStatements::Statement { statement_id: self.statement_id.clone() };
        // Alone, so that nothing of it is matched, and no other is brought in that counts on its lines.
        Wants { exclusive: true, ..Wants::of_feature(wanted) }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<()>, Refusal> {
        let id = &self.statement_id;
        let not_found = || Refusal::not_found("bank statement", id);
        let state = seen(snapshot).ok_or_else(not_found)?;
        let statement = state.statement.as_ref().ok_or_else(not_found)?;
        if state.matched_lines > 0 {
            return Err(RefusalName::InUse.because(format!(
                "{} of its lines are matched or explained: unmatch them first",
                state.matched_lines
            )));
        }
        let overlaps =
            |other: &&Rung| other.statement_id != *id && other.from <= statement.to && other.to >= statement.from;
        if let Some(other) = state.rungs.iter().rev().find(overlaps) {
            return Err(RefusalName::InUse
                .because(format!("statement {:?} covers days of it and may count on its lines", other.statement_id))
                .with("statement_id", other.statement_id.clone()));
        }
        let entry = AuditEntry::about(RESOURCE, id, "Deleted", &snapshot.actor.user_id);
        let change = StatementChange::Delete { statement_id: id.clone() };
        Ok(Decision::new(Effects::one(snapshot.now, change.into(), entry), ()))
    }
}
