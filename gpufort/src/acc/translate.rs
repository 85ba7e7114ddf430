//! Each directive, in the regions and loops around it, to its lines of OpenMP.

use super::Output;
use super::clause::{Clauses, Construct, Loop, clauses};
use super::directive::{Directive, variables};
use super::layout;
use super::lines::{Item, ItemKind};
use super::nest::Nest;
use super::scalars;
use hipify_diagnostics::Edit;
use std::collections::BTreeSet;
use std::ops::Range;

/// Writes edits for all directives.
pub(super) fn directives(items: &[Item], nest: &Nest, out: &mut Output) {
    let mut translator = Translator { items, nest, out, open: Vec::new(), ends: vec![Vec::new(); items.len()], pending: None };
    for (at, directive) in nest.directives.iter().enumerate() {
        translator.open.retain(|open| at <= open.last);
        match directive {
            Some(Ok(directive)) => translator.directive(at, directive),
            Some(Err(wrong)) => {
                let help = "mend the directive, or write OpenMP's by hand";
                translator.out.refuse(&items[at].span, format!("{wrong}; it is left as it is"), help);
            }
            None => {}
        }
    }
}

/// Where a directive runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Region {
    /// Outside: each loop of a `kernels` region is a `target` of its own.
    Host,
    /// In `target teams`.
    Teams,
    /// In `target` with one thread.
    Single,
    /// In iterations that are spread over teams.
    Distributed,
    /// In iterations that are spread over threads.
    Parallel,
}

/// A region or a loop around what is read.
struct Open {
    place: Region,
    /// The last item of it.
    last: usize,
}

struct Translator<'a> {
    items: &'a [Item],
    nest: &'a Nest,
    out: &'a mut Output,
    open: Vec<Open>,
    /// For `end` directives, what they become; a comment where that is one empty text.
    ends: Vec<Vec<String>>,
    /// The end of a construct that the source does not end.
    pending: Option<Vec<String>>,
}

impl Translator<'_> {
    fn directive(&mut self, at: usize, directive: &Directive) {
        match directive.name.as_str() {
            "parallel" => self.parallel(at, directive),
            "serial" => self.region(at, directive, "target", Region::Single, &[]),
            "serial loop" => self.region(at, directive, "target", Region::Single, &[]),
            "kernels" => self.kernels(at, directive),
            "parallel loop" | "kernels loop" => self.combined(at, directive),
            "loop" => self.nested_loop(at, directive),
            "data" => self.plain(at, directive, "target data", Construct::Data),
            "host_data" => self.plain(at, directive, "target data", Construct::Data),
            "enter data" => self.plain(at, directive, "target enter data", Construct::EnterData),
            "exit data" => self.plain(at, directive, "target exit data", Construct::ExitData),
            "update" => self.plain(at, directive, "target update", Construct::Update),
            "wait" => self.write(at, "taskwait"),
            "atomic" => self.atomic(at, directive),
            "routine" => self.routine(at, directive),
            "declare" => self.declare(at, directive),
            "set" | "init" | "shutdown" => self.device(at, directive),
            "cache" => self.comment(at),
            name if name.starts_with("end ") => self.end(at),
            _ => self.comment(at),
        }
    }

    /// `parallel`: teams that all run what is not in a loop; its loops' reductions are theirs as well.
    fn parallel(&mut self, at: usize, directive: &Directive) {
        let Some(last) = self.nest.partner[at] else { return self.open_region(at, directive) };
        let mut extra: Vec<String> = directive.arguments("reduction").map(|list| format!("reduction({list})")).collect();
        let mut named = mentioned(directive);
        for inner in at + 1..last {
            if let Some(found) = self.nest.directive(inner).filter(|found| found.name == "loop" && self.is_outermost(inner, at)) {
                for list in Loop::of(found).reductions {
                    let vars = variables(list.split_once(':').map_or("", |(_, vars)| vars));
                    let mapped: Vec<String> = vars.iter().filter(|var| !named.contains(*var)).cloned().collect();
                    if !mapped.is_empty() {
                        extra.push(format!("map(tofrom: {})", mapped.join(", ")));
                    }
                    named.extend(vars);
                    extra.push(format!("reduction({list})"));
                }
            }
        }
        let private = self.private(at + 1..last, at, &named);
        extra.extend(private);
        extra.dedup();
        self.region(at, directive, "target teams", Region::Teams, &extra);
    }

    /// Whether no other loop directive's loop is around one, inside a region.
    fn is_outermost(&self, at: usize, region: usize) -> bool {
        let is_around = |other: usize| {
            self.nest.directive(other).is_some_and(Directive::is_loop)
                && self.nest.loop_of(self.items, other).is_some_and(|(start, end)| start <= at && at <= end)
        };
        !(region + 1..at).any(is_around)
    }

    /// `kernels`: where each statement is a loop with a directive, they are spread; otherwise one thread runs it all.
    fn kernels(&mut self, at: usize, directive: &Directive) {
        let Some(last) = self.nest.partner[at] else { return self.open_region(at, directive) };
        if !self.holds_loops_alone(at + 1, last) {
            let span = self.items[at].span.clone();
            let message = "a `kernels` region with statements outside `loop` directives runs on one thread of the device";
            self.out.note(&span, message.to_owned(), "put `!$acc loop independent` in front of its loops");
            return self.region(at, directive, "target", Region::Single, &[]);
        }
        let found = clauses(directive, Construct::Data);
        self.open.push(Open { place: Region::Host, last });
        if found.text.iter().any(|clause| clause.starts_with("map")) {
            self.finish(at, "target data", &found, &[]);
        } else {
            self.tell_dropped(at, &found.dropped);
            self.comment(at);
            self.ends[last] = vec![String::new()];
        }
    }

    fn holds_loops_alone(&self, from: usize, last: usize) -> bool {
        let mut at = from;
        while at < last {
            let spread = self.nest.directive(at).filter(|found| found.name == "loop").map(|found| !Loop::of(found).sequential);
            match (spread, self.nest.loop_of(self.items, at)) {
                (Some(true), Some((_, end))) => at = end + 1,
                _ => return false,
            }
        }
        true
    }

    /// `parallel loop` and `kernels loop`, which end with their loop.
    fn combined(&mut self, at: usize, directive: &Directive) {
        let Some(body) = self.nest.loop_of(self.items, at) else { return self.no_loop(at) };
        self.spread(at, directive, body, Region::Host);
    }

    /// `loop`, by what is spread already.
    fn nested_loop(&mut self, at: usize, directive: &Directive) {
        let Some(body) = self.nest.loop_of(self.items, at) else { return self.no_loop(at) };
        let place = self.open.last().map_or(Region::Parallel, |open| open.place);
        if Loop::of(directive).sequential {
            return self.comment(at);
        }
        self.spread(at, directive, body, place);
    }

    fn spread(&mut self, at: usize, directive: &Directive, body: (usize, usize), place: Region) {
        let levels = Loop::of(directive);
        let inner_takes_threads = !(levels.worker || levels.vector) && self.has_inner_threads(body);
        let (name, inside) = match place {
            Region::Host if levels.sequential => ("target", Region::Single),
            Region::Host if inner_takes_threads => ("target teams distribute", Region::Distributed),
            Region::Host => ("target teams distribute parallel do", Region::Parallel),
            Region::Teams if inner_takes_threads => ("distribute", Region::Distributed),
            Region::Teams => ("distribute parallel do", Region::Parallel),
            Region::Single | Region::Distributed => ("parallel do", Region::Parallel),
            Region::Parallel if levels.vector => ("simd", Region::Parallel),
            Region::Parallel => return self.comment(at),
        };
        self.open.push(Open { place: inside, last: body.1 });
        let found = if directive.name == "loop" { Clauses::default() } else { clauses(directive, Construct::Target) };
        let extra = self.loop_clauses(at, directive, &levels, body, name);
        self.tell_dropped(at, &levels.dropped);
        self.finish(at, name, &found, &extra);
        self.end_behind(at, body.1);
    }

    /// `collapse`, reductions and private scalars.
    fn loop_clauses(&self, at: usize, directive: &Directive, levels: &Loop, body: (usize, usize), name: &str) -> Vec<String> {
        let mut extra: Vec<String> = levels.collapse.iter().map(|count| format!("collapse({count})")).collect();
        if !levels.private.is_empty() {
            extra.push(format!("private({})", levels.private.join(", ")));
        }
        // Teams reduce for a `distribute` that stands alone.
        if !matches!(name, "distribute" | "target") {
            extra.extend(levels.reductions.iter().map(|list| format!("reduction({list})")));
        }
        if name != "simd" && name != "target" {
            extra.extend(self.private(body.0 + 1..body.1, at, &mentioned(directive)));
        }
        extra
    }

    fn private(&self, body: Range<usize>, at: usize, named: &BTreeSet<String>) -> Option<String> {
        let mut found = scalars::private(self.items, body, scalars::unit_of(self.items, at));
        found.retain(|name| !named.contains(name));
        let names: Vec<String> = found.into_iter().collect();
        (!names.is_empty()).then(|| format!("private({})", names.join(", ")))
    }

    fn has_inner_threads(&self, body: (usize, usize)) -> bool {
        (body.0..body.1).any(|at| {
            self.nest.directive(at).filter(|found| found.name == "loop").is_some_and(|found| {
                let levels = Loop::of(found);
                levels.worker || levels.vector
            })
        })
    }

    /// A region with an `end` of its own.
    fn region(&mut self, at: usize, directive: &Directive, name: &str, place: Region, extra: &[String]) {
        let last = self.nest.partner[at].or_else(|| self.nest.loop_of(self.items, at).map(|(_, end)| end));
        let Some(last) = last else { return self.open_region(at, directive) };
        self.open.push(Open { place, last });
        let found = clauses(directive, Construct::Target);
        self.finish(at, name, &found, extra);
        self.end_behind(at, last);
    }

    /// A directive whose clauses alone are translated.
    fn plain(&mut self, at: usize, directive: &Directive, name: &str, construct: Construct) {
        if construct == Construct::Data && self.nest.partner[at].is_none() {
            return self.open_region(at, directive);
        }
        let found = clauses(directive, construct);
        if found.text.iter().all(|clause| clause.starts_with("if(")) {
            self.tell_dropped(at, &found.dropped);
            if let Some(end) = self.nest.partner[at] {
                self.ends[end] = vec![String::new()];
            }
            return self.comment(at);
        }
        self.finish(at, name, &found, &[]);
    }

    fn finish(&mut self, at: usize, name: &str, found: &Clauses, extra: &[String]) {
        self.tell_dropped(at, &found.dropped);
        let all: Vec<String> = found.text.iter().chain(extra).cloned().collect();
        let inner = name.strip_prefix("target ").filter(|inner| found.queues && inner.starts_with("teams"));
        let (directives, ends) = match inner {
            Some(inner) => queued(inner, all),
            None => (vec![format!("{name} {}", all.join(" "))], vec![format!("end {name}")]),
        };
        let needs_end = name == "target" || inner.is_some();
        self.write_all(at, &directives);
        match self.nest.partner[at] {
            Some(end) => self.ends[end] = ends,
            None if needs_end => self.pending = Some(ends),
            None => {}
        }
    }

    /// Ends a construct that OpenMP wants ended and OpenACC does not: after its loop.
    fn end_behind(&mut self, at: usize, last: usize) {
        let Some(ends) = self.pending.take() else { return };
        let indent = self.items[at].indent;
        let lines = ends.iter().map(|end| format!("\n{}{}", " ".repeat(indent), layout::directive(end, indent, self.out.fixed)));
        self.out.ported.edits.push(Edit::insert(self.items[last].span.end, lines.collect::<String>()));
    }

    fn end(&mut self, at: usize) {
        match std::mem::take(&mut self.ends[at]) {
            ends if ends == [""] => self.comment(at),
            ends if !ends.is_empty() => self.write_all(at, &ends),
            _ => {
                let message = "an `end` directive without its beginning; it is left as it is".to_owned();
                self.out.refuse(&self.items[at].span, message, "write the directive that opens the region");
            }
        }
    }

    fn atomic(&mut self, at: usize, directive: &Directive) {
        let names = directive.clauses.iter().map(|clause| clause.name.as_str());
        let words: Vec<&str> = std::iter::once("atomic").chain(names).collect();
        self.write(at, &words.join(" "));
        if let Some(end) = self.nest.partner[at] {
            self.ends[end] = vec!["end atomic".to_owned()];
        }
    }

    fn routine(&mut self, at: usize, directive: &Directive) {
        let dropped: Vec<String> = directive
            .clauses
            .iter()
            .map(|clause| clause.name.clone())
            .filter(|name| name == "bind" || name == "nohost")
            .collect();
        self.tell_dropped(at, &dropped);
        match &directive.argument {
            Some(name) => self.write(at, &format!("declare target({name})")),
            None => self.write(at, "declare target"),
        }
    }

    /// Data of a module; that of a procedure is brought by each region that uses it.
    fn declare(&mut self, at: usize, directive: &Directive) {
        let in_module = self.items[..at].iter().rfind(|item| item.kind == ItemKind::UnitHead);
        let in_module = in_module.is_some_and(|head| head.text.starts_with("module") || head.text.starts_with("program"));
        let lists = directive
            .clauses
            .iter()
            .filter(|clause| matches!(clause.name.as_str(), "create" | "copyin" | "device_resident" | "link"));
        let names: Vec<&str> = lists.filter_map(|clause| clause.argument.as_deref()).collect();
        if in_module && !names.is_empty() {
            return self.write(at, &format!("declare target({})", names.join(", ")));
        }
        let message = "`declare` in a procedure has no counterpart: each region brings its data by itself".to_owned();
        self.out.note(&self.items[at].span, message, "put a `data` region around what uses it");
        self.comment(at);
    }

    fn device(&mut self, at: usize, directive: &Directive) {
        match directive.arguments("device_num").next() {
            Some(number) if directive.name != "shutdown" => {
                let text = format!("!$ call omp_set_default_device({number})");
                self.out.replace(self.items[at].span.clone(), text);
            }
            _ => self.comment(at),
        }
    }

    fn no_loop(&mut self, at: usize) {
        let message = "a loop directive without a loop after it; it is left as it is".to_owned();
        self.out.refuse(&self.items[at].span, message, "put it in front of its `do` statement, and end that");
    }

    fn open_region(&mut self, at: usize, directive: &Directive) {
        let message = format!("`{}` without `end {}`; it is left as it is", directive.name, directive.name);
        self.out.refuse(&self.items[at].span, message, "write the directive that ends the region");
    }

    fn tell_dropped(&mut self, at: usize, dropped: &[String]) {
        for name in dropped {
            let message = format!("OpenMP has no clause like `{name}`; it is dropped");
            self.out.note(&self.items[at].span, message, "results are the same; check the speed");
        }
    }

    /// Keeps a directive that OpenMP needs none for, as a comment.
    fn comment(&mut self, at: usize) {
        let span = self.items[at].span.clone();
        if let ItemKind::Directive(text) = &self.items[at].kind {
            let text = format!("! acc {}", text.split_whitespace().collect::<Vec<_>>().join(" "));
            self.out.replace(span, text);
        }
    }

    fn write(&mut self, at: usize, text: &str) {
        self.write_all(at, &[text.to_owned()]);
    }

    fn write_all(&mut self, at: usize, directives: &[String]) {
        let item = &self.items[at];
        let lines: Vec<String> =
            directives.iter().map(|text| layout::directive(text.trim_end(), item.indent, self.out.fixed)).collect();
        self.out.replace(item.span.clone(), lines.join(&format!("\n{}", " ".repeat(item.indent))));
    }
}

/// A construct in a queue as two directives: gfortran before 13 loses `depend` of combined ones.
fn queued(inner: &str, all: Vec<String>) -> (Vec<String>, Vec<String>) {
    let of_target =
        |clause: &String| ["map", "if", "nowait", "depend", "is_device_ptr"].iter().any(|start| clause.starts_with(start));
    let (mut outer, rest): (Vec<String>, Vec<String>) = all.into_iter().partition(of_target);
    let mapped: BTreeSet<String> =
        outer.iter().filter(|clause| clause.starts_with("map")).flat_map(|clause| listed(clause)).collect();
    let results: BTreeSet<String> =
        rest.iter().filter(|clause| clause.starts_with("reduction")).flat_map(|clause| listed(clause)).collect();
    let missing: Vec<String> = results.difference(&mapped).cloned().collect();
    if !missing.is_empty() {
        outer.push(format!("map(tofrom: {})", missing.join(", ")));
    }
    let directives = vec![format!("target {}", outer.join(" ")), format!("{inner} {}", rest.join(" "))];
    (directives, vec![format!("end {inner}"), "end target".to_owned()])
}

/// The variables after the colon of a clause.
fn listed(clause: &str) -> Vec<String> {
    clause.split_once(':').map_or_else(Vec::new, |(_, list)| variables(list.trim_end_matches(')')))
}

/// Variables that a directive's clauses say something about.
fn mentioned(directive: &Directive) -> BTreeSet<String> {
    let lists = directive.clauses.iter().filter_map(|clause| clause.argument.as_deref());
    lists.flat_map(|list| variables(list.split_once(':').map_or(list, |(_, rest)| rest))).collect()
}
