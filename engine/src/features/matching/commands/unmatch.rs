//! Unmatch: takes matches back, as long as no completed reconciliation counts them. All that are named, or none.

use std::collections::BTreeSet;

use super::{MatchChange, WantedMatches, seen};
use crate::books::command::{
    AuditEntry, Command, Decision, Effects, Needed, Permitted, Refuses, Snapshot, Takes, Wants,
};
use crate::features::bank_statements::{RESOURCE as STATEMENT, bank_account};
use crate::features::matching::model::{Match, RESOURCE};
use crate::values::error::{Faults, Refusal, RefusalName};

/// Takes matches back, by their ids or by lines that are in them.
#[derive(Debug)]
pub struct Unmatch {
    pub account_id: String,
    pub match_ids: Vec<String>,
    pub line_ids: Vec<String>,
    pub faults: Faults,
}

impl Refuses for Unmatch {
    const REFUSALS: &'static [RefusalName] = &[RefusalName::ReconciliationCompleted];
}

impl Permitted for Unmatch {
    const TAKES: Takes = Takes::These(&[(STATEMENT, "match")]);
}

impl Command for Unmatch {
    type Answer = Vec<Match>;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn wants(&self) -> Wants {
        let (match_ids, line_ids) = (self.match_ids.clone(), self.line_ids.clone());
        Wants::of_feature(WantedMatches::Matches { match_ids, line_ids })
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Vec<Match>>, Refusal> {
        bank_account(&self.account_id, snapshot)?;
        let state = seen(snapshot).ok_or_else(|| Refusal::not_found("account", &self.account_id))?;
        let mut faults = self.faults.clone();
        let mut found: BTreeSet<&str> = BTreeSet::new();
        for (at, id) in self.match_ids.iter().enumerate() {
            match self.own(state.matches.get(id)) {
                Some(own) => drop(found.insert(&own.match_id)),
                None => faults.add(format!("/match_ids/{at}"), "is no match of this account"),
            }
        }
        for (at, id) in self.line_ids.iter().enumerate() {
            let of_line = state.of_lines.get(id).and_then(|match_id| state.matches.get(match_id));
            match self.own(of_line) {
                Some(own) => drop(found.insert(&own.match_id)),
                None => faults.add(format!("/line_ids/{at}"), "is not matched"),
            }
        }
        if self.match_ids.is_empty() && self.line_ids.is_empty() {
            faults.add("/match_ids", "must name a match, or line_ids a line");
        }
        faults.or(())?;
        let gone: Vec<Match> = found.iter().filter_map(|id| state.matches.get(*id).cloned()).collect();
        if let Some((own, (completed_in, _))) = gone.iter().find_map(|own| Some((own, own.completed_in.as_ref()?))) {
            return Err(RefusalName::ReconciliationCompleted
                .because(format!(
                    "match {:?} is counted by reconciliation {completed_in:?}, which is completed",
                    own.match_id
                ))
                .with("reconciliation_id", completed_in.clone()));
        }
        let entry = |own: &Match| {
            AuditEntry::about(RESOURCE, &own.match_id, "Deleted", &snapshot.actor.user_id)
                .with("account_id", own.account_id.clone())
                .with("line_ids", own.line_ids.clone())
        };
        let audit = gone.iter().map(entry).collect();
        let ids = gone.iter().map(|own| own.match_id.clone()).collect();
        let changes = vec![MatchChange::Unmake(ids).into()];
        Ok(Decision::new(Effects { at: snapshot.now, changes, audit, jobs: Vec::new() }, gone))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

impl Unmatch {
    fn own<'a>(&self, found: Option<&'a Match>) -> Option<&'a Match> {
        found.filter(|found| found.account_id == self.account_id)
    }
}
