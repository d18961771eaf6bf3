//! Customers and vendors, what the books know of them, and how a bank shows them.

use super::random::Random;

const FIRST: [&str; 20] = [
    "Anna", "Björn", "Carla", "David", "Elena", "Frank", "Greta", "Hugo", "Inés", "John", "Jane", "Karl", "Łukasz",
    "Maria", "Noël", "Olga", "Peter", "Rosa", "Stefan", "Tina",
];
const LAST: [&str; 20] = [
    "Smith",
    "Müller",
    "García",
    "Rossi",
    "Dubois",
    "Kowalski",
    "Jansen",
    "Öztürk",
    "Weiß",
    "Schäfer",
    "Brown",
    "Novák",
    "Svensson",
    "Costa",
    "Meyer",
    "Lindqvist",
    "Fischer",
    "Moreau",
    "Bauer",
    "Jones",
];
const LEAD: [&str; 30] = [
    "Alpha", "Beta", "Orion", "Nordic", "Baltic", "Rhein", "Alpine", "Global", "United", "Prime", "Silver", "Golden",
    "Delta", "Apex", "Vertex", "Zenith", "Helios", "Terra", "Aqua", "Ignis", "Castor", "Pollux", "Vega", "Atlas",
    "Titan", "Phoenix", "Falcon", "Lynx", "Heron", "Müller",
];
const TRADE: [&str; 16] = [
    "Metal Trading",
    "Logistics",
    "Maschinenbau",
    "Software",
    "International Freight",
    "Pharmaceuticals Distribution",
    "Bau",
    "Foods",
    "Consulting",
    "Elektrotechnik",
    "Textiles",
    "Energy Services",
    "Druckerei",
    "Medical Supplies",
    "Bäckerei",
    "Engineering",
];
const FORM: [&str; 9] = ["GmbH", "Ltd.", "AG", "GmbH & Co. KG", "S.A.", "B.V.", "Inc.", "S.p.A.", "e.K."];
const CITY: [&str; 8] = ["Berlin", "London", "Wien", "Milano", "Lyon", "Gdańsk", "Zürich", "Porto"];

#[derive(Clone)]
pub struct Party {
    pub id: String,
    pub name: String,
    pub account: String,
    /// Another account, which the books do not know.
    pub other_account: String,
    pub is_account_known: bool,
    pub is_person: bool,
}

pub fn parties(random: &mut Random, prefix: &str, count: usize) -> Vec<Party> {
    let mut names: Vec<(String, bool)> = Vec::new();
    while names.len() < count {
        let is_person = random.permille(300);
        let name = if is_person {
            format!("{} {}", random.pick(&FIRST), random.pick(&LAST))
        } else {
            format!("{} {} {}", random.pick(&LEAD), random.pick(&TRADE), random.pick(&FORM))
        };
        if names.iter().all(|known| known.0 != name) {
            names.push((name, is_person));
        }
    }
    let iban = |random: &mut Random| {
        format!(
            "DE{:02}{:08}{:010}",
            random.between(10, 99),
            random.between(10_000_000, 99_999_999),
            random.between(1, 9_999_999_999)
        )
    };
    (names.into_iter().zip(1..))
        .map(|((name, is_person), number)| Party {
            id: format!("{prefix}-{number}"),
            name,
            account: iban(random),
            other_account: iban(random),
            is_account_known: random.permille(850),
            is_person,
        })
        .collect()
}

/// As the bank shows it: capitals, without accents or transliterated, cut off.
pub fn shown(random: &mut Random, name: &str) -> String {
    let plain = |letter: char| match letter {
        'ä' | 'Ä' => "AE".to_owned(),
        'ö' | 'Ö' => "OE".to_owned(),
        'ü' | 'Ü' => "UE".to_owned(),
        'ß' => "SS".to_owned(),
        'é' | 'ë' => "E".to_owned(),
        'í' => "I".to_owned(),
        'á' => "A".to_owned(),
        'Ł' => "L".to_owned(),
        'ń' => "N".to_owned(),
        other => other.to_uppercase().to_string(),
    };
    let text: String = if random.permille(700) { name.chars().map(plain).collect() } else { name.to_owned() };
    let cut = *random.pick(&[27, 35, 70, 70, 70]);
    text.chars().take(cut).collect::<String>().trim_end().to_owned()
}

/// How a changed name reads, and whether it is another's altogether.
pub fn changed(random: &mut Random, party: &Party) -> (String, bool) {
    let mut words: Vec<&str> = party.name.split(' ').collect();
    let other = || (*LAST.first().expect("names")).to_owned();
    match random.below(8) {
        0 | 1 => {
            random.shuffle(&mut words);
            (words.join(" "), false)
        }
        2 if !party.is_person => (format!("{} {}", words[..words.len() - 1].join(" "), random.pick(&FORM)), false),
        2 => (format!("{}, {}", words[1], words[0]), false),
        3 => (format!("{} {}", party.name, random.pick(&CITY)), false),
        4 if party.is_person => (format!("{}. {}", &words[0].chars().next().expect("letter"), words[1]), false),
        4 => (format!("{} {}", words[0], random.pick(&CITY)), false),
        5 if party.is_person => (format!("{} und {} {}", random.pick(&FIRST), party.name, ""), false),
        5 => (
            party.name.replace("International", "Intl.").replace("Maschinenbau", "Masch.bau").replace(' ', "  "),
            false,
        ),
        6 if party.is_person => (format!("{} {}", words[0], random.pick(&LAST)), true),
        6 => (format!("{} {}", random.pick(&FIRST), random.pick(&LAST)), true),
        _ if random.permille(500) => (format!("{} Holding {}", random.pick(&LEAD), random.pick(&FORM)), true),
        _ => (format!("{} {}", random.pick(&FIRST), other()), true),
    }
}
