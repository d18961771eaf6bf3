//! What the statements of one account leave to be done, and how its CSV files are read.

use engine::books::command::Takes;
use engine::features::bank_statements::commands::mapping::SaveMapping;
use engine::features::bank_statements::model::{Line, Mapping, RESOURCE};
use engine::values::clock::Date;
use engine::values::page::Cursor;
use poem::Request;
use poem_openapi::{OpenApi, param::Path, param::Query};

use crate::app::App;
use crate::auth::Auth;
use crate::auth::reads::{Readable, Reads};
use crate::body::Body;
use crate::call::Call;
use crate::feature::bank_statements::mapping::{CsvMappingFields, KeptCsvMapping};
use crate::feature::bank_statements::wire::BankLine;
use crate::headers::{IdempotencyKey, IfMatch};
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Ok200, Reply};
use crate::schema::Id;
use crate::schema::page::{PageOf, filled, request};

/// Statements by their account.
pub struct StatementsOfAccountApi(pub App);

impl Readable for StatementsOfAccountApi {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "read")]);
}

#[OpenApi(prefix_path = "/accounts")]
impl StatementsOfAccountApi {
    /// The lines that wait
    ///
    /// Of the account's bank statements, those that are neither matched nor explained, the earliest day first.
    #[oai(path = "/:account_id/unmatched-lines", method = "get")]
    async fn unmatched_lines(
        &self,
        auth: Reads<Self>,
        account_id: Path<Id>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<BankLine>>, Problem> {
        let page = request(limit.0, cursor.0, count.0)?;
        let found = self.0.engine.unmatched_lines(&auth.0, &account_id.0, &page).await?;
        let place = |line: &Line| Cursor { at: line.entry.date.days_since(Date::FIRST), id: line.line_id.clone() };
        Ok(filled(found, place, |line| BankLine::of(&line, None)))
    }

    /// How the account's CSV files are read
    ///
    /// 404 where no mapping was kept yet.
    #[oai(path = "/:account_id/csv-mapping", method = "get")]
    async fn csv_mapping(
        &self,
        auth: Reads<Self>,
        account_id: Path<Id>,
    ) -> Result<Reply<Ok200, KeptCsvMapping>, Problem> {
        Ok(Reply::new(&KeptCsvMapping::from(&self.0.engine.csv_mapping(&auth.0, &account_id.0).await?)))
    }

    /// Say how the account's CSV files are read
    ///
    /// Kept for the account, in place of the one before it: every CSV file that is brought in is read by it.
    #[oai(path = "/:account_id/csv-mapping", method = "put")]
    async fn save_csv_mapping(
        &self,
        auth: Auth,
        raw: &Request,
        account_id: Path<Id>,
        key: IdempotencyKey,
        body: Body<CsvMappingFields>,
    ) -> Result<Reply<Ok200, KeptCsvMapping>, Refused<SaveMapping>> {
        let call = Call::new(auth, raw, key, IfMatch(None), &body.raw);
        let (input, mut faults) = body.into_parts();
        let catalog = self.0.engine.known_catalog();
        let own = catalog.accounts.get(&account_id.0.to_string()).and_then(|account| account.currency);
        let own = own.unwrap_or(self.0.engine.settings.base_currency);
        let mapping = input.mapping(own.code(), &mut faults);
        let command = SaveMapping { account_id: account_id.0.into(), mapping, faults };
        self.0.run(call, command, |saved: &Mapping| Reply::new(&KeptCsvMapping::from(saved))).await
    }
}
