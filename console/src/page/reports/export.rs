use crate::problem::Problem;
use crate::visit::Visit;
use poem::Response;
use std::sync::Arc;
pub async fn show(_visit: Arc<Visit>) -> Result<Response, Problem> {
    Err(Problem::not_found())
}
