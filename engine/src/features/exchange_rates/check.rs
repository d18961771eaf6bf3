//! What rows of the trail state of exchange rates.

use sea_orm::{ConnectionTrait, EntityTrait};

use crate::books::exchange_rate::RESOURCE;
use crate::kernel::entity::exchange_rate;
use crate::kernel::store::StoreError;
use crate::kernel::store::read::at_once::each;
use crate::kernel::store::stated::{List, Stated};

/// What a rate decides.
pub const RATES: List<exchange_rate::Model> = List {
    table: "exchange_rate",
    resource: RESOURCE,
    id: |row| &row.exchange_rate_id,
    fields: &[
        ("currency", |row| row.currency.as_str().into()),
        ("date", |row| row.date.as_str().into()),
        ("rate", |row| row.rate.as_str().into()),
        ("source", |row| row.source.clone().into()),
        ("version", |row| row.version.into()),
        ("created_at", |row| row.created_at.into()),
        ("created_by", |row| row.created_by.as_str().into()),
        ("updated_at", |row| row.updated_at.into()),
        ("updated_by", |row| row.updated_by.as_str().into()),
    ],
};

/// All rates. What cannot be read is named.
pub async fn every(db: &impl ConnectionTrait, unreadable: &mut Vec<String>) -> Result<Vec<Stated>, StoreError> {
    Ok(each(db, exchange_rate::Entity::find(), unreadable).await?.iter().map(|row| RATES.of(row)).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// A golden text of version 3. It never changes; another list is another version.
    #[test]
    fn an_exchange_rate_of_version_3() {
        let rate = RATES.of(&exchange_rate::Model {
            exchange_rate_id: "R-1".into(),
            currency: "EUR".into(),
            date: "2024-01-01".into(),
            rate: "1.10".into(),
            source: None,
            version: 1,
            created_at: 1,
            created_by: "conrad".into(),
            updated_at: 1,
            updated_by: "conrad".into(),
        });
        assert_eq!((rate.resource.as_str(), rate.id.as_str()), ("exchange_rate", "R-1"));
        assert_eq!(
            Value::Object(rate.fields).to_string(),
            r#"{"created_at":1,"created_by":"conrad","currency":"EUR","date":"2024-01-01","rate":"1.10","source":null,"updated_at":1,"updated_by":"conrad","version":1}"#
        );
    }
}
