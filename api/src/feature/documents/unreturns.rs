//! Unreturn: the return of a payment is taken back. See docs/rules/payments.md#a-return-taken-back.

use engine::books::action::unreturn::{Unreturn, Unreturned as TakenBack};
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
use crate::feature::documents::wire::answers::Unreturned;
use crate::headers::{IdempotencyKey, IfMatch};
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Ok200, Reply};
use crate::schema::words::TakenBackInput;
use crate::schema::{Id, Keyed};

/// What takes the return of payments of one type back.
pub struct Unreturns {
    app: App,
    kind: DocumentKind,
}

impl Handlers for Unreturns {
    const ACTION: Option<Action> = Some(Action::Unreturn);

    fn new(app: &App, kind: DocumentKind) -> Self {
        Self { app: app.clone(), kind }
    }
}

#[OpenApi]
impl Unreturns {
    /// The payment did not come back after all
    ///
    /// From Returned to what it was before: what the return posted, the fee too, is posted the other way round on its day, or on the first
    /// of the next open period. What it had paid is paid by it again.
    #[oai(path = "/:id/unreturn", method = "post")]
    #[allow(clippy::too_many_arguments, reason = "each is a part of the request")]
    async fn unreturn(
        &self,
        auth: Auth,
        raw: &Request,
        id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        /// Decide and answer, and change nothing.
        dry_run: Query<Option<bool>>,
        body: Body<TakenBackInput>,
    ) -> Result<Reply<Ok200, Keyed<Unreturned>>, Refused<Unreturn>> {
        let call = Call::new(auth, raw, key, if_match, &body.raw).dry(dry_run.0);
        let (input, faults) = body.into_parts();
        faults.or(()).map_err(Problem::from)?;
        let command = Unreturn { key: DocumentKey::new(self.kind, id.0), reason: input.reason.map(Into::into) };
        let render = |done: &TakenBack| about(&done.acted.document, Unreturned::of(done));
        posting_itself(&self.app, call, command, render).await
    }
}
