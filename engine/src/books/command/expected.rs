//! What a command that saves a record whole expects of what is there.

use crate::values::error::{Refusal, RefusalName};

/// Refuses to make a record that is there already (409 `already_exists` at the field of its id), and to change one that is not (404).
pub fn as_expected<R>(before: Option<&R>, create: bool, title: &str, (field, id): (&str, &str)) -> Result<(), Refusal> {
    match before {
        Some(_) if create => {
            Err(RefusalName::AlreadyExists.because(format!("{title} {id:?} exists already")).at(&format!("/{field}")))
        }
        None if !create => Err(Refusal::not_found(title, id)),
        _ => Ok(()),
    }
}
