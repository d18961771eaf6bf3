//! Fiscal years as the kernel reads, writes and states them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use sea_orm::{DatabaseTransaction, EntityTrait, IntoActiveModel};
use sha2::{Digest as _, Sha256};

use super::model::{FiscalYear, TITLE};
use super::{check, reads, row};
use crate::books::change_request::Pin;
use crate::books::command::{Change, Changed, Effects, Found, Snapshot, Wanted};
use crate::books::period_use::Resting;
use crate::kernel::entity::fiscal_year;
use crate::kernel::records::{Asking, FeatureRecords};
use crate::kernel::store::StoreError;
use crate::kernel::store::commit::save;
use crate::kernel::store::period_use::resting_on;
use crate::kernel::store::read::balances::by_account;
use crate::kernel::store::stated::{Stated, Table};
use crate::kernel::store::statement::gone;
use crate::values::error::Refusal;
use crate::values::id::hex;
use crate::values::money::Minor;

/// The records, as the kernel knows them.
pub const FEATURE: &str = "fiscal_years";

/// What a command must know: all years, of which it may name one, what the accounts moved in the days of that, and what bars that a year
/// or a period is taken back.
#[derive(Clone, Default, Debug)]
pub struct WantedYears {
    pub fiscal_year_id: Option<String>,
    pub moved: bool,
    pub resting: RestingOn,
}

/// What is to go.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum RestingOn {
    #[default]
    Nothing,
    /// The year that is named, with its own periods.
    Year,
    /// One period.
    Period(String),
}

impl WantedYears {
    /// The year of this id, among all.
    pub fn one(fiscal_year_id: &str) -> Self {
        Self { fiscal_year_id: Some(fiscal_year_id.to_owned()), ..Self::default() }
    }
}

/// The answer to [`WantedYears`].
#[derive(Default, Debug)]
pub struct YearState {
    /// In the order of their days.
    pub years: Vec<FiscalYear>,
    named: Option<FiscalYear>,
    /// By account, in base currency, debit positive; empty where it was not asked for.
    pub moved: BTreeMap<String, Minor>,
    /// What rests on what is to go, some of each kind.
    pub resting: BTreeSet<Resting>,
}

/// Seen by whoever asked for nothing.
static NOTHING: YearState =
    YearState { years: Vec::new(), named: None, moved: BTreeMap::new(), resting: BTreeSet::new() };

/// What changes of a year.
#[derive(Clone, Debug)]
pub enum ChangedYear {
    /// The year in its new version; version 1 is new.
    Save(Box<FiscalYear>),
    /// The year of this id.
    Delete(String),
}

impl Wanted for WantedYears {
    fn feature(&self) -> &'static str {
        FEATURE
    }
}

impl Changed for ChangedYear {
    fn feature(&self) -> &'static str {
        FEATURE
    }
}

impl From<ChangedYear> for Change {
    fn from(changed: ChangedYear) -> Self {
        Self::OfFeature(Arc::new(changed))
    }
}

/// What was asked for.
pub fn seen(snapshot: &Snapshot) -> &YearState {
    snapshot.of_features.get(FEATURE).unwrap_or(&NOTHING)
}

impl YearState {
    /// What a command sees of these years, in the order of their days.
    pub fn of(years: Vec<FiscalYear>, wanted: &WantedYears, moved: BTreeMap<String, Minor>) -> Self {
        let is_named = |year: &&FiscalYear| wanted.fiscal_year_id.as_ref() == Some(&year.fiscal_year_id);
        let named = years.iter().find(is_named).cloned();
        Self { years, named, moved, resting: BTreeSet::new() }
    }

    /// With what rests on what is to go.
    #[must_use]
    pub fn resting(self, resting: BTreeSet<Resting>) -> Self {
        Self { resting, ..self }
    }

    /// The digest of what the accounts moved: what a close is signed for.
    fn figures(&self) -> String {
        let mut form = Sha256::new();
        for (account_id, balance) in &self.moved {
            form.update(format!("{}:{account_id}={};", account_id.len(), balance.0));
        }
        hex(&form.finalize())
    }

    /// The year that was named, or 404.
    pub fn named(&self, fiscal_year_id: &str) -> Result<&FiscalYear, Refusal> {
        self.named.as_ref().ok_or_else(|| Refusal::not_found(TITLE, fiscal_year_id))
    }
}

impl Found for YearState {
    fn pin(&self) -> Option<Pin> {
        let year = self.named.as_ref()?;
        let figures = (!self.moved.is_empty()).then(|| self.figures());
        Some(Pin { version: year.version, made_at: year.created_at, figures })
    }
}

/// The records of fiscal years.
#[derive(Debug)]
pub struct YearRecords;

impl FeatureRecords for YearRecords {
    type Wanted = WantedYears;
    type Changed = ChangedYear;
    type Found = YearState;

    const FEATURE: &'static str = FEATURE;

    fn tables(&self) -> Vec<Table> {
        vec![check::YEARS.and_checked(&[("the id that the trail names", &["fiscal_year_id"])])]
    }

    async fn see(
        &self,
        tx: &DatabaseTransaction,
        wanted: &WantedYears,
        _: &Asking<'_>,
    ) -> Result<YearState, StoreError> {
        let mut state = YearState::of(reads::every(tx).await?, wanted, BTreeMap::new());
        if let Some(year) = state.named.as_ref().filter(|_| wanted.moved) {
            for (account_id, sums) in by_account(tx, Some(year.start_date), year.end_date).await? {
                let balance = sums.balance().map_err(|error| StoreError::TooLarge(error.to_string()))?;
                state.moved.insert(account_id, balance);
            }
        }
        state.resting = match (&wanted.resting, &state.named) {
            (RestingOn::Year, Some(year)) => {
                resting_on(tx, Some(&year.fiscal_year_id), &reads::brought_by(tx, year).await?).await?
            }
            (RestingOn::Period(id), _) => resting_on(tx, None, &reads::period(tx, id, &state.years).await?).await?,
            (RestingOn::Nothing | RestingOn::Year, _) => BTreeSet::new(),
        };
        Ok(state)
    }

    async fn write(&self, tx: &DatabaseTransaction, changed: &ChangedYear, _: &Effects) -> Result<(), StoreError> {
        match changed {
            ChangedYear::Save(year) => save(tx, row::row(year).into_active_model(), year.version).await,
            ChangedYear::Delete(id) => gone(fiscal_year::Entity::delete_by_id(id).exec(tx).await?.rows_affected),
        }
    }

    fn stated(&self, changed: &ChangedYear) -> Result<Vec<Stated>, StoreError> {
        Ok(match changed {
            ChangedYear::Save(year) => vec![check::YEARS.of(&row::row(year))],
            ChangedYear::Delete(_) => Vec::new(),
        })
    }

    async fn every(&self, db: &DatabaseTransaction, unreadable: &mut Vec<String>) -> Result<Vec<Stated>, StoreError> {
        check::every(db, unreadable).await
    }
}
