//! What approval rules may guard: the submission of documents, and the other sensitive actions on them and on what else the books
//! keep. See docs/rules/change-requests.md#what-rules-may-guard.

use super::action::Action;
use super::document_kind::DocumentKind;
use super::spelled::spelled;

spelled! {
    /// What rules may guard besides documents.
    Thing {
        Period = "period",
        Reconciliation = "reconciliation",
        ApprovalRule = "approval_rule",
        User = "user",
        Role = "role",
        Account = "account",
        ExchangeRate = "exchange_rate",
        Delegation = "delegation",
        MatchingRule = "matching_rule",
        FiscalYear = "fiscal_year",
        RecurringDocument = "recurring_document",
        Deferral = "deferral",
        BankDetails = "bank_details",
        CloseTask = "close_task",
        Dimension = "dimension",
        DimensionValue = "dimension_value",
        Budget = "budget",
        TaxCode = "tax_code",
        PeriodException = "period_exception",
        PaymentTerms = "payment_terms",
        WriteOffRules = "write_off_rules",
    }
}

spelled! {
    /// An action that rules may guard. `Submit` alone is no change of what stands: it sends a document into its own approval.
    GovernedAction {
        Submit = "submit",
        Void = "void",
        Reverse = "reverse",
        Deposit = "deposit",
        Clear = "clear",
        Apply = "apply",
        ReceivePayment = "receive-payment",
        /// A close of a period by force, or of a fiscal year.
        Close = "close",
        Reopen = "reopen",
        HardClose = "hard-close",
        Complete = "complete",
        Create = "create",
        /// A deletion is a change, too.
        Change = "change",
        /// The end of a delegation, or of a period exception.
        Revoke = "revoke",
        Unclear = "unclear",
        Undeposit = "undeposit",
        Unapply = "unapply",
        Return = "return",
        Reassign = "reassign",
        /// What puts a budget in force.
        Activate = "activate",
        Unreturn = "unreturn",
    }
}

/// The `document_type` of a rule: a document type, or one of the other things.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GovernedType {
    Document(DocumentKind),
    Thing(Thing),
}

impl Thing {
    /// Its name in the trail and in permissions.
    pub const fn resource(self) -> &'static str {
        match self {
            Self::Period => "accounting_period",
            Self::Reconciliation | Self::ApprovalRule | Self::User | Self::Role | Self::Account => self.name(),
            Self::ExchangeRate | Self::Delegation | Self::MatchingRule => self.name(),
            Self::FiscalYear | Self::RecurringDocument | Self::Deferral | Self::BankDetails => self.name(),
            Self::CloseTask | Self::Dimension | Self::DimensionValue | Self::Budget => self.name(),
            Self::TaxCode | Self::PeriodException => self.name(),
            Self::PaymentTerms => self.name(),
            Self::WriteOffRules => self.name(),
        }
    }

    /// The name people read.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Period => "accounting period",
            Self::Reconciliation => "reconciliation",
            Self::ApprovalRule => "approval rule",
            Self::User => "user",
            Self::Role => "role",
            Self::Account => "account",
            Self::ExchangeRate => "exchange rate",
            Self::Delegation => "delegation",
            Self::MatchingRule => "matching rule",
            Self::FiscalYear => "fiscal year",
            Self::RecurringDocument => "recurring document",
            Self::Deferral => "deferral",
            Self::BankDetails => "bank details",
            Self::CloseTask => "close task",
            Self::Dimension => "dimension",
            Self::DimensionValue => "dimension value",
            Self::Budget => "budget",
            Self::TaxCode => "tax code",
            Self::PeriodException => "period exception",
            Self::PaymentTerms => "payment terms",
            Self::WriteOffRules => "write-off rule",
        }
    }
}

impl GovernedType {
    /// The document types, then the other things.
    pub fn all() -> impl Iterator<Item = Self> {
        DocumentKind::ALL.into_iter().map(Self::Document).chain(Thing::ALL.iter().copied().map(Self::Thing))
    }

    /// The `document_type` of rules.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Document(kind) => kind.name(),
            Self::Thing(thing) => thing.name(),
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::all().find(|found| found.name() == name)
    }

    /// The name people read.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Document(kind) => kind.title(),
            Self::Thing(thing) => thing.title(),
        }
    }

    /// Its name in the trail and in permissions.
    pub const fn resource(self) -> &'static str {
        match self {
            Self::Document(kind) => kind.name(),
            Self::Thing(thing) => thing.resource(),
        }
    }

    /// The document type, when it is one.
    pub const fn document(self) -> Option<DocumentKind> {
        match self {
            Self::Document(kind) => Some(kind),
            Self::Thing(_) => None,
        }
    }

    /// Whether rules may guard the action on it.
    pub fn has(self, action: GovernedAction) -> bool {
        let by_saves = matches!(action, GovernedAction::Create | GovernedAction::Change);
        match self {
            Self::Document(kind) => {
                action == GovernedAction::Submit || action.on_documents().is_some_and(|of| kind.has(of))
            }
            Self::Thing(Thing::Period) => {
                matches!(action, GovernedAction::Close | GovernedAction::Reopen | GovernedAction::HardClose)
            }
            Self::Thing(Thing::Reconciliation) => {
                matches!(action, GovernedAction::Complete | GovernedAction::Reopen)
            }
            Self::Thing(Thing::ApprovalRule | Thing::User | Thing::Role | Thing::Deferral) => by_saves,
            Self::Thing(Thing::Account | Thing::ExchangeRate | Thing::MatchingRule | Thing::RecurringDocument) => {
                by_saves
            }
            Self::Thing(Thing::BankDetails) => action == GovernedAction::Change,
            Self::Thing(Thing::CloseTask | Thing::Dimension | Thing::DimensionValue | Thing::TaxCode) => by_saves,
            Self::Thing(Thing::PaymentTerms) => by_saves,
            Self::Thing(Thing::WriteOffRules) => by_saves,
            Self::Thing(Thing::Budget) => action == GovernedAction::Activate,
            Self::Thing(Thing::FiscalYear) => matches!(action, GovernedAction::Close | GovernedAction::Reopen),
            Self::Thing(Thing::Delegation | Thing::PeriodException) => {
                matches!(action, GovernedAction::Create | GovernedAction::Change | GovernedAction::Revoke)
            }
        }
    }

    /// The actions on it that rules may guard.
    pub fn actions(self) -> impl Iterator<Item = GovernedAction> {
        GovernedAction::ALL.iter().copied().filter(move |action| self.has(*action))
    }
}

impl GovernedAction {
    /// The action on a document that it guards; `None` for the submission, which has its own approval, and for what is no action on
    /// documents.
    pub const fn on_documents(self) -> Option<Action> {
        match self {
            Self::Void => Some(Action::Void),
            Self::Reverse => Some(Action::Reverse),
            Self::Deposit => Some(Action::Deposit),
            Self::Clear => Some(Action::Clear),
            Self::Apply => Some(Action::Apply),
            Self::ReceivePayment => Some(Action::ReceivePayment),
            Self::Unclear => Some(Action::Unclear),
            Self::Undeposit => Some(Action::Undeposit),
            Self::Unapply => Some(Action::Unapply),
            Self::Return => Some(Action::Return),
            Self::Reassign => Some(Action::Reassign),
            Self::Unreturn => Some(Action::Unreturn),
            Self::Submit | Self::Close | Self::Reopen | Self::HardClose | Self::Complete => None,
            Self::Create | Self::Change | Self::Revoke => None,
            Self::Activate => None,
        }
    }
}

impl From<DocumentKind> for GovernedType {
    fn from(kind: DocumentKind) -> Self {
        Self::Document(kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_type_and_the_actions_on_it_that_rules_may_guard() {
        let table: Vec<String> = GovernedType::all()
            .map(|of| {
                let actions: Vec<&str> = of.actions().map(GovernedAction::name).collect();
                format!("{}: {}", of.name(), actions.join(", "))
            })
            .collect();
        assert_eq!(
            table,
            [
                "journal_entry: submit, reverse",
                "bill: submit, void",
                "invoice: submit, void, receive-payment",
                "bill_payment: submit, void, clear, unclear, return, reassign, unreturn",
                "invoice_payment: submit, void, deposit, undeposit, return, reassign, unreturn",
                "credit_memo: submit, void, apply, unapply",
                "expense: submit, void",
                "vendor_credit: submit, void, apply, unapply",
                "customer_refund: submit, void, clear, unclear, return, unreturn",
                "vendor_refund: submit, void, deposit, undeposit, return, unreturn",
                "period: close, reopen, hard-close",
                "reconciliation: reopen, complete",
                "approval_rule: create, change",
                "user: create, change",
                "role: create, change",
                "account: create, change",
                "exchange_rate: create, change",
                "delegation: create, change, revoke",
                "matching_rule: create, change",
                "fiscal_year: close, reopen",
                "recurring_document: create, change",
                "deferral: create, change",
                "bank_details: change",
                "close_task: create, change",
                "dimension: create, change",
                "dimension_value: create, change",
                "budget: activate",
                "tax_code: create, change",
                "period_exception: create, change, revoke",
                "payment_terms: create, change",
                "write_off_rules: create, change",
            ]
        );
        for of in GovernedType::all() {
            assert_eq!(GovernedType::parse(of.name()), Some(of));
        }
    }
}
