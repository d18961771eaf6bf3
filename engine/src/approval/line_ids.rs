//! What rules may look at of a document's line.

/// The ids that stand on one line.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct LineIds<'a> {
    pub account_id: Option<&'a str>,
    pub department_id: Option<&'a str>,
    pub cost_center_id: Option<&'a str>,
}
