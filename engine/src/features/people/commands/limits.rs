//! Approval limits as an author gives them.

use rust_decimal::Decimal;

use crate::approval::access::ApprovalLimits;
use crate::values::error::Faults;
use crate::values::kind::DocumentKind;
use crate::values::money::Currency;

/// Limits in base currency, one for each type; what is wrong with one leaves a fault.
pub fn read(given: &[(DocumentKind, Decimal)], base: Currency, faults: &mut Faults) -> ApprovalLimits {
    let mut limits = ApprovalLimits::default();
    for (at, (kind, limit)) in given.iter().enumerate() {
        match base.to_minor(*limit) {
            Ok(limit) => {
                if limits.0.insert(*kind, limit).is_some() {
                    faults.add(format!("/approval_limits/{at}/document_type"), "has a limit already");
                }
            }
            Err(error) => faults.add(format!("/approval_limits/{at}/approval_limit"), error.to_string()),
        }
    }
    limits
}
