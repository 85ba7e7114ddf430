//! `allocate`, `deallocate` and `move_alloc` of what has become a pointer: calls of HIP's memory functions.

use super::bounds::Shape;
use super::{Holding, Pass, Position, element, families};
use crate::ast::{Allocate, Allocated, Arg, Call, Dim, Expr, ExprKind, Span, Stmt};
use crate::demand::{Extents, Routine};
use crate::layout;
use crate::sema::{Memory, Variable};
use hipify_diagnostics::Code;

/// The options of an `allocate` or `deallocate` statement, as text.
#[derive(Default)]
struct Options<'e> {
    stat: Option<String>,
    message: Option<String>,
    pinned: Option<String>,
    source: Option<&'e Expr>,
    mold: Option<&'e Expr>,
}

impl<'e> Options<'e> {
    fn of(pass: &Pass<'_, '_>, args: &'e [Arg]) -> Self {
        let mut options = Options::default();
        for arg in args {
            let (Some(keyword), Some(value)) = (&arg.keyword, arg.expr()) else { continue };
            let text = Some(pass.text(value.span).into_owned());
            match keyword.key.as_str() {
                "stat" => options.stat = text,
                "errmsg" => options.message = text,
                "pinned" => options.pinned = text,
                "source" => options.source = Some(value),
                "mold" => options.mold = Some(value),
                _ => {}
            }
        }
        options
    }
}

impl Pass<'_, '_> {
    /// The variable that an allocated object is, if HIP's functions allocate it.
    fn held(&self, object: &Expr) -> Option<Variable<'_>> {
        let variable = self.scope.variable(object)?;
        let pointer = variable.pointer && variable.memory != Memory::Host;
        (Holding::of(&variable).is_new_pointer() || pointer).then_some(variable)
    }

    pub(super) fn allocate(&mut self, stmt: &Stmt, allocate: &Allocate, place: Position) {
        let options = Options::of(self, &allocate.options);
        let ours = |object: &&Allocated| self.held(&object.object).is_some();
        let (held, plain): (Vec<&Allocated>, Vec<&Allocated>) = allocate.objects.iter().partition(ours);
        let source = options.source.filter(|source| self.is_device(source));
        if held.is_empty() && source.is_none() {
            return self.plain_allocate(allocate);
        }
        let mut lines = Vec::new();
        if !plain.is_empty() {
            lines.push(self.host_allocate(allocate, &plain, &options, source));
            if let Some(source) = source {
                let copies = plain.iter().map(|object| self.copy_call(&object.object, source, false)).collect::<Vec<_>>();
                lines.extend(copies.into_iter().flatten());
            }
        }
        for object in held {
            self.allocate_one(object, &options, &mut lines);
        }
        self.after_allocation(&options, &mut lines);
        self.replace_statement(stmt, lines, place);
    }

    /// What stays as it is may still ask for device values.
    fn plain_allocate(&mut self, allocate: &Allocate) {
        for object in &allocate.objects {
            self.subscripts(&object.object);
            for dim in &object.dims {
                if let Dim::Explicit { lower, upper } = dim {
                    lower.iter().chain([upper]).for_each(|bound| self.read(bound));
                }
            }
        }
        for option in &allocate.options {
            match (option.expr(), &option.keyword) {
                (Some(value), Some(keyword)) if keyword.key == "source" => self.read(value),
                (Some(value), _) => self.pass(value),
                _ => {}
            }
        }
    }

    /// The `allocate` of what stays on the host; a source in device memory gives the shape alone.
    fn host_allocate(&self, allocate: &Allocate, objects: &[&Allocated], options: &Options<'_>, device: Option<&Expr>) -> String {
        let mut list: Vec<String> = objects.iter().map(|object| self.text(object.span).into_owned()).collect();
        for option in &allocate.options {
            match option.keyword.as_ref().map(|keyword| keyword.key.as_str()) {
                Some("pinned" | "stream") => {}
                Some("source") if device.is_some() => {}
                _ => list.push(self.text(option.span).into_owned()),
            }
        }
        if let (Some(source), true) = (device, options.mold.is_none()) {
            list.push(format!("mold={}", self.text(source.span)));
        }
        let spec = allocate.spec.as_ref().map_or(String::new(), |spec| format!("{} :: ", self.text(spec.span)));
        format!("allocate({spec}{})", list.join(", "))
    }

    fn allocate_one(&mut self, object: &Allocated, options: &Options<'_>, lines: &mut Vec<String>) {
        let Some(variable) = self.held(&object.object) else { return };
        let (ty, memory, rank) = (variable.ty.clone(), variable.memory, variable.dims.map_or(0, <[_]>::len));
        let shape = if object.dims.is_empty() && rank > 0 {
            options.source.or(options.mold).and_then(|source| self.shape_like(source, rank))
        } else {
            self.shape_of(&object.dims)
        };
        let Some(shape) = shape else {
            let message = format!("the shape that `{}` is allocated with is not known", self.text(object.object.span));
            return self.refuse(Code::FORTRAN_DEVICE_DATA, object.span, message, "give its bounds in the `allocate` statement");
        };
        let pointer = self.text(object.object.span).into_owned();
        let unless =
            options.stat.as_ref().filter(|_| !lines.is_empty()).map_or(String::new(), |stat| format!("if ({stat} == 0) "));
        let mut made = self.allocation(&pointer, &ty, memory, &shape, options.stat.as_deref());
        if let Some(source) = options.source {
            made.extend(self.copy_call(&object.object, source, super::on_device(memory)).map(|copy| match &options.stat {
                Some(stat) => format!("if ({stat} == 0) {copy}"),
                None => copy,
            }));
        }
        if let Some(first) = made.first_mut() {
            first.insert_str(0, &unless);
        }
        lines.extend(made);
    }

    /// Statements that allocate `pointer`; the first of them sets `stat`.
    pub(super) fn allocation(
        &mut self,
        pointer: &str,
        ty: &crate::sema::Type,
        memory: Memory,
        shape: &Shape,
        stat: Option<&str>,
    ) -> Vec<String> {
        let (family, _) = families(memory);
        let Some(element) = element(ty) else { return self.untyped_allocation(pointer, memory, shape, stat) };
        let (arguments, extents) = shape.arguments();
        self.specific(family, extents, element, shape.extents.len());
        if shape.size || arguments.contains("c_int)") {
            self.name("c_size_t");
            self.name("c_int");
        }
        let flags = family.flags().map_or(String::new(), |flags| format!(", flags={flags}"));
        family.flags().into_iter().for_each(|flags| self.name(flags));
        let call = format!("{}({pointer}{arguments}{flags})", family.name());
        vec![self.checked(&call, stat)]
    }

    /// `stat = call`, or a call of `hipCheck`.
    fn checked(&mut self, call: &str, stat: Option<&str>) -> String {
        match stat {
            Some(stat) => format!("{stat} = {call}"),
            None => {
                self.name("hipCheck");
                format!("call hipCheck({call})")
            }
        }
    }

    fn untyped_allocation(&mut self, pointer: &str, memory: Memory, shape: &Shape, stat: Option<&str>) -> Vec<String> {
        let routine = Routine::allocating(memory);
        self.routine(routine);
        ["c_f_pointer", "c_size_t"].into_iter().for_each(|name| self.name(name));
        let stat = stat.map_or(String::new(), |stat| format!(", {stat}"));
        let address = format!("{}({}{stat})", routine.name(), shape.bytes(pointer));
        let extents = if shape.extents.is_empty() { String::new() } else { format!(", [{}]", shape.extents.join(", ")) };
        let mut lines = vec![format!("call c_f_pointer({address}, {pointer}{extents})")];
        lines.extend(shape.remap().map(|bounds| format!("{pointer}{bounds} => {pointer}")));
        lines
    }

    /// The shape of `source=` or `mold=`.
    fn shape_like(&self, source: &Expr, rank: usize) -> Option<Shape> {
        if self.scope.type_of(source)?.rank != rank {
            return None;
        }
        let text = self.text(source.span);
        let long = self.index.default_kinds().integer == 8;
        let asked = |function: &str, dim: usize, kind: &str| match long {
            true => format!("int({function}({text}, {dim}), {kind})"),
            false => format!("{function}({text}, {dim})"),
        };
        let extents = (1..=rank).map(|dim| asked("size", dim, "c_size_t")).collect();
        // A section and an expression have lower bounds of 1, a whole array its own.
        let whole = matches!(source.kind, ExprKind::Name(_) | ExprKind::Member { .. });
        let ones = |dims: &[Dim]| {
            dims.iter().all(|dim| match dim {
                Dim::Explicit { lower, .. } | Dim::AssumedSize { lower } => lower.is_none(),
                _ => false,
            })
        };
        let plain = !whole || self.scope.variable(source).is_some_and(|one| one.dims.is_some_and(ones));
        let lower = (!plain).then(|| (1..=rank).map(|dim| asked("lbound", dim, "c_size_t")).collect());
        Some(Shape { extents, lower, size: long })
    }

    /// The assignment of `source=`.
    fn copy_call(&mut self, object: &Expr, source: &Expr, to_device: bool) -> Option<String> {
        let (object, text) = (self.text(object.span).into_owned(), self.text(source.span).into_owned());
        let Some(kind) = self.copy_kind(to_device, source) else { return Some(format!("{object} = {text}")) };
        let scalar = self.scope.type_of(source).is_some_and(|typed| typed.rank == 0);
        if scalar && kind == "hipMemcpyHostToDevice" {
            self.routine(Routine::Fill);
            return Some(format!("call gpufort_fill({object}, {text})"));
        }
        self.routine(Routine::Copy);
        self.name(kind);
        Some(format!("call gpufort_copy({object}, {text}, {kind})"))
    }

    fn after_allocation(&mut self, options: &Options<'_>, lines: &mut Vec<String>) {
        if let Some(pinned) = &options.pinned {
            let value = options.stat.as_ref().map_or(".true.".to_owned(), |stat| format!("{stat} == 0"));
            lines.push(format!("{pinned} = {value}"));
        }
        if let (Some(stat), Some(message)) = (&options.stat, &options.message) {
            lines.push(format!("if ({stat} /= 0) {message} = 'memory of the device could not be allocated or freed'"));
        }
    }

    pub(super) fn deallocate(&mut self, stmt: &Stmt, objects: &[Expr], args: &[Arg], place: Position) {
        let options = Options::of(self, args);
        let (held, plain): (Vec<&Expr>, Vec<&Expr>) = objects.iter().partition(|object| self.held(object).is_some());
        let mut lines: Vec<String> =
            plain.iter().flat_map(|object| super::components::before_deallocation(self, object)).collect();
        if held.is_empty() && lines.is_empty() {
            return objects.iter().for_each(|object| self.subscripts(object));
        }
        if !plain.is_empty() {
            let list = plain.iter().map(|object| self.text(object.span)).chain(args.iter().map(|arg| self.text(arg.span)));
            lines.push(format!("deallocate({})", list.collect::<Vec<_>>().join(", ")));
        }
        let mut after = !plain.is_empty();
        for object in held {
            let Some(variable) = self.held(object) else { continue };
            let (ty, memory) = (variable.ty.clone(), variable.memory);
            let rank = variable.dims.map_or(0, <[_]>::len);
            let pointer = self.text(object.span).into_owned();
            let unless = options.stat.as_ref().filter(|_| after).map_or(String::new(), |stat| format!("if ({stat} == 0) "));
            after = true;
            let free = self.free(&pointer, &ty, memory, rank);
            lines.push(format!("{unless}{}", self.checked(&free, options.stat.as_deref())));
            lines.push(format!("nullify({pointer})"));
        }
        self.after_allocation(&options, &mut lines);
        self.replace_statement(stmt, lines, place);
    }

    /// The call that frees `pointer`.
    pub(super) fn free(&mut self, pointer: &str, ty: &crate::sema::Type, memory: Memory, rank: usize) -> String {
        let (_, family) = families(memory);
        match element(ty) {
            Some(element) => {
                self.specific(family, Extents::Int, element, rank);
                format!("{}({pointer})", family.name())
            }
            None => {
                self.name(family.name());
                self.name("c_loc");
                format!("{}(c_loc({pointer}))", family.name())
            }
        }
    }

    /// `call move_alloc(from, to)` of what has become a pointer.
    pub(super) fn move_alloc(&mut self, stmt: &Stmt, call: &Call, place: Position) -> bool {
        let named = |key: &str, position: usize| {
            let by_name = call.args.iter().find(|arg| arg.keyword.as_ref().is_some_and(|keyword| keyword.key == key));
            by_name.or_else(|| call.args.get(position).filter(|arg| arg.keyword.is_none())).and_then(|arg| arg.expr())
        };
        let (Some(from), Some(to)) = (named("from", 0), named("to", 1)) else { return false };
        let Some(variable) = self.held(to) else { return false };
        let (ty, memory, rank) = (variable.ty.clone(), variable.memory, variable.dims.map_or(0, <[_]>::len));
        let (from, to) = (self.text(from.span).into_owned(), self.text(to.span).into_owned());
        let free = self.free(&to, &ty, memory, rank);
        self.name("hipCheck");
        let lines =
            vec![format!("if (associated({to})) call hipCheck({free})"), format!("{to} => {from}"), format!("nullify({from})")];
        self.replace_statement(stmt, lines, place);
        true
    }

    /// Puts `lines` in the place of a statement: its label stays on the first, and a statement that an `if` guards becomes a block.
    pub(super) fn replace_statement(&mut self, stmt: &Stmt, lines: Vec<String>, place: Position) {
        let start = self.statement_start(stmt);
        let indent = layout::indent(self.source, self.form, start as usize);
        let span = Span { start, end: stmt.span.end };
        if self.refuse_branches(span) {
            return;
        }
        let text = match (place, lines.len()) {
            (Position::OneIf, 2..) => {
                let deeper = lines.iter().map(|line| format!("\n{indent}  {line}")).collect::<String>();
                format!("then{deeper}\n{indent}end if")
            }
            _ => lines.join(&format!("\n{indent}")),
        };
        self.replace(span, text);
    }

    /// Reports a statement that has lines of the preprocessor inside, which would be lost if it was written anew.
    pub(super) fn refuse_branches(&mut self, span: Span) -> bool {
        let inside = memchr::memmem::find(span.of(self.source), b"\n#").is_some();
        if inside {
            let message = "lines of the preprocessor stand inside of a statement about device data";
            self.refuse(Code::FORTRAN_DEVICE_DATA, span, message, "write a whole statement in each branch");
        }
        inside
    }

    /// The first byte of a statement after its label.
    pub(super) fn statement_start(&self, stmt: &Stmt) -> u32 {
        let bytes = stmt.span.of(self.source);
        let label =
            stmt.label.map_or(0, |_| bytes.iter().take_while(|byte| byte.is_ascii_digit() || byte.is_ascii_whitespace()).count());
        stmt.span.start + label as u32
    }
}
