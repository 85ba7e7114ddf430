//! Clauses of OpenACC to those of OpenMP, for each kind of construct that takes them.

use super::directive::{Clause, Directive, split};

/// What an OpenMP directive can take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Construct {
    /// `target` and what is combined with it.
    Target,
    /// `target data`.
    Data,
    EnterData,
    ExitData,
    Update,
}

/// The clauses of a construct, and what was dropped.
#[derive(Debug, Default)]
pub(super) struct Clauses {
    pub(super) text: Vec<String>,
    /// Names of clauses that have no counterpart here.
    pub(super) dropped: Vec<String>,
    /// Queues that are named; the construct waits for them, or is put in one.
    pub(super) queues: bool,
}

/// Data, conditions, queues and sizes; what belongs to loops is [`loop_clauses`]'s.
pub(super) fn clauses(directive: &Directive, construct: Construct) -> Clauses {
    let mut out = Clauses::default();
    // What stands after `device_type` is for one kind of device alone.
    for clause in directive.clauses.iter().take_while(|clause| !matches!(clause.name.as_str(), "device_type" | "dtype")) {
        let argument = clause.argument.as_deref().unwrap_or_default();
        match map_kind(&clause.name, construct, directive.has("finalize")) {
            Some(kind) => map(kind, argument, construct, &mut out),
            None => other(clause, construct, &mut out),
        }
    }
    queues(directive, construct, &mut out);
    if let Some(special) = directive.clauses.iter().find(|clause| matches!(clause.name.as_str(), "device_type" | "dtype")) {
        out.dropped.push(special.name.clone());
    }
    out
}

/// `to`, `from`, ... for a clause that moves data.
fn map_kind(name: &str, construct: Construct, finalize: bool) -> Option<&'static str> {
    if construct == Construct::Update {
        return match name {
            "host" | "self" => Some("from"),
            "device" => Some("to"),
            _ => None,
        };
    }
    let plain = name.strip_prefix("present_or_").or(name.strip_prefix('p').filter(|rest| rest.starts_with('c'))).unwrap_or(name);
    match plain {
        "copy" => Some("tofrom"),
        "copyin" => Some("to"),
        "copyout" => Some("from"),
        "create" | "present" => Some("alloc"),
        "delete" if construct == Construct::ExitData => Some(if finalize { "delete" } else { "release" }),
        _ => None,
    }
}

/// `update` names its lists by the direction alone.
fn map(kind: &str, argument: &str, construct: Construct, out: &mut Clauses) {
    let list = argument.strip_prefix("readonly:").or(argument.strip_prefix("zero:")).unwrap_or(argument).trim();
    out.text.push(if construct == Construct::Update { format!("{kind}({list})") } else { format!("map({kind}: {list})") });
}

fn other(clause: &Clause, construct: Construct, out: &mut Clauses) {
    let argument = clause.argument.as_deref().unwrap_or_default();
    let target = construct == Construct::Target;
    match clause.name.as_str() {
        "if" => out.text.push(format!("if({argument})")),
        "self" if target && argument.is_empty() => out.text.push("if(.false.)".to_owned()),
        "self" if target => out.text.push(format!("if(.not. ({argument}))")),
        "num_gangs" if target => out.text.push(format!("num_teams({argument})")),
        "vector_length" if target => out.text.push(format!("thread_limit({argument})")),
        "private" | "firstprivate" if target => out.text.push(format!("{}({argument})", clause.name)),
        "default" if target && argument.eq_ignore_ascii_case("none") => out.text.push("default(none)".to_owned()),
        "use_device" => out.text.push(format!("use_device_addr({argument})")),
        "deviceptr" if target => out.text.push(format!("is_device_ptr({argument})")),
        // What is not there is brought; what is there is found; queues and loops are others' business.
        "default" | "if_present" | "finalize" | "no_create" | "async" | "wait" | "reduction" | "collapse" | "gang" | "worker"
        | "vector" | "seq" | "independent" | "auto" | "private" | "firstprivate" => {}
        "num_workers" | "attach" | "detach" => out.dropped.push(clause.name.clone()),
        _ => out.dropped.push(clause.name.clone()),
    }
}

/// `async(q)` and `wait(q)` as dependences on an element of the array of queues.
fn queues(directive: &Directive, construct: Construct, out: &mut Clauses) {
    if construct == Construct::Data {
        return;
    }
    let named = |clause: &Clause| matches!(clause.name.as_str(), "async" | "wait");
    let mut names: Vec<String> = Vec::new();
    for clause in directive.clauses.iter().filter(|clause| named(clause)) {
        let found = clause.argument.as_deref().map_or_else(|| vec![String::new()], split);
        names.extend(found.iter().map(|name| queue(name)));
    }
    names.dedup();
    if names.is_empty() {
        return;
    }
    if directive.has("async") {
        out.text.push("nowait".to_owned());
    }
    out.text.push(format!("depend(inout: {})", names.join(", ")));
    out.queues = true;
}

/// The element that stands for a queue; the number of one without a name is 0.
pub(super) fn queue(name: &str) -> String {
    match name.trim().parse::<usize>() {
        Ok(number) if number < QUEUES => format!("{ARRAY}({number})"),
        _ if name.trim().is_empty() => format!("{ARRAY}(0)"),
        _ => format!("{ARRAY}(modulo(int({}), {QUEUES}))", name.trim()),
    }
}

/// The array whose elements stand for queues in `depend` clauses; only addresses matter.
pub(super) const ARRAY: &str = "acc_queue_";
/// How many there are; numbers above share them.
pub(super) const QUEUES: usize = 64;

/// `collapse`, `private`, `reduction` of a loop, and `gang(..)`, `worker(..)`, `vector(..)` as what it runs over.
#[derive(Debug, Default)]
pub(super) struct Loop {
    pub(super) gang: bool,
    pub(super) worker: bool,
    pub(super) vector: bool,
    pub(super) sequential: bool,
    pub(super) collapse: Option<String>,
    /// Lists as they stand: `+: s`.
    pub(super) reductions: Vec<String>,
    pub(super) private: Vec<String>,
    pub(super) dropped: Vec<String>,
}

impl Loop {
    pub(super) fn of(directive: &Directive) -> Self {
        let mut out = Self::default();
        for clause in &directive.clauses {
            let argument = clause.argument.clone().unwrap_or_default();
            match clause.name.as_str() {
                "gang" => out.gang = true,
                "worker" => out.worker = true,
                "vector" => out.vector = true,
                "seq" => out.sequential = true,
                "collapse" => out.collapse = Some(argument.trim_start_matches("force:").trim().to_owned()),
                "reduction" => out.reductions.push(spaced(&argument)),
                "private" if directive.name == "loop" => out.private.extend(split(&argument)),
                "tile" => out.dropped.push("tile".to_owned()),
                _ => {}
            }
        }
        out
    }
}

/// `+:s` as `+: s`.
fn spaced(reduction: &str) -> String {
    reduction.split_once(':').map_or_else(|| reduction.to_owned(), |(op, list)| format!("{}: {}", op.trim(), list.trim()))
}
