//! What a closed enum asked of each new record, this asks of the records that features register: every table of the schema belongs to one
//! feature, or is closed, or may differ; and each column of a feature's table is compared in one way. How, is what `gl check` itself goes
//! by (`FeatureRecords::tables`); that it does, [`super::columns`] tests by edits.

use std::collections::{BTreeMap, BTreeSet};

use engine::features::RECORDS;
use tests::prelude::*;

use super::columns::{free, schema};

/// The tables that belong to no feature's records: variants of `Change` write them, or the kernel by itself.
const CLOSED: [(&str, &str); 19] = [
    ("account", "the catalog"),
    ("approval_rule", "the catalog"),
    ("delegation", "the catalog"),
    ("directory_user", "the catalog"),
    ("period", "the catalog"),
    ("role", "the catalog"),
    ("catalog_revision", "the catalog"),
    ("party", "decisions on documents read it"),
    ("change_request", "it shares a set with what it stands for"),
    ("document", "documents"),
    ("document_line", "documents"),
    ("credit_application", "documents"),
    ("signature", "signatures"),
    ("posting", "postings"),
    ("posting_line", "postings"),
    ("balance", "sums of postings"),
    ("audit_entry", "the trail"),
    ("audit_head", "the trail"),
    ("audit_seal", "the trail"),
];

/// A column of a registered table, and what it is compared with.
type Compared = (String, String);

/// The registered tables, each with its feature and how its columns are compared.
fn registered() -> BTreeMap<&'static str, (&'static str, Vec<Compared>)> {
    let mut all = BTreeMap::new();
    for records in RECORDS.0 {
        for table in records.tables() {
            let stated =
                table.stated.iter().map(|field| ((*field).to_owned(), "its statement in the trail".to_owned()));
            let checked = table
                .checked
                .iter()
                .flat_map(|(with, columns)| columns.iter().map(|column| ((*column).to_owned(), (*with).to_owned())));
            let compared = stated.chain(checked).collect();
            let twice = all.insert(table.name, (records.feature(), compared));
            assert!(twice.is_none(), "{} belongs to {} and to {twice:?}", table.name, records.feature());
        }
    }
    all
}

/// What the feature's own checks compare other columns with: a field that is gathered from another table is one of them.
fn gathered(feature: &str) -> BTreeSet<&'static str> {
    let own = RECORDS.0.iter().filter(|records| records.feature() == feature).flat_map(|records| records.tables());
    own.flat_map(|table| table.checked.iter().map(|(with, _)| *with)).collect()
}

async fn every_column_belongs_to_one_record(app: &TestApp) {
    let registered = registered();
    let tables = schema::tables(app).await;
    let mut wrong = Vec::new();
    for table in &tables {
        let name = table.name.as_str();
        let closed = CLOSED.iter().find(|(closed, _)| *closed == name).map(|(_, what)| *what);
        let places = [registered.get(name).map(|(feature, _)| *feature), closed, free::table(name)];
        let places: Vec<&str> = places.into_iter().flatten().collect();
        if places.len() != 1 {
            wrong.push(format!("table {name} belongs to {places:?}: register it, or name it among the closed ones"));
        }
        let Some((feature, compared)) = registered.get(name) else { continue };
        for column in &table.columns {
            let with: Vec<&Compared> = compared.iter().filter(|(compared, _)| *compared == column.name).collect();
            if with.len() != 1 {
                wrong.push(format!("{name}.{}, of {feature}, is compared with {with:?}", column.name));
            }
        }
        let is_there = |field: &str| table.columns.iter().any(|column| column.name == field);
        let unknown =
            compared.iter().filter(|(field, _)| !is_there(field) && !gathered(feature).contains(field.as_str()));
        wrong.extend(unknown.map(|(field, _)| format!("{name}.{field}, of {feature}, is no column")));
    }
    let there = |name: &str| tables.iter().any(|table| table.name == name);
    let gone = registered.keys().copied().chain(CLOSED.iter().map(|(name, _)| *name)).filter(|name| !there(name));
    wrong.extend(gone.map(|name| format!("table {name} is not in the schema")));
    assert!(wrong.is_empty(), "{}\n\nregistered: {registered:#?}", wrong.join("\n"));
}

tests::on_both! {
    async fn every_column_of_every_table_belongs_to_one_record(app: TestApp) {
        every_column_belongs_to_one_record(&app).await;
    }
}
