//! The names of the interface, made by `build/` of its description, `openapi/gl.json`: what the description no longer has does not
//! compile, and what it has anew is asked for where every case must be thought of.
//! See docs/adr/0060-the-consoles-names-come-from-the-description.md.

mod member;
pub mod undescribed;

pub use member::{Family, Member, Schema};

/// For each schema a type with its members, such as `Account::ACCOUNT_NAME`. `Document` and the like are of every type of documents,
/// `Page` is of every list.
pub mod schema {
    use super::member::Member;

    include!(concat!(env!("OUT_DIR"), "/schemas.rs"));
}

/// For each operation with query parameters a type with their names, such as `ListAccounts::IS_ACTIVE`.
pub mod query {
    use super::member::Member;

    include!(concat!(env!("OUT_DIR"), "/queries.rs"));
}

/// The enumerations, and what is said about each type of documents.
pub mod enumeration {
    use super::member::{Family, Member, Schema};
    use super::schema;

    include!(concat!(env!("OUT_DIR"), "/enumerations.rs"));
    include!(concat!(env!("OUT_DIR"), "/documents.rs"));
}
