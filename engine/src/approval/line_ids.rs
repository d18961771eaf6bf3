//! What rules may look at of a document's line.

use super::field::Field;

/// The ids that stand on one line.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct LineIds<'a> {
    pub account_id: Option<&'a str>,
    /// The type of that account, by its name.
    pub account_type: Option<&'a str>,
    /// Its subtype, by its name.
    pub account_subtype: Option<&'a str>,
    pub department_id: Option<&'a str>,
    pub cost_center_id: Option<&'a str>,
}

impl<'a> LineIds<'a> {
    /// What stands in this field; nothing in one that is of no line.
    pub const fn of(&self, field: Field) -> Option<&'a str> {
        match field {
            Field::AccountId => self.account_id,
            Field::AccountType => self.account_type,
            Field::AccountSubtype => self.account_subtype,
            Field::DepartmentId => self.department_id,
            Field::CostCenterId => self.cost_center_id,
            Field::Amount | Field::Currency | Field::VendorId | Field::CustomerId | Field::EmployeeId => None,
            Field::EntryType | Field::CreatedBy | Field::PaymentMethod => None,
        }
    }
}
