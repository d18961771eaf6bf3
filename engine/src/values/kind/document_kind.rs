//! Which document types there are.

/// Makes the enum and the list of all its values out of one list.
macro_rules! document_kinds {
    ($($kind:ident),* $(,)?) => {
        /// A document type. What is known of it stands in [`super::types`].
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum DocumentKind { $($kind,)* }

        impl DocumentKind {
            pub const ALL: [Self; [$(stringify!($kind)),*].len()] = [$(Self::$kind,)*];
        }
    };
}

document_kinds![
    JournalEntry,
    Bill,
    Invoice,
    BillPayment,
    InvoicePayment,
    CreditMemo,
    Expense,
    VendorCredit,
    CustomerRefund,
    VendorRefund,
];
