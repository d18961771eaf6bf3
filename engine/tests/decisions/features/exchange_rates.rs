//! The table of exchange rates. See docs/rules/amounts.md#table-of-exchange-rates.

use crate::books::Books;
use crate::table::cases;

#[test]
fn save() {
    cases(
        &Books::demo(),
        "
        conrad | create rate R-1, of EUR, on 2024-01-15, at 1.10             | rate R-1 EUR of 2024-01-15 is 1.1; trail
               |                                                             | Created R-1
        abel   | create rate R-1, of EUR, on 2024-01-15, at 1.10             | refused forbidden: needs the permission
               |                                                             | exchange_rate.write
        conrad | create rate R-1, of USD, on 2024-01-15, at 1                | refused invalid: /currency USD is the base
               |                                                             | currency: its rate is always 1
        conrad | create rate R-1                                             | refused invalid: /currency is required,
               |                                                             | /date is required, /rate is required
        conrad | create rate R-1, of EUR, on 2024-01-15, at 0                | refused invalid: /rate must be more than 0
        conrad | create rate R-1, of EUR, on 2024-01-15, at -1.1             | refused invalid: /rate must be more than 0
        conrad | create rate R-1, of EUR, on 2024-01-15, at 1.00000000001    | refused invalid: /rate has more than 10
               |                                                             | decimals
        conrad | create rate R-1, of EUR, on 2024-01-15, at 1000000000000000 | refused invalid: /rate has more than 15
               |                                                             | digits before the decimal point
        conrad | create rate R-1, of EUR, wrong /date                        | refused invalid: /date is wrong, /rate is
               |                                                             | required
        conrad | edit rate R-1, at 1.2                                       | refused not_found: there is no exchange rate
               |                                                             | 'R-1'

        conrad | create rate R-1, of EUR, on 2024-01-15, at 1.10
        conrad | create rate R-1, of EUR, on 2024-01-16, at 1.10             | refused already_exists /exchange_rate_id:
               |                                                             | exchange rate 'R-1' exists already
        conrad | create rate R-2, of EUR, on 2024-01-15, at 1.10             | refused already_exists /date: EUR has a rate
               |                                                             | of 2024-01-15 already: 'R-1'
        conrad | create rate R-2, of JPY, on 2024-01-15, at 0.007            | rate R-2 JPY of 2024-01-15 is 0.007; trail
               |                                                             | Created R-2
        conrad | edit rate R-1, at 1.2                                       | rate R-1 EUR of 2024-01-15 is 1.2; trail
               |                                                             | Updated R-1
        conrad | edit rate R-1, at 0                                         | refused invalid: /rate must be more than 0
        conrad | edit rate R-1, at 1.2, if version 2                         | refused stale_version: If-Match names
               |                                                             | another version than the present one, 1
        abel   | edit rate R-1, at 1.2                                       | refused forbidden: needs the permission
               |                                                             | exchange_rate.write
        ",
    );
}
