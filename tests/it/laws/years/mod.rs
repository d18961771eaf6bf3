//! Random years of one company, each closed, beside books on paper: after each of them all that the service reports is what stands
//! there, of this year and of one before it. See docs/rules/fiscal-years.md.

mod deeds;
mod paper;

use tests::plain_text::equals_trial_balance;
use tests::prelude::*;

use self::deeds::{Company, Year, later};
use self::paper::{ACCRUED, ALL, ASSETS, EXCHANGE, IN_EUROS, PREPAID, decimal};

/// What happens in a year.
const DEEDS: usize = 12;

/// A fiscal year: its id, its days and its periods, that of adjustments among them.
struct Closed {
    id: String,
    first: String,
    last: String,
    periods: Vec<String>,
}

impl Closed {
    fn days(&self) -> Year<'_> {
        (&self.first, &self.last)
    }
}

/// Twelve months, or from some year on 52 weeks in thirteen periods or in quarters, and one more week now and then.
async fn year(company: &mut Company<'_>, number: usize, first: &str) -> Closed {
    let app = company.app;
    let id = format!("FY{number}");
    let mut body = json!({ "fiscal_year_id": id, "fiscal_year_name": id, "start_date": first, "adjustment_period": number % 3 == 0 });
    let last = if number < 6 {
        format!("{}-12-31", &first[..4])
    } else {
        body["period_pattern"] = json!(if number % 2 == 0 { "weeks-4" } else { "weeks-4-4-5" });
        later(first, if number % 6 == 5 { 371 } else { 364 } - 1)
    };
    body["end_date"] = json!(last);
    let made = app.post("fiscal-years", &app.controller(), body).await.expect(201);
    let periods = made["period_ids"].as_array().expect("periods").iter();
    let periods: Vec<String> = periods.filter_map(|period| period.as_str().map(str::to_owned)).collect();
    for id in periods.iter().filter(|id| !id.ends_with("-ADJ")) {
        let read = app.get(&format!("accounting-periods/{id}"), &app.controller()).await.expect(200);
        let [first, last] = ["start_date", "end_date"].map(|field| read.string(field).to_owned());
        company.periods.push((id.clone(), first, last));
    }
    Closed { id, first: first.into(), last, periods }
}

async fn open(app: &TestApp) {
    app.open_books().await;
    for currency in ["USD", "EUR"] {
        let rule = with(write_off_rule(currency), json!({ "currency": currency }));
        app.post("write-off-rules", &app.admin(), rule).await.expect(201);
    }
    for (id, account_type, subtype) in
        [(ACCRUED, "liability", Value::Null), (PREPAID, "asset", Value::Null), (IN_EUROS, "asset", json!("ar"))]
    {
        let body = with(account(id, "Of the years", account_type), json!({ "subtype": subtype }));
        app.post("accounts", &app.admin(), body).await.expect(201);
    }
}

/// Closes the months, lets one late entry in, closes the year, and now and then adjusts it and closes it again.
async fn close(company: &mut Company<'_>, year: &Closed, number: usize) {
    let app = company.app;
    for period in &year.periods {
        app.close(period, "all").await;
    }
    let regular = year.periods.iter().rfind(|period| !period.ends_with("-ADJ")).expect("a period");
    let late = format!("JE-LATE-{}", year.id);
    let exception = period_exception(&format!("PE-{}", year.id), regular, &late);
    app.post("period-exceptions", &app.controller(), exception).await.expect(201);
    company.adjust(year.days(), regular, &late).await;
    app.delete(&format!("period-exceptions/PE-{}", year.id), &app.controller()).await.expect(204);
    let path = format!("fiscal-years/{}/close", year.id);
    app.post(&path, &app.controller(), json!({})).await.expect(200);
    company.paper.close(&year.last);
    if number % 3 == 0 {
        let adjustments = format!("{}-ADJ", year.id);
        app.reopen(&adjustments).await;
        company.adjust(year.days(), &adjustments, &format!("JE-ADJ-{}", year.id)).await;
        app.close(&adjustments, "all").await;
        app.post(&path, &app.controller(), json!({})).await.expect(200);
        company.paper.close(&year.last);
    }
}

/// All that is reported of a year is what stands on paper.
async fn compare(company: &Company<'_>, year: &Closed) {
    let (app, paper) = (company.app, &company.paper);
    let (first, last) = year.days();
    let before = later(first, -1);
    for day in [before.as_str(), last] {
        let trial = app.report(&format!("trial-balance?as_of={day}")).await;
        for account in ALL.into_iter().chain([EXCHANGE]) {
            let row = trial.data().iter().find(|row| row["account_id"] == account);
            let shown = row.map_or_else(|| "0.00".to_owned(), |row| row["closing_balance"].to_string());
            assert_eq!(shown, decimal(paper.balance(account, day)), "{account} on {day}");
        }
    }
    let income = app.report(&format!("income-statement?from={first}&to={last}")).await;
    assert_eq!(income.number("net_income"), decimal(paper.net_income(first, last)), "{}", year.id);
    let sheet = app.report(&format!("balance-sheet?as_of={last}")).await;
    let assets = ASSETS.map(|account| paper.balance(account, last)).iter().sum();
    assert_eq!(sheet["assets"]["total"].to_string(), decimal(assets), "{}", year.id);
    assert_eq!(sheet["assets"]["total"], sheet["total_liabilities_and_equity"], "{}", year.id);
    let owed = [RECEIVABLE, IN_EUROS].map(|account| paper.balance(account, last)).iter().sum();
    let aging = app.report(&format!("aging?kind=ar&as_of={last}")).await;
    assert_eq!(aging["totals"]["total"].to_string(), decimal(owed), "{}", year.id);
    let aging = app.report(&format!("aging?kind=ap&as_of={last}")).await;
    assert_eq!(aging["totals"]["total"].to_string(), decimal(-paper.balance(PAYABLE, last)), "{}", year.id);
}

async fn years(app: &TestApp, seed: u64, many: usize) {
    open(app).await;
    let mut company = Company::new(app, seed);
    let mut all = vec![year(&mut company, 0, "1998-01-01").await];
    for number in 0..many {
        let next = year(&mut company, number + 1, &later(&all[number].last, 1)).await;
        let this = &all[number];
        for _ in 0..DEEDS {
            company.act(this.days()).await;
        }
        let regular = this.periods.iter().rfind(|period| !period.ends_with("-ADJ")).expect("a period");
        company.revalue(this.days(), regular).await;
        close(&mut company, this, number).await;
        compare(&company, this).await;
        let earlier = company.dice.roll(number + 1);
        compare(&company, &all[earlier]).await;
        all.push(next);
    }
    equals_trial_balance(app).await;
}

tests::on_both! {
    /// Twenty-four years on SQLite, and four on PostgreSQL.
    async fn all_years_are_as_they_stand_on_paper(app: TestApp) {
        let many = match app.database.backend {
            Backend::Sqlite => 24,
            Backend::Postgres => 4,
        };
        years(&app, 24, many).await;
    }
}
