//! The audit trail: everything that was done, its seals, and the proof of one document.

mod csv;
mod list;
mod proof;
pub mod row;
mod verify;

use crate::interface::schema::AuditHead;
use poem::get;

use super::door::Door;
use super::routes::Routes;

/// The paths of this area.
pub fn add(route: Routes, door: &Door) -> Routes {
    route
        .at("/audit", get(door.page(list::show)))
        .at("/audit/csv", get(door.page(csv::download)))
        .at("/audit/verify", get(door.page(verify::show)))
        .at("/audit/:resource/:id", get(door.page(proof::show)))
}

/// The newest seal.
pub struct Head {
    pub position: String,
    pub hash: String,
    /// As `gl audit verify --head` takes it.
    pub kept: String,
    pub sealed_at: String,
    pub sealed_at_shown: String,
}

/// The head now; nothing in books in which nothing is sealed yet.
fn head(answer: &crate::json::Json, reader: crate::reader::Reader) -> Option<Head> {
    use crate::json::Members;
    let sealed_at = answer.given(AuditHead::SEALED_AT)?;
    let (position, hash) = (answer.text(AuditHead::POSITION), answer.text(AuditHead::HASH));
    Some(Head {
        kept: format!("{position}:{hash}"),
        sealed_at_shown: reader.instant(&sealed_at),
        position,
        hash,
        sealed_at,
    })
}
