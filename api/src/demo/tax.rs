//! The two tax codes of the demo company: both are of one rate and one account.

use std::sync::Arc;

use engine::features::tax_codes::commands::{SaveTaxCode, TaxCodeFields};
use engine::kernel::engine::Engine;
use engine::values::clock::Date;
use engine::values::error::{Error, Faults};
use engine::values::kind::{Control, DocumentKind};
use engine::values::money::decimal_from_text;
use engine::values::tax_code::TaxUse;

use super::people::{done, person};

/// The id, the name, what it is for.
const CODES: [(&str, &str, TaxUse); 2] =
    [("SALES-7", "Sales tax, 7 %", TaxUse::Sales), ("PURCHASE-7", "Tax on purchases, 7 %", TaxUse::Purchases)];

/// Of lines of invoices and bills; what else the company writes has a rate of its own.
pub fn code_of(kind: DocumentKind) -> Option<&'static str> {
    let items = kind.items().filter(|items| items.needs_due_date)?;
    let [sales, purchases] = CODES.map(|(id, ..)| id);
    Some(match items.control {
        Control::Receivable => sales,
        Control::Payable => purchases,
    })
}

/// Writes them.
pub async fn load(engine: &Arc<Engine>) -> Result<(), Error> {
    for (id, name, used_for) in CODES {
        let rate = Date::parse("2000-01-01").zip(decimal_from_text("0.07"));
        let fields = TaxCodeFields {
            tax_code_name: Some(name.into()),
            used_for: Some(used_for),
            rates: Some(rate.into_iter().collect()),
            account_id: Some("2100".into()),
            ..TaxCodeFields::default()
        };
        let save = SaveTaxCode { tax_code_id: id.into(), fields, create: true, faults: Faults::default() };
        done(engine.perform(person("conny"), save).await)?;
    }
    Ok(())
}
