//! The accounting periods that reports are offered for.

use chrono::NaiveDate;
use serde_json::Value;

use crate::fields::Fields;
use crate::interface::query::ListAccountingPeriods;
use crate::interface::schema::{AccountingPeriod, Page};
use crate::json::Members;
use crate::operations::segment;
use crate::problem::Problem;
use crate::visit::Visit;

/// An accounting period.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Period {
    pub id: String,
    pub name: String,
    pub start: String,
    pub end: String,
}

/// The periods, the latest first.
#[derive(Clone, Debug, Default)]
pub struct Periods(pub Vec<Period>);

impl Period {
    fn read(value: &Value) -> Self {
        Self {
            id: value.text(AccountingPeriod::PERIOD_ID),
            name: value.text(AccountingPeriod::PERIOD_NAME),
            start: value.text(AccountingPeriod::START_DATE),
            end: value.text(AccountingPeriod::END_DATE),
        }
    }
}

impl Periods {
    /// The latest 200. Who may read reports need not be able to read periods: then there are none to offer.
    pub async fn of(visit: &Visit) -> Result<Self, Problem> {
        match visit
            .operations
            .aside("/accounting-periods", &Fields::from([(ListAccountingPeriods::LIMIT, "200")]))
            .await
        {
            Ok(answer) => Ok(Self(answer.list(Page::DATA).iter().map(Period::read).collect())),
            Err(problem) if problem.status == 403 => Ok(Self::default()),
            Err(problem) => Err(problem),
        }
    }

    /// The period with this id, also when it is older than those that are offered.
    pub async fn find(&self, visit: &Visit, id: &str) -> Result<Period, Problem> {
        if let Some(period) = self.0.iter().find(|period| period.id == id) {
            return Ok(period.clone());
        }
        let path = format!("/accounting-periods/{}", segment(id));
        visit.operations.aside(&path, &Fields::default()).await.map(|answer| Period::read(&answer.0))
    }

    /// The period that has this day.
    pub fn with_day(&self, day: &str) -> Option<&Period> {
        self.0.iter().find(|period| period.start.as_str() <= day && day <= period.end.as_str())
    }

    /// Those that had begun on a day, the latest first.
    pub fn begun<'a>(&'a self, day: &'a str) -> impl Iterator<Item = &'a Period> {
        self.0.iter().filter(move |period| period.start.as_str() <= day)
    }
}

/// The day before.
pub fn day_before(day: &str) -> Option<String> {
    let day: NaiveDate = day.parse().ok()?;
    day.pred_opt().map(|day| day.to_string())
}
