//! Matching of bank statement lines, and the rules that it learns.

pub mod handlers;
pub mod proposals;
pub mod rules;
pub mod wire;

use poem_openapi::OpenApi;

use self::handlers::MatchingApi;
use self::rules::apply::ApplyRulesApi;
use self::rules::handlers::MatchingRuleApi;
use crate::app::App;

/// What it answers.
pub fn api(app: &App) -> impl OpenApi + 'static {
    (MatchingApi(app.clone()), MatchingRuleApi(app.clone()), ApplyRulesApi(app.clone()))
}
