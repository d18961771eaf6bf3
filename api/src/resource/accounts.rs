//! The chart of accounts. See docs/rules/master-data.md#subtypes.

use engine::action::master::account::{AccountDraft, DeleteAccount, SaveAccount};
use engine::command::Wants;
use engine::ledger::{Account, AccountType};
use engine::page::{Cursor, slice};
use poem::Request;
use poem_openapi::{OpenApi, param::Path, param::Query};

use super::document::EmptyBody;
use super::trails;
use crate::app::App;
use crate::auth::Auth;
use crate::body::{Body, Edit};
use crate::call::Call;
use crate::headers::{IdempotencyKey, IfMatch};
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Created201, NoContent, Ok200, Reply};
use crate::schema::Id;
use crate::schema::account::{AccountInput, AccountUpdate, AccountView, WireAccountType};
use crate::schema::page::{PageOf, filled, request};
use crate::schema::trail::Trail;
use crate::spec::PREFIX;

/// The chart of accounts.
pub struct AccountApi(pub App);

#[OpenApi(prefix_path = "/accounts")]
impl AccountApi {
    /// Create an account
    ///
    /// The subtype tells what the service uses it for, and fits the type: payments go through `bank`, `cash` and `card` (assets; a
    /// `card` may be a liability), `ar` (asset) and `ap` (liability) are control accounts, `tax` is either, `rounding` and
    /// `exchange_gain_loss` are income or expense, `retained_earnings` is equity. `bank` and `card` accounts are reconciled.
    #[oai(path = "/", method = "post")]
    async fn create(
        &self,
        auth: Auth,
        raw: &Request,
        key: IdempotencyKey,
        body: Body<AccountInput>,
    ) -> Result<Reply<Created201, AccountView>, Refused<SaveAccount, true>> {
        let call = Call::new(auth, raw, key, IfMatch(None), &body.raw);
        let (input, faults) = body.into_parts();
        let draft = AccountDraft {
            account_name: input.account_name.0.map(Into::into),
            account_type: input.account_type.0.map(Into::into),
            subtype: input.subtype.0.map(|subtype| subtype.map(Into::into)),
            currency: input.currency.0.map(|currency| currency.map(|code| code.0)),
            is_active: input.is_active,
        };
        let account_id = input.account_id.0.map(Into::into).unwrap_or_default();
        let command = SaveAccount { account_id, draft, create: true, faults };
        let render = |account: &Account| {
            Reply::new(&AccountView::from(account))
                .location(format!("{PREFIX}/accounts/{}", account.account_id))
                .version(account.version)
        };
        Ok(self.0.run(call, command, render).await?)
    }

    /// List accounts
    ///
    /// Newest first; narrow it by type, or to what is active.
    #[oai(path = "/", method = "get")]
    async fn list(
        &self,
        auth: Auth,
        /// Only accounts of this type.
        account_type: Query<Option<WireAccountType>>,
        /// Only active, or only inactive, accounts.
        is_active: Query<Option<bool>>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<AccountView>>, Problem> {
        let seen = self.0.look(&auth.0, "account", &Wants::default()).await?;
        let page = request(limit.0, cursor.0, count.0)?;
        let wanted = |account: &&Account| {
            account_type.0.is_none_or(|only| AccountType::from(only) == account.account_type)
                && is_active.0.is_none_or(|only| only == account.is_active)
        };
        let accounts = seen.catalog.accounts.values().filter(wanted);
        let at = |account: &&Account| Cursor { at: account.created_at.micros(), id: account.account_id.clone() };
        Ok(filled(slice(accounts, &page, at), at, AccountView::from))
    }

    /// Read an account
    ///
    /// Its `version` is the `ETag`.
    #[oai(path = "/:account_id", method = "get")]
    async fn read(&self, auth: Auth, account_id: Path<Id>) -> Result<Reply<Ok200, AccountView>, Problem> {
        let seen = self.0.look(&auth.0, "account", &Wants::default()).await?;
        let found = seen.catalog.accounts.get(account_id.0.0.as_str());
        let account = found.ok_or_else(|| engine::error::Refusal::not_found("account", &account_id.0))?;
        Ok(Reply::new(&AccountView::from(account)).version(account.version))
    }

    /// Change an account
    ///
    /// What is left out stays. An account with postings keeps its type, subtype and currency, but that a plain one may become `bank`,
    /// `cash` or `card`; one that submitted documents name stays active until they are posted.
    #[oai(path = "/:account_id", method = "put")]
    async fn update(
        &self,
        auth: Auth,
        raw: &Request,
        account_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Edit<AccountUpdate>,
    ) -> Result<Reply<Ok200, AccountView>, Refused<SaveAccount>> {
        use poem_openapi::types::ToJSON;
        let mut body = body;
        let call = Call::new(auth, raw, key, if_match, &body.raw);
        let catalog = self.0.engine.present_catalog().await?;
        let stored = catalog.accounts.get(account_id.0.0.as_str());
        body.check_read_only(&stored.and_then(|account| AccountView::from(account).to_json()).unwrap_or_default());
        let (input, faults) = body.into_parts();
        let draft = AccountDraft {
            account_name: input.account_name.map(Into::into),
            account_type: input.account_type.map(Into::into),
            subtype: input.subtype.0.map(|subtype| subtype.map(Into::into)),
            currency: input.currency.0.map(|currency| currency.map(|code| code.0)),
            is_active: input.is_active,
        };
        let command = SaveAccount { account_id: account_id.0.into(), draft, create: false, faults };
        self.0
            .run(call, command, |account: &Account| Reply::new(&AccountView::from(account)).version(account.version))
            .await
    }

    /// Delete an account that was never used
    ///
    /// One with postings, or that submitted documents name, is deactivated instead (409 `in_use`).
    #[oai(path = "/:account_id", method = "delete")]
    async fn delete(
        &self,
        auth: Auth,
        raw: &Request,
        account_id: Path<Id>,
        if_match: IfMatch,
    ) -> Result<NoContent, Refused<DeleteAccount>> {
        let call = Call::new(auth, raw, IdempotencyKey(None), if_match, &[]);
        let command = DeleteAccount { account_id: account_id.0.into() };
        self.0.run::<_, Ok200, EmptyBody>(call, command, |()| Reply::new(&EmptyBody {})).await?;
        Ok(NoContent)
    }

    /// Everything that was done to the account
    ///
    /// Oldest first, with the account as it stood after each change.
    #[oai(path = "/:account_id/audit-trail", method = "get")]
    async fn audit_trail(&self, auth: Auth, account_id: Path<Id>) -> Result<Reply<Ok200, Trail>, Problem> {
        self.0.look(&auth.0, "account", &Wants::default()).await?;
        trails::of(&self.0, "account", "account", &account_id.0).await
    }
}
