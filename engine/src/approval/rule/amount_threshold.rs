//! Amount Threshold: the amount alone decides. See docs/rules/approval.md#matching.

use super::Mismatch;

/// Nothing besides the amount is asked.
#[allow(clippy::unnecessary_wraps, reason = "one shape for every rule kind")]
pub(super) const fn fits() -> Result<(), Mismatch> {
    Ok(())
}
