//! What a list of documents is sorted by, on the wire.

use engine::features::documents::query::documents::DocumentOrder;
use poem_openapi::Enum;

/// What a list is sorted by; `-` is the last first.
#[derive(Enum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum DocumentSort {
    #[oai(rename = "-created_at")]
    Newest,
    #[oai(rename = "created_at")]
    Oldest,
    #[oai(rename = "tran_date")]
    Earliest,
    #[oai(rename = "-tran_date")]
    Latest,
    #[oai(rename = "due_date")]
    DueFirst,
    #[oai(rename = "-due_date")]
    DueLast,
    #[oai(rename = "amount")]
    Smallest,
    #[oai(rename = "-amount")]
    Largest,
}

impl From<DocumentSort> for DocumentOrder {
    fn from(sort: DocumentSort) -> Self {
        match sort {
            DocumentSort::Newest => Self::Newest,
            DocumentSort::Oldest => Self::Oldest,
            DocumentSort::Earliest => Self::Earliest,
            DocumentSort::Latest => Self::Latest,
            DocumentSort::DueFirst => Self::DueFirst,
            DocumentSort::DueLast => Self::DueLast,
            DocumentSort::Smallest => Self::Smallest,
            DocumentSort::Largest => Self::Largest,
        }
    }
}
