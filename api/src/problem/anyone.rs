//! The error of a handler that needs a token and no permission: a caller without permissions gets an empty list, or a refusal of each
//! item.

use engine::values::error::Error;
use poem_openapi::ApiResponse;
use poem_openapi::registry::{MetaResponses, Registry};

use super::Problem;

/// An error that is never 403.
#[derive(Debug)]
pub struct ForAnyone<E = Problem>(E);

impl<E: From<Problem>> From<Problem> for ForAnyone<E> {
    fn from(problem: Problem) -> Self {
        Self(problem.into())
    }
}

impl<E: From<Problem>> From<Error> for ForAnyone<E> {
    fn from(error: Error) -> Self {
        Self(Problem::from(error).into())
    }
}

impl<E: Into<poem::Error>> From<ForAnyone<E>> for poem::Error {
    fn from(error: ForAnyone<E>) -> Self {
        error.0.into()
    }
}

impl<E: ApiResponse> ApiResponse for ForAnyone<E> {
    fn meta() -> MetaResponses {
        let mut meta = E::meta();
        meta.responses.retain(|response| response.status != Some(403));
        meta
    }

    fn register(registry: &mut Registry) {
        E::register(registry);
    }
}
