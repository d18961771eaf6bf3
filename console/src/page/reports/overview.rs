//! The reports with a sentence for each, and what the books look like over the last periods.

use std::sync::Arc;

use askama::Template;
use futures_util::future::join_all;
use futures_util::join;
use poem::Response;

use super::aging::BUCKETS;
use super::chart::{Chart, Figures, Point, Series, across, bars, lines};
use super::period::{Period, Periods};
use super::sheet::{Cell, ledger};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::Member;
use crate::interface::enumeration::{AccountSubtype, AccountType};
use crate::interface::query::{GetAging, GetBalanceSheet, GetIncomeStatement, ListAccounts};
use crate::interface::schema::{
    Account, Aging, BalanceSheet, IncomeStatement, Page, StatementAccount, StatementSection, TrialBalance,
};
use crate::json::{Json, Members};
use crate::problem::Problem;
use crate::text::{filled, text};
use crate::visit::{Visit, page};

/// How many periods the charts show.
const PERIODS: usize = 12;

/// How many bank accounts get a line: there are five colours.
const LINES: usize = 5;

/// The overview.
#[derive(Template)]
#[template(path = "reports/overview.html")]
struct OverviewPage {
    frame: Frame,
    charts: Vec<Chart>,
    has_postings: bool,
    has_periods: bool,
}

pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let today = visit.me.today();
    let none = Fields::default();
    let (periods, balance) = join!(Periods::of(&visit), visit.operations.aside("/reports/trial-balance", &none));
    let (periods, balance) = (periods?, balance?);
    let mut begun: Vec<&Period> = periods.begun(&today).take(PERIODS).collect();
    begun.reverse();
    let has_postings = !balance.list(TrialBalance::DATA).is_empty();
    let charts = if has_postings { charts(&visit, &begun).await? } else { Vec::new() };
    page(&OverviewPage {
        frame: visit.frame("reports", text("reports.title")),
        charts,
        has_postings,
        has_periods: !periods.0.is_empty(),
    })
}

async fn charts(visit: &Visit, periods: &[&Period]) -> Result<Vec<Chart>, Problem> {
    let (cash, income, receivable, payable) =
        join!(cash(visit, periods), income(visit, periods), aging(visit, "ar"), aging(visit, "ap"));
    let mut charts = Vec::new();
    charts.extend(cash?);
    charts.extend(income?);
    charts.push(receivable?);
    charts.push(payable?);
    Ok(charts)
}

/// The last day of a period that there is anything to say about.
fn last_day(visit: &Visit, period: &Period) -> String {
    period.end.clone().min(visit.me.today())
}

/// The balances of the bank and cash accounts at the end of each period.
async fn cash(visit: &Visit, periods: &[&Period]) -> Result<Option<Chart>, Problem> {
    let asked = Fields::from([(ListAccounts::ACCOUNT_TYPE, AccountType::Asset.name()), (ListAccounts::LIMIT, "200")]);
    let accounts = match visit.operations.aside("/accounts", &asked).await {
        Ok(answer) => answer,
        Err(problem) if problem.status == 403 => return Ok(None),
        Err(problem) => return Err(problem),
    };
    let mut banks: Vec<(String, String)> = accounts
        .list(Page::DATA)
        .iter()
        .filter(|account| {
            matches!(
                AccountSubtype::of(&account.text(Account::SUBTYPE)),
                Some(AccountSubtype::Bank | AccountSubtype::Cash)
            )
        })
        .map(|account| (account.text(Account::ACCOUNT_ID), account.text(Account::ACCOUNT_NAME)))
        .collect();
    banks.sort();
    if banks.is_empty() || periods.is_empty() {
        return Ok(None);
    }
    let asked: Vec<Fields> = periods
        .iter()
        .map(|period| Fields::from([(GetBalanceSheet::AS_OF, last_day(visit, period).as_str())]))
        .collect();
    let answers = join_all(asked.iter().map(|query| visit.operations.aside("/reports/balance-sheet", query))).await;
    let answers: Vec<Json> = answers.into_iter().collect::<Result<_, _>>()?;
    let point = |id: &str, answer: &Json, period: &Period| {
        let accounts = answer.at(BalanceSheet::ASSETS).list(StatementSection::ACCOUNTS);
        let exact =
            accounts.iter().find(|account| account.text(Account::ACCOUNT_ID) == id)?.text(StatementAccount::BALANCE);
        let shown = visit.amount(&exact, &answer.text(IncomeStatement::CURRENCY));
        let to = Some(ledger(id, Some(&period.start), Some(&period.end)));
        Some(Point { exact, cell: Cell { shown, to } })
    };
    let series: Vec<Series> = banks
        .iter()
        .map(|(id, name)| Series {
            name: format!("{id} {name}"),
            points: answers.iter().zip(periods).map(|(answer, period)| point(id, answer, period)).collect(),
        })
        .filter(|series| series.points.iter().any(Option::is_some))
        .take(LINES)
        .collect();
    Ok((!series.is_empty()).then(|| lines(figures(visit, "cash", periods, series), visit.reader)))
}

/// Income and expenses of each period.
async fn income(visit: &Visit, periods: &[&Period]) -> Result<Option<Chart>, Problem> {
    if periods.is_empty() {
        return Ok(None);
    }
    let asked: Vec<Fields> =
        periods.iter().map(|period| Fields::from([(GetIncomeStatement::PERIOD_ID, period.id.as_str())])).collect();
    let answers = join_all(asked.iter().map(|query| visit.operations.aside("/reports/income-statement", query))).await;
    let answers: Vec<Json> = answers.into_iter().collect::<Result<_, _>>()?;
    let series = |key: &str, exact: fn(&Json) -> String| Series {
        name: text(key).into(),
        points: answers
            .iter()
            .zip(&asked)
            .map(|(answer, query)| {
                let exact = exact(answer);
                let shown = visit.amount(&exact, &answer.text(IncomeStatement::CURRENCY));
                Some(Point { exact, cell: Cell { shown, to: Some(query.address("/reports/income-statement")) } })
            })
            .collect(),
    };
    let series = vec![
        series("reports.section.income", |answer| answer.at(IncomeStatement::INCOME).text(StatementSection::TOTAL)),
        series("reports.section.expenses", |answer| answer.at(IncomeStatement::EXPENSES).text(StatementSection::TOTAL)),
        series("reports.net_income", |answer| answer.text(IncomeStatement::NET_INCOME)),
    ];
    Ok(Some(bars(figures(visit, "income", periods, series), visit.reader)))
}

/// What is open, by its age.
async fn aging(visit: &Visit, kind: &str) -> Result<Chart, Problem> {
    let answer = visit.operations.aside("/reports/aging", &Fields::from([(GetAging::KIND, kind)])).await?;
    let point = |bucket: Member| {
        let exact = answer.at(Aging::TOTALS).text(bucket);
        let shown = visit.amount(&exact, &answer.text(IncomeStatement::CURRENCY));
        let to = Fields::from([("kind", kind), ("bucket", bucket.name())]).address("/reports/aging");
        Some(Point { exact, cell: Cell { shown, to: Some(to) } })
    };
    let id = if kind == "ar" { "receivable" } else { "payable" };
    let mut figures =
        figures(visit, id, &[], vec![Series { name: text("reports.open").into(), points: BUCKETS.map(point).into() }]);
    figures.of = text("reports.age").into();
    figures.labels = BUCKETS.map(|bucket| text(&format!("reports.bucket.{bucket}")).to_owned()).into();
    Ok(across(figures))
}

fn figures(visit: &Visit, id: &'static str, periods: &[&Period], series: Vec<Series>) -> Figures {
    Figures {
        id,
        title: filled(&format!("reports.chart.{id}"), &[&visit.me.base_currency()]),
        desc: text(&format!("reports.chart.{id}.desc")).into(),
        of: text("reports.period").into(),
        labels: periods.iter().map(|period| period.id.clone()).collect(),
        series,
    }
}
