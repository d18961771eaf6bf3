//! Reassign: a payment is moved to another document. See docs/rules/payments.md#reassigned.

use engine::books::action::reassign::{Reassign, Reassigned as Done};
use engine::values::kind::{Action, DocumentKey, DocumentKind};
use poem::Request;
use poem_openapi::{OpenApi, param::Path, param::Query};

use super::each_type::Handlers;
use super::posting::posting_itself;
use super::workflow::about;
use crate::app::App;
use crate::auth::Auth;
use crate::body::Body;
use crate::call::Call;
use crate::feature::documents::wire::reassigned::Reassigned;
use crate::headers::{IdempotencyKey, IfMatch};
use crate::problem::refused::Refused;
use crate::reply::{Ok200, Reply};
use crate::schema::words::{BillPaymentReassignInput, InvoicePaymentReassignInput};
use crate::schema::{Id, Keyed};

type Moved = Result<Reply<Ok200, Keyed<Reassigned>>, Refused<Reassign>>;

/// Of bill payments.
pub struct BillPaymentReassignments(App);

/// Of invoice payments.
pub struct InvoicePaymentReassignments(App);

async fn moved(app: &App, call: Call, command: Reassign) -> Moved {
    let render = |done: &Done| about(&done.payment, Reassigned::of(done));
    posting_itself(app, call, command, render).await
}

impl Handlers for BillPaymentReassignments {
    const ACTION: Option<Action> = Some(Action::Reassign);
    const OF: Option<DocumentKind> = Some(DocumentKind::BillPayment);

    fn new(app: &App, _: DocumentKind) -> Self {
        Self(app.clone())
    }
}

impl Handlers for InvoicePaymentReassignments {
    const ACTION: Option<Action> = Some(Action::Reassign);
    const OF: Option<DocumentKind> = Some(DocumentKind::InvoicePayment);

    fn new(app: &App, _: DocumentKind) -> Self {
        Self(app.clone())
    }
}

#[OpenApi]
impl BillPaymentReassignments {
    /// The payment is of another bill or expense
    ///
    /// From Posted or Cleared. The bank stays as it is. From `reassign_date` on what was settled is due again, and the other is settled.
    /// Who gains from one of them does not do it.
    #[oai(path = "/:id/reassign", method = "post")]
    #[allow(clippy::too_many_arguments, reason = "each is a part of the request")]
    async fn reassign(
        &self,
        auth: Auth,
        raw: &Request,
        id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        /// Decide and answer, and change nothing.
        dry_run: Query<Option<bool>>,
        body: Body<BillPaymentReassignInput>,
    ) -> Moved {
        let call = Call::new(auth, raw, key, if_match, &body.raw).dry(dry_run.0);
        let (input, mut faults) = body.into_parts();
        if input.bill_id.is_some() && input.expense_id.is_some() {
            faults.add("/expense_id", "only one of bill_id and expense_id may be given");
        }
        let bill = input.bill_id.map(|id| DocumentKey::new(DocumentKind::Bill, id));
        let expense = input.expense_id.map(|id| DocumentKey::new(DocumentKind::Expense, id));
        let command = Reassign {
            key: DocumentKey::new(DocumentKind::BillPayment, id.0),
            settles: bill.or(expense),
            reassign_date: input.reassign_date.map(|date| date.0),
            reason: input.reason.map(Into::into),
            faults,
        };
        moved(&self.0, call, command).await
    }
}

#[OpenApi]
impl InvoicePaymentReassignments {
    /// The payment is of another invoice
    ///
    /// From Posted or Deposited. The bank stays as it is. From `reassign_date` on what was settled is due again, and the other is settled.
    /// Who gains from one of them does not do it.
    #[oai(path = "/:id/reassign", method = "post")]
    #[allow(clippy::too_many_arguments, reason = "each is a part of the request")]
    async fn reassign(
        &self,
        auth: Auth,
        raw: &Request,
        id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        /// Decide and answer, and change nothing.
        dry_run: Query<Option<bool>>,
        body: Body<InvoicePaymentReassignInput>,
    ) -> Moved {
        let call = Call::new(auth, raw, key, if_match, &body.raw).dry(dry_run.0);
        let (input, faults) = body.into_parts();
        let command = Reassign {
            key: DocumentKey::new(DocumentKind::InvoicePayment, id.0),
            settles: input.invoice_id.0.map(|id| DocumentKey::new(DocumentKind::Invoice, id)),
            reassign_date: input.reassign_date.map(|date| date.0),
            reason: input.reason.map(Into::into),
            faults,
        };
        moved(&self.0, call, command).await
    }
}
