//! Exchange rates: what documents in other currencies are held against.

use engine::books::command::{Snapshot, Takes};
use engine::books::exchange_rate::{ExchangeRate, ID_PREFIX, RESOURCE};
use engine::features::exchange_rates::commands::SaveExchangeRate;
use engine::features::exchange_rates::model::seen;
use engine::features::exchange_rates::query::{Filter, cursor as cursor_of};
use engine::values::error::Faults;
use engine::values::money::Currency;
use poem::Request;
use poem_openapi::{OpenApi, param::Path, param::Query};

use crate::app::App;
use crate::auth::Auth;
use crate::auth::reads::{Readable, Reads};
use crate::body::{Body, Edit};
use crate::feature::exchange_rates::wire::{ExchangeRateInput, ExchangeRateUpdate, ExchangeRateView};
use crate::feature::master;
use crate::feature::master::Master;
use crate::headers::{IdempotencyKey, IfMatch};
use crate::order::about::About;
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Created201, Ok200, Reply};
use crate::schema::page::{PageOf, filled, request};
use crate::schema::trail::Trail;
use crate::schema::{CurrencyCode, Id, WireDate};

/// Exchange rates, as master data.
pub struct ExchangeRates;

impl Readable for ExchangeRates {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "read")]);
}

impl Master for ExchangeRates {
    type Record = ExchangeRate;
    type View = ExchangeRateView;
    type Input = ExchangeRateInput;
    type Update = ExchangeRateUpdate;
    type Save = SaveExchangeRate;
    const PATH: &'static str = "/exchange-rates";
    const ABOUT: About = About::ExchangeRate;

    fn find(snapshot: &Snapshot, _: &str) -> Option<ExchangeRate> {
        seen(snapshot).rate.clone()
    }

    fn view(record: &ExchangeRate, _: Currency) -> ExchangeRateView {
        ExchangeRateView::from(record)
    }

    fn place(rate: &ExchangeRate) -> (String, i64) {
        (rate.exchange_rate_id.clone(), rate.version)
    }

    fn create(input: ExchangeRateInput, faults: Faults) -> SaveExchangeRate {
        SaveExchangeRate {
            exchange_rate_id: input.exchange_rate_id.map_or_else(|| engine::values::id::fresh(ID_PREFIX), Into::into),
            currency: input.currency.0.map(|currency| currency.0),
            date: input.date.0.map(|date| date.0),
            rate: input.rate.0.map(|rate| rate.0),
            source: Some(input.source.map(Into::into)),
            create: true,
            faults,
        }
    }

    fn update(exchange_rate_id: String, input: ExchangeRateUpdate, faults: Faults) -> SaveExchangeRate {
        SaveExchangeRate {
            exchange_rate_id,
            currency: None,
            date: None,
            rate: input.rate.map(|rate| rate.0),
            source: input.source.0.map(|source| source.map(Into::into)),
            create: false,
            faults,
        }
    }
}

/// The table of exchange rates.
pub struct ExchangeRateApi(pub App);

#[OpenApi(prefix_path = "/exchange-rates")]
impl ExchangeRateApi {
    /// Record an exchange rate
    ///
    /// One for each currency and date; another is 409 `already_exists`. The base currency has none: its rate is always 1. A document in
    /// another currency takes the latest rate on or before its `tran_date`, at most 31 days old, and the rate that a document gives may
    /// differ from it by `GL_RATE_TOLERANCE` (0.05 of the table's rate, the bound included) and no more.
    #[oai(path = "/", method = "post")]
    async fn create(
        &self,
        auth: Auth,
        raw: &Request,
        key: IdempotencyKey,
        body: Body<ExchangeRateInput>,
    ) -> Result<Reply<Created201, ExchangeRateView>, Refused<SaveExchangeRate, true>> {
        master::create::<ExchangeRates>(&self.0, auth, raw, key, body).await
    }

    /// List exchange rates
    ///
    /// The latest date first.
    #[oai(path = "/", method = "get")]
    #[allow(clippy::too_many_arguments, reason = "each is a part of the request")]
    async fn list(
        &self,
        auth: Reads<ExchangeRates>,
        /// Only rates of this currency.
        currency: Query<Option<CurrencyCode>>,
        /// Only rates of this day or later.
        from: Query<Option<WireDate>>,
        /// Only rates of this day or earlier.
        to: Query<Option<WireDate>>,
        /// 1 to 200; 50 when left out. A page of large rows ends before, at about 2 MiB, and `has_more` says so.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all rows, as `total`.
        count: Query<Option<bool>>,
    ) -> Result<Reply<Ok200, PageOf<ExchangeRateView>>, Problem> {
        let page = request(limit.0, cursor.0, count.0)?;
        let filter = Filter {
            currency: currency.0.map(|currency| currency.0),
            from: from.0.map(|date| date.0),
            to: to.0.map(|date| date.0),
        };
        let found = self.0.engine.list_exchange_rates(&auth.0, &filter, &page).await?;
        Ok(filled(found, cursor_of, |rate| ExchangeRateView::from(&rate)))
    }

    /// Read an exchange rate
    ///
    /// Its `version` is the `ETag`.
    #[oai(path = "/:exchange_rate_id", method = "get")]
    async fn read(
        &self,
        auth: Reads<ExchangeRates>,
        exchange_rate_id: Path<Id>,
    ) -> Result<Reply<Ok200, ExchangeRateView>, Problem> {
        master::read::<ExchangeRates>(&self.0, &auth, &exchange_rate_id.0).await
    }

    /// Correct an exchange rate
    ///
    /// What is left out stays. Documents that are submitted already keep the rate that they were submitted with; drafts are held against
    /// the corrected rate when they are submitted.
    #[oai(path = "/:exchange_rate_id", method = "put")]
    async fn update(
        &self,
        auth: Auth,
        raw: &Request,
        exchange_rate_id: Path<Id>,
        key: IdempotencyKey,
        if_match: IfMatch,
        body: Edit<ExchangeRateUpdate>,
    ) -> Result<Reply<Ok200, ExchangeRateView>, Refused<SaveExchangeRate>> {
        master::update::<ExchangeRates>(&self.0, auth, raw, &exchange_rate_id.0, (key, if_match), body).await
    }

    /// Everything that was done to the exchange rate
    ///
    /// Oldest first, with the rate after each change.
    #[oai(path = "/:exchange_rate_id/audit-trail", method = "get")]
    async fn audit_trail(
        &self,
        auth: Reads<ExchangeRates, true>,
        exchange_rate_id: Path<Id>,
    ) -> Result<Reply<Ok200, Trail>, Problem> {
        master::audit_trail::<ExchangeRates>(&self.0, &auth, &exchange_rate_id.0).await
    }
}
