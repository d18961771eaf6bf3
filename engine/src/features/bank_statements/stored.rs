//! The mapping of an account's CSV files (`bank_csv_mapping.mapping`, an object of version 0). The shape is [`CsvMapping`]'s own: it is
//! made to be kept, refuses members that it does not know, and gives older texts the meaning that they had.

use crate::books::stored::codec::{Stored, Unreadable, only, write};
use crate::features::bank_statements::formats::CsvMapping;

impl Stored for CsvMapping {
    fn read(version: u64, text: &str) -> Result<Self, Unreadable> {
        only(version, text)
    }

    fn written(&self) -> Result<String, serde_json::Error> {
        write(self)
    }
}
