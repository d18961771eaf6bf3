//! Credit memos: what they have beyond every document (C12).

use engine::document::action::apply::{Applied as Done, Apply};
use engine::document::{Document, DocumentKey, DocumentKind, Draft};
use engine::error::Faults;
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
use crate::schema::document::credit_memo::{Applied, ApplyInput, CreditMemo, CreditMemoInput};

/// The collection `credit-memos`.
pub struct CreditMemos;

impl Collection for CreditMemos {
    const KIND: DocumentKind = DocumentKind::CreditMemo;
    const PATH: &'static str = "/credit-memos";
    const NAME: &'static str = "CreditMemo";
    type Input = CreditMemoInput;
    type View = CreditMemo;

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
