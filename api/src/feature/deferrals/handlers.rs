//! Deferrals: kept, listed, read and ended.

use engine::books::command::{Takes, Wants};
use engine::features::deferrals::commands::defer::Defer;
use engine::features::deferrals::commands::end::EndDeferral;
use engine::features::deferrals::model::{Deferral, RESOURCE, TITLE};
use engine::features::deferrals::reads::cursor as cursor_of;
use engine::features::deferrals::records::seen;
use engine::values::error::Refusal;
use poem::Request;
use poem_openapi::{OpenApi, param::Path, param::Query};

use crate::app::App;
use crate::auth::Auth;
use crate::auth::reads::{Readable, Reads};
use crate::body::Body;
use crate::call::Call;
use crate::feature::deferrals::wire::{DeferralInput, DeferralStatus, DeferralView};
use crate::feature::trail;
use crate::headers::{IdempotencyKey, IfMatch};
use crate::order::about::About;
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Created201, Ok200, Reply};
use crate::schema::Id;
use crate::schema::page::{PageOf, filled, request};
use crate::schema::trail::Trail;
use crate::schema::words::NoInput;
use crate::spec::PREFIX;

/// Deferrals.
pub struct DeferralApi(pub App);

impl Readable for DeferralApi {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "read")]);
}

fn shown(of: &Deferral) -> Reply<Ok200, DeferralView> {
    Reply::new(&DeferralView::from(of)).version(of.version)
}

#[OpenApi(prefix_path = "/deferrals")]
impl DeferralApi {
    /// Defer a posted line
    ///
    /// What a line of a bill, an invoice, an expense or a credit has put on an asset or liability is recognised on `account_id`, month by
    /// month: each part by one entry that goes into approval, in the name of whoever defers it, who then may not sign it. It also takes
    /// `journal_entry.write` and `.submit`.
    #[oai(path = "/", method = "post")]
    async fn create(
        &self,
        auth: Auth,
        raw: &Request,
        key: IdempotencyKey,
        body: Body<DeferralInput>,
    ) -> Result<Reply<Created201, DeferralView>, Refused<Defer, true>> {
        let call = Call::new(auth, raw, key, IfMatch(None), &body.raw);
        let (input, faults) = body.into_parts();
        let render = |of: &Deferral| {
            Reply::new(&DeferralView::from(of))
                .location(format!("{PREFIX}/deferrals/{}", of.deferral_id))
                .version(of.version)
        };
        Ok(self.0.run(call, input.into_command(faults), render).await?)
    }

    /// List deferrals
    ///
    /// The newest first, each with all its parts.
    #[oai(path = "/", method = "get")]
    #[allow(clippy::too_many_arguments, reason = "each is a part of the request")]
    async fn list(
        &self,
        auth: Reads<Self>,
        /// Only those that stand so.
        status: Query<Option<DeferralStatus>>,
        /// Only those of lines of the document with this id.
        document_id: Query<Option<Id>>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<DeferralView>>, Problem> {
        let page = request(limit.0, cursor.0, count.0)?;
        let document_id = document_id.0.map(String::from);
        let standing = status.0.map(Into::into);
        let found = self.0.engine.list_deferrals(&auth.0, standing, document_id.as_deref(), &page).await?;
        Ok(filled(found, cursor_of, |deferral| DeferralView::from(&deferral)))
    }

    /// Read a deferral
    ///
    /// Its `version` is the `ETag`; it changes with each part that is recognised.
    #[oai(path = "/:deferral_id", method = "get")]
    async fn read(&self, auth: Reads<Self>, deferral_id: Path<Id>) -> Result<Reply<Ok200, DeferralView>, Problem> {
        let id = &deferral_id.0.0;
        let found = self.0.look(&auth, &About::Deferral.wants(id)).await?;
        Ok(shown(seen(&found).ok_or_else(|| Refusal::not_found(TITLE, id))?))
    }

    /// Recognise nothing any more
    ///
    /// Entries that were made stay. What is left can be deferred again.
    #[oai(path = "/:deferral_id/end", method = "post")]
    async fn end(
        &self,
        auth: Auth,
        raw: &Request,
        deferral_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Body<NoInput>,
    ) -> Result<Reply<Ok200, DeferralView>, Refused<EndDeferral>> {
        let call = Call::new(auth, raw, key, if_match, &body.raw);
        let command = EndDeferral { deferral_id: deferral_id.0.into(), faults: body.faults };
        self.0.run(call, command, shown).await
    }

    /// Everything that was done to the deferral
    ///
    /// Oldest first. `Recognized` rows name the entries.
    #[oai(path = "/:deferral_id/audit-trail", method = "get")]
    async fn audit_trail(
        &self,
        auth: Reads<Self, true>,
        deferral_id: Path<Id>,
    ) -> Result<Reply<Ok200, Trail>, Problem> {
        self.0.look(&auth, &Wants::default()).await?;
        trail::of(&self.0, RESOURCE, TITLE, &deferral_id.0).await
    }
}
