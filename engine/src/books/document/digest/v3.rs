//! Version 3. Its frame is never to be changed: see the module above.
//!
//! The bytes `gl-document-3`; the fields of version 1; the day on which the entry is reversed, as its `YYYY-MM-DD`, or that there is
//! none; how many further fields the document has, and of each its name and its value, ascending by name.
//!
//! What documents get after this version is a further field: it has a name here and stands in [`further`] only where it is given,
//! so that a document without it keeps the digest that it always had. A name never changes what its value means.

use std::collections::BTreeMap;

use super::v1;
use crate::books::document::model::Document;
use crate::books::document::settles::Several;
use crate::values::canonical::Form;

/// By name.
pub type Further = BTreeMap<String, String>;

/// What the document has that no version before lists.
///
/// | name | value |
/// |---|---|
/// | `applications/<type>/<id>` | what of a payment of several documents goes to this one, in minor units |
/// | `lines/<line_number>/dimensions/<dimension_id>` | the value that the line names in the dimension |
pub fn further(document: &Document) -> Further {
    let mut further = Further::new();
    for (key, part) in document.pays_several().into_iter().flat_map(Several::each) {
        further.insert(format!("applications/{}/{}", key.kind.name(), key.id), part.amount.0.to_string());
    }
    for line in document.lines() {
        for (dimension_id, value_id) in &line.dimensions {
            further.insert(format!("lines/{}/dimensions/{dimension_id}", line.line_number), value_id.clone());
        }
    }
    further
}

pub fn form(document: &Document, further: &Further) -> Vec<u8> {
    let mut form = Form::new("gl-document-3");
    v1::fields(&mut form, document);
    form.optional(document.content.reversal_date(), |form, date| form.text(&date.to_string()));
    form.length(further.len());
    for (name, value) in further {
        form.text(name);
        form.text(value);
    }
    form.finish()
}
