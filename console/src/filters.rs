//! The filters of the templates.
#![allow(clippy::inline_always, reason = "askama's attribute writes it")]

use std::fmt::Display;

use askama::Values;

use crate::{text, vocabulary};

/// The text of a key: `{{ "inbox.title"|t }}`.
#[askama::filter_fn]
pub fn t(key: impl Display, _: &dyn Values) -> askama::Result<&'static str> {
    Ok(text::text(&key.to_string()))
}

/// The text of a key with its `{}` filled in: `{{ "inbox.waiting"|t1(count) }}`.
#[askama::filter_fn]
pub fn t1<V: Display>(key: impl Display, _: &dyn Values, value: V) -> askama::Result<String> {
    Ok(text::filled(&key.to_string(), &[&value.to_string()]))
}

/// The same with two values.
#[askama::filter_fn]
pub fn t2<V: Display, W: Display>(key: impl Display, _: &dyn Values, one: V, two: W) -> askama::Result<String> {
    Ok(text::filled(&key.to_string(), &[&one.to_string(), &two.to_string()]))
}

/// What people call a thing that the interface names: a status, an action, a document type, a field.
#[askama::filter_fn]
pub fn word(name: impl Display, _: &dyn Values) -> askama::Result<String> {
    Ok(vocabulary::word(&name.to_string()))
}

/// The address of an asset, which changes with its content.
#[askama::filter_fn]
pub fn asset(name: impl Display, _: &dyn Values) -> askama::Result<String> {
    Ok(crate::asset::address(&name.to_string()))
}

/// One segment of a path.
#[askama::filter_fn]
pub fn segment(value: impl Display, _: &dyn Values) -> askama::Result<String> {
    Ok(crate::operations::segment(&value.to_string()))
}

/// A value of a query.
#[askama::filter_fn]
pub fn component(value: impl Display, _: &dyn Values) -> askama::Result<String> {
    Ok(form_urlencoded::byte_serialize(value.to_string().as_bytes()).collect())
}
