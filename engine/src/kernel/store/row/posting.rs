//! Postings and their lines.

use super::RowName;
use crate::books::ledger::{Posting, PostingKind, PostingLine, TaxPart};
use crate::kernel::entity::{posting, posting_line};
use crate::kernel::store::StoreError;
use crate::values::clock::Timestamp;
use crate::values::kind::SubLedger;
use crate::values::kind::{DocumentKey, DocumentKind};

pub fn read(row: &posting::Model, lines: Vec<posting_line::Model>) -> Result<Posting, StoreError> {
    let name = RowName { table: "posting", key: &row.source_id };
    Ok(Posting {
        source: DocumentKey::new(
            name.some("source_kind", DocumentKind::parse(&row.source_kind))?,
            row.source_id.clone(),
        ),
        kind: name.some("kind", PostingKind::parse(&row.kind))?,
        period_id: row.period_id.clone(),
        sub_ledger: name.some("sub_ledger", SubLedger::parse(&row.sub_ledger))?,
        posting_date: name.date("posting_date", &row.posting_date)?,
        currency: name.currency("currency", &row.currency)?,
        posted_at: Timestamp::from_micros(row.posted_at),
        lines: lines.into_iter().map(read_line).collect::<Result<_, _>>()?,
    })
}

fn read_line(row: posting_line::Model) -> Result<PostingLine, StoreError> {
    let name = RowName { table: "posting_line", key: &row.source_id };
    let tax_part = row.tax_part.as_deref().map(|part| name.some("tax_part", TaxPart::parse(part))).transpose()?;
    Ok(PostingLine {
        line_number: row.line_number,
        account_id: row.account_id,
        amount: row.amount,
        base_amount: row.base_amount,
        memo: row.memo,
        tax_part,
    })
}

pub fn header(posting: &Posting) -> posting::Model {
    posting::Model {
        source_kind: posting.source.kind.name().into(),
        source_id: posting.source.id.clone(),
        kind: posting.kind.name().into_owned(),
        period_id: posting.period_id.clone(),
        sub_ledger: posting.sub_ledger.name().into(),
        posting_date: posting.posting_date.to_string(),
        currency: posting.currency.code().into(),
        posted_at: posting.posted_at.micros(),
    }
}

pub fn lines(posting: &Posting) -> impl Iterator<Item = posting_line::Model> {
    posting.lines.iter().zip(1_i64..).map(|(line, position)| posting_line::Model {
        source_kind: posting.source.kind.name().into(),
        source_id: posting.source.id.clone(),
        kind: posting.kind.name().into_owned(),
        position,
        line_number: line.line_number,
        account_id: line.account_id.clone(),
        posting_date: posting.posting_date.to_string(),
        currency: posting.currency.code().into(),
        amount: line.amount,
        base_amount: line.base_amount,
        memo: line.memo.clone(),
        tax_part: line.tax_part.map(|part| part.name().to_owned()),
    })
}
