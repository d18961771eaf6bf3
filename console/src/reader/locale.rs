//! How numbers and dates are written, and which way the languages of a browser ask for. See docs/rules/console.md#amounts.

/// How numbers and dates are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Locale {
    /// 1,234,567.89 and 2026-03-31
    #[default]
    Iso,
    /// 1,234,567.89 and 03/31/2026
    UnitedStates,
    /// 1,234,567.89 and 31/03/2026
    UnitedKingdom,
    /// 1.234.567,89 and 31.03.2026
    German,
    /// 1 234 567,89 and 31/03/2026
    French,
    /// 1’234’567.89 and 31.03.2026
    Swiss,
    /// 12,34,567.89 and 31/03/2026
    Indian,
    /// 1.234.567,89 and 31/03/2026
    Spanish,
    /// 1 234 567,89 and 2026-03-31
    Swedish,
}

/// How many digits the groups before the last one have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grouping {
    Thousands,
    /// Twos before the last three: 12,34,567. Threes are understood as well.
    Lakhs,
}

impl Locale {
    pub const ALL: [(Self, &'static str); 9] = [
        (Self::Iso, "iso"),
        (Self::UnitedStates, "en-US"),
        (Self::UnitedKingdom, "en-GB"),
        (Self::German, "de-DE"),
        (Self::French, "fr-FR"),
        (Self::Swiss, "de-CH"),
        (Self::Indian, "en-IN"),
        (Self::Spanish, "es-ES"),
        (Self::Swedish, "sv-SE"),
    ];

    /// What stands between groups, and before the decimals.
    pub fn marks(self) -> (char, char) {
        match self {
            Self::Iso | Self::UnitedStates | Self::UnitedKingdom | Self::Indian => (',', '.'),
            Self::German | Self::Spanish => ('.', ','),
            Self::French => ('\u{202f}', ','),
            Self::Swiss => ('\u{2019}', '.'),
            Self::Swedish => ('\u{a0}', ','),
        }
    }

    /// Whether a letter stands between groups: any blank where blanks do, either apostrophe where apostrophes do.
    pub fn groups_by(self, letter: char) -> bool {
        match self.marks().0 {
            '\u{2019}' => matches!(letter, '\u{2019}' | '\''),
            mark if is_blank(mark) => is_blank(letter),
            mark => letter == mark,
        }
    }

    pub fn grouping(self) -> Grouping {
        if self == Self::Indian { Grouping::Lakhs } else { Grouping::Thousands }
    }

    /// What a browser's `Accept-Language` asks for: the first language of it whose numbers are known. English alone keeps days as
    /// 2026-03-31, since 03/04 is one day in New York and another in London.
    pub fn of_languages(accepted: &str) -> Self {
        let weight = |range: &str| -> Option<(String, u32)> {
            let mut parts = range.split(';');
            let tag = parts.next()?.trim().to_ascii_lowercase();
            let quality = parts.find_map(|part| part.trim().strip_prefix("q=")).unwrap_or("1");
            Some((tag, thousandths(quality)?)).filter(|(tag, weight)| !tag.is_empty() && *weight > 0)
        };
        // So long is no browser's list.
        let mut ranges: Vec<(String, u32)> = accepted.split(',').take(50).filter_map(weight).collect();
        ranges.sort_by_key(|(_, weight)| std::cmp::Reverse(*weight));
        ranges.iter().find_map(|(tag, _)| Self::of_language(tag)).unwrap_or_default()
    }

    /// One tag, in small letters.
    fn of_language(tag: &str) -> Option<Self> {
        let mut parts = tag.split(['-', '_']);
        let language = parts.next()?;
        let region = parts.find(|part| matches!(part.len(), 2 | 3)).unwrap_or_default();
        Some(match (language, region) {
            ("en" | "hi" | "bn" | "ta" | "te" | "mr" | "gu" | "kn" | "ml" | "pa", "in") | ("hi", _) => Self::Indian,
            ("en" | "ja" | "ko" | "zh" | "he" | "th", _) => Self::Iso,
            ("de" | "it", "ch" | "li") => Self::Swiss,
            ("de", _) => Self::German,
            ("fr", _) => Self::French,
            // From Mexico to Peru the point stands before the decimals.
            ("es", "mx" | "us" | "pr" | "gt" | "hn" | "ni" | "pa" | "pe" | "sv" | "do" | "419") => Self::UnitedKingdom,
            ("es" | "it" | "pt" | "nl" | "da" | "id" | "tr" | "el" | "ro" | "hr" | "sl", _) => Self::Spanish,
            (
                "sv" | "nb" | "nn" | "no" | "fi" | "pl" | "cs" | "sk" | "hu" | "uk" | "ru" | "bg" | "lt" | "lv" | "et",
                _,
            ) => Self::Swedish,
            _ => return None,
        })
    }
}

/// A blank that may stand in a number: of any width, but none that ends a line.
pub fn is_blank(letter: char) -> bool {
    matches!(letter, ' ' | '\u{a0}' | '\u{2007}' | '\u{2009}' | '\u{202f}')
}

/// A weight of `0` to `1` with at most three decimals.
fn thousandths(quality: &str) -> Option<u32> {
    let (whole, decimals) = quality.trim().split_once('.').unwrap_or((quality.trim(), ""));
    let decimals: String = format!("{decimals:0<3}").chars().take(3).collect();
    let whole: u32 = whole.parse().ok().filter(|whole| *whole <= 1)?;
    decimals.parse::<u32>().ok()?.checked_add(whole.checked_mul(1000)?)
}

#[cfg(test)]
mod tests {
    use super::Locale;

    #[test]
    fn the_languages_of_browsers() {
        for (accepted, locale) in [
            ("", Locale::Iso),
            ("*", Locale::Iso),
            ("en-US,en;q=0.9", Locale::Iso),
            ("en-GB", Locale::Iso),
            ("de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7", Locale::German),
            ("de", Locale::German),
            ("de-AT", Locale::German),
            ("de-CH", Locale::Swiss),
            ("de-Latn-CH", Locale::Swiss),
            ("fr-CA,en;q=0.5", Locale::French),
            ("en-IN", Locale::Indian),
            ("hi", Locale::Indian),
            ("es-ES", Locale::Spanish),
            ("es-MX", Locale::UnitedKingdom),
            ("pt-BR", Locale::Spanish),
            ("sv-SE", Locale::Swedish),
            ("nb-NO", Locale::Swedish),
            ("en;q=0.5, sv", Locale::Swedish),
            ("tlh, fr;q=0.3", Locale::French),
            ("de;q=0, sv;q=0.1", Locale::Swedish),
            ("de;q=banana, sv;q=0.1", Locale::Swedish),
            ("DE-de", Locale::German),
        ] {
            assert_eq!(Locale::of_languages(accepted), locale, "{accepted}");
        }
        assert_eq!(Locale::of_languages(&"de;q=9,".repeat(10_000)), Locale::Iso);
    }
}
