//! What the company plans and agrees: its fiscal year, the budget of it, a short income statement, and the terms of a customer. It comes
//! last, so that every document is as it would be without.

use std::sync::Arc;

use engine::books::party::{ContactDraft, PartyKind};
use engine::features::budgets::commands::create::CreateBudget;
use engine::features::budgets::commands::given::GivenLine as Planned;
use engine::features::budgets::commands::step::ActivateBudget;
use engine::features::fiscal_years::commands::create::CreateFiscalYear;
use engine::features::parties::commands::SaveParty;
use engine::features::payment_terms::commands::{SaveTerms, TermsFields};
use engine::features::report_layouts::Side;
use engine::features::report_layouts::commands::given::GivenLine;
use engine::features::report_layouts::commands::save::SaveLayout;
use engine::features::report_layouts::model::Statement;
use engine::kernel::engine::Engine;
use engine::values::error::{Error, Faults};
use engine::values::money::decimal_from_text;

use super::company::{end_of, months};
use super::people::{done, person};

const TERMS: &str = "TERMS-DEMO-1";
const YEAR: &str = "FY-DEMO-1";
const BUDGET: &str = "BG-DEMO-1";
const LAYOUT: &str = "RL-DEMO-1";

/// What each month is to bring, by account: positive on the side of its type.
const PLAN: [(&str, &str); 5] =
    [("4000", "20000"), ("4100", "4000"), ("6000", "31200"), ("6100", "9500"), ("6200", "1200")];

/// A line, what it is called, its side, and the accounts that it shows or the lines that it sums up.
type Line = (&'static str, &'static str, Side, &'static [&'static str], &'static [&'static str]);

const STATEMENT: [Line; 5] = [
    ("revenue", "Revenue", Side::Credit, &["4000..4999"], &[]),
    ("salaries", "Salaries", Side::Debit, &["6000"], &[]),
    ("premises", "Premises and supplies", Side::Debit, &["6100..6299"], &[]),
    ("other", "Other costs", Side::Debit, &["6300..6999"], &[]),
    ("result", "Result", Side::Credit, &[], &["revenue", "salaries", "premises", "other"]),
];

/// Writes them.
pub async fn load(engine: &Arc<Engine>) -> Result<(), Error> {
    terms(engine).await?;
    year(engine).await?;
    budget(engine).await?;
    layout(engine).await
}

/// 2/10 net 30, which what is written from now on for the customer has.
async fn terms(engine: &Arc<Engine>) -> Result<(), Error> {
    let fields = TermsFields {
        payment_terms_name: Some("2 % within 10 days, 30 days net".into()),
        net_days: Some(30),
        discount_percent: Some(decimal_from_text("2")),
        discount_days: Some(Some(10)),
        sales_discount_account_id: Some(Some("4100".into())),
        purchase_discount_account_id: Some(Some("6200".into())),
        is_active: None,
    };
    let save = SaveTerms { payment_terms_id: TERMS.into(), fields, create: true, faults: Faults::default() };
    done(engine.perform(person("conny"), save).await)?;
    let save = SaveParty {
        kind: PartyKind::Customer,
        party_id: "CUST-INITECH".into(),
        party_name: None,
        is_active: None,
        user_id: None,
        payment_terms_id: Some(Some(TERMS.into())),
        contact: ContactDraft::default(),
        create: false,
        faults: Faults::default(),
    };
    done(engine.perform(person("conny"), save).await)
}

/// The three months, whose periods are there.
async fn year(engine: &Arc<Engine>) -> Result<(), Error> {
    let months = months(engine);
    let create = CreateFiscalYear {
        fiscal_year_id: YEAR.into(),
        fiscal_year_name: Some("The first year, a short one".into()),
        start_date: months.first().copied(),
        end_date: months.last().copied().map(end_of),
        pattern: None,
        adjustment_period: false,
        faults: Faults::default(),
    };
    done(engine.perform(person("conny"), create).await)
}

async fn budget(engine: &Arc<Engine>) -> Result<(), Error> {
    let line = |(account_id, amount): &(&str, &str), period_id: &str| Planned {
        account_id: Some((*account_id).to_owned()),
        period_id: Some(period_id.to_owned()),
        amount: decimal_from_text(amount),
        ..Planned::default()
    };
    let of_month = |month: String| PLAN.iter().map(|planned| line(planned, &month)).collect::<Vec<_>>();
    let months = months(engine).into_iter().filter_map(|first| Some(first.to_string().get(..7)?.to_owned()));
    let create = CreateBudget {
        budget_id: BUDGET.into(),
        budget_name: Some("The first year".into()),
        fiscal_year_id: Some(YEAR.into()),
        copy_of: None,
        lines: Some(months.flat_map(of_month).collect()),
        faults: Faults::default(),
    };
    done(engine.perform(person("conny"), create).await)?;
    let activate = ActivateBudget { budget_id: BUDGET.into(), faults: Faults::default() };
    done(engine.perform(person("conny"), activate).await)
}

async fn layout(engine: &Arc<Engine>) -> Result<(), Error> {
    let texts =
        |given: &[&str]| Some(given.iter().map(|one| (*one).to_owned()).collect()).filter(|_| !given.is_empty());
    let line = |(line_id, title, positive, accounts, sum_of): Line| GivenLine {
        line_id: Some(line_id.to_owned()),
        title: Some(title.to_owned()),
        positive: Some(positive),
        accounts: texts(accounts),
        sum_of: texts(sum_of),
    };
    let save = SaveLayout {
        layout_id: LAYOUT.into(),
        layout_name: Some("Short income statement".into()),
        statement: Some(Statement::IncomeStatement),
        lines: Some(STATEMENT.into_iter().map(line).collect()),
        create: true,
        faults: Faults::default(),
    };
    done(engine.perform(person("conny"), save).await)
}
