//! Invoice payments: money that a customer pays for an invoice. See docs/rules/payments.md#payment.
//!
//! | part | posts |
//! |---|---|
//! | the payment | debit the cash or bank account, in base at the payment's own rate |
//! | the payment | credit the receivables account, in base at the invoice's rate |
//! | what the rates leave over, in base | the exchange gain or loss account |

use crate::values::kind::action::Action;
use crate::values::kind::document_kind::DocumentKind;
use crate::values::kind::facts::{DocumentType, Unposted};
use crate::values::kind::family::{Control, Family, PaymentType, Side};
use crate::values::kind::party::{Party, PartyKind};

pub(super) const FACTS: DocumentType = DocumentType {
    name: "invoice_payment",
    title: "invoice payment",
    collection: "invoice-payments",
    id_field: "customer_payment_id",
    id_prefix: "IPAY-",
    family: Family::Payment(PaymentType {
        cash: Side::Debit,
        control: Control::Receivable,
        pays: &[(DocumentKind::Invoice, "/invoice_id")],
        names_party: Some(Party::Recorded(PartyKind::Customer)),
        on_account: Some(DocumentKind::CreditMemo),
    }),
    own_actions: &[
        Action::Void,
        Action::Deposit,
        Action::Undeposit,
        Action::Return,
        Action::Unreturn,
        Action::Reassign,
    ],
    unposted: Unposted::Dated,
};
