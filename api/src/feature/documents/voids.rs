//! Void: for every document type but journal entries. See docs/rules/postings.md#void.

use engine::books::action::void::{Void, VoidAnswer};
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
use crate::feature::documents::wire::answers::Voided;
use crate::headers::{IdempotencyKey, IfMatch};
use crate::problem::refused::Refused;
use crate::reply::{Ok200, Reply};
use crate::schema::words::VoidInput;
use crate::schema::{Id, Keyed};

/// The void of documents of one type.
pub struct Voids {
    app: App,
    kind: DocumentKind,
}

impl Handlers for Voids {
    const ACTION: Option<Action> = Some(Action::Void);

    fn new(app: &App, kind: DocumentKind) -> Self {
        Self { app: app.clone(), kind }
    }
}

#[OpenApi]
impl Voids {
    /// Call the document off
    ///
    /// From Draft, Pending Approval, On Hold, and from Posted when nothing of it is paid or applied. What it posted is posted the
    /// other way round, on `void_date`, else in its own period or the earliest later open one. What a voided payment had paid is due
    /// again.
    #[oai(path = "/:id/void", method = "post")]
    #[allow(clippy::too_many_arguments, reason = "each is a part of the request")]
    async fn void(
        &self,
        auth: Auth,
        raw: &Request,
        id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        /// Decide and answer, and change nothing.
        dry_run: Query<Option<bool>>,
        body: Body<VoidInput>,
    ) -> Result<Reply<Ok200, Keyed<Voided>>, Refused<Void>> {
        let call = Call::new(auth, raw, key, if_match, &body.raw).dry(dry_run.0);
        let (input, faults) = body.into_parts();
        let command = Void {
            key: DocumentKey::new(self.kind, id.0),
            reason: input.reason.0.map(Into::into),
            void_date: input.void_date.map(|date| date.0),
            faults,
        };
        let render = |done: &VoidAnswer| about(&done.acted.document, Voided::of(done));
        posting_itself(&self.app, call, command, render).await
    }
}
