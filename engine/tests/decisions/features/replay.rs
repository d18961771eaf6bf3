//! Requests for replays of the approval rules. See docs/rules/rule-sets.md#replay.

use crate::books::Books;
use crate::table::cases;

#[test]
fn two_of_one_person_wait_or_run() {
    cases(
        &Books::demo(),
        "
        vera | replay rules RPL-1                 | replay of 2024-01-01 to 2024-01-31 by 0 rules; job replay RPL-1
        carl | replay rules RPL-1                 | refused forbidden: needs the permission report.read
        vera | replay rules RPL-1, to 2023-12-31  | refused invalid: /to is before from

        vera | replay rules RPL-1
        vera | replay rules RPL-2                 | replay of 2024-01-01 to 2024-01-31 by 0 rules; job replay RPL-2

        vera | replay rules RPL-1
        VERA (viewer) | replay rules RPL-2
        abel | replay rules RPL-3
        vera | replay rules RPL-4                 | refused too_many_replays: 2 of your replays wait or run: RPL-1, RPL-2
        vera | replay rules RPL-4, to 2023-12-31  | refused invalid: /to is before from
        carl | replay rules RPL-4                 | refused forbidden: needs the permission report.read
        abel | replay rules RPL-4                 | replay of 2024-01-01 to 2024-01-31 by 0 rules; job replay RPL-4
        ",
    );
}
