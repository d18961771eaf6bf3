//! How the person reads: locale of numbers and dates, the sign of negative amounts, light or dark. Kept in a cookie of their own
//! browser, set on `/settings`; until then as the browser's languages ask. Amounts are formatted from their text, digit by digit.

pub mod figure;
mod locale;

use std::borrow::Cow;

pub use locale::Locale;

/// The reader's settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reader {
    pub locale: Locale,
    pub negatives: Negatives,
    pub theme: Theme,
}

/// How negative amounts are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Negatives {
    /// −1.00
    #[default]
    Minus,
    /// (1.00)
    Parentheses,
}

/// Light, dark, or what the machine says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    #[default]
    Auto,
    Light,
    Dark,
}

impl Negatives {
    pub const ALL: [(Self, &'static str); 2] = [(Self::Minus, "minus"), (Self::Parentheses, "parentheses")];
}

impl Theme {
    pub const ALL: [(Self, &'static str); 3] = [(Self::Auto, "auto"), (Self::Light, "light"), (Self::Dark, "dark")];
}

fn named<T: Copy + Default>(all: &[(T, &str)], name: &str) -> T {
    all.iter().find(|(_, known)| *known == name).map_or_else(T::default, |(value, _)| *value)
}

fn name<T: PartialEq>(all: &[(T, &'static str)], value: &T) -> &'static str {
    all.iter().find(|(known, _)| known == value).map_or("", |(_, name)| name)
}

impl Reader {
    /// Of who chose nothing yet: as the languages of the browser ask.
    pub fn of_languages(accepted: &str) -> Self {
        Self { locale: Locale::of_languages(accepted), ..Self::default() }
    }

    /// From the text of the cookie, such as `de-DE.parentheses.dark`.
    pub fn read(text: &str) -> Self {
        let mut parts = text.split('.');
        let mut next = || parts.next().unwrap_or_default();
        Self {
            locale: named(&Locale::ALL, next()),
            negatives: named(&Negatives::ALL, next()),
            theme: named(&Theme::ALL, next()),
        }
    }

    /// As the cookie keeps it.
    pub fn written(self) -> String {
        format!("{}.{}.{}", self.locale_name(), self.negatives_name(), self.theme_name())
    }

    pub fn locale_name(self) -> &'static str {
        name(&Locale::ALL, &self.locale)
    }

    pub fn negatives_name(self) -> &'static str {
        name(&Negatives::ALL, &self.negatives)
    }

    pub fn theme_name(self) -> &'static str {
        name(&Theme::ALL, &self.theme)
    }

    /// An amount with all decimals of its text, at least two unless the text has none at all (a currency without decimals has
    /// `5.0` on the wire as well; `decimals` says how many its currency has).
    pub fn amount(self, text: &str, decimals: usize) -> String {
        if text.is_empty() {
            return String::new();
        }
        let (sign, digits) = text.strip_prefix('-').map_or(("", text), |digits| ("-", digits));
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let mut fraction = fraction.trim_end_matches('0').to_owned();
        while fraction.len() < decimals {
            fraction.push('0');
        }
        let figure = self.joined(whole, &fraction);
        match (sign.is_empty(), self.negatives) {
            (true, _) => figure,
            (false, Negatives::Minus) => format!("\u{2212}{figure}"),
            (false, Negatives::Parentheses) => format!("({figure})"),
        }
    }

    /// A number with the decimals that it has, such as a quantity or a count.
    pub fn number(self, text: &str) -> String {
        self.amount(text, 0)
    }

    /// An amount as it stands in an input: without thousands, with the reader's decimal mark.
    pub fn input(self, text: &str) -> String {
        let (_, point) = self.locale.marks();
        let text = text.strip_suffix(".0").unwrap_or(text);
        text.replace('.', &point.to_string())
    }

    /// A date `YYYY-MM-DD` as the reader writes it.
    pub fn date(self, text: &str) -> String {
        let mut parts = text.splitn(3, '-');
        let (Some(year), Some(month), Some(day)) = (parts.next(), parts.next(), parts.next()) else {
            return text.to_owned();
        };
        match self.locale {
            Locale::Iso | Locale::Swedish => text.to_owned(),
            Locale::UnitedStates => format!("{month}/{day}/{year}"),
            Locale::UnitedKingdom | Locale::French | Locale::Indian | Locale::Spanish => {
                format!("{day}/{month}/{year}")
            }
            Locale::German | Locale::Swiss => format!("{day}.{month}.{year}"),
        }
    }

    /// An instant to the minute, in UTC. What has been there from the beginning has none.
    pub fn instant(self, text: &str) -> String {
        let Some((date, time)) = text.split_once('T') else { return text.to_owned() };
        if date == "1970-01-01" && time.starts_with("00:00:00") {
            return "\u{2013}".to_owned();
        }
        let minute: Cow<'_, str> = time.get(..5).map_or_else(|| time.into(), Into::into);
        format!("{} {minute}", self.date(date))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts() {
        for (cookie, text, shown) in [
            ("", "1234567.5", "1,234,567.50"),
            ("", "0.0", "0.00"),
            ("", "-12.0", "\u{2212}12.00"),
            ("en-US.parentheses", "-1234.56", "(1,234.56)"),
            ("de-DE", "999999999999999.99", "999.999.999.999.999,99"),
            ("fr-FR", "1000", "1\u{202f}000,00"),
            ("sv-SE", "-1000", "\u{2212}1\u{a0}000,00"),
            ("en-IN", "1234567.5", "12,34,567.50"),
            ("en-IN", "100000", "1,00,000.00"),
            ("en-IN", "99999", "99,999.00"),
            ("es-ES", "1234.5", "1.234,50"),
            ("", "1.234", "1.234"),
        ] {
            assert_eq!(Reader::read(cookie).amount(text, 2), shown, "{cookie} {text}");
        }
        assert_eq!(Reader::default().amount("5000.0", 0), "5,000");
    }

    #[test]
    fn dates_and_settings() {
        assert_eq!(Reader::read("en-US").date("2026-03-31"), "03/31/2026");
        assert_eq!(Reader::read("de-DE").instant("2026-03-31T09:05:58.291546Z"), "31.03.2026 09:05");
        for text in ["iso.minus.auto", "de-CH.parentheses.dark"] {
            assert_eq!(Reader::read(text).written(), text);
        }
        assert_eq!(Reader::read("<script>"), Reader::default());
    }
}
