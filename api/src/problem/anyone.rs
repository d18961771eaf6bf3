//! The error of a handler that needs a token and no permission: a caller without permissions gets an empty list.

use engine::error::Error;
use poem_openapi::ApiResponse;
use poem_openapi::registry::{MetaResponses, Registry};

use super::Problem;
use super::described::{self, SCHEMA};

/// A problem that is never 403.
#[derive(Debug)]
pub struct ForAnyone(Problem);

impl From<Problem> for ForAnyone {
    fn from(problem: Problem) -> Self {
        Self(problem)
    }
}

impl From<Error> for ForAnyone {
    fn from(error: Error) -> Self {
        Self(error.into())
    }
}

impl From<ForAnyone> for poem::Error {
    fn from(problem: ForAnyone) -> Self {
        problem.0.into()
    }
}

impl ApiResponse for ForAnyone {
    fn meta() -> MetaResponses {
        let mut meta = described::responses(SCHEMA);
        meta.responses.retain(|response| response.status != Some(403));
        meta
    }

    fn register(registry: &mut Registry) {
        Problem::register(registry);
    }
}
