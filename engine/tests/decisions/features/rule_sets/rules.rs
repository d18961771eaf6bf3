//! Approval rules. See docs/rules/approval.md.

use crate::books::Books;
use crate::table::cases;

#[test]
fn save_and_deactivate() {
    cases(
        &Books::demo(),
        "
        conrad | create rule b1, of bill, level 1, from 0, to 1000.00, role manager | rule b1 bill level 1 0.00..1000.00; trail
               |                                                              | Created b1
        carl   | create rule b1, of bill, level 1, role manager               | refused forbidden: needs the permission
               |                                                              | approval_rule.write
        conrad | create rule JE-small, of bill, level 1, role manager         | refused already_exists: rule 'JE-small' exists
               |                                                              | already
        conrad | create rule b1, of bill, level 1                             | refused invalid: the rule is incomplete
        conrad | create rule b1, of bill, level 0, from -1.00, to -2.00, user '' | refused invalid: /min_amount must be 0 or more,
               |                                                              | /max_amount must be 0 or more, /approval_level
               |                                                              | must be between 1 and 100, /approver_user_id
               |                                                              | must name a person
        conrad | create rule b1, of bill, level 101, role manager             | refused invalid: /approval_level must be between
               |                                                              | 1 and 100
        conrad | create rule b1, of bill, level 1, from 2.00, to 1.00, role manager | refused invalid: /min_amount is more than
               |                                                              | max_amount
        conrad | create rule b1, of bill, level 1, role manager, departments  | refused invalid: /department_ids needs at least
               |                                                              | one for Department Routing
        conrad | create rule b1, of bill, level 1, role manager, cost-centers | refused invalid: /cost_center_ids needs at least
               |                                                              | one for Cost Center Routing
        conrad | create rule simulate, of bill, level 1, role manager         | refused invalid: /rule_id 'simulate' is a path
               |                                                              | of its own and cannot be an id
        conrad | create rule b1, of bill, wrong /approval_level               | refused invalid: /approval_level is wrong
        conrad | edit rule b9, level 2                                        | refused not_found: there is no approval rule
               |                                                              | 'b9'
        conrad | edit rule JE-small, level 2, to 500.00                       | rule JE-small journal_entry level 2
               |                                                              | open..500.00; trail Updated JE-small
        conrad | edit rule JE-small, from 2000.00                             | refused invalid: /min_amount is more than
               |                                                              | max_amount
        conrad | edit rule JE-small, level 2, if version 2                    | refused stale_version: If-Match names another
               |                                                              | version than the present one, 1
        conrad | delete rule JE-small                                         | rule JE-small journal_entry level 1
               |                                                              | open..1000.00, inactive; trail Deactivated
               |                                                              | JE-small
        conrad | delete rule b9                                               | refused not_found: there is no approval rule
               |                                                              | 'b9'
        carl   | delete rule JE-small                                         | refused forbidden: needs the permission
               |                                                              | approval_rule.write

        conrad | delete rule JE-small
        conrad | delete rule JE-small                                         | nothing
        conrad | edit rule JE-small, active                                   | rule JE-small journal_entry level 1
               |                                                              | open..1000.00; trail Updated JE-small
        ",
    );
}
