//! What is done to fiscal years, what a command sees of them, and what it leads to.

use std::collections::{BTreeMap, BTreeSet};

use engine::books::period::Period;
use engine::books::period_use::Resting;
use engine::features::fiscal_years::Pattern;
use engine::features::fiscal_years::commands::adjustment::AddAdjustmentPeriod;
use engine::features::fiscal_years::commands::close::CloseFiscalYear;
use engine::features::fiscal_years::commands::create::CreateFiscalYear;
use engine::features::fiscal_years::commands::delete::DeleteFiscalYear;
use engine::features::fiscal_years::commands::reopen::ReopenFiscalYear;
use engine::features::fiscal_years::model::FiscalYear;
use engine::features::fiscal_years::records::{ChangedYear, RestingOn, WantedYears, YearState};
use engine::values::clock::Timestamp;
use engine::values::money::Minor;

use crate::books::{Asked, Books};
use crate::words::{Said, date};

pub fn command(verb: &str, id: &str, said: &mut Said, books: &Books) -> Box<dyn Asked> {
    match verb {
        "create" => Box::new(CreateFiscalYear {
            fiscal_year_id: id.to_owned(),
            fiscal_year_name: said.text("name", Some(id)),
            start_date: said.date("from", None),
            end_date: said.date("to", None),
            pattern: said.text("by", None).map(|name| Pattern::parse(&name).expect("a pattern")),
            adjustment_period: said.has("adjusted"),
            faults: said.faults(),
        }),
        "close" => Box::new(CloseFiscalYear {
            year: as_read(id, books),
            retained_earnings_account_id: said.text("into", None),
            faults: said.faults(),
        }),
        "reopen" => Box::new(ReopenFiscalYear {
            year: as_read(id, books),
            reason: said.text("because", Some("r")),
            faults: said.faults(),
        }),
        "adjust" => Box::new(AddAdjustmentPeriod { fiscal_year_id: id.to_owned(), faults: said.faults() }),
        "delete" => Box::new(DeleteFiscalYear { fiscal_year_id: id.to_owned() }),
        other => panic!("nobody can {other} a year"),
    }
}

/// The year as a handler reads it; one that nobody recorded is refused by the command.
fn as_read(id: &str, books: &Books) -> FiscalYear {
    books.years.get(id).cloned().unwrap_or_else(|| FiscalYear {
        fiscal_year_id: id.to_owned(),
        fiscal_year_name: id.to_owned(),
        start_date: date("2024-01-01"),
        end_date: date("2024-12-31"),
        adjustment_period_id: None,
        is_closed: false,
        closings: 0,
        last_change: None,
        version: 1,
        created_at: Timestamp::from_micros(0),
        created_by: "nobody".into(),
    })
}

pub fn seen(books: &Books, wanted: &WantedYears) -> YearState {
    let mut years: Vec<FiscalYear> = books.years.values().cloned().collect();
    years.sort_by_key(|year| year.start_date);
    let named = wanted.fiscal_year_id.as_ref().and_then(|id| books.years.get(id)).filter(|_| wanted.moved);
    let mut moved = BTreeMap::new();
    let of_year = books.postings.iter().filter(|posting| named.is_some_and(|year| year.holds(posting.posting_date)));
    for line in of_year.flat_map(|posting| &posting.lines) {
        let sum: &mut Minor = moved.entry(line.account_id.clone()).or_default();
        *sum = sum.checked_add(line.base_amount).expect("small sums");
    }
    YearState::of(years, wanted, moved).resting(resting(books, wanted))
}

/// The documents and budgets that rest on what is to go.
fn resting(books: &Books, wanted: &WantedYears) -> BTreeSet<Resting> {
    let year = wanted.fiscal_year_id.as_ref().and_then(|id| books.years.get(id));
    let goes = |period: &&Period| match &wanted.resting {
        RestingOn::Nothing => false,
        RestingOn::Year => year.is_some_and(|year| year.brought(period)),
        RestingOn::Period(id) => period.period_id == *id,
    };
    let going: BTreeSet<&String> =
        books.catalog.periods.values().filter(goes).map(|period| &period.period_id).collect();
    let documents = books.documents.values().filter(|document| going.contains(&document.content.posting_period_id));
    documents.map(|document| Resting::new(document.key.kind.name(), document.key.id.as_str())).collect()
}

pub fn kept(books: &mut Books, change: &ChangedYear) {
    match change {
        ChangedYear::Save(year) => {
            let before = books.years.insert(year.fiscal_year_id.clone(), (**year).clone());
            assert_eq!(year.version, before.map_or(1, |before| before.version + 1), "the version of a fiscal year");
        }
        ChangedYear::Delete(id) => drop(books.years.remove(id).expect("a year")),
    }
}

pub fn changed(change: &ChangedYear) -> String {
    match change {
        ChangedYear::Save(year) => {
            format!("year {} {}", year.fiscal_year_id, if year.is_closed { "closed" } else { "open" })
        }
        ChangedYear::Delete(id) => format!("year {id} gone"),
    }
}
