//! Parties and rates, each read once in a transaction.

use std::collections::{BTreeMap, HashMap};

use sea_orm::{EntityTrait, QueryTrait};

use super::read::exchange_rates;
use super::reads::Reads;
use super::{StoreError, row};
use crate::clock::Date;
use crate::entity::party;
use crate::master::exchange_rate::ExchangeRate;
use crate::master::party::{Party, PartyKind};
use crate::money::Currency;

/// The parties and rates that a transaction has read, so that its commands read each once. None of them changes what another has
/// read: who writes parties, or rates, has a transaction to itself.
#[derive(Default)]
pub struct MasterData {
    parties: BTreeMap<(PartyKind, String), Option<Party>>,
    rates: HashMap<(Currency, Date), Option<ExchangeRate>>,
}

impl MasterData {
    pub async fn party(&mut self, db: &impl Reads, key: &(PartyKind, String)) -> Result<Option<Party>, StoreError> {
        if let Some(known) = self.parties.get(key) {
            return Ok(known.clone());
        }
        let found = one_party(db, key).await?;
        self.parties.insert(key.clone(), found.clone());
        Ok(found)
    }

    /// The latest rate of the currency on or before the day.
    pub async fn rate(&mut self, db: &impl Reads, of: (Currency, Date)) -> Result<Option<ExchangeRate>, StoreError> {
        if let Some(known) = self.rates.get(&of) {
            return Ok(known.clone());
        }
        let found = exchange_rates::latest(db, of.0, of.1).await?;
        self.rates.insert(of, found.clone());
        Ok(found)
    }
}

async fn one_party(db: &impl Reads, key: &(PartyKind, String)) -> Result<Option<Party>, StoreError> {
    let by_key = party::Entity::find_by_id((key.0.name().to_owned(), key.1.clone()));
    let found: Vec<party::Model> = db.records(by_key.build(db.backend())).await?;
    found.into_iter().next().map(row::catalog::read_party).transpose()
}
