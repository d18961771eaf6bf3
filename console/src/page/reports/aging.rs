use crate::problem::Problem;
use crate::visit::Visit;
use poem::Response;
use std::sync::Arc;
/// The ages of open documents.
pub const BUCKETS: [&str; 5] = ["current", "days_1_30", "days_31_60", "days_61_90", "over_90"];

pub async fn show(_visit: Arc<Visit>) -> Result<Response, Problem> {
    Err(Problem::not_found())
}
