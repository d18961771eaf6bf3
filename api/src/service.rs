//! The service as the listener sees it.

use std::sync::Arc;

use poem::Response;
use poem::endpoint::BoxEndpoint;

/// The endpoint that answers every request.
pub type Service = Arc<BoxEndpoint<'static, Response>>;
