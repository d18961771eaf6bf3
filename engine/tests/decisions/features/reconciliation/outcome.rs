//! What changed of bank reconciliations.

use engine::books::cleared::TransactionKey;
use engine::features::reconciliation::model::{Adjustment, Reconciliation, SessionChange};

use crate::outcome::amount;

pub fn reconciled(change: &SessionChange) -> String {
    use SessionChange as C;
    match change {
        C::Insert(session) => format!("{} new, {}", session.reconciliation_id, statement(session)),
        C::Update(session) => format!("{} {}", session.reconciliation_id, statement(session)),
        C::Delete { reconciliation_id, .. } => format!("{reconciliation_id} gone"),
        C::Mark { marks, .. } => {
            let names: Vec<_> =
                marks.iter().map(|mark| format!("{} on {}", mark.key.plain(), mark.cleared_date)).collect();
            format!("marks {}", names.join(", "))
        }
        C::Unmark { keys, .. } => {
            format!("unmarks {}", keys.iter().map(TransactionKey::plain).collect::<Vec<_>>().join(", "))
        }
        C::Lock { account_id, up_to, .. } => format!("locks the marks of {account_id} up to {up_to}"),
        C::Unlock { completed_in } => format!("unlocks what {completed_in} locked"),
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
