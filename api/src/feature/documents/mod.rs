//! Documents: collections, actions, bulks, desks, postings.

pub mod approvals;
pub mod bill_payments;
pub mod bulk;
pub mod collections;
pub mod corrections;
pub mod credits;
pub mod document;
pub mod each_type;
pub mod invoice_payments;
pub mod invoices;
pub mod journal_entries;
pub mod posting;
pub mod postings;
pub mod reassignments;
pub mod returns;
pub mod unreturns;
pub mod voids;
pub mod wire;
pub mod workflow;

pub(crate) use self::bulk::carry_out;
pub(crate) use self::document::{EmptyBody, rows_of};
pub(crate) use self::posting::{posting_itself, posting_once_signed};
pub(crate) use self::wire::bulk::BulkResults;
pub(crate) use self::workflow::words;

use poem_openapi::OpenApi;

use self::approvals::ApprovalApi;
use self::bill_payments::BillPaymentApi;
use self::bulk::Signatures;
use self::corrections::Corrections;
use self::each_type::EachType;
use self::invoice_payments::InvoicePaymentApi;
use self::invoices::InvoiceApi;
use self::journal_entries::JournalEntryApi;
use self::postings::Postings;
use self::reassignments::{BillPaymentReassignments, InvoicePaymentReassignments};
use self::returns::Returns;
use self::unreturns::Unreturns;
use self::voids::Voids;
use self::workflow::Workflow;
use crate::app::App;

/// What it answers.
pub fn api(app: &App) -> impl OpenApi + 'static {
    let collections = (collections::handlers(app), collections::bulks(app), credits::handlers(app));
    let actions = (EachType::<Workflow>::new(app), EachType::<Voids>::new(app), EachType::<Postings>::new(app));
    let beyond = (
        JournalEntryApi(app.clone()),
        InvoiceApi(app.clone()),
        EachType::<InvoicePaymentApi>::new(app),
        EachType::<BillPaymentApi>::new(app),
        EachType::<Returns>::new(app),
        EachType::<Corrections>::new(app),
    );
    let moves = (
        EachType::<InvoicePaymentReassignments>::new(app),
        EachType::<BillPaymentReassignments>::new(app),
        EachType::<Unreturns>::new(app),
    );
    (collections, actions, (beyond, moves), ApprovalApi(app.clone()), Signatures(app.clone()))
}
