//! Arguments that take one of a fixed list of values, which help lists and completions offer.

use std::{convert::Infallible, ffi::OsStr};

use benchmark::compare::{Policy, Replacement};
use clap::{
    Arg, Command,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};
use corpus::{
    layout::{self, Layout},
    writer::CellForm,
};
use dataset::{Equality, Notion, audit::Section, difficulty::Fact, generate::ClueSymmetry};
use grid::{simd::Simd, text::Alphabet};
use pass::external::ENGINE_PREFIX;
use rating::Technique;
use score::preset::{PRESETS, Preset};
use solver::strategy::{self, Entry, REGISTRY};

#[derive(Clone, Debug)]
pub enum StrategyChoice {
    One(Entry),
    All,
    Engine(String),
}

/// Accepts a strategy's name, `all`, or the name of an external engine after `engine:`.
pub fn strategies() -> impl TypedValueParser<Value = StrategyChoice> {
    let all = PossibleValue::new("all").help("every strategy");
    let registered = PossibleValuesParser::from(REGISTRY.iter().map(possible_value).chain([all]));
    OrEngine(registered.map(|name| strategy::find(&name).map_or(StrategyChoice::All, StrategyChoice::One)))
}

/// Accepts what [`complete_strategy`] accepts, or the name of an external engine after `engine:`.
pub fn complete_strategies_and_engines() -> impl TypedValueParser<Value = StrategyChoice> {
    OrEngine(complete_strategy().map(StrategyChoice::One))
}

#[derive(Clone)]
struct OrEngine<P>(P);

impl<P: TypedValueParser<Value = StrategyChoice>> TypedValueParser for OrEngine<P> {
    type Value = StrategyChoice;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<StrategyChoice, clap::Error> {
        match value.to_str().and_then(|value| value.strip_prefix(ENGINE_PREFIX)) {
            Some(name) => Ok(StrategyChoice::Engine(name.into())),
            None => self.0.parse_ref(command, arg, value),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let engine = PossibleValue::new("engine:NAME").help("another program, which `engines.toml` describes");
        let values: Vec<_> = self.0.possible_values()?.chain([engine]).collect();
        Some(Box::new(values.into_iter()))
    }
}

pub fn complete_strategy() -> impl TypedValueParser<Value = Entry> {
    strategy_that(|entry| entry.complete)
}

/// Accepts a strategy that tells the steps of its search.
pub fn traced_strategy() -> impl TypedValueParser<Value = Entry> {
    strategy_that(|entry| entry.build_traced.is_some())
}

fn strategy_that(fits: fn(&Entry) -> bool) -> impl TypedValueParser<Value = Entry> {
    PossibleValuesParser::from(REGISTRY.iter().filter(|entry| fits(entry)).map(possible_value))
        .map(|name| strategy::find(&name).expect("the choices are names of the registry"))
}

#[derive(Clone, Copy, Debug)]
pub enum FactChoice {
    One(Fact),
    All,
}

/// Accepts the name of a fact about the difficulty of a puzzle, or `all`.
pub fn facts() -> impl TypedValueParser<Value = FactChoice> {
    let all = PossibleValue::new("all").help("every fact");
    let facts = Fact::ALL.map(|fact| PossibleValue::new(fact.name()).help(fact.about()));
    PossibleValuesParser::from(facts.into_iter().chain([all]))
        .map(|name| Fact::named(&name.to_lowercase()).map_or(FactChoice::All, FactChoice::One))
}

/// Accepts the name of an instruction set that this processor supports, or `auto`.
pub fn simd() -> impl TypedValueParser<Value = Simd> {
    let about = |simd| match simd {
        Simd::Avx512 => "vectors of 512 bits",
        Simd::Avx512Vl => "vectors of 256 bits, with the instructions of AVX-512",
        Simd::Avx2 => "vectors of 256 bits",
        Simd::Baseline => "vectors of 128 bits: what every processor of this architecture supports",
        Simd::Scalar => "no vectors",
    };
    let auto = ("auto", "the fastest that this processor supports");
    names([auto].into_iter().chain(Simd::ALL.map(|simd| (simd.name(), about(simd))))).try_map(|name| name.parse())
}

pub fn input_layout() -> impl TypedValueParser<Value = &'static Layout> {
    one_of(layout::readable().rev(), |(layout, reading)| (layout.name, reading.about)).map(|(layout, _)| layout)
}

pub fn output_layout() -> impl TypedValueParser<Value = &'static Layout> {
    one_of(layout::writable(), |(layout, writing)| (layout.name, writing.about)).map(|(layout, _)| layout)
}

pub fn preset() -> impl TypedValueParser<Value = &'static Preset> {
    one_of(PRESETS, |preset| (preset.name, preset.about))
}

pub fn cells() -> impl TypedValueParser<Value = CellForm> {
    one_of([CellForm::Text, CellForm::Integers], |form| match form {
        CellForm::Text => ("text", "texts of 81 characters"),
        CellForm::Integers => ("integers", "lists of 81 integers, with 0 for a blank"),
    })
}

pub fn alphabet() -> impl TypedValueParser<Value = Alphabet> {
    let about = |alphabet| match alphabet {
        Alphabet::FromOne => "digits from 1, then letters; a blank may be 0",
        Alphabet::FromZero => "digits from 0, then letters",
        Alphabet::Letters => "letters",
        Alphabet::Candidates => "candidates of 9×9: nine characters for each cell",
        Alphabet::Numbers => "numbers with spaces, commas or the like between them",
    };
    one_of(Alphabet::ALL, move |alphabet| (alphabet.name(), about(alphabet)))
}

pub fn technique() -> impl TypedValueParser<Value = Technique> {
    let by_name = |name: String| Technique::ALL.into_iter().find(|technique| technique.name() == name);
    PossibleValuesParser::from(Technique::ALL.map(Technique::name))
        .map(move |name| by_name(name).expect("the choices are names of techniques"))
}

pub fn symmetry() -> impl TypedValueParser<Value = ClueSymmetry> {
    let about = |symmetry| match symmetry {
        ClueSymmetry::None => "none",
        ClueSymmetry::Rotational => "a rotation by 180°",
        ClueSymmetry::Mirror => "a reflection that exchanges left and right",
        ClueSymmetry::Diagonal => "a reflection that exchanges rows and columns",
        ClueSymmetry::Quarter => "a rotation by 90°",
    };
    one_of(ClueSymmetry::ALL, move |symmetry| (symmetry.name(), about(symmetry)))
}

pub fn policy() -> impl TypedValueParser<Value = Policy> {
    one_of([Policy::Exact, Policy::ExactImproveOk], |policy| match policy {
        Policy::Exact => ("exact", "no count may change"),
        Policy::ExactImproveOk => ("exact-improve-ok", "no sum of counts may increase"),
    })
}

pub fn replacement() -> impl TypedValueParser<Value = Replacement> {
    let about = |replacement| match replacement {
        Replacement::Drop => "drop strategies that CURRENT does not have",
        Replacement::Corpus => "replace the corpus, the sample or the columns",
        Replacement::Limits => "replace the limits of the searches",
    };
    one_of(Replacement::ALL, move |replacement| (replacement.name(), about(replacement)))
}

pub fn audit_section() -> impl TypedValueParser<Value = Section> {
    let about = |section| match section {
        Section::Minimal => "which puzzles are minimal",
        Section::Classes => "isomorphs, symmetric puzzles, and the numbers of classes",
    };
    one_of(Section::ALL, move |section| (section.name(), about(section)))
}

/// Accepts the name of a condition under which puzzles are equal.
pub fn equality() -> impl TypedValueParser<Value = Equality> {
    one_of(Equality::ALL, |equality| (equality.name(), about_equality(equality)))
}

fn about_equality(equality: Equality) -> &'static str {
    match equality {
        Equality::Puzzle => "the same cells",
        Equality::Class => "isomorphic puzzles",
        Equality::Solution => "the same solution, of puzzles with exactly one",
        Equality::SolutionClass => "isomorphic solutions, of puzzles with exactly one",
    }
}

/// Accepts the name of a sense in which a puzzle of one corpus is in another.
pub fn notion() -> impl TypedValueParser<Value = Notion> {
    let about = |notion| match notion {
        Notion::Equal(equality) => about_equality(equality),
        Notion::Superset => "up to isomorphism, a training puzzle with more or fewer givens of the same puzzle",
    };
    one_of(Notion::ALL, move |notion| (notion.name(), about(notion)))
}

/// Accepts the name of a strategy of any run; a strategy of the registry may have its alias.
pub fn strategy_name(name: &str) -> Result<String, Infallible> {
    Ok(strategy::canonical_name(name))
}

fn possible_value(entry: &'static Entry) -> PossibleValue {
    PossibleValue::new(&*entry.name).help(&*entry.about).aliases(entry.aliases)
}

fn names(choices: impl IntoIterator<Item = (&'static str, &'static str)>) -> PossibleValuesParser {
    choices.into_iter().map(|(name, about)| PossibleValue::new(name).help(about)).into()
}

/// Accepts the name of one of these values, which `describe` returns with a line about the value.
fn one_of<T: Clone + Send + Sync + 'static>(
    values: impl IntoIterator<Item = T>,
    describe: impl Fn(T) -> (&'static str, &'static str) + Clone + Send + Sync + 'static,
) -> impl TypedValueParser<Value = T> {
    let values: Vec<T> = values.into_iter().collect();
    names(values.iter().cloned().map(&describe)).map(move |name| {
        let named = values.iter().find(|value| describe(T::clone(value)).0.eq_ignore_ascii_case(&name));
        named.expect("the choices are names of values").clone()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offered<T: Clone + Send + Sync + 'static>(parser: impl TypedValueParser<Value = T>) -> Vec<(String, bool)> {
        let names: Vec<_> = parser.possible_values().unwrap().map(|value| value.get_name().to_string()).collect();
        let command = Command::new("test").arg(Arg::new("choice").value_parser(parser));
        let accepts = |name: &String| command.clone().try_get_matches_from(["test", name]).is_ok();
        names.into_iter().map(|name| (name.clone(), accepts(&name))).collect()
    }

    #[test]
    fn every_offered_name_is_accepted() {
        let all = [
            offered(strategies()),
            offered(complete_strategies_and_engines()),
            offered(input_layout()),
            offered(output_layout()),
            offered(alphabet()),
            offered(technique()),
            offered(symmetry()),
        ];
        for choices in
            all.into_iter().chain([offered(policy()), offered(audit_section()), offered(equality()), offered(notion())])
        {
            assert!(choices.len() > 1 && choices.iter().all(|(_, accepted)| *accepted), "{choices:?}");
        }
        for (name, accepted) in offered(simd()) {
            let supported = name == "auto" || Simd::available().any(|simd| simd.name() == name);
            assert_eq!(accepted, supported, "{name}");
        }
    }

    #[test]
    fn an_incomplete_strategy_is_offered_only_where_it_is_accepted() {
        let names = |choices: Vec<(String, bool)>| choices.into_iter().map(|(name, _)| name).collect::<Vec<_>>();
        assert!(names(offered(strategies())).contains(&"elimination".into()));
        assert!(!names(offered(complete_strategy())).contains(&"elimination".into()));
    }
}
