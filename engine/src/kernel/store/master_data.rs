//! Parties and rates, each read once in a transaction.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use sea_orm::sea_query::ExprTrait;
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QueryTrait};

use super::read::exchange_rates;
use super::reads::Reads;
use super::statement::ROWS_PER_STATEMENT;
use super::{StoreError, row};
use crate::books::exchange_rate::ExchangeRate;
use crate::books::party::{Party, PartyKind};
use crate::kernel::entity::party;
use crate::values::clock::Date;
use crate::values::money::Currency;

/// The parties and rates that a transaction has read, so that its commands read each once. None of them changes what another has
/// read: who writes parties, or rates, has a transaction to itself.
#[derive(Default)]
pub struct MasterData {
    parties: BTreeMap<(PartyKind, String), Option<Party>>,
    rates: HashMap<(Currency, Date), Option<ExchangeRate>>,
}

impl MasterData {
    pub async fn party(&mut self, db: &impl Reads, key: &(PartyKind, String)) -> Result<Option<Party>, StoreError> {
        if !self.parties.contains_key(key) {
            self.read_parties(db, BTreeSet::from([key.clone()])).await?;
        }
        Ok(self.parties.get(key).cloned().flatten())
    }

    /// Reads those of these parties that are not known yet, at once, however many commands want them.
    pub async fn read_parties(
        &mut self,
        db: &impl Reads,
        wanted: BTreeSet<(PartyKind, String)>,
    ) -> Result<(), StoreError> {
        let unknown: Vec<_> = wanted.into_iter().filter(|key| !self.parties.contains_key(key)).collect();
        for part in unknown.chunks(ROWS_PER_STATEMENT) {
            let select = party::Entity::find().filter(any_party(part));
            let rows: Vec<party::Model> = db.records(select.build(db.backend())).await?;
            self.parties.extend(part.iter().map(|key| (key.clone(), None)));
            for row in rows {
                let found = row::party::read_party(row)?;
                self.parties.insert((found.kind, found.party_id.clone()), Some(found));
            }
        }
        Ok(())
    }

    /// These are known, and need not be read.
    pub fn add(&mut self, parties: impl Iterator<Item = Party>) {
        self.parties.extend(parties.map(|found| ((found.kind, found.party_id.clone()), Some(found))));
    }

    /// A rate that was read.
    pub fn known_rate(&self, of: (Currency, Date)) -> Option<ExchangeRate> {
        self.rates.get(&of).cloned().flatten()
    }

    /// Whether it was read, and may be none.
    pub fn has_rate(&self, of: (Currency, Date)) -> bool {
        self.rates.contains_key(&of)
    }

    /// A party that is known to be there.
    pub fn known(&self, key: &(PartyKind, String)) -> Option<&Party> {
        self.parties.get(key)?.as_ref()
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

/// Any of these parties.
pub(super) fn any_party(keys: &[(PartyKind, String)]) -> Condition {
    let mut by_kind: BTreeMap<PartyKind, Vec<&str>> = BTreeMap::new();
    for (kind, id) in keys {
        by_kind.entry(*kind).or_default().push(id);
    }
    by_kind.into_iter().fold(Condition::any(), |any, (kind, ids)| {
        any.add(party::Column::PartyKind.eq(kind.name()).and(party::Column::PartyId.is_in(ids)))
    })
}
