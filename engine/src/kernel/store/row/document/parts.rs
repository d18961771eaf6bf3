//! What of a payment goes to each of several documents, out of the rows of its lines and back into them: a row for each document, and
//! after it one for the discount that is taken of that document.

use crate::books::document::{Part, Payment, Several, Taken};
use crate::kernel::entity::document_line::Model;
use crate::kernel::store::StoreError;
use crate::kernel::store::row::RowName;
use crate::values::kind::{DocumentKey, DocumentKind};
use crate::values::money::Minor;

/// The table of the lines, by which what cannot be read is named.
pub const LINES: &str = "document_line";

/// The parts of a payment of documents of this type, in the order of the rows.
pub fn read(kind: DocumentKind, control_account_id: &str, rows: Vec<Model>) -> Result<Vec<Part>, StoreError> {
    let mut parts: Vec<Part> = Vec::with_capacity(rows.len());
    for mut row in rows {
        let key = std::mem::take(&mut row.document_id);
        let name = RowName { table: LINES, key: &key };
        if let Some((column, _)) = of_others(kind, &row).into_iter().find(|(_, is_left)| *is_left) {
            return Err(name.bad(column));
        }
        let id = name.some("settled_id", row.settled_id)?;
        let Some(share) = row.base_settled else {
            // The share of the control account stands with its part.
            let own = parts.last_mut().filter(|part| part.id == id && part.discount.is_none());
            name.some("base_settled", own)?.discount = Some(Taken { amount: row.amount, account_id: row.account_id });
            continue;
        };
        if row.account_id != control_account_id {
            return Err(name.bad("account_id"));
        }
        parts.push(Part { id, amount: row.amount, discount: None, share: Minor(share) });
    }
    Ok(parts)
}

/// What a part of a payment does not have, or has of another type.
fn of_others(kind: DocumentKind, row: &Model) -> [(&'static str, bool); 14] {
    [
        ("settled_kind", row.settled_kind.as_deref() != Some(kind.name())),
        ("memo", row.memo.is_some()),
        ("department_id", row.department_id.is_some()),
        ("cost_center_id", row.cost_center_id.is_some()),
        ("quantity", row.quantity.is_some()),
        ("rate", row.rate.is_some()),
        ("tax_rate", row.tax_rate.is_some()),
        ("tax_amount", row.tax_amount.is_some()),
        ("tax_account_id", row.tax_account_id.is_some()),
        ("tax_code_id", row.tax_code_id.is_some()),
        ("not_recoverable_tax", row.not_recoverable_tax.is_some()),
        ("reverse_charge_tax", row.reverse_charge_tax.is_some()),
        ("reverse_charge_account_id", row.reverse_charge_account_id.is_some()),
        ("dimensions", row.dimensions.is_some()),
    ]
}

/// The rows of a payment's parts.
pub fn rows(key: &DocumentKey, payment: &Payment, several: &Several) -> Vec<Model> {
    let of_part = |(settled, part): (DocumentKey, &Part)| {
        let own = row(key, &settled, &payment.control_account_id, part.amount, Some(part.share.0));
        let taken = part.discount.as_ref().map(|taken| row(key, &settled, &taken.account_id, taken.amount, None));
        std::iter::once(own).chain(taken)
    };
    let numbered = |(line_number, row): (i64, Model)| Model { line_number, ..row };
    (1..).zip(several.each().flat_map(of_part)).map(numbered).collect()
}

fn row(key: &DocumentKey, settled: &DocumentKey, account_id: &str, amount: Minor, base_settled: Option<i64>) -> Model {
    Model {
        kind: key.kind.name().into(),
        document_id: key.id.clone(),
        line_number: 0,
        account_id: account_id.to_owned(),
        amount,
        memo: None,
        department_id: None,
        cost_center_id: None,
        quantity: None,
        rate: None,
        tax_rate: None,
        tax_amount: None,
        tax_account_id: None,
        settled_kind: Some(settled.kind.name().into()),
        settled_id: Some(settled.id.clone()),
        base_settled,
        dimensions: None,
        tax_code_id: None,
        not_recoverable_tax: None,
        reverse_charge_tax: None,
        reverse_charge_account_id: None,
    }
}
