//! What the columns of an account's CSV files mean, kept for the account.

use crate::features::bank_statements::formats::CsvMapping;
use crate::values::clock::Timestamp;

/// The mapping of an account.
#[derive(Clone, PartialEq, Debug)]
pub struct Mapping {
    pub account_id: String,
    pub mapping: CsvMapping,
    pub version: i64,
    pub updated_at: Timestamp,
    pub updated_by: String,
}
