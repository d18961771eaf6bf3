//! People: managers and delegations. See docs/rules/access.md#users.

pub(crate) mod roles;

use crate::books::Books;
use crate::table::cases;

#[test]
fn save() {
    cases(
        &Books::demo(),
        "
        fiona  | create user bo, name Bo, manager mia, delegate dora 2024-01-01 2024-12-31 | user bo 'Bo' under mia delegates dora
               |                                                              | 2024-01-01..2024-12-31; trail Created bo
        conrad | create user bo, name Bo                                      | refused forbidden: needs the permission
               |                                                              | user.write
        fiona  | create user SYSTEM, name Bo                                  | refused invalid: /user_id 'system' is the
               |                                                              | service itself
        fiona  | create user bo, name Bo, manager BO                          | refused invalid: /manager_user_id nobody is
               |                                                              | their own manager
        fiona  | create user bo, name Bo, delegate BO 2024-01-01 2024-12-31   | refused invalid:
               |                                                              | /delegations/0/delegate_user_id nobody is
               |                                                              | their own delegate
        fiona  | create user bo, name Bo, delegate dora 2024-12-31 2024-01-01 | refused invalid: /delegations/0/to is before
               |                                                              | from
        fiona  | edit user bo, name Bo                                        | refused not_found: there is no user 'bo'
        fiona  | create user bo, wrong /name                                  | refused invalid: /name is wrong

        fiona  | create user bo, name Bo, manager mia, delegate dora 2024-01-01 2024-12-31
        fiona  | create user BO, name Bo                                      | refused already_exists: user 'BO' exists
               |                                                              | already
        fiona  | edit user BO, name Robert                                    | user bo 'Robert' under mia delegates dora
               |                                                              | 2024-01-01..2024-12-31; trail Updated bo
        fiona  | edit user bo, no delegates                                   | user bo 'Bo' under mia; trail Updated bo
        fiona  | edit user bo, name Robert, if version 2                      | refused stale_version: If-Match names
               |                                                              | another version than the present one, 1
        fiona  | edit user bo, inactive                                       | user bo 'Bo' under mia delegates dora
               |                                                              | 2024-01-01..2024-12-31, inactive; trail
               |                                                              | Updated bo
        alma   | edit user bo, inactive                                       | user bo 'Bo' under mia delegates dora
               |                                                              | 2024-01-01..2024-12-31, inactive by admin;
               |                                                              | trail Updated bo

        alma   | create user bo, name Bo, inactive
        fiona  | edit user bo, name Robert                                    | user bo 'Robert', inactive by admin; trail
               |                                                              | Updated bo
        fiona  | edit user bo, inactive                                       | nothing
        fiona  | edit user bo, active                                         | user bo 'Bo'; trail Updated bo
        ",
    );
}

/// Who signs, and how much, is not for whoever keeps the directory: it needs role.write.
#[test]
fn roles_and_limits() {
    cases(
        &Books::demo(),
        "
        fiona | create user bo, name Bo, as manager             | refused forbidden: needs the permission role.write
        fiona | create user bo, name Bo, limit bill 100.00      | refused forbidden: needs the permission role.write
        alma  | create user bo, name Bo, as manager cfo, limit bill 100.00 | user bo 'Bo' as cfo as manager up to 100.00 bill; trail
              |                                                 | Created bo
        alma  | create user bo, name Bo, limit bill 1.001       | refused invalid: /approval_limits/0/approval_limit has more decimals
              |                                                 | than the currency has
        alma  | create user bo, name Bo, limit bill 1, limit bill 2 | refused invalid: /approval_limits/1/document_type has a limit
              |                                                 | already

        alma  | create user bo, name Bo, as manager, limit bill 100.00
        fiona | edit user bo, name Robert                       | user bo 'Robert' as manager up to 100.00 bill; trail Updated bo
        fiona | edit user bo, name Robert, as manager           | user bo 'Robert' as manager up to 100.00 bill; trail Updated bo
        fiona | edit user bo, as cfo                            | refused forbidden: needs the permission role.write
        alma  | edit user bo, as, no limits                     | user bo 'Bo'; trail Updated bo
        ",
    );
}
