//! Files that cannot be read say where, and change nothing.

use tests::prelude::*;

use super::*;

const LARGEST: usize = 64 * 1024 * 1024;

fn good() -> String {
    camt(&[
        sheet("1", "2024-01-01 2024-01-15", "0.00", &["2024-01-10 5.00 A1 | Cobalt | x"]),
        sheet("2", "2024-01-16 2024-01-31", "5.00", &["2024-01-20 6.00 A2 | Cobalt | M\u{fc}ller"]),
    ])
}

/// The line of the second statement's only entry, and where it begins.
fn place_of_the_last_entry(file: &str) -> (u64, u64) {
    let byte = file.rfind("<Amt").expect("an amount");
    let line = file[..byte].matches('\n').count() + 1;
    (u64::try_from(line).unwrap_or(0), u64::try_from(byte).unwrap_or(0))
}

tests::on_both! {
    async fn what_cannot_be_read_is_named_by_line_and_byte(app: TestApp) {
        app.open_books().await;
        let before = told(&app).await;
        // The first statement is whole: nothing of it comes in.
        let file = good().replace(">6.00<", ">6,00<");
        let refused = import(&app, file.clone()).await.expect(422).problem("statement_unreadable");
        let place = (refused["line"].as_u64().unwrap_or(0), refused["byte"].as_u64().unwrap_or(0));
        let (line, byte) = place_of_the_last_entry(&file);
        assert!(place.0 == line && place.1 >= byte && place.1 < byte + 40, "{place:?} is not {line} {byte}: {}", refused.text);
        assert!(refused.text.contains("'6,00' is not an amount"), "{}", refused.text);
        assert!(refused.string("path").ends_with("Ntry/Amt"), "{}", refused.text);
        let latin: Vec<u8> = good().chars().map(|one| u8::try_from(u32::from(one)).expect("Latin-1")).collect();
        let bomb = good().replacen("<Document", "<!DOCTYPE l [<!ENTITY a \"aa\"><!ENTITY b \"&a;&a;&a;\">]><Document", 1);
        let utf16: Vec<u8> = format!("\u{feff}{}", good()).encode_utf16().flat_map(u16::to_le_bytes).collect();
        let cut = good()[..good().len() - 30].to_owned();
        let none = good().replacen("BkToCstmrStmt", "BkToCstmrAcctRpt", 1).replacen("/BkToCstmrStmt", "/BkToCstmrAcctRpt", 1);
        for (what, file) in [
            ("latin", latin), ("bomb", bomb.into()), ("cut", cut.into()), ("camt.052", none.into()),
            ("nothing", camt(&[]).into()), ("nul", b"<Document>\0camt.053".to_vec()),
            ("no day", camt(&[]).replace("</BkToCstmrStmt>", "<Stmt><Acct><Ccy>USD</Ccy></Acct></Stmt></BkToCstmrStmt>").into()),
        ] {
            let refused = import(&app, file).await;
            assert_eq!(refused.status, 422, "{what}: {}", refused.text);
            refused.problem("statement_unreadable");
        }
        // UTF-16 begins like no format, and as CSV it needs a mapping.
        import(&app, utf16.clone()).await.expect(422).problem("invalid").names("format");
        let named = format!("account_id={CASH}&format=camt053");
        send(&app, &accountant(&app), &named, &[], utf16).await.expect(422).problem("statement_unreadable");
        assert_eq!(told(&app).await, before);
        assert_eq!(counted(&import(&app, good()).await.expect(200)), (2, 0));
    }

    async fn every_cut_of_a_file_is_refused_or_empty(app: TestApp) {
        app.open_books().await;
        let (file, before) = (good(), told(&app).await);
        for at in (1..file.len() - 1).step_by(file.len() / 25).filter(|at| file.is_char_boundary(*at)) {
            let refused = import(&app, &file.as_bytes()[..at]).await;
            let code = refused["code"].as_str().unwrap_or_default().to_owned();
            // Before the name of its root a file begins like none.
            assert!(code == "statement_unreadable" || (code == "invalid" && at < 120), "cut at {at}: {}", refused.text);
        }
        assert_eq!(told(&app).await, before);
    }

    async fn an_empty_body_is_no_file(app: TestApp) {
        app.open_books().await;
        import(&app, "").await.expect(422).problem("invalid");
        import(&app, "\n \n").await.expect(422).problem("invalid").names("format");
        let plain = app.act(&format!("bank-statements?account_id={CASH}"), &accountant(&app)).await;
        plain.expect(422).problem("invalid");
    }

    async fn a_file_above_64_mib_is_refused(app: TestApp) {
        app.open_books().await;
        import(&app, vec![b' '; LARGEST + 1]).await.expect(413).problem("too_large");
        assert_eq!(waiting(&app).await.len(), 0);
    }

    async fn sums_that_are_too_large_are_refused(app: TestApp) {
        app.open_books().await;
        let most = "9999999999999.99";
        let large = sheet("1", "2024-01-01 2024-01-31", "0.00", &[]).closing(most);
        let lines: Vec<String> = (0..3).map(|at| format!("2024-01-10 {most} A{at} | Cobalt | x")).collect();
        import(&app, camt(&[sheet("2", "2024-02-01 2024-02-29", "0.00", &texts(&lines))])).await;
        let answer = import(&app, camt(&[large])).await;
        assert!(answer.status == 200 || answer.status == 422, "{} {}", answer.status, answer.text);
        // Whatever came in can be read, listed and held against a reconciliation.
        for path in [format!("accounts/{CASH}/unmatched-lines"), "bank-statements".into(), format!("accounts/{CASH}/proposals")] {
            app.get(&path, &accountant(&app)).await.expect(200);
        }
    }
}
