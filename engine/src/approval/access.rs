//! Who may do what: permissions, roles, people. See docs/rules/access.md#permissions.

mod delegation;
mod directory;
mod limits;
pub mod payroll;
mod user;
mod user_id;

use std::collections::BTreeSet;
use std::ops::Bound;

use crate::values::clock::Timestamp;
use crate::values::error::{Refusal, RefusalName};
use crate::values::kind::{Action, DocumentKind};

pub use delegation::{DELEGATION, Delegation};
pub use directory::Directory;
pub use limits::{ApprovalLimits, within};
pub use user::{SimpleDelegation, User};
pub use user_id::{SYSTEM, UserId};

/// The resources that permissions name besides the document types.
const OTHER_RESOURCES: [&str; 27] = [
    "account",
    "exchange_rate",
    "party",
    "bank_details",
    "approval_rule",
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
    "user",
    "delegation",
    "role",
    "audit",
    "job",
    "change_request",
];

/// The resources that permissions name.
pub fn resources() -> impl Iterator<Item = &'static str> {
    DocumentKind::ALL.into_iter().map(DocumentKind::name).chain(OTHER_RESOURCES)
}

/// The actions that permissions name.
pub const ACTIONS: [&str; 17] = [
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

/// A set of `<resource>.<action>` permissions; `*` may stand for either side.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Permissions(pub BTreeSet<String>);

impl Permissions {
    pub fn allow(&self, resource: &str, action: &str) -> bool {
        allow(&self.0, resource, action)
    }

    /// Whether they are `*.*`: everything, whatever comes to be.
    pub fn are_all(&self) -> bool {
        self.0.contains("*.*")
    }
}

/// Whether one of the permissions is for this; `*` may stand for either side.
pub fn allow(permissions: &BTreeSet<String>, resource: &str, action: &str) -> bool {
    ["*", resource].into_iter().any(|on| {
        // Those that begin alike stand together.
        let alike = permissions.range::<str, _>((Bound::Included(on), Bound::Unbounded));
        let alike = alike.map_while(|permission| permission.strip_prefix(on));
        alike.filter_map(|rest| rest.strip_prefix('.')).any(|may| may == "*" || may == action)
    })
}

/// Whether the text is a permission that could be granted.
pub fn is_permission(text: &str) -> bool {
    text.split_once('.')
        .is_some_and(|(on, may)| (on == "*" || resources().any(|resource| resource == on)) && ACTIONS.contains(&may))
}

/// A person (or `system`, the posting job) with what the token and the roles grant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Actor {
    pub user_id: UserId,
    /// The roles in the token, known to `/roles` or not.
    pub roles: BTreeSet<String>,
    /// The `permissions` in the token; [`crate::approval::catalog::Catalog::grants`] adds those of the roles.
    pub token_permissions: Permissions,
    /// The session of the console that they ask in; `None` with a token. What they change names it in the trail.
    pub session_id: Option<String>,
}

impl Actor {
    /// The service itself: posts what was approved.
    pub fn system() -> Self {
        let all = Permissions(BTreeSet::from(["*.*".to_owned()]));
        Self { user_id: SYSTEM.into(), roles: BTreeSet::new(), token_permissions: all, session_id: None }
    }

    /// Whether it is the service itself.
    pub fn is_system(&self) -> bool {
        self.user_id.is_system()
    }
}

/// A refusal for a missing permission.
pub fn missing(resource: &str, action: &str) -> Refusal {
    RefusalName::Forbidden.because(format!("needs the permission {resource}.{action}"))
}

/// A named list of permissions, kept as data.
#[derive(Clone, PartialEq, Debug)]
pub struct Role {
    pub role_id: String,
    pub permissions: BTreeSet<String>,
    pub is_builtin: bool,
    /// How much its holders may sign.
    pub approval_limits: ApprovalLimits,
    pub version: i64,
    pub updated_at: Timestamp,
    pub updated_by: String,
}

/// The role that may do everything and cannot be changed.
pub const ADMIN: &str = "admin";

/// The built-in roles and their permissions. See docs/rules/access.md#roles.
pub fn builtin_roles() -> Vec<(&'static str, BTreeSet<String>)> {
    let on_documents = |actions: &[&str]| -> BTreeSet<String> {
        let kinds = DocumentKind::ALL.into_iter().map(DocumentKind::name);
        kinds.flat_map(|on| actions.iter().map(move |may| format!("{on}.{may}"))).collect()
    };
    let applied = DocumentKind::ALL.into_iter().filter(|kind| kind.has(Action::Apply));
    let apply: BTreeSet<String> = applied.map(|kind| format!("{}.apply", kind.name())).collect();
    let with = |sets: &[&BTreeSet<String>], more: &[&str]| -> BTreeSet<String> {
        sets.iter().flat_map(|set| set.iter().cloned()).chain(more.iter().map(|text| (*text).to_owned())).collect()
    };
    let viewer = with(
        &[&on_documents(&["read"])],
        &[
            "account.read",
            "exchange_rate.read",
            "party.read",
            "approval_rule.read",
            "accounting_period.read",
            "reconciliation.read",
            "bank_statement.read",
            "matching_rule.read",
            "recurring_document.read",
            "deferral.read",
            "close_task.read",
            "dimension.read",
            "budget.read",
            "tax_code.read",
            "period_exception.read",
            "payment_terms.read",
            "write_off_rules.read",
            "payroll.read",
            "report.read",
            "user.read",
            "delegation.read",
            "role.read",
            "audit.read",
            "job.read",
            "change_request.read",
        ],
    );
    let clerk = with(
        &[&on_documents(&["read", "write", "submit"])],
        &[
            "account.read",
            "exchange_rate.read",
            "tax_code.read",
            "period_exception.read",
            "payment_terms.read",
            "write_off_rules.read",
            "party.read",
            "approval_rule.read",
            "accounting_period.read",
            "job.read",
        ],
    );
    let accountant = with(
        &[&clerk, &viewer, &on_documents(&["reverse", "deposit", "clear", "receive_payment"]), &apply],
        &[
            "reconciliation.write",
            "reconciliation.clear",
            "bank_statement.write",
            "bank_statement.match",
            "matching_rule.write",
            "recurring_document.write",
            "deferral.write",
            "close_task.sign_off",
            "dimension.write",
            "budget.write",
            "report_layout.write",
            "payroll.write",
            "account.write",
            "party.write",
        ],
    );
    let manager = with(
        &[&viewer, &on_documents(&["approve"])],
        &["payroll.approve", "delegation.write", "change_request.approve", "close_task.sign_off"],
    );
    let controller = with(
        &[&accountant, &on_documents(&["approve", "void"])],
        &[
            "accounting_period.*",
            "approval_rule.*",
            "job.*",
            "reconciliation.*",
            "exchange_rate.write",
            "close_task.write",
            "tax_code.write",
            "period_exception.write",
            "payment_terms.write",
            "write_off_rules.write",
            "payroll.approve",
            "delegation.write",
            "change_request.approve",
            "bank_details.read",
            "bank_details.write",
        ],
    );
    let cfo = with(&[&controller], &["user.write", "role.read", "exchange_rate.override"]);
    let admin = BTreeSet::from(["*.*".to_owned()]);
    vec![
        ("viewer", viewer),
        ("clerk", clerk),
        ("accountant", accountant),
        ("manager", manager),
        ("controller", controller),
        ("cfo", cfo),
        (ADMIN, admin),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_either_side() {
        for (granted, resource, action, expected) in [
            ("bill.read", "bill", "read", true),
            ("bill.read", "bill", "write", false),
            ("bill.*", "bill", "write", true),
            ("*.read", "bill", "read", true),
            ("*.*", "role", "write", true),
            ("bill", "bill", "read", false),
        ] {
            let set = Permissions(BTreeSet::from([granted.to_owned()]));
            assert_eq!(set.allow(resource, action), expected, "{granted} for {resource}.{action}");
        }
    }

    #[test]
    fn the_clerk_can_neither_approve_nor_change_master_data() {
        let roles = builtin_roles();
        let clerk = &roles.iter().find(|(name, _)| *name == "clerk").expect("clerk").1;
        assert!(clerk.iter().all(|may| !may.ends_with(".approve") && may != "account.write" && may != "party.write"));
    }

    /// See docs/rules/access.md#payroll.
    #[test]
    fn the_clerk_alone_reads_no_payroll() {
        for (role, permissions) in builtin_roles() {
            assert_eq!(allow(&permissions, "payroll", "read"), role != "clerk", "{role}");
            assert_eq!(
                allow(&permissions, "payroll", "approve"),
                allow(&permissions, "journal_entry", "approve"),
                "{role}"
            );
        }
    }

    #[test]
    fn built_in_permissions_are_all_permissions() {
        for (role, permissions) in builtin_roles() {
            for permission in permissions {
                assert!(is_permission(&permission), "{role}: {permission}");
            }
        }
    }
}
