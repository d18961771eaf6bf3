//! The chart of accounts. See docs/rules/master-data.md#subtypes.

use engine::approval::catalog::Catalog;
use engine::books::command::{Snapshot, Takes};
use engine::features::accounts::commands::{AccountDraft, DeleteAccount, SaveAccount};
use engine::values::account::{Account, AccountType};
use engine::values::error::Faults;
use engine::values::money::Currency;
use engine::values::page::Cursor;
use poem::Request;
use poem_openapi::{OpenApi, param::Path, param::Query};

use crate::app::App;
use crate::auth::Auth;
use crate::auth::reads::{Readable, Reads};
use crate::body::{Body, Edit};
use crate::feature::master;
use crate::feature::master::{InCatalog, Master};
use crate::headers::{IdempotencyKey, IfMatch};
use crate::order::about::About;
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Created201, NoContent, Ok200, Reply};
use crate::schema::Id;
use crate::schema::account::{AccountInput, AccountUpdate, AccountView, WireAccountType, required};
use crate::schema::page::{PageOf, request};
use crate::schema::trail::Trail;

/// Accounts, as master data.
pub struct Accounts;

impl Readable for Accounts {
    const TAKES: Takes = Takes::These(&[("account", "read")]);
}

impl Master for Accounts {
    type Record = Account;
    type View = AccountView;
    type Input = AccountInput;
    type Update = AccountUpdate;
    type Save = SaveAccount;
    const PATH: &'static str = "/accounts";
    const ABOUT: About = About::Account;

    fn find(seen: &Snapshot, id: &str) -> Option<Account> {
        seen.catalog.accounts.get(id).cloned()
    }

    fn view(record: &Account, _: Currency) -> AccountView {
        AccountView::from(record)
    }

    fn place(account: &Account) -> (String, i64) {
        (account.account_id.clone(), account.version)
    }

    fn create(input: AccountInput, faults: Faults) -> SaveAccount {
        let draft = AccountDraft {
            account_name: input.account_name.0.map(Into::into),
            account_type: input.account_type.0.map(Into::into),
            subtype: input.subtype.0.map(|subtype| subtype.map(Into::into)),
            currency: input.currency.0.map(|currency| currency.map(|code| code.0)),
            is_active: input.is_active,
            required_dimensions: required(input.required_dimensions),
        };
        let account_id = input.account_id.0.map(Into::into).unwrap_or_default();
        SaveAccount { account_id, draft, create: true, faults }
    }

    fn update(account_id: String, input: AccountUpdate, faults: Faults) -> SaveAccount {
        let draft = AccountDraft {
            account_name: input.account_name.map(Into::into),
            account_type: input.account_type.map(Into::into),
            subtype: input.subtype.0.map(|subtype| subtype.map(Into::into)),
            currency: input.currency.0.map(|currency| currency.map(|code| code.0)),
            is_active: input.is_active,
            required_dimensions: required(input.required_dimensions),
        };
        SaveAccount { account_id, draft, create: false, faults }
    }
}

impl InCatalog for Accounts {
    fn rows(catalog: &Catalog) -> impl Iterator<Item = &Account> {
        catalog.accounts.values()
    }

    fn at(account: &Account) -> Cursor {
        Cursor { at: account.created_at.micros(), id: account.account_id.clone() }
    }
}

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
        master::create::<Accounts>(&self.0, auth, raw, key, body).await
    }

    /// List accounts
    ///
    /// Newest first; narrow it by type, or to what is active.
    #[oai(path = "/", method = "get")]
    async fn list(
        &self,
        auth: Reads<Accounts>,
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
        let page = request(limit.0, cursor.0, count.0)?;
        let wanted = |account: &Account| {
            account_type.0.is_none_or(|only| AccountType::from(only) == account.account_type)
                && is_active.0.is_none_or(|only| only == account.is_active)
        };
        master::list::<Accounts>(&self.0, &auth, &page, wanted).await
    }

    /// Read an account
    ///
    /// Its `version` is the `ETag`.
    #[oai(path = "/:account_id", method = "get")]
    async fn read(&self, auth: Reads<Accounts>, account_id: Path<Id>) -> Result<Reply<Ok200, AccountView>, Problem> {
        master::read::<Accounts>(&self.0, &auth, &account_id.0).await
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
        master::update::<Accounts>(&self.0, auth, raw, &account_id.0, (key, if_match), body).await
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
        let command = DeleteAccount { account_id: account_id.0.into() };
        master::delete(&self.0, auth, raw, if_match, command).await
    }

    /// Everything that was done to the account
    ///
    /// Oldest first, with the account as it stood after each change.
    #[oai(path = "/:account_id/audit-trail", method = "get")]
    async fn audit_trail(
        &self,
        auth: Reads<Accounts, true>,
        account_id: Path<Id>,
    ) -> Result<Reply<Ok200, Trail>, Problem> {
        master::audit_trail::<Accounts>(&self.0, &auth, &account_id.0).await
    }
}
