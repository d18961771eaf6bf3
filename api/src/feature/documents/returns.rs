//! Return: a payment came back. See docs/rules/payments.md#returned.

use engine::books::action::return_payment::{Came, Return};
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
use crate::feature::documents::wire::answers::CameBack;
use crate::headers::{IdempotencyKey, IfMatch};
use crate::problem::refused::Refused;
use crate::reply::{Ok200, Reply};
use crate::schema::words::ReturnInput;
use crate::schema::{Id, Keyed};

/// The return of payments of one type.
pub struct Returns {
    app: App,
    kind: DocumentKind,
}

impl Handlers for Returns {
    const ACTION: Option<Action> = Some(Action::Return);

    fn new(app: &App, kind: DocumentKind) -> Self {
        Self { app: app.clone(), kind }
    }
}

#[OpenApi]
impl Returns {
    /// The payment came back
    ///
    /// From Posted, Deposited or Cleared, also when a completed reconciliation counts it. On `return_date` the opposite is posted, with
    /// the bank's `fee`, as a bank transaction of its own, `<id>#return`; what it had paid is due again.
    #[oai(path = "/:id/return", method = "post")]
    #[allow(clippy::too_many_arguments, reason = "each is a part of the request")]
    async fn r#return(
        &self,
        auth: Auth,
        raw: &Request,
        id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        /// Decide and answer, and change nothing.
        dry_run: Query<Option<bool>>,
        body: Body<ReturnInput>,
    ) -> Result<Reply<Ok200, Keyed<CameBack>>, Refused<Return>> {
        let call = Call::new(auth, raw, key, if_match, &body.raw).dry(dry_run.0);
        let (input, faults) = body.into_parts();
        let command = Return {
            key: DocumentKey::new(self.kind, id.0),
            return_date: input.return_date.0.map(|date| date.0),
            reason: input.reason.0.map(Into::into),
            fee: input.fee.map(|fee| fee.0),
            fee_account_id: input.fee_account_id.map(Into::into),
            faults,
        };
        let render = |done: &Came| about(&done.acted.document, CameBack::of(done));
        posting_itself(&self.app, call, command, render).await
    }
}
