//! Sessions of the console.

use super::{RowName, to_json};
use crate::clock::Timestamp;
use crate::entity::console_session::Model;
use crate::session::{Found, Session, SignedInBy};
use crate::store::StoreError;

/// The row of a session that begins.
pub fn begun(session: &Session, secret_hash: &str) -> Result<Model, StoreError> {
    Ok(Model {
        session_id: session.session_id.clone(),
        secret_hash: secret_hash.to_owned(),
        former_hash: None,
        rotated_at: session.began_at.micros(),
        // Nothing waits for it: there is no former secret.
        confirmed_at: Some(session.began_at.micros()),
        user_id: session.user_id.to_string(),
        user_key: session.user_id.folded().to_owned(),
        roles: session.roles.as_ref().map(to_json).transpose()?,
        permissions: to_json(&session.permissions)?,
        csrf: session.csrf.clone(),
        signed_in_by: session.signed_in_by.name().into(),
        began_at: session.began_at.micros(),
        seen_at: session.seen_at.micros(),
        ends_at: session.ends_at.micros(),
        ended_at: None,
    })
}

/// The session as the secret of this hash found it.
pub fn read(row: Model, hash: &str) -> Result<Found, StoreError> {
    let name = RowName { table: "console_session", key: &row.session_id };
    let session = Session {
        roles: row.roles.as_ref().map(|text| name.json("roles", text)).transpose()?,
        permissions: name.json("permissions", &row.permissions)?,
        signed_in_by: name.some("signed_in_by", SignedInBy::parse(&row.signed_in_by))?,
        began_at: Timestamp::from_micros(row.began_at),
        seen_at: Timestamp::from_micros(row.seen_at),
        ends_at: Timestamp::from_micros(row.ends_at),
        user_id: row.user_id.into(),
        csrf: row.csrf,
        session_id: row.session_id,
    };
    Ok(Found {
        session,
        rotated_at: Timestamp::from_micros(row.rotated_at),
        confirmed_at: row.confirmed_at.map(Timestamp::from_micros),
        by_former: row.secret_hash != hash,
    })
}
