//! Correct: a posted document is taken back, with a copy of it as a draft. See docs/rules/postings.md#correction.

use engine::books::action::correct::{Correct, Corrected as Done};
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
use crate::feature::documents::wire::answers::Corrected;
use crate::headers::{IdempotencyKey, IfMatch};
use crate::problem::refused::Refused;
use crate::reply::{Ok200, Reply};
use crate::schema::words::CorrectInput;
use crate::schema::{Id, Keyed};

/// The correction of documents of one type.
pub struct Corrections {
    app: App,
    kind: DocumentKind,
}

impl Handlers for Corrections {
    const ACTION: Option<Action> = None;

    fn new(app: &App, kind: DocumentKind) -> Self {
        Self { app: app.clone(), kind }
    }
}

#[OpenApi]
impl Corrections {
    /// Take it back, and write it anew
    ///
    /// Of a Posted one: its void (of a journal entry a reversing entry in Draft), and a copy in Draft, `correction_id`. Refused and guarded as `void` or
    /// `reverse`.
    #[oai(path = "/:id/correct", method = "post")]
    #[allow(clippy::too_many_arguments, reason = "each is a part of the request")]
    async fn correct(
        &self,
        auth: Auth,
        raw: &Request,
        id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        /// Decide and answer, and change nothing.
        dry_run: Query<Option<bool>>,
        body: Body<CorrectInput>,
    ) -> Result<Reply<Ok200, Keyed<Corrected>>, Refused<Correct>> {
        let call = Call::new(auth, raw, key, if_match, &body.raw).dry(dry_run.0);
        let (input, faults) = body.into_parts();
        let fresh = || engine::values::id::fresh(self.kind.id_prefix());
        let command = Correct {
            key: DocumentKey::new(self.kind, id.0),
            copy_id: fresh(),
            reversal_id: fresh(),
            reason: input.reason.0.map(Into::into),
            correction_date: input.correction_date.map(|date| date.0),
            faults,
        };
        let render = |done: &Done| about(&done.original, Corrected::of(done));
        posting_itself(&self.app, call, command, render).await
    }
}
