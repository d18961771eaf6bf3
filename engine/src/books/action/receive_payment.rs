//! Receive payment: a customer pays an invoice, in one step. See docs/rules/payments.md#receive-payment.
//!
//! The invoice payment is made in the open period that holds the payment's date. Where the type has an active approval rule the
//! payment is submitted, as every invoice payment is: the matching rules route it, and a gap of the amount rules refuses it. Where
//! the type has no active rule at all, the caller, who may receive payments, approves it, and the same job posts it as everything
//! else. A beneficiary never approves, so the customer's own user submits the payment even then.

use crate::books::action::guarded;
use crate::books::action::head_room;
use crate::books::action::next_open::Way;
use crate::values::kind::GovernedAction;
use std::collections::BTreeSet;

use rust_decimal::Decimal;

use crate::books::action::kind;
use crate::books::action::post::posted;
use crate::books::action::rate;
use crate::books::action::{beneficiary, settlement};
use crate::books::action::{can_be_posted, create, permitted, submit};
use crate::books::command::wants::{AddsUp, RateOf};
use crate::books::command::{
    Change, Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Wants,
};
use crate::books::document::draft::{Body, PaymentDraft, WriteOffDraft};
use crate::books::document::model::Document;
use crate::books::document::stage::{Approval, Stage};
use crate::books::document::{Action, Digest, Draft};
use crate::books::queue::Task;
use crate::values::clock::{Date, Timestamp};
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::DocumentKey;
use crate::values::kind::DocumentKind;

/// Records a customer's payment against a posted invoice.
pub struct ReceivePayment {
    pub key: DocumentKey,
    /// The new payment's id.
    pub payment_id: String,
    pub payment_date: Option<Date>,
    pub payment_amount: Option<Decimal>,
    /// What it takes of the invoice's discount.
    pub discount: Option<Decimal>,
    /// As of an invoice payment.
    pub write_off: WriteOffDraft,
    /// The rate as of an invoice payment, checked as at its submission.
    pub exchange_rate: Option<Decimal>,
    pub exchange_rate_reason: Option<String>,
    pub deposit_account_id: Option<String>,
    pub payment_method: Option<String>,
    pub reference: Option<String>,
    pub faults: Faults,
}

/// The invoice and its payment as they stand after it.
#[derive(Clone, Debug)]
pub struct Received {
    pub invoice: Document,
    pub payment: Document,
    /// The posting job; none when the payment went into its workflow.
    pub job_id: Option<String>,
}

impl Received {
    /// Both documents as the posting of the payment leaves them; as they are when the payment went into its workflow.
    #[must_use]
    pub fn when_posted(mut self, now: Timestamp) -> Self {
        if let Stage::Approved(approval) = &self.payment.stage {
            // What was decided fits, and the posting of more is refused.
            if settlement::settle(&mut self.invoice, self.payment.content.settled_total()).is_ok() {
                self.payment = posted(&self.payment, approval, now);
            }
        }
        self
    }
}

/// The fields of an invoice payment, and what this operation calls them. The customer is the invoice's, not a field.
const FIELDS: [(&str, &str); 5] = [
    ("/tran_date", "/payment_date"),
    ("/payment", "/payment_amount"),
    ("/account_id", "/deposit_account_id"),
    ("/customer_id", ""),
    ("/ar_account_id", ""),
];

impl Refuses for ReceivePayment {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] = &[
        RefusalName::WrongStatus,
        RefusalName::PeriodClosed,
        RefusalName::NoOpenPeriod,
        RefusalName::Overpayment,
        RefusalName::NoDiscount,
        RefusalName::NoWriteOff,
        RefusalName::RateOutOfTolerance,
        RefusalName::NoExchangeRate,
        RefusalName::MissingAccount,
        RefusalName::NoMatchingRule,
        RefusalName::NoManager,
        RefusalName::NoApprover,
    ];
}

impl Permitted for ReceivePayment {
    const TAKES: Takes = Takes::Action(Action::ReceivePayment);
}

impl Command for ReceivePayment {
    type Answer = Received;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(Some(self.key.kind))
    }

    fn guarded<'a>(&'a self, snapshot: &'a Snapshot, effects: &Effects) -> Option<Guarded<'a>> {
        guarded::on(&self.key, GovernedAction::ReceivePayment, snapshot, effects)
    }

    fn wants(&self) -> Wants {
        let payment = DocumentKey::new(DocumentKind::InvoicePayment, &self.payment_id);
        let documents = BTreeSet::from([self.key.clone(), payment.clone()]);
        let makes = Some(payment.clone());
        let table_rate = self.payment_date.map(|on| RateOf::Paid { document: self.key.clone(), on });
        let adds_up = Some(AddsUp::New { key: payment, party_id: None, pays: Some(self.key.clone()) });
        let head_room_for = Some(self.key.clone());
        Wants { documents, makes, party_names: true, table_rate, adds_up, head_room_for, ..Wants::document(&self.key) }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Received>, Refusal> {
        let invoice = permitted(Action::ReceivePayment, &self.key, snapshot)?;
        let payment = self.compose(invoice, snapshot).map_err(|refusal| refusal.renamed(&FIELDS))?;
        let settled = payment.content.settled_total();
        settlement::check_due(invoice, settled, "/payment_amount")?;
        settlement::deducted(&payment.content, settled, invoice)?;
        // It is submitted, or posted, in this very step.
        rate::at_submit(&payment, snapshot)?;
        if needs_approval(&payment, snapshot) {
            return submitted(invoice, &payment, snapshot);
        }
        self.approved(payment, snapshot)
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

impl ReceivePayment {
    fn compose(&self, invoice: &Document, snapshot: &Snapshot) -> Result<Document, Refusal> {
        let draft = Draft {
            kind: DocumentKind::InvoicePayment,
            id: Some(self.payment_id.clone()),
            tran_date: self.payment_date,
            posting_period_id: None,
            currency: None,
            exchange_rate: self.exchange_rate,
            exchange_rate_reason: self.exchange_rate_reason.clone(),
            memo: Some(format!("Payment of {}", invoice.key.id)),
            body: Body::Payment(PaymentDraft {
                party_id: invoice.content.party().map(str::to_owned),
                settles: Some(invoice.key.clone()),
                applications: None,
                cash_account_id: self.deposit_account_id.clone(),
                control_account_id: invoice.content.control_account().map(str::to_owned),
                payment: self.payment_amount,
                discount: self.discount,
                write_off: self.write_off.clone(),
                payment_method: self.payment_method.clone(),
                reference: self.reference.clone(),
            }),
        };
        // Renamed to the fields of an invoice payment, so that its checks see the faults found already.
        let told = self.faults.clone().renamed(&FIELDS.map(|(there, here)| (here, there)));
        let composed = kind::compose(&draft, None, snapshot, told)?;
        let key = DocumentKey::new(DocumentKind::InvoicePayment, &self.payment_id);
        create::check_period(&key, &composed, Way::Day, snapshot)?;
        Ok(create::new_document(key, composed, snapshot))
    }

    /// Approved and enqueued at once.
    fn approved(&self, mut payment: Document, snapshot: &Snapshot) -> Result<Decision<Received>, Refusal> {
        payment.stage = Stage::Approved(Approval::Unsigned(Digest::of(&payment)));
        let mut effects = Effects::at(snapshot.now);
        let invoice = settlement::approve(&mut payment, snapshot, &mut effects)?
            .pop()
            .ok_or_else(|| Refusal::not_found(self.key.kind.title(), &self.key.id))?;
        can_be_posted(&payment, snapshot)?;
        head_room::check(&payment, snapshot.ledger_sums.as_ref(), "/payment_amount")?;
        let created = create::effects(&payment, snapshot);
        effects.changes.extend(created.changes);
        effects.audit.extend(created.audit);
        let job_id = effects.enqueue(Task::PostDocument { key: payment.key.clone() }, snapshot);
        Ok(Decision::new(effects, Received { invoice, payment, job_id: Some(job_id) }))
    }
}

/// Submitted into its own workflow; the invoice stays as it is until the last signature.
fn submitted(invoice: &Document, payment: &Document, snapshot: &Snapshot) -> Result<Decision<Received>, Refusal> {
    can_be_posted(payment, snapshot)?;
    let mut effects = create::effects(payment, snapshot);
    let (submission, entry) = submit::submitted(payment, snapshot)?;
    let payment = payment.at(Stage::PendingApproval(Box::new(submission)));
    effects.changes = vec![Change::InsertDocument(Box::new(payment.clone()))];
    let mut entry_of_paid = settlement::audit_row(Action::ReceivePayment.audit_word(), invoice, &payment, snapshot);
    entry_of_paid = entry_of_paid.with("payment_status", payment.status().name());
    effects.audit.extend([entry, entry_of_paid]);
    Ok(Decision::new(effects, Received { invoice: invoice.clone(), payment, job_id: None }))
}

/// Whether somebody must sign: the type has an active rule, or the caller gains from the payment.
fn needs_approval(payment: &Document, snapshot: &Snapshot) -> bool {
    let mut rules = snapshot.catalog.rules.values();
    rules.any(|rule| rule.is_active && rule.guards_submissions_of(DocumentKind::InvoicePayment))
        || beneficiary::of(payment, snapshot).contains(&snapshot.actor.user_id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_told_by_the_names_of_this_operation() {
        let mut faults = Faults::default();
        faults.add("/tran_date", "is required");
        faults.add("/payment", "must be more than 0");
        let Refusal::Invalid(renamed) = Refusal::Invalid(faults).renamed(&FIELDS) else { panic!("a fault") };
        let pointers: Vec<_> = renamed.0.iter().map(|fault| fault.pointer.as_str()).collect();
        assert_eq!(pointers, ["/payment_date", "/payment_amount"]);
    }
}
