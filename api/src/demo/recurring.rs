//! The rent of the store room, a draft at the first of each month to come.

use std::sync::Arc;

use engine::books::document::Draft;
use engine::books::document::draft::{Body, ItemLineDraft, ItemsDraft};
use engine::features::recurring::commands::save::{RecurringFields, SaveRecurring};
use engine::features::recurring::model::MadeAs;
use engine::features::recurring::schedule::{BusinessDay, Every, Schedule};
use engine::kernel::engine::Engine;
use engine::values::clock::Date;
use engine::values::error::{Error, Faults};
use engine::values::kind::DocumentKind;
use engine::values::money::decimal_from_text;

use super::company::{end_of, months};
use super::people::{done, person};

const ID: &str = "RD-DEMO-1";

/// Writes the template.
pub async fn load(engine: &Arc<Engine>) -> Result<(), Error> {
    let Some(next_month) = months(engine).last().map(|first| end_of(*first).next()) else { return Ok(()) };
    let fields = RecurringFields {
        name: Some("Rent of the store room".into()),
        kind: Some(DocumentKind::Bill),
        draft: Some(rent()),
        makes: Some(MadeAs::Draft),
        due_days: Some(Some(14)),
        schedule: Some(monthly(next_month)),
    };
    let save = SaveRecurring { recurring_document_id: ID.into(), fields, create: true, faults: Faults::default() };
    done(engine.perform(person("conny"), save).await)
}

fn monthly(start_date: Date) -> Schedule {
    Schedule {
        every: Every::Month { day: 1 },
        interval: 1,
        start_date,
        end_date: None,
        occurrences: None,
        business_day: BusinessDay::After,
        holidays: [].into(),
    }
}

fn rent() -> Draft {
    let line = ItemLineDraft {
        account_id: Some("6100".into()),
        description: Some("Rent of the store room".into()),
        quantity: decimal_from_text("1"),
        rate: decimal_from_text("4500"),
        tax_rate: decimal_from_text("0.07"),
        ..ItemLineDraft::default()
    };
    let items = ItemsDraft {
        party_id: Some("VEND-LANDLORD".into()),
        control_account_id: Some("2000".into()),
        due_date: None,
        payment_terms_id: None,
        reference: Some("VEND-LANDLORD/RENT".into()),
        about: None,
        lines: vec![line],
    };
    Draft {
        kind: DocumentKind::Bill,
        id: None,
        tran_date: None,
        posting_period_id: None,
        currency: None,
        exchange_rate: None,
        exchange_rate_reason: None,
        memo: Some("Rent of the store room".into()),
        body: Body::Items(items),
    }
}
