//! The fields that conditions speak of, and the operators.

use crate::approval::access::UserId;
use crate::values::account::{AccountType, Subtype};
use crate::values::kind::spelled::spelled;
use crate::values::money::Currency;

/// The entry types of journal entries, by their names.
pub const ENTRY_TYPES: [&str; 6] = ["Standard", "Adjusting", "Accrual", "Payroll", "Reversing", "Revaluation"];

spelled! {
    /// What a condition is about.
    Field {
        /// The document's size in base currency.
        Amount = "amount",
        Currency = "currency",
        DepartmentId = "department_id",
        CostCenterId = "cost_center_id",
        VendorId = "vendor_id",
        CustomerId = "customer_id",
        EmployeeId = "employee_id",
        AccountId = "account_id",
        AccountType = "account_type",
        AccountSubtype = "account_subtype",
        EntryType = "entry_type",
        CreatedBy = "created_by",
        PaymentMethod = "payment_method",
    }
}

spelled! {
    /// How a condition compares.
    Operator {
        Equal = "=",
        NotEqual = "!=",
        In = "in",
        NotIn = "not_in",
        AtMost = "<=",
        AtLeast = ">=",
        Between = "between",
    }
}

impl Field {
    pub const fn is_amount(self) -> bool {
        matches!(self, Self::Amount)
    }

    /// Whether it stands on lines.
    pub const fn is_of_line(self) -> bool {
        matches!(
            self,
            Self::DepartmentId | Self::CostCenterId | Self::AccountId | Self::AccountType | Self::AccountSubtype
        )
    }

    /// Whether two of its values are the same. People are, however they are spelt.
    pub fn are_alike(self, one: &str, other: &str) -> bool {
        match self {
            Self::CreatedBy | Self::EmployeeId => one == other || UserId::from(one) == UserId::from(other),
            _ => one == other,
        }
    }

    /// What is wrong with a text as its value.
    pub fn fault(self, text: &str) -> Option<String> {
        match self {
            Self::Currency => Currency::parse(text).is_none().then(|| format!("{text:?} is no currency")),
            Self::AccountType if AccountType::parse(text).is_none() => {
                let names: Vec<&str> = AccountType::ALL.iter().map(|of| of.name()).collect();
                Some(format!("must be one of {}", names.join(", ")))
            }
            Self::AccountSubtype if Subtype::parse(text).is_none() => {
                let names: Vec<&str> = Subtype::ALL.iter().map(|of| of.name()).collect();
                Some(format!("must be one of {}", names.join(", ")))
            }
            Self::EntryType if !ENTRY_TYPES.contains(&text) => {
                Some(format!("must be one of {}", ENTRY_TYPES.join(", ")))
            }
            Self::CreatedBy | Self::EmployeeId => UserId::parse(text).err(),
            _ if text.trim().is_empty() => Some("must not be blank".into()),
            _ => None,
        }
    }
}

impl Operator {
    /// Whether it compares sizes.
    pub const fn is_of_amounts(self) -> bool {
        matches!(self, Self::AtMost | Self::AtLeast | Self::Between)
    }

    /// Whether its value is a list.
    pub const fn takes_a_list(self) -> bool {
        matches!(self, Self::In | Self::NotIn | Self::Between)
    }
}
