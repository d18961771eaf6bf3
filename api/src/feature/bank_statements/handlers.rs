//! Bank statements: files of banks, brought in once. See docs/rules/bank-statements.md.

use std::sync::Arc;

use engine::books::command::{Takes, Wants};
use engine::features::bank_statements::commands::delete::DeleteStatement;
use engine::features::bank_statements::commands::import::{ImportStatements, Imported};
use engine::features::bank_statements::model::{ID_PREFIX, RESOURCE};
use engine::features::bank_statements::query::{ListedLine, ReadStatement};
use engine::values::error::Faults;
use engine::values::page::Cursor;
use poem::Request;
use poem_openapi::{OpenApi, param::Path, param::Query};

use super::import::{format_of, surveyed};
use crate::app::App;
use crate::auth::Auth;
use crate::auth::reads::{Readable, Reads};
use crate::body::upload::Upload;
use crate::call::Call;
use crate::feature::bank_statements::wire::{BankLine, BankStatementView, ImportView, WireFormat};
use crate::feature::documents::EmptyBody;
use crate::feature::trail;
use crate::headers::{IdempotencyKey, IfMatch};
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{NoContent, Ok200, Reply};
use crate::schema::Id;
use crate::schema::Text;
use crate::schema::page::{PageOf, filled, request};
use crate::schema::trail::Trail;

/// Bank statements and their lines.
pub struct BankStatementApi(pub App);

impl Readable for BankStatementApi {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "read")]);
}

#[OpenApi(prefix_path = "/bank-statements")]
impl BankStatementApi {
    /// Bring a bank's file in
    ///
    /// The file as the bank gave it, as the body or as the one part of a form; at most 64 MiB and 100,000 lines. Its format is told from
    /// its beginning; what begins like none is CSV and read by the account's mapping (`PUT /accounts/{account_id}/csv-mapping`).
    ///
    /// All of it is brought in or nothing. Each line is brought in once, however often the file or one that overlaps it comes: lines are told
    /// apart by the day, the amount, the bank's reference, the counterparty and the number among those alike.
    ///
    /// Where opening + lines is not closing, or a statement does not open with what the one before it closed with, `breaks` names the
    /// day and the difference. No reconciliation of these days can be completed until what is missing has come.
    #[oai(path = "/", method = "post")]
    #[allow(clippy::too_many_arguments, reason = "each is a part of the request")]
    async fn import(
        &self,
        auth: Auth,
        raw: &Request,
        /// An account of subtype `bank` or `card`.
        account_id: Query<Id>,
        /// Told from the file when left out.
        format: Query<Option<WireFormat>>,
        /// Of a file with statements of several bank accounts: the number of the one to bring in, such as its IBAN.
        bank_account: Query<Option<Text<1, 64>>>,
        /// Say what would be brought in, and change nothing.
        dry_run: Query<Option<bool>>,
        key: IdempotencyKey,
        file: Upload,
    ) -> Result<Reply<Ok200, ImportView>, Refused<ImportStatements>> {
        let call = Call::new(auth, raw, key, IfMatch(None), file.digest.as_bytes()).dry(dry_run.0);
        // Whoever may not bring it in learns nothing of what is in it.
        self.0.engine.look(call.actor(), &Wants::default()).await?.require(RESOURCE, "write")?;
        let format = format_of(&self.0, &account_id.0, format.0, &file).await?;
        let surveyed = surveyed(&format, &file).await?;
        let command = ImportStatements {
            account_id: account_id.0.into(),
            statement_id: engine::values::id::fresh(ID_PREFIX),
            format,
            file: Arc::new(file),
            surveyed,
            bank_account: bank_account.0.map(Into::into),
            faults: Faults::default(),
        };
        self.0.run(call, command, |imported: &Imported| Reply::new(&ImportView::from(imported))).await
    }

    /// List bank statements
    ///
    /// Those that were brought in last come first.
    #[oai(path = "/", method = "get")]
    async fn list(
        &self,
        auth: Reads<Self>,
        /// Only those of this account.
        account_id: Query<Option<Id>>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<BankStatementView>>, Problem> {
        let page = request(limit.0, cursor.0, count.0)?;
        let account_id: Option<String> = account_id.0.map(Into::into);
        let found = self.0.engine.list_bank_statements(&auth.0, account_id.as_deref(), &page).await?;
        let cursor = |one: &ReadStatement| Cursor {
            at: one.statement.created_at.micros(),
            id: one.statement.statement_id.clone(),
        };
        Ok(filled(found, cursor, |one| BankStatementView::of(&one.statement, &one.breaks)))
    }

    /// Read a bank statement
    ///
    /// With its `breaks` as the account's statements stand now.
    #[oai(path = "/:statement_id", method = "get")]
    async fn read(
        &self,
        auth: Reads<Self>,
        statement_id: Path<Id>,
    ) -> Result<Reply<Ok200, BankStatementView>, Problem> {
        let found = self.0.engine.bank_statement(&auth.0, &statement_id.0).await?;
        Ok(Reply::new(&BankStatementView::of(&found.statement, &found.breaks)))
    }

    /// Delete a bank statement
    ///
    /// With the lines that it brought in. Not while one of them is matched or explained, nor while another statement of the account covers
    /// one of its days (409 `in_use`).
    #[oai(path = "/:statement_id", method = "delete")]
    async fn delete(
        &self,
        auth: Auth,
        raw: &Request,
        statement_id: Path<Id>,
    ) -> Result<NoContent, Refused<DeleteStatement>> {
        let call = Call::new(auth, raw, IdempotencyKey(None), IfMatch(None), &[]);
        let command = DeleteStatement { statement_id: statement_id.0.into() };
        self.0.run::<_, Ok200, EmptyBody>(call, command, |()| Reply::new(&EmptyBody {})).await?;
        Ok(NoContent::default())
    }

    /// The lines of a bank statement
    ///
    /// Those that it brought in, in its order.
    #[oai(path = "/:statement_id/lines", method = "get")]
    async fn lines(
        &self,
        auth: Reads<Self>,
        statement_id: Path<Id>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<BankLine>>, Problem> {
        let page = request(limit.0, cursor.0, count.0)?;
        let found = self.0.engine.bank_statement_lines(&auth.0, &statement_id.0, &page).await?;
        let place = |one: &ListedLine| Cursor { at: i64::from(one.line.position), id: one.line.line_id.clone() };
        Ok(filled(found, place, |one| BankLine::of(&one.line, one.match_id)))
    }

    /// Everything that was done to the bank statement
    ///
    /// Oldest first.
    #[oai(path = "/:statement_id/audit-trail", method = "get")]
    async fn audit_trail(
        &self,
        auth: Reads<Self, true>,
        statement_id: Path<Id>,
    ) -> Result<Reply<Ok200, Trail>, Problem> {
        self.0.look(&auth, &Wants::default()).await?;
        trail::of(&self.0, RESOURCE, "bank statement", &statement_id.0).await
    }
}
