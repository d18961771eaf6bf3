//! Lines and transactions prepared for comparison: sorted, folded, and with their references looked up.

use std::collections::{BTreeMap, BTreeSet};

use super::input::{BankTransaction, StatementLine};
use super::learn::{self, Rule, RuleBook};
use super::names::{Bearers, Name};
use super::references::Runs;
use super::returns::says_return;
use super::text::account_key;

/// A reference that more transactions bear names none of them.
const MAX_BEARERS: usize = 64;

/// What leads to a counterparty.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum PartyKey {
    Account(String),
    /// All words of a name.
    Name(String),
    /// One word that few parties bear.
    Word(String),
    /// The id, which only a learned rule knows of a line.
    Id(String),
}

#[derive(Debug)]
pub struct Line<'a> {
    pub source: &'a StatementLine,
    /// Its place in the order of date and id.
    pub place: usize,
    /// The references in its texts that some transaction bears.
    pub references: BTreeSet<&'a str>,
    /// The forms of references that a number follows in its texts.
    pub forms: BTreeSet<&'a str>,
    /// The numbers that stand alone in its texts and end some reference.
    pub numbers: BTreeSet<&'a str>,
    pub end_to_end: Option<&'a str>,
    pub account: Option<String>,
    pub name: Option<Name>,
    pub keys: Vec<PartyKey>,
    /// The parties that its account, or else its name, is known of.
    pub known_parties: BTreeSet<&'a str>,
    /// The rules that have a say about it.
    pub rules: Vec<&'a Rule>,
    pub learned_party: Option<&'a str>,
    pub takes_back: bool,
}

#[derive(Debug)]
pub struct Transaction<'a> {
    pub source: &'a BankTransaction,
    pub place: usize,
    pub reference: Option<String>,
    pub documents: Vec<(String, &'a str)>,
    pub forms: BTreeSet<String>,
    pub numbers: BTreeSet<String>,
    pub accounts: BTreeSet<String>,
    pub names: Vec<Name>,
    pub keys: Vec<PartyKey>,
    /// The party's id, or its first name where there is none.
    pub party: Option<String>,
    pub says_return: bool,
}

impl Transaction<'_> {
    pub fn bears(&self, key: &str) -> bool {
        self.reference.as_deref() == Some(key) || self.documents.iter().any(|document| document.0 == key)
    }

    pub fn references(&self) -> BTreeSet<&str> {
        self.reference.as_deref().into_iter().chain(self.documents.iter().map(|document| document.0.as_str())).collect()
    }
}

/// The transactions in the order of date and id.
pub fn transactions(sources: &[BankTransaction]) -> (Vec<Transaction<'_>>, Bearers) {
    let mut sorted: Vec<&BankTransaction> = sources.iter().collect();
    sorted.sort_by(|a, b| (a.date, *a).cmp(&(b.date, *b)));
    let mut prepared: Vec<Transaction> =
        sorted.into_iter().enumerate().map(|(place, it)| transaction(place, it)).collect();
    let mut parties: BTreeMap<&str, Vec<&Name>> = BTreeMap::new();
    for each in &prepared {
        if let Some(party) = &each.party {
            parties.entry(party).or_default().extend(&each.names);
        }
    }
    let mut bearers = Bearers::default();
    for names in parties.into_values() {
        bearers.add(names.into_iter());
    }
    for each in &mut prepared {
        each.keys.extend(each.accounts.iter().cloned().map(PartyKey::Account));
        each.keys.extend(each.source.party_id.iter().cloned().map(PartyKey::Id));
        each.names.iter().for_each(|name| name_keys(&mut each.keys, name, &bearers));
        each.keys.sort();
        each.keys.dedup();
    }
    (prepared, bearers)
}

fn transaction(place: usize, source: &BankTransaction) -> Transaction<'_> {
    let mut names: Vec<Name> = source.party_names.iter().filter_map(|name| Name::of(name)).collect();
    names.sort_by(|a, b| a.squashed().cmp(b.squashed()));
    let mut documents: Vec<(String, &str)> =
        source.document_ids.iter().filter_map(|id| Some((Runs::of(id).reference_key()?, id.as_str()))).collect();
    documents.sort();
    let numbered: Vec<Runs> =
        source.document_ids.iter().chain([&source.reference]).map(|text| Runs::of(text)).collect();
    Transaction {
        source,
        place,
        reference: Runs::of(&source.reference).reference_key(),
        documents,
        forms: numbered.iter().filter_map(Runs::form).collect(),
        numbers: numbered.iter().filter_map(|runs| runs.number().map(str::to_owned)).collect(),
        accounts: source.party_accounts.iter().filter_map(|account| account_key(account)).collect(),
        party: source.party_id.clone().or_else(|| names.first().map(|name| name.squashed().to_owned())),
        names,
        keys: Vec::new(),
        says_return: says_return(&source.description) || says_return(&source.reference),
    }
}

fn name_keys(keys: &mut Vec<PartyKey>, name: &Name, bearers: &Bearers) {
    keys.push(PartyKey::Name(name.squashed().to_owned()));
    keys.push(PartyKey::Name(name.words().collect()));
    keys.extend(name.words().filter(|word| bearers.is_telling(word)).map(|word| PartyKey::Word(word.to_owned())));
}

/// What is looked for in the texts of lines.
struct Known<'b> {
    /// The references that lead to few transactions.
    references: BTreeSet<&'b str>,
    forms: BTreeSet<&'b str>,
    numbers: BTreeSet<&'b str>,
    /// Whose an account or a name is.
    parties: BTreeMap<&'b PartyKey, BTreeSet<&'b str>>,
}

impl<'b> Known<'b> {
    fn of(transactions: &'b [Transaction<'_>]) -> Self {
        let mut count: BTreeMap<&str, usize> = BTreeMap::new();
        let mut parties: BTreeMap<&PartyKey, BTreeSet<&str>> = BTreeMap::new();
        for each in transactions {
            for key in each.references() {
                let count = count.entry(key).or_default();
                *count = count.saturating_add(1);
            }
            if let Some(party) = &each.party {
                let keys = each.keys.iter().filter(|key| matches!(key, PartyKey::Account(_) | PartyKey::Name(_)));
                for key in keys {
                    parties.entry(key).or_default().insert(party);
                }
            }
        }
        Self {
            references: count.into_iter().filter(|(_, count)| *count <= MAX_BEARERS).map(|(key, _)| key).collect(),
            forms: transactions.iter().flat_map(|each| &each.forms).map(String::as_str).collect(),
            numbers: transactions.iter().flat_map(|each| &each.numbers).map(String::as_str).collect(),
            parties,
        }
    }

    fn parties_of(&self, keys: &[PartyKey]) -> BTreeSet<&'b str> {
        keys.iter().filter_map(|key| self.parties.get(key)).flatten().copied().collect()
    }
}

/// The lines in the order of date and id.
pub fn lines<'a>(
    sources: &'a [StatementLine],
    transactions: &'a [Transaction<'a>],
    bearers: &Bearers,
    rules: &'a [Rule],
) -> Vec<Line<'a>> {
    let known = Known::of(transactions);
    let rules = RuleBook::of(rules);
    let mut sorted: Vec<&StatementLine> = sources.iter().collect();
    sorted.sort_by(|a, b| (a.date, *a).cmp(&(b.date, *b)));
    sorted.into_iter().enumerate().map(|(place, source)| line(place, source, &known, bearers, &rules)).collect()
}

fn line<'a>(
    place: usize,
    source: &'a StatementLine,
    known: &Known<'a>,
    bearers: &Bearers,
    rules: &RuleBook<'a>,
) -> Line<'a> {
    let texts = [&source.text, &source.bank_reference, &source.end_to_end_id].map(|text| Runs::of(text));
    let find = |key: &str| known.references.get(key).copied();
    let find_form = |key: &str| known.forms.get(key).copied();
    let find_number = |key: &str| known.numbers.get(key).copied();
    let end_to_end = Runs::of(&source.end_to_end_id).reference_key().and_then(|key| find(&key));
    let account = account_key(&source.counterparty_account);
    let name = Name::of(&source.counterparty_name);
    let rules = rules.applying(source);
    let learned_party = learn::party_of(&rules);
    let mut keys: Vec<PartyKey> = account.iter().cloned().map(PartyKey::Account).collect();
    let mut known_parties = known.parties_of(&keys);
    if let Some(name) = &name {
        name_keys(&mut keys, name, bearers);
    }
    if known_parties.is_empty() {
        known_parties = known.parties_of(&keys);
    }
    keys.extend(learned_party.map(|id| PartyKey::Id(id.to_owned())));
    keys.sort();
    keys.dedup();
    Line {
        source,
        place,
        references: texts.iter().flat_map(|text| text.references(find)).chain(end_to_end).collect(),
        forms: texts.iter().flat_map(|text| text.forms(find_form)).collect(),
        numbers: texts.iter().flat_map(|text| text.numbers(find_number)).collect(),
        end_to_end,
        account,
        name,
        keys,
        known_parties,
        rules,
        learned_party,
        takes_back: false,
    }
}
