//! The tolerance, to the last digit.

use super::*;

#[test]
fn a_rate_may_differ_by_the_tolerance_and_no_more() {
    let decimal = |text: &str| crate::values::money::decimal_from_text(text).expect(text);
    for (given, table, tolerance, expected) in [
        ("1.10", "1.10", "0", true),
        ("1.1000000001", "1.10", "0", false),
        ("1.155", "1.10", "0.05", true),
        ("1.1550000001", "1.10", "0.05", false),
        ("1.045", "1.10", "0.05", true),
        ("1.0449999999", "1.10", "0.05", false),
        // Of the table's rate, not of the given one: 1.05 times less is not 0.05 less.
        ("0.9523809524", "1", "0.05", true),
        ("0.9499999999", "1", "0.05", false),
        ("0.005", "1.10", "0.05", false),
        ("220", "1.10", "0.05", false),
        ("2.2", "1.10", "1", true),
        ("0.0000000001", "1.10", "1", true),
        ("0.0000000002", "0.0000000001", "0.999999", false),
        // The largest and the longest there are.
        ("999999999999999.9999999999", "999999999999999.9999999999", "0.000001", true),
        ("999999999999999.9999999999", "999998999999999.9999999999", "0.000001", false),
        ("999999999999999.9999999999", "0.0000000001", "0.999999", false),
    ] {
        assert_eq!(
            is_within(decimal(given), decimal(table), decimal(tolerance)),
            expected,
            "{given} {table} {tolerance}"
        );
    }
}
