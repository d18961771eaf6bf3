//! Approval rules, their sets and drafts.

pub mod approval_rules;
pub mod handlers;
pub mod rule_drafts;
pub mod wire;

pub(crate) use self::approval_rules::proposed;

use poem_openapi::OpenApi;

use self::approval_rules::ApprovalRuleApi;
use self::handlers::RuleSetApi;
use self::rule_drafts::RuleDraftApi;
use crate::app::App;

/// What it answers.
pub fn api(app: &App) -> impl OpenApi + 'static {
    (ApprovalRuleApi(app.clone()), RuleSetApi(app.clone()), RuleDraftApi(app.clone()))
}
