//! The register of payment terms: when documents are due, and what is let off for an early payment.

use super::kind::{Control, Register, Show, column, input};
use crate::interface::query::ListPaymentTerms;
use crate::interface::schema::{PaymentTerms, PaymentTermsInput};

pub const PAYMENT_TERMS: Register = Register {
    collection: "payment-terms",
    resource: "payment_terms",
    id: PaymentTerms::PAYMENT_TERMS_ID,
    name: Some(PaymentTerms::PAYMENT_TERMS_NAME),
    document: None,
    columns: &[
        column(PaymentTerms::PAYMENT_TERMS_NAME, Show::Prose),
        column(PaymentTerms::NET_DAYS, Show::Number),
        column(PaymentTerms::DISCOUNT_PERCENT, Show::Number),
        column(PaymentTerms::DISCOUNT_DAYS, Show::Number),
        column(PaymentTerms::SALES_DISCOUNT_ACCOUNT_ID, Show::Text),
        column(PaymentTerms::PURCHASE_DISCOUNT_ACCOUNT_ID, Show::Text),
        column(PaymentTerms::IS_ACTIVE, Show::Flag),
    ],
    filters: &[ListPaymentTerms::IS_ACTIVE],
    statuses: &[],
    csv: &[
        PaymentTerms::PAYMENT_TERMS_NAME,
        PaymentTerms::NET_DAYS,
        PaymentTerms::DISCOUNT_PERCENT,
        PaymentTerms::DISCOUNT_DAYS,
        PaymentTerms::SALES_DISCOUNT_ACCOUNT_ID,
        PaymentTerms::PURCHASE_DISCOUNT_ACCOUNT_ID,
        PaymentTerms::IS_ACTIVE,
        PaymentTerms::CREATED_BY,
        PaymentTerms::CREATED_AT,
        PaymentTerms::UPDATED_BY,
        PaymentTerms::UPDATED_AT,
        PaymentTerms::VERSION,
    ],
    inputs: &[
        input(PaymentTermsInput::PAYMENT_TERMS_ID, Control::Text, true, false),
        input(PaymentTermsInput::PAYMENT_TERMS_NAME, Control::Text, true, true),
        input(PaymentTermsInput::NET_DAYS, Control::Number, true, true),
        input(PaymentTermsInput::DISCOUNT_PERCENT, Control::Number, false, true),
        input(PaymentTermsInput::DISCOUNT_DAYS, Control::Number, false, true),
        input(PaymentTermsInput::SALES_DISCOUNT_ACCOUNT_ID, Control::Text, false, true),
        input(PaymentTermsInput::PURCHASE_DISCOUNT_ACCOUNT_ID, Control::Text, false, true),
        input(PaymentTermsInput::IS_ACTIVE, Control::Flag, false, true),
    ],
    can_delete: false,
};
