//! The two refusals, tested for every operation that has them.

use super::*;

tests::on_both! {
    async fn every_type_is_held_against_the_table(app: TestApp) {
        in_debt(&app).await;
        let clerk = app.clerk();
        for kind in all_kinds() {
            let is_payment = kind.payment().is_some();
            let own = |id: &str| if is_payment { kind.body(id) } else { euros(kind.body(id)) };
            let with_rate = |id: &str, rate: &str| with(own(id), json!({ "exchange_rate": number(rate) }));
            let path = app.draft(kind, own("D-1")).await;
            let submit = format!("{path}/submit-for-approval");
            app.post(kind.path, &clerk, with_rate("D-2", "2")).await.expect(422).problem("rate_out_of_tolerance");
            app.put(&path, &clerk, with_rate("D-1", "2")).await.expect(422).problem("rate_out_of_tolerance");
            app.put(&path, &clerk, with_rate("D-1", "1.155")).await.expect(200);
            let day = if is_payment { PAY_DAY } else { DAY };
            app.rate("EUR", day, "1.05").await;
            app.act(&submit, &clerk).await.expect(422).problem("rate_out_of_tolerance");
            app.rate("EUR", day, "1.10").await;
            app.put(&path, &clerk, in_march(with_rate("D-1", "2"))).await.expect(200);
            app.act(&submit, &clerk).await.expect(422).problem("no_exchange_rate");
            if is_payment {
                app.put(&path, &clerk, in_march(own("D-1"))).await.expect(200);
                app.act(&submit, &clerk).await.expect(200);
                continue;
            }
            app.put(&path, &clerk, in_march(own("D-1"))).await.expect(422).problem("no_exchange_rate");
            app.post(kind.path, &clerk, in_march(own("D-2"))).await.expect(422).problem("no_exchange_rate");
        }
        for (day, code) in [(PAY_DAY, "rate_out_of_tolerance"), ("2024-03-20", "no_exchange_rate")] {
            let pay = json!({ "payment_date": day, "payment_amount": 10, "deposit_account_id": CASH, "exchange_rate": 2 });
            app.post("invoices/I-0/receive-payment", &app.controller(), pay).await.expect(422).problem(code);
        }
    }
}
