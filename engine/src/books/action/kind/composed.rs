//! What the checks of a draft lead to.

use crate::books::document::Content;
use crate::values::kind::SubLedger;

/// A draft that was checked: what the document will hold.
#[derive(Clone, PartialEq, Debug)]
pub struct Composed {
    pub content: Content,
    pub sub_ledger: SubLedger,
}
