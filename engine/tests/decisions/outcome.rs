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

use engine::access::{Actor, UserId};
use engine::approval::plan::{RateOverride, RoutingPlan, Signer};
use engine::command::{AuditEntry, Change, Effects};
use engine::document::Document;
use engine::error::{Faults, Refusal};
use engine::kind::SubLedger;
use engine::ledger::{Posting, PostingKind};
use engine::money::{Currency, Minor};
use engine::period::Period;
use engine::queue::{Done, JobEnd, Task};
use engine::reconciliation::{self, Adjustment, Reconciliation, TransactionKey};

use crate::books::Books;

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
    let changes = effects.changes.iter().map(|change| change_words(before, change));
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
        Refusal::Named(named) => format!("refused {}{}: {}", refusal.code(), pointers(&named.faults), named.detail),
    }
}

fn trail_words(who: &Actor, entry: &AuditEntry) -> String {
    let by = if entry.performed_by == *who.user_id { String::new() } else { format!(" by {}", entry.performed_by) };
    format!("{} {}{by}", entry.action, entry.resource_id)
}

fn task(task: &Task) -> String {
    match task {
        Task::PostDocument { key } => format!("post {}", key.id),
        Task::ClosePeriod { period_id, scope, force, .. } => {
            format!("close {period_id} {}{}", scope.name(), if *force { " force" } else { "" })
        }
    }
}

fn change_words(books: &Books, change: &Change) -> String {
    match change {
        Change::InsertDocument(document) => format!("{} new, {}", document.key.id, summary(document)),
        Change::UpdateDocument { document, lines } => moved(&books.documents[&document.key], document, *lines),
        Change::DeleteDocument { key, .. } => format!("{} gone", key.id),
        Change::Sign(signature) => format!("{} signs {}", signature.user_id, signature.level),
        Change::Post(posting) => posts(posting, books.settings.base_currency),
        Change::Apply(applied) => {
            format!("{} applied to {} from {}", applied.credit_memo_id, applied.invoice_id, applied.applied_on)
        }
        Change::SaveAccount(account) => {
            let subtype = account.subtype.map_or("plain", engine::ledger::Subtype::name);
            let currency = account.currency.map_or("any currency", Currency::code);
            format!(
                "account {} {} {subtype} {currency}{}",
                account.account_id,
                account.account_type.name(),
                inactive(account.is_active)
            )
        }
        Change::DeleteAccount(id) => format!("account {id} gone"),
        Change::SaveParty { party, .. } => {
            let user = party.user_id.as_ref().map_or_else(String::new, |id| format!(" is user {id}"));
            format!(
                "{} {} {:?}{user}{}",
                party.kind.name(),
                party.party_id,
                party.party_name,
                inactive(party.is_active)
            )
        }
        Change::SaveExchangeRate(rate) => {
            format!("rate {} {} of {} is {}", rate.exchange_rate_id, rate.currency, rate.date, rate.rate)
        }
        Change::SaveRule(rule) => {
            let band = [rule.min_amount, rule.max_amount]
                .map(|end| end.map_or_else(|| "open".into(), |end| amount(end, books.settings.base_currency)));
            format!(
                "rule {} {} level {} {}..{}{}",
                rule.rule_id,
                rule.document_type.name(),
                rule.approval_level,
                band[0],
                band[1],
                inactive(rule.is_active)
            )
        }
        Change::SaveRole(role) => {
            format!("role {} permits {}", role.role_id, role.permissions.iter().cloned().collect::<Vec<_>>().join(" "))
        }
        Change::DeleteRole(id) => format!("role {id} gone"),
        Change::SaveUser(user) => {
            let manager = user.manager_user_id.as_ref().map_or_else(String::new, |id| format!(" under {id}"));
            let delegates = user
                .delegations
                .iter()
                .map(|given| format!(" delegates {} {}..{}", given.delegate_user_id, given.from, given.to));
            let by = if user.inactive_by_admin { " by admin" } else { "" };
            format!(
                "user {} {:?}{manager}{}{}{by}",
                user.user_id,
                user.name,
                delegates.collect::<String>(),
                inactive(user.is_active)
            )
        }
        Change::SavePeriod(period) => format!("period {} {}", period.period_id, closing(period)),
        Change::Reconciliation(change) => reconciled(change),
        Change::EndJob { end, .. } => match end {
            JobEnd::Done(Done::Plain | Done::Posting { posted: true } | Done::Close(_)) => "job done".to_owned(),
            JobEnd::Done(Done::Posting { posted: false }) => "job done, not posted".to_owned(),
            JobEnd::Refused(refusal) => format!("job {}", refused(refusal)),
        },
        Change::RetryJob(record) => format!("job {} again", record.job_id),
    }
}

fn inactive(is_active: bool) -> &'static str {
    if is_active { "" } else { ", inactive" }
}

pub fn amount(minor: Minor, currency: Currency) -> String {
    currency.to_decimal(minor).to_string()
}

fn summary(document: &Document) -> String {
    let content = &document.content;
    let (total, currency) = (amount(content.total, content.currency), content.currency);
    let rate =
        if content.exchange_rate.is_integer() { String::new() } else { format!(" at {}", content.exchange_rate) };
    let plan = document.stage.submission().map_or_else(String::new, |found| format!(" ({})", steps(&found.plan)));
    let (status, day, period) = (document.status().name(), content.tran_date, &content.posting_period_id);
    format!("{status}{plan}, {total} {currency}{rate} on {day} in {period}")
}

/// What changed of a document.
fn moved(before: &Document, after: &Document, lines: bool) -> String {
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
    if more.is_empty() { words } else { format!("{words} ({})", more.join(", ")) }
}

/// `1: manager, 2: controller`.
pub fn steps(plan: &RoutingPlan) -> String {
    let signer = |signer: &Signer| match signer {
        Signer::Role { role } => role.clone(),
        Signer::User { user_id } => format!("user {user_id}"),
        Signer::Manager { user_id } => format!("their manager {user_id}"),
        Signer::Anyone => "anyone".to_owned(),
    };
    let mut steps: Vec<String> = Vec::new();
    for level in 1..=plan.required_level {
        let step = plan.steps.iter().find(|step| step.level == level);
        let alternatives = step.into_iter().flat_map(|step| &step.alternatives);
        let signers: Vec<String> = alternatives.map(|alternative| signer(&alternative.signer)).collect();
        assert_eq!(signers.is_empty(), plan.skipped_levels.contains(&level), "{plan:?}");
        steps.push(format!("{level}: {}", if signers.is_empty() { "nobody".to_owned() } else { signers.join(" or ") }));
    }
    steps.extend(plan.rate_override.as_ref().map(|found| match found {
        RateOverride::Differs { .. } => "rate overridden".to_owned(),
        RateOverride::Unknown => "no rate known".to_owned(),
    }));
    steps.join(", ")
}

fn posts(posting: &Posting, base: Currency) -> String {
    let word = match posting.kind {
        PostingKind::Document => "posts",
        PostingKind::Void => "posts back",
        PostingKind::Application(_) => "posts the difference",
    };
    let line = |line: &engine::ledger::PostingLine| {
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

/// How far each sub-ledger that is not open is closed.
fn closing(period: &Period) -> String {
    let first = period.closing_of(SubLedger::Gl);
    if SubLedger::ALL.into_iter().all(|of| period.closing_of(of) == first) {
        return first.name().to_owned();
    }
    let closed = SubLedger::ALL.into_iter().filter(|of| !period.is_open_for(*of));
    let words: Vec<_> = closed.map(|of| format!("{} {}", of.name(), period.closing_of(of).name())).collect();
    words.join(", ")
}

fn reconciled(change: &reconciliation::SessionChange) -> String {
    use reconciliation::SessionChange as C;
    match change {
        C::Insert(session) => format!("{} new, {}", session.reconciliation_id, statement(session)),
        C::Update(session) => format!("{} {}", session.reconciliation_id, statement(session)),
        C::Delete { reconciliation_id, .. } => format!("{reconciliation_id} gone"),
        C::Mark(marks) => {
            let names: Vec<_> =
                marks.iter().map(|mark| format!("{} on {}", mark.key.plain(), mark.cleared_date)).collect();
            format!("marks {}", names.join(", "))
        }
        C::Unmark { keys, .. } => {
            format!("unmarks {}", keys.iter().map(TransactionKey::plain).collect::<Vec<_>>().join(", "))
        }
        C::Lock { account_id, up_to, .. } => format!("locks the marks of {account_id} up to {up_to}"),
    }
}

fn statement(session: &Reconciliation) -> String {
    let side = |name: &str, side: &Adjustment| {
        let items: Vec<_> = side
            .items
            .iter()
            .map(|item| format!("{} {} by {}", amount(item.amount, session.currency), item.reason, item.written_by))
            .collect();
        match (side.total.is_zero(), items.is_empty()) {
            (true, true) => String::new(),
            (_, true) => format!(", {name} {}", amount(side.total, session.currency)),
            _ => format!(", {name} {} ({})", amount(side.total, session.currency), items.join(", ")),
        }
    };
    let (bank, book) = (side("bank", &session.bank_adjustments), side("book", &session.book_adjustments));
    let ends = amount(session.statement_ending_balance, session.currency);
    format!("{} {} ends {ends}{bank}{book}, {}", session.account_id, session.statement_date, session.status().name())
}
