//! Credits of every type, and their application. See docs/rules/payments.md#applying-a-credit.

use engine::values::kind::{Control, DocumentKind};
use tests::prelude::*;

use super::every_type::{self, pointers, set};

/// What tells one type of credit from another.
struct Credit {
    kind: Kind,
    /// The fields of its own that a draft has a value in.
    shown: &'static str,
    required: &'static str,
    wrong: &'static [(&'static str, &'static str, &'static str)],
    /// What 100.00 of it posts.
    would_post: &'static str,
    /// What the trail of a document says that is credited in full, and how it stands then.
    in_full: (&'static [&'static str], &'static str),
    /// Another party, and another control account, with their paths and bodies.
    others: [(&'static str, &'static str); 2],
}

/// The fields that a draft of every type has a value in.
const SHOWN: &str =
    "tran_date posting_period_id currency exchange_rate status subtotal tax_total total amount_paid amount_refunded amount_due
    amount_pending amount_left lines current_approval_level created_at created_by updated_by version allowed_actions";

const CREDIT_MEMOS: Credit = Credit {
    kind: CREDIT_MEMO,
    shown: "credit_memo_id customer_id customer_name ar_account_id",
    required: "/customer_id /ar_account_id /tran_date /lines",
    wrong: &[
        ("customer_id", r#""V-1""#, "/customer_id"),
        ("customer_id", "null", "/customer_id"),
        ("invoice_id", r#""I-99""#, "/invoice_id"),
        ("ar_account_id", r#""2000""#, "/ar_account_id"),
        ("lines.0.rate", "-5", "/lines"),
    ],
    would_post: "1100 -100.00 -100.00\n 4000 100.00 100.00",
    in_full: (&["Apply abel", "Paid abel"], "Paid"),
    others: [
        ("customers", r#"{ "customer_id": "other", "customer_name": "Copper Ltd" }"#),
        ("accounts", r#"{ "account_id": "1101", "account_name": "More", "account_type": "asset", "subtype": "ar" }"#),
    ],
};

const VENDOR_CREDITS: Credit = Credit {
    kind: Kind::of(DocumentKind::VendorCredit),
    shown: "vendor_credit_id vendor_id vendor_name ap_account_id",
    required: "/vendor_id /ap_account_id /tran_date /lines",
    wrong: &[
        ("vendor_id", r#""C-1""#, "/vendor_id"),
        ("vendor_id", "null", "/vendor_id"),
        ("bill_id", r#""B-99""#, "/bill_id"),
        ("ap_account_id", r#""1100""#, "/ap_account_id"),
        ("reference", "7", "/reference"),
        ("lines.0.rate", "-5", "/lines"),
    ],
    would_post: "2000 100.00 100.00\n 6000 -100.00 -100.00",
    in_full: (&["Apply abel"], "Posted"),
    others: [
        ("vendors", r#"{ "vendor_id": "other", "vendor_name": "Violet Ltd" }"#),
        (
            "accounts",
            r#"{ "account_id": "2001", "account_name": "More", "account_type": "liability", "subtype": "ap" }"#,
        ),
    ],
};

const ALL: [Credit; 2] = [CREDIT_MEMOS, VENDOR_CREDITS];

impl Credit {
    /// What it gives credit for.
    fn settled(&self) -> Kind {
        self.kind.credits().expect("it gives credit")
    }

    /// The field that names its party.
    fn party(&self) -> &'static str {
        self.kind.items().expect("a type of items").party.field().trim_start_matches('/')
    }

    /// What is open of so much, as its control account has it.
    fn open(&self, amount: &str) -> String {
        if self.kind.control() == Some(Control::Receivable) { amount.to_owned() } else { format!("-{amount}") }
    }
}

tests::on_both! {
    async fn a_credit_is_kept_as_written(app: TestApp) {
        app.open_debts().await;
        for credit in ALL {
            every_type::is_kept_as_written(&app, credit.kind, &format!("{} {SHOWN}", credit.shown)).await;
            every_type::requires(&app, credit.kind, credit.required).await;
            every_type::refuses_wrong_values(&app, credit.kind, credit.wrong).await;
        }
    }

    async fn a_credit_walks_the_workflow(app: TestApp) {
        app.open_debts().await;
        for credit in ALL {
            every_type::walks_the_workflow(&app, credit.kind).await;
            every_type::asks_for_permissions(&app, credit.kind).await;
            every_type::heeds_if_match(&app, credit.kind).await;
        }
    }

    async fn a_credit_can_be_tried_and_retried(app: TestApp) {
        app.open_debts().await;
        for credit in ALL {
            let (kind, settled) = (credit.kind, credit.settled());
            app.posted(settled, settled.of_amount("S-1", "500.00")).await;
            every_type::can_be_tried_dry(&app, kind, credit.would_post).await;
            let apply = |amount: &str| ("apply", kind.application("S-1", amount));
            every_type::can_be_retried(&app, kind, &[apply("30.00"), apply("70.00")]).await;
            app.expect_fields(&settled.at("S-1"), &[("amount_due", "400.00")]).await;
        }
    }

    async fn credit_is_applied_until_nothing_is_left(app: TestApp) {
        app.open_books().await;
        for credit in ALL {
            let (kind, settled) = (credit.kind, credit.settled());
            for (id, amount) in [("S-1", "100.00"), ("S-2", "60.00")] {
                app.posted(settled, settled.of_amount(id, amount)).await;
            }
            let (one, two, path) = (settled.at("S-1"), settled.at("S-2"), kind.at("CR-1"));
            app.posted(kind, with(kind.of_amount("CR-1", "130.00"), json!({ settled.id: "S-1" }))).await;
            app.expect_fields(&path, &[(settled.id, "S-1"), ("amount_due", "130.00")]).await;
            let done = app.apply(kind, "CR-1", "S-1", "100.00").await.expect(200);
            let (status, due) = (format!("{}_status", settled.name), format!("{}_amount_due", settled.name));
            let told = format!("{} {} {status} {due} status application_number amount applied_at applied_by amount_applied_total amount_unapplied", kind.id, settled.id);
            assert_eq!(every_type::fields(&done.json), set(&told), "{}", done.text);
            let (trail, in_full) = credit.in_full;
            assert_eq!((done.string("status"), done.string(&status), done.number("amount_unapplied")), ("Posted", in_full, "30.00".into()));
            let over = app.apply(kind, "CR-1", "S-2", "30.01").await.expect(422).problem("overpayment");
            assert_eq!(pointers(&over), set("/amount"));
            app.apply(kind, "CR-1", "S-1", "1.00").await.expect(422).problem("overpayment");
            app.apply(kind, "CR-1", "S-2", "30.00").await.expect(200);
            app.apply(kind, "CR-1", "S-2", "0.01").await.expect(422).problem("overpayment");
            app.expect_fields(&one, &[("status", in_full), ("amount_paid", "100.00"), ("amount_due", "0.00")]).await;
            app.expect_fields(&two, &[("status", "Posted"), ("amount_due", "30.00")]).await;
            app.expect_fields(&path, &[("status", "Posted"), ("amount_paid", "130.00"), ("amount_due", "0.00")]).await;
            app.void(&path).await.expect(409).problem("wrong_status");
            app.void(&two).await.expect(409).problem("wrong_status");
            for (path, rows) in [(path, vec![("S-1", "100.00"), ("S-2", "30.00")]), (one.clone(), vec![("S-1", "100.00")]), (two, vec![("S-2", "30.00")])] {
                let answer = app.get(&format!("{path}/applications"), &app.clerk()).await.expect(200);
                let told: Vec<_> = answer.data().iter().map(|row| (row[settled.id].as_str(), row["amount"].to_string())).collect();
                let wanted: Vec<_> = rows.into_iter().map(|(id, amount)| (Some(id), amount.to_owned())).collect();
                assert_eq!(told, wanted, "{path}");
                assert!(answer.data().iter().all(|row| row[kind.id] == "CR-1"), "{}", answer.text);
            }
            let read = app.get(&format!("{one}/audit-trail"), &app.clerk()).await.expect(200);
            assert_eq!(every_type::told(&read)[4..], *trail);
            let control = control_account(kind.control().expect("an account"));
            assert_eq!(app.balance(control).await, credit.open("30.00"));
        }
    }

    async fn credit_goes_only_where_it_fits(app: TestApp) {
        app.open_books().await;
        for credit in ALL {
            let (kind, settled) = (credit.kind, credit.settled());
            for (path, body) in credit.others {
                let body: Value = serde_json::from_str(body).expect(body);
                app.post(path, &app.admin(), body).await.expect(201);
            }
            let [_, (_, account)] = credit.others;
            let account: Value = serde_json::from_str(account).expect(account);
            app.posted(kind, kind.of_amount("CR-1", "50.00")).await;
            let field = format!("/{}", settled.id);
            for (id, change) in [
                ("theirs", json!({ credit.party(): "other" })),
                ("euros", json!({ "currency": "EUR", "exchange_rate": number("1.1") })),
                ("elsewhere", json!({ kind.control_field(): account["account_id"] })),
            ] {
                app.posted(settled, with(settled.of_amount(id, "50.00"), change)).await;
                app.apply(kind, "CR-1", id, "1.00").await.expect(422).problem("invalid").names(&field);
            }
            app.draft(settled, settled.of_amount("draft", "50.00")).await;
            app.apply(kind, "CR-1", "draft", "1.00").await.expect(409).problem("wrong_status");
            app.apply(kind, "CR-1", "none", "1.00").await.expect(422).names(&field);
            for wrong in ["0", "-1", "0.001", "1e20"] {
                app.apply(kind, "CR-1", "theirs", wrong).await.expect(422).names("/amount");
            }
            let apply = format!("{}/apply", kind.at("CR-1"));
            let empty = app.act(&apply, &app.accountant()).await.expect(422).problem("invalid");
            assert_eq!(pointers(&empty), set(&format!("{field} /amount")));
            let mixed = json!({ settled.id: "theirs", "amount": "1", "when": 1 });
            let mixed = app.post(&apply, &app.accountant(), mixed).await.expect(422).problem("invalid");
            assert_eq!(pointers(&mixed), set(&format!("{field} /amount /when")));
            let about = with(kind.of_amount("CR-2", "1.00"), json!({ settled.id: "theirs" }));
            app.post(kind.path, &app.clerk(), about).await.expect(422).names(&field);
            app.expect_fields(&kind.at("CR-1"), &[("amount_due", "50.00")]).await;
        }
    }

    async fn applying_is_a_permission_of_its_own(app: TestApp) {
        app.open_debts().await;
        for credit in ALL {
            let (kind, settled) = (credit.kind, credit.settled());
            app.posted(kind, kind.of_amount("CR-1", "50.00")).await;
            let (path, body) = (format!("{}/apply", kind.at("CR-1")), kind.application(&settled.debt(), "1.00"));
            let (own, read) = (format!("{}.apply", kind.name), format!("{}.read", settled.name));
            for (permissions, status) in [(vec![&*own], 403), (vec![&*read], 403), (vec![&*own, &*read], 200)] {
                let pam = app.token("pam", &[], &permissions);
                app.post(&path, &pam, body.clone()).await.expect(status);
            }
        }
    }

    /// A bill and a credit of one vendor may bear the same number; two credits may not, whatever their case and blanks.
    async fn a_vendors_number_is_used_once_for_a_credit(app: TestApp) {
        app.open_books().await;
        let (kind, clerk) = (VENDOR_CREDITS.kind, app.clerk());
        let numbered = |id: &str, number: &str| with(kind.of_amount(id, "5.00"), json!({ "reference": number }));
        app.posted(BILL, with(bill("B-1", "5.00"), json!({ "reference": "inv 17" }))).await;
        app.posted(kind, numbered("CR-1", "inv 17")).await;
        let twice = app.post(kind.path, &clerk, numbered("CR-2", "INV17")).await.expect(409).problem("already_exists");
        assert_eq!((twice.string(kind.id), pointers(&twice)), ("CR-1", set("/reference")), "{}", twice.text);
        app.void(&kind.at("CR-1")).await.expect(200);
        app.draft(kind, numbered("CR-2", "INV17")).await;
    }
}
