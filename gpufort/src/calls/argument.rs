//! Actual arguments to what hipfort's dummies take: addresses of arrays, integers of C's kinds, null pointers.

use super::streams;
use crate::ast::{Arg, Declare, Expr, ExprKind, Stmt, StmtKind};
use crate::context::Context;
use crate::hipfort::{Dummy, Signature};
use crate::sema::{Memory, Scope, SymbolKind, Type, UnitRef};
use hipify_diagnostics::{Code, Level};

/// Fits `args` to the dummies of `signature` from number `first` on, and adds those that CUDA Fortran lets be left out.
pub(super) fn fit(context: &mut Context<'_, '_>, at: &UnitRef, callee: &Expr, args: &[Arg], signature: &Signature, first: usize) {
    let dummies = signature.params.get(first..).unwrap_or_default();
    if args.len() > dummies.len() {
        let message = format!("`{}` takes {} arguments, not {}", signature.name, dummies.len(), args.len());
        context.report(Code::FORTRAN_API, Level::Error, callee.span, message).help =
            Some("write the arguments of HIP's function by hand".to_owned());
        return;
    }
    for (position, arg) in args.iter().enumerate() {
        let dummy = match &arg.keyword {
            Some(keyword) => dummies.iter().find(|dummy| dummy.name.eq_ignore_ascii_case(&keyword.key)),
            None => dummies.get(position),
        };
        let Some(dummy) = dummy else {
            let message = format!("`{}` has no argument of this name", signature.name);
            context.report(Code::FORTRAN_API, Level::Error, arg.span, message).help =
                Some("write the arguments in their order, without names".to_owned());
            continue;
        };
        if let Some(value) = arg.expr() {
            one(context, at, value, dummy);
        }
    }
    missing(context, at, args, &dummies[args.len()..]);
}

/// Streams and flags that are left out are none.
fn missing(context: &mut Context<'_, '_>, at: &UnitRef, args: &[Arg], rest: &[Dummy]) {
    let Some(last) = args.last() else { return };
    for dummy in rest.iter().filter(|dummy| dummy.value) {
        let text = match dummy.spec {
            "type(c_ptr)" => {
                context.demands.name(at, "c_null_ptr");
                ", c_null_ptr"
            }
            _ => ", 0",
        };
        context.insert(last.span.end, text);
    }
}

fn one(context: &mut Context<'_, '_>, at: &UnitRef, value: &Expr, dummy: &Dummy) {
    let scope = context.scope(at);
    if dummy.spec == "type(c_ptr)" {
        if dummy.value {
            address(context, at, value);
        }
        return;
    }
    let Some(typed) = scope.type_of(value) else { return };
    let (wanted, function) = match dummy.spec {
        "integer(c_int)" => (Type::Integer(4), "int"),
        "integer(c_size_t)" | "integer(c_long_long)" => (Type::Integer(8), "int"),
        "real(c_float)" => (Type::Real(4), "real"),
        "real(c_double)" => (Type::Real(8), "real"),
        "complex(c_float_complex)" => (Type::Complex(4), "cmplx"),
        "complex(c_double_complex)" => (Type::Complex(8), "cmplx"),
        _ => return,
    };
    let number = matches!(typed.ty, Type::Integer(_) | Type::Real(_) | Type::Complex(_));
    // What a function writes to has to be a variable; its kind is the program's.
    let written = !dummy.value && !matches!(dummy.name.to_ascii_lowercase().as_str(), "alpha" | "beta");
    if typed.ty == wanted || !number || written || typed.memory == Memory::Device {
        return;
    }
    let kind = dummy.spec.split(['(', ')']).nth(1).unwrap_or_default();
    context.insert(value.span.start, format!("{function}("));
    context.insert(value.span.end, format!(", {kind})"));
    context.demands.name(at, kind);
}

/// What a file says, in lower case, that calls a function of HIP which takes a kernel.
const KERNEL_SIGNS: &[&[u8]] = &[b"cudafunc", b"cudaoccupancy"];

/// Whether a file may ask for the addresses of kernels.
pub(crate) fn may_name_kernels(bytes: &[u8]) -> bool {
    let lower = bytes.to_ascii_lowercase();
    KERNEL_SIGNS.iter().any(|sign| memchr::memmem::find(&lower, sign).is_some())
}

/// A kernel's name becomes its address: the procedure of this name is its launcher.
fn kernel(context: &mut Context<'_, '_>, at: &UnitRef, value: &Expr) -> bool {
    let ExprKind::Name(name) = &value.kind else { return false };
    let Some(SymbolKind::Procedure(procedure)) = context.scope(at).lookup(name).map(|symbol| symbol.kind) else { return false };
    if !context.index().unit(&procedure).is_kernel() {
        return false;
    }
    let function = crate::kernel::launch::address_symbol(context.index(), &procedure);
    context.replace(value.span, format!("{function}()"));
    context.demands.name(at, &function);
    context.addressed.insert(function);
    true
}

/// The address of a variable; what is an address already stays.
fn address(context: &mut Context<'_, '_>, at: &UnitRef, value: &Expr) {
    if kernel(context, at, value) {
        return;
    }
    let scope = context.scope(at);
    if streams::is_number(value) {
        streams::argument(context, at, value);
        return;
    }
    if streams::is_handle(context, &scope, value) || !is_data(&scope, value) {
        return;
    }
    context.insert(value.span.start, "c_loc(");
    context.insert(value.span.end, ")");
    context.demands.name(at, "c_loc");
    target(context, &scope, value);
}

/// Data of the program, not a handle that becomes a `type(c_ptr)`.
fn is_data(scope: &Scope<'_, '_>, value: &Expr) -> bool {
    let Some(typed) = scope.type_of(value) else { return false };
    match typed.ty {
        Type::Pointer { .. } | Type::Stream | Type::Unknown => false,
        Type::Derived { module: Some(module), .. } => !crate::sema::is_cuda_module(&module),
        _ => scope.base_variable(value).is_some(),
    }
}

/// Gives the variable that `value` is of the attribute `target`. Data for the device becomes pointers or targets anyway.
fn target(context: &mut Context<'_, '_>, scope: &Scope<'_, '_>, value: &Expr) {
    let Some((name, variable)) = scope.base_variable(value) else { return };
    let apart = scope.variable(value).is_some_and(|last| last.pointer);
    if variable.target
        || variable.pointer
        || apart
        || matches!(variable.memory, Memory::Device | Memory::Managed | Memory::Pinned)
    {
        return;
    }
    let owner =
        scope.lookup(&name.key).filter(|symbol| matches!(symbol.kind, SymbolKind::Variable(_))).and_then(|symbol| symbol.owner);
    let Some(owner) = owner.filter(|owner| owner.file == context.number) else {
        let message = format!("`{}` needs the attribute `target`", name.key);
        context.report(Code::FORTRAN_UNSUPPORTED, Level::Error, name.span, message).help =
            Some("add `target` to its declaration, which is in another file".to_owned());
        return;
    };
    let unit = context.index().unit(&owner);
    let declares = |stmt: &&Stmt| match &stmt.plain().kind {
        StmtKind::Declare(declare) => declare.entities.iter().any(|entity| entity.name.span == variable.declared.span),
        _ => false,
    };
    if let Some(stmt) = unit.spec.iter().find(declares)
        && let StmtKind::Declare(declare) = &stmt.plain().kind
    {
        add_target(context, declare);
    }
}

fn add_target(context: &mut Context<'_, '_>, declare: &Declare) {
    let last = declare.attributes.iter().map(|one| one.span.end).max().unwrap_or(declare.spec.span.end);
    let text = if declare.colons.is_some() { ", target" } else { ", target ::" };
    let there = context.edits.iter().any(|edit| edit.span.start == last as usize && edit.span.is_empty() && edit.text == text);
    if !there {
        context.insert(last, text);
    }
}

/// Whether any argument is in device memory.
pub(super) fn any_on_device(scope: &Scope<'_, '_>, args: &[Arg]) -> bool {
    args.iter().filter_map(Arg::expr).any(|value| {
        !matches!(value.kind, ExprKind::Integer { .. })
            && scope.type_of(value).is_some_and(|typed| {
                matches!(typed.memory, Memory::Device | Memory::Managed | Memory::Unified | Memory::Constant)
            })
    })
}
