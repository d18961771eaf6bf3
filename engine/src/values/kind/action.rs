//! What can be done to a document: the facts of each action, in one table. See docs/rules/documents.md#lifecycle.

use super::status::Status;

/// Makes the enum and the list of all its values out of one list.
macro_rules! actions {
    ($($action:ident),* $(,)?) => {
        /// What can be done to a document. `Post` is the job's; the rest are people's.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Action { $($action,)* }

        impl Action {
            pub const ALL: [Self; [$(stringify!($action)),*].len()] = [$(Self::$action,)*];
        }
    };
}

actions![
    Edit,
    Delete,
    Submit,
    Approve,
    Reject,
    RequestChange,
    Hold,
    Unhold,
    Post,
    Reverse,
    Void,
    Clear,
    Deposit,
    ReceivePayment,
    Apply,
    Unclear,
    Undeposit,
    Unapply,
    Return,
    Reassign,
    Unreturn,
];

/// The facts of one action.
#[derive(Clone, Copy, Debug)]
pub struct ActionFacts {
    /// The path suffix, and the name in `allowed_actions`.
    pub name: &'static str,
    /// The word in the audit trail.
    pub audit_word: &'static str,
    /// The `<action>` of the permission that it needs.
    pub permission: &'static str,
    /// Whether every type has it; the others are named by the types that do ([`super::DocumentType::own_actions`]).
    pub is_of_every_type: bool,
    /// The states that it starts from.
    pub from: &'static [Status],
    /// The state that it leads to; `None` leaves it as it is or, for `Delete`, leaves none.
    /// An approval that is not the last stays Pending Approval.
    pub to: Option<Status>,
    /// Who may do it. See docs/rules/signing.md#what-needs-the-signer.
    pub asks: Asks,
    /// Who may do it without the permission, whatever it asks. See docs/rules/documents.md#recall.
    pub spares: Option<Concerned>,
    /// The field of the words that it takes, for people; they stand in the audit trail.
    pub words: Option<&'static str>,
    /// Whether the document lands in its period by it, or promises to. See docs/rules/periods.md#closed-periods.
    pub needs_open_period: bool,
}

/// Who may do an action, of those who have its permission.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asks {
    Anybody,
    /// Those who may sign the current step.
    Signer,
    /// Who submitted the document.
    Submitter,
}

/// A person whom a document in its approval names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Concerned {
    Submitter,
    /// Who put it on hold.
    Holder,
}

impl Action {
    /// The facts of the action.
    pub const fn facts(self) -> ActionFacts {
        match self {
            Self::Edit => ActionFacts {
                name: "edit",
                audit_word: "Updated",
                permission: "write",
                is_of_every_type: true,
                from: &[Status::Draft],
                to: None,
                asks: Asks::Anybody,
                spares: None,
                words: None,
                needs_open_period: false,
            },
            Self::Delete => ActionFacts {
                name: "delete",
                audit_word: "Deleted",
                permission: "write",
                is_of_every_type: true,
                from: &[Status::Draft],
                to: None,
                asks: Asks::Anybody,
                spares: None,
                words: None,
                needs_open_period: false,
            },
            Self::Submit => ActionFacts {
                name: "submit-for-approval",
                audit_word: "Submit for Approval",
                permission: "submit",
                is_of_every_type: true,
                from: &[Status::Draft],
                to: Some(Status::PendingApproval),
                asks: Asks::Anybody,
                spares: None,
                words: None,
                needs_open_period: true,
            },
            Self::Approve => ActionFacts {
                name: "approve",
                audit_word: "Approve",
                permission: "approve",
                is_of_every_type: true,
                from: &[Status::PendingApproval],
                to: Some(Status::Approved),
                asks: Asks::Signer,
                spares: None,
                words: Some("comments"),
                needs_open_period: true,
            },
            Self::Reject => ActionFacts {
                name: "reject",
                audit_word: "Reject",
                permission: "approve",
                is_of_every_type: true,
                from: &[Status::PendingApproval],
                to: Some(Status::Rejected),
                asks: Asks::Signer,
                spares: None,
                words: Some("reason"),
                needs_open_period: false,
            },
            Self::RequestChange => ActionFacts {
                name: "request-change",
                audit_word: "Request Change",
                permission: "approve",
                is_of_every_type: true,
                // Approved: only when its posting was set aside. See docs/rules/documents.md#no-dead-end.
                from: &[Status::PendingApproval, Status::Approved],
                to: Some(Status::Draft),
                asks: Asks::Signer,
                spares: Some(Concerned::Submitter),
                words: Some("comments"),
                needs_open_period: false,
            },
            Self::Hold => ActionFacts {
                name: "hold",
                audit_word: "Hold",
                permission: "approve",
                is_of_every_type: true,
                from: &[Status::PendingApproval],
                to: Some(Status::OnHold),
                asks: Asks::Signer,
                spares: None,
                words: Some("reason"),
                needs_open_period: false,
            },
            Self::Unhold => ActionFacts {
                name: "unhold",
                audit_word: "Unhold",
                permission: "approve",
                is_of_every_type: true,
                from: &[Status::OnHold],
                to: Some(Status::PendingApproval),
                asks: Asks::Signer,
                spares: Some(Concerned::Holder),
                words: None,
                needs_open_period: false,
            },
            Self::Post => ActionFacts {
                name: "post",
                audit_word: "Post to GL",
                permission: "post",
                is_of_every_type: true,
                from: &[Status::Approved],
                to: Some(Status::Posted),
                asks: Asks::Anybody,
                spares: None,
                words: None,
                needs_open_period: true,
            },
            Self::Reverse => ActionFacts {
                name: "reverse",
                audit_word: "Reverse",
                permission: "reverse",
                is_of_every_type: false,
                from: &[Status::Posted],
                to: None,
                asks: Asks::Anybody,
                spares: None,
                words: None,
                needs_open_period: false,
            },
            Self::Void => ActionFacts {
                name: "void",
                audit_word: "Void",
                permission: "void",
                is_of_every_type: false,
                from: &[Status::Draft, Status::PendingApproval, Status::OnHold, Status::Posted],
                to: Some(Status::Voided),
                asks: Asks::Anybody,
                spares: None,
                words: Some("reason"),
                needs_open_period: false,
            },
            Self::Clear => ActionFacts {
                name: "clear",
                audit_word: "Clear",
                permission: "clear",
                is_of_every_type: false,
                from: &[Status::Posted],
                to: Some(Status::Cleared),
                asks: Asks::Anybody,
                spares: None,
                words: None,
                needs_open_period: false,
            },
            Self::Deposit => ActionFacts {
                name: "deposit",
                audit_word: "Deposit",
                permission: "deposit",
                is_of_every_type: false,
                from: &[Status::Posted],
                to: Some(Status::Deposited),
                asks: Asks::Anybody,
                spares: None,
                words: None,
                needs_open_period: false,
            },
            Self::ReceivePayment => ActionFacts {
                name: "receive-payment",
                audit_word: "Receive Payment",
                permission: "receive_payment",
                is_of_every_type: false,
                from: &[Status::Posted],
                to: None,
                asks: Asks::Anybody,
                spares: None,
                words: None,
                needs_open_period: false,
            },
            Self::Apply => ActionFacts {
                name: "apply",
                audit_word: "Apply",
                permission: "apply",
                is_of_every_type: false,
                from: &[Status::Posted],
                to: None,
                asks: Asks::Anybody,
                spares: None,
                words: None,
                needs_open_period: false,
            },
            // Who may do it may take it back.
            Self::Unapply => ActionFacts {
                name: "unapply",
                audit_word: "Unapply",
                permission: "apply",
                is_of_every_type: false,
                from: &[Status::Posted],
                to: None,
                asks: Asks::Anybody,
                spares: None,
                words: Some("reason"),
                needs_open_period: false,
            },
            Self::Unclear => ActionFacts {
                name: "unclear",
                audit_word: "Unclear",
                permission: "clear",
                is_of_every_type: false,
                from: &[Status::Cleared],
                to: Some(Status::Posted),
                asks: Asks::Anybody,
                spares: None,
                words: Some("reason"),
                needs_open_period: false,
            },
            Self::Undeposit => ActionFacts {
                name: "undeposit",
                audit_word: "Undeposit",
                permission: "deposit",
                is_of_every_type: false,
                from: &[Status::Deposited],
                to: Some(Status::Posted),
                asks: Asks::Anybody,
                spares: None,
                words: Some("reason"),
                needs_open_period: false,
            },
            Self::Return => ActionFacts {
                name: "return",
                audit_word: "Return",
                permission: "void",
                is_of_every_type: false,
                from: &[Status::Posted, Status::Deposited, Status::Cleared],
                to: Some(Status::Returned),
                asks: Asks::Anybody,
                spares: None,
                words: Some("reason"),
                needs_open_period: false,
            },
            Self::Unreturn => ActionFacts {
                name: "unreturn",
                audit_word: "Unreturn",
                permission: "void",
                is_of_every_type: false,
                from: &[Status::Returned],
                // Or what it had been before it came back.
                to: Some(Status::Posted),
                asks: Asks::Anybody,
                spares: None,
                words: Some("reason"),
                needs_open_period: false,
            },
            Self::Reassign => ActionFacts {
                name: "reassign",
                audit_word: "Reassign",
                permission: "void",
                is_of_every_type: false,
                from: &[Status::Posted, Status::Deposited, Status::Cleared],
                to: None,
                asks: Asks::Anybody,
                spares: None,
                words: Some("reason"),
                needs_open_period: false,
            },
        }
    }

    /// The path suffix, and the name in `allowed_actions`.
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// The word in the audit trail.
    pub const fn audit_word(self) -> &'static str {
        self.facts().audit_word
    }

    /// The `<action>` of the permission that it needs.
    pub const fn permission(self) -> &'static str {
        self.facts().permission
    }

    pub const fn is_of_every_type(self) -> bool {
        self.facts().is_of_every_type
    }

    /// The states that it starts from.
    pub const fn from(self) -> &'static [Status] {
        self.facts().from
    }

    /// The state that it leads to.
    pub const fn to(self) -> Option<Status> {
        self.facts().to
    }

    /// Whether it moves a document within its approval and signs nothing: a step back, aside or on.
    pub fn is_step(self) -> bool {
        let facts = self.facts();
        let leads_within = match facts.to {
            Some(Status::Draft | Status::PendingApproval | Status::OnHold | Status::Rejected) => true,
            Some(Status::Approved | Status::Posted | Status::Voided) => false,
            Some(Status::Paid | Status::Deposited | Status::Cleared | Status::Returned) | None => false,
        };
        leads_within && facts.from.iter().any(|from| matches!(from, Status::PendingApproval | Status::OnHold))
    }
}
