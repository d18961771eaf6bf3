//! Version 2. Never to be changed: see the module above.
//!
//! The bytes `gl-document-2`; the fields of version 1; the day on which the entry is reversed, as its `YYYY-MM-DD`.

use super::v1;
use crate::books::document::model::Document;
use crate::values::canonical::Form;
use crate::values::clock::Date;

pub fn form(document: &Document, reversal_date: Date) -> Vec<u8> {
    let mut form = Form::new("gl-document-2");
    v1::fields(&mut form, document);
    form.text(&reversal_date.to_string());
    form.finish()
}
