//! Runs the programs of corpora/run/api on the bundled runtime: a trial for each case that their sources hold, which says what the
//! program printed about it, and fails where it printed nothing. docs/runtime-support.md is made of the same cases:
//! `DOCS=overwrite cargo test --test api` writes it.

mod document;

use hipify_hip::entry::entries;
use hipify_tests::api_cases::{self, Case, Verdict};
use hipify_tests::programs::{self, Program, Run};
use hipify_tests::root;
use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;
use std::sync::{Arc, OnceLock};

/// A program with the cases of its source.
pub(crate) struct Topic {
    program: Program,
    pub(crate) cases: Vec<Case>,
    ran: OnceLock<Result<Run, String>>,
}

impl Topic {
    /// What the program did, built for the CPU and run at the first call.
    fn run(&self) -> Result<&Run, Failed> {
        let run = || {
            let executable =
                self.program.executable(&["cpu".to_owned()]).map_err(|said| format!("it does not build:\n{said}"))?;
            Ok(self.program.run(&executable, 32))
        };
        self.ran.get_or_init(run).as_ref().map_err(Failed::from)
    }
}

fn main() -> ExitCode {
    let topics: Vec<Arc<Topic>> = programs::in_folder(&root().join("corpora/run/api")).into_iter().map(topic).collect();
    let mut trials = Vec::new();
    let mut of_all = |name: &str, check: fn(&[Arc<Topic>]) -> Result<(), Failed>| {
        let topics = topics.clone();
        trials.push(Trial::test(name, move || check(&topics)));
    };
    of_all("every_program_is_found", every_program);
    of_all("each_case_is_of_the_group_of_its_function_and_there_once", each_in_its_group);
    of_all("each_function_is_in_a_group", |_| each_function_is_in_a_group());
    of_all("the_document_says_what_is_checked", document::check);
    for topic in topics {
        let whole = Arc::clone(&topic);
        trials
            .push(Trial::test(format!("{}/prints_its_cases_and_no_others", topic.program.name), move || prints_its_own(&whole)));
        for case in topic.cases.clone() {
            let (name, topic) = (format!("{}/{}", topic.program.name, case.label()), Arc::clone(&topic));
            trials.push(Trial::test(name, move || holds(&topic, &case)));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn topic(program: Program) -> Arc<Topic> {
    Arc::new(Topic { cases: api_cases::in_source(&program.text), program, ran: OnceLock::new() })
}

fn every_program(topics: &[Arc<Topic>]) -> Result<(), Failed> {
    assert_eq!(topics.len(), 20);
    assert!(topics.iter().all(|topic| !topic.cases.is_empty()));
    Ok(())
}

fn each_in_its_group(topics: &[Arc<Topic>]) -> Result<(), Failed> {
    let groups = api_cases::groups();
    let mut seen = BTreeSet::new();
    for case in topics.iter().flat_map(|topic| &topic.cases) {
        let about = case.words().find_map(|word| groups.iter().find(|group| group.function(word).is_some()));
        let about = about.ok_or_else(|| format!("no function is named: {}", case.label()))?;
        assert_eq!(about.id, case.group, "the group of the function that is named first: {}", case.statement);
        assert!(seen.insert(&case.statement), "twice: {}", case.statement);
    }
    Ok(())
}

/// Names that the compiler alone calls are in no group.
fn each_function_is_in_a_group() -> Result<(), Failed> {
    let names: BTreeSet<String> = entries().iter().map(|entry| entry.name.to_string_lossy().into_owned()).collect();
    let mut groups = BTreeMap::new();
    for group in api_cases::groups() {
        for function in group.functions {
            assert!(names.contains(&function), "no function of the runtime: {function}");
            if let Some(other) = groups.insert(function.clone(), group.id.clone()) {
                return Err(format!("{function} is in {} and in {other}", group.id).into());
            }
        }
    }
    let of_compilers = |name: &str| name.starts_with("__hipRegister") || name.starts_with("__hipUnregister");
    let missing: Vec<_> = names.iter().filter(|name| !groups.contains_key(*name) && !of_compilers(name)).collect();
    assert!(missing.is_empty(), "in no group of runtime-shim/hip/data/groups.toml: {missing:?}");
    Ok(())
}

fn prints_its_own(topic: &Topic) -> Result<(), Failed> {
    let run = topic.run()?;
    let labels: BTreeSet<String> = topic.cases.iter().map(Case::label).collect();
    let others: Vec<_> = api_cases::printed(&run.out).into_iter().filter(|line| !labels.contains(*line)).collect();
    assert!(others.is_empty(), "not in its source: {others:?}");
    let holds = topic.cases.iter().all(|case| case.verdict(&run.out) == Verdict::Holds);
    let last = format!("{} {}", if holds { "PASS" } else { "FAIL" }, topic.program.name);
    assert_eq!(run.out.lines().last(), Some(last.as_str()), "{}", run.err);
    assert_eq!(run.code, Some(i32::from(!holds)), "{}", run.err);
    Ok(())
}

fn holds(topic: &Topic, case: &Case) -> Result<(), Failed> {
    let run = topic.run()?;
    match case.verdict(&run.out) {
        Verdict::Holds => Ok(()),
        Verdict::DoesNotHold(more) => Err(more.unwrap_or("it does not hold").into()),
        Verdict::NotReached => {
            let last: Vec<&str> = run.out.lines().rev().take(3).collect();
            Err(format!("it was not reached; exit status {:?}, last {last:?}\n{}", run.code, run.err).into())
        }
    }
}
