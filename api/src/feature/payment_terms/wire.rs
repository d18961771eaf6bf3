//! Payment terms on the wire. See docs/rules/payment-terms.md.

use engine::features::payment_terms::commands::TermsFields;
use engine::values::payment_terms::PaymentTerms;
use poem_openapi::Object;

use crate::schema::{Id, Name, Nullable, Quantity, Required, WireTimestamp};

/// New payment terms. `discount_percent` and `discount_days` go together, with an account of one side at least.
#[derive(Object, Debug)]
pub struct PaymentTermsInput {
    pub payment_terms_id: Required<Id>,
    pub payment_terms_name: Required<Name>,
    /// How many days after its `tran_date` a document is due.
    #[oai(validator(minimum(value = "0"), maximum(value = "730")))]
    pub net_days: Required<u32>,
    /// Of the total with its tax; less than 100.
    pub discount_percent: Option<Quantity>,
    /// At most `net_days`.
    #[oai(validator(minimum(value = "0"), maximum(value = "730")))]
    pub discount_days: Option<u32>,
    /// Of invoices: an account that is no control account and holds no money. Without one they get no discount.
    pub sales_discount_account_id: Option<Id>,
    /// The same of bills.
    pub purchase_discount_account_id: Option<Id>,
    /// True when left out.
    pub is_active: Option<bool>,
}

/// What is to change on payment terms; what is left out stays, null takes it away.
#[derive(Object, Debug)]
pub struct PaymentTermsUpdate {
    pub payment_terms_name: Option<Name>,
    #[oai(validator(minimum(value = "0"), maximum(value = "730")))]
    pub net_days: Option<u32>,
    pub discount_percent: Nullable<Quantity>,
    #[oai(validator(minimum(value = "0"), maximum(value = "730")))]
    pub discount_days: Nullable<u32>,
    pub sales_discount_account_id: Nullable<Id>,
    pub purchase_discount_account_id: Nullable<Id>,
    pub is_active: Option<bool>,
}

/// When documents are due, and what is let off for an early payment.
#[derive(Object, Debug)]
#[oai(rename = "PaymentTerms")]
pub struct PaymentTermsView {
    pub payment_terms_id: String,
    pub payment_terms_name: String,
    pub net_days: i64,
    pub discount_percent: Nullable<Quantity>,
    pub discount_days: Nullable<i64>,
    pub sales_discount_account_id: Nullable<String>,
    pub purchase_discount_account_id: Nullable<String>,
    pub is_active: bool,
    pub version: i64,
    pub created_at: WireTimestamp,
    pub created_by: String,
    pub updated_at: WireTimestamp,
    pub updated_by: String,
}

impl From<&PaymentTerms> for PaymentTermsView {
    fn from(terms: &PaymentTerms) -> Self {
        let discount = terms.discount.as_ref();
        Self {
            payment_terms_id: terms.payment_terms_id.clone(),
            payment_terms_name: terms.payment_terms_name.clone(),
            net_days: terms.net_days,
            discount_percent: Nullable(Some(discount.map(|discount| discount.percent.into()))),
            discount_days: Nullable(Some(discount.map(|discount| discount.days))),
            sales_discount_account_id: Nullable(Some(terms.sales_discount_account_id.clone())),
            purchase_discount_account_id: Nullable(Some(terms.purchase_discount_account_id.clone())),
            is_active: terms.is_active,
            version: terms.version,
            created_at: terms.created_at.into(),
            created_by: terms.created_by.clone(),
            updated_at: terms.updated_at.into(),
            updated_by: terms.updated_by.clone(),
        }
    }
}

impl PaymentTermsInput {
    /// The id, and what is set.
    pub fn into_fields(self) -> (String, TermsFields) {
        let fields = TermsFields {
            payment_terms_name: self.payment_terms_name.0.map(Into::into),
            net_days: self.net_days.0.map(i64::from),
            discount_percent: Some(self.discount_percent.map(|percent| percent.0)),
            discount_days: Some(self.discount_days.map(i64::from)),
            sales_discount_account_id: Some(self.sales_discount_account_id.map(Into::into)),
            purchase_discount_account_id: Some(self.purchase_discount_account_id.map(Into::into)),
            is_active: self.is_active,
        };
        (self.payment_terms_id.0.map(Into::into).unwrap_or_default(), fields)
    }
}

impl From<PaymentTermsUpdate> for TermsFields {
    fn from(update: PaymentTermsUpdate) -> Self {
        Self {
            payment_terms_name: update.payment_terms_name.map(Into::into),
            net_days: update.net_days.map(i64::from),
            discount_percent: update.discount_percent.0.map(|given| given.map(|percent| percent.0)),
            discount_days: update.discount_days.0.map(|given| given.map(i64::from)),
            sales_discount_account_id: update.sales_discount_account_id.0.map(|id| id.map(Into::into)),
            purchase_discount_account_id: update.purchase_discount_account_id.0.map(|id| id.map(Into::into)),
            is_active: update.is_active,
        }
    }
}
