//! Reading for lists, trails and reports.
