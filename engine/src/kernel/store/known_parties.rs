//! Parties as this process last read them, with the transactions that wrote them: an optimistic write compares these with the
//! database's own mark of who wrote a row (`xmin`). PostgreSQL only. See docs/write-path.md#guards.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use sea_orm::sea_query::Expr;
use sea_orm::{EntityTrait, FromQueryResult, QueryFilter, QuerySelect, QueryTrait};
use serde::Deserialize;

use super::master_data::any_party;
use super::reads::Reads;
use super::statement::ROWS_PER_STATEMENT;
use super::{StoreError, row, unchanged};
use crate::books::party::{Party, PartyKind};
use crate::kernel::entity::party;

/// How many are known: some megabytes.
const MOST: usize = 4_096;

pub type PartyKey = (PartyKind, String);

/// A party, and the number of the transaction that wrote it.
#[derive(Clone, Debug)]
pub struct KnownParty {
    pub party: Party,
    pub by: u32,
}

#[derive(Default, Debug)]
pub struct KnownParties(Mutex<HashMap<PartyKey, KnownParty>>);

impl KnownParties {
    /// Those of these parties that are known.
    pub fn of(&self, keys: BTreeSet<PartyKey>) -> BTreeMap<PartyKey, KnownParty> {
        let kept = self.kept();
        keys.into_iter().filter_map(|key| kept.get(&key).cloned().map(|known| (key, known))).collect()
    }

    /// These parties as they are now, which are known from then on; those that are not there are left out. Who is refused is refused by
    /// what is read, and never by what was known before.
    pub async fn read(
        &self,
        db: &impl Reads,
        keys: BTreeSet<PartyKey>,
    ) -> Result<BTreeMap<PartyKey, KnownParty>, StoreError> {
        let mut found = BTreeMap::new();
        let keys: Vec<PartyKey> = keys.into_iter().collect();
        for part in keys.chunks(ROWS_PER_STATEMENT) {
            let select =
                party::Entity::find().filter(any_party(part)).expr_as(Expr::cust("party.xmin::text"), "written");
            let rows: Vec<Row> = db.records(select.build(db.backend())).await?;
            for Row { party, written } in rows {
                let known = KnownParty { party: row::party::read_party(party)?, by: unchanged::number(Some(written))? };
                found.insert((known.party.kind, known.party.party_id.clone()), known);
            }
        }
        self.keep(&found);
        Ok(found)
    }

    fn keep(&self, found: &BTreeMap<PartyKey, KnownParty>) {
        let mut kept = self.kept();
        if kept.len().saturating_add(found.len()) > MOST {
            kept.clear();
        }
        kept.extend(found.iter().take(MOST).map(|(key, known)| (key.clone(), known.clone())));
    }

    /// One of these is not as it was.
    pub fn forget<'k>(&self, keys: impl IntoIterator<Item = &'k PartyKey>) {
        let mut kept = self.kept();
        for key in keys {
            kept.remove(key);
        }
    }

    fn kept(&self) -> MutexGuard<'_, HashMap<PartyKey, KnownParty>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(FromQueryResult, Deserialize)]
struct Row {
    #[sea_orm(nested)]
    #[serde(flatten)]
    party: party::Model,
    written: String,
}
