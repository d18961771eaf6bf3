//! What people write to their payments.

use super::random::Random;

/// The text of a payment of these documents.
pub fn payment(random: &mut Random, documents: &[String], next: u32) -> String {
    let first = &documents[0];
    if documents.len() > 1 {
        let digits = |id: &String| id.chars().filter(char::is_ascii_digit).collect::<String>();
        let rest = || documents[1..].iter().map(digits).collect::<Vec<_>>().join(", ");
        return match random.below(20) {
            0..=11 => format!("Invoices {}", documents.join(if random.permille(500) { ", " } else { " " })),
            12..=14 => format!("{first}, {}", rest()),
            15..=16 => documents.join(" + ").chars().take(18).collect(),
            _ => "Sammelzahlung".to_owned(),
        };
    }
    let number = first.rsplit(['-', '/']).next().unwrap_or(first).to_owned();
    match random.below(100) {
        0..=29 => first.clone(),
        30..=39 => format!("Rechnung {first} vom {:02}.{:02}.2026", random.between(1, 28), random.between(1, 12)),
        40..=47 => first.replace('-', " ").to_lowercase(),
        48..=55 => first.replace('-', ""),
        56..=60 => first.replace('-', "-000"),
        61..=67 => format!("SVWZ+{first} DANKE"),
        68..=69 => format!("/RFB/{first}/CUST {}", random.between(10_000, 99_999)),
        70..=79 => format!("invoice {number}"),
        // Mistyped: the number of another's invoice, or of nothing at all.
        80 => format!("INV-{next}"),
        81 => format!("INV-{number}7"),
        82..=87 => "Payment as agreed".to_owned(),
        88..=93 => format!("Customer no {}", random.between(100, 99_999)),
        94..=96 => "monthly fee".to_owned(),
        _ => String::new(),
    }
}

/// A vendor's way to number its bills.
pub fn bill_number(random: &mut Random, style: usize, count: i64) -> String {
    match style % 4 {
        0 => format!("R2026-{count:04}"),
        1 => format!("2026/{}", 1400 + count),
        2 => format!("{}", 84_213_000 + count * random.between(1, 3)),
        _ => format!("INV{}", 100 + count),
    }
}
