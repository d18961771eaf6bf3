//! What a proof or a simulation needs to know besides what was sent.

use engine::approval::Rule;
use engine::approval::proof::{Premises, Proof, prove};
use engine::books::command::Snapshot;
use engine::values::kind::DocumentKind;

use crate::problem::Problem;

/// Whether the caller may be told of people and of who signs for whom.
pub(super) fn shows_people(seen: &Snapshot) -> bool {
    seen.require("user", "read").is_ok() && seen.require("delegation", "read").is_ok()
}

/// What a proof takes from the books.
pub(super) fn premises(seen: &Snapshot) -> Premises<'_> {
    Premises {
        catalog: &seen.catalog,
        base: seen.settings.base_currency,
        self_approval: seen.settings.self_approval,
        today: seen.today,
    }
}

/// The proof over these rules, or over those that are saved. Many rules take a while.
pub(super) async fn proof(kind: DocumentKind, rules: Option<Vec<Rule>>, seen: &Snapshot) -> Result<Proof, Problem> {
    let seen = seen.clone();
    let proven = move || match &rules {
        Some(rules) => prove(kind, rules, &premises(&seen)),
        None => prove(kind, seen.catalog.rules.values(), &premises(&seen)),
    };
    tokio::task::spawn_blocking(proven).await.map_err(Problem::internal)
}
