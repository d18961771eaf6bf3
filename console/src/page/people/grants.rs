//! Permissions as a grid of resources by actions. The names are those of docs/rules/access.md#permissions.

use std::collections::BTreeSet;

use crate::vocabulary::{DOCUMENT_TYPES, DocumentType};

/// Actions of documents.
const OF_DOCUMENTS: [&str; 11] =
    ["read", "write", "submit", "approve", "reverse", "void", "deposit", "clear", "receive_payment", "apply", "*"];

/// Actions of everything else.
const OF_OTHERS: [&str; 11] =
    ["read", "write", "approve", "close", "reopen", "hard_close", "clear", "match", "sign_off", "override", "*"];
const OTHERS: [&str; 27] = [
    "account",
    "party",
    "bank_details",
    "exchange_rate",
    "accounting_period",
    "reconciliation",
    "bank_statement",
    "matching_rule",
    "recurring_document",
    "deferral",
    "close_task",
    "dimension",
    "budget",
    "tax_code",
    "period_exception",
    "payment_terms",
    "write_off_rules",
    "payroll",
    "report",
    "report_layout",
    "approval_rule",
    "change_request",
    "user",
    "role",
    "delegation",
    "audit",
    "job",
];

/// Actions of whatever resource.
const OF_ALL: [&str; 17] = [
    "read",
    "write",
    "submit",
    "approve",
    "reverse",
    "void",
    "deposit",
    "clear",
    "match",
    "receive_payment",
    "apply",
    "close",
    "reopen",
    "hard_close",
    "sign_off",
    "override",
    "*",
];

/// One table.
pub struct Grid {
    pub name: &'static str,
    pub actions: &'static [&'static str],
    pub rows: Vec<Line>,
}

/// One resource.
pub struct Line {
    pub resource: &'static str,
    pub cells: Vec<Cell>,
}

/// One permission.
pub struct Cell {
    pub permission: String,
    pub is_granted: bool,
    /// Another permission with a `*` covers it.
    pub is_covered: bool,
}

/// The permissions of a role, as grids, and those that stand in none of them.
pub struct Grants {
    pub grids: Vec<Grid>,
    pub others: Vec<String>,
}

impl Grants {
    pub fn new(permissions: &[String]) -> Self {
        let granted: BTreeSet<&str> = permissions.iter().map(String::as_str).collect();
        let grids = vec![
            grid("documents", &DOCUMENT_TYPES.map(DocumentType::name), &OF_DOCUMENTS, &granted),
            grid("others", &OTHERS, &OF_OTHERS, &granted),
            grid("all", &["*"], &OF_ALL, &granted),
        ];
        let shown: BTreeSet<&str> = grids
            .iter()
            .flat_map(|grid| &grid.rows)
            .flat_map(|row| &row.cells)
            .map(|cell| cell.permission.as_str())
            .collect();
        let others = granted
            .iter()
            .filter(|permission| !shown.contains(**permission))
            .map(|permission| (*permission).to_owned())
            .collect();
        Self { grids, others }
    }
}

fn grid(
    name: &'static str,
    resources: &[&'static str],
    actions: &'static [&'static str],
    granted: &BTreeSet<&str>,
) -> Grid {
    let cell = |resource: &str, action: &str| {
        let permission = format!("{resource}.{action}");
        let is_granted = granted.contains(permission.as_str());
        let wider = [format!("{resource}.*"), format!("*.{action}"), "*.*".to_owned()];
        Cell {
            is_covered: !is_granted
                && wider.iter().any(|wider| *wider != permission && granted.contains(wider.as_str())),
            is_granted,
            permission,
        }
    };
    let line = |resource: &&'static str| Line {
        resource,
        cells: actions.iter().map(|action| cell(resource, action)).collect(),
    };
    Grid { name, actions, rows: resources.iter().map(line).collect() }
}

/// The permissions of somebody in words: what they may do to each resource.
pub struct May {
    pub resource: String,
    pub actions: Vec<String>,
}

/// Groups permissions by their resource.
pub fn in_words(permissions: &[String]) -> Vec<May> {
    let mut groups: Vec<May> = Vec::new();
    for (resource, action) in permissions.iter().filter_map(|permission| permission.split_once('.')) {
        match groups.iter_mut().find(|group| group.resource == resource) {
            Some(group) => group.actions.push(action.to_owned()),
            None => groups.push(May { resource: resource.to_owned(), actions: vec![action.to_owned()] }),
        }
    }
    // Everything includes the rest.
    for group in groups.iter_mut().filter(|group| group.actions.iter().any(|action| action == "*")) {
        group.actions = vec!["*".to_owned()];
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_covers_what() {
        let grants = Grants::new(&["*.read".into(), "bill.*".into(), "account.submit".into()]);
        let cells: Vec<&Cell> = grants.grids.iter().flat_map(|grid| &grid.rows).flat_map(|row| &row.cells).collect();
        let state = |permission: &str| {
            cells.iter().find(|cell| cell.permission == permission).map(|cell| (cell.is_granted, cell.is_covered))
        };
        assert_eq!(state("bill.write"), Some((false, true)));
        assert_eq!(state("bill.*"), Some((true, false)));
        assert_eq!(state("invoice.read"), Some((false, true)));
        assert_eq!(state("invoice.write"), Some((false, false)));
        assert_eq!(grants.others, ["account.submit"]);
    }
}
