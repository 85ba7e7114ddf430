//! CUDA Fortran's procedures of device code: synchronisation, atomics, shuffles, votes, clocks.

use super::body::Body;
use super::cpp::{Cpp, Result, unsupported};
use crate::ast::{Arg, Expr, ExprKind, Span};
use crate::sema::Type;

/// Atomic functions and their names in gpufort.hpp; all give the old value.
const ATOMICS: &[(&str, &str)] = &[
    ("atomicadd", "atomic_add"),
    ("atomicand", "atomic_and"),
    ("atomiccas", "atomic_cas"),
    ("atomicdec", "atomic_dec"),
    ("atomicexch", "atomic_exch"),
    ("atomicinc", "atomic_inc"),
    ("atomicmax", "atomic_max"),
    ("atomicmin", "atomic_min"),
    ("atomicor", "atomic_or"),
    ("atomicsub", "atomic_sub"),
    ("atomicxor", "atomic_xor"),
];

/// Shuffles in both of CUDA Fortran's spellings; those that end in `_sync` have a mask before the value.
const SHUFFLES: &[(&str, &str)] =
    &[("__shfl", "shuffle"), ("__shfl_down", "shuffle_down"), ("__shfl_up", "shuffle_up"), ("__shfl_xor", "shuffle_xor")];

/// Subroutines without arguments, and what they are in HIP.
const PLAIN: &[(&str, &str)] = &[
    ("syncthreads", "__syncthreads()"),
    ("syncwarp", "__builtin_amdgcn_wave_barrier()"),
    ("threadfence", "__threadfence()"),
    ("threadfence_block", "__threadfence_block()"),
    ("threadfence_system", "__threadfence_system()"),
];

/// Random numbers of gpufort_random.hpp, which takes the state first.
const RANDOM: &[(&str, Type)] = &[
    ("curand", Type::Integer(4)),
    ("curand_uniform", Type::Real(4)),
    ("curand_uniform_double", Type::Real(8)),
    ("curand_normal", Type::Real(4)),
    ("curand_normal_double", Type::Real(8)),
    ("curand_log_normal", Type::Real(4)),
    ("curand_log_normal_double", Type::Real(8)),
];

/// Functions of reals that CUDA's device library has beyond C's.
const FAST: &[&str] = &[
    "__cosf",
    "__exp10f",
    "__expf",
    "__fdividef",
    "__log10f",
    "__log2f",
    "__logf",
    "__powf",
    "__sinf",
    "__tanf",
    "rsqrtf",
    "rsqrt",
    "cbrt",
    "cbrtf",
    "exp10",
    "exp2",
    "log2",
    "log1p",
    "expm1",
    "fma",
    "fmaf",
    "rcbrt",
    "sinpi",
    "cospi",
    "erfcx",
    "normcdf",
];

impl<'t, 'a> Body<'t, 'a> {
    /// A function of CUDA Fortran's device modules.
    pub(crate) fn cuda_function(&mut self, expr: &'a Expr, name: &str, args: &'a [Arg]) -> Result<Cpp> {
        if let Some((_, cpp)) = ATOMICS.iter().find(|(fortran, _)| *fortran == name) {
            return self.atomic(expr, cpp, args);
        }
        let (plain, synchronised) = name.strip_suffix("_sync").map_or((name, false), |plain| (plain, true));
        if let Some((_, cpp)) = SHUFFLES.iter().find(|(fortran, _)| *fortran == plain) {
            let args = if synchronised { args.get(1..).unwrap_or_default() } else { args };
            return self.shuffle(expr, cpp, args);
        }
        let values = self.values(args)?;
        let integer = Type::Integer(4);
        if let Some((name, ty)) = RANDOM.iter().find(|(fortran, _)| *fortran == name) {
            let list = values.iter().map(|value| value.text.as_str()).collect::<Vec<_>>().join(", ");
            return Ok(Cpp::atom(format!("gpufort::{name}({list})"), ty.clone()));
        }
        let first = values.first().map(|value| value.text.clone()).unwrap_or_default();
        let vote = if synchronised { values.get(1).map(|value| value.text.clone()).unwrap_or_default() } else { first.clone() };
        match (name, values.len()) {
            ("syncthreads_count", 1) => Ok(Cpp::atom(format!("__syncthreads_count(({first}) != 0)"), integer)),
            ("syncthreads_and", 1) => Ok(Cpp::atom(format!("__syncthreads_and(({first}) != 0)"), integer)),
            ("syncthreads_or", 1) => Ok(Cpp::atom(format!("__syncthreads_or(({first}) != 0)"), integer)),
            ("ballot" | "ballot_sync" | "__ballot", _) => Ok(Cpp::atom(format!("gpufort::ballot({vote})"), integer)),
            ("anythread" | "any_sync" | "__any", _) => Ok(Cpp::atom(format!("gpufort::any_thread({vote})"), Type::Logical(4))),
            ("allthreads" | "all_sync" | "__all", _) => Ok(Cpp::atom(format!("gpufort::all_threads({vote})"), Type::Logical(4))),
            ("clock64" | "globaltimer" | "gpu_time", _) => Ok(Cpp::atom("int64_t(clock64())", Type::Integer(8))),
            ("clock", _) => Ok(Cpp::atom("int(clock())", integer)),
            ("this_grid", _) => Ok(Cpp::atom("gpufort::this_grid()", cooperative("grid_group"))),
            ("this_thread_block", _) => Ok(Cpp::atom("gpufort::this_thread_block()", cooperative("thread_block"))),
            ("__ldg" | "__ldca" | "__ldcg" | "__ldcs" | "__ldlu" | "__ldcv", 1) => Ok(values[0].clone()),
            ("atomicadd_block" | "atomicadd_system", _) => unsupported(expr.span, format!("`{name}`")),
            (name, 1..=3) if FAST.contains(&name) => {
                let ty = values[0].ty.clone();
                let suffix = if ty == Type::Real(4) && !name.ends_with('f') { "f" } else { "" };
                let list = values.iter().map(|value| value.text.clone()).collect::<Vec<_>>().join(", ");
                Ok(Cpp::atom(format!("{name}{suffix}({list})"), ty))
            }
            _ => unsupported(expr.span, format!("`{name}` in device code")),
        }
    }

    fn values(&mut self, args: &'a [Arg]) -> Result<Vec<Cpp>> {
        args.iter()
            .map(|arg| match arg.expr() {
                Some(value) => self.value(value),
                None => unsupported(arg.span, "this argument"),
            })
            .collect()
    }

    /// The operands have the target's type, as overloads are chosen by it.
    fn atomic(&mut self, expr: &'a Expr, name: &str, args: &'a [Arg]) -> Result<Cpp> {
        let Some(target) = args.first().and_then(Arg::expr) else { return unsupported(expr.span, "an atomic function") };
        let target = if self.rank(target) == 0 {
            self.designator(target)?
        } else {
            return unsupported(target.span, "an array as target");
        };
        let ty = target.ty.clone();
        let mut list = vec![target.text];
        for value in self.values(&args[1..])? {
            list.push(value.cast(&ty).text);
        }
        Ok(Cpp::atom(format!("gpufort::{name}({})", list.join(", ")), ty))
    }

    /// Shuffles go over CUDA's warp of 32 lanes.
    fn shuffle(&mut self, expr: &'a Expr, name: &str, args: &'a [Arg]) -> Result<Cpp> {
        let values = self.values(args)?;
        match values.as_slice() {
            [value, lane] => Ok(Cpp::atom(format!("gpufort::{name}({}, {})", value.text, lane.text), value.ty.clone())),
            [value, lane, width] => {
                let text = format!("gpufort::{name}({}, {}, {})", value.text, lane.text, width.text);
                Ok(Cpp::atom(text, value.ty.clone()))
            }
            _ => unsupported(expr.span, "a shuffle of this form"),
        }
    }

    /// `call name(args)` where CUDA Fortran's modules or the language have the subroutine; `None` for other names.
    pub(crate) fn cuda_subroutine(&mut self, span: Span, name: &str, args: &'a [Arg]) -> Option<Result<String>> {
        let first = args.first().and_then(Arg::expr);
        if let Some((_, text)) = PLAIN.iter().find(|(fortran, _)| *fortran == name) {
            return Some(match first {
                Some(group) if name == "syncthreads" => {
                    self.value(group).map(|group| format!("gpufort::syncthreads({});", group.text))
                }
                _ => Ok(format!("{text};")),
            });
        }
        match name {
            "mvbits" => Some(self.values(args).and_then(|values| match values.as_slice() {
                [from, at, n, to, place] => {
                    let list = [from, at, n, to, place].map(|value| value.text.clone());
                    Ok(format!("gpufort::mvbits({});", list.join(", ")))
                }
                _ => unsupported(span, "`mvbits` of this form"),
            })),
            "curand_init" => Some(self.values(args).and_then(|values| match values.as_slice() {
                [_, _, _, _] => {
                    let list = values.iter().map(|value| value.text.as_str()).collect::<Vec<_>>().join(", ");
                    Ok(format!("gpufort::curand_init({list});"))
                }
                _ => unsupported(span, "`curand_init` of this form"),
            })),
            "nanosleep" => Some(Ok("__builtin_amdgcn_s_sleep(1);".to_owned())),
            _ if ATOMICS.iter().any(|(fortran, _)| *fortran == name) => {
                let (_, cpp) = ATOMICS.iter().find(|(fortran, _)| *fortran == name)?;
                let call = first.map(|target| self.atomic(target, cpp, args));
                Some(call.map_or_else(|| unsupported(span, "an atomic function"), |call| Ok(format!("{};", call?.text))))
            }
            _ => None,
        }
    }

    /// A name that stands for a value in device code without being declared.
    pub(crate) fn provided(&mut self, expr: &'a Expr) -> Option<Cpp> {
        let ExprKind::Name(name) = &expr.kind else { return None };
        match name.as_str() {
            "warpsize" => Some(Cpp::atom("int(warpSize)", Type::Integer(4))),
            "laneid" => Some(Cpp::atom("gpufort::lane()", Type::Integer(4))),
            _ => None,
        }
    }
}

fn cooperative(name: &str) -> Type {
    Type::Derived { name: name.into(), module: Some("cooperative_groups".into()) }
}
