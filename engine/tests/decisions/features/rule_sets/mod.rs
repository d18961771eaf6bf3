//! Rule sets: drafts of the approval rules, and how they come into force. See docs/rules/rule-sets.md#versions.

pub(crate) mod rules;
pub(crate) mod words;

use crate::books::Books;
use crate::table::{cases, story};

/// Set 4 is in force: three rules for journal entries, each made by itself.
fn books() -> Books {
    Books::demo().given("alma | create draft D-1, says tidy up")
}

#[test]
fn a_draft_begins_as_a_copy_or_with_its_own_rules() {
    cases(
        &Books::demo(),
        "
        conrad | create draft D-1              | draft D-1 Draft on 4: JE-huge, JE-large, JE-small; trail Created D-1
        conrad | create draft D-1, copy-of 2   | draft D-1 Draft on 4: JE-small; trail Created D-1
        conrad | create draft D-1, copy-of 1   | draft D-1 Draft on 4: ; trail Created D-1
        conrad | create draft D-1, copy-of 9   | refused invalid: /copy_of there is no rule set 9
        conrad | create draft D-1, rule one, of bill, level 1, role cfo | draft D-1 Draft on 4: one; trail Created D-1
        conrad | create draft D-1, rule one, of bill, level 1, role cfo, copy-of 1 | refused invalid: /copy_of stands in
               |                               | place of rules
        conrad | create draft D-1, rule simulate, of bill, level 0, role cfo | refused invalid: /rules/0/rule_id 'simulate' is
               |                               | a path of its own and cannot be an id, /rules/0/approval_level must be between
               |                               | 1 and 100
        carl   | create draft D-1              | refused forbidden: needs the permission approval_rule.write
        ",
    );
}

#[test]
fn a_draft_is_changed_and_thrown_away() {
    story(
        &books(),
        "
        conrad | create draft D-1                 | refused already_exists: draft of approval rules 'D-1' exists already
        conrad | edit draft D-1, without JE-huge  | draft D-1 Draft on 4: JE-large, JE-small; trail Updated D-1
        conrad | edit draft D-1, based-on 5       | refused invalid: /based_on there is no rule set 5 yet; 4 is in force
        conrad | edit draft D-1, says why not     | draft D-1 Draft on 4: JE-large, JE-small; trail Updated D-1
        conrad | edit draft D-1, says no, if version 1 | refused stale_version: If-Match names another version than the present
               |                                  | one, 3
        carl   | delete draft D-1                 | refused forbidden: needs the permission approval_rule.write
        conrad | delete draft D-1                 | draft D-1 gone; trail Deleted D-1
        conrad | delete draft D-1                 | refused not_found: there is no draft of approval rules 'D-1'
        conrad | edit draft D-1, says no          | refused not_found: there is no draft of approval rules 'D-1'
        ",
    );
}

/// Only what differs is written, and what is not among the rules becomes inactive.
#[test]
fn a_draft_is_put_in_force_at_once() {
    story(
        &books().given("conrad | edit draft D-1, without JE-huge, rule JE-large, of journal_entry, level 2, from 1000.01, role cfo"),
        "
        conrad | enforce draft D-1               | refused stale_version: the draft is at version 2, which is not the one that is
               |                                 | meant
        conrad | enforce draft D-1, no version   | refused invalid: /version is required
        carl   | enforce draft D-1, version 2    | refused forbidden: needs the permission approval_rule.write
        conrad | enforce draft D-1, version 2    | draft D-1 In Force on 4: JE-small, JE-large; rule JE-large journal_entry level
               |                                 | 2 1000.01..open; rule JE-huge journal_entry level 3 10000.01..open, inactive;
               |                                 | set 5; trail Put in Force D-1, Updated JE-large, Deactivated JE-huge
        conrad | enforce draft D-1, version 3    | refused wrong_status: draft of approval rules 'D-1' is In Force
        conrad | edit draft D-1, says again      | refused wrong_status: draft of approval rules 'D-1' is In Force
        conrad | delete draft D-1                | refused wrong_status: draft of approval rules 'D-1' is In Force
        conrad | unschedule draft D-1            | refused wrong_status: draft of approval rules 'D-1' is In Force
        ",
    );
}

#[test]
fn a_draft_that_changes_nothing_leaves_the_set() {
    story(
        &books(),
        "
        conrad | enforce draft D-1    | draft D-1 In Force on 4: JE-huge, JE-large, JE-small; trail Put in Force D-1
        conrad | create draft D-2     | draft D-2 Draft on 4: JE-huge, JE-large, JE-small; trail Created D-2
        ",
    );
}

#[test]
fn other_rules_meanwhile_make_a_draft_stale() {
    story(
        &books().given("alma | delete rule JE-huge"),
        "
        conrad | enforce draft D-1                | refused stale_rule_set: the draft is based on rule set 4, and 5 is in force
        conrad | edit draft D-1, based-on 5       | draft D-1 Draft on 5: JE-huge, JE-large, JE-small; trail Updated D-1
        conrad | enforce draft D-1, version 2     | draft D-1 In Force on 5: JE-huge, JE-large, JE-small; rule JE-huge
               |                                  | journal_entry level 3 10000.01..open; set 6; trail Put in Force D-1, Updated
               |                                  | JE-huge
        ",
    );
}

/// The rules decide from the instant on, written down or not; until then none changes.
#[test]
fn a_scheduled_draft_decides_from_its_instant_on() {
    story(
        &books().given(
            "
            conrad | edit draft D-1, without JE-large JE-huge, rule JE-small, of journal_entry, level 1, role controller
            carl   | create JE-1, debit 6000 100.00, credit 1000 100.00
            carl   | create JE-2, debit 6000 100.00, credit 1000 100.00
            ",
        ),
        "
        conrad | enforce draft D-1, version 2, at 2024-01-15T09:00:00Z | refused invalid: /in_force_from must be in the
               |                                  | future; without it, the rules are in force at once
        conrad | enforce draft D-1, version 2, at 2024-01-15T12:00:00+00:00 | draft D-1 Scheduled on 4 from
               |                                  | 2024-01-15T12:00:00.000000Z by conrad: JE-small; trail Scheduled D-1
        conrad | edit draft D-1, says later       | refused wrong_status: draft of approval rules 'D-1' is Scheduled
        conrad | create rule b1, of bill, level 1, role manager | refused rule_set_scheduled: the rules of draft 'D-1' come
               |                                  | into force at 2024-01-15T12:00:00.000000Z; until they are, or are taken back,
               |                                  | none changes
        conrad | delete rule JE-small             | refused rule_set_scheduled: the rules of draft 'D-1' come into force at
               |                                  | 2024-01-15T12:00:00.000000Z; until they are, or are taken back, none changes
        carl   | submit JE-1                      | JE-1 Draft → Pending Approval (1: manager); trail Submit for Approval JE-1
        system | write draft D-1                  | nothing
        conrad | wait 2 h                         | time passes
        carl   | submit JE-2                      | JE-2 Draft → Pending Approval (1: controller); trail Submit for Approval JE-2
        conrad | unschedule draft D-1             | refused wrong_status: its rules are in force since
               |                                  | 2024-01-15T12:00:00.000000Z
        conrad | delete rule JE-small             | refused rule_set_scheduled: the rules of draft 'D-1' come into force at
               |                                  | 2024-01-15T12:00:00.000000Z; until they are, or are taken back, none changes
        system | write draft D-1                  | draft D-1 In Force on 4: JE-small; rule JE-small journal_entry level 1
               |                                  | open..open; rule JE-huge journal_entry level 3 10000.01..open, inactive; rule
               |                                  | JE-large journal_entry level 2 1000.01..10000.00, inactive; set 5; trail Put in
               |                                  | Force D-1, Updated JE-small, Deactivated JE-huge, Deactivated JE-large
        system | write draft D-1                  | nothing
        conrad | delete rule JE-small             | rule JE-small journal_entry level 1 open..open, inactive; trail Deactivated
               |                                  | JE-small
        ",
    );
}

#[test]
fn a_scheduled_draft_is_taken_back() {
    story(
        &books().given("conrad | enforce draft D-1, at 2024-01-16T00:00:00Z"),
        "
        alma   | create draft D-2     | draft D-2 Draft on 4: JE-huge, JE-large, JE-small; trail Created D-2
        alma   | enforce draft D-2    | refused rule_set_scheduled: the rules of draft 'D-1' come into force at
               |                      | 2024-01-16T00:00:00.000000Z; until they are, or are taken back, none changes
        carl   | unschedule draft D-1 | refused forbidden: needs the permission approval_rule.write
        conrad | unschedule draft D-1 | draft D-1 Draft on 4: JE-huge, JE-large, JE-small; trail Unscheduled D-1
        alma   | delete rule JE-huge  | rule JE-huge journal_entry level 3 10000.01..open, inactive; trail Deactivated JE-huge
        ",
    );
}

/// What guards changes of the rules guards a draft, and what guards their creation, one that makes rules.
#[test]
fn a_draft_waits_for_its_signatures() {
    let guarded = |action: &str| {
        books().given(&format!(
            "
            alma   | create rule guard, of approval_rule, guards {action}, level 1, role cfo
            conrad | create draft D-2
            "
        ))
    };
    story(
        &guarded("change"),
        "
        conrad | edit draft D-2, without JE-huge | draft D-2 Draft on 5: JE-large, JE-small, guard; trail Updated D-2
        conrad | enforce draft D-2, version 2  | change Pending Approval: change approval_rule D-2 (1: cfo); trail Submit for
               |                               | Approval change
        fiona  | approve change                | change Approved; job carry out; trail Approve change
        alma   | work                          | draft D-2 In Force on 5: JE-large, JE-small, guard; rule JE-huge journal_entry
               |                               | level 3 10000.01..open, inactive; set 6; change Done; job done; trail Put in
               |                               | Force D-2, Deactivated JE-huge, Done change by system
        ",
    );
    story(
        &guarded("create"),
        "
        conrad | edit draft D-2, rule b1, of bill, level 1, role cfo | draft D-2 Draft on 5: JE-huge, JE-large, JE-small,
               |                               | guard, b1; trail Updated D-2
        conrad | enforce draft D-2, version 2  | change Pending Approval: create approval_rule D-2 (1: cfo); trail Submit for
               |                               | Approval change
        conrad | edit draft D-2, says other    | draft D-2 Draft on 5: JE-huge, JE-large, JE-small, guard, b1; trail Updated D-2
        fiona  | approve change                | change Approved; job carry out; trail Approve change
        alma   | work                          | change Failed refused not_as_signed: it was changed after it was asked for: it is
               |                               | version 3, and was version 2; job refused not_as_signed: it was changed after it
               |                               | was asked for: it is version 3, and was version 2; trail Failed change
        ",
    );
}

/// Neither a draft, nor a change of people that the rules to come could not do without.
#[test]
fn no_draft_locks_everybody_out() {
    story(
        &Books::demo().given(
            "
            alma | create user ida, name Ida, as cfo, inactive
            alma | create user ben, name Ben
            alma | create draft D-1, rule guard, of approval_rule, guards change, level 1, role cfo
            alma | create draft D-2, rule guard, of approval_rule, guards change, level 1, user ben
            ",
        ),
        "
        alma | enforce draft D-1 | refused locks_everybody_out: after this, nobody could sign a change of the approval rules any
             |                   | more, as the rules ask for it
        alma | enforce draft D-2, at 2024-01-16T00:00:00Z | draft D-2 Scheduled on 4 from 2024-01-16T00:00:00.000000Z by alma:
             |                   | guard; trail Scheduled D-2
        alma | edit user ben, inactive | refused locks_everybody_out: after this, nobody could sign a change of the approval rules
             |                   | any more, as the rules ask for it
        ",
    );
}
