//! The VAT report.

use engine::features::reports::vat::{TaxSide, Vat, VatAmounts};
use engine::values::money::Currency;
use poem::Request;
use poem_openapi::{Object, OpenApi, param::Query};

use super::day::{Reports, today};
use super::income_statement::span;
use super::reply::{Report, ReportFormat};
use crate::app::App;
use crate::auth::reads::Reads;
use crate::problem::Problem;
use crate::replica::{self, Aged, Asks};
use crate::schema::document::shared::sum;
use crate::schema::leaf::wire_word;
use crate::schema::{Id, Sum, WireDate};
use crate::table::{Cell, Table};

wire_word! {
    /// Invoices and credit memos, or bills, expenses and vendor credits.
    VatSide(TaxSide) as "VatSide"
}

/// The tax of a period, in base currency, by code and rate, and what the accounts of taxes moved.
#[derive(Object, Debug)]
#[oai(rename = "Vat")]
pub struct VatView {
    pub from: WireDate,
    pub to: WireDate,
    pub currency: String,
    pub rows: Vec<VatRowView>,
    /// Owed: of sales and reverse charges.
    pub output_tax: Sum,
    /// Deducted.
    pub input_tax: Sum,
    pub payable: Sum,
    /// Of subtype `tax`; debit positive.
    pub accounts: Vec<VatAccountView>,
}

/// What was taxed by a code at a rate. Of sales credits are positive, of purchases debits.
#[derive(Object, Clone, Debug)]
#[oai(rename = "VatRow")]
pub struct VatRowView {
    pub tax_code_id: String,
    pub tax_code_name: Option<String>,
    pub tax_rate: Sum,
    pub side: VatSide,
    pub base: Sum,
    /// Owed or deducted.
    pub tax: Sum,
    /// Stays on the accounts of the lines.
    pub not_recoverable: Sum,
    pub reverse_charge_output: Sum,
    pub reverse_charge_input: Sum,
}

/// What an account of taxes moved.
#[derive(Object, Clone, Debug)]
#[oai(rename = "VatAccount")]
pub struct VatAccountView {
    pub account_id: String,
    pub account_name: Option<String>,
    pub with_code: Sum,
    /// Of lines without a tax code, and of journal entries.
    pub without_code: Sum,
    /// As in the trial balance.
    pub movement: Sum,
}

/// What the parts of a row are called.
pub const AMOUNTS: [&str; 5] = ["base", "tax", "not_recoverable", "reverse_charge_output", "reverse_charge_input"];

/// In the order of [`AMOUNTS`].
pub fn parts(amounts: &VatAmounts, base: Currency) -> [Sum; 5] {
    [amounts.base, amounts.tax, amounts.not_recoverable, amounts.reverse_output, amounts.reverse_input]
        .map(|amount| sum(amount, base))
}

impl Table for VatView {
    const NAME: &'static str = "vat";
    const COLUMNS: &'static [&'static str] = &[
        "row",
        "tax_code_id",
        "tax_code_name",
        "tax_rate",
        "side",
        AMOUNTS[0],
        AMOUNTS[1],
        AMOUNTS[2],
        AMOUNTS[3],
        AMOUNTS[4],
        "account_id",
        "account_name",
        "with_code",
        "without_code",
        "movement",
        "amount",
        "currency",
    ];

    fn rows(&self) -> Vec<Vec<Cell>> {
        let none = || Cell::Empty;
        let coded = self.rows.iter().map(|row| {
            let mut cells: Vec<Cell> = vec![
                "code".into(),
                (&row.tax_code_id).into(),
                row.tax_code_name.as_ref().into(),
                row.tax_rate.into(),
                row.side.0.name().into(),
            ];
            let parts = [row.base, row.tax, row.not_recoverable, row.reverse_charge_output, row.reverse_charge_input];
            cells.extend(parts.map(Cell::from));
            cells.extend((0..6).map(|_| none()));
            cells
        });
        let totals = [("output_tax", self.output_tax), ("input_tax", self.input_tax), ("payable", self.payable)];
        let totals = totals.into_iter().map(|(row, amount)| {
            let mut cells: Vec<Cell> = vec![row.into()];
            cells.extend((0..14).map(|_| none()));
            cells.push(amount.into());
            cells
        });
        let accounts = self.accounts.iter().map(|account| {
            let mut cells: Vec<Cell> = vec!["account".into()];
            cells.extend((0..9).map(|_| none()));
            cells.extend([Cell::from(&account.account_id), account.account_name.as_ref().into()]);
            cells.extend([account.with_code, account.without_code, account.movement].map(Cell::from));
            cells.push(none());
            cells
        });
        let all = coded.chain(totals).chain(accounts);
        all.map(|cells| cells.into_iter().chain([Cell::from(&self.currency)]).collect()).collect()
    }
}

/// The VAT report.
pub struct VatApi(pub App);

#[OpenApi(prefix_path = "/reports")]
impl VatApi {
    /// VAT by code and rate
    ///
    /// By the ledger: voids are of the days on which they were posted, and `with_code` and `without_code` are the movement of each account.
    #[oai(path = "/vat", method = "get", operation_id = "getVat")]
    async fn vat(
        &self,
        auth: Reads<Reports>,
        /// The accounting period.
        period_id: Query<Option<Id>>,
        /// The first day, the beginning when left out; in place of `period_id`.
        from: Query<Option<WireDate>>,
        /// The last day, today when left out; not before `from`.
        to: Query<Option<WireDate>>,
        /// Goes before the `Accept` header.
        format: Query<Option<ReportFormat>>,
        request: &Request,
    ) -> Result<Aged<Report<VatView>>, Problem> {
        let today = today(&self.0, &auth).await?;
        let format = ReportFormat::wanted(format.0, request)?;
        let span = &span(period_id.0, from.0, to.0, today)?;
        replica::read(&self.0, Asks::Recent, |books| async move {
            Report::new(format, &view(books.vat(span).await?, books.settings.base_currency))
        })
        .await
    }
}

fn view(vat: Vat, base: Currency) -> VatView {
    let rows = vat.rows.into_iter().map(|row| {
        let [taxed, tax, not_recoverable, reverse_charge_output, reverse_charge_input] = parts(&row.amounts, base);
        VatRowView {
            tax_code_id: row.tax_code_id,
            tax_code_name: row.tax_code_name,
            tax_rate: Sum(row.tax_rate),
            side: VatSide(row.side),
            base: taxed,
            tax,
            not_recoverable,
            reverse_charge_output,
            reverse_charge_input,
        }
    });
    let accounts = vat.accounts.into_iter().map(|account| VatAccountView {
        account_id: account.account_id,
        account_name: account.account_name,
        with_code: sum(account.with_code, base),
        without_code: sum(account.without_code, base),
        movement: sum(account.movement, base),
    });
    VatView {
        from: vat.from.into(),
        to: vat.to.into(),
        currency: base.code().into(),
        rows: rows.collect(),
        output_tax: sum(vat.output_tax, base),
        input_tax: sum(vat.input_tax, base),
        payable: sum(vat.payable, base),
        accounts: accounts.collect(),
    }
}
