//! Complete: the statement agrees with the books. The session and what it counted as cleared are locked.
//!
//! The command takes the books alone: no posting, mark or void runs beside it.

use crate::books::command::{Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Wants};
use crate::features::reconciliation::commands::guard;
use crate::features::reconciliation::commands::{amount_text, audit};
use crate::features::reconciliation::model::{
    BankSays, Completion, Figures, RESOURCE, Reconciliation, SessionChange, Summary, WantedSession, seen,
};
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::{GovernedAction, Thing};
use crate::values::money::number;

/// Completes a session whose difference and book adjustments are 0, and whose bank adjustments are itemized.
pub struct Complete {
    pub reconciliation_id: String,
    pub faults: Faults,
}

impl Refuses for Complete {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] = &[
        RefusalName::ReconciliationCompleted,
        RefusalName::NotReconciled,
        RefusalName::AdjustmentsNotItemized,
        RefusalName::StatementBroken,
        RefusalName::StatementLinesOpen,
    ];
}

impl Permitted for Complete {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "clear")]);
}

impl Command for Complete {
    type Answer = Reconciliation;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn guarded<'a>(&'a self, _: &'a Snapshot, _: &Effects) -> Option<Guarded<'a>> {
        Some(Guarded::thing(Thing::Reconciliation, GovernedAction::Complete, &self.reconciliation_id))
    }

    fn wants(&self) -> Wants {
        let wanted = WantedSession::Figures { reconciliation_id: self.reconciliation_id.clone() };
        Wants { exclusive: true, ..wanted.on(&self.reconciliation_id) }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Reconciliation>, Refusal> {
        let before = guard::in_progress(&self.reconciliation_id, snapshot)?;
        self.faults.clone().or(())?;
        let not_read = || Refusal::not_found(RESOURCE, &self.reconciliation_id);
        let seen = seen(snapshot);
        let figures = seen.figures.ok_or_else(not_read)?;
        if let Some(statements) = &seen.statements {
            told_by_the_bank(before, statements)?;
        }
        let Figures { summary, posted_until } = figures.map_err(|error| Faults::one("", error.to_string()))?;
        reconciled(before, &summary)?;
        itemized(before)?;
        // Another process' clock may be ahead of ours.
        let at = posted_until.map_or(snapshot.now, |posted| posted.max(snapshot.now));
        let mut session = before.changed(&snapshot.actor.user_id, snapshot.now);
        session.completion = Some(Completion { at, by: snapshot.actor.user_id.to_string(), summary });
        let lock = SessionChange::Lock {
            account_id: session.account_id.clone(),
            up_to: session.statement_date,
            completed_in: session.reconciliation_id.clone(),
            at,
        };
        let entry = audit(&self.reconciliation_id, "Complete", snapshot)
            .with("statement_ending_balance", amount_text(session.statement_ending_balance, session.currency))
            .with("gl_ending_balance", amount_text(summary.gl_ending_balance, session.currency))
            .with("cleared_balance", amount_text(summary.cleared_balance, session.currency))
            .with("uncleared_balance", amount_text(summary.uncleared_balance, session.currency));
        let effects = Effects {
            at: snapshot.now,
            changes: vec![SessionChange::Update(session.clone()).into(), lock.into()],
            audit: vec![entry],
            jobs: Vec::new(),
        };
        Ok(Decision::new(effects, session))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

/// Where the account has bank statements of these days, they chain, the statement's balance is theirs, and every line of them is matched or
/// explained. See docs/rules/bank-statements.md#reconciling.
fn told_by_the_bank(session: &Reconciliation, statements: &BankSays) -> Result<(), Refusal> {
    let text = |amount| amount_text(amount, session.currency);
    let figure = |amount| number(session.currency.to_decimal(amount));
    if let Some((statement_id, date, difference)) = &statements.broken {
        return Err(RefusalName::StatementBroken
            .because(format!(
                "bank statement {statement_id:?} does not chain: on {date} it differs by {}",
                text(*difference)
            ))
            .with("statement_id", statement_id.clone())
            .with("date", date.to_string())
            .with("difference", figure(*difference)));
    }
    if let Some(balance) = statements.balance.filter(|balance| *balance != session.statement_ending_balance) {
        return Err(RefusalName::NotReconciled
            .because(format!(
                "by the bank's statements the account held {} on {}, and statement_ending_balance is {}",
                text(balance),
                session.statement_date,
                text(session.statement_ending_balance)
            ))
            .with("bank_balance", figure(balance))
            .with("statement_ending_balance", figure(session.statement_ending_balance)));
    }
    if statements.open_lines > 0 {
        return Err(RefusalName::StatementLinesOpen
            .because(format!(
                "{} lines of bank statements up to {} are neither matched nor explained",
                statements.open_lines, session.statement_date
            ))
            .with("open_lines", statements.open_lines)
            .with("line_ids", statements.first_open.clone()));
    }
    Ok(())
}

/// Refuses with the figures that do not agree.
fn reconciled(session: &Reconciliation, summary: &Summary) -> Result<(), Refusal> {
    let (difference, book) = (summary.difference, session.book_adjustments.total);
    if difference.is_zero() && book.is_zero() {
        return Ok(());
    }
    let text = |amount| amount_text(amount, session.currency);
    let detail = if book.is_zero() {
        format!("the difference is {}, not 0", text(difference))
    } else {
        format!(
            "the difference is {} and the book adjustments are {}: post them as entries, and both must be 0",
            text(difference),
            text(book)
        )
    };
    let figure = |amount| number(session.currency.to_decimal(amount));
    Err(RefusalName::NotReconciled
        .because(detail)
        .with("difference", figure(difference))
        .with("book_adjustments", figure(book))
        .with("statement_ending_balance", figure(session.statement_ending_balance))
        .with("gl_ending_balance", figure(summary.gl_ending_balance))
        .with("uncleared_balance", figure(summary.uncleared_balance))
        .with("bank_adjustments", figure(session.bank_adjustments.total)))
}

/// Refuses a total without items: a total alone makes any worksheet balance.
fn itemized(session: &Reconciliation) -> Result<(), Refusal> {
    for (field, name, side) in [
        ("/bankAdjustmentItems", "bank", &session.bank_adjustments),
        ("/bookAdjustmentItems", "book", &session.book_adjustments),
    ] {
        if !side.is_itemized() {
            let total = session.currency.to_decimal(side.total);
            return Err(RefusalName::AdjustmentsNotItemized
                .because(format!("the {name} adjustments of {total} are not made up of items with a reason each"))
                .at(field)
                .with(&format!("{name}_adjustments"), number(total)));
        }
    }
    Ok(())
}
