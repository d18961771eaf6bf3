//! What is done to bank reconciliations.

use engine::features::reconciliation::commands::clear::Clear;
use engine::features::reconciliation::commands::complete::Complete;
use engine::features::reconciliation::commands::create::CreateReconciliation;
use engine::features::reconciliation::commands::delete::DeleteReconciliation;
use engine::features::reconciliation::commands::reopen::Reopen;
use engine::features::reconciliation::commands::unclear::Unclear;
use engine::features::reconciliation::commands::update::UpdateReconciliation;
use engine::features::reconciliation::model::adjustment::{Given, ItemDraft};

use crate::books::Asked;
use crate::words::{Said, decimal};

pub fn command(verb: &str, id: &str, said: &mut Said) -> Box<dyn Asked> {
    let reconciliation_id = id.to_owned();
    match verb {
        "create" => Box::new(CreateReconciliation {
            reconciliation_id,
            account_id: said.text("account", Some("1000")),
            statement_date: said.date("statement", Some("2024-01-31")),
            statement_ending_balance: said.number("ends"),
            bank_adjustments: said.number("bank"),
            book_adjustments: said.number("book"),
            memo: said.text("memo", None),
            faults: said.faults(),
        }),
        "edit" => Box::new(UpdateReconciliation {
            reconciliation_id,
            statement_ending_balance: said.number("ends"),
            bank_adjustments: given("bank", "/bankAdjustments", "/bankAdjustmentItems", said),
            book_adjustments: given("book", "/bookAdjustments", "/bookAdjustmentItems", said),
            memo: said.text("memo", None).map(Some),
            faults: said.faults(),
        }),
        "delete" => Box::new(DeleteReconciliation { reconciliation_id }),
        "clear" => {
            let (ids, on) = (transactions(said), said.date("on", Some("2024-01-25")));
            Box::new(Clear::new(reconciliation_id, ids, on, said.faults()))
        }
        "unclear" => Box::new(Unclear::new(reconciliation_id, transactions(said), said.faults())),
        "complete" => Box::new(Complete { reconciliation_id, faults: said.faults() }),
        "reopen" => {
            let reason = said.text("reason", Some("r"));
            Box::new(Reopen { reconciliation_id, reason, faults: said.faults() })
        }
        other => panic!("nobody can {other} a reconciliation"),
    }
}

/// `found IPAY-1 JE-1#2`.
fn transactions(said: &mut Said) -> Vec<String> {
    said.take("found").expect("found …")
}

/// `bank 5.00`, or `bank-item 3.00 fee`, as often as there are items.
fn given(side: &str, total_field: &'static str, items_field: &'static str, said: &mut Said) -> Given {
    let items = said.each(&[&format!("{side}-item")]).into_iter();
    let items: Vec<ItemDraft> =
        items.map(|part| ItemDraft { amount: Some(decimal(&part[1])), reason: Some(part[2].clone()) }).collect();
    let none = said.has(&format!("no {side}-items"));
    Given { total: said.number(side), items: (none || !items.is_empty()).then_some(items), total_field, items_field }
}
