//! Roles and delegations may lock everybody out of the rules as well. See docs/rules/change-requests.md#nobody-is-locked-out.

use super::guarded;
use crate::table::cases;

/// What lets its holders sign is taken from the role that the rule names.
#[test]
fn a_role_that_no_longer_signs() {
    let books = guarded(
        "
        alma | create role auditor, permits audit.read change_request.approve
        alma | create rule r, of approval_rule, guards change, level 1, role auditor
        ",
    );
    cases(
        &books,
        "
        alma | edit role auditor, permits audit.read | refused locks_everybody_out: after this, nobody could sign a
             |                                       | change of the approval rules any more, as the rules ask for it
        alma | edit role auditor, permits change_request.* | role auditor permits change_request.*; trail Updated
             |                                             | auditor
        alma | delete role auditor | refused locks_everybody_out: after this, nobody could sign a change of the
             |                     | approval rules any more, as the rules ask for it
        alma | edit role manager, permits *.read | role manager permits *.read; trail Updated manager

        alma | create user ben, name Ben, as auditor manager
        alma | edit role auditor, permits audit.read | role auditor permits audit.read; trail Updated auditor
        alma | delete role auditor | role auditor gone; trail Deleted auditor
        alma | edit user ben, as auditor
        alma | edit role auditor, permits audit.read | refused locks_everybody_out: after this, nobody could sign a
             |                                       | change of the approval rules any more, as the rules ask for it

        alma | create user ben, name Ben, as auditor manager
        alma | edit role auditor, permits audit.read
        alma | edit user ben, as auditor | refused locks_everybody_out: after this, nobody could sign a change of the
             |                           | approval rules any more, as the rules ask for it
        alma | edit role manager, permits *.read | refused locks_everybody_out: after this, nobody could sign a change
             |                                   | of the approval rules any more, as the rules ask for it
        ",
    );
}

#[test]
fn a_built_in_role_and_a_person_who_has_it() {
    cases(
        &guarded("alma | create rule r, of approval_rule, guards change, level 1, role cfo"),
        "
        alma | edit role cfo, permits *.read | refused locks_everybody_out: after this, nobody could sign a change of
             |                               | the approval rules any more, as the rules ask for it
        alma | edit role cfo, permits *.approve | role cfo permits *.approve; trail Updated cfo
        ",
    );
    cases(
        &guarded(
            "
            alma | create user ben, name Ben, as controller
            alma | create rule r, of approval_rule, guards change, level 1, user ben
            ",
        ),
        "
        alma | edit role controller, permits *.read | refused locks_everybody_out: after this, nobody could sign a
             |                                      | change of the approval rules any more, as the rules ask for it
        alma | edit role manager, permits *.read | role manager permits *.read; trail Updated manager
        alma | create rule s, of approval_rule, guards change, level 2, role clerk | refused locks_everybody_out: after this,
             |                                                                     | nobody could sign a change of the
             |                                                                     | approval rules any more, as the rules
             |                                                                     | ask for it
        ",
    );
}

/// A role that is made anew takes nothing away, and a change that is signed is looked at again.
#[test]
fn a_signed_change_of_a_role_is_refused_as_well() {
    cases(
        &guarded(
            "
            alma | create role auditor, permits change_request.approve
            alma | create rule roles, of role, guards change, level 1, role manager
            alma | edit role auditor, permits audit.read
            alma | create rule r, of approval_rule, guards change, level 1, role auditor
            mona | approve change
            ",
        ),
        "
        alma | work | change Failed refused locks_everybody_out: after this, nobody could sign a change of the
             |      | approval rules any more, as the rules ask for it; job refused locks_everybody_out: after this,
             |      | nobody could sign a change of the approval rules any more, as the rules ask for it; trail Failed
             |      | change
        ",
    );
    cases(
        &guarded("alma | create rule r, of approval_rule, guards change, level 1, role auditor"),
        "
        alma | create role auditor, permits audit.read | role auditor permits audit.read; trail Created auditor
        ",
    );
}

/// Somebody inactive, whose delegate alone could sign.
#[test]
fn the_last_signer_is_a_delegate() {
    let books = guarded(
        "
        alma | create user ida, name Ida, inactive
        alma | create delegation D, by ida, to dora, from 2024-01-01, until 2024-01-31, why ill
        alma | create rule r, of approval_rule, guards change, level 1, user ida
        ",
    );
    cases(
        &books,
        "
        alma | delete delegation D | refused locks_everybody_out: after this, nobody could sign a change of the
             |                     | approval rules any more, as the rules ask for it
        alma | edit delegation D, until 2024-01-14 | refused locks_everybody_out: after this, nobody could sign a
             |                                     | change of the approval rules any more, as the rules ask for it
        alma | edit delegation D, of bill | refused locks_everybody_out: after this, nobody could sign a change of the
             |                            | approval rules any more, as the rules ask for it
        alma | edit delegation D, until 2024-01-15 | delegation D ida to dora 2024-01-01..2024-01-15; trail Updated D
        alma | create user dora, name Dora, inactive | refused locks_everybody_out: after this, nobody could sign a
             |                                       | change of the approval rules any more, as the rules ask for it
        alma | create rule s, of approval_rule, guards change, level 2, user dora | refused locks_everybody_out: after this,
             |                                                                    | nobody could sign a change of the
             |                                                                    | approval rules any more, as the rules
             |                                                                    | ask for it

        alma | create delegation E, by ida, to eva, from 2024-01-01, until 2024-01-31, why ill
        alma | delete delegation D | delegation D ida to dora 2024-01-01..2024-01-31, revoked; trail Revoked D
        alma | create rule s, of approval_rule, guards change, level 2, user dora | rule s approval_rule level 2 open..open;
             |                                                                    | trail Created s
        ",
    );
}
