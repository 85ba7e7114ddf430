//! A kernel's launcher: the C function that starts it, with each parameter as Fortran's interface and C++'s definition see it.
//!
//! The C side is `extern "C" void SYMBOL(const gpufort::dim3 *grid, const gpufort::dim3 *block, int bytes, hipStream_t stream,
//! PARAMS)`; what goes wrong is found by `hipGetLastError`. A `grid` with `x` = 0 asks for as many blocks as fit on the device.

use crate::ast::{Dim, UnitKind};
use crate::kernel::hidden::{hidden, name_in};
use crate::sema::{Index, Type, UnitRef, Variable};
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// The C function that launches a kernel or a loop of `!$cuf kernel do`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Launcher {
    /// Its C name: `m_saxpy_launch`.
    pub symbol: String,
    /// The kernel's unit; for a loop the procedure it stands in.
    pub unit: UnitRef,
    /// The whole grid can synchronise.
    pub cooperative: bool,
    /// After grid, block, bytes and stream: the dummies in their order, then hidden ones by module and name.
    pub params: Vec<Param>,
}

/// One argument of the kernel; a [`Passing::Bounds`] one is two parameters in C.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Param {
    /// Unique in the launcher, lower case, a Fortran and (but for reserved words) C name.
    pub name: String,
    /// What the Fortran caller names: the dummy, the module's variable, `grid%x`.
    pub actual: String,
    pub ty: Type,
    /// How many characters a string has, or each of an array of strings; 1 for all other types.
    pub characters: u64,
    pub passing: Passing,
    /// The module whose variable it is; `None` for a dummy or a local variable. The caller is in the module's scope or uses it.
    pub module: Option<String>,
    /// An array passed by descriptor whose elements lie together, which is known from its declaration.
    pub contiguous: bool,
    /// A dummy that callers may leave out: the address or descriptor that the launcher passes is then null.
    pub optional: bool,
}

/// How an argument crosses from Fortran to C.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passing {
    /// A scalar by value.
    Value,
    /// A logical by value, as a C `int` that is 0 or 1.
    Logical,
    /// A host variable by reference, as `type(*)`: a derived type that the launcher copies, or a reduction's result.
    Reference,
    /// The device address of a scalar or contiguous array, as `type(c_ptr)`.
    Address,
    /// An array whose address, extents and strides are found at the call, as a C descriptor (`type(*), dimension(..)`).
    Descriptor { rank: usize },
    /// A descriptor and, after it, the array's lower bounds.
    Bounds { rank: usize },
}

impl Launcher {
    /// The launcher of the kernel at `unit`.
    pub fn of(index: &Index<'_>, unit: &UnitRef) -> Self {
        let kernel = index.unit(unit);
        let scope = index.scope(unit);
        let mut params = Vec::new();
        for (position, dummy) in kernel.dummies.iter().enumerate() {
            let Some(variable) = scope.dummy(unit, position) else { continue };
            let name = dummy.key.to_string();
            let contiguous = lies_together(&variable);
            params.push(Param {
                actual: name.clone(),
                name,
                characters: scope.characters(&variable).unwrap_or(1),
                passing: passing(&variable),
                optional: variable.optional,
                ty: variable.ty,
                module: None,
                contiguous,
            });
        }
        for one in hidden(index, unit) {
            let passing = match one.variable.dims {
                Some(dims) if deferred(dims) => Passing::Bounds { rank: dims.len() },
                _ => Passing::Address,
            };
            let name = name_in(index, unit, &one);
            let contiguous = lies_together(&one.variable);
            let module = Some(one.module.to_string());
            let characters = index.scope(&one.owner).characters(&one.variable).unwrap_or(1);
            let (actual, ty) = (one.name.to_string(), one.variable.ty);
            params.push(Param { name, actual, ty, characters, passing, module, contiguous, optional: false });
        }
        let cooperative = kernel.runs_on(crate::ast::RunsOn::GridGlobal);
        Self { symbol: with_ending(&symbol(index, unit), "_launch"), unit: unit.clone(), cooperative, params }
    }

    /// The interface body of the C function, a line an item, not indented. It needs `iso_c_binding` and `dim3`.
    pub fn interface(&self) -> Vec<String> {
        let names = self.params.iter().flat_map(|param| param.dummies().into_iter().map(|(name, _)| name));
        let fixed = ["grid_", "block_", "bytes_", "stream_"].into_iter().map(str::to_owned);
        let list = fixed.chain(names).collect::<Vec<_>>().join(", ");
        let mut lines = vec![
            format!("subroutine {}({list}) &", self.symbol),
            format!("    bind(c, name=\"{}\")", self.symbol),
            "  import :: dim3, c_ptr, c_int, c_int8_t, c_int16_t, c_int64_t, c_float, c_double, &".to_owned(),
            "    c_float_complex, c_double_complex, c_char".to_owned(),
            "  type(dim3), intent(in) :: grid_, block_".to_owned(),
            "  integer(c_int), value :: bytes_".to_owned(),
            "  type(c_ptr), value :: stream_".to_owned(),
        ];
        lines.extend(self.params.iter().flat_map(Param::dummies).map(|(name, spec)| format!("  {spec} :: {name}")));
        lines.push(format!("end subroutine {}", self.symbol));
        lines
    }

    /// The actual arguments after grid, block, bytes and stream.
    pub fn actuals(&self) -> Vec<String> {
        self.params.iter().flat_map(Param::actuals).collect()
    }
}

impl Param {
    /// The dummies of the C function's Fortran interface: name and type with attributes.
    pub fn dummies(&self) -> Vec<(String, String)> {
        let name = self.name.clone();
        match self.passing {
            Passing::Value => vec![(name, format!("{}, value", interoperable(&self.ty)))],
            Passing::Logical => vec![(name, "integer(c_int), value".to_owned())],
            Passing::Reference => vec![(name, "type(*), intent(inout)".to_owned())],
            Passing::Address => vec![(name, "type(c_ptr), value".to_owned())],
            Passing::Descriptor { .. } => {
                let optional = if self.optional { ", optional" } else { "" };
                vec![(name, format!("type(*), dimension(..), intent(in){optional}"))]
            }
            Passing::Bounds { .. } => vec![
                (name, "type(*), dimension(..), intent(in)".to_owned()),
                (self.lower(), "integer(c_int64_t), dimension(*), intent(in)".to_owned()),
            ],
        }
    }

    /// What the caller passes for each of [`Param::dummies`]. Addresses are of variables with `target` or `pointer`.
    pub fn actuals(&self) -> Vec<String> {
        let actual = &self.actual;
        match self.passing {
            Passing::Value | Passing::Reference | Passing::Descriptor { .. } => vec![actual.clone()],
            Passing::Logical => vec![format!("merge(1_c_int, 0_c_int, {actual})")],
            Passing::Address if self.optional => vec![self.address()],
            Passing::Address => vec![format!("c_loc({actual})")],
            Passing::Bounds { .. } => vec![actual.clone(), format!("int(lbound({actual}), c_int64_t)")],
        }
    }

    /// The launcher's variable that has the address of an optional dummy, or none.
    pub fn address(&self) -> String {
        format!("{}_address", self.name)
    }

    /// The name of the parameter that has the lower bounds.
    pub fn lower(&self) -> String {
        format!("{}_lower", self.name)
    }
}

/// A procedure's name in C: with its module's, or its host's, before it.
pub(crate) fn symbol(index: &Index<'_>, unit: &UnitRef) -> String {
    let name = &index.unit(unit).name.key;
    let host = index.host(unit).map(|host| index.unit(&host));
    match host.filter(|host| host.kind != UnitKind::Submodule) {
        Some(host) if !host.name.key.is_empty() => format!("{}_{name}", host.name.key),
        _ => index.module_of(unit).map_or_else(|| name.to_string(), |module| format!("{module}_{name}")),
    }
}

/// Names in Fortran have 63 characters at most (Fortran 2018, 6.2.2).
const LONGEST_NAME: usize = 63;

/// `name` with `ending`, as a name of Fortran's: a sum of the name stands for what a long one has too much.
pub(crate) fn with_ending(name: &str, ending: &str) -> String {
    if name.len() + ending.len() <= LONGEST_NAME {
        return format!("{name}{ending}");
    }
    let mut hasher = FxHasher::default();
    hasher.write(name.as_bytes());
    let kept = LONGEST_NAME - ending.len() - 9;
    format!("{}_{:08x}{ending}", &name[..kept], hasher.finish() as u32)
}

/// How a kernel's dummy argument arrives.
fn passing(variable: &Variable<'_>) -> Passing {
    match (variable.dims, &variable.ty) {
        (Some(dims), _) if deferred(dims) && (variable.allocatable || variable.pointer) => Passing::Bounds { rank: dims.len() },
        (Some(dims), _) if deferred(dims) => Passing::Descriptor { rank: dims.len() },
        (Some(_), _) => Passing::Address,
        (None, Type::Logical(_)) if variable.value => Passing::Logical,
        (None, Type::Derived { .. }) if variable.value => Passing::Reference,
        (None, _) if variable.value => Passing::Value,
        (None, _) => Passing::Address,
    }
}

/// The elements of an array without a declared shape lie together: an allocatable one's always do.
pub(crate) fn lies_together(variable: &Variable<'_>) -> bool {
    variable.allocatable
}

/// The shape is not in the declaration.
pub(crate) fn deferred(dims: &[Dim]) -> bool {
    dims.iter().any(|dim| matches!(dim, Dim::Deferred { .. } | Dim::AssumedRank))
}

/// The type as the interface names it. Kinds are bytes here, which gfortran and flang use as kind numbers too.
fn interoperable(ty: &Type) -> String {
    match ty {
        Type::Integer(1) => "integer(c_int8_t)".to_owned(),
        Type::Integer(2) => "integer(c_int16_t)".to_owned(),
        Type::Integer(8) => "integer(c_int64_t)".to_owned(),
        Type::Real(4) => "real(c_float)".to_owned(),
        Type::Real(8) => "real(c_double)".to_owned(),
        Type::Real(kind) => format!("real({kind})"),
        Type::Complex(4) => "complex(c_float_complex)".to_owned(),
        Type::Complex(_) => "complex(c_double_complex)".to_owned(),
        Type::Character => "character(kind=c_char)".to_owned(),
        Type::Pointer { .. } | Type::Stream => "type(c_ptr)".to_owned(),
        Type::Integer(_) | Type::Logical(_) | Type::Derived { .. } | Type::Unknown => "integer(c_int)".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn param(name: &str, ty: Type, passing: Passing) -> Param {
        let (name, actual, module) = (name.to_owned(), name.to_owned(), None);
        Param { name, actual, ty, characters: 1, passing, module, contiguous: false, optional: false }
    }

    #[test]
    fn an_array_with_bounds_is_two_parameters_and_two_arguments() {
        let a = param("a", Type::Real(4), Passing::Bounds { rank: 2 });
        assert_eq!(a.dummies().len(), 2);
        assert_eq!(a.actuals(), ["a", "int(lbound(a), c_int64_t)"]);
    }

    #[test]
    fn a_logical_by_value_arrives_as_zero_or_one() {
        let flag = param("flag", Type::Logical(1), Passing::Logical);
        assert_eq!(flag.actuals(), ["merge(1_c_int, 0_c_int, flag)"]);
        assert_eq!(flag.dummies(), [("flag".to_owned(), "integer(c_int), value".to_owned())]);
    }
}
