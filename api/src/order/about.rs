//! What the ids in paths name, by their collection: what must be there before a request about it is read.

use engine::approval::access::DELEGATION;
use engine::approval::rule_set;
use engine::books::change_request;
use engine::books::command::{Target, Wants};
use engine::books::exchange_rate;
use engine::books::party::PartyKind;
use engine::features::bank_statements::model as bank_statement;
use engine::features::bank_statements::model::WantedStatements;
use engine::features::budgets::model as budget;
use engine::features::budgets::records as budgets;
use engine::features::budgets::records::WantedBudget;
use engine::features::close_tasks::model as close_task;
use engine::features::close_tasks::records as close_tasks;
use engine::features::close_tasks::records::WantedTasks;
use engine::features::deferrals::model as deferral;
use engine::features::deferrals::records as deferral_records;
use engine::features::deferrals::records::WantedDeferral;
use engine::features::dimensions::model as dimension;
use engine::features::dimensions::records as dimensions;
use engine::features::dimensions::records::WantedDimension;
use engine::features::exchange_rates::model as exchange_rates;
use engine::features::fiscal_years::model as fiscal_year;
use engine::features::fiscal_years::records as fiscal_years;
use engine::features::fiscal_years::records::WantedYears;
use engine::features::matching::rules::model as matching_rule;
use engine::features::matching::rules::records as matching_rules;
use engine::features::matching::rules::records::WantedRules;
use engine::features::reconciliation::model as reconciliation;
use engine::features::reconciliation::model::WantedSession;
use engine::features::recurring::model as recurring;
use engine::features::recurring::records as recurring_records;
use engine::features::recurring::records::WantedRecurring;
use engine::features::report_layouts::model as report_layout;
use engine::features::report_layouts::records as report_layouts;
use engine::features::report_layouts::records::WantedLayout;
use engine::features::rule_sets::model as rule_sets;
use engine::kernel::records::one_row::{self, ById};
use engine::values::kind::{DocumentKey, DocumentKind};
use engine::values::payment_terms::{self as terms, PaymentTerms};
use engine::values::period_exception::{self, PeriodException};
use engine::values::tax_code::{self, TaxCode};
use engine::values::write_off_rule::{self, WriteOffRule};

/// The types of resources that paths name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum About {
    Document(DocumentKind),
    Account,
    Party(PartyKind),
    Rule,
    RuleSet,
    RuleDraft,
    Replay,
    Role,
    User,
    Delegation,
    Period,
    Reconciliation,
    BankStatement,
    MatchingRule,
    FiscalYear,
    RecurringDocument,
    Deferral,
    CloseTask,
    Dimension,
    DimensionValue,
    Budget,
    ReportLayout,
    TaxCode,
    PeriodException,
    PaymentTerms,
    WriteOffRules,
    ExchangeRate,
    Job,
    ChangeRequest,
}

/// The collections other than those of documents whose paths have an id.
const COLLECTIONS: [(&str, About); 29] = [
    ("accounts", About::Account),
    ("customers", About::Party(PartyKind::Customer)),
    ("vendors", About::Party(PartyKind::Vendor)),
    ("approval-rules", About::Rule),
    ("approval-rule-sets", About::RuleSet),
    ("approval-rule-drafts", About::RuleDraft),
    ("approval-rule-replays", About::Replay),
    ("accounting-periods", About::Period),
    ("fiscal-years", About::FiscalYear),
    ("reconciliations", About::Reconciliation),
    ("bank-statements", About::BankStatement),
    ("matching-rules", About::MatchingRule),
    ("recurring-documents", About::RecurringDocument),
    ("deferrals", About::Deferral),
    ("close-tasks", About::CloseTask),
    ("dimensions", About::Dimension),
    ("dimension-values", About::DimensionValue),
    ("budgets", About::Budget),
    ("report-layouts", About::ReportLayout),
    ("tax-codes", About::TaxCode),
    ("period-exceptions", About::PeriodException),
    ("payment-terms", About::PaymentTerms),
    ("write-off-rules", About::WriteOffRules),
    ("roles", About::Role),
    ("users", About::User),
    ("delegations", About::Delegation),
    ("jobs", About::Job),
    ("exchange-rates", About::ExchangeRate),
    ("change-requests", About::ChangeRequest),
];

impl About {
    /// What an id in this collection names.
    pub fn one_of(collection: &str) -> Option<Self> {
        let of_documents = kind_of(collection).map(Self::Document);
        of_documents.or_else(|| COLLECTIONS.iter().find(|known| known.0 == collection).map(|known| known.1))
    }

    /// What must be read to know whether the resource exists, and its version.
    pub fn wants(self, id: &str) -> Wants {
        let target = self.target(id);
        match self {
            Self::Document(kind) => Wants::document(&DocumentKey::new(kind, id)),
            Self::Party(kind) => Wants { target, parties: [(kind, id.to_owned())].into(), ..Wants::default() },
            Self::Reconciliation => WantedSession::Session { reconciliation_id: id.to_owned() }.on(id),
            Self::ExchangeRate => {
                let row = exchange_rates::WantedRate { exchange_rate_id: id.to_owned(), day: None };
                Wants { target, ..Wants::of_feature(row) }
            }
            Self::BankStatement => Wants::of_feature(WantedStatements::Statement { statement_id: id.to_owned() }),
            Self::MatchingRule => {
                Wants { target, ..Wants::of_feature(WantedRules { matching_rule_id: id.to_owned() }) }
            }
            Self::FiscalYear => Wants { target, ..Wants::of_feature(WantedYears::one(id)) },
            Self::RecurringDocument => {
                Wants { target, ..Wants::of_feature(WantedRecurring { recurring_document_id: id.to_owned() }) }
            }
            Self::Deferral => Wants { target, ..Wants::of_feature(WantedDeferral::one(id)) },
            Self::CloseTask => Wants { target, ..Wants::of_feature(WantedTasks::Task(id.to_owned())) },
            Self::Dimension => Wants { target, ..Wants::of_feature(WantedDimension::Dimension(id.to_owned())) },
            Self::DimensionValue => Wants { target, ..Wants::of_feature(WantedDimension::Value(id.to_owned())) },
            Self::Budget => Wants { target, ..Wants::of_feature(WantedBudget::one(id)) },
            Self::ReportLayout => Wants { target, ..Wants::of_feature(WantedLayout(id.to_owned())) },
            Self::TaxCode => Wants { target, ..Wants::of_feature(ById::<TaxCode>::new(id)) },
            Self::PeriodException => Wants { target, ..Wants::of_feature(ById::<PeriodException>::new(id)) },
            Self::PaymentTerms => Wants { target, ..Wants::of_feature(ById::<PaymentTerms>::new(id)) },
            Self::WriteOffRules => Wants { target, ..Wants::of_feature(ById::<WriteOffRule>::new(id)) },
            Self::Job => Wants { job: Some(id.to_owned()), ..Wants::default() },
            // Asked for by itself: no command is about one.
            Self::Replay | Self::RuleSet => Wants::default(),
            Self::RuleDraft => Wants { target, ..Wants::of_feature(rule_sets::WantedRules::draft(id)) },
            Self::ChangeRequest => Wants::change_request(id),
            Self::Account | Self::Rule | Self::Role | Self::User | Self::Delegation | Self::Period => {
                Wants { target, ..Wants::default() }
            }
        }
    }

    /// The resource whose version `If-Match` names; jobs, replays, rule sets and bank statements have no version.
    pub fn target(self, id: &str) -> Option<Target> {
        let id = id.to_owned();
        Some(match self {
            Self::Document(kind) => Target::Document(DocumentKey::new(kind, id)),
            Self::Account => Target::Account(id),
            Self::Party(kind) => Target::Party(kind, id),
            Self::Rule => Target::Rule(id),
            Self::Role => Target::Role(id),
            Self::User => Target::User(id.into()),
            Self::Delegation => Target::Delegation(id),
            Self::Period => Target::Period(id),
            Self::Reconciliation => reconciliation::target(&id),
            Self::MatchingRule => Target::OfFeature(matching_rules::FEATURE, id),
            Self::FiscalYear => Target::OfFeature(fiscal_years::FEATURE, id),
            Self::RecurringDocument => recurring_records::target(&id),
            Self::Deferral => deferral_records::target(&id),
            Self::CloseTask => close_tasks::target(&id),
            Self::Dimension | Self::DimensionValue => dimensions::target(&id),
            Self::Budget => budgets::target(&id),
            Self::ReportLayout => report_layouts::target(&id),
            Self::TaxCode => one_row::target::<TaxCode>(&id),
            Self::PeriodException => one_row::target::<PeriodException>(&id),
            Self::PaymentTerms => one_row::target::<PaymentTerms>(&id),
            Self::WriteOffRules => one_row::target::<WriteOffRule>(&id),
            Self::ExchangeRate => exchange_rates::target(&id),
            Self::ChangeRequest => Target::ChangeRequest(id),
            Self::RuleDraft => rule_sets::target(&id),
            Self::Job | Self::Replay | Self::RuleSet | Self::BankStatement => return None,
        })
    }

    /// Its name in a 404, and in the trail.
    pub const fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Document(kind) => (kind.title(), kind.name()),
            Self::Account => ("account", "account"),
            Self::Party(kind) => (kind.name(), kind.name()),
            Self::Rule => ("approval rule", "approval_rule"),
            Self::RuleSet => ("rule set", "approval_rule_set"),
            Self::RuleDraft => (rule_set::TITLE, rule_set::DRAFT),
            Self::Replay => ("replay", "approval_rule_replay"),
            Self::Role => ("role", "role"),
            Self::User => ("user", "user"),
            Self::Delegation => (DELEGATION, DELEGATION),
            Self::Period => ("accounting period", "accounting_period"),
            Self::Reconciliation => (reconciliation::RESOURCE, reconciliation::RESOURCE),
            Self::BankStatement => ("bank statement", bank_statement::RESOURCE),
            Self::MatchingRule => (matching_rule::TITLE, matching_rule::RESOURCE),
            Self::FiscalYear => (fiscal_year::TITLE, fiscal_year::RESOURCE),
            Self::RecurringDocument => (recurring::TITLE, recurring::RESOURCE),
            Self::Deferral => (deferral::TITLE, deferral::RESOURCE),
            Self::CloseTask => (close_task::TITLE, close_task::RESOURCE),
            Self::Dimension => (dimension::TITLE, dimension::DIMENSION),
            Self::DimensionValue => (dimension::VALUE_TITLE, dimension::VALUE),
            Self::Budget => (budget::TITLE, budget::RESOURCE),
            Self::ReportLayout => (report_layout::TITLE, report_layout::RESOURCE),
            Self::TaxCode => (tax_code::TITLE, tax_code::RESOURCE),
            Self::PeriodException => (period_exception::TITLE, period_exception::RESOURCE),
            Self::PaymentTerms => (terms::TITLE, terms::RESOURCE),
            Self::WriteOffRules => (write_off_rule::TITLE, write_off_rule::RESOURCE),
            Self::ExchangeRate => ("exchange rate", exchange_rate::RESOURCE),
            Self::Job => ("job", "job"),
            Self::ChangeRequest => (change_request::TITLE, change_request::RESOURCE),
        }
    }
}

/// The type of the documents in this collection.
pub fn kind_of(collection: &str) -> Option<DocumentKind> {
    DocumentKind::ALL.into_iter().find(|kind| kind.collection() == collection)
}
