//! Laws that hold whatever people do.
