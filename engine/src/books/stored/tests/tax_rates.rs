//! The rates of tax codes.

use super::*;
use crate::values::clock::Date;
use crate::values::tax_code::TaxRates;
use rust_decimal::Decimal;

#[test]
fn rates_of_a_tax_code() {
    let day = |text| Date::parse(text).expect("a day");
    let rates = TaxRates([(day("2020-07-01"), Decimal::new(16, 2)), (day("2007-01-01"), Decimal::new(19, 2))].into());
    golden(r#"[{"valid_from":"2007-01-01","rate":"0.19"},{"valid_from":"2020-07-01","rate":"0.16"}]"#, &rates);
    let no_day = r#"[{"valid_from":"2020-02-30","rate":"0.16"}]"#;
    assert_eq!(refused::<TaxRates>(no_day), r#"its valid_from "2020-02-30" is not known"#);
}
