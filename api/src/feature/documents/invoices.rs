//! Invoices: what they have beyond every document. See docs/rules/payments.md#receive-payment.

use engine::books::action::receive_payment::{ReceivePayment, Received};
use engine::books::document::Document;
use engine::books::request::{LedTo, Unanswered};
use engine::values::kind::{DocumentKey, DocumentKind};
use poem::Request;
use poem_openapi::{OpenApi, param::Path, param::Query};

use super::document::would_post;
use crate::app::App;
use crate::auth::Auth;
use crate::body::Body;
use crate::call::{Call, Outcome, Tried, led_elsewhere, with_members};
use crate::headers::{IdempotencyKey, IfMatch};
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Created201, Reply};
use crate::schema::Id;
use crate::schema::document::invoice::{PaymentReceived, ReceivePaymentInput};
use crate::schema::document::shared::written_off;
use crate::spec::PREFIX;

/// Receiving payments.
pub struct InvoiceApi(pub App);

type Answer = Result<Reply<Created201, PaymentReceived>, Problem>;

#[OpenApi(prefix_path = "/invoices")]
impl InvoiceApi {
    /// Record a customer's payment
    ///
    /// Only for a posted invoice. Makes an invoice payment in the open period that holds `payment_date` and posts it at once: the
    /// invoice is `Paid` when nothing is due any more. When the worker is away, `invoice_status` stays `Posted` until it ran. Where
    /// any approval rule for invoice payments is active, and where the customer's own linked user records the payment, it is submitted
    /// instead: `payment_status` is `Pending Approval` and the invoice stays as it is. More than `amount_due` is 422 `overpayment`. `exchange_rate` is held against the table of
    /// exchange rates as at the submission of an invoice payment: 422 `rate_out_of_tolerance` or `no_exchange_rate`.
    #[oai(path = "/:id/receive-payment", method = "post")]
    #[allow(clippy::too_many_arguments, reason = "each is a part of the request")]
    async fn receive_payment(
        &self,
        auth: Auth,
        raw: &Request,
        id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        /// Decide and answer, and change nothing.
        dry_run: Query<Option<bool>>,
        body: Body<ReceivePaymentInput>,
    ) -> Result<Reply<Created201, PaymentReceived>, Refused<ReceivePayment>> {
        let call = Call::new(auth, raw, key, if_match, &body.raw).dry(dry_run.0);
        let (input, faults) = body.into_parts();
        let invoice = DocumentKey::new(DocumentKind::Invoice, id.0);
        let command = ReceivePayment {
            key: invoice.clone(),
            payment_id: engine::values::id::fresh(DocumentKind::InvoicePayment.id_prefix()),
            payment_date: input.payment_date.0.map(|date| date.0),
            payment_amount: input.payment_amount.0.map(|amount| amount.0),
            discount: input.discount.map(|amount| amount.0),
            write_off: written_off(input.write_off, input.write_off_rule_id),
            exchange_rate: input.exchange_rate.map(|rate| rate.0),
            exchange_rate_reason: input.exchange_rate_reason.map(Into::into),
            deposit_account_id: input.deposit_account_id.0.map(Into::into),
            payment_method: input.payment_method.map(Into::into),
            reference: input.reference.map(Into::into),
            faults,
        };
        if call.is_dry() {
            return match self.0.tried(call, command).await? {
                Tried::Done(received) => {
                    let would_post = would_post(&self.0, &received.payment).await?;
                    let received = received.when_posted(self.0.engine.clock.now());
                    Ok(with_members(rendered(&received.invoice, &received.payment), would_post))
                }
                Tried::AskedFor(answer) => Ok(answer.into()),
            };
        }
        let led_to = |received: &Received| LedTo::Payment {
            payment_id: received.payment.key.id.clone(),
            job_id: received.job_id.clone(),
        };
        self.0
            .run_waiting(call, command, led_to, move |app, received: Outcome<Received>| async move {
                match received {
                    Outcome::Decided(received) => answer_received(&app, received).await,
                    Outcome::Interrupted(earlier) => answer_unanswered(&app, &invoice, earlier).await,
                }
            })
            .await
    }
}

/// Waits for the posting, and tells how invoice and payment stand then.
async fn answer_received(app: &App, received: Received) -> Answer {
    let Received { mut invoice, mut payment, job_id } = received;
    if let Some(job_id) = &job_id
        && let Some(present) = app.engine.wait_for_posting(job_id, &payment, app.posting_wait).await?
    {
        payment = present;
        invoice = app.engine.document(&invoice.key).await?.unwrap_or(invoice);
    }
    Ok(rendered(&invoice, &payment))
}

/// The payment stands, and the process that took it died before it answered: the answer is how things are now.
async fn answer_unanswered(app: &App, invoice: &DocumentKey, earlier: Unanswered) -> Answer {
    let LedTo::Payment { payment_id, job_id } = earlier.led_to else { return Err(led_elsewhere(&earlier.led_to)) };
    let payment = DocumentKey::new(DocumentKind::InvoicePayment, payment_id);
    if let Some(job_id) = &job_id {
        app.engine.wait_for_earlier_posting(job_id, &payment, app.posting_wait).await?;
    }
    let engine = &app.engine;
    Ok(rendered(&engine.present_document(invoice).await?, &engine.present_document(&payment).await?))
}

fn rendered(invoice: &Document, payment: &Document) -> Reply<Created201, PaymentReceived> {
    Reply::new(&PaymentReceived::of(invoice, payment))
        .location(format!("{PREFIX}/invoice-payments/{}", payment.key.id))
        .version(payment.version)
}
