//! Submit: the rules give a routing plan, pinned to the document with its digest (C20–C24).

use std::collections::BTreeSet;

use sha2::{Digest, Sha256};

use super::{Acted, advanced, audit, moved, permitted};
use crate::approval::RoutingPlan;
use crate::approval::routing::{Subject, route};
use crate::catalog::Catalog;
use crate::command::{Command, Decision, Snapshot, Wants};
use crate::document::Action;
use crate::document::model::{Document, DocumentKey};
use crate::error::{Faults, Refusal};

/// Sends a draft into its approval.
pub struct Submit {
    pub key: DocumentKey,
}

impl Command for Submit {
    type Answer = Acted;

    fn wants(&self) -> Wants {
        Wants::document(&self.key)
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Acted>, Refusal> {
        let before = permitted(Action::Submit, &self.key, snapshot)?;
        accounts_still_active(before, &snapshot.catalog)?;
        let plan = plan_for(before, &snapshot.actor.user_id, &snapshot.catalog)?;
        let mut document = advanced(before, Action::Submit);
        let workflow = &mut document.workflow;
        workflow.round = workflow.round.saturating_add(1);
        workflow.submitted_at = Some(snapshot.now);
        workflow.submitted_by = Some(snapshot.actor.user_id.clone());
        workflow.current_level = 0;
        workflow.signed_by = BTreeSet::new();
        workflow.digest = Some(digest(before));
        let entry = audit(Action::Submit, before, document.status, snapshot)
            .with("required_level", plan.required_level)
            .with("plan", serde_json::to_value(&plan).unwrap_or_default());
        document.workflow.plan = Some(plan);
        let acted = Acted::new(&document, snapshot, None);
        Ok(Decision::new(moved(document, entry), acted))
    }
}

/// The routing plan that the present rules give the document when this person submits it.
pub fn plan_for(document: &Document, submitter: &str, catalog: &Catalog) -> Result<RoutingPlan, Refusal> {
    let departments = document.lines.iter().filter_map(|line| line.department_id.as_deref());
    let cost_centers = document.lines.iter().filter_map(|line| line.cost_center_id.as_deref());
    let subject = Subject {
        document_type: document.key.kind,
        amount: document.content.base_total.magnitude().unwrap_or_default(),
        department_ids: departments.collect(),
        cost_center_ids: cost_centers.collect(),
    };
    let manager = catalog.users.get(submitter).and_then(|user| user.manager_user_id.as_deref());
    route(&subject, catalog.rules.values(), manager)
}

/// SHA-256 over the content and lines, in hexadecimal: what the signatures stand for (C24).
pub fn digest(document: &Document) -> String {
    let signed = serde_json::to_vec(&(&document.key, &document.content, &document.lines)).unwrap_or_default();
    crate::id::hex(&Sha256::digest(&signed))
}

/// An account may have been deactivated since the draft was written. Undoing what was posted to it stays possible.
fn accounts_still_active(document: &Document, catalog: &Catalog) -> Result<(), Refusal> {
    let mut faults = Faults::default();
    if document.content.original_entry_id.is_some() {
        return Ok(());
    }
    for (at, line) in document.lines.iter().enumerate() {
        if !catalog.accounts.get(&line.account_id).is_some_and(|account| account.is_active) {
            faults.add(format!("/lines/{at}/account_id"), format!("account {:?} is inactive", line.account_id));
        }
    }
    faults.or(())
}
