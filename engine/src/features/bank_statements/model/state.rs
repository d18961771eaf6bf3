//! What commands and reads ask about statements, and what they see.

use std::collections::BTreeSet;

use crate::books::command::of_feature::{Found, Wanted};
use crate::books::command::snapshot::Snapshot;
use crate::features::bank_statements::model::chain::{DaySums, Rung};
use crate::features::bank_statements::model::mapping::Mapping;
use crate::features::bank_statements::model::statement::BankStatement;
use crate::values::account::{Account, Subtype};
use crate::values::clock::Date;
use crate::values::error::{Faults, Refusal};
use crate::values::money::Currency;

/// The feature, as the kernel knows it.
pub const FEATURE: &str = "bank_statements";

/// What a command or a read about statements must know.
#[derive(Clone, Debug)]
pub enum WantedStatements {
    /// The account's statements, its latest completed reconciliation, and of its lines in these days what tells them apart.
    Account { account_id: String, days: Option<(Date, Date)> },
    /// One statement, the account's others, and what is matched of its lines.
    Statement { statement_id: String },
    /// The mapping of an account's CSV files.
    Mapping { account_id: String },
}

/// The answer to [`WantedStatements`].
#[derive(Default, Debug)]
pub struct StatementState {
    pub statement: Option<BankStatement>,
    /// The account's statements in the order of their days.
    pub rungs: Vec<Rung>,
    /// The bank's own number of the account, as its latest statement has it.
    pub bank_account: Option<String>,
    /// What tells the account's lines of the days apart.
    pub identities: BTreeSet<String>,
    pub day_sums: DaySums,
    /// How many lines of the statement are matched or explained.
    pub matched_lines: u64,
    pub mapping: Option<Mapping>,
}

impl Wanted for WantedStatements {
    fn feature(&self) -> &'static str {
        FEATURE
    }
}

impl Found for StatementState {}

/// What was asked for.
pub fn seen(snapshot: &Snapshot) -> Option<&StatementState> {
    snapshot.of_features.get::<StatementState>(FEATURE)
}

/// The account of a path, which must be one that has statements, and its currency.
pub fn bank_account<'a>(account_id: &str, snapshot: &'a Snapshot) -> Result<(&'a Account, Currency), Refusal> {
    let found = snapshot.catalog.accounts.get(account_id);
    let account = found.ok_or_else(|| Refusal::not_found("account", account_id))?;
    if !account.subtype.is_some_and(Subtype::has_statements) {
        let detail = format!("account {account_id:?} is not of subtype bank or card");
        return Err(Faults::one("account_id", detail));
    }
    Ok((account, account.currency.unwrap_or(snapshot.settings.base_currency)))
}
