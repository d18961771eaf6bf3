//! Money that moves outside of payments: account subtypes, rules for several types, and what coverage says of them.
//! See docs/rules/rule-sets.md#money-outside-of-payments.

use tests::prelude::*;

fn vendor_credit() -> Kind {
    all_kinds().into_iter().find(|kind| kind.name == "vendor_credit").expect("a vendor credit")
}

/// A credit that takes its amount out of the bank.
fn out_of_the_bank(id: &str, amount: &str) -> Value {
    with(vendor_credit().of_amount(id, amount), json!({ "lines": [item(CASH, "1", amount)] }))
}

/// For lines on accounts that hold money, of all documents.
fn money(id: &str, level: u32, min: &str, max: Option<&str>, role: &str) -> Value {
    let holding = json!([{ "field": "account_subtype", "operator": "in", "value": ["bank", "cash", "card"] }]);
    let more = json!({ "document_type": null, "document_types": "all", "priority": 1, "conditions": holding });
    with(rule(id, "bill", level, min, max, role), more)
}

tests::on_both! {
    /// A credit on the bank account was signed by a manager alone, whatever a payment of its amount takes.
    async fn what_moves_money_is_released_by_no_less_than_a_payment(app: TestApp) {
        app.open_books().await;
        let (admin, kind) = (app.admin(), vendor_credit());
        for rule in [
            rule("pay-1", "bill_payment", 1, "0", Some("1000"), "manager"),
            rule("pay-2", "bill_payment", 2, "1000.01", None, "cfo"),
            rule("vc", "vendor_credit", 1, "0", None, "manager"),
        ] {
            app.post("approval-rules", &admin, rule).await.expect(201);
        }
        let coverage = "approval-rules/coverage?document_type=vendor_credit";
        let holed = app.get(coverage, &admin).await.expect(200);
        let found = &holed["less_than_payment"];
        assert_eq!(found.as_array().map(Vec::len), Some(1), "{}", holed.text);
        assert_eq!((found[0]["min_amount"].to_string(), &found[0]["max_amount"]), ("1000.01".into(), &Value::Null));
        assert_eq!(found[0]["missing_levels"], json!([2]), "{}", holed.text);
        for (document, level) in [("witness", "1"), ("payment", "2")] {
            let told = app.post("approval-rules/simulate", &admin, found[0][document].clone()).await.expect(200);
            assert_eq!(told.number("required_approval_level"), level, "{}", told.text);
        }
        assert_eq!(found[0]["witness"]["lines"][0]["account_subtype"], "bank", "{}", holed.text);
        app.post(kind.path, &app.clerk(), out_of_the_bank("VC-1", "2000.00")).await.expect(201);
        let weak = app.act(&format!("{}/submit-for-approval", kind.at("VC-1")), &app.clerk()).await.expect(200);
        assert_eq!(weak["approval_plan"]["required_level"], 1, "{}", weak.text);

        let mended = [money("money-1", 1, "0", Some("1000"), "manager"), money("money-2", 2, "1000.01", None, "cfo")];
        for rule in mended {
            app.post("approval-rules", &admin, rule).await.expect(201);
        }
        let whole = app.get(coverage, &admin).await.expect(200);
        assert_eq!((&whole["less_than_payment"], &whole["undecided"]), (&json!([]), &json!([])), "{}", whole.text);
        app.post(kind.path, &app.clerk(), out_of_the_bank("VC-2", "2000.00")).await.expect(201);
        let at = kind.at("VC-2");
        app.act(&format!("{at}/submit-for-approval"), &app.clerk()).await.expect(200);
        let first = app.act(&format!("{at}/approve"), &app.manager()).await.expect(200);
        assert_eq!(first.string("status"), "Pending Approval", "{}", first.text);
        let cfo = app.token("fay", &["cfo"], &[]);
        let last = app.act(&format!("{at}/approve"), &cfo).await.expect(200);
        assert_eq!(last.string("status"), "Posted", "{}", last.text);
        // What is not on such an account goes its own way, and is no gap.
        app.post(kind.path, &app.clerk(), kind.of_amount("VC-3", "2000.00")).await.expect(201);
        let other = app.act(&format!("{}/submit-for-approval", kind.at("VC-3")), &app.clerk()).await.expect(200);
        assert_eq!(other["approval_plan"]["required_level"], 1, "{}", other.text);
        app.post("invoices", &app.clerk(), INVOICE.body("I-1")).await.expect(201);
        app.act("invoices/I-1/submit-for-approval", &app.clerk()).await.expect(200);
    }

    async fn a_rule_for_several_types_is_saved_read_and_changed(app: TestApp) {
        app.open_books().await;
        let admin = app.admin();
        let of = |types: Value| with(rule("R-1", "bill", 1, "0", None, "manager"), types);
        for (types, pointer) in [
            (json!({ "document_types": ["bill"] }), "/document_types"),
            (json!({ "document_types": "all" }), "/document_types"),
            (json!({ "document_type": null }), "/document_type"),
            (json!({ "document_type": null, "document_types": null }), "/document_type"),
            (json!({ "document_type": null, "document_types": [] }), "/document_types"),
            (json!({ "document_type": null, "document_types": ["bill", "role"] }), "/document_types/1"),
            (json!({ "document_type": null, "document_types": "most" }), "/document_types"),
            (json!({ "document_type": null, "document_types": 7 }), "/document_types"),
            (json!({ "document_type": null, "document_types": ["bill", "journal_entry"], "action": "void" }), "/action"),
        ] {
            let said = types.to_string();
            let answer = app.post("approval-rules", &admin, of(types)).await;
            assert_eq!(answer.status, 422, "{said}: {}", answer.text);
            answer.names(pointer);
        }
        let several = json!({ "document_type": null, "document_types": ["expense", "bill"] });
        let made = app.post("approval-rules", &admin, of(several)).await.expect(201);
        let types = |read: &Answer| (read["document_type"].clone(), read["document_types"].clone());
        assert_eq!(types(&made), (Value::Null, json!(["bill", "expense"])), "{}", made.text);
        for (kind, found) in [("bill", 1), ("expense", 1), ("invoice", 0), ("role", 0)] {
            let list = app.get(&format!("approval-rules?document_type={kind}"), &admin).await.expect(200);
            assert_eq!(list.data().len(), found, "{kind}: {}", list.text);
        }
        let told = app.post("approval-rules/simulate", &admin, json!({ "document_type": "expense", "amount": 5 })).await.expect(200);
        assert_eq!((told["rules"].as_array().map(Vec::len), &told["rules"][0]["matched"]), (Some(1), &json!(true)), "{}", told.text);
        let draft = app.post("approval-rule-drafts", &admin, json!({ "draft_id": "D-1" })).await.expect(201);
        assert!(draft.text.contains(r#""document_types":["bill","expense"]"#), "{}", draft.text);
        for (change, one, several) in [
            (json!({ "priority": 4 }), Value::Null, json!(["bill", "expense"])),
            (json!({ "document_types": "all" }), Value::Null, json!("all")),
            (json!({ "document_type": null, "document_types": null }), Value::Null, json!("all")),
            (json!({ "document_type": "invoice", "document_types": null }), json!("invoice"), Value::Null),
            (json!({ "document_types": ["bill"] }), Value::Null, json!(["bill"])),
        ] {
            let changed = app.put("approval-rules/R-1", &admin, change).await.expect(200);
            assert_eq!(types(&changed), (one, several), "{}", changed.text);
        }
        app.put("approval-rules/R-1", &admin, json!({ "document_type": "bill", "document_types": "all" })).await.expect(422)
            .names("/document_types");
        let read = app.get("approval-rules/R-1", &admin).await.expect(200);
        assert_eq!(types(&read), (Value::Null, json!(["bill"])), "{}", read.text);
        let history = app.get("approval-rules/R-1/history", &admin).await.expect(200);
        assert!(history.text.contains(r#""document_types":"all""#), "{}", history.text);
        let old = app.get("approval-rules/journal_entry-1", &admin).await.expect(200);
        assert_eq!(types(&old), (json!("journal_entry"), Value::Null), "{}", old.text);
    }

    async fn the_subtype_of_an_account_is_looked_up(app: TestApp) {
        app.open_books().await;
        let admin = app.admin();
        app.post("approval-rules", &admin, money("money", 1, "0", None, "cfo")).await.expect(201);
        let ask = async |lines: Value| {
            let body = json!({ "document_type": "expense", "amount": 5, "lines": lines });
            app.post("approval-rules/simulate", &admin, body).await
        };
        for (line, matched) in [
            (json!({ "account_id": CASH }), true),
            (json!({ "account_id": EXPENSE }), false),
            (json!({ "account_id": "new", "account_type": "asset", "account_subtype": "cash" }), true),
            (json!({ "account_id": "new", "account_type": "asset", "account_subtype": "ar" }), false),
            (json!({ "account_subtype": "card" }), true),
        ] {
            let told = ask(json!([line])).await.expect(200);
            assert_eq!(told["rules"][0]["matched"], matched, "{line}: {}", told.text);
        }
        let one = json!({ "document_type": "expense", "amount": 5, "account_id": CASH });
        let told = app.post("approval-rules/simulate", &admin, one).await.expect(200);
        assert_eq!(told["rules"][0]["matched"], true, "{}", told.text);
        for line in [
            json!({ "account_id": CASH, "account_subtype": "cash" }),
            json!({ "account_id": EXPENSE, "account_subtype": "bank" }),
        ] {
            ask(json!([line])).await.expect(422).names("/lines/0/account_subtype");
        }
        let wrong = json!({ "conditions": [{ "field": "account_subtype", "operator": "=", "value": "asset" }] });
        app.post("approval-rules", &admin, with(money("r", 1, "0", None, "cfo"), wrong)).await.expect(422)
            .names("/conditions/0/value");
    }
}
