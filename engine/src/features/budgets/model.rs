//! A budget: one version of what a fiscal year is to bring, with its lines. See docs/rules/budgets.md#versions.

use sha2::{Digest as _, Sha256};

use crate::values::canonical::Form;
use crate::values::clock::Timestamp;
use crate::values::id::hex;
use crate::values::kind::spelled::spelled;
use crate::values::money::Minor;

/// The resource in permissions and in the trail.
pub const RESOURCE: &str = "budget";
/// What is called so in a 404.
pub const TITLE: &str = "budget";
/// What a made id begins with.
pub const ID_PREFIX: &str = "BG-";
/// The most lines of one budget.
pub const MOST_LINES: usize = 5_000;

spelled! {
    /// Whether a budget is written, in force, or kept as it is.
    Standing {
        /// It is written.
        Draft = "draft",
        /// In force: one of each fiscal year.
        Active = "active",
        /// Kept as it is, by a person or because another one came into force.
        Locked = "locked",
    }
}

/// A budget, without its lines: these are told by their digest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Budget {
    pub budget_id: String,
    pub budget_name: String,
    pub fiscal_year_id: String,
    /// Counted from 1 within the fiscal year.
    pub version_number: u32,
    pub standing: Standing,
    /// The budget whose lines it began with.
    pub copied_from: Option<String>,
    pub line_count: u32,
    pub lines_digest: String,
    /// When it last came into force, and by whom.
    pub activated: Option<(Timestamp, String)>,
    pub version: i64,
    pub created_at: Timestamp,
    pub created_by: String,
    pub updated_at: Timestamp,
    pub updated_by: String,
}

/// What one account is to bring in one period. Of all lines of a budget no two are of the same account, period, department and cost
/// center; they stand in this order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct BudgetLine {
    pub account_id: String,
    pub period_id: String,
    pub department_id: Option<String>,
    pub cost_center_id: Option<String>,
    /// Of the base currency, positive on the side that is natural to the account's type.
    pub amount: Minor,
}

impl Budget {
    /// The same with these lines, which stand in their order.
    #[must_use]
    pub fn with_lines(self, lines: &[BudgetLine]) -> Self {
        let line_count = u32::try_from(lines.len()).unwrap_or(u32::MAX);
        Self { line_count, lines_digest: digest(lines), ..self }
    }

    /// The same, one version on.
    #[must_use]
    pub fn changed(&self, at: Timestamp, by: &str) -> Self {
        let version = self.version.saturating_add(1);
        Self { version, updated_at: at, updated_by: by.to_owned(), ..self.clone() }
    }
}

/// The digest of lines, each with its place: what a budget's row and the trail say of them.
pub fn digest(lines: &[BudgetLine]) -> String {
    let mut digest = Sha256::new();
    for line in lines {
        let mut form = Form::new("gl-budget-line-1");
        form.text(&line.account_id);
        form.text(&line.period_id);
        form.optional_text(line.department_id.as_deref());
        form.optional_text(line.cost_center_id.as_deref());
        form.number(line.amount.0);
        digest.update(form.finish());
    }
    hex(&digest.finalize())
}
