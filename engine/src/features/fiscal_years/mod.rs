//! Fiscal years: which periods belong together, and the close that carries their income into equity. See docs/rules/fiscal-years.md.

pub(crate) mod check;
pub mod commands;
pub mod model;
mod of_period;
mod patterns;
pub mod query;
pub mod reads;
pub mod records;
mod row;
mod taken_back;

pub(crate) use self::model::FiscalYear;
pub(crate) use self::of_period::{all, not_closed_over, of_id, still_to_close_in};
pub use self::patterns::{MOST_PERIODS, Pattern};
pub(crate) use self::reads::{closed, every};
pub(crate) use self::taken_back::{nothing_bars, out_of_its_year, period_goes, resting_on_period};
