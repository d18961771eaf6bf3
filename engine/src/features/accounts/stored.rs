//! `account` in the details of an account's audit rows: one version, 0.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::books::stored::codec::{Stored, Unreadable, only, word, write};
use crate::values::account::{Account, AccountType, Subtype};
use crate::values::clock::Timestamp;
use crate::values::money::Currency;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AccountV0 {
    account_id: String,
    account_name: String,
    account_type: String,
    #[serde(deserialize_with = "crate::books::stored::codec::present")]
    subtype: Option<String>,
    #[serde(deserialize_with = "crate::books::stored::codec::present")]
    currency: Option<String>,
    is_active: bool,
    /// Not written where there are none, as before there were any.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    required_dimensions: BTreeSet<String>,
    version: i64,
    created_at: i64,
    created_by: String,
}

impl Stored for Account {
    fn read(version: u64, text: &str) -> Result<Self, Unreadable> {
        let read: AccountV0 = only(version, text)?;
        let subtype = read.subtype.as_deref().map(|text| word("subtype", text, Subtype::parse)).transpose()?;
        let currency = read.currency.as_deref().map(|code| word("currency", code, Currency::parse)).transpose()?;
        Ok(Self {
            account_id: read.account_id,
            account_name: read.account_name,
            account_type: word("account_type", &read.account_type, AccountType::parse)?,
            subtype,
            currency,
            is_active: read.is_active,
            required_dimensions: read.required_dimensions,
            version: read.version,
            created_at: Timestamp::from_micros(read.created_at),
            created_by: read.created_by,
        })
    }

    fn written(&self) -> Result<String, serde_json::Error> {
        write(&AccountV0 {
            account_id: self.account_id.clone(),
            account_name: self.account_name.clone(),
            account_type: self.account_type.name().into(),
            subtype: self.subtype.map(|subtype| subtype.name().into()),
            currency: self.currency.map(|currency| currency.code().into()),
            is_active: self.is_active,
            required_dimensions: self.required_dimensions.clone(),
            version: self.version,
            created_at: self.created_at.micros(),
            created_by: self.created_by.clone(),
        })
    }
}
