//! What a comparison has found, as text and as JSON.

use crate::differ::{Moment, Parting};
use crate::element::Type;
use crate::search::Answer;
use crate::signature;
use crate::verdict::{Differing, Known, Verdict};
use hipify_command_line::runtime::Choice;
use hipify_places::{Places, variable};
use hipify_record::{Launch, MemoryKind, When};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Allocations, launches and the like that text lists of a kind; JSON has all.
const LISTED: usize = 4;

/// The names of the sides.
pub(crate) type Labels = [String; 2];

/// The answer as JSON. Numbers count as the text says; values of elements are texts, since JSON has no infinity.
pub(crate) fn json(answer: &Answer, labels: &Labels) -> Value {
    let mut places = Places::default();
    let difference = answer.difference.as_ref().map(|(moment, verdict)| {
        let differing: Vec<Value> = verdict.differing.iter().map(|one| allocation_json(one, &mut places)).collect();
        json!({
            "launch": launch_json(&moment.launches[0], &mut places),
            "other_launch": moment.launches[1].number,
            "when": moment.when.word(),
            "launches_since_digests": moment.since,
            "pages_that_differed_before": moment.differed_before,
            "arguments_that_differ": arguments(moment),
            "allocations": differing,
            "unsteady_elements": verdict.unsteady,
        })
    });
    let parting = answer.found.parting.as_ref().map(|parting| {
        let launches: Vec<Value> = parting
            .launches
            .iter()
            .map(|launch| launch.as_ref().map_or(Value::Null, |one| launch_json(one, &mut places)))
            .collect();
        json!({ "launches": launches, "within_a_side": parting.is_within_side })
    });
    json!({
        "sides": labels,
        "launches": answer.found.launches,
        "compared": answer.found.compared,
        "difference": difference,
        "parting": parting,
        "tolerated": answer.tolerated,
        "unsteady": unsteady(answer).into_iter().map(|(kernel, launches)| json!({ "kernel": kernel, "launches": launches })).collect::<Vec<_>>(),
        "skipped": answer.found.skipped.iter().map(|(launch, why)| json!({ "launch": launch.number, "why": why })).collect::<Vec<_>>(),
        "failed": answer.endings.iter().map(|one| json!({ "side": one.label, "status": one.status, "said": one.said })).collect::<Vec<_>>(),
    })
}

fn launch_json(launch: &Launch, places: &mut Places) -> Value {
    json!({
        "number": launch.number,
        "kernel": signature::readable(&launch.kernel),
        "mangled": launch.kernel,
        "grid": launch.grid,
        "block": launch.block,
        "shared": launch.shared,
        "stream": launch.stream,
        "place": places.of(&launch.calls).first().map(|call| json!({ "file": call.file, "line": call.line })),
    })
}

fn allocation_json(one: &Differing, places: &mut Places) -> Value {
    let calls = places.of(&one.born[0].calls);
    let element = |index: usize| {
        one.ends.as_ref().map(|ends| json!({ "index": ends[index].index, "values": ends[index].values, "distance": format!("{:?}", ends[index].distance) }))
    };
    json!({
        "memory": memory(one),
        "size": one.born[0].size,
        "variable": name(one, places),
        "place": calls.first().map(|call| json!({ "file": call.file, "line": call.line })),
        "type": one.kind.name(),
        "type_from": origin(&one.known),
        "differ": one.count,
        "first": element(0),
        "worst": element(1),
        "pages_without_contents": one.missing,
    })
}

/// The answer as text.
pub(crate) fn text(answer: &Answer, labels: &Labels) -> String {
    let mut places = Places::default();
    let mut out = String::new();
    let said = match (&answer.difference, &answer.found.parting) {
        (Some((moment, verdict)), _) => difference(&mut out, moment, verdict, labels, &mut places),
        (None, Some(parting)) => parted(&mut out, parting, labels, &mut places),
        (None, None) => equal(&mut out, answer, labels),
    };
    said.and_then(|()| rest(&mut out, answer)).expect("text can be written to");
    out
}

type Written = Result<(), std::fmt::Error>;

fn equal(out: &mut String, answer: &Answer, labels: &Labels) -> Written {
    let [one, other] = labels;
    let (compared, launches) = (answer.found.compared, answer.found.launches);
    writeln!(out, "no difference between {one} and {other} in {compared} of {launches} launches")
}

fn difference(out: &mut String, moment: &Moment, verdict: &Verdict, labels: &Labels, places: &mut Places) -> Written {
    let launch = &moment.launches[0];
    match moment.when {
        When::After if moment.since > 1 => {
            writeln!(out, "the first difference is made by one of the {} launches up to {}", moment.since, title(launch))?;
        }
        When::After => writeln!(out, "the first launch whose results differ: {}", title(launch))?,
        When::Before => writeln!(out, "the host or a copy made the first difference, before {}", title(launch))?,
    }
    extents(out, moment, labels)?;
    if let Some(call) = places.of(&launch.calls).first() {
        writeln!(out, "  launched at {call}")?;
    }
    let inputs = match moment.differed_before {
        0 => "equal in all bytes".to_owned(),
        pages => format!("equal within the tolerance; {pages} pages of 4 KiB differ in bytes"),
    };
    writeln!(out, "  memory before it: {inputs}")?;
    match arguments(moment).as_slice() {
        [] => writeln!(out, "  arguments: equal")?,
        differ => differ.iter().try_for_each(|text| writeln!(out, "  {text}"))?,
    }
    for one in verdict.differing.iter().take(LISTED) {
        allocation(out, one, labels, places)?;
    }
    let more = verdict.differing.len().saturating_sub(LISTED);
    if more > 0 {
        writeln!(out, "  and {more} more allocations")?;
    }
    if verdict.unsteady > 0 {
        writeln!(out, "  {} more elements differ from run to run of one side; they are set apart", verdict.unsteady)?;
    }
    Ok(())
}

fn title(launch: &Launch) -> String {
    let what = if launch.grid == [0; 3] { "call of" } else { "kernel" };
    format!("no. {}, {what} `{}`", launch.number, signature::readable(&launch.kernel))
}

fn extents(out: &mut String, moment: &Moment, labels: &Labels) -> Written {
    let said = |launch: &Launch| {
        let ([x, y, z], [in_x, in_y, in_z]) = (launch.grid, launch.block);
        let shared =
            if launch.shared > 0 { format!(", {} bytes of dynamic shared memory", launch.shared) } else { String::new() };
        let stream = if launch.stream == 0 { "the null stream".to_owned() } else { format!("stream {}", launch.stream) };
        if launch.grid == [0; 3] {
            stream
        } else {
            format!("grid ({x}, {y}, {z}), block ({in_x}, {in_y}, {in_z}){shared}, {stream}")
        }
    };
    let [one, other] = [&moment.launches[0], &moment.launches[1]].map(said);
    if one == other {
        return writeln!(out, "  {one}");
    }
    writeln!(out, "  with {}: {one}\n  with {}: {other}", labels[0], labels[1])
}

/// Arguments that differ, addresses by the allocation that they lead to; none where one side has none recorded.
fn arguments(moment: &Moment) -> Vec<String> {
    let [one, other] = [&moment.launches[0], &moment.launches[1]];
    let types = signature::parameters(&one.kernel).unwrap_or_default();
    let pairs = one.arguments.iter().zip(&other.arguments).enumerate();
    let differ = pairs.filter(|(index, (one, other))| {
        // Addresses differ from run to run.
        let is_address = types.get(*index).is_none_or(|name| name.contains('*')) && one.len() == 8 || one.len() > 8;
        one != other && !is_address
    });
    let text = |index: usize, bytes: &[u8]| {
        let kind =
            types.get(index).and_then(|name| Type::of_pointer(&format!("{name}*"))).filter(|kind| kind.size() == bytes.len());
        kind.map_or_else(|| format!("{bytes:02x?}"), |kind| kind.text(bytes))
    };
    differ
        .map(|(index, (one, other))| format!("argument {} is {} and {}", index + 1, text(index, one), text(index, other)))
        .collect()
}

fn allocation(out: &mut String, one: &Differing, labels: &Labels, places: &mut Places) -> Written {
    let calls = places.of(&one.born[0].calls);
    let name = name(one, places).map(|name| format!(" `{name}`")).unwrap_or_default();
    let place = calls.first().map(|call| format!(", allocated at {call}")).unwrap_or_default();
    writeln!(out, "  {}{name}: {} bytes{place}", memory(one), one.born[0].size)?;
    let Some([first, worst]) = &one.ends else {
        return writeln!(out, "    {} pages of 4 KiB differ in bytes; the record does not hold their contents", one.missing);
    };
    let total = one.born[0].size / one.kind.size() as u64;
    writeln!(out, "    {} of {total} elements differ, {} ({})", one.count, one.kind.name(), origin(&one.known))?;
    for (word, element) in [("first", first), ("worst", worst)] {
        let [left, right] = &element.values;
        writeln!(out, "    {word}: [{}] is {left} with {} and {right} with {}", element.index, labels[0], labels[1])?;
    }
    Ok(())
}

fn memory(one: &Differing) -> String {
    let what = match one.key.kind {
        MemoryKind::Device => "device memory",
        MemoryKind::Managed => "managed memory",
        MemoryKind::Pool => "memory of a pool",
        MemoryKind::Host => "pinned memory",
        MemoryKind::Mapped => "mapped memory",
        MemoryKind::Variable => return "device variable".to_owned(),
        MemoryKind::Other => "memory of a graph or a library",
    };
    format!("{what} no. {}", one.key.ordinal + 1)
}

fn name(one: &Differing, places: &mut Places) -> Option<String> {
    if !one.born[0].name.is_empty() {
        return Some(signature::readable(&one.born[0].name));
    }
    let of_side = |born: &hipify_record::Born, places: &mut Places| variable(&places.of(&born.calls)).map(|(name, _)| name);
    of_side(&one.born[0], places).or_else(|| of_side(&one.born[1], places))
}

fn origin(known: &Known) -> String {
    match known {
        Known::Asked => "as asked for".to_owned(),
        Known::Parameter(index, name) => format!("parameter {index} of the kernel, `{name}`"),
        Known::Guessed => "a guess; `--type` says otherwise".to_owned(),
    }
}

fn parted(out: &mut String, parting: &Parting, labels: &Labels, places: &mut Places) -> Written {
    let names =
        if parting.is_within_side { ["one run".to_owned(), "another run of the same side".to_owned()] } else { labels.clone() };
    writeln!(out, "the launches part: up to here memory is equal")?;
    for (name, launch) in names.iter().zip(&parting.launches) {
        match launch {
            None => writeln!(out, "  {name}: no more launches")?,
            Some(launch) => {
                let place = places.of(&launch.calls).first().map(|call| format!(", launched at {call}")).unwrap_or_default();
                writeln!(out, "  {name}: {}{place}", title(launch))?;
            }
        }
    }
    Ok(())
}

/// Kernels whose results differ from run to run of one side, and the numbers of their launches.
fn unsteady(answer: &Answer) -> BTreeMap<String, Vec<u64>> {
    let mut all: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    let by_digest = answer.found.unsteady.iter().map(|one| &one.launch);
    let by_element = answer.unsteady.iter().map(|(moment, _)| &moment.launches[0]);
    for launch in by_digest.chain(by_element) {
        let numbers = all.entry(signature::readable(&launch.kernel)).or_default();
        if !numbers.contains(&launch.number) {
            numbers.push(launch.number);
        }
    }
    all
}

fn rest(out: &mut String, answer: &Answer) -> Written {
    if answer.tolerated > 0 && answer.difference.is_none() {
        writeln!(out, "  bytes differ after {} launches, within the tolerance", answer.tolerated)?;
    }
    for (kernel, numbers) in unsteady(answer).iter().take(LISTED) {
        let shown: Vec<String> = numbers.iter().take(LISTED).map(u64::to_string).collect();
        let more = if numbers.len() > LISTED { ", ..." } else { "" };
        writeln!(out, "  set apart, since runs of one side differ: `{kernel}`, launch {}{more}", shown.join(", "))?;
    }
    for (launch, why) in answer.found.skipped.iter().take(LISTED) {
        writeln!(out, "  not compared: launch {}: {why}", title(launch))?;
    }
    for (key, [one, other]) in answer.found.sizes.iter().take(LISTED) {
        writeln!(out, "  {:?} memory no. {} has {one} bytes on one side and {other} on the other", key.kind, key.ordinal + 1)?;
    }
    if let (None, Some([one, other])) = (&answer.difference, answer.found.extents.first()) {
        writeln!(out, "  launch {} has grid {:?} and block {:?} on the other side", title(one), other.grid, other.block)?;
    }
    let mut told = Vec::new();
    for ending in &answer.endings {
        if !told.contains(&&ending.label) {
            told.push(&ending.label);
            writeln!(out, "  the program itself failed with {}: {}", ending.label, ending.status)?;
            ending.said.iter().try_for_each(|line| writeln!(out, "    {line}"))?;
        }
    }
    Ok(())
}
