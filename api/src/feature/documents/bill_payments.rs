//! Payments by which money goes out, as bill payments: what they have beyond every document. See docs/rules/payments.md#clear-and-deposit.

use engine::books::action::Acted;
use engine::books::action::clear::Banked;
use engine::books::action::clear::Clear;
use engine::books::action::unend::{OneEnd, Unclear};
use engine::values::kind::{Action, DocumentKey, DocumentKind};
use poem::Request;
use poem_openapi::{OpenApi, param::Path};

use super::each_type::Handlers;
use super::workflow::about;
use crate::app::App;
use crate::auth::Auth;
use crate::body::Body;
use crate::call::Call;
use crate::feature::documents::wire::answers::{Cleared, Uncleared};
use crate::headers::{IdempotencyKey, IfMatch};
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Ok200, Reply};
use crate::schema::words::{ClearInput, TakenBackInput};
use crate::schema::{Id, Keyed};

/// Clearing.
pub struct BillPaymentApi {
    app: App,
    kind: DocumentKind,
}

impl Handlers for BillPaymentApi {
    const ACTION: Option<Action> = Some(Action::Clear);

    fn new(app: &App, kind: DocumentKind) -> Self {
        Self { app: app.clone(), kind }
    }
}

#[OpenApi]
impl BillPaymentApi {
    /// The bank statement shows the payment
    ///
    /// Only a posted one; `cleared_date` is not before `tran_date`. A part of bank reconciliation: a cleared payment counts as
    /// cleared in every reconciliation of its bank account from that day on.
    #[oai(path = "/:id/clear", method = "post")]
    async fn clear(
        &self,
        auth: Auth,
        raw: &Request,
        id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Body<ClearInput>,
    ) -> Result<Reply<Ok200, Keyed<Cleared>>, Refused<Clear>> {
        let call = Call::new(auth, raw, key, if_match, &body.raw);
        let (input, faults) = body.into_parts();
        let command = Clear {
            key: DocumentKey::new(self.kind, id.0),
            cleared_date: input.cleared_date.0.map(|date| date.0),
            faults,
        };
        self.app.run(call, command, |done: &Banked| about(&done.acted.document, Cleared::of(done))).await
    }

    /// The bank statement does not show the payment after all
    ///
    /// From Cleared back to Posted, until a completed reconciliation counts on it.
    #[oai(path = "/:id/unclear", method = "post")]
    async fn unclear(
        &self,
        auth: Auth,
        raw: &Request,
        id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Body<TakenBackInput>,
    ) -> Result<Reply<Ok200, Keyed<Uncleared>>, Refused<Unclear>> {
        let call = Call::new(auth, raw, key, if_match, &body.raw);
        let (input, faults) = body.into_parts();
        faults.or(())?;
        let command = Unclear::of(DocumentKey::new(self.kind, id.0), input.reason.map(Into::into));
        let render = |acted: &Acted| about(&acted.document, Uncleared::of(acted));
        Ok(self.app.run(call, command, render).await.map_err(Problem::from)?)
    }
}
