//! Credit memos: what they have beyond every document. See docs/rules/payments.md#applying-a-credit-memo.

use std::sync::Arc;

use engine::action::document::apply::{Applied as Done, Apply};
use engine::command::Wants;
use engine::engine::Engine;
use engine::kind::{DocumentKey, DocumentKind};
use engine::money::Currency;
use poem::Request;
use poem_openapi::types::ToJSON;
use poem_openapi::{OpenApi, param::Path};

use crate::app::App;
use crate::auth::Auth;
use crate::body::Body;
use crate::call::Call;
use crate::download;
use crate::download::pieces::Pieces;
use crate::headers::{IdempotencyKey, IfMatch};
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Ok200, Reply};
use crate::schema::Id;
use crate::schema::document::credit_memo::{Applied, ApplyInput, CreditApplication, CreditApplications};

/// Applying.
pub struct CreditMemoApi(pub App);

#[OpenApi(prefix_path = "/credit-memos")]
impl CreditMemoApi {
    /// What the credit memo was applied to
    ///
    /// Oldest first.
    #[oai(path = "/:id/applications", method = "get")]
    async fn applications(&self, auth: Auth, id: Path<Id>) -> Result<Reply<Ok200, CreditApplications>, Problem> {
        applications_of(&self.0, &auth, DocumentKey::new(DocumentKind::CreditMemo, id.0)).await
    }

    /// Apply the credit to an invoice
    ///
    /// Only a posted credit memo, to a posted invoice of the same customer, currency and receivables account; never more than
    /// either has left (422 `overpayment`). Nothing moves in the ledger but the exchange gain or loss between two rates. May be done
    /// several times, to several invoices.
    #[oai(path = "/:id/apply", method = "post")]
    async fn apply(
        &self,
        auth: Auth,
        raw: &Request,
        id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Body<ApplyInput>,
    ) -> Result<Reply<Ok200, Applied>, Refused<Apply>> {
        let call = Call::new(auth, raw, key, if_match, &body.raw);
        let (input, faults) = body.into_parts();
        let command = Apply {
            key: DocumentKey::new(DocumentKind::CreditMemo, id.0),
            settled_id: input.invoice_id.0.map(Into::into),
            amount: input.amount.0.map(|amount| amount.0),
            faults,
        };
        self.0.run(call, command, |done: &Done| Reply::new(&Applied::of(done)).version(done.credit.version)).await
    }
}

/// The applications of a credit memo, or to an invoice.
pub async fn applications_of(
    app: &App,
    auth: &Auth,
    key: DocumentKey,
) -> Result<Reply<Ok200, CreditApplications>, Problem> {
    let seen = app.look(&auth.0, key.kind.name(), &Wants::document(&key)).await?;
    let currency = seen.document(&key)?.content.currency;
    let (engine, key) = (&app.engine, Arc::new(key));
    let write = |out| write_applications(Arc::clone(engine), Arc::clone(&key), currency, out);
    Ok(Reply::streamed(download::pieces::written(write).await?))
}

async fn write_applications(
    engine: Arc<Engine>,
    key: Arc<DocumentKey>,
    currency: Currency,
    mut out: Pieces,
) -> Result<(), Problem> {
    out.begin("{\"data\":[");
    let mut last = None;
    loop {
        let found = engine.applications_after(&key, last.as_ref()).await?;
        let Some(newest) = found.last() else { break };
        last = Some(newest.clone());
        for applied in found {
            out.element(&CreditApplication::of(applied, currency).to_json().unwrap_or_default()).await?;
        }
    }
    out.text("]}");
    out.send().await
}
