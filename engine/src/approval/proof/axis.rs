//! The axes of a document: in which ways documents differ, as far as rules look at them.
//!
//! Fields that go together share an axis: a document has one party, which is a vendor, a customer or an employee, and an account
//! has one type and one subtype. Line fields have an axis for each line that a question speaks of.

use crate::approval::field::Field;

/// One of the axes that a document has once, or once for each line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Axis {
    Amount,
    Currency,
    CreatedBy,
    Party,
    EntryType,
    PaymentMethod,
    Account,
    Department,
    CostCenter,
}

impl Axis {
    /// Those of the document as a whole, but for the amount.
    pub const HEADER: [Self; 5] = [Self::Currency, Self::CreatedBy, Self::Party, Self::EntryType, Self::PaymentMethod];

    /// Those of each line.
    pub const LINE: [Self; 3] = [Self::Account, Self::Department, Self::CostCenter];

    /// The axis that a field is read from.
    pub const fn of(field: Field) -> Self {
        match field {
            Field::Amount => Self::Amount,
            Field::Currency => Self::Currency,
            Field::CreatedBy => Self::CreatedBy,
            Field::VendorId | Field::CustomerId | Field::EmployeeId => Self::Party,
            Field::EntryType => Self::EntryType,
            Field::PaymentMethod => Self::PaymentMethod,
            Field::AccountId | Field::AccountType | Field::AccountSubtype => Self::Account,
            Field::DepartmentId => Self::Department,
            Field::CostCenterId => Self::CostCenter,
        }
    }
}
