//! The paths of the console. They are remembered, so that a test can walk all of them: whatever is added later stands there, too.

use poem::endpoint::BoxEndpoint;
use poem::{EndpointExt, IntoEndpoint, Response, Route};

/// The paths with their endpoints.
#[derive(Default)]
pub struct Routes {
    route: Route,
    paths: Vec<String>,
}

impl Routes {
    /// Adds a path.
    #[must_use]
    pub fn at<E>(mut self, path: impl AsRef<str>, endpoint: E) -> Self
    where
        E: IntoEndpoint,
        E::Endpoint: 'static,
    {
        self.paths.push(path.as_ref().to_owned());
        self.route = self.route.at(path, endpoint);
        self
    }

    /// All of them, such as `/bills/:id/edit`.
    pub fn paths(&self) -> &[String] {
        &self.paths
    }

    pub fn into_endpoint(self) -> BoxEndpoint<'static, Response> {
        self.route.map_to_response().boxed()
    }
}
