//! What a form needs, before its body is read: the permission of the operation that it leads to, where that depends on nothing that the
//! books know. The operation decides; here the body of whoever it would refuse anyhow is not read. See docs/rules/console.md#forms.

use crate::frame::Me;
use crate::interface::enumeration::DocumentAction;
use crate::page::editor::apply_several::APPLY_SEVERAL;
use crate::page::editor::correct::{CORRECT, taken_back_by};
use crate::page::register::BANK_DETAILS;
use crate::problem::Problem;
use crate::text::filled;
use crate::vocabulary::DOCUMENT_TYPES;

/// The register or area that a path begins with, and the resource of its permissions.
const AREAS: &[(&str, &str)] = &[
    ("accounts", "account"),
    ("customers", "party"),
    ("vendors", "party"),
    ("exchange-rates", "exchange_rate"),
    ("people", "user"),
    ("budgets", "budget"),
    ("report-layouts", "report_layout"),
    ("dimensions", "dimension"),
    ("dimension-values", "dimension"),
    ("tax-codes", "tax_code"),
    ("payment-terms", "payment_terms"),
    ("close-tasks", "close_task"),
    ("roles", "role"),
    ("rules", "approval_rule"),
    ("close", "accounting_period"),
    ("fiscal-years", "accounting_period"),
    ("revaluations", "journal_entry"),
    ("recurring-documents", "recurring_document"),
    ("reconciliations", "reconciliation"),
    ("bank-statements", "bank_statement"),
    ("matching", "bank_statement"),
    ("jobs", "job"),
];

/// The last words of paths that need another permission than `write`.
const DEEDS: [(&str, &str); 6] = [
    ("close", "close"),
    ("reopen", "reopen"),
    ("hard-close", "hard_close"),
    ("clear", "clear"),
    ("unclear", "clear"),
    ("complete", "clear"),
];

/// Resource and action of the permission that a form of this path needs. `None`: for the operation alone to say.
fn of(path: &str) -> Option<(&'static str, &'static str)> {
    let segments: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
    let collection = match segments.as_slice() {
        ["new", collection] => collection,
        [collection, ..] => collection,
        [] => return None,
    };
    if let Some(kind) = DOCUMENT_TYPES.into_iter().find(|kind| kind.collection() == *collection) {
        if let [_, _, "repeat"] = segments.as_slice() {
            return Some(("recurring_document", "write"));
        }
        if let [_, _, "defer"] = segments.as_slice() {
            return Some(("deferral", "write"));
        }
        let action = match segments.as_slice() {
            ["new", _] => "write",
            [_, _, CORRECT] => taken_back_by(kind),
            [_, _, APPLY_SEVERAL] => "apply",
            [_, _, "submit"] => "submit",
            [_, _, "decide", decision] => of_decision(DocumentAction::of(decision)?)?,
            [_, _, action] => of_action(DocumentAction::of(action)?)?,
            _ => return None,
        };
        return Some((kind.name(), action));
    }
    // Of the pages of matching, the mapping of columns is for who brings statements in, and rules have a permission of their own.
    if let ["matching", _, rest @ ..] = segments.as_slice() {
        return Some(match rest {
            ["columns"] => ("bank_statement", "write"),
            ["rules", ..] => ("matching_rule", "write"),
            _ => ("bank_statement", "match"),
        });
    }
    if let ["close", _, "exceptions", ..] = segments.as_slice() {
        return Some(("period_exception", "write"));
    }
    if let ["customers" | "vendors", _, BANK_DETAILS] = segments.as_slice() {
        return Some(("bank_details", "write"));
    }
    let (_, resource) = AREAS.iter().copied().find(|(begins, _)| begins == collection)?;
    let word = segments.last().filter(|_| segments.len() > 2);
    // A replay is read.
    if word == Some(&"replay") {
        return Some((resource, "read"));
    }
    let deed = word.and_then(|word| DEEDS.into_iter().find(|(name, _)| name == word));
    Some((resource, deed.map_or("write", |(_, action)| action)))
}

/// What a decision on the page of a document needs. Who submitted it, or put it on hold, needs nothing.
fn of_decision(decision: DocumentAction) -> Option<&'static str> {
    use DocumentAction::{Approve, Hold, Reject};
    matches!(decision, Approve | Reject | Hold).then_some("approve")
}

/// What the page of an action needs; nothing where there is no such page.
fn of_action(action: DocumentAction) -> Option<&'static str> {
    match action {
        DocumentAction::Edit | DocumentAction::Delete => Some("write"),
        DocumentAction::Reverse => Some("reverse"),
        DocumentAction::Void | DocumentAction::Return | DocumentAction::Unreturn | DocumentAction::Reassign => {
            Some("void")
        }
        DocumentAction::Deposit | DocumentAction::Undeposit => Some("deposit"),
        DocumentAction::Clear | DocumentAction::Unclear => Some("clear"),
        DocumentAction::ReceivePayment => Some("receive_payment"),
        DocumentAction::Apply | DocumentAction::Unapply => Some("apply"),
        DocumentAction::SubmitForApproval
        | DocumentAction::Approve
        | DocumentAction::Reject
        | DocumentAction::RequestChange
        | DocumentAction::Hold
        | DocumentAction::Unhold
        | DocumentAction::Post => None,
    }
}

/// Refuses whoever lacks it.
pub fn refuse(me: &Me, path: &str) -> Result<(), Problem> {
    match of(path) {
        Some((resource, action)) if !me.may(resource, action) => {
            Err(Problem::of(403, "forbidden", filled("problem.needs", &[&format!("{resource}.{action}")])))
        }
        Some(_) | None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_needs_what_its_operation_does() {
        for (path, need) in [
            ("/new/bills", Some(("bill", "write"))),
            ("/journal-entries/JE-1/edit", Some(("journal_entry", "write"))),
            ("/bills/B-1/submit", Some(("bill", "submit"))),
            ("/bills/B-1/decide/approve", Some(("bill", "approve"))),
            ("/bills/B-1/decide/request-change", None),
            ("/invoices/I-1/receive-payment", Some(("invoice", "receive_payment"))),
            ("/accounts/1000", Some(("account", "write"))),
            ("/vendors/V-1/delete", Some(("party", "write"))),
            ("/new/rules", Some(("approval_rule", "write"))),
            ("/rules/drafts/d/replay", Some(("approval_rule", "read"))),
            ("/close", Some(("accounting_period", "write"))),
            ("/fiscal-years", Some(("accounting_period", "write"))),
            ("/fiscal-years/FY2026/reopen", Some(("accounting_period", "reopen"))),
            ("/fiscal-years/FY2026/adjustment-period", Some(("accounting_period", "write"))),
            ("/fiscal-years/FY2026/delete", Some(("accounting_period", "write"))),
            ("/revaluations/2026-01", Some(("journal_entry", "write"))),
            ("/recurring-documents/RD-1/skip", Some(("recurring_document", "write"))),
            ("/credit-memos/CM-1/apply-several", Some(("credit_memo", "apply"))),
            ("/bills/B-1/correct", Some(("bill", "void"))),
            ("/journal-entries/JE-1/correct", Some(("journal_entry", "reverse"))),
            ("/bills/B-1/repeat", Some(("recurring_document", "write"))),
            ("/bills/B-1/defer", Some(("deferral", "write"))),
            ("/budgets/BG-1/activate", Some(("budget", "write"))),
            ("/budgets/new", Some(("budget", "write"))),
            ("/report-layouts/RL-1/edit", Some(("report_layout", "write"))),
            ("/dimension-values/region:EU", Some(("dimension", "write"))),
            ("/tax-codes/V19", Some(("tax_code", "write"))),
            ("/payment-terms/NET-30", Some(("payment_terms", "write"))),
            ("/close-tasks", Some(("close_task", "write"))),
            ("/vendors/V-1/bank-details", Some(("bank_details", "write"))),
            ("/close/2026-01/exceptions/PE-1/revoke", Some(("period_exception", "write"))),
            ("/close/2026-01/close", Some(("accounting_period", "close"))),
            ("/reconciliations/R-1/unclear", Some(("reconciliation", "clear"))),
            ("/bank-statements", Some(("bank_statement", "write"))),
            ("/bank-statements/S-1/delete", Some(("bank_statement", "write"))),
            ("/matching/1000/match", Some(("bank_statement", "match"))),
            ("/matching/1000/columns", Some(("bank_statement", "write"))),
            ("/matching/1000/rules/MR-1/switch", Some(("matching_rule", "write"))),
            ("/matching/1000/entries", Some(("bank_statement", "match"))),
            ("/people/ann/edit", Some(("user", "write"))),
            ("/delegations/d/revoke", None),
            ("/change-requests/c", None),
            ("/inbox/bulk", None),
            ("/settings", None),
            ("/", None),
        ] {
            assert_eq!(of(path), need, "{path}");
        }
    }
}
