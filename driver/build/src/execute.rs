//! Runs a plan: as many steps at a time as asked for, each as soon as what it reads is there. The one file of a build that
//! starts processes.

use crate::embed::embed;
use crate::host_source::host_source;
use crate::plan::{Plan, Step, StepKind, Work};
use crate::precompiled::PrecompiledHeaders;
use hipify_error::Error;
use std::collections::BinaryHeap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Output, Stdio};
use std::sync::{Condvar, Mutex};
use std::time::{Duration, Instant};

/// What a run needs beside the plan.
pub(crate) struct Settings<'a> {
    /// Steps at a time.
    pub(crate) jobs: usize,
    /// Words in front of each compile.
    pub(crate) launcher: Vec<String>,
    /// Words of environment variables that programs get beside those of this process.
    pub(crate) variables: Vec<(String, String)>,
    /// Flags of every compile that change no output.
    pub(crate) compile_flags: Vec<String>,
    /// Does the steps that need the engine: ports, dependency files.
    pub(crate) own: &'a (dyn Fn(&Step) -> Result<(), Error> + Sync),
    /// Told of each step that has ended.
    pub(crate) done: &'a (dyn Fn(&Step, &Ran) + Sync),
}

/// How a step went.
#[derive(Clone, Debug)]
pub(crate) struct Ran {
    /// Since the run began.
    pub(crate) start: Duration,
    pub(crate) took: Duration,
    /// The number of the worker, from 0.
    pub(crate) worker: usize,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
    pub(crate) ending: Ending,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Done,
    /// The program said no; it has told why.
    Failed,
    /// The program crashed or was killed: which signal, or what else.
    Crashed(String),
}

/// Runs the plan and says how each step went; steps after a failure are left out. An error is one of this program: a
/// program that cannot be started, a file that cannot be written.
pub(crate) fn execute(plan: &Plan, settings: &Settings<'_>) -> Result<Vec<Option<Ran>>, Error> {
    let needs = plan.needs();
    let mut followers = vec![Vec::new(); plan.steps.len()];
    for (number, needed) in needs.iter().enumerate() {
        for &before in needed {
            followers[before].push(number);
        }
    }
    let state = State {
        missing: needs.iter().map(Vec::len).collect(),
        ready: (0..plan.steps.len()).filter(|&number| needs[number].is_empty()).map(std::cmp::Reverse).collect(),
        running: 0,
        ran: vec![None; plan.steps.len()],
        error: None,
        stopped: false,
    };
    let headers = PrecompiledHeaders::new(plan, &settings.launcher);
    let run =
        Run { plan, settings, headers, followers, state: Mutex::new(state), changed: Condvar::new(), began: Instant::now() };
    let workers = settings.jobs.clamp(1, plan.steps.len().max(1));
    std::thread::scope(|scope| {
        for worker in 1..workers {
            let run = &run;
            scope.spawn(move || run.work(worker));
        }
        run.work(0);
    });
    let state = run.state.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    match state.error {
        Some(error) => Err(error),
        None => Ok(state.ran),
    }
}

struct State {
    /// For each step, how many steps before it are not done.
    missing: Vec<usize>,
    /// The first in the plan first.
    ready: BinaryHeap<std::cmp::Reverse<usize>>,
    running: usize,
    ran: Vec<Option<Ran>>,
    error: Option<Error>,
    /// Something failed: nothing new is started.
    stopped: bool,
}

struct Run<'a> {
    plan: &'a Plan,
    settings: &'a Settings<'a>,
    headers: PrecompiledHeaders,
    followers: Vec<Vec<usize>>,
    state: Mutex<State>,
    changed: Condvar,
    began: Instant,
}

impl Run<'_> {
    fn work(&self, worker: usize) {
        while let Some(number) = self.next() {
            let start = self.began.elapsed();
            let step = &self.plan.steps[number];
            let result = self.perform(step);
            let took = self.began.elapsed() - start;
            let ran =
                result.map(|said| Ran { start, took, worker, stdout: said.stdout, stderr: said.stderr, ending: said.ending });
            if let Ok(ran) = &ran {
                (self.settings.done)(step, ran);
            }
            self.settle(number, ran);
        }
    }

    /// The next step to do, once there is one; none when all is done or something failed.
    fn next(&self) -> Option<usize> {
        let mut state = self.lock();
        loop {
            if state.stopped {
                return None;
            }
            if let Some(std::cmp::Reverse(number)) = state.ready.pop() {
                state.running += 1;
                return Some(number);
            }
            if state.running == 0 {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(std::sync::PoisonError::into_inner);
        }
    }

    fn settle(&self, number: usize, ran: Result<Ran, Error>) {
        let mut state = self.lock();
        state.running -= 1;
        match ran {
            Ok(ran) if ran.ending == Ending::Done => {
                state.ran[number] = Some(ran);
                for &follower in &self.followers[number] {
                    state.missing[follower] -= 1;
                    if state.missing[follower] == 0 {
                        state.ready.push(std::cmp::Reverse(follower));
                    }
                }
            }
            Ok(ran) => {
                state.ran[number] = Some(ran);
                state.stopped = true;
            }
            Err(error) => {
                state.error.get_or_insert(error);
                state.stopped = true;
            }
        }
        self.changed.notify_all();
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn perform(&self, step: &Step) -> Result<ProgramOutput, Error> {
        match &step.work {
            Work::Port { .. } | Work::Dependencies { .. } => (self.settings.own)(step).map(|()| ProgramOutput::nothing()),
            Work::Embed { bundle, hosts } => embed(bundle, hosts, &step.outputs[0]).map(|()| ProgramOutput::nothing()),
            Work::HostSource { assembly, bundle } => {
                host_source(assembly, bundle, &step.outputs[0]).map(|()| ProgramOutput::nothing())
            }
            Work::Command { program, args } => self.command(step, program, args),
        }
    }

    /// Runs the program of a step: a compile with its precompiled header, where there is one. What fails with one is done without: only
    /// that says what is wrong with the source.
    fn command(&self, step: &Step, program: &Path, plain: &[String]) -> Result<ProgramOutput, Error> {
        let made = |words: &[String]| matches!(self.start(words), Ok(output) if ending_of(output.status) == Ending::Done);
        if let Some(header) = self.headers.of(step, &made) {
            let args = [&header.flags()[..], plain].concat();
            let output = self.attempt(step, program, &args)?;
            let is_whole = step.depfile.iter().all(|depfile| header.mend_depfile(depfile, &step.inputs[0]).is_ok());
            if output.ending == Ending::Done && is_whole {
                return Ok(output);
            }
            let output = self.attempt(step, program, plain)?;
            if output.ending == Ending::Done {
                header.discard();
            }
            return Ok(output);
        }
        self.attempt(step, program, plain)
    }

    /// Runs a program. It writes each output under another name, which is renamed when all went well: nobody ever sees a
    /// half-written file, whatever kills whom.
    fn attempt(&self, step: &Step, program: &Path, args: &[String]) -> Result<ProgramOutput, Error> {
        let outputs: Vec<(&PathBuf, PathBuf)> =
            step.outputs.iter().filter(|output| output.as_os_str() != "-").map(|output| (output, unfinished(output))).collect();
        let args = args.iter().map(|arg| in_place(arg, &outputs));
        let mut words = if step.kind.takes_launcher() { self.settings.launcher.clone() } else { Vec::new() };
        words.push(program.display().to_string());
        if step.kind.compiles() {
            words.extend(self.settings.compile_flags.iter().cloned());
        }
        words.extend(args);
        let output = self.start(&words)?;
        let ending = ending_of(output.status);
        for (to, from) in &outputs {
            if ending == Ending::Done {
                std::fs::rename(from, to).map_err(Error::io("write", to))?;
            } else {
                let _ = std::fs::remove_file(from);
            }
        }
        Ok(ProgramOutput { stdout: output.stdout, stderr: output.stderr, ending })
    }

    fn start(&self, words: &[String]) -> Result<Output, Error> {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).stdin(Stdio::null());
        command.envs(self.settings.variables.iter().map(|(name, value)| (name, value)));
        command.output().map_err(|source| not_started(&words[0], source))
    }
}

struct ProgramOutput {
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    ending: Ending,
}

impl ProgramOutput {
    fn nothing() -> Self {
        Self { stdout: Vec::new(), stderr: Vec::new(), ending: Ending::Done }
    }
}

/// The name an output has until it is whole: in the same folder, with the same ending, which some tools look at.
fn unfinished(output: &Path) -> PathBuf {
    let name = output.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    output.with_file_name(format!("{}{}-{name}", hipify_tree::write::TEMPORARY, std::process::id()))
}

/// The argument with an output's unfinished name in place of its own, alone or after `-output=`.
fn in_place(arg: &str, outputs: &[(&PathBuf, PathBuf)]) -> String {
    for (output, unfinished) in outputs {
        let output = output.display().to_string();
        if arg == output {
            return unfinished.display().to_string();
        }
        if arg.strip_prefix("-output=") == Some(&output) {
            return format!("-output={}", unfinished.display());
        }
    }
    arg.to_owned()
}

fn not_started(program: &str, source: std::io::Error) -> Error {
    match source.kind() {
        std::io::ErrorKind::NotFound => Error::path(
            Path::new(program),
            "there is no such program",
            "`hipify-rs doctor` says what is missing and how to get it",
        ),
        _ => Error::io("run", Path::new(program))(source),
    }
}

/// clang's driver turns a crash of its compiler process into status 70 or 134 to 139, and says so itself.
fn ending_of(status: ExitStatus) -> Ending {
    match status.code() {
        Some(0) => Ending::Done,
        Some(code @ (70 | 128..)) => Ending::Crashed(format!("ended with status {code}")),
        Some(_) => Ending::Failed,
        None => Ending::Crashed(signal_of(status)),
    }
}

#[cfg(unix)]
fn signal_of(status: ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt as _;
    match status.signal() {
        Some(9) => "was killed (signal 9): perhaps memory ran out, try fewer --jobs".into(),
        Some(signal) => format!("was ended by signal {signal}"),
        None => "ended without a status".into(),
    }
}

#[cfg(not(unix))]
fn signal_of(_: ExitStatus) -> String {
    "ended without a status".into()
}

/// How many of these steps there are that take long, for progress.
pub(crate) fn worth_counting(plan: &Plan) -> usize {
    plan.steps.iter().filter(|step| step.kind != StepKind::Port).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(kind: StepKind, script: &str, inputs: &[&Path], output: &Path) -> Step {
        Step {
            kind,
            target: None,
            subject: output.to_path_buf(),
            work: Work::Command {
                program: "/bin/sh".into(),
                args: vec!["-c".into(), script.into(), "sh".into(), output.display().to_string()],
            },
            inputs: inputs.iter().map(|input| input.to_path_buf()).collect(),
            outputs: vec![output.to_path_buf()],
            depfile: None,
        }
    }

    fn run(steps: Vec<Step>, jobs: usize) -> Result<Vec<Option<Ran>>, Error> {
        let plan = Plan { steps, outputs: Vec::new() };
        let settings = Settings {
            jobs,
            launcher: Vec::new(),
            variables: Vec::new(),
            compile_flags: Vec::new(),
            own: &|_| Ok(()),
            done: &|_, _| {},
        };
        execute(&plan, &settings)
    }

    #[test]
    fn steps_run_in_the_order_of_their_files_whatever_the_number_of_jobs() {
        for jobs in [1, 2, 8] {
            let folder = tempfile::tempdir().unwrap();
            let file = |name: &str| folder.path().join(name);
            let (a, b, c) = (file("a"), file("b"), file("c"));
            let join = format!("cat {} {} > \"$1\"", a.display(), b.display());
            let steps = vec![
                shell(StepKind::Link, &join, &[&a, &b], &c),
                shell(StepKind::Host, "sleep 0.05; echo a > \"$1\"", &[], &a),
                shell(StepKind::Host, "echo b > \"$1\"", &[], &b),
            ];
            run(steps, jobs).unwrap();
            assert_eq!(std::fs::read_to_string(c).unwrap(), "a\nb\n");
        }
    }

    #[test]
    fn a_failure_or_a_kill_leaves_no_output_and_starts_nothing_after_it() {
        for script in ["echo half > \"$1\"; echo why >&2; exit 1", "echo half > \"$1\"; kill -9 $$"] {
            let folder = tempfile::tempdir().unwrap();
            let (a, b) = (folder.path().join("a"), folder.path().join("b"));
            let steps = vec![shell(StepKind::Host, script, &[], &a), shell(StepKind::Link, "echo > \"$1\"", &[&a], &b)];
            let ran = run(steps, 2).unwrap();
            assert_ne!(ran[0].as_ref().unwrap().ending, Ending::Done);
            assert!(ran[1].is_none());
            assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        }
    }

    #[test]
    fn a_program_that_is_not_there_is_an_error_with_a_remedy() {
        let mut step = shell(StepKind::Link, "", &[], Path::new("/tmp/none"));
        step.work = Work::Command { program: "/no/such/clang++".into(), args: Vec::new() };
        let error = run(vec![step], 1).unwrap_err();
        assert!(error.to_string().contains("/no/such/clang++") && error.remedy().unwrap().contains("doctor"));
    }
}
