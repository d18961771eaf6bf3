//! The state of a document, one word of ten.

use engine::books::document::Status;

use super::leaf::wire_word;

wire_word! {
    /// One of the eleven states.
    WireStatus(Status) as "DocumentStatus"
}
