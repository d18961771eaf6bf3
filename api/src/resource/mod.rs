//! The handlers, one file per resource, thin: from the wire to a command and back.

pub mod accounts;
pub mod approval_rules;
pub mod approvals;
pub mod bill_payments;
pub mod bills;
pub mod credit_memos;
pub mod document;
pub mod exchange_rates;
pub mod expenses;
pub mod export;
pub mod invoice_payments;
pub mod invoices;
pub mod jobs;
pub mod journal_entries;
pub mod parties;
pub mod periods;
pub mod reconciliations;
pub mod reports;
pub mod roles;
pub mod users;
pub mod voids;
pub mod workflow;

use poem_openapi::OpenApi;

use crate::app::App;

/// Every handler of the service.
pub fn api(app: &App) -> impl OpenApi + 'static {
    let documents = (
        collection::<journal_entries::JournalEntries>(app),
        (voidable::<bills::Bills>(app), voidable::<invoices::Invoices>(app)),
        (voidable::<bill_payments::BillPayments>(app), voidable::<invoice_payments::InvoicePayments>(app)),
        (voidable::<credit_memos::CreditMemos>(app), voidable::<expenses::Expenses>(app)),
    );
    let beyond = (
        journal_entries::JournalEntryApi(app.clone()),
        invoices::InvoiceApi(app.clone()),
        invoice_payments::InvoicePaymentApi(app.clone()),
        bill_payments::BillPaymentApi(app.clone()),
        credit_memos::CreditMemoApi(app.clone()),
        approvals::ApprovalApi(app.clone()),
    );
    let rest = (
        approval_rules::ApprovalRuleApi(app.clone()),
        periods::PeriodApi(app.clone()),
        reconciliations::ReconciliationApi(app.clone()),
        (accounts::AccountApi(app.clone()), exchange_rates::ExchangeRateApi(app.clone())),
        parties::PartyApi(app.clone()),
        roles::RoleApi(app.clone()),
        users::UserApi(app.clone()),
        reports::api(app),
        export::ExportApi(app.clone()),
        jobs::JobApi(app.clone()),
    );
    (documents, beyond, rest)
}

/// What every document type has.
fn collection<K: document::Collection>(app: &App) -> impl OpenApi + 'static {
    (document::Documents::<K>::new(app), workflow::Workflow::<K>::new(app))
}

/// And what all but journal entries have.
fn voidable<K: document::Collection>(app: &App) -> impl OpenApi + 'static {
    (collection::<K>(app), voids::Voids::<K>::new(app))
}
