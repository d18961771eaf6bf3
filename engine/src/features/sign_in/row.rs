//! Sessions of the console.

use crate::kernel::entity::console_session::Model;
use crate::kernel::session::{Found, Session, SessionKey, SignedInBy};
use crate::kernel::store::StoreError;
use crate::kernel::store::row::{RowName, to_json};
use crate::values::clock::Timestamp;

const TABLE: &str = "console_session";

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
        mac: String::new(),
    })
}

/// The row with the MAC of what it says, all but that it was ended.
pub fn sealed(key: &SessionKey, row: Model) -> Model {
    let mac = with_fields(&row, |fields| key.mac(TABLE, fields));
    Model { mac, ..row }
}

/// Whether the row says what was sealed.
pub fn is_sealed(key: &SessionKey, row: &Model) -> bool {
    with_fields(row, |fields| key.is_mac(&row.mac, TABLE, fields))
}

fn with_fields<T>(row: &Model, then: impl FnOnce(&[Option<&str>]) -> T) -> T {
    let instants = [row.rotated_at, row.began_at, row.seen_at, row.ends_at].map(|at| at.to_string());
    let confirmed_at = row.confirmed_at.map(|at| at.to_string());
    let [rotated_at, began_at, seen_at, ends_at] = instants.each_ref().map(|at| Some(at.as_str()));
    then(&[
        Some(&row.session_id),
        Some(&row.secret_hash),
        row.former_hash.as_deref(),
        rotated_at,
        confirmed_at.as_deref(),
        Some(&row.user_id),
        Some(&row.user_key),
        row.roles.as_ref().map(|roles| roles.0.as_str()),
        Some(&row.permissions.0),
        Some(&row.csrf),
        Some(&row.signed_in_by),
        began_at,
        seen_at,
        ends_at,
    ])
}

/// The session as the secret of this hash found it.
pub fn read(row: Model, hash: &str) -> Result<Found, StoreError> {
    let name = RowName { table: TABLE, key: &row.session_id };
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
