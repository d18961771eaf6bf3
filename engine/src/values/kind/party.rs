//! Whom a document is with.

/// Which side of trade a party stands on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PartyKind {
    Customer,
    Vendor,
}

impl PartyKind {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Customer => "customer",
            Self::Vendor => "vendor",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        [Self::Customer, Self::Vendor].into_iter().find(|kind| kind.name() == name)
    }

    pub const fn id_prefix(self) -> &'static str {
        match self {
            Self::Customer => "CUST-",
            Self::Vendor => "VEND-",
        }
    }
}

/// The kind of party that documents of a type have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Party {
    /// Recorded at `/customers` or `/vendors`.
    Recorded(PartyKind),
    /// A user.
    Employee,
}

impl Party {
    /// The field that names it.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Recorded(PartyKind::Customer) => "/customer_id",
            Self::Recorded(PartyKind::Vendor) => "/vendor_id",
            Self::Employee => "/employee_id",
        }
    }

    /// What people call it.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Recorded(kind) => kind.name(),
            Self::Employee => "employee",
        }
    }

    /// The customer or vendor that it may be.
    pub const fn recorded(self) -> Option<PartyKind> {
        match self {
            Self::Recorded(kind) => Some(kind),
            Self::Employee => None,
        }
    }
}
