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

/// What the document has that no version before lists. Amounts are in minor units.
///
/// | name | value |
/// |---|---|
/// | `applications/<type>/<id>` | what of a payment of several documents goes to this one |
/// | `applications/<type>/<id>/discount`, `…/discount_account_id` | what it takes of that one's discount, and where that is posted |
/// | `payment_terms_id` | the terms that a bill or an invoice was written with |
/// | `discount_date`, `discount_amount`, `discount_account_id` | until when it is let off, how much, and where it is posted |
/// | `discount`, `discount_account_id` | what a payment takes of it, and where that is posted |
/// | `write_off`, `write_off_account_id`, `write_off_rule_id` | what a payment lets off or keeps, where that is posted, and by which rule |
/// | `lines/<line_number>/dimensions/<dimension_id>` | the value that the line names in the dimension |
/// | `lines/<line_number>/tax_code_id`, `…/not_recoverable_tax` | the line's tax code, and what of its tax stays on its account |
/// | `lines/<line_number>/reverse_charge_tax`, `…/reverse_charge_account_id` | what the recipient owes, and where it is deducted |
pub fn further(document: &Document) -> Further {
    let mut all = Further::new();
    for (key, part) in document.pays_several().into_iter().flat_map(Several::each) {
        let name = format!("applications/{}/{}", key.kind.name(), key.id);
        if let Some(taken) = &part.discount {
            all.insert(format!("{name}/discount"), taken.amount.0.to_string());
            all.insert(format!("{name}/discount_account_id"), taken.account_id.clone());
        }
        all.insert(name, part.amount.0.to_string());
    }
    for line in document.lines() {
        for (dimension_id, value_id) in &line.dimensions {
            all.insert(format!("lines/{}/dimensions/{dimension_id}", line.line_number), value_id.clone());
        }
    }
    tax_codes(document, &mut all);
    terms(document, &mut all);
    all
}

/// Of each line with a tax code what that came to, besides rate, tax and account, which version 1 lists.
fn tax_codes(document: &Document, all: &mut Further) {
    for item in document.content.items().into_iter().flat_map(|items| &items.lines) {
        let Some(coded) = &item.coded else { continue };
        let number = item.line.line_number;
        let mut put = |name: &str, value: String| all.insert(format!("lines/{number}/{name}"), value);
        put("tax_code_id", coded.tax_code_id.clone());
        put("not_recoverable_tax", coded.not_recoverable.0.to_string());
        if let Some(reverse) = &coded.reverse_charge {
            put("reverse_charge_tax", reverse.tax.0.to_string());
            put("reverse_charge_account_id", reverse.account_id.clone());
        }
    }
}

fn terms(document: &Document, all: &mut Further) {
    let mut put = |name: &str, value: String| all.insert(name.to_owned(), value);
    if let Some(terms) = document.content.items().and_then(|items| items.terms.as_ref()) {
        put("payment_terms_id", terms.payment_terms_id.clone());
    }
    if let Some(offered) = document.content.offered() {
        put("discount_date", offered.until.to_string());
        put("discount_amount", offered.amount.0.to_string());
        put("discount_account_id", offered.account_id.clone());
    }
    if let Some(taken) = document.content.discount() {
        put("discount", taken.amount.0.to_string());
        put("discount_account_id", taken.account_id.clone());
    }
    if let Some(write_off) = document.content.write_off() {
        put("write_off", write_off.amount.0.to_string());
        put("write_off_account_id", write_off.account_id.clone());
        put("write_off_rule_id", write_off.write_off_rule_id.clone());
    }
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
