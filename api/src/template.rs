//! What a company may begin with: accounts, a fiscal year and rules of approval, written by the engine's own commands in the name of
//! its first administrator. See docs/rules/operation.md#first-person.

mod chart;
mod done;
pub mod rules;

use std::fmt::Write as _;
use std::sync::Arc;

use clap::ValueEnum;
use engine::books::request::Asked;
use engine::features::accounts::commands::{AccountDraft, SaveAccount};
use engine::features::fiscal_years::Pattern;
use engine::features::fiscal_years::commands::create::CreateFiscalYear;
use engine::kernel::engine::Engine;
use engine::values::clock::Date;
use engine::values::error::{Error, Faults};

use self::chart::{Entry, SMALL_COMPANY};
pub use self::done::done;

/// A template, by its name on the command line.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Template {
    /// A small company that keeps its books in euros
    #[value(name = "small-company-eur")]
    SmallCompanyEur,
    /// A small company that keeps its books in US dollars
    #[value(name = "small-company-usd")]
    SmallCompanyUsd,
}

impl Template {
    /// The base currency that it is for.
    pub const fn currency(self) -> &'static str {
        match self {
            Self::SmallCompanyEur => "EUR",
            Self::SmallCompanyUsd => "USD",
        }
    }

    /// The accounts; what the tax is called differs.
    fn accounts(self) -> impl Iterator<Item = Entry> {
        let tax = match self {
            Self::SmallCompanyEur => "Value added tax",
            Self::SmallCompanyUsd => "Sales tax payable",
        };
        SMALL_COMPANY
            .into_iter()
            .map(move |entry| if entry.id == chart::TAX { Entry { name: tax, ..entry } } else { entry })
    }

    /// What it would write, to be read before it is written.
    pub fn shown(self, today: Date) -> String {
        let mut text = String::from("Accounts:\n");
        for Entry { id, name, account_type, subtype } in self.accounts() {
            let subtype = subtype.map(|subtype| format!(", {}", subtype.name())).unwrap_or_default();
            let _ = writeln!(text, "  {id}  {name} ({}{subtype})", account_type.name());
        }
        let (id, start) = year_of(today);
        let end = start.plus_months(12).plus_days(-1);
        let _ = writeln!(text, "Fiscal year {id}, {start} to {end}, with a period for each month.");
        let _ = writeln!(
            text,
            "  Adjustments after its end: POST /fiscal-years/{id}/adjustment-period adds a 13th period."
        );
        let _ = write!(text, "{}", rules::shown(self.currency()));
        text
    }

    /// Writes it as this person. What is there already stays as it is, so that an interrupted one can be taken up again.
    pub async fn write(self, engine: &Arc<Engine>, asked: &Asked) -> Result<(), Error> {
        for Entry { id, name, account_type, subtype } in self.accounts() {
            let draft = AccountDraft {
                account_name: Some(name.into()),
                account_type: Some(account_type),
                subtype: Some(subtype),
                ..AccountDraft::default()
            };
            let command = SaveAccount { account_id: id.into(), draft, create: true, faults: Faults::default() };
            done(engine.perform(asked.clone(), command).await)?;
        }
        let (fiscal_year_id, start) = year_of(engine.clock.wall().date());
        let year = CreateFiscalYear {
            fiscal_year_name: Some(fiscal_year_id.replace("FY", "Fiscal year ")),
            fiscal_year_id,
            start_date: Some(start),
            end_date: None,
            pattern: Some(Pattern::Months),
            adjustment_period: false,
            faults: Faults::default(),
        };
        done(engine.perform(asked.clone(), year).await)?;
        rules::write(engine, asked).await
    }
}

/// The calendar year of the day.
fn year_of(today: Date) -> (String, Date) {
    let start = today.first_of_its_year();
    (format!("FY{}", start.to_string().split('-').next().unwrap_or_default()), start)
}
