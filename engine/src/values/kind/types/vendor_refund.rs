//! Vendor refunds: a vendor pays back what is left of a vendor credit. See docs/rules/payments.md#refund.
//!
//! | part | posts |
//! |---|---|
//! | the refund | debit the cash or bank account, in base at the refund's own rate |
//! | the refund | credit the payables account, in base at the vendor credit's rate |
//! | what the rates leave over, in base | the exchange gain or loss account |

use crate::values::kind::action::Action;
use crate::values::kind::document_kind::DocumentKind;
use crate::values::kind::facts::{DocumentType, Unposted};
use crate::values::kind::family::{Control, Family, PaymentType, Side};

pub(super) const FACTS: DocumentType = DocumentType {
    name: "vendor_refund",
    title: "vendor refund",
    collection: "vendor-refunds",
    id_field: "vendor_refund_id",
    id_prefix: "VREF-",
    family: Family::Payment(PaymentType {
        cash: Side::Debit,
        control: Control::Payable,
        pays: &[(DocumentKind::VendorCredit, "/vendor_credit_id")],
        names_party: None,
        on_account: None,
    }),
    own_actions: &[Action::Void, Action::Deposit, Action::Undeposit, Action::Return, Action::Unreturn],
    unposted: Unposted::Dated,
};
