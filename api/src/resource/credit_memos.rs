//! Credit memos: what they have beyond every document. See docs/rules/payments.md#applying-a-credit-memo.

use engine::command::Wants;
use engine::document::action::apply::{Applied as Done, Apply};
use engine::document::{Document, DocumentKey, DocumentKind, Draft};
use engine::error::Faults;
use engine::store::StoreError;
use engine::store::read::applications;
use poem::Request;
use poem_openapi::{OpenApi, param::Path};

use super::document::{Collection, Seen};
use crate::app::App;
use crate::auth::Auth;
use crate::body::Body;
use crate::call::Call;
use crate::headers::{IdempotencyKey, IfMatch};
use crate::problem::Problem;
use crate::reply::{Ok200, Reply};
use crate::schema::Id;
use crate::schema::document::credit_memo::{Applied, ApplyInput, CreditApplications, CreditMemo, CreditMemoInput};

/// The collection `credit-memos`.
pub struct CreditMemos;

impl Collection for CreditMemos {
    const KIND: DocumentKind = DocumentKind::CreditMemo;
    const PATH: &'static str = "/credit-memos";
    const NAME: &'static str = "CreditMemo";
    type Input = CreditMemoInput;
    type View = CreditMemo;
    type Party = Id;

    fn draft(input: CreditMemoInput, _: &mut Faults) -> Draft {
        input.into_draft()
    }

    fn view(document: &Document, seen: &Seen) -> CreditMemo {
        CreditMemo::of(document, seen)
    }
}

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
    ) -> Result<Reply<Ok200, Applied>, Problem> {
        let call = Call::new(auth, raw, key, if_match, &body.raw);
        let (input, faults) = body.into_parts();
        let command = Apply {
            key: DocumentKey::new(DocumentKind::CreditMemo, id.0),
            invoice_id: input.invoice_id.0.map(Into::into),
            amount: input.amount.0.map(|amount| amount.0),
            faults,
        };
        self.0.run(call, command, |done: &Done| Reply::new(&Applied::of(done)).version(done.memo.version)).await
    }
}

/// The applications of a credit memo, or to an invoice.
pub async fn applications_of(
    app: &App,
    auth: &Auth,
    key: DocumentKey,
) -> Result<Reply<Ok200, CreditApplications>, Problem> {
    let seen = app.look(&auth.0, key.kind.name(), &Wants::document(&key)).await?;
    let document = seen.document(&key)?;
    let found = applications::of(&app.engine.store.reader, &key).await.map_err(StoreError::into_error)?;
    Ok(Reply::new(&CreditApplications::of(document, found)))
}
