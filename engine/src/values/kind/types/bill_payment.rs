//! Bill payments: money that goes out for a bill or an expense. See docs/rules/payments.md#payment.
//!
//! | part | posts |
//! |---|---|
//! | the payment | debit the payables account, in base at the rate of what it pays |
//! | the payment | credit the cash or bank account, in base at the payment's own rate |
//! | what the rates leave over, in base | the exchange gain or loss account |

use crate::values::kind::action::Action;
use crate::values::kind::document_kind::DocumentKind;
use crate::values::kind::facts::{DocumentType, Unposted};
use crate::values::kind::family::{Control, Family, PaymentType, Side};

pub(super) const FACTS: DocumentType = DocumentType {
    name: "bill_payment",
    title: "bill payment",
    collection: "bill-payments",
    id_field: "bill_payment_id",
    id_prefix: "BPAY-",
    family: Family::Payment(PaymentType {
        cash: Side::Credit,
        control: Control::Payable,
        pays: &[(DocumentKind::Bill, "/bill_id"), (DocumentKind::Expense, "/expense_id")],
        names_party: None,
        on_account: Some(DocumentKind::VendorCredit),
    }),
    own_actions: &[Action::Void, Action::Clear, Action::Unclear, Action::Return, Action::Unreturn, Action::Reassign],
    unposted: Unposted::Dated,
};
