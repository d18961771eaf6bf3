//! What bars a change of an account.

use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect, QueryTrait};

use super::{StoreError, status};
use crate::command::snapshot::AccountUse;
use crate::entity::{document, document_line, posting_line, reconciliation};

/// Whether an account has postings, and whether submitted documents that are not posted yet name it.
pub async fn account_use(db: &impl ConnectionTrait, account_id: &str) -> Result<AccountUse, StoreError> {
    let posted = posting_line::Entity::find().filter(posting_line::Column::AccountId.eq(account_id)).one(db).await?;
    let by_header = document::Entity::find()
        .filter(status::submitted())
        .filter(
            Condition::any()
                .add(document::Column::ControlAccountId.eq(account_id))
                .add(document::Column::CashAccountId.eq(account_id)),
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
                .add(document_line::Column::TaxAccountId.eq(account_id)),
        )
        .filter(Expr::tuple(line_of).in_subquery(open.into_query()))
        .one(db)
        .await?;
    let approved = document::Entity::find().filter(status::approved()).one(db).await?;
    let reconciled =
        reconciliation::Entity::find().filter(reconciliation::Column::AccountId.eq(account_id)).one(db).await?;
    Ok(AccountUse {
        has_postings: posted.is_some(),
        in_unposted_documents: by_header.is_some() || by_line.is_some(),
        in_reconciliations: reconciled.is_some(),
        approved_documents: approved.is_some(),
    })
}
