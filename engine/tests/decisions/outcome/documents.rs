//! What changed of documents, and what they put into the ledger.

use engine::approval::access::UserId;
use engine::approval::plan::{Alternative, RateOverride, RoutingPlan, Signer};
use engine::books::document::Document;
use engine::books::document::model::DatedReversal;
use engine::books::ledger::{Posting, PostingKind, PostingLine};
use engine::values::money::Currency;

use super::amount;

pub fn summary(document: &Document) -> String {
    let content = &document.content;
    let (total, currency) = (amount(content.total, content.currency), content.currency);
    let rate =
        if content.exchange_rate.is_integer() { String::new() } else { format!(" at {}", content.exchange_rate) };
    let plan = document.stage.submission().map_or_else(String::new, |found| format!(" ({})", steps(&found.plan)));
    let (status, day, period) = (document.status().name(), content.tran_date, &content.posting_period_id);
    format!("{status}{plan}, {total} {currency}{rate} on {day} in {period}")
}

/// What changed of a document.
pub fn moved(before: &Document, after: &Document, lines: bool) -> String {
    let mut words = after.key.id.clone();
    if lines {
        return format!("{words} rewritten, {}", summary(after));
    }
    if before.status() != after.status() {
        words += &format!(" {} → {}", before.status().name(), after.status().name());
    }
    let mut more = Vec::new();
    if let (None, Some(new)) = (before.stage.submission(), after.stage.submission()) {
        more.push(steps(&new.plan));
        if !new.beneficiaries.is_empty() {
            let names: Vec<&str> = new.beneficiaries.iter().map(UserId::as_str).collect();
            more.push(format!("for the good of {}", names.join(" ")));
        }
    }
    if let (Some(old), Some(new)) = (before.stage.submission(), after.stage.submission())
        && new.plan != old.plan
    {
        more.push(steps(&new.plan));
    }
    if let (Some(old), Some(new)) = (before.stage.submission(), after.stage.submission())
        && new.level > old.level
    {
        more.push(format!("level {} of {}", new.level, new.plan.required_level));
    }
    let (old, new, currency) = (&before.settlement, &after.settlement, after.content.currency);
    if new.amount_paid != old.amount_paid {
        more.push(format!("due {}", amount(after.amount_due(), currency)));
    }
    if new.amount_settled != old.amount_settled {
        more.push(format!("settled {}", amount(new.amount_settled, currency)));
    }
    if let (None, Some(ended)) = (before.stage.ended(), after.stage.ended()) {
        more.push(format!("on {}", ended.on));
    }
    if after.dated_reversal != before.dated_reversal {
        more.push(match &after.dated_reversal {
            DatedReversal::NotYet => "not reversed".to_owned(),
            DatedReversal::Refused { code, .. } => format!("stuck: {code}"),
            DatedReversal::Made { entry_id } => format!("reversed by {entry_id}"),
        });
    }
    if more.is_empty() { words } else { format!("{words} ({})", more.join(", ")) }
}

/// `1: manager, 2: controller`.
fn steps(plan: &RoutingPlan) -> String {
    let signer = |signer: &Signer| match signer {
        Signer::Role { role } => role.clone(),
        Signer::User { user_id } => format!("user {user_id}"),
        Signer::Manager { user_id } => format!("their manager {user_id}"),
        Signer::ManagerChain { user_id, passed } => format!("{user_id} above {} others", passed.len()),
        Signer::Anyone => "anyone".to_owned(),
    };
    let mut steps: Vec<String> = Vec::new();
    for level in 1..=plan.required_level {
        let step = plan.steps.iter().find(|step| step.level == level);
        let alternatives = step.into_iter().flat_map(|step| &step.alternatives);
        let way = |alternative: &Alternative| {
            let names = alternative.who_may_sign().map(signer).collect::<Vec<_>>().join(" + ");
            let names = match &alternative.added_up {
                Some(added) if !added.documents.is_empty() => format!("{names} with {}", added.documents.join(" ")),
                Some(_) | None => names,
            };
            match alternative.approvals_required {
                1 => names,
                several => format!("{several} of {names}"),
            }
        };
        let signers: Vec<String> = alternatives.map(way).collect();
        assert_eq!(signers.is_empty(), plan.skipped_levels.contains(&level), "{plan:?}");
        steps.push(format!("{level}: {}", if signers.is_empty() { "nobody".to_owned() } else { signers.join(" or ") }));
    }
    steps.extend(plan.rate_override.as_ref().map(|found| match found {
        RateOverride::Differs { .. } => "rate overridden".to_owned(),
        RateOverride::Unknown => "no rate known".to_owned(),
    }));
    steps.join(", ")
}

/// Ledger lines, debit positive.
pub fn posts(posting: &Posting, base: Currency) -> String {
    let word = match posting.kind {
        PostingKind::Document => "posts",
        PostingKind::Void | PostingKind::Return(_) => "posts back",
        PostingKind::Unreturn(_) => "posts again",
        PostingKind::Application(_) if posting.source.kind.payment().is_some() => "moves",
        PostingKind::Application(_) => "posts the difference",
    };
    let line = |line: &PostingLine| {
        let own = amount(line.amount, posting.currency);
        let of_base = if posting.currency == base && line.amount == line.base_amount {
            String::new()
        } else {
            format!("={}", amount(line.base_amount, base))
        };
        format!("{} {own}{of_base}", line.account_id)
    };
    let lines: Vec<_> = posting.lines.iter().map(line).collect();
    format!("{word} {} in {}: {}", posting.posting_date, posting.period_id, lines.join(", "))
}
