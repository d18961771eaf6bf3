//! What is done to accounts, exchange rates, parties, roles, rules and people, and to jobs.

use engine::approval::access::{SimpleDelegation, UserId};
use engine::approval::condition::Condition;
use engine::approval::deadline::EscalateTo;
use engine::approval::field::{Field, Operator};
use engine::approval::given::{Given, check};
use engine::approval::rule::{Governs, RoutedBy};
use engine::approval::splitting::{Aggregate, AggregateBy};
use engine::approval::{Approver, RuleKind};
use engine::books::party::{BankDetails, ContactDraft, PartyKind};
use engine::features::accounts::commands::{AccountDraft, DeleteAccount, SaveAccount};
use engine::features::delegations::commands::{DelegationDraft, RevokeDelegation, SaveDelegation};
use engine::features::exchange_rates::commands::SaveExchangeRate;
use engine::features::jobs::commands::RetryJob;
use engine::features::matching::rules::save::{RuleFields, SaveMatchingRule};
use engine::features::parties::bank_details::SaveBankDetails;
use engine::features::parties::commands::SaveParty;
use engine::features::people::commands::role::{DeleteRole, SaveRole};
use engine::features::people::commands::seed_roles::SeedRoles;
use engine::features::people::commands::user::{SaveUser, UserDraft};
use engine::features::replay::commands::request::RequestReplay;
use engine::features::rule_sets::commands::given::GivenRules;
use engine::features::rule_sets::commands::rule::{DeactivateRule, RuleDraft, SaveRule};
use engine::values::account::{AccountType, Subtype};
use engine::values::error::Faults;
use engine::values::kind::{DocumentKind, GovernedAction, GovernedType};
use engine::values::money::{Currency, decimal_from_text};
use rust_decimal::Decimal;

use super::{Said, date, decimal};
use crate::books::Asked;

pub fn command(verb: &str, what: &str, id: &str, said: &mut Said) -> Box<dyn Asked> {
    let (create, name) = (verb == "create", id.to_owned());
    match (verb, what) {
        ("delete", "account") => Box::new(DeleteAccount { account_id: name }),
        ("delete", "role") => Box::new(DeleteRole { role_id: name }),
        ("delete", "rule") => Box::new(DeactivateRule { rule_id: name }),
        ("retry", "job") => Box::new(RetryJob { job_id: name }),
        ("replay", "rules") => Box::new(RequestReplay {
            replay_id: name,
            from: said.date("from", Some("2024-01-01")),
            to: said.date("to", Some("2024-01-31")),
            rules: GivenRules::Sent(Vec::new()),
            faults: said.faults(),
        }),
        ("seed", "roles") => Box::new(SeedRoles),
        ("create" | "edit", "account") => {
            Box::new(SaveAccount { account_id: name, draft: account(create, said), create, faults: said.faults() })
        }
        ("create" | "edit", "rate") => Box::new(rate(name, create, said)),
        ("create" | "edit", "matching-rule") => Box::new(matching_rule(name, create, said)),
        ("create" | "edit", "customer") => Box::new(party(PartyKind::Customer, name, create, said)),
        ("create" | "edit", "vendor") => Box::new(party(PartyKind::Vendor, name, create, said)),
        ("bank", "customer") => Box::new(bank(PartyKind::Customer, name, said)),
        ("bank", "vendor") => Box::new(bank(PartyKind::Vendor, name, said)),
        ("create" | "edit", "role") => {
            let permissions = said.take("permits").unwrap_or_default();
            let approval_limits = limits(said);
            Box::new(SaveRole { role_id: name, permissions, approval_limits, create, faults: said.faults() })
        }
        ("create" | "edit", "rule") => {
            Box::new(SaveRule { draft: rule(create, said), rule_id: name, create, faults: said.faults() })
        }
        ("create" | "edit", "delegation") => {
            Box::new(SaveDelegation { draft: delegation(said), delegation_id: name, create, faults: said.faults() })
        }
        ("delete", "delegation") => Box::new(RevokeDelegation { delegation_id: name }),
        ("create" | "edit", "user") => {
            Box::new(SaveUser { user_id: id.into(), draft: user(said), create, faults: said.faults() })
        }
        _ => panic!("nobody can {verb} {what}"),
    }
}

fn is_active(said: &mut Said) -> Option<bool> {
    if said.has("inactive") { Some(false) } else { said.has("active").then_some(true) }
}

/// `asset, of bank, in EUR`; `of nothing` and `in any` take away.
fn account(create: bool, said: &mut Said) -> AccountDraft {
    let account_type = AccountType::ALL.iter().copied().find(|found| said.has(found.name()));
    AccountDraft {
        account_name: said.text("name", Some("an account").filter(|_| create)),
        account_type,
        subtype: said.text("of", None).map(|name| Subtype::parse(&name)),
        currency: said.text("in", None).map(|code| Currency::parse(&code)),
        is_active: is_active(said),
        required_dimensions: said.text("requires", None).map(|all| all.split('+').map(str::to_owned).collect()),
    }
}

fn rate(exchange_rate_id: String, create: bool, said: &mut Said) -> SaveExchangeRate {
    SaveExchangeRate {
        exchange_rate_id,
        currency: said.text("of", None).map(|code| Currency::parse(&code).expect("a currency")),
        date: said.date("on", None),
        rate: said.number("at"),
        source: said.text("from", None).map(Some),
        create,
        faults: said.faults(),
    }
}

/// `says rent, account 6000, memo office`.
fn matching_rule(matching_rule_id: String, create: bool, said: &mut Said) -> SaveMatchingRule {
    let fields = RuleFields {
        text_contains: said.text("says", None).map(Some),
        account_id: said.text("account", None).map(Some),
        memo: said.text("memo", None).map(Some),
        is_active: is_active(said),
        ..RuleFields::default()
    };
    SaveMatchingRule { matching_rule_id, fields, create, faults: said.faults() }
}

fn party(kind: PartyKind, party_id: String, create: bool, said: &mut Said) -> SaveParty {
    let unlinked = said.has("no user").then_some(None);
    SaveParty {
        kind,
        party_id,
        party_name: said.text("name", None),
        is_active: is_active(said),
        user_id: said.text("user", None).map(|id| Some(id.as_str().into())).or(unlinked),
        payment_terms_id: said.text("terms", None).map(Some),
        contact: ContactDraft { email: said.text("email", None).map(Some), ..ContactDraft::default() },
        create,
        faults: said.faults(),
    }
}

/// `bank vendor V-1, iban DE89370400440532013000`; without a number they are taken away.
fn bank(kind: PartyKind, party_id: String, said: &mut Said) -> SaveBankDetails {
    let iban = said.text("iban", None);
    let account_holder = said.text("holder", Some("Verdant").filter(|_| iban.is_some()));
    let details = BankDetails { account_holder, iban, ..BankDetails::default() };
    SaveBankDetails { kind, party_id, details, faults: said.faults() }
}

/// `limit bill 1000.00`, for each type; `no limits` takes them away.
fn limits(said: &mut Said) -> Option<Vec<(DocumentKind, Decimal)>> {
    let limit = |part: Vec<String>| (DocumentKind::parse(&part[1]).expect("a document type"), decimal(&part[2]));
    let given: Vec<_> = said.each(&["limit"]).into_iter().map(limit).collect();
    (said.has("no limits") || !given.is_empty()).then_some(given)
}

/// `when amount >= 100` or `when vendor_id in V-1 V-2`, for each condition.
fn conditions(said: &mut Said) -> Option<Vec<Condition>> {
    let base = Currency::parse("USD").expect("a currency");
    let condition = |part: Vec<String>| {
        let given = |text: &String| match decimal_from_text(text) {
            Some(number) if part[1] == "amount" => Given::Number(number),
            _ => Given::Text(text.clone()),
        };
        let values: Vec<Given> = part[3..].iter().map(given).collect();
        let value =
            if matches!(&*part[2], "in" | "not_in" | "between") { Given::List(values) } else { values[0].clone() };
        let words = (Field::parse(&part[1]).expect("a field"), Operator::parse(&part[2]).expect("an operator"), &value);
        check("", words, base, &mut Faults::default()).expect("a sound condition")
    };
    let given: Vec<Condition> = said.each(&["when"]).into_iter().map(condition).collect();
    (said.has("whatever else") || !given.is_empty()).then_some(given)
}

/// `of bill, guards void, level 2, from 1000.01 to 10000.00, role controller`. An end that is left out is open. `people ann ben` beside a role or
/// alone, and `needs 2` of them.
pub fn rule(create: bool, said: &mut Said) -> RuleDraft {
    let base = Currency::parse("USD").expect("a currency");
    let bound = |text: Option<String>| text.map(|text| base.to_minor(decimal(&text)).ok());
    // `departments` of `department_ids`.
    let word = |by: RoutedBy| by.facts().field.replace("_ids", "s").replace('_', "-");
    let mut routing = RoutedBy::ALL.into_iter();
    let routing = routing.find_map(|by| said.take(&word(by)).map(|ids| RuleKind::Routing { by, ids }));
    let people: Vec<UserId> =
        said.take("people").unwrap_or_default().iter().map(|id| UserId::from(id.as_str())).collect();
    let approver = match (said.text("role", None), said.text("user", None), said.has("manager")) {
        (approver_role, None, false) if !people.is_empty() => {
            Some(Approver::Panel { approver_role, approver_user_ids: people })
        }
        (Some(approver_role), None, false) => Some(Approver::Role { approver_role }),
        (None, Some(user), false) => Some(Approver::User { approver_user_id: user.as_str().into() }),
        (None, None, true) => Some(Approver::Manager),
        _ => said.has("chain").then_some(Approver::ManagerChain),
    };
    RuleDraft {
        rule_name: said.text("name", Some("a rule").filter(|_| create)),
        governs: said.take("of").map(|names| governs(&names)),
        action: said.text("guards", None).map(|name| GovernedAction::parse(&name).expect("an action")),
        kind: routing.or(create.then_some(RuleKind::AmountThreshold)),
        is_active: is_active(said).or(create.then_some(true)),
        priority: said.text("priority", Some("10").filter(|_| create)).map(|text| text.parse().expect("a number")),
        min_amount: bound(said.text("from", None)),
        max_amount: bound(said.text("to", None)),
        approval_level: said.text("level", None).map(|text| text.parse().expect("a level")),
        approver,
        approvals_required: said.text("needs", None).map(|text| text.parse().expect("a number")),
        conditions: conditions(said),
        due_in_hours: hours("due", said).map(Some),
        remind_every_hours: hours("remind", said).map(Some),
        escalate_to: said.take("escalate").map(|to| Some(escalation(&to))),
        aggregate: said.take("adds").map(|words| aggregate(&words)),
    }
}

/// `of bill`, `of bill expense` or `of all`.
fn governs(names: &[String]) -> Governs {
    let kind = |name: &String| DocumentKind::parse(name).expect("a document type");
    match names {
        [all] if all == "all" => Governs::AllDocuments,
        [name] => GovernedType::parse(name).expect("a type").into(),
        several => Governs::Several(several.iter().map(kind).collect()),
    }
}

/// `due 24`, in hours.
fn hours(word: &str, said: &mut Said) -> Option<u32> {
    said.text(word, None).map(|text| text.parse().expect("hours"))
}

/// `escalate role cfo`, `escalate user ben` or `escalate manager`.
fn escalation(to: &[String]) -> EscalateTo {
    match to {
        [role, name] if role == "role" => EscalateTo::Role { role: name.clone() },
        [user, id] if user == "user" => EscalateTo::User { user_id: id.as_str().into() },
        [manager] if manager == "manager" => EscalateTo::Manager,
        other => panic!("nobody escalates to {other:?}"),
    }
}

/// `adds 30 days by vendor`, or `adds nothing`.
fn aggregate(words: &[String]) -> Option<Aggregate> {
    match words {
        [days, _, _, by] => Some(Aggregate {
            days: days.parse().expect("days"),
            by: AggregateBy::parse(by).expect("author, vendor or customer"),
        }),
        _ => None,
    }
}

/// `by ben, to dora, from 2024-01-01, until 2024-01-31, of bill expense, limit 100.00, why holidays`.
fn delegation(said: &mut Said) -> DelegationDraft {
    let types = said.take("of").map(|names| {
        let kinds = names.iter().map(|name| DocumentKind::parse(name).expect("a document type"));
        Some(kinds.collect())
    });
    DelegationDraft {
        from_user_id: said.text("by", None).map(|id| id.as_str().into()),
        to_user_id: said.text("to", None).map(|id| id.as_str().into()),
        first_day: said.date("from", None),
        last_day: said.date("until", None),
        document_types: types,
        amount_limit: said.number("limit").map(Some),
        reason: said.text("why", None),
    }
}

/// `delegate dora 2024-01-01 2024-12-31, as manager cfo, limit bill 1000`; `as` alone takes the roles away.
fn user(said: &mut Said) -> UserDraft {
    let delegation = |part: Vec<String>| SimpleDelegation {
        delegate_user_id: part[1].as_str().into(),
        from: date(&part[2]),
        to: date(&part[3]),
    };
    let given: Vec<SimpleDelegation> = said.each(&["delegate"]).into_iter().map(delegation).collect();
    let none = said.has("no delegates");
    UserDraft {
        name: said.text("name", None),
        manager_user_id: said.text("manager", None).map(|id| Some(id.as_str().into())),
        is_active: is_active(said),
        delegations: (none || !given.is_empty()).then_some(given),
        roles: said.take("as").map(|roles| roles.into_iter().collect()),
        approval_limits: limits(said),
    }
}
