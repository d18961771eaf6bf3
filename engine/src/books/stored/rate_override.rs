//! Why a routing plan asks more than the document's own amount would, since version 1.

use std::str::FromStr;

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use super::codec::{Unreadable, word};
use crate::approval::plan::RateOverride;
use crate::values::money::Minor;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum RateOverrideV1 {
    Differs { table_rate: String, by_table: i64 },
    Unknown,
}

impl RateOverrideV1 {
    pub(super) fn of(rate: &RateOverride) -> Self {
        match rate {
            RateOverride::Differs { table_rate, by_table } => {
                Self::Differs { table_rate: table_rate.to_string(), by_table: by_table.0 }
            }
            RateOverride::Unknown => Self::Unknown,
        }
    }

    pub(super) fn into_domain(self) -> Result<RateOverride, Unreadable> {
        Ok(match self {
            Self::Differs { table_rate, by_table } => RateOverride::Differs {
                table_rate: word("table_rate", &table_rate, |text| Decimal::from_str(text).ok())?,
                by_table: Minor(by_table),
            },
            Self::Unknown => RateOverride::Unknown,
        })
    }
}
