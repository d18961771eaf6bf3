//! What amounts are added up from, since version 2 of a rule and version 3 of a plan.

use serde::{Deserialize, Serialize};

use super::codec::{Unreadable, word};
use crate::approval::splitting::{AddedUp, Aggregate, AggregateBy};
use crate::values::money::Minor;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AggregateV1 {
    days: u32,
    by: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AddedUpV1 {
    aggregate: AggregateV1,
    amount: i64,
    documents: Vec<String>,
    left_out: u64,
}

impl AggregateV1 {
    pub(super) fn of(Aggregate { days, by }: Aggregate) -> Self {
        Self { days, by: by.name().into() }
    }

    pub(super) fn into_domain(self) -> Result<Aggregate, Unreadable> {
        Ok(Aggregate { days: self.days, by: word("by", &self.by, AggregateBy::parse)? })
    }
}

impl AddedUpV1 {
    pub(super) fn of(AddedUp { aggregate, amount, documents, left_out }: &AddedUp) -> Self {
        Self {
            aggregate: AggregateV1::of(*aggregate),
            amount: amount.0,
            documents: documents.clone(),
            left_out: *left_out,
        }
    }

    pub(super) fn into_domain(self) -> Result<AddedUp, Unreadable> {
        Ok(AddedUp {
            aggregate: self.aggregate.into_domain()?,
            amount: Minor(self.amount),
            documents: self.documents,
            left_out: self.left_out,
        })
    }
}
