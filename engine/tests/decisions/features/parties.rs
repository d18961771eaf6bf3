//! Customers and vendors. See docs/rules/master-data.md#parties.

use crate::books::Books;
use crate::table::cases;

#[test]
fn save() {
    cases(
        &Books::demo(),
        "
        abel  | create customer C-2, name Cedar             | customer C-2 'Cedar'; trail Created C-2
        abel  | create vendor C-1, name Cedar, inactive     | vendor C-1 'Cedar', inactive; trail Created C-1
        carl  | create customer C-2, name Cedar             | refused forbidden: needs the permission party.write
        abel  | create customer C-1, name Cedar             | refused already_exists: customer 'C-1' exists already
        abel  | create customer C-2, wrong /customer_name   | refused invalid: /customer_name is wrong
        abel  | create customer C-1, wrong /customer_name   | refused invalid: /customer_name is wrong
        abel  | edit customer C-9, name Cedar               | refused not_found: there is no customer 'C-9'
        abel  | edit customer C-1, name Cedar               | customer C-1 'Cedar'; trail Updated C-1
        abel  | edit customer C-1, name Cedar, if version 2 | refused stale_version: If-Match names another version
              |                                             | than the present one, 1
        abel  | edit customer C-1, user Cid                 | refused forbidden: needs the permission user.write
        fiona | edit customer C-1, user Cid                 | customer C-1 'Cobalt' is user Cid; trail Updated C-1
        alma  | edit customer C-1, user Cid                 | customer C-1 'Cobalt' is user Cid; trail Updated C-1
        alma  | edit customer C-1, user SYSTEM              | refused invalid: /user_id 'system' is the service itself
        alma  | create vendor V-2, name Vulcan, user vito   | vendor V-2 'Vulcan' is user vito; trail Created V-2

        alma  | edit customer C-1, user Cid
        abel  | edit customer C-1, name Cedar               | customer C-1 'Cedar' is user Cid; trail Updated C-1
        abel  | edit customer C-1, user Cid                 | nothing
        abel  | edit customer C-1, user CID                 | refused forbidden: needs the permission user.write
        abel  | edit customer C-1, no user                  | refused forbidden: needs the permission user.write
        alma  | edit customer C-1, no user                  | customer C-1 'Cobalt'; trail Updated C-1
        ",
    );
}
