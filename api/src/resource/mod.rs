//! The handlers, one file per resource, thin: from the wire to a command and back.

pub mod accounts;
pub mod approval_rules;
pub mod approvals;
pub mod audit;
pub mod bill_payments;
pub mod bulk;
pub mod change_requests;
pub mod collections;
pub mod credits;
pub mod delegations;
pub mod document;
pub mod dry_close;
pub mod each_type;
pub mod exchange_rates;
pub mod export;
pub mod invoice_payments;
pub mod invoices;
pub mod jobs;
pub mod journal_entries;
pub mod master;
pub mod me;
pub mod parties;
pub mod periods;
pub mod postings;
pub mod queues;
pub mod reconciliations;
pub mod replays;
pub mod reports;
pub mod roles;
pub mod rule_drafts;
pub mod rule_sets;
pub mod trails;
pub mod unposted;
pub mod users;
pub mod voids;
pub mod workflow;
pub mod worksheets;

use each_type::EachType;
use poem_openapi::OpenApi;

use crate::app::App;

/// Every handler of the service.
pub fn api(app: &App) -> impl OpenApi + 'static {
    let documents = (collections::handlers(app), collections::bulks(app));
    let actions = (
        EachType::<workflow::Workflow>::new(app),
        EachType::<voids::Voids>::new(app),
        EachType::<postings::Postings>::new(app),
    );
    let beyond = (
        journal_entries::JournalEntryApi(app.clone()),
        invoices::InvoiceApi(app.clone()),
        EachType::<invoice_payments::InvoicePaymentApi>::new(app),
        EachType::<bill_payments::BillPaymentApi>::new(app),
        credits::handlers(app),
        (
            approvals::ApprovalApi(app.clone()),
            bulk::Signatures(app.clone()),
            change_requests::ChangeRequestApi(app.clone()),
        ),
    );
    let rest = (
        (
            approval_rules::ApprovalRuleApi(app.clone()),
            rule_sets::RuleSetApi(app.clone()),
            rule_drafts::RuleDraftApi(app.clone()),
            replays::ReplayApi(app.clone()),
        ),
        periods::PeriodApi(app.clone()),
        reconciliations::ReconciliationApi(app.clone()),
        (accounts::AccountApi(app.clone()), exchange_rates::ExchangeRateApi(app.clone())),
        parties::PartyApi(app.clone()),
        roles::RoleApi(app.clone()),
        (users::UserApi(app.clone()), delegations::DelegationApi(app.clone()), me::MeApi(app.clone())),
        reports::api(app),
        export::ExportApi(app.clone()),
        (jobs::JobApi(app.clone()), audit::AuditApi(app.clone()), queues::QueueApi(app.clone())),
    );
    (documents, actions, beyond, rest)
}
