//! Customer refunds: what is left of a credit memo is paid back to the customer. See docs/rules/payments.md#refund.
//!
//! | part | posts |
//! |---|---|
//! | the refund | debit the receivables account, in base at the credit memo's rate |
//! | the refund | credit the cash or bank account, in base at the refund's own rate |
//! | what the rates leave over, in base | the exchange gain or loss account |

use crate::values::kind::action::Action;
use crate::values::kind::document_kind::DocumentKind;
use crate::values::kind::facts::{DocumentType, Unposted};
use crate::values::kind::family::{Control, Family, PaymentType, Side};

pub(super) const FACTS: DocumentType = DocumentType {
    name: "customer_refund",
    title: "customer refund",
    collection: "customer-refunds",
    id_field: "customer_refund_id",
    id_prefix: "CREF-",
    family: Family::Payment(PaymentType {
        cash: Side::Credit,
        control: Control::Receivable,
        pays: &[(DocumentKind::CreditMemo, "/credit_memo_id")],
        names_party: None,
        on_account: None,
    }),
    own_actions: &[Action::Void, Action::Clear, Action::Unclear, Action::Return, Action::Unreturn],
    unposted: Unposted::Dated,
};
