//! What bars a change of an account.

use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbBackend, EntityTrait, QueryFilter, QuerySelect, QueryTrait, Statement,
};

use super::read::document_totals::{of_parts, parts};
use super::row::RowName;
use super::{StoreError, status};
use crate::books::command::snapshot::{AccountUse, OpenIn};
use crate::kernel::entity::{
    bank_csv_mapping, bank_statement, budget_line, document, document_line, posting_line, reconciliation,
};
use crate::values::kind::DocumentKind;

/// Whether an account has postings, whether submitted documents that are not posted yet name it, and what is open in it.
pub async fn account_use(db: &impl ConnectionTrait, account_id: &str) -> Result<AccountUse, StoreError> {
    let posted = posting_line::Entity::find().filter(posting_line::Column::AccountId.eq(account_id)).one(db).await?;
    let by_header = document::Entity::find()
        .filter(status::submitted())
        .filter(
            Condition::any()
                .add(document::Column::ControlAccountId.eq(account_id))
                .add(document::Column::CashAccountId.eq(account_id))
                .add(document::Column::DiscountAccountId.eq(account_id))
                .add(document::Column::WriteOffAccountId.eq(account_id)),
        )
        .one(db)
        .await?;
    let open = document::Entity::find()
        .filter(status::submitted())
        .select_only()
        .columns([document::Column::Kind, document::Column::DocumentId]);
    let line_of: [Expr; 2] =
        [document_line::Column::Kind, document_line::Column::DocumentId].map(ColumnTrait::into_expr);
    let by_line = document_line::Entity::find()
        .filter(
            Condition::any()
                .add(document_line::Column::AccountId.eq(account_id))
                .add(document_line::Column::TaxAccountId.eq(account_id))
                .add(document_line::Column::ReverseChargeAccountId.eq(account_id)),
        )
        .filter(Expr::tuple(line_of).in_subquery(open.into_query()))
        .one(db)
        .await?;
    let approved = document::Entity::find().filter(status::approved()).one(db).await?;
    let reconciled =
        reconciliation::Entity::find().filter(reconciliation::Column::AccountId.eq(account_id)).one(db).await?;
    let stated =
        bank_statement::Entity::find().filter(bank_statement::Column::AccountId.eq(account_id)).one(db).await?;
    let mapped = bank_csv_mapping::Entity::find_by_id(account_id).one(db).await?;
    let budgeted = budget_line::Entity::find().filter(budget_line::Column::AccountId.eq(account_id)).one(db).await?;
    Ok(AccountUse {
        has_postings: posted.is_some(),
        in_unposted_documents: by_header.is_some() || by_line.is_some(),
        in_reconciliations: reconciled.is_some() || stated.is_some() || mapped.is_some(),
        in_budgets: budgeted.is_some(),
        in_offers: is_offered(db, account_id).await?,
        approved_documents: approved.is_some(),
        open: open_in(db, account_id).await?,
    })
}

/// The documents that are open, as their index has them.
fn open_documents(backend: DbBackend) -> String {
    let index = if backend == DbBackend::Sqlite { " INDEXED BY document_open" } else { "" };
    let kinds = DocumentKind::ALL.into_iter().filter(|kind| kind.items().is_some()).map(DocumentKind::name);
    let kinds = kinds.collect::<Vec<_>>().join("', '");
    format!(
        "document{index} WHERE kind IN ('{kinds}') AND status = 'Posted' AND amount_settled <> total \
            AND control_account_id IS NOT NULL AND cash_account_id IS NULL"
    )
}

/// Whether a payment of something open may take a discount that is posted to the account.
async fn is_offered(db: &impl ConnectionTrait, account_id: &str) -> Result<bool, StoreError> {
    let backend = db.get_database_backend();
    let sql = format!("SELECT 1 FROM {} AND discount_account_id = $1 LIMIT 1", open_documents(backend));
    Ok(db.query_one_raw(Statement::from_sql_and_values(backend, sql, [account_id.into()])).await?.is_some())
}

/// What stands open in the account.
async fn open_in(db: &impl ConnectionTrait, account_id: &str) -> Result<OpenIn, StoreError> {
    let backend = db.get_database_backend();
    let sql = format!(
        "SELECT kind, COUNT(*), {} FROM {} AND control_account_id || '' = $1 GROUP BY kind",
        parts("base_total - base_settled"),
        open_documents(backend)
    );
    let mut open = OpenIn::default();
    for row in db.query_all_raw(Statement::from_sql_and_values(backend, sql, [account_id.into()])).await? {
        let kind: String = row.try_get_by_index(0)?;
        let kind = RowName { table: "document", key: account_id }.some("kind", DocumentKind::parse(&kind))?;
        let count = u64::try_from(row.try_get_by_index::<i64>(1)?).unwrap_or_default();
        open.documents = open.documents.saturating_add(count);
        let sum = of_parts(row.try_get_by_index(2)?, row.try_get_by_index(3)?);
        let is_credit = kind.items().is_some_and(|items| items.credits.is_some());
        open.base_amount =
            if is_credit { open.base_amount.saturating_sub(sum) } else { open.base_amount.saturating_add(sum) };
    }
    Ok(open)
}
