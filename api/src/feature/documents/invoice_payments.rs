//! Payments by which money comes in, as invoice payments: what they have beyond every document. See docs/rules/payments.md#clear-and-deposit.

use engine::books::action::Acted;
use engine::books::action::clear::Banked;
use engine::books::action::deposit::Deposit;
use engine::books::action::unend::{OneEnd, Undeposit};
use engine::values::kind::{Action, DocumentKey, DocumentKind};
use poem::Request;
use poem_openapi::{OpenApi, param::Path};

use super::each_type::Handlers;
use super::workflow::about;
use crate::app::App;
use crate::auth::Auth;
use crate::body::Body;
use crate::call::Call;
use crate::feature::documents::wire::answers::{Deposited, Undeposited};
use crate::headers::{IdempotencyKey, IfMatch};
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Ok200, Reply};
use crate::schema::words::{DepositInput, TakenBackInput};
use crate::schema::{Id, Keyed};

/// Depositing.
pub struct InvoicePaymentApi {
    app: App,
    kind: DocumentKind,
}

impl Handlers for InvoicePaymentApi {
    const ACTION: Option<Action> = Some(Action::Deposit);

    fn new(app: &App, kind: DocumentKind) -> Self {
        Self { app: app.clone(), kind }
    }
}

#[OpenApi]
impl InvoicePaymentApi {
    /// The payment was taken to the bank
    ///
    /// Only a posted one; `deposit_date` is not before `tran_date`. A deposited payment is not yet cleared.
    #[oai(path = "/:id/deposit", method = "post")]
    async fn deposit(
        &self,
        auth: Auth,
        raw: &Request,
        id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Body<DepositInput>,
    ) -> Result<Reply<Ok200, Keyed<Deposited>>, Refused<Deposit>> {
        let call = Call::new(auth, raw, key, if_match, &body.raw);
        let (input, faults) = body.into_parts();
        let command = Deposit {
            key: DocumentKey::new(self.kind, id.0),
            deposit_date: input.deposit_date.0.map(|date| date.0),
            faults,
        };
        self.app.run(call, command, |done: &Banked| about(&done.acted.document, Deposited::of(done))).await
    }

    /// The payment was not taken to the bank after all
    ///
    /// From Deposited back to Posted, until it is marked as cleared.
    #[oai(path = "/:id/undeposit", method = "post")]
    async fn undeposit(
        &self,
        auth: Auth,
        raw: &Request,
        id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Body<TakenBackInput>,
    ) -> Result<Reply<Ok200, Keyed<Undeposited>>, Refused<Undeposit>> {
        let call = Call::new(auth, raw, key, if_match, &body.raw);
        let (input, faults) = body.into_parts();
        faults.or(())?;
        let command = Undeposit::of(DocumentKey::new(self.kind, id.0), input.reason.map(Into::into));
        let render = |acted: &Acted| about(&acted.document, Undeposited::of(acted));
        Ok(self.app.run(call, command, render).await.map_err(Problem::from)?)
    }
}
