//! People, permissions and delegations; accounts as audit rows record them.

use super::*;
use crate::approval::access::ApprovalLimits;
use crate::values::account::{AccountType, Subtype};
use crate::values::clock::{Date, Timestamp};
use crate::values::kind::DocumentKind;
use crate::values::money::{Currency, Minor};

fn set<T: Ord>(members: impl IntoIterator<Item = T>) -> BTreeSet<T> {
    members.into_iter().collect()
}

#[test]
fn who_signed_and_who_gains() {
    let people = |names: &[&str]| set(names.iter().map(|name| UserId::from(*name)));
    of_1268427(r#"["conrad","fiona","mona"]"#, &people(&["mona", "conrad", "fiona"]));
    of_1268427("[]", &people(&[]));
    // The ids as spelt, in the order of their folded forms.
    let spelt = people(&["Zoë", "ann@example.com", "auth0|1"]);
    golden(r#"["ann@example.com","auth0|1","Zoë"]"#, &spelt);
    assert!(spelt.written().expect("a text").contains("Zoë"));
}

#[test]
fn permissions() {
    of_1268427(r#"["audit.read","report.*"]"#, &set(["report.*".to_owned(), "audit.read".to_owned()]));
    of_1268427(r#"["*.*"]"#, &set(["*.*".to_owned()]));
}

/// Roles of people, and the types of a delegation.
#[test]
fn roles_and_types() {
    golden("[]", &set::<String>([]));
    golden(r#"["cfo","manager"]"#, &set(["manager".to_owned(), "cfo".to_owned()]));
    golden(
        r#"["bill","expense"]"#,
        &set([DocumentKind::Expense, DocumentKind::Bill].map(|kind| kind.name().to_owned())),
    );
}

fn delegation() -> SimpleDelegation {
    let day = |text| Date::parse(text).expect("a day");
    SimpleDelegation { delegate_user_id: "hanna".into(), from: day("2024-01-01"), to: day("2099-12-31") }
}

#[test]
fn delegations() {
    of_1268427(r#"[{"delegate_user_id":"hanna","from":"2024-01-01","to":"2099-12-31"}]"#, &vec![delegation()]);
    of_1268427("[]", &Vec::<SimpleDelegation>::new());
    let no_day = r#"[{"delegate_user_id":"hanna","from":"2024-02-30","to":"2099-12-31"}]"#;
    assert_eq!(refused::<Vec<SimpleDelegation>>(no_day), r#"its from "2024-02-30" is not known"#);
}

/// The details of release 1268427 contain the text as a member of this name.
#[track_caller]
fn told_by_1268427<T: Stored + PartialEq + Debug>(name: &str, text: &str, told: &T) {
    let member = value(&read::<T>(text).expect(text)).expect(text);
    assert_eq!(read_value::<T>(&member).expect(text), *told);
    assert_eq!(told.written().expect(text), text);
    let sorted: Map<String, Value> = [(name.to_owned(), member)].into_iter().collect();
    of_1268427(&serde_json::to_string(&sorted).expect("a text"), &sorted);
}

pub const USER: &str = r#"{"user_id":"mona","name":"Mona","manager_user_id":null,"is_active":true,"delegations":[{"delegate_user_id":"hanna","from":"2024-01-01","to":"2099-12-31"}],"version":1,"updated_at":1795301027868371,"updated_by":"alma"}"#;

/// Version 1 is only for a person whom a holder of all permissions made inactive.
#[test]
fn a_person() {
    let mona = User {
        user_id: "mona".into(),
        name: "Mona".into(),
        manager_user_id: None,
        is_active: true,
        inactive_by_admin: false,
        delegations: vec![delegation()],
        roles: set([]),
        approval_limits: ApprovalLimits::default(),
        version: 1,
        updated_at: Timestamp::from_micros(1_795_301_027_868_371),
        updated_by: "alma".into(),
    };
    told_by_1268427("user", USER, &mona);
    let gone = User {
        user_id: "Gone".into(),
        manager_user_id: Some("mona".into()),
        is_active: false,
        inactive_by_admin: true,
        delegations: Vec::new(),
        ..mona
    };
    golden(
        r#"{"v":1,"user_id":"Gone","name":"Mona","manager_user_id":"mona","is_active":false,"inactive_by_admin":true,"delegations":[],"version":1,"updated_at":1795301027868371,"updated_by":"alma"}"#,
        &gone,
    );
    let signer = User {
        roles: set(["manager".to_owned()]),
        approval_limits: ApprovalLimits([(DocumentKind::Bill, Minor(500))].into()),
        ..gone
    };
    golden(
        r#"{"v":2,"user_id":"Gone","name":"Mona","manager_user_id":"mona","is_active":false,"inactive_by_admin":true,"delegations":[],"roles":["manager"],"approval_limits":{"bill":500},"version":1,"updated_at":1795301027868371,"updated_by":"alma"}"#,
        &signer,
    );
}

#[test]
fn limits() {
    golden("{}", &ApprovalLimits::default());
    let limits = ApprovalLimits([(DocumentKind::Bill, Minor(500)), (DocumentKind::Expense, Minor(0))].into());
    golden(r#"{"bill":500,"expense":0}"#, &limits);
    assert_eq!(refused::<ApprovalLimits>(r#"{"moon":1}"#), r#"its document type "moon" is not known"#);
}

pub const ACCOUNT: &str = r#"{"account_id":"7990","account_name":"Rounding","account_type":"expense","subtype":"rounding","currency":null,"is_active":true,"version":1,"created_at":1795301027652530,"created_by":"alma"}"#;

#[test]
fn an_account() {
    let rounding = Account {
        account_id: "7990".into(),
        account_name: "Rounding".into(),
        account_type: AccountType::Expense,
        subtype: Some(Subtype::Rounding),
        currency: None,
        is_active: true,
        required_dimensions: std::collections::BTreeSet::new(),
        version: 1,
        created_at: Timestamp::from_micros(1_795_301_027_652_530),
        created_by: "alma".into(),
    };
    told_by_1268427("account", ACCOUNT, &rounding);
    let euro = Account { currency: Currency::parse("EUR"), subtype: None, ..rounding };
    golden(
        r#"{"account_id":"7990","account_name":"Rounding","account_type":"expense","subtype":null,"currency":"EUR","is_active":true,"version":1,"created_at":1795301027652530,"created_by":"alma"}"#,
        &euro,
    );
    for (known, invented) in
        [("\"rounding\"", "\"later\""), ("\"expense\"", "\"later\""), ("\"currency\":null", "\"currency\":\"XYZ\"")]
    {
        assert!(refused::<Account>(&ACCOUNT.replace(known, invented)).ends_with("is not known"), "{invented}");
    }
}
