//! What is written once, and may be begun again.

use engine::values::error::{Error, RefusalName};

/// Accepts "it exists already" as done, so that what was interrupted can be taken up again.
pub fn done<T>(outcome: Result<T, Error>) -> Result<(), Error> {
    match outcome {
        Ok(_) => Ok(()),
        Err(Error::Refused(refusal)) if refusal.is(RefusalName::AlreadyExists) => Ok(()),
        Err(error) => Err(error),
    }
}
