//! What dimensions and their values are called. They themselves stand in [`crate::values::dimension`].

/// The resource of dimensions in permissions and in the trail, and of values in permissions.
pub const DIMENSION: &str = "dimension";
/// The resource of values in the trail.
pub const VALUE: &str = "dimension_value";
/// What is called so in a 404.
pub const TITLE: &str = "dimension";
pub const VALUE_TITLE: &str = "dimension value";
