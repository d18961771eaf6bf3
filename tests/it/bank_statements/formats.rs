//! Every format over the interface, told from its beginning; each with the text that its banks send.

use tests::prelude::*;

use super::*;

const MT940: &str = "{1:F01BANKDEFFXXXX}{2:O940}{4:\r\n:20:STARTUMS\r\n:25:12030000/0020205100\r\n:28C:00017/001\r\n\
:60F:C240110USD100,00\r\n:61:2401310131CR12,50NTRFNONREF//BANKREF1\r\n\
:86:166?00GUTSCHRIFT?20EREF+E2E-1?21SVWZ+Invoice number 7 for t?22he goods?3012030000?31DE0212030000?32Mueller ?33Soehne\r\n\
:62F:C240131USD112,50\r\n-}\r\n";

const OFX: &str = "OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nCHARSET:1252\r\n\r\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>\
<CURDEF>USD<BANKACCTFROM><BANKID>021000021<ACCTID>1234<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><DTSTART>20240101<DTEND>20240131\r\n\
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20240131120000<TRNAMT>-12.50<FITID>F1<NAME>Caf\u{e9} &amp; Bar<MEMO>lunch</STMTTRN>\r\n\
</BANKTRANLIST><LEDGERBAL><BALAMT>87.50<DTASOF>20240131</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\r\n";

const BAI2: &str = "01,SENDER,RECEIVER,240131,1200,1,80,,2/\n02,RECEIVER,021000021,1,240131,,USD,2/\n\
03,123456,,010,10000,,,015,8750,,/\n16,475,1250,Z,B2,1007,Check paid\n49,20000,3/\n98,20000,1,5/\n99,20000,1,7/\n";

const CSV: &str = "Day;Payee;Purpose;Amount;Balance\r\n31.01.2024;\"Müller; Söhne\";Zeile;-1.012,50;-912,50\r\n";

fn mapping() -> Value {
    json!({
        "delimiter": ";", "date_format": "%d.%m.%Y", "decimal": ",", "thousands": ".", "date_column": "Day",
        "amount_column": "Amount", "balance_column": "Balance", "counterparty_name_column": "Payee", "text_columns": ["Purpose"],
    })
}

fn latin(text: &str) -> Vec<u8> {
    text.chars().map(|one| u8::try_from(u32::from(one)).expect("Latin-1")).collect()
}

/// The only line that waits: `day amount | name | reference | text`.
async fn only_line(app: &TestApp, account: &str) -> String {
    let list = app.get(&format!("accounts/{account}/unmatched-lines"), &accountant(app)).await.expect(200);
    let [line] = list.data() else { panic!("one line: {}", list.text) };
    let text = |name: &str| line[name].as_str().unwrap_or("-").to_owned();
    let (day, name) = (text("date"), text("counterparty_name"));
    format!("{day} {} | {name} | {} | {}", line["amount"], text("bank_reference"), text("text"))
}

tests::on_both! {
    async fn each_format_is_told_from_its_beginning(app: TestApp) {
        app.open_books().await;
        let bo = accountant(&app);
        let camt = camt(&[sheet("1", "2024-01-01 2024-01-31", "100.00", &["2024-01-31 -12.50 A1 | Bar | lunch"])]);
        let formats: [(&str, Vec<u8>, [&str; 3]); 5] = [
            ("camt053", camt.into(), ["2024-01-31 -12.50 | Bar | A1 | lunch", "100.00", "87.50"]),
            ("mt940", MT940.into(), ["2024-01-31 12.50 | MuellerSoehne | BANKREF1 | Invoice number 7 for the goods", "100.00", "112.50"]),
            ("ofx", latin(OFX), ["2024-01-31 -12.50 | Café & Bar | F1 | lunch", "100.00", "87.50"]),
            ("bai2", BAI2.into(), ["2024-01-31 -12.50 | - | B2 | Check paid", "100.00", "87.50"]),
            ("csv", CSV.into(), ["2024-01-31 -1012.50 | Müller; Söhne | - | Zeile", "100.00", "-912.50"]),
        ];
        for (at, (format, file, [line, opening, closing])) in formats.into_iter().enumerate() {
            let id = format!("10{at}0x");
            let body = with(account(&id, format, "asset"), json!({ "subtype": "bank" }));
            app.post("accounts", &app.admin(), body).await.expect(201);
            if format == "csv" {
                app.put(&format!("accounts/{id}/csv-mapping"), &bo, mapping()).await.expect(200);
            }
            let answer = send(&app, &bo, &format!("account_id={id}"), &[], file.clone()).await.expect(200);
            let own = &answer["statements"][0];
            assert_eq!(own["format"], format, "{}", answer.text);
            assert_eq!([own["opening_balance"].to_string(), own["closing_balance"].to_string()], [opening, closing], "{format}");
            assert_eq!((only_line(&app, &id).await.as_str(), counted(&answer)), (line, (1, 0)), "{format}");
            // The same file once more, and the format named.
            let named = format!("account_id={id}&format={format}");
            assert_eq!(counted(&send(&app, &bo, &named, &[], file.clone()).await.expect(200)), (0, 1), "{format}");
            let wrong = if format == "bai2" { "mt940" } else { "bai2" };
            let wrong = format!("account_id={id}&format={wrong}");
            send(&app, &bo, &wrong, &[], file).await.expect(422).problem("statement_unreadable");
        }
    }

    async fn a_csv_file_is_read_by_the_mapping_of_its_account(app: TestApp) {
        app.open_books().await;
        let (bo, path) = (accountant(&app), format!("accounts/{CASH}/csv-mapping"));
        app.get(&path, &bo).await.expect(404).problem("not_found");
        import(&app, CSV).await.expect(422).problem("invalid").names("format");
        let saved = app.put(&path, &bo, mapping()).await.expect(200);
        assert_eq!((saved.number("version").as_str(), saved["mapping"]["currency"].as_str().unwrap_or("-"), saved.string("updated_by")), ("1", "USD", "bo"));
        assert_eq!(app.get(&path, &bo).await.expect(200).text, saved.text);
        // The same again is no change; another one is the next version.
        assert_eq!(app.put(&path, &bo, mapping()).await.expect(200).text, saved.text);
        // In the columns of another bank the file cannot be read, and the place is told.
        app.put(&path, &bo, with(mapping(), json!({ "date_column": "Datum" }))).await.expect(200);
        let refused = import(&app, CSV).await.expect(422).problem("statement_unreadable");
        assert_eq!(refused.number("line"), "1", "{}", refused.text);
        let third = app.put(&path, &bo, with(mapping(), json!({ "encoding": "windows-1252" }))).await.expect(200);
        assert_eq!((third.number("version").as_str(), third["mapping"]["encoding"].as_str().unwrap_or("-")), ("3", "windows-1252"));
        import(&app, latin(CSV)).await.expect(200);
        assert_eq!(only_line(&app, CASH).await, "2024-01-31 -1012.50 | Müller; Söhne | - | Zeile");
    }

    async fn a_mapping_that_contradicts_itself_is_refused(app: TestApp) {
        app.open_books().await;
        let (bo, path) = (accountant(&app), format!("accounts/{CASH}/csv-mapping"));
        for (changes, pointer) in [
            (json!({ "amount_column": null }), "/amount_column"),
            (json!({ "debit_column": "Amount" }), "/debit_column"),
            (json!({ "date_column": null }), "/date_column"),
            (json!({ "date_format": null }), "/date_format"),
            (json!({ "date_format": "%Q" }), ""),
            (json!({ "delimiter": ";;" }), "/delimiter"),
            (json!({ "thousands": "," }), ""),
            (json!({ "currency": "XXQ" }), "/currency"),
            (json!({ "date_column": "0" }), ""),
            (json!({ "text_columns": [] }), "/text_columns"),
            (json!({ "colour": "red" }), "/colour"),
            (json!({ "header_rows": -1 }), "/header_rows"),
        ] {
            let refused = app.put(&path, &bo, with(mapping(), changes.clone())).await;
            assert_eq!(refused.status, 422, "{changes}: {}", refused.text);
            refused.problem("invalid").names(pointer);
        }
        app.get(&path, &bo).await.expect(404);
        app.put(&format!("accounts/{REVENUE}/csv-mapping"), &bo, mapping()).await.expect(422).problem("invalid");
        app.put("accounts/none/csv-mapping", &bo, mapping()).await.expect(404).problem("not_found");
    }
}
