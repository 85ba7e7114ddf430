//! Fortran texts: a compile each, in the order that their modules want, and a link by the Fortran compiler.

use super::{Planner, shown};
use crate::absolute;
use crate::fortran::{Unit, is_fixed};
use crate::plan::{Plan, Step, StepKind, Work};
use std::path::{Path, PathBuf};

impl Planner<'_> {
    /// Compiles the text of source `number`.
    pub(super) fn fortran(&mut self, number: usize, to: &Path) {
        let source = &self.request.sources[number];
        let part = self.ported.fortran.as_ref().expect("a request with Fortran sources has been ported with them");
        let (Some(unit), Some(fc)) = (&part.units[number], &self.tools.fc) else { return };
        let own = if fc.keeps_generated_modules() { &self.layout.modules } else { &self.layout.work };
        let mut args = match unit.generated {
            true => fc.base(own),
            false => [fc.base(&self.layout.modules), vec![format!("-I{}", shown(own))]].concat(),
        };
        if unit.preprocessed {
            args.extend(["-cpp".to_owned(), "-D_CUDA".to_owned()]);
        }
        if !unit.generated {
            args.extend(part.kinds.iter().cloned());
            args.extend(fc.debug_lines(is_fixed(&self.request.flags, &source.path)));
            let flags = fc.flags(&[&self.request.flags[..], &self.request.host_flags, &source.flags].concat());
            args.extend(if self.layout.modules_apart { absolute::flags(&flags) } else { flags });
            let folders = source.path.parent().into_iter().chain(self.layout.modules_apart.then_some(Path::new("")));
            args.extend(folders.map(|folder| format!("-I{}", shown(&absolute::absolute(&folder.join("."))))));
        } else {
            let of_sources = ["-std=", "-ffixed-", "-ffree-form", "-fd-lines-"];
            let is_ours = |flag: &String| !of_sources.iter().any(|start| flag.starts_with(start));
            args.extend(fc.flags(&self.request.flags).into_iter().filter(is_ours));
        }
        args.extend(["-c".into(), shown(&unit.text), "-o".into(), shown(to)]);
        let (program, args) = self.in_folder_of_modules(&fc.program, args);
        let inputs = std::iter::once(unit.text.clone()).chain(part.needs[number].iter().map(|need| self.fortran_object(*need)));
        self.plan.steps.push(Step {
            kind: StepKind::Fortran,
            target: None,
            subject: source.path.clone(),
            work: Work::Command { program, args },
            inputs: inputs.collect(),
            outputs: vec![to.to_path_buf()],
            depfile: None,
        });
    }

    /// Compilers look for modules in the current folder before all others, where another compiler may have left some.
    fn in_folder_of_modules(&self, program: &Path, args: Vec<String>) -> (PathBuf, Vec<String>) {
        if !self.layout.modules_apart {
            return (program.to_path_buf(), args);
        }
        let program = if program.components().count() > 1 { absolute::absolute(program) } else { program.to_path_buf() };
        let words = ["-C".to_owned(), shown(&self.layout.modules), shown(&program)];
        ("env".into(), words.into_iter().chain(args).collect())
    }

    /// Text that was generated goes into the object of the source that it was generated for.
    pub(super) fn is_made_for_another(&self, number: usize) -> bool {
        let unit = self.ported.fortran.as_ref().and_then(|part| part.units[number].as_ref());
        unit.is_some_and(|unit| unit.parent != Some(number))
    }

    /// One object of a Fortran source, its interfaces and its kernels. What serves all sources is in each object, and gives
    /// way to its like in another.
    pub(super) fn fortran_whole_object(&mut self, number: usize, to: &Path) {
        let units = self.ported.fortran.as_ref().map_or(&[][..], |part| &part.units);
        let belongs = |unit: &Option<Unit>| unit.as_ref().map(|unit| unit.parent);
        let of = |parent| (0..units.len()).filter(|number| belongs(&units[*number]) == Some(parent)).collect::<Vec<_>>();
        let (own, shared) = (of(Some(number)), of(None));
        let mut objects = Vec::new();
        for part in own {
            let compiled = self.compile(part);
            let whole = self.work_file(format!("{}.whole.o", compiled.stem));
            objects.push(self.whole_object(&compiled, &whole));
        }
        for part in shared {
            let weak = self.work_file(format!("fortran-{part}.weak.o"));
            let from = self.fortran_object(part);
            if !self.plan.steps.iter().any(|step| step.outputs.contains(&weak)) {
                self.compile(part);
                let args = vec!["--weaken".into(), shown(&from), shown(&weak)];
                let work = Work::Command { program: self.tools.objcopy.clone(), args };
                self.push(StepKind::Merge, &weak, work, vec![from], &weak);
            }
            objects.push(weak);
        }
        let mut args = vec!["-r".into()];
        args.extend(objects.iter().map(|object| shown(object)));
        args.extend(["-o".into(), shown(to)]);
        let source = self.request.sources[number].path.clone();
        self.push(StepKind::Merge, &source, Work::Command { program: self.tools.lld.clone(), args }, objects, to);
    }

    /// The object of a Fortran text: known before its compile is planned, since others wait for it.
    pub(super) fn fortran_object(&self, number: usize) -> PathBuf {
        self.work_file(format!("fortran-{number}.o"))
    }
}

/// Puts steps after those whose outputs they read, and else leaves them in their order.
pub(super) fn ordered(mut plan: Plan) -> Plan {
    let needs = plan.needs();
    let mut done = vec![false; needs.len()];
    let mut order = Vec::with_capacity(needs.len());
    while let Some(next) = (0..needs.len()).find(|step| !done[*step] && needs[*step].iter().all(|need| done[*need])) {
        done[next] = true;
        order.push(next);
    }
    let mut steps: Vec<Option<Step>> = std::mem::take(&mut plan.steps).into_iter().map(Some).collect();
    plan.steps = order.into_iter().filter_map(|number| steps[number].take()).collect();
    plan
}
