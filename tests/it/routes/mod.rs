//! One module per resource.
