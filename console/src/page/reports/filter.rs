//! What a report is asked for: a period, a day or a range of days, and other periods beside it. All of it stands in the query.

use crate::fields::Fields;
use crate::interface::query::{GetGeneralLedger, GetIncomeStatement, GetTrialBalance};
use crate::problem::Problem;
use crate::text::{filled, text};
use crate::visit::Visit;

use super::period::{Period, Periods};

/// The report that is of one dimension.
pub const BY_DIMENSION: &str = "/reports/by-dimension";

/// Asks for lines that name no value.
pub const NOTHING: &str = "none";

/// The reports that can be of the lines of one value.
const SLICED: &[&str] = &[
    "/reports/trial-balance",
    "/reports/balance-sheet",
    "/reports/income-statement",
    "/reports/general-ledger",
    "/reports/journal",
];

/// How many periods may stand beside the first column.
const MOST_BESIDE: usize = 11;

/// Which days a report takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Span {
    /// A period, or the books up to a day.
    PeriodOrDay,
    /// A day; a period stands for its last one.
    Day,
    /// A period, or from one day to another; the present period when nothing was chosen.
    Range,
    /// From one day to another; a period stands for its days.
    Days,
}

/// One column of figures: an answer of the operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    pub label: String,
    pub days: String,
    /// What the operation is asked.
    pub query: Fields,
    /// The first day; none when it begins with the books.
    pub from: Option<String>,
    pub to: Option<String>,
    /// The page with this column alone.
    pub address: String,
}

/// One thing to choose.
#[derive(Clone)]
pub struct Choice {
    pub value: String,
    pub label: String,
    pub is_chosen: bool,
}

/// The accounts to choose from.
pub struct Accounts {
    pub chosen: String,
    /// The first of them; any other can be typed.
    pub offered: Vec<Choice>,
}

/// The parties to choose from.
pub struct Parties {
    /// Customers or vendors.
    pub kinds: Vec<Choice>,
    pub chosen: String,
    /// The first of them; any other can be typed.
    pub offered: Vec<Choice>,
}

/// A link that sets several things at once.
pub struct Preset {
    pub label: String,
    pub address: String,
}

/// The form above a report.
pub struct Filter {
    pub action: &'static str,
    pub span: Span,
    pub periods: Vec<Choice>,
    pub as_of: String,
    pub from: String,
    pub to: String,
    pub beside: Vec<Choice>,
    pub presets: Vec<Preset>,
    /// Other fields of the query, which the form keeps.
    pub kept: Vec<(String, String)>,
    /// The dimensions to choose from.
    pub dimensions: Vec<Choice>,
    /// The value whose lines it is of, with the page of all lines.
    pub slice: Option<Preset>,
    /// The account that is asked for, with those to choose from.
    pub accounts: Option<Accounts>,
    /// The party that is asked for, with those to choose from.
    pub parties: Option<Parties>,
    /// Why there is no report.
    pub problem: Option<Problem>,
}

impl Filter {
    pub fn has_day(&self) -> bool {
        matches!(self.span, Span::PeriodOrDay | Span::Day)
    }

    pub fn has_range(&self) -> bool {
        matches!(self.span, Span::Range | Span::Days)
    }

    /// What is wrong with a field.
    pub fn fault(&self, name: &str) -> Option<&str> {
        self.problem.as_ref()?.at(name)
    }

    /// There is no report: says why, at the fields.
    pub fn refused(&mut self, problem: Problem) {
        let fields = ["dimension_id", "account_id", "party_type", "party_id", "period_id", "as_of", "from", "to"];
        self.problem = Some(problem.in_page(&fields));
    }

    pub fn is_beside_any(&self) -> bool {
        self.beside.iter().any(|choice| choice.is_chosen)
    }
}

/// Reads the query of a page: its form and its columns.
pub async fn read(visit: &Visit, action: &'static str, span: Span) -> Result<(Filter, Vec<Column>), Problem> {
    let can_compare = span != Span::Days && action != BY_DIMENSION;
    let periods = Periods::of(visit).await?;
    let first = first(visit, action, span, &periods).await?;
    let mut columns = vec![first.0];
    for id in visit.query.all("compare").filter(|id| can_compare && !id.is_empty()).take(MOST_BESIDE) {
        let period = periods.find(visit, id).await?;
        columns.push(of_period(visit, action, span, &period));
    }
    let slice = if SLICED.contains(&action) { sliced(visit, &mut columns) } else { None };
    let chosen = first.1;
    let given = |name| visit.query.given(name).unwrap_or_default().to_owned();
    let choice =
        |period: &Period, is_chosen| Choice { value: period.id.clone(), label: period.name.clone(), is_chosen };
    let filter = Filter {
        action,
        span,
        periods: periods.0.iter().map(|period| choice(period, chosen.as_ref() == Some(&period.id))).collect(),
        as_of: if chosen.is_some() {
            String::new()
        } else {
            visit.query.given(GetTrialBalance::AS_OF).map_or_else(|| visit.me.today(), str::to_owned)
        },
        from: if chosen.is_some() { String::new() } else { given("from") },
        to: if chosen.is_some() { String::new() } else { given("to") },
        beside: periods
            .0
            .iter()
            .filter(|_| can_compare)
            .map(|period| choice(period, visit.query.all("compare").any(|id| id == period.id)))
            .collect(),
        presets: if can_compare { presets(visit, &periods, chosen.as_deref()) } else { Vec::new() },
        accounts: None,
        parties: None,
        dimensions: Vec::new(),
        kept: visit.query.0.iter().filter(|(name, _)| is_kept(name, slice.is_some())).cloned().collect(),
        slice,
        problem: None,
    };
    Ok((filter, columns))
}

/// What the form sends again.
fn is_kept(name: &str, is_sliced: bool) -> bool {
    let of_slice =
        [GetGeneralLedger::DIMENSION_ID, GetGeneralLedger::VALUE_ID].iter().any(|known| known.name() == name);
    name == "figures" || name == "limit" || (is_sliced && of_slice)
}

/// Makes the columns those of the lines of the value that is asked for, if any.
fn sliced(visit: &Visit, columns: &mut [Column]) -> Option<Preset> {
    let (dimension, value) =
        (visit.query.given(GetGeneralLedger::DIMENSION_ID)?, visit.query.given(GetGeneralLedger::VALUE_ID)?);
    let with = |query: &Fields, dimension: Option<&str>, value: Option<&str>| {
        query.with(GetGeneralLedger::DIMENSION_ID, dimension).with(GetGeneralLedger::VALUE_ID, value)
    };
    for column in columns.iter_mut() {
        column.query = with(&column.query, Some(dimension), Some(value));
        column.address = column.address.clone() + "&" + &with(&Fields::default(), Some(dimension), Some(value)).query();
    }
    let named = if value == NOTHING { text("reports.by_dimension.none") } else { value };
    let label = format!("{}: {named}", crate::vocabulary::word(dimension));
    let all = with(&visit.query, None, None).with(GetGeneralLedger::CURSOR, None);
    Some(Preset { label, address: all.address(&visit.path) })
}

/// The first column, and the period that it is.
async fn first(
    visit: &Visit,
    action: &'static str,
    span: Span,
    periods: &Periods,
) -> Result<(Column, Option<String>), Problem> {
    if let Some(id) = visit.query.given(GetTrialBalance::PERIOD_ID) {
        return match periods.find(visit, id).await {
            Ok(period) => Ok((of_period(visit, action, span, &period), Some(period.id))),
            // Without its days; the report says itself when there is no such period.
            Err(problem) if matches!(span, Span::PeriodOrDay | Span::Range) && matches!(problem.status, 403 | 404) => {
                let query = Fields::from([(GetTrialBalance::PERIOD_ID, id)]);
                let address = query.address(action);
                let column = Column { label: id.into(), days: String::new(), query, from: None, to: None, address };
                Ok((column, Some(id.into())))
            }
            Err(problem) => Err(problem),
        };
    }
    let is_bare =
        ![GetTrialBalance::PERIOD_ID, GetIncomeStatement::FROM, GetIncomeStatement::TO, GetTrialBalance::AS_OF]
            .into_iter()
            .any(|name| visit.query.has(name));
    if span == Span::Range
        && is_bare
        && let Some(period) = periods.with_day(&visit.me.today())
    {
        return Ok((of_period(visit, action, span, period), Some(period.id.clone())));
    }
    Ok((of_days(visit, action, span), None))
}

fn of_period(visit: &Visit, action: &str, span: Span, period: &Period) -> Column {
    let day = visit.reader.date(&period.end);
    let range = || filled("reports.from_to", &[&visit.reader.date(&period.start), &day]);
    let start = Some(period.start.clone());
    let (query, days, from) = match span {
        Span::Day => {
            (Fields::from([(GetTrialBalance::AS_OF, period.end.as_str())]), filled("reports.as_of_day", &[&day]), None)
        }
        Span::PeriodOrDay | Span::Range => {
            (Fields::from([(GetTrialBalance::PERIOD_ID, period.id.as_str())]), range(), start)
        }
        Span::Days => (
            Fields::from([
                (GetIncomeStatement::FROM, period.start.as_str()),
                (GetIncomeStatement::TO, period.end.as_str()),
            ]),
            range(),
            start,
        ),
    };
    Column {
        label: period.name.clone(),
        days,
        query,
        from,
        to: Some(period.end.clone()),
        address: Fields::from([(GetTrialBalance::PERIOD_ID, period.id.as_str())]).address(action),
    }
}

fn of_days(visit: &Visit, action: &str, span: Span) -> Column {
    let today = visit.me.today();
    let (from, to) = match span {
        Span::Range | Span::Days => {
            (visit.query.given(GetIncomeStatement::FROM), visit.query.given(GetIncomeStatement::TO).unwrap_or(&today))
        }
        Span::PeriodOrDay | Span::Day => (None, visit.query.given(GetTrialBalance::AS_OF).unwrap_or(&today)),
    };
    let day = visit.reader.date(to);
    let (query, days) = match (span, from) {
        (Span::Range | Span::Days, Some(from)) => {
            let days = filled("reports.from_to", &[&visit.reader.date(from), &day]);
            (Fields::from([(GetIncomeStatement::FROM, from), (GetIncomeStatement::TO, to)]), days)
        }
        (Span::Range | Span::Days, None) => {
            (Fields::from([(GetIncomeStatement::TO, to)]), filled("reports.up_to", &[&day]))
        }
        (Span::PeriodOrDay | Span::Day, _) => {
            (Fields::from([(GetTrialBalance::AS_OF, to)]), filled("reports.as_of_day", &[&day]))
        }
    };
    Column {
        label: days.clone(),
        days: String::new(),
        address: query.address(action),
        query,
        from: from.map(str::to_owned),
        to: Some(to.to_owned()),
    }
}

/// The periods before the chosen one, or those that have begun, side by side.
fn presets(visit: &Visit, periods: &Periods, chosen: Option<&str>) -> Vec<Preset> {
    let today = visit.me.today();
    let before: Vec<&Period> = if let Some(id) = chosen {
        periods.0.iter().skip_while(|period| period.id != id).skip(1).collect()
    } else {
        let day = visit
            .query
            .given(GetTrialBalance::AS_OF)
            .or_else(|| visit.query.given(GetIncomeStatement::TO))
            .unwrap_or(&today);
        periods.0.iter().filter(|period| period.end.as_str() < day).collect()
    };
    let none = visit.query.with("compare", None).with("cursor", None);
    let sizes = [1, 2, 5, MOST_BESIDE].into_iter().filter(|size| *size <= before.len());
    let mut presets: Vec<Preset> = sizes
        .map(|size| {
            let mut query = none.clone();
            query.0.extend(before.iter().take(size).map(|period| ("compare".to_owned(), period.id.clone())));
            let label = if size == 1 {
                text("reports.one_before").into()
            } else {
                filled("reports.many_before", &[&size.to_string()])
            };
            Preset { label, address: query.address(&visit.path) }
        })
        .collect();
    if visit.query.has("compare") {
        presets.push(Preset { label: text("reports.alone").into(), address: none.address(&visit.path) });
    }
    presets
}
