//! What happens in the year.

use super::world::{Maker, World};

const DAYS: i64 = 355;

/// About 1,200 payments and receipts, and what happens around them.
pub fn year(seed: u64) -> World {
    let mut maker = Maker::new(seed);
    for _ in 0..560 {
        let customer = maker.random.below(70);
        let (date, amount) = (maker.random.between(3, DAYS), maker.amount());
        let party = maker.customers[customer].clone();
        maker.receipt(&party, date, amount);
    }
    for _ in 0..330 {
        let (vendor, date, amount) = (maker.random.below(35), maker.random.between(3, DAYS), maker.amount());
        maker.payment(vendor, date, amount);
    }
    monthly(&mut maker);
    twins(&mut maker);
    for number in 0..30 {
        let (customer, date) = (maker.random.below(70), maker.random.between(5, DAYS));
        maker.split(customer, date);
        if number < 20 {
            maker.joined(customer, (date + 100) % DAYS + 5);
        }
        if number < 4 {
            maker.bounced(customer, (date + 50) % DAYS + 5, number);
        }
    }
    maker.of_the_bank();
    unknown(&mut maker);
    maker.finish()
}

/// Equal amounts of one customer each month, some of several customers at once.
fn monthly(maker: &mut Maker) {
    for customer in 0..12_usize {
        let amount = [9_900, 19_900, 49_900, 119_000][customer % 4];
        let start = maker.random.between(3, 10);
        for month in 0..12 {
            let party = maker.customers[customer].clone();
            let late = maker.random.between(0, 3);
            maker.receipt(&party, start + month * 29 + late, amount);
        }
    }
    // Every other week, so that two are in one window.
    for week in 0..20 {
        let party = maker.customers[20].clone();
        maker.receipt(&party, 5 + week * 14, 7_500);
    }
}

/// Equal amounts on the same day from different customers, and two invoices of one customer with the same amount.
fn twins(maker: &mut Maker) {
    for number in 0..30_usize {
        let (date, amount) = (maker.random.between(3, DAYS), maker.amount());
        let first = maker.random.below(70);
        let second = if number < 22 { (first + 1 + maker.random.below(68)) % 70 } else { first };
        for customer in [first, second] {
            let party = maker.customers[customer].clone();
            maker.receipt(&party, date, amount);
        }
    }
}

/// Lines that nobody booked and bookings that the bank never saw, at prices that others pay, too.
fn unknown(maker: &mut Maker) {
    for number in 0..24 {
        let mut party = maker.customers[maker.random.below(70)].clone();
        let (date, amount) = (maker.random.between(3, DAYS), maker.amount());
        if number % 3 == 0 {
            let document = maker.invoice();
            maker.book(&party, date, amount, vec![document]);
            continue;
        }
        if number % 3 == 1 {
            party.name = format!("Unbekannt {number} {}", party.name.split(' ').next_back().unwrap_or_default());
            party.account = party.other_account.clone();
        }
        let document = maker.invoice();
        maker.line(&party, date, amount, "", format!("for {document}"));
    }
}
