//! What posted lines name in the dimensions. A posting line is of a line of its document, which nobody changes once it is signed: that says
//! it, so nothing is kept twice. What the service adds to a posting names nothing. See docs/rules/dimensions.md#in-reports.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::sea_query::ExprTrait;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, QueryFilter, Statement, Value};

use crate::features::reports::party::PartyType;
use crate::features::reports::span::Window;
use crate::kernel::entity::document_line;
use crate::kernel::store::StoreError;
use crate::kernel::store::read::balances::Sums;
use crate::kernel::store::read::naming::NAMED;
use crate::kernel::store::row::RowName;
use crate::values::clock::Date;
use crate::values::dimension::{COST_CENTER, DEPARTMENT, Named, named_in};
use crate::values::kind::{DocumentKey, DocumentKind};
use crate::values::money::Minor;

/// What one line names.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct InLine {
    pub department_id: Option<String>,
    pub cost_center_id: Option<String>,
    /// In all other dimensions.
    pub others: Named,
}

impl InLine {
    /// Out of columns. What cannot be read in the last one is told by `gl check`.
    pub fn of(department_id: &Option<String>, cost_center_id: &Option<String>, dimensions: Option<&str>) -> Self {
        let others = dimensions.and_then(named_in).unwrap_or_default();
        Self { department_id: department_id.clone(), cost_center_id: cost_center_id.clone(), others }
    }

    /// What it names in this dimension.
    pub fn value_in(&self, dimension_id: &str) -> Option<&str> {
        match dimension_id {
            DEPARTMENT => self.department_id.as_deref(),
            COST_CENTER => self.cost_center_id.as_deref(),
            other => self.others.get(other).map(String::as_str),
        }
    }
}

/// By document and line, of those that name something.
pub async fn of_documents(
    db: &impl ConnectionTrait,
    keys: impl Iterator<Item = &DocumentKey>,
) -> Result<BTreeMap<(DocumentKey, i64), InLine>, StoreError> {
    use document_line::Column::{CostCenterId, DepartmentId, Dimensions, DocumentId, Kind};
    let ids: BTreeSet<&str> = keys.map(|key| key.id.as_str()).collect();
    let mut found = BTreeMap::new();
    if ids.is_empty() {
        return Ok(found);
    }
    let rows = document_line::Entity::find()
        .filter(DocumentId.is_in(ids))
        .filter(Kind.is_in(DocumentKind::ALL.map(DocumentKind::name)))
        .filter(DepartmentId.is_not_null().or(CostCenterId.is_not_null()).or(Dimensions.is_not_null()));
    for row in rows.all(db).await? {
        let name = RowName { table: "document_line", key: &row.document_id };
        let kind = name.some("kind", DocumentKind::parse(&row.kind))?;
        let named = InLine::of(&row.department_id, &row.cost_center_id, row.dimensions.as_deref());
        found.insert((DocumentKey::new(kind, row.document_id), row.line_number), named);
    }
    Ok(found)
}

/// What an account moved with lines that name the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedSums {
    pub account_id: String,
    pub named: InLine,
    /// That of the document, where parties are asked for.
    pub party: Option<(PartyType, String)>,
    /// In base currency.
    pub sums: Sums,
}

#[derive(FromQueryResult)]
struct Row {
    account_id: String,
    department_id: Option<String>,
    cost_center_id: Option<String>,
    dimensions: Option<String>,
    document_kind: Option<String>,
    party_id: Option<String>,
    settles_kind: Option<String>,
    debit: i64,
    credit: i64,
}

/// The columns of what a line names, and of its document's party.
const NAMES: &str = "n.department_id, n.cost_center_id, n.dimensions";
const NAMES_SOMETHING: &str = "n.department_id IS NOT NULL OR n.cost_center_id IS NOT NULL OR n.dimensions IS NOT NULL";
const PARTY: &str = "d.kind, d.party_id, d.settles_kind";

/// What lines that name something moved in these postings, by account and by what they name; with parties also what lines of documents
/// that have one moved, by their party. On PostgreSQL a sum of bigint is numeric: it is cast back.
pub async fn sums(
    db: &impl ConnectionTrait,
    window: &Window,
    with_parties: bool,
) -> Result<Vec<NamedSums>, StoreError> {
    let mut values: Vec<Value> =
        vec![window.from.unwrap_or(Date::FIRST).to_string().into(), window.to.to_string().into()];
    let mut of_period = String::new();
    for (is, period_id) in [("=", &window.within), ("<>", &window.without)] {
        if let Some(period_id) = period_id {
            values.push(period_id.as_str().into());
            let place = values.len();
            of_period = format!("{of_period} AND p.period_id {is} ${place}");
        }
    }
    let (party, joined, wanted, group) = if with_parties {
        (
            "d.kind AS document_kind, d.party_id, d.settles_kind",
            format!("{NAMED} LEFT JOIN document d ON d.kind = l.source_kind AND d.document_id = l.source_id"),
            format!("{NAMES_SOMETHING} OR d.party_id IS NOT NULL"),
            format!("l.account_id, {NAMES}, {PARTY}"),
        )
    } else {
        (
            "CAST(NULL AS TEXT) AS document_kind, CAST(NULL AS TEXT) AS party_id, CAST(NULL AS TEXT) AS settles_kind",
            "JOIN document_line n ON n.kind = l.source_kind AND n.document_id = l.source_id AND n.line_number = l.line_number"
                .to_owned(),
            NAMES_SOMETHING.to_owned(),
            format!("l.account_id, {NAMES}"),
        )
    };
    let sql = format!(
        "SELECT l.account_id, {NAMES}, {party}, \
            CAST(SUM(CASE WHEN l.base_amount > 0 THEN l.base_amount ELSE 0 END) AS BIGINT) AS debit, \
            CAST(SUM(CASE WHEN l.base_amount < 0 THEN -l.base_amount ELSE 0 END) AS BIGINT) AS credit FROM posting p \
            JOIN posting_line l ON l.source_kind = p.source_kind AND l.source_id = p.source_id AND l.kind = p.kind {joined} \
            WHERE p.posting_date BETWEEN $1 AND $2{of_period} AND ({wanted}) GROUP BY {group} ORDER BY {group}"
    );
    let rows = Row::find_by_statement(Statement::from_sql_and_values(db.get_database_backend(), sql, values));
    rows.all(db).await?.into_iter().map(read).collect()
}

fn read(row: Row) -> Result<NamedSums, StoreError> {
    let name = RowName { table: "document", key: row.party_id.as_deref().unwrap_or_default() };
    let kind = |column: &str, text: &Option<String>| {
        text.as_deref().map(|kind| name.some(column, DocumentKind::parse(kind))).transpose()
    };
    let (own, settles) = (kind("kind", &row.document_kind)?, kind("settles_kind", &row.settles_kind)?);
    let party_type = own.and_then(|own| PartyType::of(own, settles));
    Ok(NamedSums {
        named: InLine::of(&row.department_id, &row.cost_center_id, row.dimensions.as_deref()),
        party: party_type.zip(row.party_id.clone()),
        sums: Sums { debit: Minor(row.debit), credit: Minor(row.credit) },
        account_id: row.account_id,
    })
}
