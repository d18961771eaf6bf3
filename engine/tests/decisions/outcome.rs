//! What a decision leads to, in one line: each change, then the jobs, then the trail.
//!
//! | line | means |
//! |---|---|
//! | `BILL-1 Draft → Pending Approval (1: manager, 2: controller)` | the document moved; level 1 waits for a manager, level 2 for a controller |
//! | `posts 2024-01-15 in 2024-01: 2000 -100.00, 6000 100.00` | ledger lines, debit positive; `-119.00=-129.02` has the amount in base behind |
//! | `mona signs 1` | a signature on level 1 |
//! | `job post BILL-1` | a job was enqueued |
//! | `trail Approve BILL-1` | a row of the trail, by the caller if it names nobody |
//! | `refused overpayment /payment: 5.00 USD is more …` | a refusal: its code, the fields that it names, its sentence |
//! | `nothing` | it was done before |

mod documents;
mod master;

use engine::approval::access::Actor;
use engine::books::change_request::RESOURCE;
use engine::books::command::{AuditEntry, Change, Changed, Effects};
use engine::books::queue::{Done, JobEnd, Task};
use engine::features::deferrals::records::DeferralChange;
use engine::features::exchange_rates::model::SavedRate;
use engine::features::matching::rules::records::RuleChange;
use engine::features::recurring::records::RecurringChange;
use engine::features::replay::model::BeginReplay;
use engine::features::rule_sets::model::RuleSetChange;
use engine::values::error::{Faults, Refusal};
use engine::values::money::{Currency, Minor};

use crate::books::Books;
use crate::features::{
    budgets, change_requests, close_tasks, deferrals, dimensions, fiscal_years, payment_terms, period_exceptions,
    reconciliation, recurring, report_layouts, tax_codes, write_offs,
};
use documents::{moved, posts, summary};
use engine::kernel::records::one_row::Saved;

/// What the row led to.
pub fn outcome(before: &Books, who: &Actor, led_to: &Result<Effects, Refusal>) -> String {
    let line = match led_to {
        Ok(effects) => effects_line(before, who, effects),
        Err(refusal) => refused(refusal),
    };
    // As a table can hold it.
    line.replace('"', "'")
}

fn effects_line(before: &Books, who: &Actor, effects: &Effects) -> String {
    let changes = effects.changes.iter().map(|change| change_words(before, change)).filter(|words| !words.is_empty());
    let jobs = effects.jobs.iter().map(|job| format!("job {}", task(&job.task)));
    let rows: Vec<String> = effects.audit.iter().map(|entry| trail_words(who, entry)).collect();
    let trail = (!rows.is_empty()).then(|| format!("trail {}", rows.join(", ")));
    let all: Vec<String> = changes.chain(jobs).chain(trail).collect();
    if all.is_empty() { "nothing".to_owned() } else { all.join("; ") }
}

pub fn refused(refusal: &Refusal) -> String {
    let pointers = |faults: &Faults| {
        let named = faults.0.iter().filter(|fault| !fault.pointer.is_empty());
        named.map(|fault| format!(" {}", fault.pointer)).collect::<String>()
    };
    match refusal {
        Refusal::Invalid(faults) => {
            let several: Vec<_> = faults
                .0
                .iter()
                .map(|fault| format!("{} {}", fault.pointer, fault.detail).trim_start().to_owned())
                .collect();
            format!("refused {}: {}", refusal.code(), several.join(", "))
        }
        Refusal::Named(named) => format!("refused {}{}: {}", refusal.code(), pointers(&named.faults), refusal.detail()),
    }
}

fn trail_words(who: &Actor, entry: &AuditEntry) -> String {
    let by = if entry.performed_by == *who.user_id { String::new() } else { format!(" by {}", entry.performed_by) };
    let about = if entry.resource == RESOURCE { "change" } else { &entry.resource_id };
    format!("{} {about}{by}", entry.action)
}

fn task(task: &Task) -> String {
    let id = task.about().1;
    if let Task::ClosePeriod { scope, force, .. } = task {
        return format!("close {id} {}{}", scope.name(), if *force { " force" } else { "" });
    }
    if let Task::CarryOut { .. } = task {
        return "carry out".to_owned();
    }
    // `post` of `post_document`.
    format!("{} {id}", task.queue().name().split('_').next().unwrap_or_default())
}

fn change_words(books: &Books, change: &Change) -> String {
    match change {
        Change::InsertDocument(document) => format!("{} new, {}", document.key.id, summary(document)),
        Change::UpdateDocument { document, lines } => moved(&books.documents[&document.key], document, *lines),
        Change::DeleteDocument { key, .. } => format!("{} gone", key.id),
        Change::Sign(signature) => {
            let on_behalf_of = signature.on_behalf_of.as_ref().map_or_else(String::new, |id| format!(" for {id}"));
            format!("{} signs {}{on_behalf_of}", signature.user_id, signature.level)
        }
        Change::Post(posting) => posts(posting, books.settings.base_currency),
        Change::Apply(applied) if applied.undoes.is_some() => {
            let (credit, settled, on) = (&applied.credit.id, &applied.settled.id, applied.applied_on);
            format!("{credit} taken back from {settled} from {on}, undoes {}", applied.undoes.unwrap_or_default())
        }
        Change::Apply(applied) if applied.amount.0 < 0 => {
            format!("{} leaves {} from {}", applied.credit.id, applied.settled.id, applied.applied_on)
        }
        Change::Apply(applied) => {
            format!("{} applied to {} from {}", applied.credit.id, applied.settled.id, applied.applied_on)
        }
        Change::SaveAccount(account) => master::account(account),
        Change::DeleteAccount(id) => format!("account {id} gone"),
        Change::SaveParty { party, .. } => master::party(party),
        Change::SaveRule(rule) => master::rule(rule, books.settings.base_currency),
        Change::SaveRole(role) => {
            format!("role {} permits {}", role.role_id, role.permissions.iter().cloned().collect::<Vec<_>>().join(" "))
        }
        Change::DeleteRole(id) => format!("role {id} gone"),
        Change::RecordDocumentType(kind) => format!("type {} known", kind.name()),
        Change::SaveUser(user) => master::user(user),
        Change::SaveDelegation(given) => master::delegation(given),
        Change::SavePeriod(period) => format!("period {} {}", period.period_id, master::closing(period)),
        Change::DeletePeriod(id) => format!("period {id} gone"),
        Change::EndJob { end, .. } => match end {
            JobEnd::Done(Done::Plain | Done::Posting { posted: true } | Done::Close(_)) => "job done".to_owned(),
            JobEnd::Done(Done::Posting { posted: false }) => "job done, not posted".to_owned(),
            JobEnd::Refused(refusal) => format!("job {}", refused(refusal)),
        },
        Change::SaveChangeRequest(request) => change_requests::outcome::changed(request),
        Change::RetryJob(record) => format!("job {} again", record.job_id),
        Change::OfFeature(change) => of_feature(&**change, books),
    }
}

fn of_feature(change: &dyn Changed, books: &Books) -> String {
    if let Some(change) = change.own() {
        return reconciliation::outcome::reconciled(change);
    }
    if let Some(RuleChange(rule)) = change.own() {
        return format!("matching rule {} {}", rule.matching_rule_id, rule.as_learned().words());
    }
    if let Some(change) = change.own() {
        return close_tasks::changed(change);
    }
    if let Some(change) = change.own() {
        return dimensions::changed(change);
    }
    if let Some(change) = change.own() {
        return budgets::changed(change, books);
    }
    if let Some(change) = change.own() {
        return report_layouts::changed(change);
    }
    if let Some(Saved(exception)) = change.own() {
        return period_exceptions::changed(exception);
    }
    if let Some(Saved(code)) = change.own() {
        return tax_codes::changed(code);
    }
    if let Some(Saved(terms)) = change.own() {
        return payment_terms::changed(terms);
    }
    if let Some(Saved(rule)) = change.own() {
        return write_offs::changed(rule);
    }
    if let Some(DeferralChange(deferral)) = change.own() {
        return deferrals::changed(deferral);
    }
    if let Some(RecurringChange(recurring)) = change.own() {
        return recurring::changed(recurring);
    }
    if let Some(SavedRate(rate)) = change.own() {
        return format!("rate {} {} of {} is {}", rate.exchange_rate_id, rate.currency, rate.date, rate.rate);
    }
    if let Some(change) = change.own() {
        return fiscal_years::words::changed(change);
    }
    if let Some(BeginReplay(asked)) = change.own() {
        return format!("replay of {} to {} by {} rules", asked.from, asked.to, asked.rules.len());
    }
    match change.own() {
        // That a change of a rule begins a set goes without saying.
        Some(RuleSetChange::Begin(set)) if set.draft_id.is_none() => String::new(),
        Some(RuleSetChange::Begin(set)) => format!("set {}", set.number),
        Some(RuleSetChange::SaveDraft(draft)) => master::draft(draft),
        Some(RuleSetChange::DeleteDraft(id)) => format!("draft {id} gone"),
        None => format!("{change:?}"),
    }
}

pub(crate) fn amount(minor: Minor, currency: Currency) -> String {
    currency.to_decimal(minor).to_string()
}
