//! Who gives away a signature may have to wait for one. See docs/rules/change-requests.md#delegations.

use super::guarded;
use crate::table::cases;

const D: &str = "by ben, to dora, from 2024-01-01, until 2024-01-31, why holidays";

#[test]
fn what_is_done_to_a_delegation_is_guarded_by_rules_of_its_own() {
    let books = guarded(&format!(
        "
        alma | create delegation D, {D}
        alma | create rule gives, of delegation, guards create, level 1, role manager
        alma | create rule alters, of delegation, guards change, level 1, role controller
        alma | create rule ends, of delegation, guards revoke, level 1, role cfo
        "
    ));
    cases(
        &books,
        "
        conrad | create delegation E, to dora, from 2024-01-01, until 2024-01-31, why rest | change Pending Approval: create
               |                                                                           | delegation E (1: manager); trail Submit
               |                                                                           | for Approval change
        alma | edit delegation D, until 2024-02-01 | change Pending Approval: change delegation D (1: controller); trail
             |                                     | Submit for Approval change
        alma | delete delegation D | change Pending Approval: revoke delegation D (1: cfo); trail Submit for
             |                     | Approval change
        dora (manager) | delete delegation D | change Pending Approval: revoke delegation D (1: cfo); trail Submit for
                       |                     | Approval change
        alma | create user eva, name Eva, delegate dora 2024-01-01 2024-01-31 | change Pending Approval: create user eva
             |                                                                | (1: manager); trail Submit for Approval
             |                                                                | change
        ",
    );
}

#[test]
fn a_rule_for_changes_of_users_covers_their_delegations() {
    let books = guarded(&format!(
        "
        alma | create delegation D, {D}
        alma | create rule users, of user, guards change, level 1, role manager
        "
    ));
    cases(
        &books,
        "
        conrad | create delegation E, to dora, from 2024-01-01, until 2024-01-31, why rest | change Pending Approval: create
               |                                                                           | delegation E (1: manager); trail Submit
               |                                                                           | for Approval change
        alma | edit delegation D, until 2024-02-01 | change Pending Approval: change delegation D (1: manager); trail
             |                                     | Submit for Approval change
        alma | delete delegation D | change Pending Approval: revoke delegation D (1: manager); trail Submit for Approval
             |                     | change
        alma | create user eva, name Eva | user eva 'Eva'; trail Created eva
        alma | create user eva, name Eva, delegate dora 2024-01-01 2024-01-31 | change Pending Approval: create user eva
             |                                                                | (1: manager); trail Submit for Approval
             |                                                                | change

        alma   | create rule gives, of delegation, guards create, level 1, role controller
        alma | create delegation E, by eva, to dora, from 2024-01-01, until 2024-01-31, why rest | change Pending Approval: create
             |                                                                                   | delegation E (1: controller); trail
             |                                                                                   | Submit for Approval change
        alma | edit delegation D, until 2024-02-01 | change Pending Approval: change delegation D (1: manager);
             |                                     | trail Submit for Approval change
        ",
    );
}

/// A save of a person takes the signatures of all that it does.
#[test]
fn delegations_within_a_person() {
    let books = guarded(
        "
        alma | create user eva, name Eva, delegate dora 2024-01-01 2024-01-31
        alma | create rule users, of user, guards change, level 1, role manager
        alma | create rule gives, of delegation, guards create, level 1, role controller
        ",
    );
    cases(
        &books,
        "
        alma | edit user eva, name Eve | change Pending Approval: change user eva (1: manager); trail Submit for
             |                         | Approval change
        alma | edit user eva, name Eva, delegate dora 2024-01-01 2024-01-31 | nothing
        alma | edit user eva, delegate dora 2024-01-01 2024-01-31, delegate finn 2024-01-01 2024-01-31 | change Pending Approval: change user eva
             |                                                                                         | (1: controller); trail Submit for
             |                                                                                         | Approval change
        alma | edit user eva, name Eve, delegate dora 2024-01-01 2024-01-31, delegate finn 2024-01-01 2024-01-31 | change Pending Approval: change user eva
             |                                                                                                   | (1: manager, 2: controller); trail
             |                                                                                                   | Submit for Approval change
        alma | edit user eva, delegate dora 2024-01-01 2024-12-31 | change Pending Approval: change user eva (1:
             |                                                    | manager); trail Submit for Approval change
        alma | edit user eva, no delegates | change Pending Approval: change user eva (1: manager); trail Submit for
             |                             | Approval change
        alma | edit user eva, delegate finn 2024-01-01 2024-01-31 | change Pending Approval: change user eva (1:
             |                                                    | controller, 2: manager); trail Submit for Approval
             |                                                    | change
        alma | create user kai, name Kai | user kai 'Kai'; trail Created kai
        alma | create user kai, name Kai, delegate finn 2024-01-01 2024-01-31 | change Pending Approval: create user kai
             |                                                                | (1: controller); trail Submit for
             |                                                                | Approval change
        ",
    );
}

#[test]
fn the_two_of_a_delegation_do_not_sign_it() {
    cases(
        &guarded(
            "
            alma | create rule gives, of delegation, guards create, level 1, role manager
            alma | create delegation D, by mona, to max, from 2024-01-01, until 2024-01-31, why holidays
            ",
        ),
        "
        mona | approve change | refused forbidden: who gains from a document, or changed the bank details that it pays to, signs neither it nor what pays it; level
             |                | 1 can be signed by the role manager
        max | approve change | refused forbidden: who gains from a document, or changed the bank details that it pays to, signs neither it nor what pays it; level 1
            |                | can be signed by the role manager
        ben (manager) | approve change | change Approved; job carry out; trail Approve change
        ",
    );
    cases(
        &guarded(
            "
            alma | create rule users, of user, guards change, level 1, role manager
            alma | create user eva, name Eva, delegate max 2024-01-01 2024-01-31
            ",
        ),
        "
        max | approve change | refused forbidden: who gains from a document, or changed the bank details that it pays to, signs neither it nor what pays it; level 1
            |                | can be signed by the role manager
        mona | approve change | change Approved; job carry out; trail Approve change
        ",
    );
}
