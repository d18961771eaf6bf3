//! The handlers, one file per resource, thin: from the wire to a command and back.

pub mod accounts;
pub mod approval_rules;
pub mod approvals;
pub mod document;
pub mod jobs;
pub mod journal_entries;
pub mod parties;
pub mod periods;
pub mod reconciliations;
pub mod reports;
pub mod roles;
pub mod users;
pub mod workflow;

use poem_openapi::OpenApi;

use crate::app::App;

/// Every handler of the service.
pub fn api(app: &App) -> impl OpenApi + 'static {
    let documents = (
        document::Documents::<journal_entries::JournalEntries>::new(app),
        workflow::Workflow::<journal_entries::JournalEntries>::new(app),
        journal_entries::JournalEntryApi(app.clone()),
        approvals::ApprovalApi(app.clone()),
    );
    let rest = (
        approval_rules::ApprovalRuleApi(app.clone()),
        periods::PeriodApi(app.clone()),
        reconciliations::ReconciliationApi(app.clone()),
        accounts::AccountApi(app.clone()),
        parties::PartyApi(app.clone()),
        roles::RoleApi(app.clone()),
        users::UserApi(app.clone()),
        reports::ReportApi(app.clone()),
        jobs::JobApi(app.clone()),
    );
    (documents, rest)
}
